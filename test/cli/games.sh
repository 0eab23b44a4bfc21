# games.sh CAIRN: small games as texts of events: `cairn replay` moves their crowds, and each says what it
# expects. The first line of a text is `# replay MAP OPTIONS`.
. "$(dirname "$0")/lib.sh"

# By the database that `auto` builds, and by labels with a repair beside.
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
# The example of the documents.
sed -n '/^    member 1 /,/^$/s/^    //p' "$here/../../docs/crowds.md" >game.events
holds 'the document has no game' grep -q '^expect 1-3 arrived' game.events
expect 0 map generate rooms --size 48x32 -o level.map --quiet
expect 0 replay level.map game.events --occupancy cells --max-work 65536 --frames-csv frames.csv --csv events.csv --json
has '"expected": 4, "unmet": 0,'
finish
