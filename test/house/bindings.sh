#!/bin/sh
# bindings.sh SOURCE: the generated parts of all bindings are what the headers say; a number, a struct or
# a call that changes in a header changes them, and an enum that has no name in other languages is
# refused.
. "$(dirname "$0")/lib.sh"
source=$1
make=$source/scripts/make-bindings

expect_pass "$make" "$source" "$tree/made"
(cd "$tree/made" && find . -type f) | while read -r path; do
    diff "$source/$path" "$tree/made/$path" >"$tree/difference" ||
        { echo "$path is not what the headers say: run scripts/make-bindings"; head "$tree/difference"; exit 1; }
done
count=$(find "$tree/made" -type f | wc -l)
[ "$count" -ge 8 ] || { echo "only $count files were made"; exit 1; }

# The same from headers with another number, another field and another call.
mkdir "$tree/other"
cp -r "$source/include" "$source/bindings" "$tree/other/"
sed -i 's/CAIRN_GOAL_NEAREST = 1/CAIRN_GOAL_NEAREST = 7/' "$tree/other/include/cairn/agent.h"
sed -i 's/uint16_t width;/uint64_t width;/' "$tree/other/include/cairn/map.h"
sed -i 's/cairn_db_verify(/cairn_db_prove(/' "$tree/other/include/cairn/db.h"
expect_pass "$make" "$tree/other" "$tree/remade"
expect() { # PATTERN FILE...: each of the files has it now, and had it not before
    pattern=$1
    shift
    for path in "$@"; do
        grep -q "$pattern" "$tree/remade/bindings/$path" || { echo "$path: no $pattern"; exit 1; }
        ! grep -q "$pattern" "$tree/made/bindings/$path" || { echo "$path: had $pattern"; exit 1; }
    done
}
expect '\bNEAREST.*7' js/src/numbers.js js/src/numbers.d.ts python/src/cairn/_numbers.py
expect '\bNearest = 7' csharp/Cairn.cs rust/cairn/src/numbers.rs
expect 'width: \[8, "u64"\]' js/src/layouts.js
expect '"width", ctypes.c_uint64' python/src/cairn/_calls.py
expect 'ulong Width' csharp/Cairn.cs
expect 'width: u64' rust/cairn-sys/src/generated.rs
expect 'cairn_db_prove' python/src/cairn/_calls.py csharp/Cairn.cs rust/cairn-sys/src/generated.rs

sed -i 's/CAIRN_GOAL_/CAIRN_AIM_/' "$tree/other/include/cairn/agent.h"
expect_refusal 'has no name for CAIRN_AIM_' "$make" "$tree/other" "$tree/remade"
