#!/bin/sh
# words.sh SOURCE: comments, texts and documents have no phrase of the list, and the check sees it if they do:
# over the end of a line, in comments and strings, not in names of code; a word of the glossary has one row.
. "$(dirname "$0")/lib.sh"
check=$1/scripts/check-words

expect_pass "$check" "$1"

plant src/one.c '/* one.c: how\n * many. */\nint so, many, told; /* so */ int many_of = "so" "many";\n'
plant docs/glossary.md '# Glossary\n\n| word | meaning |\n|---|---|\n| map | cells |\n'
expect_pass "$check" "$tree"
refused() { # SENTENCE PATH TEXT
    plant "$2" "$3"
    expect_refusal "$2:$1" "$check" "$tree"
    rm "$tree/$2"
}
refused '2: "so many"' docs/two.md 'first\nIn so\nmany words.\n'
refused '3: "So many"' src/two.c '/* two.c: a unit. */\n\n/* So\n * many of it. */\n'
refused '2: "told"' cli/two.c '/* two.c: a unit. */\nputs("It was told.");\n'
refused '1: "but for"' test/two.sh '# All but\n# for one.\n'
plant docs/glossary.md "$(printf '| map | cells |\\n| path | cells |\\n| map | a grid |\\n')"
expect_refusal 'docs/glossary.md: "map" has two meanings' "$check" "$tree"
plant docs/glossary.md "$(seq 101 | sed 's/.*/| word & | meaning |\\n/' | tr -d '\n')"
expect_refusal 'docs/glossary.md: 101 words, more than 100' "$check" "$tree"
