# sets.sh CAIRN: suites with sets, the cut of walks, intervals, and why selections failed.
. "$(dirname "$0")/lib.sh"
cat >suite.json <<'S'
{"name": "sets", "cut": 3, "problems": {"count": 20, "min-cost": 30, "seed": 1},
 "sets": [
  {"name": "plain", "agents": ["agents"]},
  {"name": "free, corners", "corners": "free", "maps": ["caves"], "agents": ["A*", "others"]},
  {"name": "easy", "problems": {"count": 8, "min-cost": 30, "max-difficulty": 3}, "maps": ["rooms"]}],
 "maps": [{"name": "caves", "kind": "caves", "size": "128x128", "seed": 1},
          {"name": "rooms", "kind": "rooms", "size": "128x96", "seed": 2}],
 "agents": [{"name": "A*", "algorithm": "astar", "picture": true, "crowd": [1]},
            {"name": "kNN({records})", "algorithm": "knn", "database": {"kind": "knn", "records": [30, 300]}},
            {"name": "LRTA*", "group": "others", "algorithm": "lrta"}]}
S
expect 0 evaluate suite.json -o run --quiet
python3 - <<'P' || fail 'the rows are not those of the sets'
import csv, json
rows = list(csv.DictReader(open('run/results.csv')))
count = {}
for row in rows:
    key = (row['set'], row['map'], row['agent'])
    count[key] = count.get(key, 0) + 1
want = {('plain', m, a): 20 for m in ('caves', 'rooms') for a in ('A*', 'kNN(30)', 'kNN(300)')}
want |= {('free, corners', 'caves', a): 20 for a in ('A*', 'LRTA*')}
want |= {('easy', 'rooms', a): 8 for a in ('A*', 'kNN(30)', 'kNN(300)', 'LRTA*')}
assert count == want, count
for row in rows:
    cost, optimal, cut = int(row['cost']), int(row['optimal']), row['ended'] == 'cut'
    assert cost <= 3 * optimal and cut == (row['solved'] == '0'), row
    assert not cut or cost == 3 * optimal, row
    assert row['set'] != 'easy' or int(row['expanded']) <= 3 * int(row['optimal_moves']), row
    known = row['failure_end'] in ('start', 'goal', 'both', 'pair')
    assert known == (row['failures'] != '0'), row
    assert known == (row['failure_start_distance'] != ''), row
assert any(row['ended'] == 'cut' for row in rows) and any(row['failure_end'] for row in rows)
# Free corners make some paths shorter, on the same pairs of cells or on others.
summary = json.load(open('run/summary.json'))
assert [s['corners'] for s in summary['sets']] == ['strict', 'free', 'strict']
assert [a['agent'] for a in summary['agents']] == ['A*', 'kNN(30)', 'kNN(300)']
assert len(open('run/crowd.csv').readlines()) == 1 + 2  # of the first set alone
# Means and intervals, by other code.
for group in summary['sets']:
    for agent in group['agents']:
        mine = [r for r in rows if r['set'] == group['set'] and r['agent'] == agent['agent']]
        values = [100 * int(r['cost']) / int(r['optimal']) - 100 for r in mine]
        whole = [v for v, r in zip(values, mine) if r['failures'] == '0']
        near = lambda a, b: abs(a - b) < 1e-6 * max(1, abs(b))
        assert near(agent['mean_suboptimality'], sum(values) / len(values))
        assert not whole or near(agent['mean_suboptimality_unfailed'], sum(whole) / len(whole))
        assert agent['failed'] == len(values) - len(whole)
        state, means = 2463534242, []
        for _ in range(1000):
            total = 0
            for _ in values:
                state ^= state << 13 & 0xffffffff
                state ^= state >> 17
                state ^= state << 5 & 0xffffffff
                total += values[state * len(values) >> 32]
            means.append(total / len(values))
        means.sort()
        assert near(agent['mean_suboptimality_low'], means[24]), agent
        assert near(agent['mean_suboptimality_high'], means[974]), agent
P
# One map, one database of it: sets that differ in problems share them.
holds 'a map is there twice' test "$(ls run/maps | wc -l)" -eq 2
holds 'a database is there twice' test "$(ls run/databases/*.cairn | wc -l)" -eq 4
holds 'problems are missing' test "$(ls run/problems/*.scen | wc -l)" -eq 4

# `cairn run' averages as `cairn evaluate' does: a walk that was given up counts.
scen=$(ls run/problems/caves-*.scen | head -n 1)
map=$(ls run/maps/caves-*)
expect 1 run "$map" "$scen" --algorithm lrta --max-moves 60 --csv r.csv --json
mean=$(awk -F, 'NR > 1 { sum += 100 * $7 / $8 - 100; n++ } END { printf "%.4f", sum / n }' r.csv)
got=$(sed 's/.*"mean_suboptimality": \([-0-9.e]*\).*/\1/' "$out")
holds "the mean is $got, not $mean" awk -v a="$got" -v b="$mean" 'BEGIN { exit !(a - b < 1e-3 && b - a < 1e-3) }'
has '"cut": [1-9]'

refuses() { # PATTERN SED
    sed -e "$2" suite.json >bad.json
    expect 3 evaluate bad.json -o x --quiet
    complains "$1"
}
refuses 'cut: wants a whole number' 's/"cut": 3/"cut": 0/'
refuses "there is no map 'cave' in the suite" 's/"maps": \["caves"\]/"maps": ["cave"]/'
refuses "there is no agent 'other' in the suite" 's/"others"\]/"other"]/'
refuses "sets\\[1\\]: the name 'plain' is taken" 's/"free, corners"/"plain"/'
refuses 'sets\[0\]: "name" is missing' 's/"name": "plain", //'
refuses "sets\\[1\\]: \"corners\" wants strict or free" 's/"corners": "free"/"corners": "round"/'
refuses "'map' is not a member" 's/"maps": \["rooms"\]/"map": ["rooms"]/'
finish
