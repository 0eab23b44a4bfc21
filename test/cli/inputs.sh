# inputs.sh CAIRN: inputs from standard input, and files that are something else than what is wanted.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
expect 0 build s.map -o s.cairn --quiet
expect 0 build s.map -o knn.cairn --records 20 --quiet
expect 0 problems s.map --count 3 -o s.scen --csv s.csv --quiet
expect 0 render s.map -o s.png --quiet
printf 'step 1\n' >s.events
printf 'set 0 0 1 1 blocked\n' >set.events
expect 0 replay s.map set.events --save s.changes --csv rows.csv --quiet
cat >s.json <<'JSON'
{"type": "map", "orientation": "orthogonal", "infinite": false, "tilesets": [],
 "layers": [{"type": "tilelayer", "name": "walls", "width": 2, "height": 1, "data": [0, 0]}]}
JSON

# ---- the same from a pipe, from a file that is read as standard input, and by its name ----
same() { # FILE ARGUMENT...: one of the arguments is FILE
    local file=$1 argument
    shift
    local words=()
    for argument in "$@"; do
        if [ "$argument" = "$file" ]; then words+=(-); else words+=("$argument"); fi
    done
    expect 0 "$@"
    cp "$out" named
    input=$file
    expect 0 "${words[@]}"
    holds 'read as standard input it differs' cmp -s named "$out"
    input=/dev/null
    last="${words[*]}"
    cat "$file" | "$cairn" "${words[@]}" >"$out" 2>"$err" || fail 'it fails on a pipe'
    holds 'from a pipe it differs' cmp -s named "$out"
}
same s.map map info s.map
same s.map map nearest s.map 2,2
same s.map solve s.map --from 0,0 --to 6,4 --path
same s.map solve s.map --from 0,0 --to 6,4 --path --db s.cairn
same s.cairn solve s.map --from 0,0 --to 6,4 --path --db s.cairn
same s.map reachable s.map --from 0,0 --to 6,0
same s.cairn db info s.cairn
same knn.cairn db dump knn.cairn
same knn.cairn nearest knn.cairn --from 0,0 --to 6,4
same s.map nearest knn.cairn --from nearest:0,0 --to 6,4 --map s.map
same s.cairn db verify s.cairn --map s.map
same s.map db verify s.cairn --map s.map
same s.png map levels s.png
same s.json map levels s.json
columns() { # ARGUMENT...: of the rows, all but times
    "$cairn" run "$@" --quiet | cut -d, -f1-9 >columns
}
columns s.map s.scen
cp columns named
columns s.map - <s.scen
last='run s.map -'
holds 'the problems differ' cmp -s named columns
same s.scen problems s.map --scenario s.scen --count 2 --quiet -o -
same s.csv problems s.map --like s.csv --count 2 --quiet -o -
for file in s.events s.map s.changes; do
    words=(s.map s.events --load s.changes)
    for i in "${!words[@]}"; do
        if [ "${words[i]}" = "$file" ]; then words[i]=-; fi
    done
    input=$file
    expect 0 replay "${words[@]}" --csv rows.csv --json
    has '"events": 1, '
done
input=s.map
expect 0 build - -o again.cairn --quiet
holds 'the database differs' cmp -s s.cairn again.cairn
expect 0 map scale - 1 -o again.map
holds 'the map differs' cmp -s s.map again.map
input=s.png
expect 0 map import - -o again.map --quiet
input=s.map
expect 3 compress -
complains '^cairn: standard input: it is two inputs of this command; give a file$'
expect 3 run - - --quiet
complains 'it is two inputs'
expect 2 run - s.scen --program true --max-moves 9
holds 'no sentence' grep -q 'MAP must be a file' "$err"
expect 3 solve - --from 1,1 --to 0,0
complains '^cairn: standard input: the start 1,1 is blocked'
input=/dev/null
expect 3 map info -
complains '^cairn: standard input:1: '
expect 3 db info -
complains '^cairn: standard input: '
input=/dev/zero
expect 3 map info -
complains '^cairn: standard input:1: '
input=/dev/null

# ---- files of another kind: what they are, and which command takes them ----
is_other() { # SENTENCE ARGUMENT...
    local sentence=$1
    shift
    expect 3 "$@"
    complains "^cairn: $sentence"
}
import='`cairn map import. makes a map of it$'
for file in 'map info' 'build -o x' 'render -o x' 'solve --from 0,0 --to 1,1' 'map scale -o x' 'crowd --agents 1 --frames 1'; do
    words=(s.png)
    if [ "${file% -o x}" = 'map scale' ]; then words+=(2); fi
    # shellcheck disable=SC2086
    is_other "s.png: it is a PNG picture, not a map; $import" $file "${words[@]}"
done
is_other 's.cairn: it is a database of cairn, not a map; `cairn db info' map info s.cairn
is_other 's.scen: it is a scenario, not a map; `cairn run MAP SCEN' map info s.scen
is_other "s.json: it is JSON, not a map; .*cairn map import" map info s.json
is_other 's.changes: it is the saved changes of a map, not a map; .*--load' map info s.changes
is_other 's.map: it is a map, not a database; .*cairn build. makes its database' db info s.map
is_other 's.map: it is a map, not a database; ' solve s.map --db s.map --from 0,0 --to 1,0
is_other 's.map: it is a map, not a scenario; ' run s.map s.map
is_other 's.map: it is a map, not a text of events; ' replay s.map s.map
is_other 's.map: it is a map, not the saved changes of a map; ' replay s.map s.events --load s.map
is_other 's.map: it is a map, not a level, a picture or a tile map; ' map import s.map -o x
is_other 's.cairn: it is a database of cairn, not a level' map levels s.cairn
input=s.cairn
is_other 'standard input: it is a database of cairn, not a map' map info -
input=/dev/null
holds 'something was written' test ! -e x

finish
