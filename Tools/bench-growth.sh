#!/usr/bin/env bash
# Tools/bench-growth.sh FOLDER: draws how the cost of a tap grows with the number of features.
#
#   SIZES   the numbers of features
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
chart=Sources/MeridianKernel/MeridianKernel.docc/Resources/growth.svg
names=
for size in ${SIZES:-10000 100000 1000000 5000000}; do
  Tools/bench-data.sh "$folder" "$size"
  [ "$size" -eq 1000000 ] && names=$names,city || names=$names,city-$size
done
commit=$(git rev-parse --short HEAD 2> /dev/null || echo 'no commit')
mkdir -p "$(dirname "$chart")" Data/baselines
.build/release/meridian-bench --data "$folder" --growth "${names#,}" --chart "$chart" \
  --versions "commit $commit" --baseline Data/baselines/growth.jsonl
echo "Wrote $chart"
