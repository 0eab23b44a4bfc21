# lib.sh: what the tests of the command share. Sourced with the command's path as $1.
#
#   expect CODE ARGUMENT...   runs the command; stdout and stderr go to $out and $err
#   says TEXT                 stdout was exactly TEXT (and a line end, unless TEXT is empty)
#   has PATTERN               a line of stdout matches
#   complains PATTERN         stderr was exactly one line, and matches
#   is_quiet                  nothing on stderr
#   start ARGUMENT...         runs the command in the background as $pid, progress as JSON lines
#   await COMMAND...          waits until it succeeds; false if $pid ends before that
#   end CODE                  waits for $pid and its exit code; progress is taken out of $err
#
# No check may depend on how fast the machine is: wait for what a command does, never for a time.
# $input is the file for stdin. A failure is printed and counted; `finish` ends the script.
set -u
export LC_ALL=C

cairn=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/cairn-cli-XXXXXX")
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
out=$work/.out
err=$work/.err
input=/dev/null
failures=0
last=''

fail() {
    failures=$((failures + 1))
    printf 'FAILED: cairn %s: %s\n' "$last" "$1"
    sed 's/^/    stdout: /' "$out" | head -n 20
    sed 's/^/    stderr: /' "$err" | head -n 20
}

expect() {
    local code=$1 got
    shift
    last=$*
    "$cairn" "$@" <"$input" >"$out" 2>"$err"
    got=$?
    [ "$got" -eq "$code" ] || fail "exit code $got, not $code"
}

says() {
    if [ -z "$1" ]; then
        [ ! -s "$out" ] || fail "stdout should be empty"
    else
        printf '%s\n' "$1" | cmp -s - "$out" || fail "stdout should be: $1"
    fi
}

has() {
    grep -qE -- "$1" "$out" || fail "stdout has no line like: $1"
}

complains() {
    if [ "$(wc -l <"$err")" -ne 1 ] || ! grep -q '^cairn: ' "$err"; then
        fail "stderr should be one sentence"
    elif ! grep -qE -- "$1" "$err"; then
        fail "stderr is not like: $1"
    fi
}

is_quiet() {
    [ ! -s "$err" ] || fail "stderr should be empty"
}

start() {
    last=$*
    "$cairn" "$@" --json <"$input" >"$out" 2>"$err" &
    pid=$!
}

await() {
    until "$@"; do
        if ! kill -0 "$pid" 2>/dev/null; then
            "$@"
            return
        fi
        sleep 0.05
    done
}

end() {
    local got
    wait "$pid"
    got=$?
    [ "$got" -eq "$1" ] || fail "exit code $got, not $1"
    grep -v '^{' "$err" >"$err.rest"
    mv "$err.rest" "$err"
}

# start_with_pipe ARGUMENT...: one of the arguments is `pipe', a file that the command reads. When
# this comes back the command has opened it and waits; `hand_over FILE' sends it what is in FILE.
start_with_pipe() {
    rm -f pipe
    mkfifo pipe
    start "$@"
    exec 7>pipe
}

hand_over() {
    cat "$1" >&7
    exec 7>&-
}

# A check of any other kind: holds WHAT COMMAND...
holds() {
    local what=$1
    shift
    "$@" || fail "$what"
}

finish() {
    if [ "$failures" -ne 0 ]; then
        printf '%d checks failed\n' "$failures"
        exit 1
    fi
    exit 0
}

# A map of 7 x 5 cells that fits on the screen.
write_small_map() {
    cat >"$1" <<'MAP'
type octile
height 5
width 7
map
.......
.@@@@@.
.....@.
.@@@.@.
...@...
MAP
}
