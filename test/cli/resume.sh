# resume.sh CAIRN: builds that are broken off and gone on with, and databases that grow, have the
# bytes of a plain build.
. "$(dirname "$0")/lib.sh"
expect 0 map generate caves -o m.map --size 512x512 --seed 3 --quiet
expect 0 build m.map -o small.db --records 1001 --quiet
expect 0 build m.map -o whole.db --records 6000 --quiet

# --extend: the old records, then new ones.
expect 0 build m.map -o grown.db --extend small.db --records 6000 --quiet
holds 'an extended database differs' cmp -s grown.db whole.db
expect 0 build m.map -o same.db --extend small.db --records 1001 --quiet
holds 'nothing to add changes something' cmp -s same.db small.db
expect 3 build m.map -o x.db --extend small.db --records 1000 --quiet
complains 'it has 1001 records already'
expect 3 build m.map -o x.db --extend small.db --records 2000 --seed 2 --quiet
complains 'another seed'
expect 3 build m.map -o x.db --extend small.db --records 2000 --skip-direct --quiet
complains 'keep-direct'
expect 3 build m.map -o x.db --extend small.db --records 2000 --corners free --quiet
complains 'strict corners'
expect 0 map generate caves -o other.map --size 512x512 --seed 4 --quiet
expect 3 build other.map -o x.db --extend small.db --records 2000 --quiet
complains 'another map'
expect 3 build m.map -o x.db --extend m.map --records 2000 --quiet
complains 'm.map'
holds 'a refused build wrote something' test ! -e x.db

# --checkpoint: killed at random moments, again and again, until it is through.
records=40000
expect 0 build m.map -o long.db --records $records --quiet
RANDOM=5
rounds=0
killed=0
while :; do
    rounds=$((rounds + 1))
    last="build --checkpoint, round $rounds"
    "$cairn" build m.map -o out.db --records $records --checkpoint kept --quiet >"$out" 2>"$err" &
    pid=$!
    sleep "2.$((RANDOM % 10))"
    # The last rounds are let through, whatever this machine is like.
    [ $rounds -lt 4 ] && kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    case $? in
    137) killed=$((killed + 1)) ;;
    0) break ;;
    *)
        fail 'a resumed build failed'
        break
        ;;
    esac
    holds 'a killed build wrote its file' test ! -e out.db
done
holds 'the resumed database differs' cmp -s out.db long.db
holds 'the checkpoint is still there' test ! -e kept
printf '%s rounds, %s of them killed\n' $rounds $killed

# Interrupted, all that is finished is kept.
"$cairn" build m.map -o out2.db --records 4000000 --checkpoint kept --quiet >"$out" 2>"$err" &
pid=$!
sleep 1
kill -INT $pid
wait $pid
holds 'the exit code of an interrupted build' test $? -eq 130
last='build --checkpoint, interrupted'
complains 'interrupted: what is finished is kept in kept; the same command goes on there'
holds 'a partial database was written too' test ! -e out2.db.partial
holds 'nothing was kept' test -n "$(ls kept)"

# A checkpoint serves its own request alone, and says so.
expect 3 build m.map -o x.db --records 100 --seed 2 --checkpoint kept --quiet
complains 'kept: part-00000001.cairnpart: the part has another seed; remove it or choose'
expect 3 build other.map -o x.db --records 100 --checkpoint kept --quiet
complains 'another map'
printf x >>kept/part-00000001.cairnpart
expect 3 build m.map -o x.db --records 100 --checkpoint kept --quiet
complains 'do not add up'
expect 3 build m.map -o x.db --records 100 --checkpoint m.map --quiet
complains 'the folder cannot be read'
holds 'a refused build wrote something' test ! -e x.db
rm -r kept

# A checkpoint that cannot be written ends the build, and the records are saved beside the output.
"$cairn" build m.map -o out3.db --records 4000000 --checkpoint kept --quiet >"$out" 2>"$err" &
pid=$!
sleep 1
printf 'no folder' >kept
wait $pid
holds 'the exit code without a checkpoint' test $? -eq 3
last='build --checkpoint, in vain'
complains 'kept: the folder cannot be read: .*: the first [0-9]+ of 4000000 records are saved in out3'
expect 0 db verify out3.db.partial --map m.map
rm kept
expect 0 build m.map -o x.db --records 1001 --checkpoint kept --quiet
holds 'a build with a checkpoint differs' cmp -s x.db small.db
finish
