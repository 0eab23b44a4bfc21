#!/bin/sh
# layers.sh SOURCE: the folders of the tree include what they may, and the check sees it if not.
. "$(dirname "$0")/lib.sh"
check=$1/scripts/check-layers

expect_pass "$check" "$1"

plant include/cairn/map.h ''
plant src/base/hash.h ''
plant src/build/records/maker.h ''
plant src/plan/plan.h ''
plant cli/cli.h '#include <cairn/map.h>\n#include <stdio.h>\n'
plant src/plan/knn.c '#include "base/hash.h"\n#include "plan/plan.h"\n'
expect_pass "$check" "$tree"

refused() { # PATH INCLUDE WHY: such a file is refused, in its second line
    plant "$1" "\n#include $2\n"
    expect_refusal "$1:2: $3" "$check" "$tree"
    rm "$tree/$1"
}
refused src/base/up.c '"plan/plan.h"' '"plan/plan.h" is src/plan/plan.h, which src/base/ may not'
refused src/plan/stranger.c '"build/records/maker.h"' '"build/records/maker.h" is src/build/records/maker.h'
refused src/build/stranger.c '"plan/plan.h"' '"plan/plan.h" is src/plan/plan.h'
refused cli/inside.c '"../src/base/hash.h"' '"../src/base/hash.h" is src/base/hash.h'
refused examples/inside.c '"base/hash.h"' '"base/hash.h" is src/base/hash.h'
refused mpi/inside.c '"base/hash.h"' '"base/hash.h" is src/base/hash.h'
refused bench/other.c '"cli.h"' '"cli.h" is cli/cli.h'
refused import/nowhere.c '"nowhere.h"' '"nowhere.h" is in no folder of the rules'
plant src/attic/old.c ''
expect_refusal 'src/attic/old.c: no rule says' "$check" "$tree"
