#!/bin/sh
# names.sh SOURCE: what comments and documents name in backticks is there, and the check sees it if not.
. "$(dirname "$0")/lib.sh"
check=$1/scripts/check-names

expect_pass "$check" "$1"

plant src/one.h '/* one.h: a list. */\nstruct list { int count; };\n'
plant src/one.c '/* one.c: makes the list of one.h. */\n#include "one.h"\nint grow(void);\n'
plant docs/one.md '`count` of `src/one.c`, by `grow()`; names in `grow` and `_lists`.\n```\n`gone`\n```\n'
plant cli/three.c '/* three.c (unit): words. */\nconst char *const words = "near|far|all_lists";\n'
expect_pass "$check" "$tree"

commented() { # SENTENCE COMMENT: the second line of src/one.h
    plant src/one.h "/* one.h: a list. */\n/* $2 */\nstruct list { int count; };\n"
    if [ -n "$1" ]; then
        expect_refusal "src/one.h:2: $1" "$check" "$tree"
    else
        expect_pass "$check" "$tree"
    fi
}
commented '' 'The other of two files has `grow`, this one `list->count`, and a word may be `near`.'
commented 'no code has `size`' 'Its `size`.'
commented 'no code has `list->size`' 'Its `list->size`.'
commented 'no code has `words`' 'What `words` are, a stranger knows.'
commented 'there is no none.c' 'See none.c.'
plant src/one.h '/* list.h: a list. */\nstruct list { int count; };\n'
expect_refusal 'src/one.h:1: the file does not begin with its name' "$check" "$tree"
commented '' 'So `count` is there.'

plant docs/one.md 'first\nthe `size` of it\n'
expect_refusal 'docs/one.md:2: no code has `size`' "$check" "$tree"
plant docs/one.md 'first\nthe `lost_` words\n'
expect_refusal 'docs/one.md:2: no code has `lost_`' "$check" "$tree"
