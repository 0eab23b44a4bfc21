# help.sh CAIRN: help on every level, on stdout, with exit code 0; the version; the manual.
. "$(dirname "$0")/lib.sh"

helps() {
    for option in --help '-?' --usage; do
        expect 0 "$@" "$option"
        is_quiet
        has '[Uu]sage: cairn'
    done
}
helps
has '.'
helps map
helps db
for command in 'map info' 'map scale' 'map generate' 'map levels' 'map import' 'map nearest' build 'db info' 'db dump' 'db verify' nearest \
    reachable compress solve run problems evaluate render; do
    # shellcheck disable=SC2086
    helps $command
    # shellcheck disable=SC2086
    expect 0 $command --help
    has "Usage: cairn $command"
    expect 0 --help
    has "^  $command "
done

# What each command says it understands.
names() {
    local command=$1 option
    shift
    # shellcheck disable=SC2086
    expect 0 $command --help
    for option in "$@"; do
        has "^ .*--$option"
    done
}
names 'map info' corners json
names 'map scale' output quiet
names 'map generate' output size seed
names 'map levels' json
names 'map import' output level resolution radius height step-height fall-height doors overlap \
    threshold open blocked layer property invert quiet json
names 'map nearest' from corners json
names build output out-dir update kind level eps max-bytes fallback records seed threads corners skip-direct keep-direct \
    checkpoint extend target-suboptimality problems max-seconds quiet json
names 'db info' json
names 'db verify' map corners json
names nearest from to count json
names reachable from to cutoff corners json
names compress corners json
names solve from to algorithm db costs path json corners landmarks slice trace-ratio lookahead \
    movements depth weight learning-quota history rank skip max-work busy goal
names run algorithm db costs limit csv landmarks goal
# Every algorithm is named in the help and in the manual.
expect 2 solve s.map --from 0,0 --to 1,0 --algorithm none
for algorithm in $(sed -n 's/.*wants one of: \([a-z ]*\),.*/\1/p' "$err"); do
    expect 0 solve --help
    has "[ ,]$algorithm[ ,;]"
    holds "the manual lacks $algorithm" grep -q "$algorithm" "$here/../../docs/cairn.1"
done
names problems output count min-cost max-cost seed scenario csv corners json
names evaluate output moves json quiet
names render output db from to algorithm size crop show-db corners goal

expect 0 --version
has '^cairn [0-9]+\.[0-9]+\.[0-9]+$'
# What is promised of --eps holds: parts add up.
expect 0 build --help
holds 'the help of --eps promises a bound' grep -q 'no bound' <(tr '\n' ' ' <"$out" | tr -s ' ')
expect 0 build --version
expect 0 map generate --help
for kind in rooms maze caves random city; do
    has "^  $kind"
done

# Every command that the list has, those above and any other.
expect 0 --help
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\( [a-z]*\)\{0,1\}\) .*/\1/p' "$out" >commands
holds 'the list of commands is short' test "$(wc -l <commands)" -ge 12
while read -r command; do
    # shellcheck disable=SC2086
    expect 0 $command --help
    is_quiet
    has "Usage: cairn $command"
    # shellcheck disable=SC2086
    expect 2 $command --bogus
    says ''
done <commands

# The manual has every command, and every option of each.
manual=$here/../../docs/cairn.1
sed 's/\\-/-/g' "$manual" >manual
while read -r command; do
    holds "the manual lacks $command" grep -q "$command" "$manual"
    # shellcheck disable=SC2086
    expect 0 $command --help
    sed -n 's/^ .*\(--[a-z][a-z-]*\).*/\1/p' "$out" | sort -u >options
    while read -r option; do
        holds "the manual lacks $option of $command" grep -qE -- "$option([^a-z-]|\$)" manual
    done <options
done <commands
finish
