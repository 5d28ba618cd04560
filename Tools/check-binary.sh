#!/usr/bin/env bash
# Holds the release program against its promise: PROJ, GEOS and SpatiaLite are opened on first use,
# never linked, because linking them costs more than a whole answer.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-.build/release/meridian}
needed=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
if [ -z "$needed" ]; then
  echo "$program: no dynamic section was read; is readelf the right one?" >&2
  exit 1
fi
for library in libproj libgeos libspatialite libutf8proc libshp libexpat libFoundation; do
  if grep -q "^$library" <<< "$needed"; then
    echo "$program is linked with $library; open it on first use instead." >&2
    exit 1
  fi
done
