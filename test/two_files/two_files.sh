#!/bin/sh
# two_files.sh SOURCE: libcairn as cairn.c and cairn.h (scripts/make-amalgamation), as a game takes it:
# no warning of any compiler that is there, the same hashes as the library, C++17, and a game without
# building, whose size has a ceiling.
set -eu
source=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/cairn-two-files-XXXXXX")
trap 'rm -rf "$work"' EXIT
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wvla -Werror"
game="-DCAIRN_WITH_BUILD=0 -DCAIRN_WITH_RESEARCH=0"

# The most bytes of code and data of the on-line half, by gcc -Os on x86-64. docs/embedding.md has what it
# is; a change that needs more says why.
most=270000

fail() {
    echo "FAILED: $*"
    exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

"$source/scripts/make-amalgamation" "$work"
[ "$(ls "$work")" = "cairn.c
cairn.h" ] || fail "there are other files than two"
"$source/scripts/make-amalgamation" "$work/again"
cmp "$work/cairn.c" "$work/again/cairn.c" || fail "the same source gives other files"

# Each compiler, with and without what may be left out.
cd "$work"
for compiler in gcc clang; do
    have $compiler || continue
    # shellcheck disable=SC2086
    $compiler -std=c11 $warnings -O1 -c cairn.c -o all-$compiler.o || fail "$compiler"
    # shellcheck disable=SC2086
    $compiler -std=c11 $warnings $game -Os -c cairn.c -o game-$compiler.o || fail "$compiler $game"
    # shellcheck disable=SC2086
    $compiler -std=c11 $warnings -DCAIRN_WITH_RESEARCH=0 -fsyntax-only cairn.c || fail "$compiler, no research"
    # shellcheck disable=SC2086
    $compiler -std=c11 $warnings -DCAIRN_WITH_BUILD=0 -fsyntax-only cairn.c || fail "$compiler, no building"
    last=$compiler
done

# The hash program, by the two files alone. It names the headers one by one.
mkdir -p one/cairn
for header in "$source"/include/cairn/*.h; do
    echo '#include "../../cairn.h"' >"one/cairn/$(basename "$header")"
done
portable=$source/test/portable
"$last" -std=c11 -O2 -I one -I "$source/scenes" "$portable/hashes.c" "$portable/hash_crowds.c" "$portable/lines.c" \
    "$source"/scenes/*.c "all-$last.o" -pthread -o hashes
./hashes "$source/test/golden/walks.fnv" >lines || fail "the hashes are others"

# A game in C, and one in C++.
"$last" -std=c11 -I one "$source/test/install/main.c" "game-$last.o" -pthread -o game
[ "$(./game | tr ' ' '\n' | tail -n 1)" = "$(head -n 1 "$source/VERSION")" ] || fail "the game"
for compiler in g++ clang++; do
    have $compiler || continue
    $compiler -std=c++17 -Wall -Wextra -Wpedantic -Werror -I . "$source/test/two_files/game.cpp" \
        "game-$last.o" -pthread -o game-cpp || fail "$compiler"
    ./game-cpp "$source/test/golden/good-dlrta-strict.cairn" || fail "the game in C++"
done

# Building is really left out, and what is left is small.
if nm "game-$last.o" | grep -q ' T cairn_build_create'; then
    fail "building is there"
fi
if have gcc && [ "$(gcc -dumpmachine)" = x86_64-linux-gnu ]; then
    bytes=$(size game-gcc.o | awk 'NR == 2 { print $1 + $2 }')
    echo "the on-line half has $bytes bytes of code and data"
    [ "$bytes" -le $most ] || fail "at most $most are allowed"
fi
