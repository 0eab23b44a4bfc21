#!/bin/sh
# docs.sh SOURCE: what the documents name is there, and the check sees it if not; the example of
# docs/extending.md is the file that the tests compile.
. "$(dirname "$0")/lib.sh"
check=$1/scripts/check-docs

expect_pass "$check" "$1"

awk '/^```/ { shown = 0 } shown { print } /^```c$/ && !seen++ { shown = 1 }' "$1/docs/extending.md" \
    >"$tree/shown.c"
expect_pass diff "$tree/shown.c" "$1/test/extending/count.c"
rm "$tree/shown.c"

plant include/cairn/cairn.h '/* cairn.h: all. */\n#include "base.h"\n'
plant include/cairn/base.h '/* cairn/base.h: numbers. */\n#define CAIRN_VERSION_MAJOR 1
#define CAIRN_VERSION_MINOR 2\n#define CAIRN_VERSION_PATCH 3\n'
plant docs/other.md ''
plant docs/one.md 'See [other](other.md) and `docs/other.md`; `CAIRN_VERSION_MAJOR` is 1.\n'
expect_pass "$check" "$tree"
refused() { # SENTENCE TEXT
    plant docs/one.md "$2\n"
    expect_refusal "docs/one.md:1: $1" "$check" "$tree"
}
plant src/one.c '/* one.c: see docs/lost.md. */\n'
expect_refusal 'src/one.c:1: there is no docs/lost.md' "$check" "$tree"
rm "$tree/src/one.c"
refused 'there is no lost.md' 'See [lost](lost.md).'
refused 'there is no src/lost.c' 'See `src/lost.c`.'
refused 'there is no cairn/lost.h' 'See cairn/lost.h.'
refused 'the library has no cairn_lose' 'Call `cairn_lose()`.'
