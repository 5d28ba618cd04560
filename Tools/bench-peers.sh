#!/usr/bin/env bash
# Tools/bench-peers.sh FOLDER: makes the peers that run in processes of their own ready, and prints
# the command of each that is there, one a line. What is missing is left out, with a word.
#
#   REFERENCE  the C++ reference's source; by default ../shared/bench/reference/packed.cpp
#   PYTHON     a Python that has shapely, duckdb and the like; by default a private one is made
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
peers=$PWD/Tools/bench/peers
bin=$folder/bin
mkdir -p "$bin"

left_out() { echo "bench: without $1: $2." >&2; }

# --- C++ -----------------------------------------------------------------------------------------

reference=${REFERENCE:-../shared/bench/reference/packed.cpp}
if [ ! -e "$reference" ]; then
  left_out 'the C++ reference' "$reference is not there"
elif g++ -std=c++17 -O3 -mavx2 -mfma -w -DREFERENCE="\"$(realpath "$reference")\"" \
  -I"$(dirname "$reference")/.." "$peers/reference.cpp" -o "$bin/reference" -lsqlite3 -lpthread \
  2> "$bin/reference.log"; then
  echo "$bin/reference"
else
  left_out 'the C++ reference' "it does not compile, see $bin/reference.log"
fi

version=$(dpkg-query -W -f='${Version}' libs2-dev 2> /dev/null | sed 's/-.*//') || true
if [ -z "$version" ]; then
  left_out S2 'libs2-dev is not installed'
elif g++ -std=c++17 -O3 -DNDEBUG -DS2_VERSION="\"$version\"" "$peers/s2.cpp" -o "$bin/s2" \
  -ls2 -lsqlite3 2> "$bin/s2.log"; then
  echo "$bin/s2"
else
  left_out S2 "it does not compile, see $bin/s2.log"
fi

# --- Python --------------------------------------------------------------------------------------

python=${PYTHON:-$folder/venv/bin/python}
if [ ! -x "$python" ] && [ -z "${PYTHON:-}" ]; then
  echo 'Making a private Python with the peers' >&2
  if ! { python3 -m venv "$folder/venv" &&
    "$python" -m pip install --quiet --disable-pip-version-check shapely==2.1.2 duckdb==1.5.5 \
      geopandas==1.2.0 \
      duckdb-extension-spatial==1.5.5 sedonadb==0.5.0 pyarrow pandas geoarrow-pyarrow 'psycopg[binary]'; } \
    > "$folder/venv.log" 2>&1; then
    left_out 'the peers in Python' "they could not be fetched, see $folder/venv.log"
    exit 0
  fi
fi
for peer in shapely duckdb sedona postgis; do
  echo "$python $peers/${peer}_peer.py"
done
