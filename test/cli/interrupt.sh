# interrupt.sh CAIRN: Ctrl-C on `cairn build` leaves OUT.partial, a valid database, and says so.
. "$(dirname "$0")/lib.sh"
expect 0 map generate caves -o m.map --size 512x512 --seed 3 --quiet

# interrupt SIGNAL CODE THREADS: when some records are finished, of more than any machine makes: enough
# to have the first ones among them, whichever thread they fell to.
interrupt() {
    rm -f out.db*
    start build m.map -o out.db --records 40000000 --threads "$3"
    await grep -q '"done": [0-9]\{4\}' "$err" || fail 'no record was finished'
    kill "-$1" $pid
    end "$2"
    complains 'interrupted: the first [0-9]+ of 40000000 records are saved in out.db.partial'
    says ''
    holds 'there is a file under the final name' test ! -e out.db
    holds 'something else was left' test "$(compgen -G 'out.db*' | wc -l)" -eq 1
    check_partial
}

# The partial database is the one that a build of that many records gives.
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

# Of the kinds that are made in one go nothing is kept. The signal comes while the map is read, so
# the work ends where it first looks.
interrupt_whole() {
    rm -f out.db*
    start_with_pipe build pipe -o out.db "$@"
    kill -INT $pid
    hand_over m.map
    end 130
    complains 'interrupted: .* nothing was written'
    says ''
    holds 'a file was left behind' test "$(compgen -G 'out.db*' | wc -l)" -eq 0
}
interrupt_whole
interrupt_whole --kind dlrta --level 5 --corners free
interrupt_whole --kind regions --threads 1
interrupt_whole --kind labels --threads 1
interrupt_whole --kind labels --fallback

finish
