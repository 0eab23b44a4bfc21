# columns.sh CAIRN: docs/research/columns.csv has the columns of every table that the command writes, and no others.
. "$(dirname "$0")/lib.sh"
expect 0 map generate rooms -o m.map --size 64x64 --quiet
expect 0 problems m.map --count 3 -o p.scen --csv problems.csv --quiet
expect 0 run m.map p.scen --algorithm astar --csv run.csv --quiet
expect 0 run m.map p.scen --algorithm astar --csv gppc.csv --gppc --quiet
printf 'find 0 0 0 0\nstep 1\n' >events
expect 0 replay m.map events --csv replay.csv --frames-csv frames.csv --quiet
cat >suite.json <<'S'
{"name": "columns", "problems": {"count": 2, "seed": 1}, "maps": [{"name": "rooms", "kind": "rooms", "size": "64x64", "seed": 1}],
 "agents": [{"name": "A*", "algorithm": "astar", "crowd": [1]}]}
S
expect 0 evaluate suite.json -o run --quiet
mv run/results.csv evaluate.csv
mv run/crowd.csv crowd.csv
python3 - "$here/../../docs/research/columns.csv" <<'P' || fail 'docs/research/columns.csv has other columns'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
names = [row["column"] for row in rows]
assert len(set(names)) == len(names), "a column is there twice"
assert all(row["meaning"] and None not in row for row in rows), "a row has no meaning, or a comma in it"
assert all(bool(row["clock"]) == (row["unit"] in ("ns", "s")) for row in rows if row["column"] != "clock")
told = {}
for row in rows:
    for table in row["tables"].split():
        told.setdefault(table, set()).add(row["column"])
wrong = 0
for table in ("problems", "run", "gppc", "replay", "frames", "evaluate", "crowd"):
    written = set(open(f"{table}.csv").readline().strip().split(","))
    for word, columns in (("lacks", written - told[table]), ("has too much", told[table] - written)):
        if columns:
            print(f"{table}: docs/research/columns.csv {word}: {' '.join(sorted(columns))}")
            wrong += 1
assert set(told) == {"problems", "run", "gppc", "replay", "frames", "evaluate", "crowd"}
sys.exit(wrong != 0)
P
finish
