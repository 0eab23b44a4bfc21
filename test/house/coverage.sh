#!/bin/sh
# coverage.sh SOURCE CC: scripts/check-coverage sees what was run of a small tree, and what was not.
. "$(dirname "$0")/lib.sh"
mkdir "$tree/scripts"
cp "$1/scripts/check-coverage" "$tree/scripts"
check=$tree/scripts/check-coverage
objects=$tree/build/CMakeFiles/cairn.dir/src
plant src/half.c 'int half(int number)\n{\n    if (number > 1)\n        return 1;\n    return 2;\n}\n'
plant main.c 'int half(int number);\nint main(void)\n{\n    return half(2) - 1;\n}\n'
mkdir -p "$objects"
expect_refusal 'has no counts' "$check" "$tree/build" 0 0 0
(cd "$objects" && "$2" --coverage -c "$tree/src/half.c" -o half.c.o)
"$2" --coverage "$tree/main.c" "$objects/half.c.o" -o "$tree/main"
(cd "$tree" && ./main)

# Four lines are code, and one of them is not run; nor is one of the two branches.
expect_pass "$check" "$tree/build" 75 50 75
expect_refusal 'FAILED: 75.00 % of all lines are run, not 76' "$check" "$tree/build" 76 50 75
expect_refusal 'FAILED: 50.00 % of all branches are run, not 51' "$check" "$tree/build" 75 51 75
expect_refusal 'FAILED: src/half.c: 75.0 % of its lines are run, not 76' "$check" "$tree/build" 75 50 76
expect_refusal 'src/half.c  not run: 5' "$check" "$tree/build" 100 0 0
