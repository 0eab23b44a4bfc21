# replay.sh CAIRN: `cairn replay`: rows of every kind of event, what is refused before anything runs,
# exit codes, databases, and an interrupted run.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
header='event,line,kind,result,cost,moves,illegal,cpu_ns,max_step_units'

# The rows without times and units.
rows() {
    tail -n +2 "$1" | cut -d, -f1-7
}

# ---- a table ----
cat >s.events <<'EVENTS'
find 0 0 6 4 100
set 6 0 1 1 blocked
rows 1 3 3 1
..@

find 0 0 6 4
find 0 0 6 0
find 0 0 4 4
walk a 0 0 4 4
walk b 0 0 6 0
step 1
step 20
set 0 0 7 5 open
find 0 0 6 4 76
EVENTS
cat >wanted <<'ROWS'
0,1,find,ok,100,10,0
1,2,set,ok,0,0,0
2,3,rows,ok,0,0,0
3,6,find,ok,100,10,0
4,7,find,blocked,-1,0,0
5,8,find,ok,80,8,0
6,9,walk,ok,80,8,0
7,10,walk,blocked,-1,0,0
8,11,step,ok,10,1,0
9,12,step,ok,70,7,0
10,13,set,ok,0,0,0
11,14,find,ok,76,6,0
ROWS
expect 0 replay s.map s.events --csv r.csv
holds 'the header is another one' test "$(head -n 1 r.csv)" = "$header"
holds 'rows are others' cmp -s <(rows r.csv) wanted
holds 'a problem took no time' awk -F, '$3 == "find" && $8 <= 0 { exit 1 }' r.csv
holds 'a change has a time of its own' awk -F, '($3 == "set" || $3 == "rows") && $8 != 0 { exit 1 }' r.csv
says ''
holds 'no summary' grep -qE '^problems +5$' "$err"
holds 'the time is not the sum of the rows' awk -F, -v "sum=$(sed -n 's/^cpu_ns *//p' "$err")" \
    'NR > 1 { time += $8 } END { exit time != sum }' r.csv
expect 0 replay s.map s.events --quiet
is_quiet
holds 'standard output has another table' cmp -s <(rows "$out") wanted
expect 0 replay s.map s.events --csv - --quiet
holds 'standard output has another table' cmp -s <(rows "$out") wanted
expect 0 replay s.map s.events --csv r.csv --json
has '"arrived": 1,'
has '"illegal": 0,'
expect 0 replay s.map s.events --csv r.csv --max-work 1024 --quiet
holds 'a budget changes rows' cmp -s <(rows r.csv) wanted

# What the map is in the end is what it was, or not.
printf 'set 1 1 1 1 open\nset 1 1 1 1 blocked\n' >same.events
expect 0 map info s.map
fingerprint=$(sed -n 's/^fingerprint *//p' "$out")
expect 0 replay s.map same.events --csv r.csv
holds 'the state is another one' grep -qE "^state +$fingerprint$" "$err"
expect 0 replay s.map s.events --csv r.csv
holds 'the state is the same' bash -c "! grep -qE '^state +$fingerprint$' '$err'"

# An answer that differs, and corners.
printf 'find 0 0 6 4 99\nfind 0 0 6 4 100\n' >wrong.events
expect 1 replay s.map wrong.events --csv r.csv --json
has '"differs": 1,'
holds 'no row differs' grep -q '^0,1,find,differs,100,10,0,' r.csv
printf 'find 0 1 1 0 20\n' >corner.events
expect 0 replay s.map corner.events --quiet
printf 'find 0 1 1 0 14\n' >corner.events
expect 1 replay s.map corner.events --quiet
expect 0 replay s.map corner.events --quiet --corners free
# The goal of a walk may be blocked if the nearest cell will do.
printf 'walk a 0 0 3 1\nstep 9\n' >near.events
expect 0 replay s.map near.events --csv r.csv --quiet
holds 'it set out' grep -q '^0,1,walk,blocked,-1,0,0,' r.csv
expect 0 replay s.map near.events --csv r.csv --quiet --goal nearest
holds 'it did not go near' grep -q '^0,1,walk,ok,30,3,0,' r.csv
# That of a problem may not, whatever solves it.
printf 'find 0 0 3 1 -1\nset 6 0 1 1 blocked\nset 0 2 1 1 blocked\nfind 0 0 6 4 -1\n' >none.events
for arguments in '' '--kind labels' '--kind regions'; do
    # shellcheck disable=SC2086
    expect 0 replay s.map none.events --quiet --goal nearest $arguments
done
# A text without events.
: >none.events
expect 0 replay s.map none.events --quiet
says "$header"

# ---- what is refused: before anything runs, with file and line ----
refuses() {
    printf "$1" >bad.events
    rm -f r.csv
    expect 3 replay s.map bad.events --csv r.csv
    complains "$2"
    says ''
    holds 'there is a table' test ! -e r.csv
}
refuses 'find 0 0 6 4\nfind 0 0 7 4\n' 'bad.events:2: the goal 7,4 is outside the map of 7 x 5 cells'
refuses 'set 0 0 0 1 open\n' 'bad.events:1: the rectangle has no cells'
refuses 'set 6 0 2 1 open\n' 'bad.events:1: .* not all inside the map of 7 x 5'
refuses 'rows 0 0 2 2\n..\n' 'bad.events:2: the text ends within the rows that begin at line 1'
refuses 'rows 0 0 2 2\n..\n...\n' 'bad.events:3: this row has 3 characters'
refuses 'walk a 0 0 1 0\nwalk a 0 0 1 0\n' "bad.events:2: the walk 'a' has set out at line 1"
refuses 'jump 3\n' "bad.events:1: .*not with 'jump'"
refuses 'step 1 \033[31m\n' 'bad.events:1: the line is step N'
expect 3 replay s.map nothing.events
complains 'nothing.events: it cannot be read: No such file'
expect 3 replay s.map .
complains '^cairn: .: '
expect 3 replay nothing.map s.events
complains 'nothing.map'
expect 3 replay s.map s.events --csv s.events
complains 's.events'

# ---- databases ----
expect 0 build s.map -o s.db --kind labels --quiet
printf 'type octile\nheight 5\nwidth 7\nmap\n' >other.map
for _ in 1 2 3 4 5; do printf '.......\n'; done >>other.map
expect 3 replay other.map s.events --db s.db
complains 's.db: the database was made for the map with fingerprint'
expect 3 replay s.map s.events --db s.db --corners free
complains 's.db: the database was made with corners strict'
for arguments in '--db s.db --kind labels' '--kind castle' '--kind records=5' '--max-work 5' '--goal far' --json; do
    # shellcheck disable=SC2086
    expect 2 replay s.map s.events $arguments
    says ''
done
expect 2 replay s.map
# On a map that stays as it is every kind comes to its goal; labels and jumps take the shortest path.
printf 'find 0 0 6 4 100\nfind 0 0 4 4 80\nwalk a 0 0 4 4\nstep 9\n' >still.events
for kind in labels regions knn dlrta dba hcdps auto; do
    expect 0 replay s.map still.events --csv r.csv --json --kind $kind
    has '"arrived": 1,'
    has '"illegal": 0,'
done
expect 0 replay s.map still.events --csv r.csv --json --db s.db
has '"kind": "labels"'

# ---- repair: labels anew in frames, the same answers ----
{
    printf 'walk a 0 0 4 4\nset 1 1 5 1 open\nfind 0 0 6 4\nstep 1\nset 6 0 1 1 blocked\n'
    printf 'step 2000\nfind 0 0 6 4\nset 5 1 1 1 blocked\nset 1 3 3 1 open\nstep 500\nfind 0 0 4 4\n'
} >repair.events
expect 0 replay s.map repair.events --csv plain.csv --quiet
expect 0 replay s.map repair.events --csv r.csv --kind labels --json --repair 16384
has '"repairs": [1-9]'
units=$(sed -n 's/.*"max_repair_units": \([0-9]*\).*/\1/p' "$out")
holds 'a frame spent too much, or nothing' test "${units:-0}" -gt 0 -a "$units" -le 16384
holds 'other answers' cmp -s <(rows r.csv | grep ,find, | cut -d, -f1-5) <(rows plain.csv | grep ,find, | cut -d, -f1-5)
expect 2 replay s.map repair.events --repair 16384
expect 2 replay s.map repair.events --kind labels --repair 5
expect 2 replay s.map repair.events --kind regions --repair 16384
complains 'kind labels, not for regions'

# ---- members: a crowd, moved by the text ----
cat >crowd.events <<'EVENTS'
member 1 0 0 # two that swap ends, and go around each other
member 20 6 0
member 3 0 4
order 1 6 0
order 20 0 0
walk a 0 0 4 4
step 2
expect 1 walking
halt 3
expect 3 idle 0 4
remove 3
set 6 0 1 1 blocked
order 20 6 0
step 9
expect 1 cut_off
expect 20 arrived 0 0
set 6 0 1 1 open
step 9
expect 1 arrived 6 0
EVENTS
cat >wanted <<'ROWS'
0,1,member,ok,0,0,0
1,2,member,ok,0,0,0
2,3,member,ok,0,0,0
3,4,order,ok,0,0,0
4,5,order,ok,0,0,0
5,6,walk,ok,80,8,0
6,7,step,ok,60,6,0
7,8,expect,ok,0,0,0
8,9,halt,ok,0,0,0
9,10,expect,ok,0,0,0
10,11,remove,ok,0,0,0
11,12,set,ok,0,0,0
12,13,order,blocked,-1,0,0
ROWS
frame_header='frame,moved,arrived,walking,waiting,pending,longest_wait,units,cpu_ns,illegal,overlaps,in_wall'
expect 0 replay s.map crowd.events --csv r.csv --frames-csv f.csv --json
holds 'rows are others' cmp -s <(rows r.csv | head -n 13) wanted
holds 'a member is not as expected' bash -c '! grep -v ",ok," r.csv | grep ,expect,'
for field in '"kind": "labels"' '"members": 2' '"members_arrived": 2' '"in_wall": 0' '"frames": 20' '"expected": 5' '"unmet": 0' \
    '"arrived": 1' '"illegal": 0' '"hash": "[0-9a-f]{16}"'; do
    has "$field"
done
hash=$(sed -n 's/.*"hash": "\([0-9a-f]*\)".*/\1/p' "$out")
holds 'the header of frames is another one' test "$(head -n 1 f.csv)" = "$frame_header"
holds 'frames are numbered otherwise' cmp -s <(tail -n +2 f.csv | cut -d, -f1) <(seq 20)
holds 'a frame has an illegal move, or a member in a wall' awk -F, 'NR > 1 && ($10 != 0 || $12 != 0) { exit 1 }' f.csv
holds 'the first frame is another one' grep -qE '^1,2,0,2,0,0,1,[1-9][0-9]*,[1-9][0-9]*,0,0,0$' f.csv
holds 'moves of frames and steps differ' test "$(awk -F, 'NR > 1 { moves += $2 } END { print moves + 8 }' f.csv)" -eq \
    "$(awk -F, '$3 == "step" { moves += $6 } END { print moves }' r.csv)"
# The same crowd in any other setting that does not matter.
expect 0 replay s.map crowd.events --frames-csv f2.csv --kind labels --max-work 32768 --csv r.csv --json
has "\"hash\": \"$hash\""
holds 'other frames' cmp -s <(cut -d, -f1-8 f.csv) <(cut -d, -f1-8 f2.csv)
expect 0 replay s.map crowd.events --db s.db --quiet
{ printf 'member 1 0 0\n' && cat repair.events && printf 'order 1 0 4\nstep 9\nexpect 1 arrived 0 4\n'; } >members.events
expect 0 replay s.map members.events --kind labels --repair 16384 --csv r.csv --json
has '"repairs": [1-9]'
expect 0 replay s.map crowd.events --csv r.csv --frames-csv - --quiet
holds 'frames are not on standard output' test "$(head -n 1 "$out")" = "$frame_header"
# An expectation that is not met is reported at the end, with what was found. The rows are all there.
printf 'member 1 0 0\nmember 2 0 0\norder 1-2 3 0\nstep 2\nexpect 1 arrived\nexpect 1-2 walking 1 0\nstep 1\nexpect 1-2 arrived 3 0\n' >unmet.events
expect 1 replay s.map unmet.events --csv r.csv --quiet
complains 'unmet.events:5: member 1 should be arrived, and is walking at 2,0 \(1 more line is not met\)$'
holds 'rows are missing' test "$(wc -l <r.csv)" -eq 9
holds 'other rows differ' cmp -s <(grep differs r.csv | cut -d, -f1) <(printf '4\n5\n')
# Occupancy, and walls on members.
printf 'member 1 0 0\nmember 2 1 0\norder 1-2 1 0\nstep 3\nexpect 2 arrived 1 0\n' >taken.events
expect 0 replay s.map taken.events --csv r.csv --json
has '"overlaps": [1-9]'
expect 0 replay s.map taken.events --csv r.csv --json --occupancy cells
has '"overlaps": 0'
printf 'member 1 0 0\norder 1 0 2\nstep 1\nset 0 0 1 2 blocked\nstep 1\nexpect 1 stranded 0 1\n' >stays.events
expect 0 replay s.map stays.events --csv r.csv --json --frames-csv f.csv
has '"in_wall": 1'
holds 'nobody was in a wall' grep -qE '^2,0,.*,0,0,1$' f.csv
sed 's/expect.*/step 9\nexpect 1 arrived 0 2/' stays.events >leaves.events
expect 0 replay s.map leaves.events --stranded leave --csv r.csv --json
has '"illegal": 0'
printf 'set 0 2 1 1 blocked\nset 6 0 1 1 blocked\nmember 1 0 0\norder 1 0 4\nstep 9\nexpect 1 arrived 0 1\n' >click.events
expect 0 replay s.map click.events --goal nearest --quiet
expect 1 replay s.map click.events --csv r.csv --quiet
complains 'click.events:6: member 1 should be arrived at 0,1, and is idle at 0,0$'
holds 'the order had a path' grep -q '^3,4,order,no_path,-1,0,0,' r.csv
# What is refused before anything runs, and by a map or a crowd that is as it is.
refuses 'member 1 0 0\nmember 1 1 0\n' 'bad.events:2: member 1 has come at line 1'
refuses 'order 1 1 0\n' 'bad.events:1: there is no member 1'
refuses 'member 1 0 0\nmember 3 0 0\norder 1-3 0 0\n' 'bad.events:3: there is no member 2'
refuses 'member 1 0 0\nexpect 1 happy\n' "bad.events:2: 'happy' is none of the states: idle waiting "
refuses 'member 1 0 0\nmember 2 0 0\nhalt 2-1\n' 'bad.events:3: the range 2-1 runs backwards'
cannot_come() {
    printf "$1" >bad.events
    rm -f r.csv f.csv
    expect 3 replay s.map bad.events --csv r.csv --frames-csv f.csv --occupancy cells
    complains "$2; the first [0-9] of [0-9] events are saved in .*r.csv.partial$"
    holds 'there is a whole table' test ! -e r.csv -a ! -e f.csv
    holds 'a partial table is missing' test -s r.csv.partial -a -s f.csv.partial
}
cannot_come 'member 1 1 1\n' 'bad.events:1: member 1 cannot stand on 1,1: the cell is blocked'
cannot_come 'set 0 0 1 1 blocked\nmember 1 0 0\nstep 1\n' 'bad.events:2: member 1 cannot stand on 0,0: the cell is blocked'
cannot_come 'member 7 0 0\norder 7 1 0\nstep 1\nmember 8 1 0\n' 'bad.events:4: member 8 cannot stand on 1,0: member 7 is there'
for arguments in '--max-work 32767' '--occupancy some' '--stranded go' '--frames-csv - --csv -' '--frames-csv - --csv r.csv --json'; do
    # shellcheck disable=SC2086
    expect 2 replay s.map crowd.events $arguments
    says ''
done
expect 3 replay s.map crowd.events --csv r.csv --frames-csv ./r.csv
expect 3 replay s.map crowd.events --csv r.csv --kind dlrta
complains 's.map: .*crowd'

# ---- saved changes ----
# Half of the events, saved; the other half from there: the same rows and the same state.
printf 'set 6 0 1 1 blocked\nrows 1 3 3 1\n..@\nfind 0 0 6 4 100\n' >first.events
printf 'find 0 0 6 4 100\nfind 0 0 6 0 -1\nset 1 1 5 1 open\nfind 0 0 5 1 54\n' >second.events
cat first.events second.events >both.events
expect 0 replay s.map both.events --csv both.csv --save both.changes
state=$(grep '^state' "$err")
expect 0 replay s.map first.events --csv r.csv --save game.changes --quiet
expect 0 replay s.map second.events --csv r.csv --load game.changes --kind labels --quiet
expect 0 replay s.map second.events --csv r.csv --load game.changes --save game.changes
holds 'the state is another one' test "$(grep '^state' "$err")" = "$state"
holds 'other changes were saved' cmp -s game.changes both.changes
holds 'other rows' cmp -s <(rows r.csv | cut -d, -f3-) <(rows both.csv | tail -n 4 | cut -d, -f3-)
expect 3 replay other.map second.events --load game.changes
complains 'game.changes: the changes were saved of the map with fingerprint'
head -c 60 game.changes >short.changes
expect 3 replay s.map second.events --load short.changes
complains 'short.changes: offset 16: the saved changes are not as long as they say'
expect 3 replay s.map second.events --load s.map
complains 's.map: it is a map, not the saved changes of a map; '
expect 3 replay s.map second.events --load nothing.changes
complains 'nothing.changes: '
rm -f r.csv
expect 3 replay s.map second.events --csv r.csv --save nowhere/game.changes
complains 'nowhere'
holds 'there is a table' test ! -e r.csv
# An answer that differs is reported, and the changes are saved still.
expect 1 replay s.map wrong.events --quiet --save wrong.changes
holds 'nothing was saved' test -s wrong.changes

# ---- Ctrl-C: the rows so far are kept under another name ----
# The signal comes while the events are read: none is run.
rm -f r.csv*
start_with_pipe replay s.map pipe --csv r.csv
kill -INT $pid
hand_over s.events
end 130
complains 'interrupted: the first 0 of 12 events are saved in r.csv.partial'
says ''
holds 'there is a table under the final name' test ! -e r.csv
holds 'the partial table is another one' test "$(cat r.csv.partial)" = "$header"
rm -f r.csv*
start_with_pipe replay s.map pipe --csv r.csv --kind labels
kill -TERM $pid
hand_over s.events
end 143
complains 'interrupted: no event was run'
holds 'a file was left behind' test "$(compgen -G 'r.csv*' | wc -l)" -eq 0
finish
