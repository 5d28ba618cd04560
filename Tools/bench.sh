#!/usr/bin/env bash
# Runs the benchmark on a city and puts its table between the markers of README.md.
set -euo pipefail
cd "$(dirname "$0")/.."
city=$1
table=$(mktemp)
trap 'rm -f "$table"' EXIT
swift=$("${SWIFT:-swift}" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
sqlite=$(pkg-config --modversion sqlite3 2>/dev/null || true)
mkdir -p Data/baselines
.build/release/meridian-bench --city "$city" --soho Data/samples/soho.gpkg \
  --database Data/samples/soho.sqlite --program .build/release/meridian \
  --versions "Swift ${swift:-unknown}, SQLite ${sqlite:-unknown}" \
  --baseline Data/baselines/bench.jsonl | tee "$table"
if ! grep -q '^|' "$table"; then
  echo "bench: meridian-bench printed no table, README.md stays as it is." >&2
  exit 1
fi
Tools/replace-block.sh README.md bench < "$table"
