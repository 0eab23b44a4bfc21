# kill.sh CAIRN: `cairn build` is killed at random moments. Under the final name there is nothing,
# or a valid database, the old one included; and the next build works.
. "$(dirname "$0")/lib.sh"
expect 0 map generate caves -o m.map --size 512x512 --seed 3 --quiet
expect 0 build m.map -o old.db --records 16 --seed 9 --quiet

# Enough records for a build of about half a second here.
now() { date +%s%N; }
records=250
while :; do
    start=$(now)
    expect 0 build m.map -o whole.db --records $records --threads 2 --quiet
    spent=$((($(now) - start) / 1000000))
    if [ $spent -ge 500 ] || [ $records -ge 64000 ]; then break; fi
    records=$((records * 2))
done
[ "$failures" -eq 0 ] || finish

killed=0
RANDOM=17
for round in $(seq 20); do
    rm -f out.db*
    [ $((round % 2)) -eq 0 ] && cp old.db out.db
    last="build, killed in round $round"
    "$cairn" build m.map -o out.db --records $records --threads 2 --quiet >"$out" 2>"$err" &
    pid=$!
    moment=$((RANDOM % (spent * 11 / 10))) # in the build or a little after it
    sleep "$(printf '%d.%03d' $((moment / 1000)) $((moment % 1000)))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ $? -eq 137 ] && killed=$((killed + 1))
    if [ -e out.db ]; then
        if ! cmp -s out.db old.db && ! cmp -s out.db whole.db; then
            fail 'the file is neither the old one nor the new one'
        fi
        "$cairn" db verify out.db --map m.map >"$out" 2>"$err" || fail 'the file is not valid'
    elif [ $((round % 2)) -eq 0 ]; then
        fail 'the old file is gone'
    fi
done
printf '%s of 20 builds were killed\n' $killed

# And in the middle, on any machine.
cp old.db out.db
start build m.map -o out.db --records 40000000 --threads 2
await grep -q '"done": [1-9]' "$err" || fail 'no record was finished'
kill -9 $pid
wait $pid 2>/dev/null
holds 'the old file is gone or damaged' cmp -s out.db old.db

expect 0 build m.map -o out.db --records 16 --seed 9 --quiet
holds 'a build after the others differs' cmp -s out.db old.db
finish
