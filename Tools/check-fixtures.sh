#!/usr/bin/env bash
# The same seed must give the same file, byte for byte; another seed another file; and an existing
# file must stay as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
fixtures=${1:-.build/debug/meridian-fixtures}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$fixtures" city --out "$work/a.gpkg" --features 2000 --seed 7
"$fixtures" city --out "$work/b.gpkg" --features 2000 --seed 7
"$fixtures" city --out "$work/c.gpkg" --features 2000 --seed 8
if ! cmp "$work/a.gpkg" "$work/b.gpkg"; then
  echo "meridian-fixtures: one seed made two different files." >&2
  exit 1
fi
if cmp -s "$work/a.gpkg" "$work/c.gpkg"; then
  echo "meridian-fixtures: two seeds made the same file." >&2
  exit 1
fi
if "$fixtures" city --out "$work/a.gpkg" --features 10 2> "$work/message"; then
  echo "meridian-fixtures: an existing file was overwritten." >&2
  exit 1
fi
if ! cmp -s "$work/a.gpkg" "$work/b.gpkg"; then
  echo "meridian-fixtures: a refused file was changed." >&2
  exit 1
fi
rows=$(for layer in buildings streets poi; do
  sqlite3 "$work/a.gpkg" "SELECT count(*) FROM $layer"
done | paste -sd ' ')
if [ "$rows" != "1200 600 200" ]; then
  echo "meridian-fixtures: 2000 features are $rows, not 1200 600 200." >&2
  exit 1
fi
for layer in buildings streets poi; do
  answer=$(sqlite3 "$work/a.gpkg" "SELECT rtreecheck('rtree_${layer}_geom')")
  if [ "$answer" != ok ]; then
    echo "meridian-fixtures: the index of $layer is not sound: $answer" >&2
    exit 1
  fi
done
