# evaluate.sh CAIRN: `cairn problems` and `cairn evaluate`: good input, going on, and refusals.
. "$(dirname "$0")/lib.sh"
tiny=$here/../../report/test/tiny.json

# ---- problems ----
expect 0 map generate caves -o c.map --size 200x200 --seed 1 --quiet
expect 0 problems c.map --count 20 --min-cost 50 --max-cost 150.5 --seed 3 -o c.scen --csv c.csv
has '^problems +20$'
for figure in min max mean median deviation; do
    has "^optimal_$figure +[0-9.]+$"
    has "^difficulty_$figure +[0-9.]+$"
done
holds 'a cost is out of range' awk -F, 'NR > 1 && ($6 < 500 || $6 > 1505) { exit 1 }' c.csv
holds 'rows are missing' test "$(wc -l <c.csv)" -eq 21
# The optimal cost is that of `cairn solve`, the length that of A* under sqrt2.
IFS=, read -r _ x y gx gy optimal moves _ < <(sed -n 8p c.csv)
expect 0 solve c.map --from "$x,$y" --to "$gx,$gy" --algorithm astar --json
has "\"cost\": $optimal,"
has "\"moves\": $moves,"
expect 0 run c.map c.scen --costs sqrt2 --algorithm astar --csv r.csv
holds 'the lengths are not optimal' awk -F, 'NR > 1 && ($7 - $8 > 1e-6 || $8 - $7 > 1e-6) { exit 1 }' r.csv
cp c.scen first.scen
expect 0 problems c.map --count 20 --min-cost 50 --max-cost 150.5 --seed 3 -o c.scen --quiet
is_quiet
holds 'the same seed gives other problems' cmp -s c.scen first.scen
expect 0 problems c.map --count 10 --min-cost 50 --max-cost 150.5 --seed 3 -o few.scen --quiet
holds 'problem i depends on the count' cmp -s few.scen <(head -n 11 c.scen)
expect 0 problems c.map --scenario c.scen --count 5 -o five.scen --json
has '"problems": 5,'
# None of them is a record of a database with the same seed.
expect 0 build c.map -o c.db --records 20 --seed 3 --quiet
expect 0 db dump c.db
cut -d, -f2-3 --output-delimiter=' ' c.csv | tail -n +2 >starts
holds 'a record has the start of a problem' bash -c '! cut -d" " -f3-4 "$1" | grep -qxFf starts' - "$out"

expect 2 problems c.map
expect 2 problems c.map -o x --count 0
expect 2 problems c.map -o x --min-cost 5 --max-cost 4
expect 3 problems missing.map -o x
complains 'missing.map'
expect 3 problems c.map -o x --min-cost 90000 --quiet
complains 'no pair of cells among .* widen the range'
expect 3 problems c.map -o no/where --quiet
complains 'no/where'
expect 3 problems c.map --scenario missing -o x
complains 'missing'
holds 'a file was left' test ! -e x

# ---- evaluate ----
expect 0 evaluate "$tiny" -o run --moves
has '^kNN LRTA\*\(100\) +12 +'
header='^map,agent,group,algorithm,parameters,database,problem,'
holds 'the header is wrong' grep -qE "$header" run/results.csv
holds 'rows are missing' test "$(wc -l <run/results.csv)" -eq $((1 + 2 * 9 * 6))
holds 'A* is not optimal' awk -F, '$2 == "A*" && $14 != $15 { exit 1 }' run/results.csv
holds 'percentiles are out of order' awk -F, 'NR > 1 && $2 !~ /without/ && ($28 > $29 || $29 > $30) { exit 1 }' \
    run/results.csv
column() { # its number
    head -n 1 run/results.csv | tr , '\n' | grep -nx "$1" | cut -d: -f1
}
holds 'an agent spends more than its budget, or never waits' awk -F, -v waited="$(column waited)" \
    -v units="$(column max_units)" '$4 == "labels" { all += $waited; over += $units > 1024 }
        END { exit all == 0 || over > 0 }' run/results.csv
holds 'the commit is missing' grep -q '"commit": "' run/summary.json
holds 'crowds are missing' test "$(wc -l <run/crowd.csv)" -eq $((1 + 2 * (2 + 2 * 2 + 2)))
holds 'pictures are missing' test "$(ls run/pictures/*.png | wc -l)" -eq $((2 * (1 + 6)))
holds 'moves are missing' test "$(cat run/runs/*.moves | wc -l)" -eq $((2 * 9 * 6))
# As many digits as moves, in one of the walks.
file=$(grep -l ',A\*,' run/runs/caves-*.csv)
holds 'the moves are not those of the walk' test \
    "$(sed -n 1p "${file%.csv}.moves" | cut -d' ' -f3 | tr -d '\n' | wc -c)" -eq \
    "$(sed -n 2p "$file" | cut -d, -f18)"

# A second run takes what is there: times too, which no new run would repeat.
cp run/results.csv before.csv
expect 0 evaluate "$tiny" -o run --moves --quiet
is_quiet
holds 'a finished run is run again' cmp -s before.csv run/results.csv
# A part that is missing is made again; all but its times is the same.
without_times() { # the comma of "1,3" is not one between fields
    sed 's/"\([^",]*\),\([^"]*\)"/\1+\2/g' "$1" |
        awk -F, -v seconds="$(column preparation_seconds)" \
            '{ for (i = 26; i <= 30; i++) $i = ""; $seconds = ""; print }' OFS=,
}
rm "$(ls run/runs/rooms-*.csv | head -n 1)"
expect 0 evaluate "$tiny" -o run --quiet
holds 'going on gives other rows' cmp -s <(without_times before.csv) <(without_times run/results.csv)
expect 0 evaluate "$tiny" -o again --json
has '"mean_suboptimality"'
holds 'another run gives other rows' cmp -s <(without_times before.csv) <(without_times again/results.csv)

# Ctrl-C: what is done stays, and the same command goes on to the same rows.
# A machine that is through before the signal comes gets more to do.
count=400
got=0
while [ $got -eq 0 ]; do
    rm -rf long
    sed "s/\"count\": 6/\"count\": $count/" "$tiny" >long.json
    last='evaluate, interrupted'
    "$cairn" evaluate long.json -o long --quiet >"$out" 2>"$err" &
    pid=$!
    await compgen -G 'long/runs/*.csv' >/dev/null || fail 'nothing was done'
    kill -INT $pid
    wait $pid
    got=$?
    count=$((count * 2))
done
holds 'the exit code of an interruption' test $got -eq 130
complains 'interrupted: what is done is kept in long'
holds 'results of an interrupted run' test ! -e long/results.csv
holds 'something unfinished was left' test -z "$(find long -name '*.csv.*' -o -name '*.cairn.??????')"
kept=$(ls long/runs/*.csv | head -n 1)
cp "$kept" kept.csv
expect 0 evaluate long.json -o long --quiet
holds 'what was done is done again' cmp -s kept.csv "$kept"
expect 0 evaluate long.json -o whole --quiet
holds 'going on gives other rows' cmp -s <(without_times long/results.csv) <(without_times whole/results.csv)

# ---- repeated trials ----
sed 's/"lrta"/"lrta", "trials": 3000, "max-moves": 100000/' "$tiny" >trials.json
expect 0 evaluate trials.json -o trials --quiet
holds 'trials end without an optimal walk' awk -F, -v trials="$(column trials)" \
    -v converged="$(column converged)" -v last="$(column last_cost)" '
        $4 == "lrta" { more += $trials > 2; bad += !$converged || $last != $15 }
        END { exit more == 0 || bad > 0 }' trials/results.csv
# The costs of trials 1, 2, 4, 8 and so on: the first is that of the walk, and none is below the optimal one.
holds 'costs of trials are wrong' awk -F, -v trials="$(column trials)" -v costs="$(column trial_costs)" '
        $4 == "lrta" {
            count = split($costs, cost, " ")
            bad += 2 ^ (count - 1) > $trials || 2 ^ count <= $trials || cost[1] != $14
            for (i = 1; i <= count; i++)
                bad += cost[i] < $15
            many += count > 2
        }
        END { exit many == 0 || bad > 0 }' trials/results.csv
# A cut is for the first walk: the trials after it go on, and no walk is made shorter by it.
sed 's/"sample"/"cut": 2, "sample"/' trials.json >cut-trials.json
expect 0 evaluate cut-trials.json -o cut-trials --quiet
of_trials() { grep ',lrta,' "$1" | cut -d, -f "1-3,7,$(column trials)-"; }
holds 'a cut ends trials' cmp -s <(of_trials trials/results.csv) <(of_trials cut-trials/results.csv)
holds 'no first walk was cut' grep -q ',lrta,.*,cut,' cut-trials/results.csv

# ---- suites that are wrong ----
refuses() { # refuses PATTERN EDIT...
    local pattern=$1
    shift
    sed "$@" "$tiny" >bad.json
    expect 3 evaluate bad.json -o bad
    complains "$pattern"
    says ''
    holds 'a folder was made' test ! -e bad
}
refuses '^cairn: bad.json:[0-9]+: ' -e 's/"corners":/"corners"/'
refuses "bad.json: LRTA\*: --algorithm wants one of: .* not 'dijkstra'" -e 's/"lrta"/"dijkstra"/'
refuses "agents\[1\]: there is no option 'slices'" -e 's/"lrta"/"lrta", "slices": 3/'
refuses "LRTA\*: --cutoff wants a whole number" -e 's/"lrta"/"lrta", "cutoff": "far"/'
refuses "'fragments' wants true or false" -e 's/"fragments": true/"fragments": 3/'
refuses "kNN LRTA\*\(20\): --kind wants" -e 's/"kind": "knn"/"kind": "none"/'
refuses 'kNN LRTA\*\(many\): --records wants' -e 's/\[20, 100\]/["many"]/'
refuses 'LRTA\*: regions needs a database; add "database": ."kind": "regions".' -e 's/"lrta"/"regions"/'
refuses "maps\[0\]: there is no kind 'castle'" -e 's/"kind": "caves"/"kind": "castle"/'
refuses "the name 'rooms' is taken" -e 's/"name": "caves"/"name": "rooms"/'
refuses "'problem' is not a member" -e 's/"problems"/"problem"/'
refuses 'problems: --count wants' -e 's/"count": 6/"count": 0/'
refuses 'missing.map cannot be read' -e 's/"kind": "caves", "size": "96x96", "seed": 1/"file": "missing.map"/'
refuses 'NOWHERE./m.map cannot be read' -e 's/"kind": "caves", "size": "96x96", "seed": 1/"file": "${NOWHERE}\/m.map"/'
refuses 'paper: wants true or false' -e 's/"corners": "strict"/"corners": "strict", "paper": 1/'
refuses 'agents: there is no agent' -e 's/"agents": \[/"agents": [], "notes": [/'
refuses '"crowd" wants' -e 's/"crowd": \[1, 2\]/"crowd": [0]/'
expect 3 evaluate missing.json -o bad
complains 'missing.json'
expect 2 evaluate "$tiny"
# A suite by its name: of the folder CAIRN_SUITES names, then of those beside the command.
mkdir -p mine/maps quick
sed 's/"kind": "caves", "size": "96x96", "seed": 1/"file": "maps\/small.map"/; s/"crowd": \[1, 20\],//' \
    "$tiny" >mine/own.json
expect 3 evaluate own -o own
complains 'own: there is no such suite.*CAIRN_SUITES'
export CAIRN_SUITES=$PWD/mine
expect 3 evaluate own -o own
complains 'mine/own.json: maps.0.: maps/small.map cannot be read'
# A path in a suite is relative to the suite.
expect 0 map generate open --size 30x30 -o mine/maps/small.map --quiet
expect 0 evaluate own -o own --quiet
holds 'the map beside the suite was not used' grep -q ',900,900,' own/results.csv
unset CAIRN_SUITES
# A folder of the same name is no suite. The suite is found: it is the folder of results that is not.
: >file
expect 3 evaluate quick -o file
complains 'file: the folder cannot be made'
expect 3 evaluate "$tiny" -o file
complains 'file: the folder cannot be made'
# A map that is not there is replaced by what is given otherwise.
sed 's/"kind": "caves", "size": "96x96", "seed": 1/"file": "${NOWHERE}\/m.map", "otherwise": {"kind": "open", "size": "30x30"}/' \
    "$tiny" >other.json
expect 0 evaluate other.json -o other --quiet
holds 'the other map was not used' grep -q ',900,900,' other/results.csv
# A full disk.
if [ -w /dev/full ] && mkdir -p full/runs && ln -s /dev/full full/results.csv; then
    expect 3 evaluate "$tiny" -o full --quiet
    complains 'full/results.csv: cannot be written'
fi
finish
