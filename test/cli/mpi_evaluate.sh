# mpi_evaluate.sh CAIRN CAIRN_MPI SOURCE: `cairn-mpi evaluate` gives the rows of `cairn evaluate` for any
# number of ranks, times apart.
. "$(dirname "$0")/lib.sh"
mpi=$2
tiny=$3/report/test/tiny.json
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_plm=isolated OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_rmaps_base_oversubscribe=1

ranks() { # ranks CODE RANKS ARGUMENT...
    local code=$1 count=$2 got
    shift 2
    last="-mpi $* with $count ranks"
    mpirun -n "$count" "$mpi" "$@" <"$input" >"$out" 2>"$err"
    got=$?
    [ "$got" -eq "$code" ] || fail "exit code $got, not $code"
}
# Columns by name, all but times; the comma of "1,3" is not one between fields.
without_times() {
    sed 's/"\([^",]*\),\([^"]*\)"/\1+\2/g' "$1" | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) time[i] = $i ~ /_ns$|_seconds$|^resident_bytes$/ }
        { for (i = 1; i <= NF; i++) if (time[i]) $i = ""; print }' OFS=,
}
is_like_alone() { # is_like_alone DIR
    local table
    for table in results crowd; do
        holds "$1: other rows of $table" cmp -s <(without_times alone/$table.csv) <(without_times "$1/$table.csv")
    done
    holds "$1: other files" test "$(cd alone && find . -type f | sort)" = "$(cd "$1" && find . -type f | sort)"
    holds "$1: other maps or problems" diff -r alone/problems "$1/problems"
}

expect 0 evaluate "$tiny" -o alone --moves --quiet
for count in 1 3; do
    ranks 0 $count evaluate "$tiny" -o run$count --moves
    holds 'not one summary' test "$(grep -c '^agent  *problems' "$out")" -eq 1
    has '^kNN LRTA\*\(100\) +12 +'
    is_like_alone run$count
    holds 'other moves' diff <(cat alone/runs/*.moves) <(cat run$count/runs/*.moves)
done
# A part that is missing is made again, by any number of ranks; what is there stays.
cp run3/results.csv before.csv
ranks 0 2 evaluate "$tiny" -o run3 --moves --quiet
holds 'a finished run is run again' cmp -s before.csv run3/results.csv
rm "$(ls run3/runs/rooms-*.csv | head -n 1)" "$(ls run3/databases/*.cairn | head -n 1)"
ranks 0 3 evaluate "$tiny" -o run3 --moves --quiet
is_like_alone run3
ranks 0 3 evaluate "$tiny" -o json --json
holds 'not one object' python3 -c 'import json, sys; json.loads([l for l in open(sys.argv[1]) if "mean_suboptimality" in l][0])' "$out"

# Sets share maps and databases; a program is an agent too.
cat >sets.json <<'JSON'
{"name": "sets", "max-moves": 500, "problems": {"count": 3, "min-cost": 10, "max-cost": 60, "seed": 4},
 "sets": [{"name": "first"}, {"name": "others", "problems": {"count": 2, "min-cost": 10, "max-cost": 60, "seed": 9}}],
 "maps": [{"name": "caves", "kind": "caves", "size": "48x40", "seed": 1}],
 "agents": [{"name": "A*", "algorithm": "astar"}, {"name": "python", "program": ["python3", "outside_agent.py"]},
            {"name": "knn", "algorithm": "knn", "database": {"kind": "knn", "records": 20}}]}
JSON
cp "$3/examples/outside_agent.py" .
rm -rf alone
expect 0 evaluate sets.json -o alone --quiet
ranks 0 3 evaluate sets.json -o sets --quiet
is_like_alone sets

# What goes wrong is said once.
says_once() { # says_once PATTERN
    holds "not one sentence like $1" test "$(grep -c '^cairn: ' "$err")" -eq 1
    holds "no sentence like $1" grep -qE "$1" "$err"
}
ranks 3 3 evaluate missing.json -o bad
says_once 'missing.json: there is no such suite'
sed 's/"lrta"/"dijkstra"/' "$tiny" >bad.json
ranks 3 3 evaluate bad.json -o bad
says_once "LRTA\*: --algorithm wants one of"
ranks 2 3 evaluate "$tiny"
sed 's/"max-cost": 60, "seed": 4/"min-cost": 90000, "max-cost": 90001/; s/"min-cost": 10, "min-cost"/"min-cost"/' sets.json >none.json
ranks 3 3 evaluate none.json -o bad --quiet
says_once 'no pair of cells'
sed 's/outside_agent.py/no.py/; s/, {"name": "others".*}}\]/]/' sets.json >dies.json
ranks 3 3 evaluate dies.json -o dies --quiet
says_once 'python: the program ended with exit code 2'
holds 'results were left' test ! -e dies/results.csv
# Rank 0 is interrupted: what is done stays. A machine that is through before the signal comes gets more
# to do.
find_rank() {
    local one
    for one in $(pgrep -f "$mpi evaluate long.json"); do
        tr '\0' '\n' <"/proc/$one/environ" 2>/dev/null | grep -qx "OMPI_COMM_WORLD_RANK=$1" && echo "$one"
    done
}
count=1000
got=0
while [ $got -eq 0 ]; do
    rm -rf long
    sed "s/\"count\": 6/\"count\": $count/" "$tiny" >long.json
    last='-mpi evaluate, interrupted'
    mpirun -n 3 "$mpi" evaluate long.json -o long --quiet >"$out" 2>"$err" &
    pid=$!
    await compgen -G 'long/runs/*.csv' >/dev/null || fail 'nothing was done'
    rank=$(find_rank 0)
    [ -z "$rank" ] || kill -INT "$rank" 2>/dev/null
    wait $pid
    got=$?
    count=$((count * 2))
done
holds 'the exit code of an interruption' test $got -eq 130
says_once 'interrupted: what is done is kept in long'
holds 'results of an interrupted run' test ! -e long/results.csv
finish
