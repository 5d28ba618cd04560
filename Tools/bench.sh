#!/usr/bin/env bash
# Runs the benchmark on a city and puts its table between the markers of README.md.
set -euo pipefail
cd "$(dirname "$0")/.."
city=$1
table=$(mktemp)
trap 'rm -f "$table"' EXIT
.build/release/meridian-bench --city "$city" --soho Data/samples/soho.gpkg \
  --database Data/samples/soho.sqlite --program .build/release/meridian \
  --baseline Data/baselines/bench.jsonl | tee "$table"
if ! grep -q '^|' "$table"; then
  echo "bench: meridian-bench printed no table, README.md stays as it is." >&2
  exit 1
fi
Tools/replace-block.sh README.md bench < "$table"
