# resume.sh CAIRN: builds that are broken off and continued, and databases that grow, have the
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

# --checkpoint: killed again and again, each time after it has kept some more; then let through. A
# checkpoint serves a request for fewer records as well, so the killed ones can ask for more than
# any machine finishes.
records=20000
endless=40000000
count_parts() { find kept -name '*.cairnpart' 2>/dev/null | wc -l; }
has_more_parts() { [ "$(count_parts)" -gt "$parts" ]; }
expect 0 build m.map -o long.db --records $records --quiet
for round in 1 2 3; do
    parts=$(count_parts)
    start build m.map -o out.db --records $endless --checkpoint kept
    await has_more_parts || fail "nothing more was kept in round $round"
    kill -9 $pid
    wait $pid 2>/dev/null
    holds 'a killed build wrote its file' test ! -e out.db
done
holds 'a round kept nothing' test "$(count_parts)" -ge 3
expect 0 build m.map -o out.db --records $records --checkpoint kept --quiet
holds 'the resumed database differs' cmp -s out.db long.db
holds 'the checkpoint is still there' test ! -e kept

# Interrupted, all that is finished is kept.
start build m.map -o out2.db --records $endless --checkpoint kept
await grep -q '"done": [1-9]' "$err" || fail 'no record was finished'
kill -INT $pid
end 130
complains 'interrupted: what is finished is kept in kept; the same command goes on there'
holds 'a partial database was written too' test ! -e out2.db.partial
holds 'nothing was kept' test -n "$(ls kept)"

# A checkpoint serves its own request alone, and says so.
expect 3 build m.map -o x.db --records 100 --seed 2 --checkpoint kept --quiet
complains 'kept: part-[0-9]+.cairnpart: the part has another seed; remove it or choose'
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
mkdir real
ln -s real kept
: >no-folder
ln -s no-folder other
start build m.map -o out3.db --records $endless --checkpoint kept
await test -e real/part-00000001.cairnpart || fail 'nothing was kept'
mv -T other kept # at once: there is always something under that name
end 3
complains "kept: the folder cannot be read: .*: the first [0-9]+ of $endless records are saved in out3"
expect 0 db verify out3.db.partial --map m.map
rm -r kept real
expect 0 build m.map -o x.db --records 1001 --checkpoint kept --quiet
holds 'a build with a checkpoint differs' cmp -s x.db small.db
finish
