# outputs.sh CAIRN: outputs that cannot be written, or would take the place of something else: the exit code,
# one sentence, and nothing that is changed.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
expect 0 build s.map -o a.db --records 20 --quiet
printf 'version 1\n0\ts.map\t7\t5\t0\t0\t6\t4\t10\n' >s.scen

# ---- outputs that cannot be written ----
for name in missing/x /proc/x "$work" "$work/"; do
    expect 3 build s.map -o "$name" --quiet
    complains "$name: cannot be written"
    expect 3 map scale s.map 2 -o "$name"
    complains "$name: cannot be written"
    expect 3 map generate maze -o "$name"
    complains "$name: cannot be written"
    expect 3 render s.map -o "$name" --quiet
    complains "$name: cannot be written"
done
mkdir closed
chmod a-w closed
if ! touch closed/x 2>/dev/null; then # root may write anywhere
    expect 3 build s.map -o closed/x --quiet
    complains 'closed/x: cannot be written: Permission denied'
fi
expect 3 run s.map s.scen --csv missing/x --quiet
complains 'missing/x'
holds 'a file was left behind' test ! -e x

# ---- a full disk at the other end of stdout ----
if [ -c /dev/full ]; then
    out_full() {
        last="$* >/dev/full"
        "$cairn" "$@" <"$input" >/dev/full 2>"$err"
        local got=$?
        : >"$out"
        [ "$got" -eq 3 ] || fail "exit code $got, not 3"
        complains 'standard output'
    }
    out_full --help
    out_full map info s.map
    out_full map info s.map --json
    out_full db info a.db
    out_full db dump a.db
    out_full db verify a.db --map s.map
    out_full nearest a.db --from 0,0 --to 1,1
    out_full reachable s.map --from 0,0 --to 1,0
    out_full reachable s.map --from 2,2 --to 6,2
    out_full solve s.map --from 0,0 --to 6,4
    out_full solve s.map --from 0,0 --to 6,4 --path
    out_full run s.map s.scen --quiet
    input=path
    printf '0 0\n' >path
    out_full compress s.map
    input=/dev/null
    expect 3 run s.map s.scen --csv /dev/full --quiet
    complains '/dev/full'
fi

# An output is never the input, nor something that is open already.
cp s.map keep.map
expect 3 build s.map -o s.map --records 3 --quiet
complains 'it is the input'
expect 3 map scale s.map 2 -o ./s.map
complains 'it is the input'
expect 3 render s.map -o s.map
complains 'it is the input'
expect 3 run s.map s.scen --csv s.scen
complains 'it is the input'
expect 0 build s.map -o own.db --kind regions --quiet
cp own.db keep.db
printf 'step 1\n' >own.events
expect 3 render s.map --db own.db -o own.db
complains 'it is the input'
expect 3 run s.map s.scen --db own.db --csv own.db
complains 'it is the input'
expect 3 run s.map s.scen --csv s.map
complains 'it is the input'
expect 3 solve s.map --from 0,0 --to 1,0 --db own.db --trace own.db
complains 'it is the input'
expect 3 replay s.map own.events --db own.db --csv own.db
complains 'it is the input'
expect 3 replay s.map own.events --save s.map
complains 'it is the input'
expect 3 problems s.map --scenario s.scen -o s.scen
complains 's.scen: cannot be written: it is the input'
expect 3 problems s.map -o p.scen --csv s.map
complains 's.map: cannot be written: it is the input'
last='the input'
cmp -s s.map keep.map || fail 'it was changed'
cmp -s own.db keep.db || fail 'it was changed'
for name in - /dev/stdout /dev/fd/1 /proc/self/fd/1; do
    expect 3 map generate random --size 3x3 -o $name
    complains 'it is not a regular file'
done

# Two outputs are two files, however they are named.
mkdir -p folder
ln -s folder link
for pair in 'p.csv p.csv' 'p.csv ./p.csv' 'folder/p.csv link/p.csv' "p.csv $work/p.csv" '- -'; do
    expect 3 problems s.map --count 3 -o "${pair% *}" --csv "${pair#* }"
    says ''
    complains 'cannot be written: it is another output of this command, too; choose another place'
done
expect 3 replay s.map own.events --save ./p.csv --csv p.csv
complains 'p.csv: cannot be written: it is another output'
holds 'something was written' test ! -e p.csv -a -z "$(ls folder)"
expect 0 problems s.map --count 3 -o folder/p.csv --csv p.csv
expect 3 problems s.map --count 3 -o link/p.csv --csv folder/p.csv
complains 'it is another output'
expect 0 problems s.map --count 3 -q -o /dev/null --csv /dev/null
rm p.csv

finish
