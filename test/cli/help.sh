# help.sh CAIRN OPTION_TEXTS: help on every level, on stdout, with exit code 0; the version; the
# manual.
. "$(dirname "$0")/lib.sh"

helps() {
    for option in --help -h '-?' --usage; do
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
    reachable compress solve run replay crowd problems evaluate render; do
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
names build output out-dir update kind level max-bytes max-entries fallback records seed threads corners \
    skip-direct keep-direct checkpoint extend target-suboptimality problems max-seconds region-cutoff table-regions \
    range-regions quiet json
names 'db info' json
names 'db verify' map corners json
names nearest from to count json
names reachable from to cutoff corners json
names compress corners json
names solve from to algorithm db costs path json corners landmarks slice trace-ratio lookahead \
    movements depth weight learning-quota history rank skip max-work busy goal
names run algorithm db costs limit csv landmarks goal
names replay csv frames-csv db kind repair load save goal stranded occupancy max-work corners json quiet
names crowd db agents frames orders reorder max-work occupancy threads seed output corners json quiet
# Every algorithm is named in the help and in the manual.
expect 2 solve s.map --from 0,0 --to 1,0 --algorithm none
for algorithm in $(sed -n 's/.*wants one of: \([a-z ]*\),.*/\1/p' "$err"); do
    expect 0 solve --help
    has "[ ,]$algorithm[ ,;]"
    holds "the manual lacks $algorithm" grep -q "$algorithm" "$here/../../docs/cairn.1"
done
names problems output count min-cost max-cost max-difficulty like seed scenario csv corners json
names evaluate output moves json quiet
names render output db from to algorithm size crop show-db bare corners goal

expect 0 --version
has '^cairn [0-9]+\.[0-9]+\.[0-9]+$'
expect 0 build --version
expect 0 map generate --help
for kind in rooms maze caves random city; do
    has "^  $kind"
done

# `cairn help': the same texts.
same_help() {
    expect 0 "$@" --help
    cp "$out" wanted
    expect 0 help "$@"
    is_quiet
    holds 'cairn help says something else' cmp -s "$out" wanted
}
same_help
same_help map
same_help build
same_help map import
expect 2 help bogus
expect 2 help map import extra

# A mistyped word: what may be meant.
hints() {
    local hint=$1
    shift
    expect 2 "$@"
    says ''
    holds "no hint like: $hint" grep -qE -- "$hint" "$err"
}
hints "there is no command 'biuld'; did you mean 'build'\?" biuld
hints "did you mean 'map import'\?" import level.wad
hints "did you mean 'map info' or 'db info'\?" info
hints "did you mean 'map'\?" mpa
hints "did you mean 'evaluate'\?" eval
hints "cairn map: there is no command 'imprt'; did you mean 'map import'\?" map imprt
hints "did you mean 'build'\?" help biuld
hints "there is no command 'xyzzy'\$" xyzzy
hints "there is no option '--recrods'; did you mean '--records'\?" build m.map --recrods 5
hints "there is no option '--form'; did you mean '--from'\?" solve m.map --form=1,1
hints "there is no option '--xyzzy'\$" solve m.map --xyzzy
# What follows an option that wants a value is no option; a beginning is as good as the whole.
write_small_map s.map
expect 3 build s.map --output --recrods -o /nowhere/x
complains 'nowhere'
expect 0 build s.map -qo --recrods --rec 10
holds 'the file is not there' test -e ./--recrods

# What is missing is reported in the order of the usage line.
lacks() {
    local what=$1
    shift
    expect 2 "$@"
    says ''
    holds "it should lack $what" grep -q -e ": $what is missing" "$err"
}
lacks MAP solve
lacks '--from CELL' solve s.map
lacks '--to CELL' solve s.map --from 1,1
lacks KIND map generate
lacks '-o FILE' map generate maze
lacks FACTOR map scale s.map -o x
lacks DB db verify
lacks '--map MAP' db verify a.db
lacks SUITE evaluate
lacks '-o DIR' evaluate quick
lacks MAP build
lacks '-o DB' build s.map

# Usage lines name all that must be there.
expect 0 --help
sed -n '/^Commands:/,/^$/p' "$out" | grep '^[^ C]' && fail 'the list of commands has a broken line'
sed -n '/^Commands:/,/^$/s/^  \(.*[^ ]\)   *[^ ].*/\1/p; /^Commands:/,/^$/s/^  \(.* CELL\)  [^ ].*/\1/p' "$out" |
    sort -u >forms
while read -r form; do
    command=$(printf '%s' "$form" | sed 's/ *[[A-Z<-].*//')
    rest=${form#"$command"}
    # shellcheck disable=SC2086
    expect 0 $command --help
    holds "the usage of $command is not '$form'" grep -qF -- "Usage: cairn $command [OPTION...]$rest" "$out"
done <forms
holds 'few forms were looked at' test "$(wc -l <forms)" -ge 15

# Every command that the list has, those above and any other.
expect 0 --help
sed -n '/^Commands:/,/^$/s/^  \([a-z]*\( [a-z]*\)\{0,1\}\) .*/\1/p' "$out" >commands
holds 'the list of commands is short' test "$(wc -l <commands)" -ge 12
while read -r command; do
    # shellcheck disable=SC2086
    expect 0 $command --help
    is_quiet
    has "Usage: cairn $command"
    # argp, of the C library, breaks its columns where an option and its argument are too long.
    sed -n '/^$/,/^  -h, /p; /^  -h, /q' "$out" | grep -vE '^(| ?[A-Z].*|  -[a-z], --.*|      --.*| {29}[^ ].*)$' >broken
    holds "the help of $command has broken lines: $(cat broken)" test ! -s broken
    # Options are sorted by name: no text may lean on another.
    tr '\n' ' ' <"$out" | tr -s ' ' |
        grep -oE '(Keep them|for that|[Aa]nd for how|they are spent|that room| as above)' >leaning
    holds "a text of $command leans on another: $(cat leaning)" test ! -s leaning
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

# Of the library's options it says what the list says.
tr '\n' ' ' <manual | tr -s ' ' >joined
"$2" >texts
holds 'there are no options' test -s texts
while IFS= read -r text; do
    holds "the manual should say: $text" grep -qF -- "$text" joined
done <texts

# The forms in its synopsis are those of the list of commands.
sed -n '/^.SH SYNOPSIS/,/^.SH DESC/s/^\\fBcairn \(.*\)/\1/p' manual | sed 's/\\f[BIR]//g' | sort >synopsis
sort forms >wanted
holds "the synopsis differs: $(diff synopsis wanted)" cmp -s synopsis wanted
finish
