#!/bin/sh
# shape.sh SOURCE: files and functions of the tree are short, folders have few files, and the check sees it if not.
. "$(dirname "$0")/lib.sh"
check=$1/scripts/check-shape

expect_pass "$check" "$1"

lines() { # COUNT: that number of statements
    seq "$1" | sed 's/.*/    work();/'
}
function_of() { # LINES: a function of that length
    printf 'static void one(void)\n{\n%s\n}\n' "$(lines $(($1 - 3)))"
}
plant cli/one.c "$(function_of 60)\n"
expect_pass "$check" "$tree"
plant cli/one.c "\n$(function_of 61)\n"
expect_refusal 'cli/one.c:2: a function of 61 lines' "$check" "$tree"
plant cli/one.c "$(function_of 3)\n"

plant src/base/two.c "$(function_of 25)\n"
expect_refusal 'src: one function in 20 has 25 lines or more' "$check" "$tree"
rm "$tree/src/base/two.c"

plant test/long.sh "$(lines 800)\n"
expect_pass "$check" "$tree"
plant test/long.sh "$(lines 801)\n"
expect_refusal 'test/long.sh: 801 lines, at most 800' "$check" "$tree"
rm "$tree/test/long.sh"

plant src/grid/one.c ''
expect_refusal 'cli/one.c and src/grid/one.c have one name' "$check" "$tree"
rm "$tree/src/grid/one.c"

for number in $(seq 27); do
    plant "src/grid/file$number.c" ''
done
expect_refusal 'src/grid: 27 C files, at most 26' "$check" "$tree"
