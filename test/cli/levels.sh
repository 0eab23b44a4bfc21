# levels.sh CAIRN: real levels, where the free packages are installed (`make levels`).
. "$(dirname "$0")/lib.sh"
doom=/usr/share/games/doom/freedoom2.wad
phase=/usr/share/games/doom/freedoom1.wad
nexuiz=/usr/share/games/nexuiz/data/data.pk3
arena=/usr/share/games/openarena/baseoa/pak1-maps.pk3

# A key of the last answer lies between two numbers.
between() {
    local value
    value=$(sed -n "s/^$1 *//p" "$out")
    [ "${value:-0}" -ge "$2" ] && [ "$value" -le "$3" ] || fail "$1 is $value, not $2 to $3"
}

found=0
if [ -e $doom ]; then
    found=1
    expect 0 map levels $doom
    holds 'not all levels are listed' test "$(wc -l <"$out")" -eq 32
    expect 0 map import $doom --level MAP20 --resolution 1.5 -o map20.map
    has '^width +7105$'
    has '^height +4736$'
    has '^starts_used +15$'
    between open 9000000 9600000
    expect 0 map import $doom --level MAP01 -o map01.map
    has '^components +[1-9]'
    expect 0 build map01.map -o map01.db --records 200 --quiet
    expect 0 db verify map01.db --map map01.map
else
    echo "skipped: $doom is not installed"
fi
# The level of docs/command.md: one component, and its way.
if [ -e $phase ]; then
    expect 0 map import $phase --level E2M5 --resolution 1 --quiet -o e2m5.map
    expect 0 map info e2m5.map
    has '^components +1$'
    between open 11000000 11400000
    expect 0 build e2m5.map -o e2m5.cairn --quiet
    expect 0 render e2m5.map --db e2m5.cairn --from start --to 3000,260 -o e2m5.png
    has '^start +\[3424,4696\]$'
    has '^ended +arrived$'
fi
if [ -e $nexuiz ]; then
    found=1
    expect 0 map import $nexuiz --level ons-reborn --resolution 3.7 --quiet -o ons.map
    expect 0 map info ons.map
    between open 9800000 10300000
    between largest_component 9500000 10300000
else
    echo "skipped: $nexuiz is not installed"
fi
if [ -e $arena ]; then
    found=1
    expect 0 map levels $arena
    name=$(awk 'NR == 1 { print $1 }' "$out")
    expect 0 map import $arena --level "$name" --resolution 8 -o arena.map
else
    echo "skipped: $arena is not installed"
fi
[ $found -eq 1 ] || exit 77
finish
