# like.sh CAIRN: problems drawn to a distribution of difficulty, detour and cost.
. "$(dirname "$0")/lib.sh"
expect 0 map generate caves -o a.map --size 300x300 --seed 1 --quiet
expect 0 map generate caves -o b.map --size 300x300 --seed 2 --quiet
expect 0 problems a.map --count 150 --min-cost 60 --max-cost 200 -o a.scen --csv a.csv --quiet

# Another map gets the distribution of the table: the bins are counted by other code.
expect 0 problems b.map --count 90 --like a.csv --seed 5 -o b.scen --csv b.csv --quiet
is_quiet
holds 'rows are missing' test "$(wc -l <b.csv)" -eq 91
holds 'the distribution differs' python3 "$here/check_like.py" a.csv b.csv
# The check can fail: problems of the map's own distribution do not pass it.
expect 0 problems b.map --count 90 --min-cost 60 --max-cost 200 -o o.scen --csv o.csv --quiet
holds 'the check is blind' bash -c '! python3 "$1/check_like.py" a.csv o.csv 2>/dev/null' - "$here"

# The same seed gives the same problems, another one others; no problem is there twice.
expect 0 problems b.map --count 90 --like a.csv --seed 5 -o again.scen --quiet
holds 'the same seed gives other problems' cmp -s b.scen again.scen
expect 0 problems b.map --count 90 --like a.csv --seed 6 -o other.scen --quiet
holds 'another seed gives the same problems' bash -c '! cmp -s b.scen other.scen'
holds 'a problem is there twice' test "$(cut -d, -f2-5 b.csv | sort | uniq -d | wc -l)" -eq 0

# A limit of difficulty, with a distribution and without.
expect 0 problems b.map --count 40 --like a.csv --max-difficulty 8.5 -o d.scen --csv d.csv --quiet
holds 'one is too difficult' awk -F, 'NR > 1 && $8 / $7 > 8.5 { exit 1 }' d.csv
holds 'the distribution differs' python3 "$here/check_like.py" a.csv d.csv 8.5
expect 0 problems b.map --count 40 --max-difficulty 4 --min-cost 60 -o d.scen --csv d.csv --quiet
holds 'one is too difficult' awk -F, 'NR > 1 && $8 / $7 > 4 { exit 1 }' d.csv
expect 0 problems b.map --count 20 --max-difficulty 4 --min-cost 60 -o few.scen --quiet
holds 'problem i depends on the count' cmp -s few.scen <(head -n 21 d.scen)

# A table without detours: they are not matched.
cut -d, -f1-9 a.csv >plain.csv
expect 0 problems b.map --count 90 --like plain.csv --seed 5 -o plain.scen --csv p.csv --quiet
holds 'the distribution differs' python3 "$here/check_like.py" plain.csv p.csv
holds 'detours were matched' bash -c '! cmp -s plain.scen b.scen'

# A table of few rows, which --csv wrote: no bin is so narrow that a map has nothing in it.
expect 0 problems a.map --count 20 --min-cost 60 --max-cost 200 --seed 9 -o few.scen --csv few.csv --quiet
expect 0 problems b.map --count 20 --like few.csv -o drawn.scen --csv drawn.csv --quiet
head -n 2 few.csv >one.csv
expect 0 problems b.map --count 5 --like one.csv -o drawn.scen --csv drawn.csv --json
has '"problems": 5'

# Costs in cells, columns in any order, fields in quotes, lines of DOS.
awk -F, 'NR == 1 { print "difficulty,\"map\",optimal_cost,detour\r"; next }
    { printf "%s,\"a, b\",%.1f,%s\r\n", $9, $6 / 10, $10 }' a.csv >cells.csv
expect 0 problems b.map --count 90 --like cells.csv --seed 5 -o cells.scen --quiet
holds 'cells are not tenths' cmp -s b.scen cells.scen

# ---- what is wrong ----
refuses() { # PATTERN TEXT
    printf "$2" >bad.csv
    expect 3 problems b.map --like bad.csv -o x --quiet
    complains "$1"
    holds 'a file was left' test ! -e x
}
refuses 'bad.csv:1: there is no column optimal_cost' 'a,difficulty\n1,2\n'
refuses 'bad.csv:1: there is no column difficulty' 'optimal_cost\n1\n'
refuses "bad.csv:3: optimal_cost wants a number above 0 .*'ten'" 'optimal_cost,difficulty\n9,1\nten,1\n'
refuses "bad.csv:2: difficulty wants a number .*'-1'" 'optimal_cost,difficulty\n9,-1\n'
refuses "bad.csv:2: difficulty wants a number .*''" 'optimal_cost,difficulty\n9\n'
refuses "bad.csv:2: difficulty wants a number .*'nan'" 'optimal_cost,difficulty\n9,nan\n'
refuses 'bad.csv: there is no problem in it' 'optimal_cost,difficulty\n\n'
refuses 'bad.csv: there is no problem in it' ''
expect 3 problems b.map --like missing.csv -o x --quiet
complains 'missing.csv: it cannot be read'
expect 3 problems b.map --like paper --max-cost 900 -o x --quiet
complains 'none of its problems is in the range'
expect 2 problems b.map --like paper --scenario a.scen -o x
expect 2 problems b.map --max-difficulty 0.5 -o x

# A map that has no such problems: the bins that are short are reported. On a small map giving up is quick.
printf 'type octile\nheight 6\nwidth 9\nmap\n.........\n.......@.\n.......@.\n.......@.\n@@@@@@@@.\n.........\n' >s.map
printf 'optimal_cost,difficulty\n9,1.5\n5000,2\n6000,900\n' >far.csv
expect 3 problems s.map --count 6 --like far.csv -o x --quiet
complains 's.map: 4 of 6 problems like far.csv are not found on it: 2 of cost 5000.0 to 6000.0 and difficulty 1.5000 to 898.0000, 2 of cost 9.0 to 6000.0 and difficulty 898.0001 to 900.0000; '
expect 3 problems s.map --count 1000 --like paper -o x --quiet
complains '1000 of 1000 problems like paper are not found on it: .*, and of 162 more bins;'
holds 'a file was left' test ! -e x

# What a map lacks in cost or detour is drawn from the neighbouring bins of that difficulty, and counted.
printf 'optimal_cost,difficulty\n3,1.5\n4,1.6\n5000,1.7\n6000,1.8\n' >near.csv
expect 0 problems s.map --count 8 --like near.csv -o x --json
has '"unmatched": [1-9]'
rm x

# Ctrl-C while a bin is searched for in vain.
start problems b.map --count 6 --like far.csv -o x
await grep -q '"done": 2' "$err" || fail 'nothing was drawn'
kill -INT $pid
end 130
complains 'interrupted: x was not written'
holds 'a file was left' test "$(compgen -G 'x*' | wc -l)" -eq 0

# The numbers kept of the paper's problems are those of their table, where it is at hand.
table=${SHARED:-$here/../../../shared}/paper/problems.csv
if [ -r "$table" ]; then
    expect 0 map generate city -o city.map --size 1500x1500 --quiet
    limits='--count 20 --max-cost 1200 --max-difficulty 20'
    expect 0 problems city.map --like paper $limits -o kept.scen --quiet
    expect 0 problems city.map --like "$table" $limits -o table.scen --quiet
    holds 'the numbers kept differ' cmp -s kept.scen table.scen
fi
finish
