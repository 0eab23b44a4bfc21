# pipes.sh CAIRN: a reader that has enough, such as head, is no error worth a word.
. "$(dirname "$0")/lib.sh"
expect 0 map generate caves --size 64x64 -o m.map
expect 0 build m.map -o knn.db --records 20000 --quiet
expect 0 build m.map -o labels.db --kind labels --quiet
expect 0 problems m.map --count 9000 -o m.scen --quiet
expect 0 map generate random --size 2000x2000 -o large.map

# Each writes more than a pipe and the command's own buffer hold, so it must notice.
is_silent() {
    last="$* | head"
    local code
    "$cairn" "$@" 2>"$err" </dev/null | head -n 1 >"$out"
    code=${PIPESTATUS[0]}
    [ "$code" -eq 141 ] || fail "exit code $code, not 141"
    [ -s "$out" ] || fail 'nothing was written'
    grep -vE ' of [0-9]+ problems' "$err" >/dev/null && fail 'stderr should have progress alone'
}
is_silent db dump knn.db
is_silent db dump knn.db --json
is_silent run m.map m.scen --db labels.db
is_silent problems m.map --scenario m.scen --count 9000 -o - --quiet
is_silent render large.map -o - --size 2000

# Without a reader nothing is written at all; a full disk is an error as before.
last='--help to a full disk'
"$cairn" --help >/dev/full 2>"$err"
[ $? -eq 3 ] || fail 'no exit code 3'
complains 'standard output: No space left on device; the output is not complete'
finish
