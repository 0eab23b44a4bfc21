# mpi.sh CAIRN CAIRN_MPI: `cairn-mpi build` gives the bytes of `cairn build` for any number of
# ranks; a rank that dies ends the run, and nothing half-written is left under the final name.
. "$(dirname "$0")/lib.sh"
mpi=$2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# One machine: no ssh needed, and containers do not let processes copy from each other.
export OMPI_MCA_plm=isolated OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_rmaps_base_oversubscribe=1

# ranks CODE RANKS ARGUMENT...
ranks() {
    local code=$1 count=$2 got
    shift 2
    last="-mpi $* with $count ranks"
    mpirun -n "$count" "$mpi" "$@" <"$input" >"$out" 2>"$err"
    got=$?
    [ "$got" -eq "$code" ] || fail "exit code $got, not $code"
}

expect 0 map generate caves -o m.map --size 400x300 --seed 3 --quiet
expect 0 build m.map -o plain.db --records 3001 --seed 9 --quiet
for count in 1 3 4; do
    ranks 0 "$count" build m.map -o "r$count.db" --records 3001 --seed 9
    has '^records +3001$'
    holds "the bytes with $count ranks differ" cmp -s "r$count.db" plain.db
done
ranks 0 2 build m.map -o k.db --max-bytes 100k --quiet
expect 0 build m.map -o fitting.db --max-bytes 100k --quiet
holds 'what fits in so many bytes differs' cmp -s k.db fitting.db
ranks 0 2 build m.map -o k.db --kind labels --quiet
expect 0 build m.map -o labels.db --quiet
holds 'labels differ' cmp -s k.db labels.db
expect 0 build m.map -o direct.db --records 500 --skip-direct --corners free --quiet
ranks 0 3 build m.map -o d.db --records 500 --skip-direct --corners free --quiet
holds 'the options do not reach the ranks' cmp -s d.db direct.db

# Several maps, an old database, a target: all that `cairn build' does.
expect 0 map generate rooms -o n.map --size 200x200 --quiet
ranks 0 3 build m.map n.map --out-dir out --records 500 --quiet
expect 0 build n.map -o n.db --records 500 --quiet
holds 'the second map differs' cmp -s out/n.cairn n.db
# Whole maps of every kind, the best one included, are shared among the ranks.
expect 0 map generate maze -o o.map --size 60x60 --quiet
for kind in knn labels regions dlrta auto; do
    choice="--kind $kind"
    [ $kind = auto ] && choice=
    ranks 0 3 build m.map n.map o.map --out-dir shared-$kind $choice --quiet
    expect 0 build m.map n.map o.map --out-dir alone-$kind $choice --quiet
    holds "databases of kind $kind differ" diff -r shared-$kind alone-$kind
done
ranks 0 2 build m.map n.map --out-dir shared --json --kind regions
holds 'not one object for each map' test "$(grep -c '^{"output"' "$out")" -eq 2
expect 0 build m.map -o old.db --records 1001 --seed 9 --quiet
ranks 0 3 build m.map -o e.db --extend old.db --records 3001 --quiet
holds 'an extended database differs' cmp -s e.db plain.db
ranks 0 3 build m.map -o t.db --target-suboptimality 5 --quiet
expect 0 build m.map -o target.db --target-suboptimality 5 --quiet
holds 'a target gives another database' cmp -s t.db target.db
ranks 0 3 build m.map n.map --out-dir shared-target --target-suboptimality 30 --quiet
expect 0 build m.map n.map --out-dir alone-target --target-suboptimality 30 --quiet
holds 'a target gives other databases' diff -r shared-target alone-target

# What goes wrong is said once, by rank 0.
ranks 3 3 build no.map -o x.db
holds 'no sentence about a missing map' grep -q '^cairn: no.map: cannot be opened' "$err"
ranks 2 3 build m.map
ranks 2 2 solve m.map
holds 'no sentence about another command' grep -q 'two commands' "$err"
expect 0 map generate open -o tiny.map --size 1x2 --quiet
ranks 3 3 build tiny.map n.map --out-dir mixed --records 100 --quiet
holds 'a map that has no record stops the others' test -e mixed/n.cairn
holds 'no sentence about it' grep -q '^cairn: tiny.map: .*no pair of cells' "$err"
ranks 3 2 build no.map n.map --out-dir mixed2 --kind regions --quiet
holds 'a missing map stops the others' test -e mixed2/n.cairn
# Whoever builds a map: the same databases, the same sentences, in whatever order.
echo junk >junk.map
for options in '' '--max-bytes 1200' '--records 50 --target-suboptimality 0'; do
    maps='m.map junk.map n.map tiny.map no.map o.map'
    "$cairn" build $maps --out-dir alone $options --quiet 2>"$err"
    code=$?
    grep '^cairn: ' "$err" | sort >sentences
    ranks $code 3 build $maps --out-dir shared $options --quiet
    sed -n 's,shared/,alone/,; /^cairn: /p' "$err" | sort >shared-sentences
    holds "with '$options' other sentences" cmp -s sentences shared-sentences
    holds "with '$options' other databases" diff -r shared alone
    rm -rf shared alone
done

# A rank that dies, in the middle of the work: any of them.
expect 0 map generate caves -o big.map --size 1024x1024 --seed 3 --quiet
find_rank() { # find_rank RANK: of the run of big.map
    local pid
    for pid in $(pgrep -f "$mpi build big.map"); do
        if tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | grep -qx "OMPI_COMM_WORLD_RANK=$1"; then
            echo "$pid"
        fi
    done
}
for victim in 0 2; do
    last="-mpi build, rank $victim killed"
    mpirun -n 3 "$mpi" build big.map -o big.db --records 40000000 --checkpoint "kept$victim" \
        >"$out" 2>"$err" &
    pid=$!
    await compgen -G "kept$victim/*.cairnpart" >/dev/null || fail 'nothing was kept'
    kill -9 "$(find_rank $victim)"
    wait $pid
    holds 'the exit code is 0' test $? -ne 0
    holds 'nothing is said' grep -q "rank $victim .*signal 9" "$err"
    holds 'there is a file under the final name' test ! -e big.db
done
# A signal to rank 0, while it builds one of several maps, and while it waits for another rank's: it says
# so in one sentence, and there is nothing under a final name.
interrupt() { # interrupt PROGRESS MAP...
    local progress=$1
    shift
    last="-mpi build $*, interrupted"
    mpirun -n 2 "$mpi" build "$@" --out-dir stopped --records 40000000 --json >"$out" 2>"$err" &
    pid=$!
    await grep -q "$progress" "$err" || fail "no line like $progress"
    kill -INT "$(find_rank 0)"
    wait $pid
    holds 'the exit code is not 130' test $? -eq 130
    holds 'not one sentence about it' test "$(grep -c '^cairn: interrupted, or another rank ended' "$err")" -eq 1
    holds 'there is a file under a final name' test ! -e stopped/big.cairn -a ! -e stopped/m.cairn
}
interrupt '"phase": "records", "done": [1-9]' big.map m.map
interrupt '"phase": "maps", "done": 1, "total": 2' big.map tiny.map

# What was finished is there for the next run.
holds 'the checkpoint is gone' test -n "$(ls kept2)"
expect 0 build big.map -o one.db --records 2000 --quiet
ranks 0 2 build big.map -o big.db --records 2000 --checkpoint kept2 --quiet
holds 'a resumed database differs' cmp -s big.db one.db
finish
