#!/usr/bin/env bash
# Holds the release program against its promise: SQLite is linked, everything else is opened on first
# use, because linking it costs as much as a whole answer; addresses are random, and what the loader
# has filled in is closed again.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-.build/release/meridian}
needed=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
if [ -z "$needed" ]; then
  echo "$program: no dynamic section was read; is readelf the right one?" >&2
  exit 1
fi
for library in libproj libgeos libspatialite libutf8proc libshp libexpat libFoundation libsimdjson \
  libstdc++; do
  if grep -q "^$library" <<< "$needed"; then
    echo "$program is linked with $library; open it on first use instead." >&2
    exit 1
  fi
done
if grep -q 17_StringProcessing "$program"; then
  echo "$program brings regular expressions along; search text with String.holds(_:)." >&2
  exit 1
fi
segments=$(readelf -lW "$program")
if ! grep -q 'DYN (' <<< "$segments" || ! grep -q GNU_RELRO <<< "$segments" \
  || grep -q RWE <<< "$segments"; then
  echo "$program lacks random addresses, closed tables, or data that cannot be run." >&2
  exit 1
fi
