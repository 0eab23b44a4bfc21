# games_budget.sh CAIRN: games of many members, made here as texts: what a change or a click costs the frames
# of a crowd. What is compared are moves, waits and units, never times.
. "$(dirname "$0")/lib.sh"

# The sum, or the most, of a column of the table of frames.
sum() {
    awk -F, -v "column=$1" 'NR > 1 { sum += $column } END { print sum + 0 }' "$2"
}
most() {
    awk -F, -v "column=$1" 'NR > 1 && $column > most { most = $column } END { print most + 0 }' "$2"
}
budget=65536
crowd() {
    expect 0 replay city.map "$1.events" --db city.db --max-work $budget --csv rows.csv --frames-csv "$1.csv" --json
    holds "a frame of $1 is over its budget" test "$(most 8 "$1.csv")" -le $budget
}

# ---- changes far away ----
# 5,000 members are on their way while one cell changes that is on the way of none, in each frame, in every
# tenth, or never.
expect 0 map generate city --size 384x384 --seed 5 -o city.map --quiet
expect 0 build city.map -o city.db --kind labels --quiet
expect 0 problems city.map -o all.scen --count 5000 --min-cost 150 --seed 3 --quiet
problems=$(awk 'NF == 9 { print $5, $6, $7, $8 }' all.scen)
far=$(awk 'NR > 4 { at = index($0, "."); if (at > 0) { print at - 1, NR - 5; exit } }' city.map)
game() {
    awk '{ print "member", NR, $1, $2; print "order", NR, $3, $4 }' <<<"$problems"
    for frame in $(seq 150); do
        [ $((frame % $1)) -ne 0 ] || echo "set $far 1 1 $([ $((frame / $1 % 2)) -eq 1 ] && echo blocked || echo open)"
        echo 'step 1'
    done
}
game 1000 >never.events
game 10 >tenth.events
game 1 >each.events
for name in never tenth each; do
    crowd $name
done
moves=$(sum 2 never.csv)
wait=$(most 7 never.csv)
for name in tenth each; do
    moved=$(sum 2 $name.csv)
    waited=$(most 7 $name.csv)
    holds "changes ($name) leave $moved of $moves moves" test $((10 * moved)) -ge $((9 * moves))
    holds "changes ($name) make orders wait for $waited frames, not $wait" test "$waited" -le $((2 * wait))
done

# ---- clicks on what no path leads to ----
# A map in two halves; the other one is full of cells that are shut in. 200 members beside the wall are sent into it, and look anew
# whenever a cell far away changes. The cell that is nearest is one for all of them, and is looked for once: some units for each of
# hundreds of tiles, which count, and not 200 times.
awk 'BEGIN {
    print "type octile\nheight 2048\nwidth 2048\nmap"
    for (y = 0; y < 2048; y++) {
        row = ""
        for (x = 0; x < 2048; x++)
            row = row ((x == 1024 || (x > 1024 && (x % 2 == 0 || y % 2 == 0))) ? "@" : ".")
        print row
    }
}' >halves.map
clicks() {
    awk -v "count=$1" 'BEGIN {
        for (i = 1; i <= count; i++)
            print "member", i, 1003 + i % 20, 1008 + int(i / 20)
        print "order", (count > 1 ? "1-" count : 1), 2045, 1019
        print "step 30"
        for (i = 0; i < 4; i++)
            print "set 0 0 1 1", (i % 2 == 0 ? "blocked" : "open"), "\nstep 5"
    }'
}
expect 0 build halves.map -o halves.db --kind labels --quiet
for count in 1 200; do
    clicks $count >clicks.events
    expect 0 replay halves.map clicks.events --db halves.db --goal nearest --max-work $budget --csv rows.csv \
        --frames-csv $count.csv --json
    has '"illegal": 0'
    has "\"members_arrived\": $count"
    holds 'a frame is over its budget' test "$(most 8 $count.csv)" -le $budget
    sum 8 $count.csv >$count.units
done
one=$(cat 1.units)
all=$(cat 200.units)
holds "one member's clicks take $one units, fewer than there are tiles to pass" test "$one" -ge $((5 * 512))
holds "clicks of 200 take $all units, of one $one" test "$all" -le $((2 * one))
finish
