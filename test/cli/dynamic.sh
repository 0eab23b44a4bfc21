# dynamic.sh CAIRN SOURCE: the scenario of the competition's dynamic track, where the shared files are
# there: every problem has its optimal cost, by legal moves.
. "$(dirname "$0")/lib.sh"
folder=$2/../shared/dynamic
[ -e "$folder/arena2.events" ] || exit 77

replays() {
    expect 0 replay "$folder/arena2.map" "$folder/arena2.events" --csv r.csv --json "$@"
    has '"problems": 2000,'
    has '"ok": 2000,'
    has '"illegal": 0,'
}
replays
replays --max-work 1024
replays --kind labels
replays --kind labels --max-work 1024
finish
