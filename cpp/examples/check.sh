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
# Nothing but the interface is exported.
others=$(nm --dynamic --defined-only --format=posix "$libraries/libroute_opt.so" | cut -d' ' -f1 | grep -v '^route_opt_\|^ROUTE_OPT_' || true)
[ -z "$others" ] || { echo "the library exports more than its interface:" "$others" >&2; exit 1; }
declared=$(grep -o '\broute_opt_[a-z_]*(' "$prefix/include/route_opt.h" | tr -d '(' | sort -u)
exported=$(nm --dynamic --defined-only --format=posix "$libraries/libroute_opt.so" | grep -o '^route_opt_[a-z_]*' | sort -u)
[ "$declared" = "$exported" ] || { diff <(echo "$declared") <(echo "$exported") >&2; exit 1; }

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
    # The program of docs/c.md, word for word.
    awk '/^```c$/ {on = 1; next} /^```/ {on = 0} on' ../../docs/c.md > "$work/page.c"
    # shellcheck disable=SC2046
    cc -Wall -Wextra -Werror -pedantic -std=c99 "$work/page.c" -o "$work/page" $(pkg-config --cflags --libs route_opt)
    [ "$("$work/page")" = 50 ] || { echo "the program of docs/c.md does not print 50" >&2; exit 1; }
    # And by its lines for CMake.
    mkdir "$work/mine" && cp "$work/page.c" "$work/mine/mine.c"
    {
        printf 'cmake_minimum_required(VERSION 3.24)\nproject(mine C)\nadd_executable(mine mine.c)\n'
        awk '/^```cmake$/ {on = 1; next} /^```/ {on = 0} on' ../../docs/c.md
    } > "$work/mine/CMakeLists.txt"
    cmake -S "$work/mine" -B "$work/mine/build" -DCMAKE_PREFIX_PATH="$prefix" > /dev/null
    cmake --build "$work/mine/build" > /dev/null
    [ "$("$work/mine/build/mine")" = 50 ] || { echo "what docs/c.md builds by CMake does not print 50" >&2; exit 1; }
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
