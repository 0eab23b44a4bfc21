#!/bin/sh
# The README's example: it is examples/walk.c to the letter, and walks as `cairn solve` does.
# Usage: example.sh CAIRN WALK SOURCE_DIR
set -eu
cairn=$1
walk=$2
source=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

sed -n '/^```c$/,/^```$/p' "$source/README.md" | sed '1d;$d' >shown.c
cmp shown.c "$source/examples/walk.c"

"$cairn" map generate city --size 2048x2048 -o city.map
"$cairn" build city.map -o city.cairn --records 300 --quiet >/dev/null
"$walk" >walked
"$cairn" solve city.map --db city.cairn --from 100,100 --to 1800,1880 --path | tail -n +2 >solved
[ -s walked ]
cmp walked solved
echo "1 passed, 0 failed"
