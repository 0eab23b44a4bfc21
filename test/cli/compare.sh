# compare.sh CAIRN: two tables of results, row by row and in the mean.
. "$(dirname "$0")/lib.sh"
cat >a.csv <<'T'
set,map,agent,problem,cost,time_ns,ended
s,m,x,0,10,5,goal
s,m,x,1,20,5,goal
s,m,y,0,30,5,goal
s,m,y,1,40,5,goal
s,m,y,2,50,,cut
T
# Other rows, in another order, with another column: matched by name and key.
cat >b.csv <<'T'
agent,map,set,problem,time_ns,ended,cost,more
y,m,s,1,9,goal,48,1
y,m,s,0,5,goal,30,1
x,m,s,1,7,goal,20,1
x,m,s,0,5,goal,10,1
"z",m,s,0,5,goal,10,1
T
expect 1 compare a.csv b.csv
has '^x, set s, 2 pairs$'
has '^y, set s, 2 pairs$'
has '^  cost +1 +35\.0000 +39\.0000 +4\.0000  0\.0000 to 8\.0000$'
has '^pairs +4$'
has '^only_a +1$'
has '^only_b +1$'
has '^differing_columns 1$'
holds 'a column that is equal is shown' bash -c '! grep -q ended "$1"' - "$out"
expect 1 compare a.csv b.csv --json
holds 'the figures are others' python3 - "$out" <<'P'
import json, sys
groups = {g["agent"]: {c["column"]: c for c in g["columns"]} for g in json.load(open(sys.argv[1]))["groups"]}
assert groups["y"]["cost"]["mean_a"] == 35 and groups["y"]["cost"]["difference"] == 4
assert groups["y"]["cost"]["difference_low"] <= 4 <= groups["y"]["cost"]["difference_high"]
assert groups["x"]["cost"]["differing"] == 0 and groups["x"]["time_ns"]["differing"] == 1
assert groups["x"]["ended"] == {"column": "ended", "differing": 0}
P
# Times may differ; a word may not.
sed 's/,5,goal/,6,goal/' a.csv >times.csv
expect 0 compare a.csv times.csv --quiet
says ''
sed 's/cut$/goal/' a.csv >word.csv
expect 1 compare a.csv word.csv
has '^  ended +1$'

# What `cairn run' writes.
expect 0 map generate rooms -o m.map --size 64x64 --quiet
expect 0 problems m.map --count 12 -o p.scen --quiet
expect 0 run m.map p.scen --algorithm lrta --csv lrta.csv --quiet
expect 0 run m.map p.scen --algorithm lrta --csv again.csv --quiet
expect 0 run m.map p.scen --algorithm astar --csv astar.csv --quiet
expect 0 compare lrta.csv again.csv
expect 1 compare lrta.csv astar.csv
has '^  cost +[1-9]'
holds 'a row does not say its line' awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["line"] != NR || $at["failures"] != 0 { exit 1 }' lrta.csv
input=again.csv
expect 0 compare lrta.csv -
input=/dev/null

printf 'problem,cost\n1,2\n' >one.csv
refuses() { # PATTERN TEXT
    printf "$2" >bad.csv
    expect 3 compare one.csv bad.csv
    complains "$1"
}
refuses 'bad.csv: there is no row in it' ''
refuses 'bad.csv: there is no row in it' 'map,agent,problem,cost\n'
refuses 'bad.csv:2: it has 3 fields, and the first line names 2 columns' 'problem,cost\n1,2,3\n'
refuses 'bad.csv: lines 2 and 3 are of the same walk' 'problem,cost\n1,2\n1,3\n'
refuses 'no column says which problem' 'cost\n1\n'
refuses 'no two rows are of the same walk' 'problem,cost\n77,2\n'
expect 3 compare a.csv missing.csv
complains 'missing.csv: it cannot be read'
expect 2 compare a.csv
expect 2 compare
finish
