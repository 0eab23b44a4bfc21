# hashes.sh CAIRN: rows of `cairn evaluate` say what was measured on, by its content.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || exit 77
write_suite() { # write_suite SEED
    cat >suite.json <<JSON
{"name": "hashes", "max-moves": 3000, "problems": {"count": 3, "min-cost": 10, "max-cost": 60, "seed": $1},
 "maps": [{"name": "caves", "kind": "caves", "size": "48x40", "seed": 1},
          {"name": "rooms", "kind": "rooms", "size": "40x40", "seed": 2}],
 "agents": [{"algorithm": "astar"},
            {"name": "knn{records}", "algorithm": "knn", "database": {"kind": "knn", "records": [10, 20]}}]}
JSON
}
write_suite 4
expect 0 evaluate suite.json -o run --quiet
holds 'the hashes are not those of the files' python3 "$here/check_hashes.py" run
# Other problems have another hash, and the same maps and databases the same.
hashes() { # hashes DIR COLUMN...
    local folder=$1
    shift
    python3 -c '
import csv, sys
print(sorted({tuple(row[key] for key in sys.argv[2:]) for row in csv.DictReader(open(sys.argv[1]))}))' \
        "$folder/results.csv" "$@"
}
write_suite 5
expect 0 evaluate suite.json -o other --quiet
holds 'maps or databases differ' test "$(hashes run map map_hash database_hash)" = \
    "$(hashes other map map_hash database_hash)"
holds 'other problems have the same hash' test "$(hashes run problems_hash)" != "$(hashes other problems_hash)"
finish
