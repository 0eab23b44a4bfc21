# places.sh CAIRN LEVEL_FILES: cells that the map decides: starts, nearest and random ones; and the
# components of a map in colours.
. "$(dirname "$0")/lib.sh"
"$2" . || exit 1
expect 0 map import small.wad --resolution 4 -q -o w.map

# Two rooms of 3 x 2 that no path joins, and a cell alone.
cat >two.map <<'MAP'
type octile
height 3
width 9
map
...@...@.
...@...@@
@@@@@@@@@
MAP

# ---- starts ----
expect 0 solve w.map --from start --to 30,20
has '^start +\[24,24\]$'
expect 0 solve w.map --from start:1 --to 30,20 --json
has '"start": \[24, 24\]'
expect 0 reachable w.map --from start --to start
has '^moves +0$'
expect 3 solve w.map --from start:2 --to 30,20
complains '^cairn: w.map.json has no start 2, for it has 1 in all; '
expect 3 solve two.map --from start --to 0,0
complains '^cairn: there is no two.map.json, which `cairn map import. writes'
cp w.map.json two.map.json
expect 3 solve two.map --from start --to 0,0
complains '^cairn: two.map.json belongs to another map; import the level again'
echo '{"start_cells": [[0, 0' >two.map.json
expect 3 solve two.map --from start --to 0,0
complains '^cairn: two.map.json: .*; import the level again'
echo '[1, 2]' >two.map.json
expect 3 solve two.map --from start --to 0,0
complains '^cairn: two.map.json belongs to another map'
expect 0 map info two.map --json
printf '{"fingerprint": "%s", "start_cells": [[8, 0], [3, 0], [90, -1], 5, [-1]]}\n' \
    "$(sed 's/.*"fingerprint": "\([0-9a-f]*\)".*/\1/' "$out")" >two.map.json
expect 0 solve two.map --from start:1 --to start:1
is_quiet
has '^start +\[8,0\]$'
# A start is one of the largest component, of which there are two here: the first of them counts.
expect 0 solve two.map --from start --to 0,0
complains '^cairn: warning: no start of two.map.json lies in the largest component of the map; .* 2,0; start:1 is'
has '^start +\[2,0\]$'
sed -i 's/90, -1/1, 1/' two.map.json
expect 0 solve two.map --from start --to 0,0
is_quiet
has '^start +\[1,1\]$'
expect 0 solve two.map --from start --to random:1
has '^goal +\[[012],[01]\]$'
sed -i 's/1, 1/90, -1/' two.map.json
expect 3 solve two.map --from start:2 --to 0,0
complains '^cairn: two.map.json: the start 3,0 is blocked; '
expect 3 solve two.map --from start:3 --to 0,0
complains '^cairn: two.map.json: the start 90,-1 is outside the map'
expect 3 solve two.map --from start:4 --to 0,0
complains '^cairn: two.map.json: the start -1,-1 is outside the map'
expect 3 solve two.map --from start:5 --to 0,0
complains '^cairn: two.map.json: the start -1,-1 is outside the map'

sed 's/"start_cells": .*/"start_cells": []}/' two.map.json >none.json
cp two.map none.map
mv none.json none.map.json
expect 3 solve none.map --from start --to 0,0
complains '^cairn: none.map.json has no start; '

# ---- nearest: joined to the other end ----
expect 0 solve two.map --from nearest:3,2 --to nearest:8,2
has '^start +\[2,1\]$'
has '^goal +\[2,1\]$'
expect 0 solve two.map --from 4,0 --to nearest:8,2
has '^goal +\[6,1\]$'
expect 0 solve two.map --from nearest:0,2 --to 6,1
has '^start +\[4,1\]$'
expect 0 map nearest two.map 0,0 --from nearest:6,2
has '^cell +\[4,0\]$'
expect 3 solve two.map --from nearest:9,9 --to 0,0
complains '^cairn: two.map: the start 9,9 is outside the map'

# ---- random: any open cell, of the other end's component; the same for the same seed ----
for seed in 1 2 3 4 5 6 7 8; do
    expect 0 solve two.map --from random:$seed --to random:$seed --json
    cp "$out" first
    expect 0 solve two.map --from random:$seed --to random:$seed --json
    holds 'a seed draws other cells' \
        test "$(grep -o '"start": [^a-z]*' first)" = "$(grep -o '"start": [^a-z]*' "$out")"
    grep -o '"start": [^a-z]*' first >>starts
    expect 0 solve two.map --from random:$seed --to 5,1
    has '^start +\[[456],[01]\]$'
done
holds 'all starts are one' test "$(sort -u starts | wc -l)" -gt 2
expect 0 solve two.map --from random --to random
expect 0 map nearest two.map 1,1 --from random
printf 'type octile\nheight 1\nwidth 2\nmap\n@@\n' >full.map
expect 3 solve full.map --from random --to random
complains '^cairn: full.map: the map has no open cell'
expect 3 solve full.map --from nearest:0,0 --to 0,0
complains '^cairn: full.map: '

# ---- of a database ----
expect 0 build w.map -o w.db --kind knn --records 20 --quiet
expect 0 nearest w.db --map w.map --from start --to random:3 --json
has '"from": \[24, 24\]'
expect 2 nearest w.db --from start --to 30,20
expect 3 nearest w.db --map two.map --from random --to random
complains '^cairn: w.db: the database was made for a map of 84 x 48 cells'

# ---- wrong usage ----
for wrong in start:0 start: start:x startle random: random:-1 nearest nearest: nearest:1 1 1,2,3 ''; do
    expect 2 solve two.map --from "$wrong" --to 0,0
    says ''
done

# ---- components ----
expect 0 render two.map --components -o two.png --size 9 --bare
has '^components +3$'
has '"colour":"f7f5ef","components":1,"cells":6.*"colour":"56b4e9","components":1,"cells":6.*"cells":1'
expect 0 map import two.png --blocked 3a404c -q -o again.map
holds 'the picture is wrong' cmp -s two.map again.map
expect 0 map import two.png --open 56b4e9 -q -o again.map
holds 'the second component has another colour' test "$(sed -n 5p again.map)" = '@@@@...@@'
awk 'BEGIN { print "type octile\nheight 2\nwidth 40\nmap"; for (y = 0; y < 2; y++) {
    row = ""; for (x = 0; x < 40; x++) row = row (x % 2 || (y && x < 30) ? "@" : "."); print row } }' \
    >many.map
expect 0 render many.map --components -o many.png --json
has '"components": 20, "legend": \[\{"colour": "f7f5ef", "components": 1, "cells": 2\}'
has '"colour": "8a5a3c", "components": 12, "cells": 12\}\]'
finish
