# unsuited.sh CAIRN: databases of a kind that a command or an algorithm cannot use, and options that are
# for another algorithm: the exit code, and a sentence that says what to do.
. "$(dirname "$0")/lib.sh"
write_small_map s.map
printf 'version 1\n0\ts.map\t7\t5\t0\t0\t6\t4\t10\n' >s.scen
expect 0 build s.map -o a.db --records 20 --quiet

# ---- databases of another kind: the one needed, and what to do ----
expect 0 build s.map -o labels.db --kind labels --quiet
expect 0 build s.map -o regions.db --kind regions --quiet
for kind in labels regions; do
    expect 3 nearest $kind.db --from 0,0 --to 1,0
    complains "$kind.db: it is of kind $kind, cairn nearest needs one of kind knn; .*--kind knn"
    expect 3 build s.map -o x --extend $kind.db --quiet
    complains "$kind.db: it is of kind $kind, --extend needs one of kind knn; .*--kind knn"
    expect 3 solve s.map --from 0,0 --to 1,0 --db $kind.db --algorithm knn
    complains "$kind.db: .*algorithm knn needs a database of kind knn, and this one is of kind $kind: build one"
    expect 2 solve s.map --from 0,0 --to 1,0 --db $kind.db --fragments
    complains "fragments is for knn alone, not for $kind; leave it out"
done

expect 0 build s.map -o r.db --kind dlrta --level 2 --quiet
expect 3 solve s.map --from 0,0 --to 6,4 --algorithm knn --db r.db
complains 'r\.db: .*algorithm knn needs a database of kind knn, and this one is of kind dlrta: build one'
expect 3 run s.map s.scen --algorithm dlrta --db a.db
complains 'a\.db: .*algorithm dlrta needs a database of kind dlrta, and this one is of kind knn: build one'
expect 3 run s.map s.scen --algorithm labels --db a.db
complains 'a\.db: .*algorithm labels needs a database of kind labels, and this one is of kind knn: build one'
for word in knn dlrta regions labels dba hcdps; do
    expect 3 solve s.map --from 2,2 --to 6,2 --algorithm $word
    complains "algorithm $word needs a database: build one of kind $word"
    expect 3 run s.map s.scen --algorithm $word
    complains "algorithm $word needs a database: build one of kind $word"
done

# ---- options of another algorithm ----
expect 2 solve s.map --from 0,0 --to 6,4 --algorithm lrta --depth 5
complains '^cairn: --depth is for --algorithm lrts alone, not for lrta; leave it out$'
expect 2 solve s.map --from 0,0 --to 6,4 --db a.db --slice 5
complains '^cairn: --slice is for --algorithm tba alone, not for knn; leave it out$'
expect 2 run s.map s.scen --movements 5
complains '^cairn: --movements is for --algorithm rtaa and lss, not for astar; leave it out$'
expect 2 render s.map --from 0,0 --to 6,4 --weight 2 -o x
complains '^cairn: --weight is for --algorithm lrta and lrts, not for astar; leave it out$'
expect 2 solve s.map --from 0,0 --to 6,4 --db a.db --landmarks 2
complains 'algorithm knn takes no landmarks'

finish
