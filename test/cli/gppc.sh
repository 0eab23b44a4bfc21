# gppc.sh CAIRN: `cairn run --gppc`: the competition's columns, held against our own table.
. "$(dirname "$0")/lib.sh"
expect 0 map generate caves -o 'a,b.map' --size 200x160 --seed 1 --quiet
cp 'a,b.map' c.map
expect 0 problems c.map --count 60 --min-cost 5 --max-cost 150 --seed 3 -o c.scen --quiet
header='map,scen,experiment_id,path_size,path_length,ref_length,time_cost,20steps_cost,max_step_time'

expect 0 run c.map c.scen --algorithm astar --costs sqrt2 --gppc --csv g.csv --quiet
is_quiet
expect 0 run c.map c.scen --algorithm astar --costs sqrt2 --csv o.csv --quiet
holds 'the header is another one' test "$(head -n 1 g.csv)" = "$header"
holds 'rows are missing' test "$(wc -l <g.csv)" -eq 61
holds 'A* is not as long as the reference' awk -F, 'NR > 1 && ($5 - $6 > 1e-6 || $6 - $5 > 1e-6 || $5 <= 0) { exit 1 }' g.csv
holds 'a field has another form' bash -c '! tail -n +2 g.csv | grep -vE "^c.map,c.scen,[0-9]+,[0-9]+,[0-9]+\.[0-9]{9},[0-9]+\.[0-9]{9},[0-9]+,[0-9]+,[0-9]+$"'
# Number, cells (one more than moves) and length of both tables.
holds 'the rows are not those of our table' cmp -s <(tail -n +2 g.csv | awk -F, '{ print $3, $4 - 1, $5 - 1e-6 <= $6 }') \
    <(tail -n +2 o.csv | awk -F, '{ print $1, $9, $7 - 1e-6 <= $8 }')

# The first 20 cells: a part of the whole, all of it on a short way.
expect 0 build c.map -o c.db --kind knn --records 50 --quiet
expect 0 run c.map c.scen --db c.db --gppc --csv k.csv --quiet
holds 'times are out of order' awk -F, 'NR > 1 && !($7 >= $8 && $8 > 0 && $7 >= $9 && $9 > 0) { exit 1 }' k.csv
holds 'long ways take no longer than their first part' awk -F, 'NR > 1 && $5 > 40 && $7 == $8 { exit 1 }' k.csv
holds 'a short way is not one part' awk -F, 'NR > 1 && $5 < 19 && $7 != $8 { exit 1 }' k.csv
holds 'there is no way of each length' awk -F, 'NR > 1 { short += $5 < 19; long += $5 > 40 } END { exit !(short && long) }' k.csv
# Who does not arrive has no path; the summary stays.
expect 1 run c.map c.scen --algorithm lrta --max-moves 3 --gppc --csv n.csv --json
has '"solved": 0,'
holds 'a way that does not arrive' awk -F, 'NR > 1 && ($4 != 0 || $5 != 0 || $6 <= 0) { exit 1 }' n.csv
# To standard output, and a name that needs quotes.
expect 0 run 'a,b.map' c.scen --limit 1 --gppc --quiet
has '^"a,b.map",c.scen,0,'
finish
