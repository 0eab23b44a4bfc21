# studio.sh CAIRN: `cairn build` for a studio's nightly job: folders of maps, a target instead of a
# number, progress for tools.
. "$(dirname "$0")/lib.sh"
mkdir -p maps/deep
expect 0 map generate rooms -o maps/a.map --size 100x100 --quiet
expect 0 map generate caves -o maps/deep/b.map --size 120x90 --quiet
printf 'no map' >maps/deep/notes.txt
expect 0 build maps/a.map -o a.db --records 300 --quiet
expect 0 build maps/deep/b.map -o b.db --records 300 --quiet

# A folder keeps its shape; a file goes by its name.
expect 0 build maps --out-dir out --records 300
has '^1/2 a.map: 300 records, [0-9]+ bytes, .* out/a.cairn$'
has '^2/2 b.map: 300 records, [0-9]+ bytes, .* out/deep/b.cairn$'
holds 'the first differs from a build of its own' cmp -s out/a.cairn a.db
holds 'the second differs from a build of its own' cmp -s out/deep/b.cairn b.db
holds 'there is something else' test "$(find out -type f | wc -l)" -eq 2
expect 0 build maps/a.map maps/deep/b.map --out-dir flat --records 300 --quiet --checkpoint kept
says ''
is_quiet
holds 'a flat one differs' cmp -s flat/b.cairn b.db
holds 'a checkpoint is left' test -z "$(find kept -type f)"

# --update: only what is not there and right.
printf 'damaged' >out/deep/b.cairn
expect 0 build maps --out-dir out --records 300 --update
has '^1/2 a.map: out/a.cairn is up to date$'
has '^2/2 b.map: 300 records'
holds 'the damaged one was not built again' cmp -s out/deep/b.cairn b.db
expect 0 build maps --out-dir out --records 310 --update
has '^1/2 a.map: 310 records'

# A bad map is reported, and the others are built.
printf 'type octile\n' >maps/bad.map
expect 3 build maps --out-dir out2 --records 20
complains 'maps/bad.map'
holds 'the others were not built' test "$(find out2 -name '*.cairn' | wc -l)" -eq 2
rm maps/bad.map

# What cannot be meant.
expect 2 build maps/a.map maps/deep/b.map -o x.db
expect 2 build maps/a.map -o x.db --out-dir out
expect 2 build maps/a.map
expect 2 build maps/a.map -o x.db --max-seconds 5
expect 2 build maps/a.map -o x.db --target-suboptimality lots
expect 2 build maps --out-dir out --update --target-suboptimality 5
expect 2 build maps --out-dir out --extend a.db
expect 3 build maps -o x.db
complains 'maps: it is a folder'
mkdir empty
expect 3 build empty --out-dir out
complains 'empty: there is no .map file'
cp maps/a.map maps/deep/a.map
expect 3 build maps/a.map maps/deep/a.map --out-dir out --quiet
complains 'would both become out/a.cairn'
printf 'a file' >blocked
expect 3 build maps/a.map --out-dir blocked --quiet
complains 'blocked'

# A target: met, and not met.
expect 0 map generate caves -o t.map --size 300x300 --seed 2 --quiet
expect 0 build t.map -o t.db --target-suboptimality 5 --json
has '"target_met": true'
has '"problems": 500'
holds 'progress is not JSON lines' test "$(grep -c '^{"phase": "measured"' "$err")" -ge 1
records=$(sed 's/.*"records": \([0-9]*\).*/\1/' "$out")
reached=$(sed 's/.*"suboptimality": \([0-9.]*\).*/\1/' "$out")
holds 'the target is met and the figure above it' test "${reached%%.*}" -lt 5
expect 0 build t.map -o same.db --records "$records" --quiet
holds 'a database grown to a target differs' cmp -s t.db same.db
expect 1 build t.map -o t.db --target-suboptimality 0 --records 1200 --problems 100 --quiet
complains 't.db: the target of 0 % was not met: (at least )?[0-9.]+ % with 1200 records, the limit'
expect 0 db verify t.db --map t.map
has '^records +1200$'

# Progress for tools: a line a second, each an object.
expect 0 map generate slanted -o s.map --size 1500x1500 --quiet
start build s.map -o s.db --records 40000000
await grep -q '"phase": "records", "done": [1-9]' "$err" || fail 'no record was finished'
kill -INT $pid
await false
grep '^{' "$err" >lines
end 130
holds 'there is no progress' test -s lines
holds 'a line of progress is no object' test "$(grep -cv '^{"phase": "[a-z ]*", "done": [0-9]*, "total": 40000000, .*}$' lines)" -eq 0
finish
