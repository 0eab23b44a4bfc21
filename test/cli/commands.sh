# commands.sh CAIRN: every command with good input, and its exact answer.
. "$(dirname "$0")/lib.sh"
write_small_map s.map

# ---- maps ----
expect 0 map info s.map
is_quiet
has '^width +7$'
has '^height +5$'
has '^corners +strict$'
has '^open +24$'
has '^components +1$'
has '^largest_component +24$'
has '^fingerprint +eb212d8e5aa94fe4$'
expect 0 map info s.map --corners free --json
has '^\{"width": 7, "height": 5, "corners": "free", "open": 24, "components": 1, '
has '"largest_component": 24, "fingerprint": "eb212d8e5aa94fe4"'

expect 0 map scale s.map 2 -o big.map
is_quiet
holds 'the scaled map is wrong' cmp -s big.map - <<'MAP'
type octile
height 10
width 14
map
..............
..............
..@@@@@@@@@@..
..@@@@@@@@@@..
..........@@..
..........@@..
..@@@@@@..@@..
..@@@@@@..@@..
......@@......
......@@......
MAP
expect 0 map scale s.map 1 -o same.map
holds 'factor 1 changes the map' cmp -s s.map same.map

for kind in rooms maze caves random city; do
    expect 0 map generate $kind -o $kind.map --size 40x30 --seed 5 --quiet
    is_quiet
    expect 0 map info $kind.map
    has '^width +40$'
    has '^height +30$'
done
cp caves.map first.map
expect 0 map generate caves -o caves.map --size 40x30 --seed 5
holds 'the same seed gives another map' cmp -s first.map caves.map

# ---- databases ----
expect 0 build s.map -o a.db --records 5 --threads 1 --seed 1 --kind knn --quiet
says ''
is_quiet
expect 0 db dump a.db
is_quiet
says '0 3 3 0 6 4 4 4
1 2 3 0 5 0
2 2 2 0 6 2
3 3 6 1 4 4 4 2
4 3 0 2 2 0 3 0'
expect 0 db dump a.db --json
has '^"lengths": \[90, 20, 60, 70, 50\]\}$'
expect 0 db info a.db
has '^format_version +2$'
has '^kind +knn$'
has '^records +5$'
has '^states +13$'
has '^bytes +472$'
has '^seed +1$'
has '^corners +strict$'
has '^map_fingerprint +eb212d8e5aa94fe4$'
expect 0 db info a.db --json
has '^\{.*"records": 5, .*\}$'
expect 0 db verify a.db --map s.map
is_quiet
has '^valid +yes$'
expect 0 db verify a.db --map s.map --json
has '"valid": true'
expect 0 build s.map -o b.db --records 5 --threads 3 --quiet
holds 'the threads change the database' cmp -s a.db b.db
expect 0 build s.map -o b.db --records 0 --quiet
expect 0 db dump b.db
says ''
expect 0 db verify b.db --map s.map
expect 0 build s.map -o b.db --records 20 --skip-direct --corners free --json
has '"records": 20'
expect 0 db dump b.db
holds 'a record without a subgoal' test "$(awk '$2 < 3' "$out" | wc -l)" -eq 0
expect 0 db verify b.db --map s.map

# ---- databases of regions ----
expect 0 build s.map -o r.db --kind dlrta --level 3 --cliques four --threads 1 --quiet
says ''
is_quiet
expect 0 db dump r.db
is_quiet
cp "$out" regions
holds 'there are not 3 regions' test "$(grep -c '^region ' regions)" -eq 3
holds 'there are not 6 entry states' test "$(grep -c '^entry ' regions)" -eq 6
expect 0 db dump r.db --json
has '^\{"regions": \[\[[0-9]+, [0-9]+\], .*"entries": \[\[0, 1, '
expect 0 db info r.db
has '^kind +dlrta$'
has '^level +3$'
has '^regions +3$'
has '^records +6$'
has '^paper_bytes +164$'
expect 0 db verify r.db --map s.map
has '^valid +yes$'
expect 0 build s.map -o r2.db --kind dlrta --level 3 --cliques four --threads 3 --json
has '"records": 6, "states": 6, "level": 3, "regions": 3, "paper_bytes": 164, '
holds 'the threads change the database' cmp -s r.db r2.db
expect 0 build s.map -o r2.db --kind dlrta --corners free --quiet
expect 0 db info r2.db
has '^level +9$'
has '^regions +1$'
expect 0 solve s.map --from 2,2 --to 6,2 --db r.db --json
has '^\{"algorithm": "dlrta", "solved": true, '
expect 0 solve s.map --from 2,2 --to 6,2 --algorithm lrta --db r.db
expect 0 render s.map -o r.png --db r.db --from 2,2 --to 6,2 --quiet

# ---- databases of kind labels ----
expect 0 build s.map -o l.db --kind labels --threads 1 --quiet
says ''
is_quiet
expect 0 build s.map -o l2.db --threads 3 --json
has '"kind": "labels", "because": "labels give optimal paths, and they fit", "bends": [0-9]+, '
holds 'the threads change the database' cmp -s l.db l2.db
expect 0 db info l.db
has '^kind +labels$'
has '^bends +[1-9]'
expect 0 db verify l.db --map s.map
has '^valid +yes$'
expect 0 db dump l.db
bends=$(grep -c '^bend ' "$out")
holds 'there is no bend' test "$bends" -ge 1
expect 0 db dump l.db --json
has '^\{"bends": \[\[[0-9]+, [0-9]+\]'
expect 0 solve s.map --from 2,2 --to 6,2 --json
optimal=$(sed -n 's/.*"cost": \([0-9]*\).*/\1/p' "$out")
expect 0 solve s.map --from 2,2 --to 6,2 --db l.db --json
has "\"algorithm\": \"labels\", \"solved\": true, .*\"cost\": $optimal[,}]"
expect 0 build s.map -o l3.db --kind labels --fallback --quiet
expect 0 db info l3.db
has '^fallback +yes$'
expect 0 db verify l3.db --map s.map
expect 0 render s.map -o l.png --db l3.db --from 2,2 --to 6,2 --quiet

# ---- databases of kind regions, and fall-backs ----
expect 0 build s.map -o n.db --kind regions --threads 1 --quiet
says ''
is_quiet
expect 0 build s.map -o n2.db --kind regions --threads 3 --json
has '"records": [0-9]+, "states": [0-9]+, "regions": [0-9]+, "bytes": [0-9]+, '
holds 'the threads change the database' cmp -s n.db n2.db
expect 0 db info n.db
has '^kind +regions$'
has '^regions +[1-9]'
expect 0 db dump n.db
cp "$out" net
seeds=$(grep -c '^region ' net)
holds 'there is no region' test "$seeds" -ge 1
expect 0 db dump n.db --json
has '^\{"regions": \[\[[0-9]+, [0-9]+\].*"ways": \['
expect 0 db verify n.db --map s.map
has '^valid +yes$'
expect 0 solve s.map --from 2,2 --to 6,2 --db n.db --json
has '^\{"algorithm": "regions", "solved": true, '
expect 0 render s.map -o n.png --db n.db --from 2,2 --to 6,2 --quiet
mkdir -p nets maps2
cp s.map maps2/one.map
cp s.map maps2/two.map
expect 0 build maps2 --out-dir nets --kind regions
has 'regions, [0-9]+ bytes, '
expect 0 build maps2 --out-dir nets --kind regions --update
has 'one.cairn is up to date$'
holds 'the maps differ' cmp -s nets/one.cairn nets/two.cairn
expect 0 build s.map -o f.db --records 20 --fallback --quiet
expect 0 db info f.db
has '^kind +knn$'
has '^fallback +yes$'
has '^regions +[1-9]'
expect 0 db verify f.db --map s.map
expect 0 solve s.map --from 2,2 --to 6,2 --db f.db --algorithm regions
expect 0 solve s.map --from 2,2 --to 6,2 --db f.db --json
has '^\{"algorithm": "knn", "solved": true, '
expect 0 build s.map -o f.db --records 20 --quiet
expect 0 db info f.db
has '^fallback +no$'

expect 0 nearest a.db --from 0,0 --to 6,4 --count 3
is_quiet
says '2 20
0 30
1 44'
cp "$out" by-tree
expect 0 nearest a.db --from 0,0 --to 6,4 --count 3 --scan
holds 'the scan differs' cmp -s by-tree "$out"
expect 0 nearest a.db --from 0,0 --to 6,4 --count 1 --json
has '"neighbours": \[\{"id": 2, "similarity": 20\}\]'

# ---- climbing and compressing ----
expect 0 reachable s.map --from 0,0 --to 6,4
is_quiet
says 'reachable yes
moves     10
cost      100'
expect 0 reachable s.map --from 0,0 --to 6,4 --cutoff 10
expect 1 reachable s.map --from 0,0 --to 6,4 --cutoff 9
is_quiet
expect 1 reachable s.map --from 2,2 --to 6,2 --json
has '^\{"reachable": false, "moves": 2, "cost": 20\}$'

cat >path <<'PATH'
2 2
3,2
4 2

4 3
4 4
5 4
6 4
6 3
6 2
PATH
input=path
expect 0 compress s.map
is_quiet
says '2 2
6 4
6 2'
expect 0 compress s.map --json
has '^\{"subgoals": \[\[2, 2\], .*\[6, 2\]\]\}$'
echo '3 2' >one
input=one
expect 0 compress s.map
says '3 2'
input=/dev/null

# ---- agents ----
for algorithm in knn lrta tba lrts rtaa lss lrtak plrta falcons astar; do
    expect 0 solve s.map --from 2,2 --to 6,2 --algorithm $algorithm --db a.db --json
    is_quiet
    has "^\{\"algorithm\": \"$algorithm\", \"solved\": true, \"cost\": "
    has '"moves": [0-9]+, "revisits": [0-9]+, '
done
has '"cost": 80, "moves": 8, '
for options in 'tba --slice 2' 'tba --slice 5 --trace-ratio 3' 'tba --slice unlimited' \
    'lrts --depth 2 --learning-quota 1.5 --history 20' 'lrts --learning-quota unlimited' \
    'lrts --weight 1.5' 'lrta --weight 2' 'rtaa --lookahead 3 --movements 1' \
    'lss --lookahead 4 --movements unlimited' 'lrtak --updates 4' \
    'plrta --updates 4 --queue 9'; do
    # shellcheck disable=SC2086
    expect 0 solve s.map --from 2,2 --to 6,2 --optimal --landmarks 2 --json --algorithm $options
    is_quiet
    has "\"algorithm\": \"${options%% *}\", \"solved\": true, .*\"optimal\": 80, "
done
expect 0 solve s.map --from 2,2 --to 6,2 --algorithm tba --slice unlimited --path
cp "$out" tba.path
expect 0 solve s.map --from 2,2 --to 6,2 --algorithm astar --path
holds 'tba without a limit is not astar' cmp -s tba.path "$out"
expect 0 solve s.map --from 2,2 --to 6,2 --db a.db
has '^algorithm +knn$'
expect 0 solve s.map --from 2,2 --to 6,2 --path
says '2 2
3 2
4 2
4 3
4 4
5 4
6 4
6 3
6 2'
expect 0 solve s.map --from 2,2 --to 2,2 --path
says '2 2'
expect 0 solve s.map --from 2,2 --to 6,2 --costs sqrt2 --json
has '"cost": 8.0, '
expect 0 solve s.map --from 0,0 --to 2,4 --corners free --costs sqrt2 --json
has '"cost": [0-9]+\.[0-9]+, '
for without in 1 2 3 4 5 6 1,3,5 all; do
    expect 0 solve s.map --from 2,2 --to 6,2 --db a.db --without $without --quiet
done
expect 0 solve s.map --from 2,2 --to 6,2 --db a.db --fragments
expect 1 solve s.map --from 2,2 --to 6,2 --algorithm lrta --max-moves 3 --json
has '"solved": false'

printf 'type octile\nheight 1\nwidth 3\nmap\n.@.\n' >two.map
expect 1 solve two.map --from 0,0 --to 2,0 --json
has '"solved": false'
expect 1 solve two.map --from 0,0 --to 2,0 --path
says ''

# ---- the nearest cell ----
expect 0 map nearest s.map 3,1
is_quiet
says 'found    yes
cell     [3,0]
distance 10'
expect 0 map nearest s.map 2,2 --json
says '{"found": true, "cell": [2, 2], "distance": 0}'
# Both cells are next to the wall: the lower column; from the other side, that one.
expect 0 map nearest two.map 1,0 --json
says '{"found": true, "cell": [0, 0], "distance": 10}'
expect 0 map nearest two.map 1,0 --from 2,0 --corners free --json
says '{"found": true, "cell": [2, 0], "distance": 10}'
expect 0 map nearest two.map 0,0 --from 2,0 --json
says '{"found": true, "cell": [2, 0], "distance": 20}'
printf 'type octile\nheight 1\nwidth 3\nmap\n@@@\n' >none.map
expect 1 map nearest none.map 1,0
says 'found no'
expect 1 map nearest none.map 1,0 --json
says '{"found": false}'

# A goal in a wall, and one behind it.
for options in astar lrta tba lss 'knn --db a.db' 'dlrta --db r.db'; do
    # shellcheck disable=SC2086
    expect 0 solve s.map --from 2,2 --to 3,1 --goal nearest --optimal --json --algorithm $options
    is_quiet
    has '"solved": true, .*"optimal": 70, .*"ended": "arrived", "goal": \[3, 0\]'
done
expect 0 solve two.map --from 0,0 --to 2,0 --goal nearest --path
says '0 0'
expect 0 solve two.map --from 2,0 --to 0,0 --goal nearest --json
has '"solved": true, "cost": 0, "moves": 0, .*"goal": \[2, 0\]'
expect 0 solve s.map --from 2,2 --to 6,2 --goal exact --json
has '"goal": \[6, 2\]'
expect 0 render s.map -o s.png --from 2,2 --to 3,1 --goal nearest --crop auto --json
has '"solved": true, .*"goal": \[3, 0\]'

# ---- scenarios ----
printf 'version 1\n0\ts.map\t7\t5\t0\t0\t6\t4\t10\n0\ts.map\t7\t5\t2\t2\t6\t2\t8\n' >s.scen
header='problem,start_x,start_y,goal_x,goal_y,solved,cost,optimal,moves,revisits,learned,'
header=${header}time_ns,first_move_ns,max_move_ns,waited,max_units,raises,trials,converged,
header=${header}trials_moves,trials_cost,last_cost,trials_learned,trials_memory_states,trial_costs,line,selections,failures
expect 0 run s.map s.scen --algorithm astar --quiet
is_quiet
cut -d, -f1-9 "$out" >short
holds 'the table is wrong' cmp -s short - <<'CSV'
problem,start_x,start_y,goal_x,goal_y,solved,cost,optimal,moves
0,0,0,6,4,1,100,100,10
1,2,2,6,2,1,80,80,8
CSV
holds 'the header is wrong' test "$(head -n 1 "$out")" = "$header"
expect 0 run s.map s.scen --algorithm lss --landmarks 3 --csv table.csv --json
has '"algorithm": "lss", .*"solved": 2, .*"landmarks_bytes": [0-9]+'
expect 0 run s.map s.scen --algorithm falcons --canonical 5 --csv table.csv --json
has '"algorithm": "falcons", .*"solved": 2, .*"landmarks_bytes": [0-9]+'
for algorithm in lrta 'lrts --depth 3' rtaa lss lrtak plrta falcons; do
    # shellcheck disable=SC2086
    expect 0 run s.map s.scen --algorithm $algorithm --trials 100 --csv table.csv --json
    has '"converged": 2, "mean_trials": [0-9.]+, "mean_trials_cost": [0-9.]+'
    holds 'the last trial is not optimal' awk -F, 'NR > 1 && ($22 != $8 || $19 != 1) { exit 1 }' table.csv
done
expect 0 run s.map s.scen --algorithm lrta --keep-learning --csv table.csv --quiet
expect 0 run s.map s.scen --db a.db --limit 1 --csv table.csv --json
has '^\{.*\}$'
holds 'the table is not two lines' test "$(wc -l <table.csv)" -eq 2
expect 0 run s.map s.scen --algorithm dlrta --db r.db --csv table.csv --json
has '"algorithm": "dlrta", .*"solved": 2, '
expect 0 run s.map s.scen --costs sqrt2 --quiet
has '^0,0,0,6,4,1,10\.0+,10\.0+,10,'
# The row and its optimal cost are those of the goal that was headed for.
printf 'version 1\n0\ts.map\t7\t5\t2\t2\t3\t1\t10\n0\ts.map\t7\t5\t2\t2\t6\t2\t8\n' >wall.scen
for algorithm in astar lrta; do
    expect 0 run s.map wall.scen --algorithm $algorithm --goal nearest --csv table.csv --json
    has '"problems": 2, "solved": 2, "no_path": 0, '
    holds 'the goal is wrong' grep -q '^0,2,2,3,0,1,[0-9]*,70,' table.csv
    holds 'the goal is wrong' grep -q '^1,2,2,6,2,1,[0-9]*,80,' table.csv
done
expect 0 run s.map wall.scen --costs sqrt2 --goal nearest --quiet
has '^0,2,2,3,0,1,7\.0+,7\.0+,'
expect 0 run s.map s.scen --limit 0 --quiet
says "$header"

# ---- budgets: the same walks, in more steps ----
expect 0 map generate caves -o large.map --size 300x200 --seed 2
expect 0 build large.map -o small.db --max-bytes 4000 --quiet
expect 0 db info small.db
has '^walk_with +--candidates 50 --cutoff 1000 --rank --skip$'
expect 0 build large.map -o large.db --records 2000 --quiet
expect 0 problems large.map --count 6 --min-cost 150 --max-cost 300 --seed 4 -o large.scen --quiet
for options in '--algorithm astar' '--algorithm tba --slice 5000' '--db large.db --without 4,5' \
    '--db large.db --rank --skip --candidates 900 --cutoff 2000'; do
    # shellcheck disable=SC2086
    expect 0 run large.map large.scen $options --csv free.csv --json
    has '"mean_waited": 0\.0'
    # shellcheck disable=SC2086
    expect 0 run large.map large.scen $options --max-work 1024 --csv budget.csv --json
    has '"mean_waited": [1-9]'
    holds 'a step spent too much' awk -F, 'NR > 1 && $16 > 1024 { exit 1 }' budget.csv
    holds 'a budget changes the walks' cmp -s <(cut -d, -f1-11 free.csv) <(cut -d, -f1-11 budget.csv)
    # shellcheck disable=SC2086
    expect 0 run large.map large.scen $options --max-work 1024 --busy move --csv busy.csv --quiet
    holds 'a step spent too much' awk -F, 'NR > 1 && $16 > 1024 { exit 1 }' busy.csv
    ends=$(awk 'NR == 2 { print "--from " $5 "," $6 " --to " $7 "," $8 }' large.scen)
    # shellcheck disable=SC2086
    expect 0 render large.map -o s.png $options $ends --max-work 1024 --quiet
done

finish
