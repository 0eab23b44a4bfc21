# pictures.sh CAIRN: what `cairn render` draws, and that it is where it should be.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
expect 0 build s.map -o a.db --records 5 --quiet

# ---- sizes ----
expect 0 render s.map -o s.png --quiet
is_quiet
holds 'that is no PNG' test "$(head -c 4 s.png | tail -c 3)" = PNG
# 146 pixels a cell, in the header's big-endian words for width and height
holds 'the picture is not 1022 x 730' test "$(od -An -tx1 -j16 -N8 s.png)" = ' 00 00 03 fe 00 00 02 da'
expect 0 render s.map -o s.png --algorithm tba --slice 3 --from 2,2 --to 6,2 --quiet
holds 'that is no PNG' test "$(head -c 4 s.png | tail -c 3)" = PNG
expect 0 render s.map -o s.png --db a.db --from 2,2 --to 6,2 --quiet
holds 'that is no PNG' test "$(head -c 4 s.png | tail -c 3)" = PNG

# ---- what a database has ----
# What a database has, in its colour; without --show-db and with another kind there is none of it.
counts() { # PICTURE COLOUR: how many pixels of it have this colour
    pixels=0
    last="map import $1 --open $2"
    if "$cairn" map import "$1" -o pixels.map --open "$2" --quiet 2>"$err"; then
        expect 0 map info pixels.map
        pixels=$(sed -n 's/^open *//p' "$out")
    else
        complains 'no cell of the map would be open'
    fi
}
expect 0 map generate rooms -o shown.map --size 96x96 --seed 3 --quiet
shows() { # COLOUR BUILD-OPTION...
    local colour=$1
    shift
    expect 0 build shown.map -o shown.db "$@" --quiet
    expect 0 render shown.map -o plain.png --db shown.db --quiet
    expect 0 render shown.map -o shown.png --db shown.db --show-db --quiet
    is_quiet
    counts plain.png "$colour"
    holds "the picture of $* has $colour without --show-db" test "$pixels" -eq 0
    counts shown.png "$colour"
    holds "the picture of $* has no $colour" test "$pixels" -gt 0
}
shows e69f00 --kind regions
shows e69f00 --records 20 --fallback
shows 7fc9b3 --records 20
shows c23b8e --kind dlrta --level 3
shows c23b8e --kind labels
counts shown.png e69f00
holds 'the picture of labels has seeds' test "$pixels" -eq 0
# Each corner is a dot where it is.
expect 0 db dump shown.db
read -r _ _ x y <"$out"
expect 0 render shown.map -o dot.png --db shown.db --show-db --crop "$x,$y,1,1" --size 9 --quiet
counts dot.png c23b8e
holds 'a corner is not where it is' test "$pixels" -gt 9
# A walk lies over it.
expect 0 render shown.map -o over.png --db shown.db --show-db --from 2,2 --to 90,90 --goal nearest --quiet
counts over.png 2f6bf0
holds 'the walk is not drawn' test "$pixels" -gt 0

finish
