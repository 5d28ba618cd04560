#!/bin/sh
# Builds the fuzzers of the geometry decoders and of filters into a folder (default .build/fuzz).
#
#   Tools/fuzz/build.sh [FOLDER]
#   FOLDER/wkb -max_total_time=300 FOLDER/new Data/corpus/wkb
#
# libFuzzer writes new inputs to the first folder it is given; a crasher is kept in Data/corpus,
# where a test replays it. The kernel and the decoders are compiled without SwiftPM, which renames
# the entry point that the fuzzer's own main looks for.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/.build/fuzz}
mkdir -p "$out/modules" "$out/new"

flags="-O -swift-version 6 -package-name meridian -parse-as-library -sanitize=fuzzer,address"
flags="$flags -enable-upcoming-feature InternalImportsByDefault"
flags="$flags -enable-upcoming-feature MemberImportVisibility"

# The C targets without SwiftPM: a module map over each header.
src=$root/Sources
for wall in CKernels CPlatform; do
  mkdir -p "$out/walls/$wall"
  printf 'module %s { header "%s" }\n' "$wall" "$(ls "$src/$wall"/include/*.h)" \
    >"$out/walls/$wall/module.modulemap"
  flags="$flags -I $out/walls/$wall"
done
for file in "$src"/CKernels/*.c; do
  clang -O1 -g -I "$src/CKernels/include" -c "$file" -o "$out/ckernels-$(basename "$file" .c).o"
done
clang -O1 -g -I "$src/CPlatform/include" -c "$src/CPlatform/cplatform.c" -o "$out/cplatform.o"

kernel=$(find "$root/Sources/MeridianKernel" -name '*.swift' | sort)
# shellcheck disable=SC2086
swiftc $flags -wmo -module-name MeridianKernel -emit-module \
  -emit-module-path "$out/modules/MeridianKernel.swiftmodule" -c $kernel -o "$out/kernel.o"

build() {
  name=$1
  shift
  # shellcheck disable=SC2086
  swiftc $flags -use-ld=lld -module-name Fuzz -I "$out/modules" "$@" "$out/kernel.o" \
    "$out"/ckernels-*.o -o "$out/$name"
}
build wkb "$root/Tools/fuzz/WKBFuzz.swift"
build gpb "$root/Tools/fuzz/GeoPackageBinaryFuzz.swift" \
  "$root/Sources/MeridianStore/GeoPackage/GeoPackageBinary.swift"
build spatialite "$root/Tools/fuzz/SpatiaLiteBlobFuzz.swift" \
  "$root/Sources/MeridianStore/SpatiaLite/SpatiaLiteBlob.swift"
build wkt "$root/Tools/fuzz/WKTFuzz.swift"

# Filters see of the store what describes a layer, and of the C library what opens another.
library() {
  name=$1
  shift
  # shellcheck disable=SC2086
  swiftc $flags -I "$out/store" -I "$out/modules" -I "$src/CUTF8Proc" -wmo \
    -module-name "$name" -emit-module -emit-module-path "$out/store/$name.swiftmodule" \
    -c "$@" -o "$out/store/$name.o"
}
mkdir -p "$out/store"
library MeridianStore "$src/MeridianStore/StoreError.swift" \
  "$src/MeridianStore/Features/AttributeValue.swift" \
  "$src/MeridianStore/Features/LayerSchema.swift" "$src/MeridianStore/Files/TextSearch.swift"
library LibraryOpening "$src/LibraryOpening/SharedLibrary.swift"
# shellcheck disable=SC2046
library MeridianFilter $(find "$src/MeridianFilter" -name '*.swift' | sort)
build cql2 "$root/Tools/fuzz/CQL2Fuzz.swift" -I "$out/store" \
  -I "$src/CUTF8Proc" "$out/store/MeridianStore.o" "$out/store/MeridianFilter.o" \
  "$out/store/LibraryOpening.o" "$out/cplatform.o"
