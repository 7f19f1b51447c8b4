#!/usr/bin/env bash
# build.sh [FOLDER]: the core as WebAssembly, dist/core.mjs, for browsers and Node. Objects stay in FOLDER.
set -euo pipefail
cd "$(dirname "$0")"
if ! command -v emcc > /dev/null; then
    echo "emcc is not here: install emscripten (Debian: apt-get install emscripten) to build the module" >&2
    exit 3
fi
objects=${1:-../build/wasm}
mkdir -p "$objects" dist
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' ../src/route_opt/__init__.py) # where it stands once
[ -n "$version" ] || { echo "src/route_opt/__init__.py tells no version" >&2; exit 1; }
flags=(-std=c++20 -O3 -DNDEBUG -I../cpp/include -I../cpp/src "-DROUTE_OPT_VERSION=\"$version\"")
export objects
compile() { # SOURCE FLAGS...
    local source=$1 object
    shift
    object=$objects/$(echo "${source#../cpp/src/}" | tr / _).o
    [ "$object" -nt "$source" ] && [ -z "$(find ../cpp -name '*.h*' -newer "$object" -print -quit)" ] || emcc "$@" -c "$source" -o "$object"
}
export -f compile
find ../cpp/src -name '*.cpp' -print0 | xargs -0 -P 2 -I{} bash -c 'compile "$@"' _ {} "${flags[@]}"
emcc -O2 -I../cpp/include -c limits.c -o "$objects/limits.o"
names=$(grep -o 'route_opt_[a-z_]*(' ../cpp/include/route_opt.h | tr -d '(' | sort -u | sed 's/.*/"_&"/' | paste -sd,)
# Nothing is thrown across: the module asks for all problems before it asks for a solution. The objects are
# optimized already; -O1 spares the link the tools that shorten its JavaScript. All is in one file, so that Node
# can be a web like others.
emcc -O1 "$objects"/*.o -o dist/core.mjs -s MODULARIZE=1 -s EXPORT_ES6=1 -s ENVIRONMENT=web,worker \
    -s WASM_BIGINT=0 -s SINGLE_FILE=1 -s ALLOW_MEMORY_GROWTH=1 -s TOTAL_STACK=4194304 -s EXPORTED_FUNCTIONS="[$names,\"_malloc\",\"_free\"]" \
    -s EXPORTED_RUNTIME_METHODS='["HEAP32","stringToUTF8","lengthBytesUTF8","UTF8ToString"]'
