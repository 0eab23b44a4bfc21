# refusals.sh CAIRN: bad input, no input, wrong usage: the exit code, and one sentence.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
expect 0 build s.map -o a.db --records 20 --quiet
expect 0 build s.map -o free.db --records 20 --corners free --quiet
printf 'type octile\nheight 1\nwidth 3\nmap\n...\n' >other.map
printf 'version 1\n0\ts.map\t7\t5\t0\t0\t6\t4\t10\n' >s.scen

# ---- wrong usage: 2, the sentence first, nothing on stdout ----
is_usage() {
    expect 2 "$@"
    says ''
    holds 'no sentence' grep -q '^cairn' "$err"
}
is_usage bogus
is_usage map bogus
is_usage map info
is_usage map info s.map extra
is_usage map info s.map --bogus
is_usage map info s.map --corners round
is_usage map scale s.map -o x
is_usage map scale s.map 0 -o x
is_usage map scale s.map 2
is_usage map generate castle -o x
is_usage map generate maze
is_usage map generate maze -o x --size 0x5
is_usage map generate maze -o x --size 99999x5
is_usage map generate maze -o x --size 5
is_usage build s.map
is_usage build -o x
is_usage build s.map -o x --records -1
is_usage build s.map -o x --records many
is_usage build s.map -o x --threads 0
is_usage build s.map -o x --seed 18446744073709551616
is_usage build s.map -o x --kind other
is_usage build s.map -o x --kind dlrta --level 0
is_usage build s.map -o x --kind dlrta --level 33
for option in '--records 5' '--seed 2' --skip-direct --keep-direct; do
    # shellcheck disable=SC2086
    is_usage build s.map -o x --kind dlrta $option
    holds 'no reason' grep -q -e "${option%% *} is for --kind knn alone" "$err"
done
for option in '--records 5' '--seed 2' '--checkpoint c'; do
    # shellcheck disable=SC2086
    is_usage build s.map -o x --kind regions $option
    holds 'no reason' grep -q -e "${option%% *} is for --kind knn alone" "$err"
done
is_usage build s.map -o x --kind dlrta --update
is_usage build s.map -o x --kind regions --level 3
is_usage build s.map -o x --kind regions --fallback
holds 'no reason' grep -q -e '--fallback is for --kind knn and labels' "$err"
is_usage build s.map -o x --kind labels --records 5
is_usage build s.map -o x --kind knn --max-entries 5
holds 'no reason' grep -q -e '--max-entries is for --kind labels alone' "$err"
for entries in 0 -1 1.5 nan x ''; do
    is_usage build s.map -o x --kind labels --max-entries "$entries"
done
for bytes in 0 -5 x 5x 5Mx nan ''; do
    is_usage build s.map -o x --max-bytes "$bytes"
done
is_usage build s.map -o x --max-bytes 5M --kind labels
is_usage build s.map -o x --max-bytes 5M --records 100
is_usage build s.map -o x --max-entries 5
holds 'no advice' grep -q -e '--max-entries is for --kind labels alone: give the kind too' "$err"
is_usage build s.map -o x --kind labels --problems 5
is_usage build s.map -o x --kind dlrta --region-cutoff 5
holds 'no reason' grep -q -e '--region-cutoff is for --kind knn, regions, labels and hcdps, not for dlrta' "$err"
is_usage build s.map -o x --kind regions --region-cutoff 501
is_usage build s.map -o x --level 3
holds 'no reason' grep -q -e '--level is for --kind dlrta alone' "$err"
is_usage db info
is_usage db verify a.db
is_usage nearest a.db --from 0,0
is_usage nearest a.db --from 0 --to 1,1
is_usage nearest a.db --from 0,0 --to 1,1 --count 0
is_usage reachable s.map --to 0,0
is_usage reachable s.map --from 0,0x --to 0,0
is_usage compress
is_usage solve s.map
is_usage solve s.map --from 0,0 --to 1,0 --algorithm dijkstra
is_usage solve s.map --from 0,0 --to 1,0 --costs cheap
is_usage solve s.map --from 0,0 --to 1,0 --without 7
is_usage solve s.map --from 0,0 --to 1,0 --algorithm lrta --costs sqrt2
is_usage solve s.map --from 0,0 --to 1,0 --fragments
is_usage solve s.map --from 0,0 --to 1,0 --algorithm tba --slice 0
is_usage solve s.map --from 0,0 --to 1,0 --algorithm tba --slice endless
is_usage solve s.map --from 0,0 --to 1,0 --algorithm tba --trace-ratio 1001
is_usage solve s.map --from 0,0 --to 1,0 --algorithm rtaa --lookahead 4097
is_usage solve s.map --from 0,0 --to 1,0 --algorithm rtaa --movements 0
is_usage solve s.map --from 0,0 --to 1,0 --algorithm rtaa --weight 1.5
is_usage solve s.map --from 0,0 --to 1,0 --algorithm lrts --depth 101
is_usage solve s.map --from 0,0 --to 1,0 --max-work 1023
is_usage solve s.map --from 0,0 --to 1,0 --max-work some
is_usage solve s.map --from 0,0 --to 1,0 --busy sleep
is_usage solve s.map --from 0,0 --to 1,0 --algorithm lrts --depth unlimited
is_usage solve s.map --from 0,0 --to 1,0 --algorithm lrts --learning-quota 0.25
is_usage solve s.map --from 0,0 --to 1,0 --algorithm lrta --weight 0.9
is_usage solve s.map --from 0,0 --to 1,0 --landmarks 65
is_usage solve s.map --from 0,0 --to 1,0 --canonical 4097
is_usage run s.map s.scen --algorithm lrta --trials 0
is_usage run s.map s.scen --algorithm astar --trials 2
is_usage solve s.map --from 0,0 --to 1,0 --canonical 2 --algorithm astar
is_usage solve s.map --from 0,0 --to 1,0 --landmarks 2 --db a.db
is_usage solve s.map --from 0,0 --to 1,0 --landmarks 2 --costs sqrt2
is_usage solve s.map --from 0,0 --to 1,0 --goal near
is_usage solve s.map --from 0,0 --to 1,0 --goal ''
is_usage map nearest
is_usage map nearest s.map
is_usage map nearest s.map 1
is_usage map nearest s.map 1,1 2,2
is_usage map nearest s.map 1,1 --from 2
is_usage run s.map
is_usage render s.map
is_usage render s.map -o x --size 0
is_usage render s.map -o x --show-db
is_usage run s.map s.scen --json
for group in '' map db; do
    # shellcheck disable=SC2086
    expect 2 $group
    says ''
    holds 'no usage' grep -q '^Usage: cairn' "$err"
done

# ---- files that are not there, or are something else: 3 ----
for file in missing.map "$work"; do
    expect 3 map info "$file"
    complains "$file: .*(No such file|Is a directory)"
    expect 3 map scale "$file" 2 -o x
    complains "$file"
    expect 3 build "$file" -o x --quiet
    complains "$file"
    expect 3 db info "$file"
    complains "$file"
    expect 3 db dump "$file"
    complains "$file"
    expect 3 db verify "$file" --map s.map
    complains "$file"
    expect 3 nearest "$file" --from 0,0 --to 1,1
    complains "$file"
    expect 3 reachable "$file" --from 0,0 --to 1,1
    complains "$file"
    expect 3 compress "$file"
    complains "$file"
    expect 3 solve "$file" --from 0,0 --to 1,1
    complains "$file"
    expect 3 solve s.map --from 0,0 --to 1,0 --db "$file"
    complains "$file"
    expect 3 render "$file" -o x --quiet
    complains "$file"
    expect 3 run "$file" s.scen
    complains "$file"
    expect 3 run s.map "$file"
    complains "$file"
done
expect 3 db verify a.db --map missing.map
complains 'missing.map'

# ---- maps that are wrong, with their line ----
: >empty
expect 3 map info empty
complains '^cairn: empty:[0-9]+: '
head -n 6 s.map >cut.map
expect 3 map info cut.map
complains '^cairn: cut.map:[0-9]+: .*2 of 5 rows'
head -c 50 s.map >cut.map
expect 3 solve cut.map --from 0,0 --to 1,0
complains '^cairn: cut.map:[0-9]+: '
expect 3 build cut.map -o x --quiet
complains '^cairn: cut.map:[0-9]+: '
expect 3 map scale cut.map 2 -o x
complains '^cairn: cut.map:[0-9]+: '
sed 's/octile/tile/' s.map >bad.map
expect 3 map info bad.map
complains '^cairn: bad.map:1: '
sed 's/height 5/height five/' s.map >bad.map
expect 3 map info bad.map
complains '^cairn: bad.map:2: '
sed 's/width 7/width 99999/' s.map >bad.map
expect 3 map info bad.map
complains '^cairn: bad.map:3: '
sed '7s/^./../' s.map >bad.map
expect 3 map info bad.map
complains '^cairn: bad.map:7: '
cat s.map s.map >bad.map
expect 3 map info bad.map
complains '^cairn: bad.map:10: '
expect 3 map scale s.map 5000 -o x
complains 'smaller factor'

# ---- cells ----
expect 3 solve s.map --from 1,1 --to 6,2
complains '^cairn: s.map: the start 1,1 is blocked'
expect 3 solve s.map --from 0,0 --to 2,3
complains 'the goal 2,3 is blocked'
expect 3 solve s.map --from 7,0 --to 0,0
complains 'the start 7,0 is outside'
expect 3 solve s.map --from 0,0 --to -1,0
complains 'the goal -1,0 is outside'
expect 3 solve s.map --from 1,1 --to 3,1 --goal nearest
complains 'the start 1,1 is blocked'
expect 3 solve s.map --from 0,0 --to 7,0 --goal nearest
complains 'the goal 7,0 is outside'
expect 3 map nearest s.map 0,5
complains '^cairn: s.map: the cell 0,5 is outside'
expect 3 map nearest s.map -- -1,0
complains 'the cell -1,0 is outside'
expect 3 map nearest s.map 0,0 --from 1,1
complains 'the start 1,1 is blocked'
expect 3 map nearest none-such.map 0,0
complains 'none-such.map'
expect 3 reachable s.map --from 1,1 --to 0,0
complains 'blocked'
expect 3 nearest a.db --from 7,0 --to 0,0
complains 'outside'

# ---- paths ----
refuses_path() {
    printf '%b' "$1" >path
    input=path
    expect 3 compress s.map
    says ''
    complains "$2"
    input=/dev/null
}
expect 3 compress s.map
complains 'standard input'
refuses_path '0 0\nx\n' 'standard input:2: '
refuses_path '0 0\n1\n' 'standard input:2: '
refuses_path '0 0\n\n2 0\n' 'standard input:3: no legal move'
refuses_path '0 0\n1 1\n' 'standard input:2: .*blocked'
refuses_path '5 0\n6 1\n' 'standard input:2: no legal move'
refuses_path '0 0 0\n' 'standard input:1: '
refuses_path '0 0\n\000\n' 'standard input:2: '
refuses_path '99999999999999999999 0\n' 'standard input:1: .*outside'

# ---- databases that are wrong, with their offset ----
expect 3 db info empty
complains '^cairn: empty: '
head -c 300 a.db >cut.db
expect 3 db info cut.db
complains '^cairn: cut.db: offset [0-9]+: '
expect 1 db verify cut.db --map s.map
complains '^cairn: cut.db: offset [0-9]+: '
expect 3 solve s.map --from 0,0 --to 1,0 --db cut.db
complains '^cairn: cut.db: '
cp a.db bad.db
printf '\377' | dd of=bad.db bs=1 seek=348 conv=notrunc 2>/dev/null
expect 1 db verify bad.db --map s.map
complains '^cairn: bad.db: offset 344: .*checksum'
expect 1 db verify bad.db --map s.map --json
has '"valid": false, "status": "CORRUPT"'
complains 'checksum'

# ---- a database for another map, or other corners ----
expect 1 db verify a.db --map other.map
complains 'a\.db: .*made for'
expect 3 solve other.map --from 0,0 --to 2,0 --db a.db
complains 'a\.db: .*made for'
expect 3 run other.map s.scen --db a.db
complains 'made for'
expect 1 db verify a.db --map s.map --corners free
complains 'corners'
expect 3 solve s.map --from 0,0 --to 6,4 --db free.db --corners strict
complains 'corners'
expect 0 solve s.map --from 0,0 --to 6,4 --db free.db

expect 0 build s.map -o r.db --kind dlrta --level 2 --quiet
expect 3 nearest r.db --from 0,0 --to 1,1
complains 'r\.db: it is of kind dlrta, cairn nearest needs one of kind knn'
expect 3 solve other.map --from 0,0 --to 2,0 --db r.db
complains 'r\.db: .*made for'
expect 1 db verify r.db --map other.map
complains 'made for'
size=$(wc -c <r.db)
{
    head -c $((size - 1)) r.db
    printf '\377'
} >damaged.db
expect 1 db verify damaged.db --map s.map
complains 'checksum|not zero'
expect 3 solve s.map --db damaged.db --from 0,0 --to 6,4
complains 'checksum|not zero'
for name in missing/x "$work"; do
    expect 3 build s.map -o "$name" --kind dlrta --quiet
    complains "$name: cannot be written"
done

# ---- scenarios ----
expect 3 run other.map s.scen
complains 's\.scen'
printf 'version 1\n0\ts.map\t7\t5\t1\t1\t6\t4\t10\n' >bad.scen
expect 3 run s.map bad.scen
complains '^cairn: bad.scen:2: .*blocked'
says ''
printf 'version 1\n0\ts.map\t7\t5\t1\t1\t6\n' >bad.scen
expect 3 run s.map bad.scen
complains '^cairn: bad.scen:2: '

# ---- maps without records ----
printf 'type octile\nheight 1\nwidth 1\nmap\n.\n' >one.map
expect 3 build one.map -o x --kind knn --quiet
complains '^cairn: one.map: '
expect 3 build other.map -o x --skip-direct --quiet
complains '^cairn: other.map: '

# ---- maps without an open cell, or without two that are joined ----
printf 'type octile\nheight 1\nwidth 3\nmap\n@@@\n' >walls.map
printf 'type octile\nheight 1\nwidth 3\nmap\n.@.\n' >apart.map
for kind in labels regions knn dlrta dba hcdps; do
    expect 3 build walls.map -o x --kind $kind --quiet
    complains '^cairn: walls.map: the map has no open cell; use another map'
done
expect 3 build walls.map -o x --quiet
complains '^cairn: walls.map: the map has no open cell; use another map'
expect 3 problems walls.map -o x
complains '^cairn: walls.map: the map has no open cell; use another map'
expect 3 problems apart.map -o x -q
complains '^cairn: apart.map: no pair of different cells among 1000000 drawn is joined by a path; use another map'
expect 3 problems s.map --min-cost 90000 -o x -q
complains 'has an optimal cost from 90000.0 upwards; widen the range'
expect 3 problems s.map --min-cost 90000 --max-cost 90001 --max-difficulty 3 -o x -q
complains 'from 90000.0 to 90001.0 and a difficulty up to 3; widen the range'

# Endless input ends with a sentence, not never.
for input_kind in 'map info /dev/zero' 'run s.map /dev/zero' 'db info /dev/zero'; do
    last=$input_kind
    # shellcheck disable=SC2086
    "$cairn" $input_kind <"$input" >"$out" 2>"$err"
    got=$?
    [ "$got" -eq 3 ] || fail "exit code $got, not 3"
    complains '/dev/zero'
done

# A full table of learned values is an answer: not solved. The rows before it stay.
{
    printf 'type octile\nheight 40\nwidth 40\nmap\n'
    for i in $(seq 40); do
        if [ "$i" -lt 38 ]; then echo '....................@...................'; else
            echo '........................................'; fi
    done
} >trap.map
printf 'version 1\n0\tt\t40\t40\t0\t0\t9\t9\t1\n0\tt\t40\t40\t2\t2\t38\t2\t1\n' >trap.scen
expect 1 run trap.map trap.scen --algorithm lrta --no-growth --learned-capacity 4 --csv t.csv --quiet
last='t.csv'
[ "$(cut -d, -f6 t.csv | tr '\n' ' ')" = 'solved 1 0 ' ] || fail 'the table is wrong'
expect 1 solve trap.map --from 2,2 --to 38,2 --algorithm lrta --no-growth --learned-capacity 4 --json
has '"solved": false'
expect 0 run trap.map trap.scen --algorithm lrta --csv t.csv --quiet

# What a damaged database holds is not used: every command that opens one looks at all of it.
size=$(wc -c <a.db)
{
    head -c $((size - 1)) a.db
    printf '\377'
} >damaged.db
for arguments in 'db dump damaged.db' 'nearest damaged.db --from 0,0 --to 1,1' \
    'solve s.map --db damaged.db --from 0,0 --to 6,4' 'run s.map s.scen --db damaged.db --quiet'; do
    # shellcheck disable=SC2086
    expect 3 $arguments
    complains 'checksum'
done

finish
