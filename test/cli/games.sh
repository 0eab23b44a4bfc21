# games.sh CAIRN: small games as texts of events: `cairn replay` moves their crowds, and each says what it
# expects. The first line of a text is `# replay MAP OPTIONS`.
. "$(dirname "$0")/lib.sh"

# The same moves whatever the budget of a repair beside it, and no illegal one.
play() {
    local game=$1 map options
    read -r _ _ map options <"$game"
    # shellcheck disable=SC2086
    expect 0 replay "$here/games/$map" "$game" --csv rows.csv --json $options
    has '"unmet": 0'
    has '"illegal": 0'
    has '"in_wall": 0'
    # shellcheck disable=SC2086
    expect 0 replay "$here/games/$map" "$game" --csv rows.csv --json --kind labels --repair 16384 $options
    has '"unmet": 0'
    has '"illegal": 0'
    has '"in_wall": 0'
}

for game in "$here"/games/*.events; do
    play "$game"
done
finish
