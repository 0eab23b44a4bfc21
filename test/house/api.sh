#!/bin/sh
# api.sh SOURCE CC LIBRARY: the dump of the API says what a compiler reads in the headers and what
# the library has; docs/api.md is what the headers say; these keep to the rules of the border, and the
# check sees it if not.
. "$(dirname "$0")/lib.sh"
source=$1 cc=$2 library=$3

python3 "$source/test/house/api_program.py" "$source" >"$tree/program.c"
expect_pass "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -I "$source/include" -fsyntax-only \
    "$tree/program.c"

python3 - "$source" <<'END' >"$tree/dumped"
import json, subprocess, sys
api = json.loads(subprocess.check_output([sys.argv[1] + "/scripts/dump-api", sys.argv[1]]))
print("\n".join(sorted(one["name"] for one in api["functions"] if not one["inline"])))
END
nm -g --defined-only "$library" | sed -n 's/.* T \(cairn_[a-z].*\)/\1/p' | LC_ALL=C sort >"$tree/defined"
expect_pass diff "$tree/dumped" "$tree/defined"

# The headers keep to the rules, and docs/api.md is what they say.
expect_pass "$source/scripts/check-api" "$source"
"$source/scripts/make-api-reference" "$source" >"$tree/api.md"
diff "$tree/api.md" "$source/docs/api.md" >"$tree/difference" ||
    { echo "docs/api.md is not what the headers say: run \`make api\`"; head "$tree/difference"; exit 1; }

# A small interface that keeps to the rules; then each of them is broken alone.
check=$source/scripts/check-api
header() { # ITEMS: the one header of a small tree
    plant include/cairn/cairn.h '/* cairn.h: all. */\n#include "base.h"\n'
    plant include/cairn/base.h "/* cairn/base.h: numbers. */\n#ifndef CAIRN_BASE_H\n\
#define CAIRN_BASE_H\n\n#define CAIRN_VERSION_MAJOR 1\n#define CAIRN_VERSION_MINOR 2\n\
#define CAIRN_VERSION_PATCH 3\n\n/** A map. */\ntypedef struct cairn_map cairn_map;\n\n$1\n#endif\n"
}
refused() { # WHY ITEMS
    header "$2"
    expect_refusal "$1" "$check" "$tree"
}
header '/** Says which. */\nCAIRN_API const char *cairn_get_name(const cairn_map *map);\n'
expect_pass "$check" "$tree"
refused 'cairn_get has no comment' 'CAIRN_API uint32_t cairn_get(void);\n'
refused 'cairn_get returns bool by value' '/** A. */\nCAIRN_API bool cairn_get(void);\n'
refused 'cairn_get takes cairn_map map by value' '/** A. */\nCAIRN_API void cairn_get(cairn_map map);\n'
refused 'cairn_set takes cairn_way way by value' '/** A way. */\ntypedef enum cairn_way {
    CAIRN_LEFT = 0,
} cairn_way;\n\n/** Goes. */\nCAIRN_API void cairn_set(cairn_way way);\n'
refused 'cairn_one has a field bool yes' '/** A. */\ntypedef struct cairn_one {
    bool yes;
} cairn_one;\n'
refused 'cairn_map_def does not begin with uint32_t size' '/** A. */
typedef struct cairn_map_def {
    uint32_t count;
} cairn_map_def;\n'
refused 'cairn_map_def has 15 fields, at most 14' "/** A. */
typedef struct cairn_map_def {
    uint32_t size;
$(seq 14 | sed 's/.*/    uint32_t field_&;/')
} cairn_map_def;\n"
refused 'is one of 76 functions, at most 75' \
    "$(seq 76 | sed 's|.*|/** A. */\\nCAIRN_API void cairn_get_&(void);\\n|')"
refused 'base.h:12: not understood' 'int cairn_count;\n'
plant include/cairn/lost.h ''
refused 'cairn.h does not include lost.h' ''
