# import.sh CAIRN LEVEL_FILES: levels, pictures and tile maps in; maps and pictures out.
. "$(dirname "$0")/lib.sh"
"$2" . || exit 1

# ---- levels ----
expect 0 map levels small.wad
is_quiet
has '^MAP01 +272 x 128 +[0-9]+$'
expect 0 map levels small.pk3 --json
has '^\{"format": "pk3", "levels": \[\{"name": "small", "width": 384.0, "height": 128.0, '
expect 0 map levels small.png
has '^picture +8 x 8 '

# Samples lie on whole units: 16 to 240 by 16 to 112, and the door adds its 16.
expect 0 map import small.wad --resolution 1 -o wad.map
is_quiet
has '^format +wad$'
has '^level +MAP01$'
has '^width +336$'
has '^height +192$'
has "^open +$((241 * 97))\$"
has '^origin +\[-32\.5,160\.5\]$'
has '^cell_size +\[1\.0,-1\.0\]$'
has '^starts_used +1$'
has '^start_cells +\[\[96,96\]\]$'
has '^components +1$'
holds 'the places are not beside the map' grep -q '"start_cells": \[\[96, 96\]\]' wad.map.json
expect 0 map import small.wad --level map01 --resolution 1 --doors closed -o wad.map --json
has "\"open\": $((225 * 97)),"
expect 0 map import small.wad --resolution 1 --step-height 23 -q -o low.map
says ''
expect 0 map info low.map
has "^open +$((97 * 97))\$"
expect 0 map import small.bsp --resolution 1 -o bsp.map
has '^components +1$'
cp "$out" bare
expect 0 map import small.pk3 --resolution 1 -q -o pk3.map
holds 'the level differs in its archive' cmp -s bsp.map pk3.map
expect 0 build wad.map -o wad.db --records 50 --quiet
expect 0 db verify wad.db --map wad.map
expect 0 solve wad.map --db wad.db --from 60,90 --to 230,60
expect 0 render wad.map -o look.png -q

# ---- pictures: out and in again ----
expect 0 map import small.wad --resolution 1 --doors closed -q -o wad.png
expect 0 map import wad.png -q -o again.map
holds 'a map is not the same after a picture' cmp -s wad.map again.map
expect 0 map import small.png -q -o png.map
holds 'the picture is wrong' cmp -s png.map - <<'MAP'
type octile
height 8
width 8
map
........
........
........
........
@@@@@...
........
........
........
MAP
expect 0 map import small.png --open 000000 -q -o png.map
expect 0 map import small.png --open '#000000,123456,#abCDef' -q -o same.map
holds 'a # is not taken' cmp -s png.map same.map
for colours in '#' '##00000' '00000' '0000000' '000000,' ',000000' '#000000#000000' 00000g ''; do
    expect 2 map import small.png --open "$colours" -o never.map
    holds 'no sentence' grep -q "wants at most 256 colours RRGGBB or #RRGGBB .*, not '$colours'" "$err"
done
holds 'the table is not used' grep -q '^\.\.\.\.\.@@@$' png.map
expect 0 map import small.png --blocked ffffff -q -o same.map
holds 'the tables differ' cmp -s png.map same.map
expect 0 map import small.png --invert -q -o same.map
holds 'the inverse differs' cmp -s png.map same.map
expect 0 map import small.png --resolution 2 -q -o half.map
holds 'a thin wall is lost' grep -q '^@@@\.$' half.map

# ---- tile maps ----
cat >tiles.json <<'JSON'
{"type": "map", "orientation": "orthogonal", "infinite": false, "tilesets": [],
 "layers": [{"type": "tilelayer", "name": "walls", "width": 2, "height": 2, "data": [0, 1, 0, 0]},
            {"type": "tilelayer", "name": "roof", "width": 2, "height": 2, "data": [1, 1, 1, 1]}]}
JSON
expect 0 map levels tiles.json
has '^walls +2 x 2 '
has '^roof +2 x 2 '
expect 0 map import tiles.json --layer walls -q -o tiles.map
holds 'the tiles are wrong' test "$(tail -n 2 tiles.map)" = '.@
..'
expect 3 map import tiles.json -o x
complains '^cairn: tiles.json: it has 2 layers of tiles; choose one'
expect 0 map import tiles.json --layer walls --layer roof --invert -q -o tiles.map
holds 'one layer is lost' test "$(tail -n 2 tiles.map)" = '..
..'

# A tileset in a file of its own.
cat >tiles.tsx <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<tileset name="tiles"><tile id="0"><properties><property name="walk" type="bool" value="true"/>
</properties></tile></tileset>
XML
sed 's/"tilesets": \[\]/"tilesets": [{"firstgid": 1, "source": "tiles.tsx"}]/' tiles.json >outer.json
expect 0 map import outer.json --layer walls --property walk -q -o tiles.map
holds 'the tileset is not read' test "$(tail -n 2 tiles.map)" = '@.
@@'
mkdir inner
cp outer.json inner/
expect 3 map import inner/outer.json --layer walls --property walk -q -o never.map
complains 'its tileset tiles.tsx: cannot be read: No such file'
sed 's/tiles.tsx/..\/tiles.tsx/' outer.json >inner/outer.json
expect 3 map import inner/outer.json --layer walls --property walk -q -o never.map
complains "its tileset \.\./tiles.tsx: it leads out of the map's own folder"

# ---- options of another format ----
for wrong in 'png --radius 8' 'png --doors closed' 'png --layer a' 'wad --threshold 9' \
    'wad --invert' 'bsp --property a' 'pk3 --open ffffff'; do
    # shellcheck disable=SC2086
    expect 2 map import small.${wrong%% *} ${wrong#* } -o never.map
    complains "^cairn: small.${wrong%% *} is an?? .*, which has no --.*; leave it out"
    says ''
done
expect 2 map import tiles.json --layer walls --step-height 3 -o never.map
complains '^cairn: tiles.json is a Tiled map, which has no --step-height; leave it out'
expect 3 map import small.png --level E1M1 -o never.map
complains 'it holds no level E1M1'

# ---- components ----
expect 0 map import tiles.json --layer walls --invert -o one.map
is_quiet
cat >parts.json <<'JSON'
{"type": "map", "orientation": "orthogonal", "infinite": false, "tilesets": [],
 "layers": [{"type": "tilelayer", "name": "walls", "width": 4, "height": 1, "data": [0, 0, 1, 0]}]}
JSON
expect 0 map import parts.json -o parts.map
has '^components +2$'
has '^largest_component +2$'
complains '^cairn: warning: parts.map falls into 2 components .* 2 of 3 open cells \(66\.7 %\); `cairn render'
expect 0 map import parts.json -q -o parts.map
is_quiet

# ---- refusals: one sentence, exit code 3, nothing written ----
refuses() {
    local pattern=$1 file=$2
    shift 2
    expect 3 map import "$file" -o never.map "$@"
    complains "^cairn: $file:.*$pattern.*; "
    says ''
    holds 'something was written' test "$(compgen -G 'never*' | wc -l)" -eq 0
}
refuses 'no place where a player starts' nostart.wad
refuses 'no level E1M1' small.wad --level E1M1
refuses 'above 16384 x 16384' small.wad --resolution 0.01
refuses 'no room|has room' small.wad --radius 200
head -c 300 small.wad >cut.wad
refuses 'leads out' cut.wad
head -c 100 small.bsp >cut.bsp
refuses 'ends inside its header' cut.bsp
head -c 700 small.bsp >cut.bsp
refuses 'leads out of the file' cut.bsp
head -c 500 small.pk3 >cut.pk3
refuses 'zip archive is damaged' cut.pk3
head -c 60 small.png >cut.png
refuses 'picture is damaged' cut.png
refuses 'it is a map, not a level' wad.map
printf 'nothing\n' >text
refuses 'no level that cairn knows' text
refuses 'no cell of the map would be open' small.png --open 123456
complains 'choose --threshold, --open'
refuses 'no cell of the map would be open' tiles.json --layer walls --layer roof
complains 'choose --layer, --property'
refuses 'no cell can be walked on at this resolution' small.wad --resolution 900
: >empty
refuses 'the file is empty' empty
refuses 'cannot be read: No such file' missing
refuses 'cannot be read: Is a directory' "$work"
expect 3 map levels missing
complains '^cairn: missing: cannot be read'
expect 3 map import small.wad -o small.wad
complains 'it is the input'
cp tiles.json tiles.map.json
expect 3 map import tiles.map.json --layer walls -o tiles.map
complains 'tiles.map.json: cannot be written: it is the input'
holds 'the input was changed' cmp -s tiles.json tiles.map.json
expect 3 map import small.wad -o no/such/place.map
complains 'cannot be written'

# Bombs: bounded memory. A sanitizer takes too much of it by itself.
if ! nm "$cairn" 2>/dev/null | grep -q __asan_init; then
    (
        ulimit -v 200000
        refuses 'would unpack to 314572800 bytes' bomb.pk3
        refuses 'cannot be unpacked' liar.pk3
        exit $failures
    )
    failures=$((failures + $?))
fi

for wrong in '--resolution 0' '--resolution -1' '--resolution nan' '--resolution 1e3' '--radius x' \
    '--doors ajar' '--overlap all' '--open 12345' '--open 123456,' '--threshold 256' ''; do
    # shellcheck disable=SC2086
    expect 2 map import small.wad ${wrong:--q} ${wrong:+-o never.map}
    says ''
done

# ---- Ctrl-C ----
# A machine that is through before the signal comes does it again.
catches() { [ $((0x$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$pid/status" || echo 0) & 2)) -ne 0 ]; }
got=0
while [ $got -eq 0 ]; do
    rm -f never.map*
    last='map import, interrupted'
    "$cairn" map import small.wad --resolution 0.03 -q -o never.map >"$out" 2>"$err" &
    pid=$!
    await catches 2>/dev/null && kill -INT $pid
    wait $pid
    got=$?
done
[ $got -eq 130 ] || fail "exit code $got, not 130"
complains 'interrupted: never.map was not written'
holds 'something was written' test "$(compgen -G 'never*' | wc -l)" -eq 0
# ---- names with escape codes and ends of lines ----
# No byte that a terminal acts upon, and no line more than there should be.
is_plain() {
    if LC_ALL=C tr -d '\n' <"$1" | LC_ALL=C grep -q '[^ -~]'; then
        fail "control characters are printed"
    fi
    [ "$(wc -l <"$1")" -eq "$2" ] || fail "there should be $2 lines"
}
cat >names.json <<'JSON'
{"type": "map", "orientation": "orthogonal", "infinite": false, "width": 2, "height": 1,
 "tilewidth": 16, "tileheight": 16, "tilesets": [], "layers": [
  {"type": "tilelayer", "name": "a\u001b[31m\nb\u009b1m", "width": 2, "height": 1, "data": [0, 1]}]}
JSON
expect 0 map levels names.json
is_plain "$out" 1
has '^a\\x1b\[31m\\nb\\xc2\\x9b1m +2 x 1 '
expect 0 map levels names.json --json
is_plain "$out" 1
expect 0 map import names.json -o names.map
is_plain "$out" "$(wc -l <"$out")"
holds 'the places hold control characters' is_plain names.map.json 1
sed 's/"data": \[0, 1\]/"encoding": "base64", "compression": "\\u001b[2J", "data": ""/' names.json >bad.json
expect 3 map import bad.json -o bad.map
complains 'the layer is packed by \?\[2J, which'
is_plain "$err" 1
expect 3 map info "$(printf 'no\033[31m\nfile.map')"
complains '^cairn: no\\x1b\[31m\\nfile\.map: cannot be opened'
expect 3 map info "$(printf 'caf\303\251 \303\050 \355\240\200.map')"
complains "$(printf 'caf\303\251') "'\\xc3\( \\xed\\xa0\\x80\.map'
mkdir folder
cp wad.map "folder/$(printf 'one\033[31m\n.map')"
cp wad.map folder/two.map
expect 0 build folder --out-dir built --kind regions
is_plain "$out" "$(wc -l <"$out")"
is_plain "$err" "$(wc -l <"$err")"
expect 0 build folder --out-dir built --kind regions --update
is_plain "$out" 2

finish
