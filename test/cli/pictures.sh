# pictures.sh CAIRN: what `cairn render` draws, and that it is where it should be.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
expect 0 build s.map -o a.db --records 5 --quiet

# ---- sizes ----
measures() { # PICTURE COLUMNS ROWS: by the header's big-endian words
    local size
    size=$(printf ' %02x %02x %02x %02x' 0 0 $(($2 / 256)) $(($2 % 256)) 0 0 $(($3 / 256)) $(($3 % 256)))
    holds "$1 is not $2 x $3" test "$(od -An -tx1 -j16 -N8 "$1")" = "$size"
}
expect 0 render s.map -o s.png --quiet --bare
is_quiet
holds 'that is no PNG' test "$(head -c 4 s.png | tail -c 3)" = PNG
measures s.png 1022 730 # 146 pixels a cell
# Two pixels for the frame and around it, and a line of the legend
expect 0 render s.map -o s.png
has '^width +1026$'
has '^height +763$'
measures s.png 1026 763
# What is long and narrow is larger than asked for, so that it is seen, and not made square.
expect 0 map generate rooms -o wide.map --size 4096x10 --quiet
expect 0 render wide.map -o wide.png --quiet --bare
measures wide.png 4096 10
expect 0 map generate rooms -o wide.map --size 2048x64 --quiet
expect 0 render wide.map -o wide.png --quiet --bare --size 512
measures wide.png 1024 32
expect 0 render wide.map -o wide.png --quiet --bare
measures wide.png 2048 64
expect 0 map generate rooms -o wide.map --size 64x2048 --quiet
expect 0 render wide.map -o tall.png --quiet --bare --size 512
measures tall.png 32 1024
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
expect 0 render shown.map -o dot.png --db shown.db --show-db --crop "$x,$y,1,1" --size 9 --quiet --bare
counts dot.png c23b8e
holds 'a corner is not where it is' test "$pixels" -gt 9
# A walk lies over it.
expect 0 render shown.map -o over.png --db shown.db --show-db --from 2,2 --to 90,90 --goal nearest --quiet
counts over.png 2f6bf0
holds 'the walk is not drawn' test "$pixels" -gt 60 # more than in the legend

# ---- ways go along walls, as agents do: none of their pixels is on a wall ----
# A comb, whose teeth are in the way of every straight line.
awk 'BEGIN { print "type octile\nheight 24\nwidth 24\nmap"; for (y = 0; y < 24; y++) { row = ""
    for (x = 0; x < 24; x++) row = row (x % 8 == 4 && (x % 16 == 4 ? y < 18 : y > 5) ? "@" : ".")
    print row } }' >comb.map
on_walls() { # COLOUR RENDER-OPTION...: the pixels of this colour on a wall and elsewhere
    local colour=$1
    shift
    expect 0 render comb.map -o plain.png --size 768 --bare --quiet
    expect 0 map import plain.png --blocked 3a404c -o plain.map --quiet
    expect 0 render comb.map -o ways.png --size 768 --bare --quiet "$@"
    expect 0 map import ways.png --open "$colour" -o ways.map --quiet
    walls=$(paste -d ' ' plain.map ways.map | awk 'NR > 4 && $2 ~ /[.]/ { for (i = 1; i <= length($1); i++)
        if (substr($2, i, 1) == ".") count[substr($1, i, 1)]++ }
        END { print count["@"] + 0, (count["."] > 1000) }')
}
expect 0 build comb.map -o net.db --kind regions --quiet
on_walls e69f00 --db net.db --show-db
holds "ways lead through walls: $walls" test "$walls" = '0 1'
expect 0 build comb.map -o records.db --records 400 --quiet
on_walls 7fc9b3 --db records.db --show-db
holds "records lead through walls: $walls" test "$walls" = '0 1'
on_walls 8cd9c0 --db records.db --from 0,23 --to 23,0
holds "the record followed leads through walls: $walls" test "$walls" = '0 1'

# ---- marks are whole, also at the edge ----
awk 'BEGIN { print "type octile\nheight 64\nwidth 64\nmap"
    for (y = 0; y < 64; y++) { row = ""; for (x = 0; x < 64; x++) row = row "."; print row } }' >free.map
for place in 32,32 0,0 63,0 0,63 63,63; do
    expect 0 render free.map -o edge.png --size 64 --from $place --to 32,16 --algorithm astar --quiet
    counts edge.png 009e73
    holds "the start at $place is cut off" test "$pixels" -eq "${whole:=$pixels}"
    expect 0 render free.map -o edge.png --size 64 --from 16,32 --to $place --algorithm astar --quiet
    counts edge.png d55e00
    holds "the goal at $place is cut off" test "$pixels" -eq "${rings:=$pixels}"
done
# A mark outside of the part that is drawn is not drawn, nor is a walk beyond the edge.
expect 0 render free.map -o edge.png --size 64 --from 10,10 --to 50,10 --algorithm astar --crop 16,0,30,30 --quiet
counts edge.png 009e73
holds 'a start is drawn outside of the map' test "$pixels" -lt "$whole"

# ---- the legend ----
explains() { # COLOUR...: the last line of the legend of the last picture, seen.png, has them
    local colour
    for colour; do
        last="map import seen.png --open $colour"
        "$cairn" map import seen.png -o seen.map --open "$colour" --quiet 2>"$err"
        holds "no $colour in the legend" test "$(tail -n 20 seen.map | tr -cd . | wc -c)" -gt 8
    done
}
expect 0 render shown.map -o seen.png --quiet
explains 2b303a f7f5ef 3a404c
expect 0 render s.map -o seen.png --from 2,2 --to 6,2 --db a.db --size 1000 --quiet
explains 009e73 d55e00 2f6bf0
expect 0 render s.map -o seen.png --from 2,2 --to 6,2 --algorithm lrta --size 1000 --quiet
explains 2f6bf0 dc267f # the scale of visits
for options in '--kind regions e69f00' '--records 20 7fc9b3' '--kind dlrta c23b8e' '--kind labels c23b8e'; do
    # shellcheck disable=SC2086
    expect 0 build shown.map -o seen.db ${options% *} --quiet
    expect 0 render shown.map -o seen.png --db seen.db --show-db --quiet
    explains "${options##* }"
done
printf 'type octile\nheight 3\nwidth 7\nmap\n...@...\n...@...\n...@...\n' >two.map
expect 0 render two.map -o seen.png --components --size 800 --quiet
explains f7f5ef 56b4e9 3a404c
# Beside a narrow map, and wider than a small one
expect 0 render wide.map -o seen.png --size 512 --quiet
holds 'the legend is not beside the map' test "$(od -An -tu1 -j18 -N2 seen.png | awk '{ print ($1 * 256 + $2 > 100) }')" = 1
expect 0 render s.map -o seen.png --size 7 --quiet
explains 2b303a
# Without it
expect 0 render shown.map -o seen.png --quiet --bare
"$cairn" map import seen.png -o seen.map --open 2b303a --quiet 2>"$err"
holds 'a bare picture has a legend' grep -q 'no cell of the map would be open' "$err"

# ---- how a walk ended ----
for options in '--algorithm astar' '--algorithm lrta --max-moves 3' '--goal nearest'; do
    # shellcheck disable=SC2086
    "$cairn" solve s.map --from 2,2 --to 6,2 $options >"$out"
    ended=$(grep '^ended ' "$out" | tr -s ' ')
    # shellcheck disable=SC2086
    "$cairn" render s.map -o s.png --from 2,2 --to 6,2 $options >"$out"
    last="render $options"
    holds "it does not say '$ended'" test "$(grep '^ended ' "$out" | tr -s ' ')" = "$ended"
done

finish
