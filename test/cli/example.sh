#!/bin/sh
# The README's example: it is examples/walk.c to the letter, and walks as `cairn solve` does, whatever
# kind of database there is; the crowd: all arrive, within their budget; and the editor, in at most
# 40 lines.
# Usage: example.sh CAIRN WALK CROWD EDITOR SOURCE_DIR
set -eu
cairn=$1
walk=$2
crowd=$3
editor=$4
source=$5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

sed -n '/^```c$/,/^```$/p' "$source/README.md" | sed '1d;$d' >shown.c
cmp shown.c "$source/examples/walk.c"

"$cairn" map generate city --size 2048x2048 -o city.map
# Walks with the database that is there, and compares.
walks() {
    "$walk" >walked
    "$cairn" solve city.map --db city.cairn --from 100,100 --to 1800,1880 --path | tail -n +2 >solved
    [ -s walked ]
    cmp walked solved
    "$cairn" db info city.cairn | grep -q "^kind  *$1\$"
}
"$cairn" build city.map -o city.cairn --quiet >/dev/null
walks labels
"$crowd" >moved
grep -q '^arrived 16 ' moved
"$cairn" build city.map -o city.cairn --kind regions --quiet >/dev/null
walks regions
"$cairn" build city.map -o city.cairn --max-bytes 5000 --quiet >/dev/null
walks knn

[ "$(wc -l <"$source/examples/editor.c")" -le 40 ]
"$editor" | grep -qx 'labels, [0-9]* moves'
echo "5 passed, 0 failed"
