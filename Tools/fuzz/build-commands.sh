#!/bin/sh
# Builds the fuzzers of the command line into a folder (default .build/fuzz).
#
#   Tools/fuzz/build-commands.sh [FOLDER]
#   FOLDER/json -max_total_time=300 FOLDER/new Data/corpus/json
#   FOLDER/arguments -max_total_time=300 FOLDER/new Data/corpus/arguments
#
# As in build.sh the sources are compiled without SwiftPM, which renames the entry point.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/.build/fuzz}
mkdir -p "$out/modules" "$out/new"
src=$root/Sources

for wall in CPlatform CSimdJSON; do
  header=$(ls "$src/$wall/include/")
  mkdir -p "$out/walls/$wall"
  printf 'module %s { header "%s" }\n' "$wall" "$src/$wall/include/$header" \
    >"$out/walls/$wall/module.modulemap"
done
clang -O1 -g -c "$src/CPlatform/cplatform.c" -o "$out/cplatform.o"
clang++ -std=c++17 -O1 -g -fsanitize=fuzzer-no-link,address -c "$src/CSimdJSON/csimdjson.cpp" \
  -o "$out/csimdjson.o"

flags="-O -swift-version 6 -package-name meridian -parse-as-library -sanitize=fuzzer,address"
flags="$flags -enable-upcoming-feature InternalImportsByDefault"
flags="$flags -enable-upcoming-feature MemberImportVisibility -I $out/modules"
for wall in CPlatform CSimdJSON; do flags="$flags -I $out/walls/$wall"; done
for wall in CSQLite CPROJ; do flags="$flags -I $src/$wall"; done

for module in MeridianKernel MeridianGeodesy MeridianStore; do
  # shellcheck disable=SC2046,SC2086
  swiftc $flags -wmo -module-name "$module" -emit-module \
    -emit-module-path "$out/modules/$module.swiftmodule" \
    -c $(find "$src/$module" -name '*.swift' | sort) -o "$out/$module.o"
done

commands=$(find "$src/MeridianCommands/Arguments" "$src/MeridianCommands/Batch" \
  "$src/MeridianCommands/JSON" "$src/MeridianCommands/Output" "$src/MeridianCommands/Process" \
  -name '*.swift' | sort)
build() {
  # shellcheck disable=SC2086
  swiftc $flags -use-ld=lld -wmo -module-name Fuzz "$root/Tools/fuzz/$2" $commands \
    "$src/MeridianCommands/CommandError.swift" \
    "$out/MeridianKernel.o" "$out/MeridianGeodesy.o" "$out/MeridianStore.o" "$out/cplatform.o" \
    "$out/csimdjson.o" -lsqlite3 -lsimdjson -lstdc++ -o "$out/$1"
}
build json JSONLineFuzz.swift
build arguments ArgumentsFuzz.swift
