# outside.sh CAIRN SOURCE: agents of a suite, and of `cairn run`, that are programs: a good one, and all that
# others do wrong.
. "$(dirname "$0")/lib.sh"
command -v python3 >/dev/null || exit 77
export PYTHONDONTWRITEBYTECODE=1

# write_suite PROGRAM [MORE]: a suite with it as an agent, beside our own A*.
write_suite() {
    cat >suite.json <<JSON
{"name": "outside", "max-moves": 3000, "problems": {"count": 4, "min-cost": 10, "max-cost": 60, "seed": 4},
 "maps": [{"name": "caves", "kind": "caves", "size": "48x40", "seed": 1},
          {"name": "rooms", "kind": "rooms", "size": "40x40", "seed": 2}],
 "agents": [{"name": "ours", "algorithm": "astar"}, {"name": "theirs", "program": $1${2:-}}]}
JSON
}
column() { # its number
    head -n 1 run/results.csv | tr , '\n' | grep -nx "$1" | cut -d: -f1
}

is_over() { # the program that wrote its number
    [ -s pid ] && ! kill -0 "$(cat pid)" 2>/dev/null
}

# ---- a good program ----
mkdir 'a folder'
cp "$2/examples/outside_agent.py" 'a folder/agent.py'
write_suite '["python3", "agent.py"]'
mv suite.json 'a folder'
expect 0 evaluate 'a folder/suite.json' -o 'run' --moves
has '^theirs +8 +0 +0.00 '
holds 'the summary lacks the program' grep -q '"algorithm": "program"' run/summary.json
holds 'rows are missing' test "$(wc -l <run/results.csv)" -eq $((1 + 2 * 2 * 4))
holds 'rows differ in their fields' awk -F, '{ fields[NF] } END { exit length(fields) != 1 }' run/results.csv
holds 'A* in Python is not optimal' awk -F, -v cost="$(column cost)" -v optimal="$(column optimal)" \
    -v solved="$(column solved)" '$2 == "theirs" && ($solved != 1 || $cost != $optimal) { exit 1 }' run/results.csv
holds 'the clock is not told' awk -F, -v clock="$(column clock)" -v algorithm="$(column algorithm)" '
    NR > 1 && $algorithm $clock != ($2 == "theirs" ? "programwall" : "astarcpu") { exit 1 }' run/results.csv
holds 'times or memory are missing' awk -F, -v time="$(column time_ns)" -v first="$(column first_move_ns)" \
    -v most="$(column max_move_ns)" -v states="$(column memory_states)" -v bytes="$(column memory_bytes)" '
    $2 == "theirs" && !($time >= $most && $most > 0 && $first > 0 && $states > 0 && $bytes == 4 * $states) { exit 1 }' \
    run/results.csv
# The moves are the program's own: as many as in the row.
file=$(grep -l ',theirs,' run/runs/caves-*.csv)
holds 'the moves are not those of the walk' test \
    "$(sed -n 2p "${file%.csv}.moves" | cut -d' ' -f3 | tr -d '\n' | wc -c)" -eq \
    "$(sed -n 3p "$file" | cut -d, -f "$(column moves)")"
# What is there is not run again, unless the program has changed.
cp run/results.csv before.csv
expect 0 evaluate 'a folder/suite.json' -o run --quiet
holds 'a finished run is run again' cmp -s before.csv run/results.csv
echo '# changed' >>'a folder/agent.py'
expect 0 evaluate 'a folder/suite.json' -o run --quiet
holds 'a changed program is not run again' test "$(ls run/runs/*.log | wc -l)" -eq 4

# The lines as the document has them; a program with waits and a walk back and forth is cut.
cat >lines.py <<'PY'
import sys
log = open("lines.txt", "a")
turn = 0
for line in sys.stdin:
    words = line.split()
    log.write(line); log.flush()
    if words[0] == "quit": break
    if words[0] == "problem": turn = 0; continue
    if words[0] == "step":
        turn += 1
        x, y = int(words[1]), int(words[2])
        if turn % 2: print("wait", flush=True); continue
        rows = [r.rstrip("\n") for r in open(path)][4:]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if rows[y + dy][x + dx] == ".":
                print("move %d %d" % (x + dx, y + dy), flush=True)
                break
    elif words[0] == "map": path = line.rstrip("\n").split(" ", 4)[4]; print("ready", flush=True)
    elif words[0] == "end": print("memory 3 12", flush=True)
    else: print("cairn 1", flush=True)
PY
write_suite '["python3", "lines.py"]' ', "max-moves": 6'
expect 0 evaluate suite.json -o cut --quiet
holds 'the lines are not those of the protocol' test "$(sed 's/[0-9][0-9]*/N/g; s/ \/.*/ PATH/' lines.txt | head -n 17)" = \
"cairn N
map strict N N PATH
problem N N N N
$(for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do echo 'step N N'; done)
end
problem N N N N"
holds 'the program is not told to end' test "$(tail -n 1 lines.txt)" = quit
holds 'waits and cuts are not counted' awk -F, -v waited="$(column waited)" -v moves="$(column moves)" \
    -v ended="$(column ended)" '$2 == "theirs" && ($waited != 6 || $moves != 6 || $ended != "max_moves") { exit 1 }' \
    cut/results.csv

# ---- programs that do wrong: one sentence, exit code 3, nothing left running ----
# misbehaves PATTERN WHAT-IT-DOES: a program that greets, takes the map, and then runs this.
misbehaves() {
    printf '%s\n' 'read -r hello; echo cairn 1; read -r map; echo ready; read -r problem; read -r step' \
        'x=$(echo "$step" | cut -d" " -f2)' 'echo $$ >pid' "$2" >agent.sh
    write_suite '["sh", "agent.sh"]' "${3:-}"
    rm -rf bad pid
    expect 3 evaluate suite.json -o bad --quiet
    complains "^cairn: theirs: (the program .*)?$1"
    holds 'results were left' test ! -e bad/results.csv
    holds 'the program was left running' is_over
}
misbehaves "the program answered 'step [0-9]+ [0-9]+' with 'move [0-9]+ 0', which is no legal move; see bad/runs/caves-.*\.log" \
    'echo "move $x 0"; read -r _'
misbehaves "with 'move 18446744073709551615 3', which is no legal move" \
    'echo move 99999999999999999999 3; read -r _'
misbehaves "with '\?move 1', not with 'move X Y' or 'wait'" 'printf "\tmove 1\n"; read -r _'
misbehaves "with 'move -1 2', not with" 'echo move -1 2; read -r _'
misbehaves "with '', not with" 'echo; read -r _'
misbehaves 'the program ended with exit code 7 before it had answered .step' 'echo trouble >&2; exit 7'
holds 'what it said is not kept' grep -q trouble bad/runs/caves-*.log
misbehaves 'the program was ended by signal 9 before' 'kill -9 $$'
misbehaves 'the program closed its output before' 'exec >&-; exec sleep 1000'
misbehaves 'with a line of more than 256 bytes' 'printf "%300s" x; read -r _'
misbehaves 'the program said more than it was asked for' 'printf "wait\nwait\n"; read -r _; read -r _'
# A time-out only ends what would never end.
# On a busy machine the program may be too late before it comes to what it does wrong.
misbehaves "the program did not answer '.*' within 1 s" 'exec sleep 1000' ', "timeout": 1'
misbehaves "the program did not answer '.*' within 1 s" 'printf mo; sleep 1000 & wait' ', "timeout": 1'
misbehaves "the program (has waited for 1 s without a move|did not answer '.*' within 1 s)" 'echo wait; while read -r _; do echo wait; done' \
    ', "timeout": 1'
# Before the first problem.
greets() { # greets PATTERN PROGRAM
    write_suite "$2"
    rm -rf bad
    expect 3 evaluate suite.json -o bad --quiet
    complains "^cairn: theirs: (the program .*)?$1"
}
greets "the program 'no-such-program' cannot be started: No such file" '["no-such-program"]'
greets "the program answered 'cairn 1' with 'cairn 2', not with 'cairn 1'" '["sh", "-c", "read -r _; echo cairn 2; read -r _"]'
greets "the program ended with exit code 0 before it had answered 'cairn 1'" '["true"]'
greets "the program answered 'map strict 48 40 /.*' with 'no', not with 'ready'" \
    '["sh", "-c", "read -r _; echo cairn 1; read -r _; echo no; read -r _"]'
# Ctrl-C while a program is thinking.
printf '%s\n' 'echo $$ >pid' 'exec sleep 1000' >agent.sh
write_suite '["sh", "agent.sh"]'
rm -rf bad pid
last='evaluate, interrupted'
"$cairn" evaluate suite.json -o bad --quiet >"$out" 2>"$err" &
pid=$!
await test -s pid || fail 'the program was not started'
kill -INT $pid
wait $pid
holds 'the exit code of an interruption' test $? -eq 130
complains 'interrupted: what is done is kept in bad'
holds 'the program was left running' is_over

# ---- suites that are wrong ----
refuses() { # refuses PATTERN PROGRAM [MORE]
    write_suite "$2" "${3:-}"
    rm -rf bad
    expect 3 evaluate suite.json -o bad
    complains "suite.json: agents\[1\]: $1"
    holds 'a folder was made' test ! -e bad
}
refuses '"program" wants a list of words' '[]'
refuses '"program" wants a list of words' '"agent"'
refuses '"program" wants words' '["sh", 3]'
refuses '"program" wants words; set the variables' '["${NOWHERE}/agent"]'
refuses '"timeout" wants seconds' '["true"]' ', "timeout": 0'
refuses "'algorithm' is not for a program" '["true"]' ', "algorithm": "astar"'
refuses "'crowd' is not for a program" '["true"]' ', "crowd": [2]'
write_suite '["true"]'
sed -i 's/"max-moves": 3000, //' suite.json
expect 3 evaluate suite.json -o bad
complains 'a program needs "max-moves"'

# ---- `cairn run` moves a program too ----
expect 0 map generate rooms -o r.map --size 48x40 --seed 2 --quiet
expect 0 problems r.map --count 6 --min-cost 10 --max-cost 60 --seed 4 -o r.scen --quiet
agent="python3 '$2/examples/outside_agent.py'"
expect 0 run r.map r.scen --program "$agent" --max-moves 3000 --csv theirs.csv --json
has '"algorithm": "program", "clock": "wall"'
has '"solved": 6, '
expect 0 run r.map r.scen --algorithm astar --csv ours.csv --quiet
of_rows() { cut -d, -f1-8 "$1"; } # problem, ends, solved, cost and optimal
holds 'A* in Python has other costs' cmp -s <(of_rows theirs.csv) <(of_rows ours.csv)
holds 'rows differ in their fields' awk -F, '{ fields[NF] } END { exit length(fields) != 1 }' theirs.csv
# A program is not asked where there is no path, nor where nothing is to be done.
printf 'type octile\nheight 1\nwidth 5\nmap\n..@..\n' >split.map
{
    echo 'version 1'
    printf '0\tsplit.map\t5\t1\t%s\t0\n' $'0\t0\t4\t0' $'1\t0\t1\t0'
    printf '0\tsplit.map\t5\t1\t0\t0\t1\t0\t1\n'
} >split.scen
expect 0 run split.map split.scen --program "tee asked | $agent" --max-moves 10 --csv split.csv --json
has '"solved": 2, "no_path": 1, "cut": 0'
holds 'it was asked for more' test "$(grep -c '^problem' asked)" -eq 1
# What it does wrong is reported, its own words are on our standard error, and the rows so far are kept.
cat >bad.py <<'PYTHON'
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "step":
        print("thinking", file=sys.stderr, flush=True)
    answers = {"cairn": "cairn 1", "map": "ready", "step": "jump"}
    if word in answers:
        print(answers[word], flush=True)
PYTHON
expect 3 run r.map r.scen --program 'python3 bad.py' --max-moves 100 --csv bad.csv --quiet
holds 'the sentence is another' grep -qE \
    "^cairn: .* 'step [0-9]+ [0-9]+' with 'jump', not with .*: the first 0 of 6 problems are saved in bad.csv.partial" "$err"
holds 'its own words are gone' grep -qx thinking "$err"
expect 3 run r.map r.scen --program 'exit 7' --max-moves 100
complains 'ended with exit code 7 before it had answered'
expect 3 run r.map r.scen --program 'sleep 100' --max-moves 100 --timeout 1
complains "did not answer 'cairn 1' within 1 s"
rm -f pid
last='run, interrupted'
"$cairn" run r.map r.scen --program 'echo $$ >pid; exec sleep 100' --max-moves 9 >"$out" 2>"$err" &
pid=$!
await test -s pid || fail 'the program was not started'
kill -INT $pid
wait $pid
holds 'the exit code of an interruption' test $? -eq 130
holds 'the program was left running' is_over
is_wrong_usage() { # PATTERN WORD...
    local pattern=$1
    shift
    expect 2 run r.map r.scen "$@"
    holds 'the sentence is another' grep -q -- "$pattern" "$err"
}
is_wrong_usage 'needs --max-moves' --program true
is_wrong_usage 'no option of agents' --program true --max-moves 9 --algorithm lrta
is_wrong_usage 'no option of agents' --program true --max-moves 9 --trials 3
is_wrong_usage 'leave one of them out' --program true --max-moves 9 --gppc
is_wrong_usage 'for --program alone' --timeout 5
is_wrong_usage 'timeout' --program true --max-moves 9 --timeout 0
finish
