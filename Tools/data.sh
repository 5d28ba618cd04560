#!/usr/bin/env bash
# Makes the generated file of Data/samples: soho.sqlite, from soho.gpkg. One argument: where to.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-Data/samples/soho.sqlite}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ogr2ogr -f SQLite -dsco SPATIALITE=YES -dsco INIT_WITH_EPSG=NO \
  "$work/soho.sqlite" Data/samples/soho.gpkg

# SpatiaLite keeps a diary of its tables; without its clock the file is the same on every run.
sqlite3 "$work/soho.sqlite" "
  UPDATE spatialite_history SET timestamp = '2000-01-01T00:00:00.000Z';
  UPDATE geometry_columns_statistics SET last_verified = '2000-01-01T00:00:00.000Z';
  UPDATE geometry_columns_time SET last_insert = '2000-01-01T00:00:00.000Z',
    last_update = '2000-01-01T00:00:00.000Z', last_delete = '2000-01-01T00:00:00.000Z';
  VACUUM;"
mv "$work/soho.sqlite" "$out"
chmod 644 "$out"
