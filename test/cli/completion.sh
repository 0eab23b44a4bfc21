# completion.sh CAIRN: what shells complete after they have read `cairn completion SHELL': bash, and zsh and fish
# where these are.
. "$(dirname "$0")/lib.sh"
expect 0 completion bash
is_quiet
# shellcheck disable=SC1090
. "$out"

# completes WANTED WORD...: the answers for the last word, sorted, with blanks between.
completes() {
    local wanted=$1 got
    shift
    COMP_WORDS=(cairn "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    last="completion of: $*"
    compopt() { suppressed=yes; }
    suppressed=no
    _cairn
    got=$(printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' ')
    [ "$got" = "$wanted " ] || fail "completes to '$got', not '$wanted'"
}
completes 'build' b
completes 'reachable render replay run' r
completes 'map' map
completes 'import info' map i
completes 'dump info verify' db ''
completes 'map' help m
completes 'import info' help map i
completes '--table-regions --target-suboptimality --threads' build --t
completes 'dlrta' build m.map --kind dl
completes 'dlrta' build m.map --kind = dl
completes 'dba dlrta hcdps knn labels regions' build --kind =
completes 'free strict' solve m.map --corners ''
completes 'labels lrta lrtak lrts lss' solve m.map --algorithm l
completes 'nearest' solve m.map --goal n
completes 'caves city' map generate c
completes 'bash fish zsh' completion ''
completes 'auto' render m.map --crop ''
# A number is nothing to complete; where a file may stand, bash completes those by itself.
completes '' build m.map --records ''
holds 'files are offered for a number' test "$suppressed" = yes
completes '' build m.map -o ''
holds 'no files are offered' test "$suppressed" = no
completes '' crowd m.map -o ''
holds 'no files are offered' test "$suppressed" = no
completes '' solve ''
holds 'no files are offered' test "$suppressed" = no

# Every command, and every option of each.
last='completion'
expect 0 --help
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\( [a-z]*\)\{0,1\}\) .*/\1/p' "$out" >commands
while read -r command; do
    # shellcheck disable=SC2086
    expect 0 $command --help
    sed -n 's/^ *\(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\).*/\2/p' "$out" | sort -u >"options of $command"
    _cairn_options "$command" | tr ' ' '\n' | sed '/^$/d' | sort -u >completed
    holds "the options of $command differ" cmp -s "options of $command" completed
done <commands

# ---- zsh and fish: what each line becomes ----
touch level.map level.png
cat >cases <<'CASES'
b|build
r|reachable render replay run
map|map
map i|import info
db |dump info verify
help m|map
help map i|import info
build --t|--table-regions --target-suboptimality --threads
build m.map --kind dl|dlrta
build m.map --kind |dba dlrta hcdps knn labels regions
solve m.map --corners |free strict
solve m.map --algorithm l|labels lrta lrtak lrts lss
solve m.map --from 1,1 --goal n|nearest
render m.map --crop |auto
map generate c|caves city
completion |bash fish zsh
build --quiet lev|level.map level.png
build m.map -o lev|level.map level.png
build m.map --output lev|level.map level.png
build m.map --records |
CASES
cut -d '|' -f 1 cases >lines
while read -r command; do
    echo "$command --"
done <commands >>lines

# answers LINE: what it may become, sorted, a line each; a trailing = is left out.
check_answers() { # SHELL
    last="completion $1"
    while IFS='|' read -r line wanted; do
        got=$(answers "$line" | tr '\n' ' ')
        [ "$got" = "${wanted:+$wanted }" ] || fail "completes '$line' to '$got', not '$wanted'"
    done <cases
    while read -r command; do
        answers "$command --" >completed
        [ "$command" = help ] || cmp -s "options of $command" completed ||
            fail "the options of $command differ"
    done <commands
}

expect 0 completion zsh
cp "$out" _cairn
if command -v zsh >/dev/null; then
    holds 'zsh does not read it' zsh -fn _cairn
    zsh -f "$here/completion.zsh" ./_cairn ./answers <lines
    answers() {
        awk -v line="> $1" '/^> / { found = $0 == line; next } found && $0 != ""' answers | sort
    }
    check_answers zsh
    # As a function of a folder where zsh looks for them.
    zsh -fc 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; print $_comps[cairn]' >"$out"
    says _cairn
else
    echo 'skipped: there is no zsh'
fi

expect 0 completion fish
cp "$out" cairn.fish
if command -v fish >/dev/null; then
    holds 'fish does not read it' fish -n cairn.fish
    answers() {
        HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work fish --no-config -c 'source cairn.fish; complete -C "cairn $argv[1]"' "$1" |
            cut -f 1 | sort
    }
    check_answers fish
else
    echo 'skipped: there is no fish'
fi

expect 2 completion ksh
complains "completions for bash, zsh and fish, not for 'ksh'"
finish
