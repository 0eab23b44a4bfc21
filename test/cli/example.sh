#!/bin/sh
# The README's example: it is examples/walk.c to the letter, and walks as `cairn solve` does; and the
# crowd: all arrive, within their budget, and the distance told is that of the optimal path.
# Usage: example.sh CAIRN WALK CROWD SOURCE_DIR
set -eu
cairn=$1
walk=$2
crowd=$3
source=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

sed -n '/^```c$/,/^```$/p' "$source/README.md" | sed '1d;$d' >shown.c
cmp shown.c "$source/examples/walk.c"

"$cairn" map generate city --size 2048x2048 -o city.map
"$cairn" build city.map -o city.cairn --quiet >/dev/null
"$walk" >walked
"$cairn" solve city.map --db city.cairn --from 100,100 --to 1800,1880 --path | tail -n +2 >solved
[ -s walked ]
cmp walked solved

"$crowd" >moved
grep -q '^arrived 16 ' moved
read -r _ place _ distance <moved
goal=$("$cairn" map nearest city.map 1800,1880 | sed -n 's/^cell *\[\(.*\)\]/\1/p')
"$cairn" solve city.map --from "$place" --to "$goal" | grep -qx "cost  *$distance"
echo "2 passed, 0 failed"
