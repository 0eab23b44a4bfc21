# crowd.sh CAIRN: `cairn crowd`: its report, the same crowd for any number of threads, pictures, what is
# refused, and an interrupted run.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
keys='kind clock agents frames bytes_per_agent frame_us_mean frame_us_p50 frame_us_p99 frame_us_max
max_units longest_wait moves arrived illegal overlaps hash'
expect 0 map generate city --size 256x256 -o city.map
expect 0 build city.map -o city.cairn --quiet
expect 0 build city.map -o knn.cairn --kind knn --records 50 --quiet
expect 0 build city.map -o net.cairn --kind knn --records 50 --fallback --quiet
expect 0 build city.map -o regions.cairn --kind regions --quiet
expect 0 build city.map -o free.cairn --corners free --quiet
expect 0 build city.map -o dlrta.cairn --kind dlrta --quiet

# value KEY: of the last report.
value() {
    sed -n "s/^$1 *//p" "$out"
}

# ---- the report ----
expect 0 crowd s.map --agents 3 --frames 30 --quiet
says ''
expect 0 crowd s.map --agents 3 --frames 30
holds 'other keys' test "$(cut -d' ' -f1 "$out" | tr '\n' ' ')" = "$(printf '%s ' $keys)"
holds 'not all arrived' test "$(value arrived)" = 3
holds 'frames' test "$(value frames)" = 30
has '^kind +labels$'
has '^clock +cpu$'
has '^hash +[0-9a-f]{16}$'
expect 0 crowd s.map --agents 3 --frames 30 --json
for key in $keys; do
    has "\"$key\": "
done
expect 0 crowd city.map --db city.cairn --agents 500 --frames 700 --max-work 32768
is_quiet
holds 'not all arrived' test "$(value arrived)" = 500
holds 'over the budget' test "$(value max_units)" -le 32768
holds 'moves were not counted' test "$(value moves)" -gt 10000
for db in city regions net; do
    expect 0 crowd city.map --db $db.cairn --agents 200 --frames 1000 --quiet --json
    has '"arrived": 200, "illegal": 0'
done
expect 0 crowd city.map --db free.cairn --agents 200 --frames 50
has '^illegal +0$'

# ---- the same crowd: for any number of threads, and every time ----
for orders in random same swap; do
    run="crowd city.map --db city.cairn --agents 9000 --frames 20 --reorder 30 --orders $orders --max-work 65536"
    # shellcheck disable=SC2086
    expect 0 $run
    hash=$(value hash)
    has '^clock +cpu$'
    for threads in 1 2 7; do
        # shellcheck disable=SC2086
        expect 0 $run --threads $threads
        holds "another hash with $threads threads" test "$(value hash)" = "$hash"
    done
    has '^clock +wall$'
    # shellcheck disable=SC2086
    expect 0 $run --seed 2
    holds 'the seed counts for nothing' test "$(value hash)" != "$hash"
done
# All go to one place, and share its cell; armies come to the other's places, which are all different.
expect 0 crowd city.map --db city.cairn --agents 20 --frames 600 --orders same
holds 'not all arrived' test "$(value arrived)" = 20
holds 'they share no cell' test "$(value overlaps)" -gt 1900
expect 0 crowd city.map --db city.cairn --agents 21 --frames 600 --orders swap
holds 'not all arrived' test "$(value arrived)" = 21
expect 0 crowd s.map --agents 1 --frames 9 --orders swap
has '^arrived +1$'
# Those that keep clear of each other arrive, too, and none shares a cell.
for orders in random same swap; do
    run="crowd city.map --db city.cairn --agents 300 --frames 2000 --orders $orders --occupancy cells --max-work 65536"
    # shellcheck disable=SC2086
    expect 0 $run
    holds 'not all arrived' test "$(value arrived)" = 300
    has '^illegal +0$'
    has '^overlaps +0$'
    hash=$(value hash)
    # shellcheck disable=SC2086
    expect 0 $run --threads 3
    holds 'another hash with 3 threads' test "$(value hash)" = "$hash"
done
expect 0 crowd s.map --agents 24 --frames 20 --reorder 3 --occupancy cells
has '^overlaps +0$'
# More agents than cells, without occupancy.
expect 0 crowd s.map --agents 100 --frames 30 --orders swap
has '^arrived +100$'

# ---- pictures ----
expect 0 crowd city.map --db city.cairn --agents 50 --frames 50 -o visits.png
expect 0 crowd city.map --db city.cairn --agents 50 --frames 51 -o more.png --quiet
expect 0 render city.map -o ground.png --quiet
holds 'no picture' test "$(head -c 4 visits.png | tail -c 3)" = PNG
free() { # PICTURE: how many pixels have the colour of open ground
    "$cairn" map import "$1" -o pixels.map --open f7f5ef --json 2>"$err" | sed 's/.*"open": \([0-9]*\).*/\1/'
}
holds 'nothing was drawn' test "$(free visits.png)" -lt "$(free ground.png)"
expect 0 map import visits.png -o pixels.map --open ffb000 --quiet
holds 'no scale of visits' test "$(tail -n 20 pixels.map | tr -cd . | wc -c)" -gt 8
holds 'a frame adds nothing' bash -c '! cmp -s visits.png more.png'
expect 0 crowd city.map --db city.cairn --agents 50 --frames 50 -o -
holds 'another picture' cmp -s "$out" visits.png
holds 'no report' grep -qE '^arrived ' "$err"
expect 3 crowd s.map --agents 1 --frames 1 -o nowhere/visits.png
complains 'nowhere'

# ---- refused ----
for arguments in '' '--agents 5' '--frames 5' '--agents 0 --frames 5' '--agents 1048577 --frames 1' \
    '--agents 1 --frames 0' '--agents 1 --frames 1 --orders none' '--agents 1 --frames 1 --occupancy on' \
    '--agents 1 --frames 1 --max-work 32767' '--agents 1 --frames 1 --threads 0' \
    '--agents 1 --frames 1 --threads 65' '--agents 1 --frames 1 --reorder -1'; do
    # shellcheck disable=SC2086
    expect 2 crowd s.map $arguments
    says ''
    holds 'no sentence' grep -q '^cairn' "$err"
done
expect 2 crowd s.map --frames 1
holds 'no reason' grep -q -e '--agents N is missing' "$err"
expect 3 crowd nothing.map --agents 1 --frames 1
complains 'nothing.map: '
expect 3 crowd s.map --agents 1 --frames 1 --db nothing.cairn
complains 'nothing.cairn: '
expect 3 crowd s.map --agents 1 --frames 1 --db city.cairn
complains 'city.cairn: the database was made for a map of 256 x 256 cells'
expect 3 crowd city.map --agents 1 --frames 1 --db city.cairn --corners free
complains 'city.cairn: the database was made with corners strict'
expect 3 crowd city.map --agents 1 --frames 1 --db dlrta.cairn
complains 'dlrta.cairn: a crowd walks by databases of kind labels, regions or knn, and this one is of kind dlrta'
expect 3 crowd city.map --agents 1 --frames 1 --db knn.cairn
complains 'knn.cairn: a crowd needs a database of kind knn that has a fall-back'
expect 3 crowd s.map --agents 25 --frames 1 --occupancy cells
complains 's.map: paths join 24 open cells at most, and each has room for one agent; choose fewer --agents'
cp city.cairn keep.cairn
expect 3 crowd city.map --agents 1 --frames 1 --db city.cairn -o ./city.cairn
complains 'it is the input'
holds 'the database was changed' cmp -s city.cairn keep.cairn
printf 'type octile\nheight 1\nwidth 3\nmap\n@@@\n' >walls.map
expect 3 crowd walls.map --agents 1 --frames 1
complains 'walls.map: the map has no open cell; use another map'

# ---- Ctrl-C: what there is ----
start crowd city.map --db city.cairn --agents 1000 --frames 4000000000 --reorder 10 -o broken.png
await grep -q '"frames"' "$err"
kill -INT $pid
end 130
complains 'interrupted: [0-9]* of 4000000000 frames were made'
has '"illegal": 0, '
holds 'no frame was made' bash -c "grep -qE '\"frames\": [1-9]' '$out'"
holds 'no picture' test -s broken.png
finish
