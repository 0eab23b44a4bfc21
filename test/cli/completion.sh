# completion.sh CAIRN: what bash completes after `cairn completion bash' was read.
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
completes 'bash' completion ''
# A number is nothing to complete; where a file may stand, bash completes those by itself.
completes '' build m.map --records ''
holds 'files are offered for a number' test "$suppressed" = yes
completes '' build m.map -o ''
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
    sed -n 's/^ *\(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\).*/\2/p' "$out" | sort -u >options
    _cairn_options "$command" | tr ' ' '\n' | sed '/^$/d' | sort -u >completed
    holds "the options of $command differ" cmp -s options completed
done <commands

expect 2 completion zsh
complains "for bash alone, not for 'zsh'"
finish
