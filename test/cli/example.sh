#!/bin/sh
# The README's example: it is examples/walk.c to the letter, and walks as `cairn solve` does, whatever
# kind of database there is; the crowd: all arrive, within their budget, by labels and by regions; the
# editor, in at most 40 lines; and the map that changes, from which docs/changing.md has some lines.
# Usage: example.sh CAIRN WALK CROWD EDITOR LIVING SOURCE_DIR
set -eu
cairn=$1
walk=$2
crowd=$3
editor=$4
living=$5
source=$6
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
# Moves the crowd with the database that is there.
moves() {
    "$crowd" >moved
    grep -q '^arrived 1000 ' moved
}
moves
"$cairn" build city.map -o city.cairn --kind regions --quiet >/dev/null
walks regions
moves
"$cairn" build city.map -o city.cairn --max-bytes 5000 --quiet >/dev/null
walks knn

[ "$(wc -l <"$source/examples/editor.c")" -le 40 ]
"$editor" | grep -qx 'labels, [0-9]* moves'

# Every line that docs/changing.md shows is in the example.
sed -n '/^```c$/,/^```$/p' "$source/docs/changing.md" | sed '1d;$d' >shown.c
[ "$(wc -l <shown.c)" -eq 3 ]
while read -r line; do
    grep -qF -e "$line" "$source/examples/living.c"
done <shown.c
"$living" >played
grep -qx 'frame [0-9]*: [1-6] are cut off by the door' played
grep -qx 'frame [0-9]*: saved in 6[0-9] bytes, and loaded' played
grep -qx 'frame [0-9]*: 6 have arrived' played
echo "6 passed, 0 failed"
