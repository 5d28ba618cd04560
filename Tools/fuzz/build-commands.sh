#!/bin/sh
# Builds the fuzzers of what commands and the tokens tool read into a folder (default .build/fuzz).
#
#   Tools/fuzz/build-commands.sh [FOLDER]
#   FOLDER/json -max_total_time=300 FOLDER/new Data/corpus/json
#   FOLDER/geojson -max_total_time=300 FOLDER/new Data/corpus/geojson
#
# As in build.sh the sources are compiled without SwiftPM, which renames the entry point.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/.build/fuzz}
mkdir -p "$out/modules" "$out/new"
src=$root/Sources

for wall in CKernels CPlatform CSimdJSON; do
  header=$(ls "$src/$wall/include/")
  mkdir -p "$out/walls/$wall"
  printf 'module %s { header "%s" }\n' "$wall" "$src/$wall/include/$header" \
    >"$out/walls/$wall/module.modulemap"
done
for file in "$src"/CKernels/*.c; do
  clang -O1 -g -I "$src/CKernels/include" -c "$file" -o "$out/ckernels-$(basename "$file" .c).o"
done
for file in "$src"/CPlatform/*.c; do
  clang -O1 -g -I "$src/CPlatform/include" -c "$file" -o "$out/cplatform-$(basename "$file" .c).o"
done
clang++ -std=c++17 -O1 -g -fsanitize=fuzzer-no-link,address -c "$src/CSimdJSON/csimdjson.cpp" \
  -o "$out/csimdjson.o"

flags="-O -swift-version 6 -package-name meridian -parse-as-library -sanitize=fuzzer,address"
flags="$flags -enable-upcoming-feature InternalImportsByDefault"
flags="$flags -enable-upcoming-feature MemberImportVisibility -I $out/modules"
for wall in CKernels CPlatform CSimdJSON; do flags="$flags -I $out/walls/$wall"; done
for wall in CSQLite CPROJ CGEOS CUTF8Proc CShapelib CExpat; do flags="$flags -I $src/$wall"; done

# Compiles a module from the Swift files of a folder, but those of its folder Program.
library() {
  # shellcheck disable=SC2046,SC2086
  swiftc $flags -wmo -enable-testing -module-name "$1" -emit-module \
    -emit-module-path "$out/modules/$1.swiftmodule" \
    -c $(find "$2" -name '*.swift' -not -path '*/Program/*' | sort) -o "$out/$1.o"
}
# In their line of dependency.
objects=
for module in LibraryOpening JSONText MeridianKernel MeridianGeodesy MeridianStore MeridianTopology \
  MeridianFilter MeridianQuery MeridianWorkspace MeridianCommands; do
  library "$module" "$src/$module"
  objects="$objects $out/$module.o"
done
library MeridianTokens "$root/Tools/tokens"
objects="$objects $out/MeridianTokens.o"

build() {
  # shellcheck disable=SC2086
  swiftc $flags -use-ld=lld -module-name Fuzz "$root/Tools/fuzz/$2" $objects \
    "$out"/ckernels-*.o "$out"/cplatform-*.o "$out/csimdjson.o" -lsqlite3 -lstdc++ \
    -o "$out/$1"
}
build json JSONLineFuzz.swift
build arguments ArgumentsFuzz.swift
build geojson GeoJSONFramerFuzz.swift
build csv CSVRecordFuzz.swift
build tokens TokensFuzz.swift
