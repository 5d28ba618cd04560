#!/usr/bin/env bash
# Builds the fuzzers and runs each for FUZZ_SECONDS (30) from its corpus. New inputs stay in
# .build/fuzz/new; an input that crashes is named, and belongs into Data/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
out=.build/fuzz
Tools/quiet.sh 'Building the fuzzers' Tools/fuzz/build.sh "$PWD/$out"
Tools/quiet.sh 'Building the fuzzers of commands' Tools/fuzz/build-commands.sh "$PWD/$out"
for name in wkb gpb spatialite wkt cql2 json arguments geojson csv tokens; do
  mkdir -p "$out/new/$name" "$out/crashes"
  corpus=()
  [ -d "Data/corpus/$name" ] && corpus=("Data/corpus/$name")
  Tools/quiet.sh "Fuzzing $name for ${FUZZ_SECONDS:-30} s" \
    "$out/$name" -max_total_time="${FUZZ_SECONDS:-30}" -timeout=5 -rss_limit_mb=2048 \
    -artifact_prefix="$out/crashes/$name-" -print_final_stats=1 "$out/new/$name" "${corpus[@]}"
done
