#!/usr/bin/env bash
# check.sh PREFIX: compiles and runs the examples against the library installed there: from CMake, shared
# and static, by pkg-config, and from Rust. What a machine has no compiler for is said.
set -euo pipefail
prefix=$(cd "$1" && pwd)
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
libraries=$(dirname "$(find "$prefix" -name 'libroute_opt.so' | head -1)")
export LD_LIBRARY_PATH=$libraries

cmake -S . -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" > /dev/null
cmake --build "$work/build" > /dev/null
for kind in shared static; do
    echo "C, $kind, by CMake:"
    "$work/build/triangle_$kind"
done

if command -v pkg-config > /dev/null; then
    export PKG_CONFIG_PATH=$libraries/pkgconfig
    # shellcheck disable=SC2046
    cc -Wall -Wextra -Werror -pedantic -std=c99 triangle.c -o "$work/triangle" $(pkg-config --cflags --libs route_opt)
    echo "C, by pkg-config:"
    "$work/triangle"
else
    echo "no pkg-config here: not tried"
fi

if command -v rustc > /dev/null; then
    rustc --edition 2021 -L "$libraries" triangle.rs -o "$work/triangle_rs"
    echo "Rust:"
    "$work/triangle_rs"
else
    echo "no rustc here: the example in Rust was not compiled"
fi
