# trace.sh CAIRN: `cairn solve --trace`: the trace is that of the walk.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || exit 77
expect 0 map generate caves -o c.map --size 200x160 --seed 1 --quiet
expect 0 problems c.map --count 1 --min-cost 80 --max-cost 150 --seed 3 -o c.scen --csv c.csv --quiet
IFS=, read -r _ x y gx gy _ < <(sed -n 2p c.csv)
expect 0 build c.map -o c.db --kind knn --records 50 --quiet
expect 0 build c.map -o l.db --kind labels --quiet

# traces CODE SUBGOALS OPTION...: the trace of a walk; SUBGOALS is a condition on their number.
traces() {
    local code=$1 wanted=$2 number
    shift 2
    rm -f w.trace.json
    expect "$code" solve c.map --json --path --trace w.trace.json "$@"
    cp "$out" walk.json
    number=$(python3 "$here/check_trace.py" w.trace.json walk.json 2>"$err") || fail 'the trace is not that of the walk'
    holds "$number subgoals" test "$number" $wanted
}
ends=(--from "$x,$y" --to "$gx,$gy")
traces 0 '-eq 0' "${ends[@]}" --algorithm astar
traces 0 '-eq 0' "${ends[@]}" --algorithm lrta
traces 0 '-gt 0' "${ends[@]}" --db c.db
traces 0 '-ge 0' "${ends[@]}" --algorithm astar --max-work 1024
has '"waited": [1-9]'
traces 1 '-ge 0' "${ends[@]}" --algorithm lrta --max-moves 5
traces 0 '-eq 0' --from "$x,$y" --to "$x,$y"
# Without --json too, and what was asked for besides stays as it is.
expect 0 solve c.map "${ends[@]}" --path
cp "$out" plain
expect 0 solve c.map "${ends[@]}" --path --trace w.trace.json
holds 'the path is another one' cmp -s plain "$out"
# No path.
write_small_map s.map
sed -i '6s/.*/@@@@@@@/' s.map
expect 1 solve s.map --from 0,0 --to 0,4 --trace n.trace.json
holds 'a walk without a path has no trace' python3 -c '
import json
events = json.load(open("n.trace.json"))["events"]
assert [event["type"] for event in events] == ["source", "destination", "end"]
assert events[2]["ended"] == "no_path"'

expect 2 solve c.map "${ends[@]}" --trace -
expect 3 solve c.map "${ends[@]}" --trace no/where
complains 'no/where'
says ''
if [ -w /dev/full ]; then
    expect 3 solve c.map "${ends[@]}" --trace /dev/full
    complains '/dev/full'
fi
finish
