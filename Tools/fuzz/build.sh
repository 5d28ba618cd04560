#!/bin/sh
# Builds the fuzzers of the geometry decoders into a folder (default .build/fuzz).
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

kernel=$(find "$root/Sources/MeridianKernel" -name '*.swift' | sort)
# shellcheck disable=SC2086
swiftc $flags -wmo -module-name MeridianKernel -emit-module \
  -emit-module-path "$out/modules/MeridianKernel.swiftmodule" -c $kernel -o "$out/kernel.o"

build() {
  name=$1
  shift
  # shellcheck disable=SC2086
  swiftc $flags -use-ld=lld -module-name Fuzz -I "$out/modules" "$@" "$out/kernel.o" -o "$out/$name"
}
build wkb "$root/Tools/fuzz/WKBFuzz.swift"
build gpb "$root/Tools/fuzz/GeoPackageBinaryFuzz.swift" \
  "$root/Sources/MeridianStore/GeoPackage/GeoPackageBinary.swift"
build spatialite "$root/Tools/fuzz/SpatiaLiteBlobFuzz.swift" \
  "$root/Sources/MeridianStore/SpatiaLite/SpatiaLiteBlob.swift"
