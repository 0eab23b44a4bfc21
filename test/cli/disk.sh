# disk.sh CAIRN: a file cannot take all that is written to it. Every command says so in one sentence
# and ends with 3; neither the file nor its temporary one is left.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
mkdir maps
expect 0 map generate city --size 96x96 --seed 1 -o maps/a.map
expect 0 map generate maze --size 64x64 --seed 1 -o maps/b.map
cp maps/a.map a.map
expect 0 map generate city --size 320x320 --seed 1 -o c.map
expect 0 problems a.map --count 200 -o a.scen --quiet

# refuses PLACE ARGUMENT...: nothing but PLACE may be there afterwards, and that empty.
refuses() {
    local place=$1
    shift
    "$@"
    [ "$got" -eq 3 ] || fail "exit code $got, not 3"
    [ -z "$(ls "$place")" ] || fail "left behind: $(ls "$place")"
}

# within_limit ARGUMENT...: no file may grow beyond 1 kB; a write beyond it also sends SIGXFSZ.
within_limit() {
    last="$* with files of 1 kB"
    (
        ulimit -f 1
        exec "$cairn" "$@"
    ) </dev/null >"$out" 2>"$err"
    got=$?
}

mkdir here
for kind in labels regions knn dlrta dba hcdps; do
    refuses here within_limit build a.map -o here/a.cairn --kind $kind --quiet
    complains 'a.cairn: .*File too large'
done
refuses here within_limit build a.map -o here/a.cairn --quiet
complains 'a.cairn: .*File too large'
refuses here within_limit build a.map -o here/a.cairn --kind knn --fallback --quiet
complains 'a.cairn: .*File too large'
refuses here within_limit build a.map -o here/a.cairn --records 100 --checkpoint here/points --quiet
refuses here within_limit problems a.map --count 200 -o here/a.scen --quiet
complains 'a.scen: .*File too large'
refuses here within_limit run a.map a.scen --algorithm astar --csv here/a.csv --quiet
complains 'a.csv: .*File too large'
refuses here within_limit render a.map -o here/a.png --quiet
complains 'a.png: .*File too large'
refuses here within_limit map generate city --size 96x96 -o here/a.map
complains 'a.map: .*File too large'

# A folder: each map has its sentence.
within_limit build maps --out-dir here --kind labels --quiet
[ "$got" -eq 3 ] || fail "exit code $got, not 3"
[ "$(grep -c 'File too large' "$err")" -eq 2 ] || fail 'not one sentence for each map'
[ -z "$(ls here)" ] || fail "left behind: $(ls here)"

# A full disk, where a file system may be mounted.
on_full_disk() {
    last="$* on a full disk"
    unshare -rm sh -c 'mount -t tmpfs -o size=8k none here && "$@"; code=$?; ls here >left; exit $code' \
        sh "$cairn" "$@" </dev/null >"$out" 2>"$err"
    got=$?
    [ "$got" -eq 3 ] || fail "exit code $got, not 3"
    [ ! -s left ] || fail "left behind: $(cat left)"
    complains 'No space left on device'
}
if unshare -rm mount -t tmpfs -o size=8k none here 2>/dev/null; then
    for kind in labels regions knn dlrta dba hcdps; do
        on_full_disk build c.map -o here/a.cairn --kind $kind --quiet
    done
fi
finish
