#!/usr/bin/env bash
# Holds Data/samples/soho.sqlite against a newly made one: same layers, same rows, same bytes of
# geometry. Row by row, because the version of the library is written in the file.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
Tools/data.sh "$work/soho.sqlite"
for layer in buildings streets pumps deaths; do
  query="SELECT * FROM $layer ORDER BY 1"
  sqlite3 Data/samples/soho.sqlite '.mode insert' "$query" > "$work/kept"
  sqlite3 "$work/soho.sqlite" '.mode insert' "$query" > "$work/made"
  if [ ! -s "$work/kept" ] || ! cmp -s "$work/kept" "$work/made"; then
    echo "Data/samples/soho.sqlite: layer $layer is not what 'make data' makes." >&2
    exit 1
  fi
done
