# sectors.sh CAIRN: the kinds dba and hcdps with every command that knows kinds, and a rival's least options.
. "$(dirname "$0")/lib.sh"
write_small_map s.map

# ---- databases of sectors ----
expect 0 build s.map -o d.db --kind dba --sector 8 --threads 1 --quiet
is_quiet
expect 0 build s.map -o d2.db --kind dba --sector 8 --threads 3 --json
has '"kind": "dba", .*"sector": 8, '
holds 'the threads change the database' cmp -s d.db d2.db
expect 0 db verify d.db --map s.map
has '^valid +yes$'
expect 0 db dump d.db
holds 'there is no region' grep -q '^region 0 ' "$out"
expect 0 db dump d.db --json
has '^\{"regions": \[\[[0-9]+, [0-9]+\].*"ways": \['
expect 0 solve s.map --from 2,2 --to 6,2 --db d.db --json
has '^\{"algorithm": "dba", "solved": true, .*"learned": 0, '
expect 0 render s.map -o d.png --db d.db --from 2,2 --to 6,2 --quiet

# ---- databases of kind hcdps ----
expect 0 build s.map -o h.db --kind hcdps --neighbourhood 2 --threads 1 --quiet
expect 0 build s.map -o h2.db --kind hcdps --neighbourhood 2 --threads 3 --json
has '"kind": "hcdps", .*"neighbourhood": 2, '
holds 'the threads change the database' cmp -s h.db h2.db
expect 0 db verify h.db --map s.map
has '^valid +yes$'
expect 0 solve s.map --from 2,2 --to 6,2 --db h.db --json
has '^\{"algorithm": "hcdps", "solved": true, .*"learned": 0, '
expect 0 render s.map -o h.png --db h.db --from 2,2 --to 6,2 --quiet

# ---- what is refused ----
expect 2 build s.map -o x.db --kind dba --sector 12
expect 2 build s.map -o x.db --kind dba --update
expect 2 build s.map -o x.db --kind regions --sector 8
expect 2 solve s.map --from 2,2 --to 6,2 --algorithm tba --slice 1

finish
