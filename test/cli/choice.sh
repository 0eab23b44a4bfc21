# choice.sh CAIRN: `cairn build` chooses the kind: what it says, within how many bytes, how it reports
# progress.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
expect 0 build s.map -o l.db --kind labels --quiet
expect 0 build s.map -o x.db --json
has '"kind": "labels", "because": "labels give optimal paths, and they fit", "bends": [0-9]+, '
holds 'labels that are chosen differ' cmp -s l.db x.db
rm x.db
expect 0 build s.map -o free.db --corners free
has '^kind +labels$'
expect 0 db info free.db
has '^corners +free$'
expect 3 build s.map -o x.db --max-bytes 200 --quiet
complains '^cairn: s.map: no kind of database fits in 200 bytes; the smallest has [0-9]+, kind [a-z]+$'
holds 'a file was left' test ! -e x.db
smallest=$(sed 's/.*smallest has \([0-9]*\),.*/\1/' "$err")
expect 3 build s.map -o x.db --max-bytes $((smallest - 1)) --quiet
complains "the smallest has $smallest, kind"
expect 0 build s.map -o x.db --max-bytes "$smallest"
has '^because +the lowest mean suboptimality of what fits$'
has '^tried +labels: [0-9]+ bytes, too many, [0-9.]+ s$'
has '^tried +[a-z]+: [0-9]+ bytes, walks [0-9.]+ % above optimal, [0-9.]+ s$'
expect 0 build s.map -o x.db --max-bytes "$smallest" --json
has '"tried": \[\{"kind": "labels", "fits": false, "bytes": [0-9]+, "seconds": '
bytes=$(wc -c <l.db)
expect 0 build s.map -o x.db --max-bytes "$bytes" --quiet
holds 'what just fits was not taken' cmp -s l.db x.db

# Progress names what is tried.
expect 0 map generate random --size 200x200 -o r.map
expect 0 build r.map -o r.db --max-bytes 100k --json
grep -o '"phase": "[^"]*"' "$err" | sort -u >phases
grep -vE '"phase": "(labels|regions|knn): [a-z ]+"' phases >wrong
holds "a phase does not say what is tried: $(cat wrong)" test ! -s wrong

# Records are chosen by walks with options that the file keeps: agents walk with them unasked.
expect 0 map generate city --size 256x256 -o c.map
expect 0 build c.map -o c.db --max-bytes 5k
has '^kind +knn$'
with=$(sed -n 's/^walk_with *//p' "$out")
holds 'no options are told' test -n "$with"
expect 0 db info c.db
has "^walk_with +$with\$"
expect 0 problems c.map --count 30 -o c.scen --quiet
"$cairn" run c.map c.scen --db c.db --max-moves 3000 --quiet | cut -d, -f1-11 >unasked
# shellcheck disable=SC2086
"$cairn" run c.map c.scen --db c.db --max-moves 3000 --quiet $with | cut -d, -f1-11 >asked
"$cairn" run c.map c.scen --db c.db --max-moves 3000 --quiet --candidates 10 --cutoff 250 |
    cut -d, -f1-11 >plain
holds 'agents do not walk with the options of the file' cmp -s unasked asked
holds 'options of the command do not count' test "$(cat plain)" != "$(cat asked)"

# A folder: a line for each map, with the kind.
mkdir maps
cp s.map maps/s.map
cp r.map maps/r.map
expect 0 build maps --out-dir out --max-bytes 1M
has '^1/2 r.map: [a-z]+, [0-9]+ bytes, [0-9.]+ s, out/r.cairn$'
has '^2/2 s.map: labels, [0-9]+ bytes, [0-9.]+ s, out/s.cairn$'
finish
