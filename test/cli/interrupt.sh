# interrupt.sh CAIRN: Ctrl-C on `cairn build` leaves OUT.partial, a valid database, and says so.
. "$(dirname "$0")/lib.sh"
expect 0 map generate caves -o m.map --size 512x512 --seed 3 --quiet

# interrupt SIGNAL CODE THREADS: waits longer if no record was finished yet.
interrupt() {
    local wait=0.3 got
    while :; do
        rm -f out.db*
        last="build --threads $3, interrupted by $1 after $wait s"
        "$cairn" build m.map -o out.db --records 2000000 --threads "$3" --quiet >"$out" 2>"$err" &
        pid=$!
        sleep $wait
        kill "-$1" $pid
        wait $pid
        got=$?
        [ $got -eq "$2" ] || fail "exit code $got, not $2"
        grep -q 'no record is finished' "$err" || break
        [ $wait = 20 ] && break
        wait=20
    done
    complains 'interrupted: the first [0-9]+ of 2000000 records are saved in out.db.partial'
    says ''
    holds 'there is a file under the final name' test ! -e out.db
    holds 'something else was left' test "$(compgen -G 'out.db*' | wc -l)" -eq 1
    check_partial
}

# The partial database is the one that a build of so many records gives.
check_partial() {
    local records
    records=$(sed 's/.*the first \([0-9]*\) of.*/\1/' "$err")
    expect 0 db verify out.db.partial --map m.map
    has "^records +$records$"
    expect 0 build m.map -o same.db --records "$records" --quiet
    holds 'the partial database differs' cmp -s out.db.partial same.db
}

interrupt INT 130 1
interrupt INT 130 2
interrupt TERM 143 2
# Of the kinds that are made in one go nothing is kept: seconds until the signal, map, kind and
# options.
expect 0 map generate caves -o large.map --size 2048x2048 --seed 3 --quiet
expect 0 map generate rough -o rough.map --size 1024x1024 --quiet
interrupt_whole() {
    local seconds=$1 map=$2
    shift 2
    last="build --kind $*, interrupted"
    "$cairn" build "$map" -o out.db --kind "$@" --quiet >"$out" 2>"$err" &
    pid=$!
    sleep "$seconds"
    kill -INT $pid
    wait $pid
    got=$?
    [ $got -eq 130 ] || fail "exit code $got, not 130"
    complains 'interrupted: .* nothing was written'
    holds 'a file was left behind' test ! -e out.db
}
interrupt_whole 1 large.map dlrta --level 5 --corners free
interrupt_whole 0.2 large.map regions --threads 1
interrupt_whole 1 rough.map labels --threads 1

finish
