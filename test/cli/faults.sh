# faults.sh CAIRN SHIM LEVEL_FILES: the n-th allocation or file call of the whole command fails, for every n.
# The command ends with 3 and one sentence, or gets through with the right result; never by a
# signal. And it is killed at the n-th file call: no damaged file under the final name.
. "$(dirname "$0")/lib.sh"
shim=$2
write_small_map s.map
printf 'version 1\n0\ts.map\t7\t5\t0\t0\t6\t4\t10\n' >s.scen
printf '0 0\n1 0\n2 0\n' >path
expect 0 build s.map -o a.db --records 20 --quiet
expect 0 build s.map -o right.db --records 20 --quiet

# Runs with a fault; false once the fault did not come up any more.
with_fault() {
    local call=$1 number=$2
    shift 2
    last="$* with $call number $number failing"
    rm -f mark
    (
        CAIRN_FAULT_CALL=$call CAIRN_FAULT_NUMBER=$number CAIRN_FAULT_MARK=$work/mark \
            LD_PRELOAD=$shim "$cairn" "$@" <"$input" >"$out" 2>"$err"
        exit $?
    ) 2>/dev/null # what the shell itself says of a signal
    code=$?
    [ -e mark ]
}

# each CALL EXPECTED ARGUMENT...: EXPECTED is a file that stdout must equal on success, or `any'.
each() {
    local call=$1 expected=$2 number=1
    shift 2
    while with_fault "$call" $number "$@"; do
        case $code in
        0) [ "$expected" = any ] || cmp -s "$out" "$expected" || fail 'the output is wrong' ;;
        3) complains . ;;
        *) fail "exit code $code" ;;
        esac
        if [ -e out.db ]; then
            [ $code -eq 0 ] || fail 'there is a file although it failed'
            cmp -s out.db right.db || fail 'the file is wrong'
            rm -f out.db
        elif [ $code -eq 0 ] && [ "$1" = build ]; then
            fail 'there is no file'
        fi
        # What was finished when memory ran out is kept, as a database of its own.
        if [ -e out.db.partial ]; then
            [ $code -eq 3 ] || fail 'there is a partial file although it did not fail'
            "$cairn" db verify out.db.partial --map s.map >/dev/null || fail 'it is not valid'
            rm -f out.db.partial
        fi
        if compgen -G 'out.db.*' >/dev/null; then
            fail 'a temporary file was left'
            rm -f out.db.*
        fi
        number=$((number + 1))
        [ "$failures" -lt 20 ] || finish
    done
    [ $code -eq 0 ] || fail 'it fails without a fault'
    rm -f out.db
    printf '%s: %d times %s\n' "$1" $((number - 1)) "$call"
}

for call in memory open write fsync rename; do
    each $call any build s.map -o out.db --records 20 --threads 1 --quiet
    each $call any build s.map -o out.db --records 20 --threads 2 --quiet
done
expect 0 solve s.map --from 2,2 --to 6,2 --db a.db --path
cp "$out" solved
each memory solved solve s.map --from 2,2 --to 6,2 --db a.db --path
each open solved solve s.map --from 2,2 --to 6,2 --db a.db --path
each memory any solve s.map --from 2,2 --to 6,2 --json --optimal
each memory any run s.map s.scen --db a.db --quiet
each memory any map info s.map --json
each memory any db verify a.db --map s.map
expect 0 db dump a.db
cp "$out" dumped
each memory dumped db dump a.db
each memory any nearest a.db --from 0,0 --to 6,4 --json
each memory any render s.map -o s.png --from 2,2 --to 6,2 --db a.db --quiet
each memory any problems s.map --count 3 -o s.out --csv s.csv --quiet
printf 'optimal,difficulty\n10,1\n20,1\n' >like.csv
each memory any problems s.map --count 2 --like like.csv -o s.out --quiet
for call in open write fsync rename; do
    each $call any problems s.map --count 3 -o s.out --csv s.csv --quiet
done
input=path
each memory any compress s.map
input=/dev/null

# The importers: the same map, or none.
"$3" . || exit 1
printf '%s' '<map orientation="orthogonal"><layer name="a" width="2" height="1"><data encoding="csv">' \
    '0,1</data></layer></map>' >tiles.xml
printf '%s' '{"orientation": "orthogonal", "layers": [{"type": "tilelayer", "name": "a", ' \
    '"width": 2, "height": 1, "data": [0, 1]}]}' >tiles.json
for file in small.wad small.bsp small.pk3 small.png tiles.xml tiles.json; do
    expect 0 map import $file -q -o right.map
    number=1
    while rm -f out.map && with_fault memory $number map import $file -q -o out.map; do
        case $code in
        0) cmp -s out.map right.map || fail 'the map is wrong' ;;
        3) complains . ;;
        *) fail "exit code $code" ;;
        esac
        [ $code -eq 0 ] || [ ! -e out.map ] || fail 'there is a file although it failed'
        number=$((number + 1))
        [ "$failures" -lt 20 ] || finish
    done
    printf 'map import %s: %d times memory\n' $file $((number - 1))
done
for call in open write fsync rename; do
    each $call any map import small.wad -q -o out.map
    each $call any map import small.wad -q -o out.png
done
each memory any map levels small.pk3
input=/dev/null

# ---- interrupted, or written in pieces ----
# goes_on ACTION CALL RIGHT ARGUMENT...: the call is tried again, and the file `out.db' is right.
goes_on() {
    local action=$1 call=$2 right=$3 number=1
    shift 3
    export CAIRN_FAULT_ACTION=$action
    while rm -f out.db && with_fault "$call" $number "$@"; do
        [ $code -eq 0 ] || fail "exit code $code after $action"
        cmp -s out.db "$right" || fail 'the file is wrong'
        number=$((number + 1))
        [ "$failures" -lt 20 ] || finish
    done
    unset CAIRN_FAULT_ACTION
    [ $number -gt 1 ] || fail "there is no $call to $action"
}
expect 0 build s.map -o right.labels --kind labels --quiet
expect 0 problems s.map --count 3 -o right.scen --quiet
for call in open write fsync; do
    goes_on interrupt $call right.db build s.map -o out.db --records 20 --threads 1 --quiet
    goes_on interrupt $call right.labels build s.map -o out.db --kind labels --quiet
    goes_on interrupt $call right.scen problems s.map --count 3 -o out.db --quiet
done
goes_on short write right.labels build s.map -o out.db --kind labels --quiet
goes_on short write right.scen problems s.map --count 3 -o out.db --quiet

# ---- killed ----
# killed_at CALL NUMBER: false once there is no such call any more.
killed_at() {
    last="build, killed at $1 number $2"
    rm -f mark
    (
        CAIRN_FAULT_CALL=$1 CAIRN_FAULT_NUMBER=$2 CAIRN_FAULT_MARK=$work/mark \
            CAIRN_FAULT_ACTION=kill LD_PRELOAD=$shim \
            "$cairn" build s.map -o out.db --records 20 --quiet >"$out" 2>"$err"
        exit $?
    ) 2>/dev/null
    [ -e mark ]
}

for call in open write fsync rename; do
    number=1
    while rm -f out.db* && killed_at $call $number; do
        [ ! -e out.db ] || cmp -s out.db right.db || fail 'the file is damaged'
        rm -f out.db*
        cp s.map out.db
        killed_at $call $number
        cmp -s out.db s.map || cmp -s out.db right.db || fail 'the old file is gone or damaged'
        number=$((number + 1))
    done
done
finish
