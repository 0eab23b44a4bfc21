/* scene_small.c: small maps drawn by hand, each hard in one known way.
 *
 * New maps go to the list, and their picture above it; the sizes are checked when compiling. */
#include "scenes.h"

#include <string.h>

/* clang-format off: one row of a picture a line */

static const char single_cells[] = ".";

static const char row_cells[] = "........................";

static const char column_cells[] = "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   "."
                                   ".";

static const char blocked_cells[] = "@@@@@"
                                    "@@@@@"
                                    "@@@@@"
                                    "@@@@@";

static const char open_room_cells[] = "............"
                                      "............"
                                      "............"
                                      "............"
                                      "............"
                                      "............"
                                      "............"
                                      "............"
                                      "............"
                                      "............";

static const char u_trap_cells[] = "................"
                                   "................"
                                   "....@@@@@@@@@..."
                                   "............@..."
                                   "............@..."
                                   "............@..."
                                   "............@..."
                                   "............@..."
                                   "....@@@@@@@@@..."
                                   "................"
                                   "................";

static const char spiral_cells[] = "................."
                                   "@@@@@@@@@@@@@@@@."
                                   "...............@."
                                   ".@@@@@@@@@@@@@.@."
                                   ".@...........@.@."
                                   ".@.@@@@@@@@@.@.@."
                                   ".@.@.......@.@.@."
                                   ".@.@.@@@@@.@.@.@."
                                   ".@.@.@...@.@.@.@."
                                   ".@.@.@.@@@.@.@.@."
                                   ".@.@.@.....@.@.@."
                                   ".@.@.@@@@@@@.@.@."
                                   ".@.@.........@.@."
                                   ".@.@@@@@@@@@@@.@."
                                   ".@.............@."
                                   ".@@@@@@@@@@@@@@@."
                                   ".................";

static const char corner_gaps_cells[] = ".....@......"
                                        ".....@......"
                                        "......@....."
                                        "......@....."
                                        ".....@......"
                                        "....@......."
                                        "...@........"
                                        "....@......."
                                        ".....@......"
                                        ".....@......";

static const char checkerboard_cells[] = ".@.@.@.@."
                                         "@.@.@.@.@"
                                         ".@.@.@.@."
                                         "@.@.@.@.@"
                                         ".@.@.@.@."
                                         "@.@.@.@.@"
                                         ".@.@.@.@."
                                         "@.@.@.@.@"
                                         ".@.@.@.@.";

static const char corridors_cells[] = "@@@@@@@@@@@@@@@"
                                      "@.............@"
                                      "@.@@@.@@@@@.@@@"
                                      "@.@...@...@...@"
                                      "@.@.@@@.@.@@@.@"
                                      "@...@...@...@.@"
                                      "@@@.@.@@@@@.@.@"
                                      "@...@.@.....@.@"
                                      "@.@@@.@.@@@@@.@"
                                      "@.@...@.......@"
                                      "@.@.@@@@@@@@@.@"
                                      "@.............@"
                                      "@@@@@@@@@@@@@@@";

static const char staircase_cells[] = "..@............."
                                      "...@@..........."
                                      "@...@@.........."
                                      "@@...@@........."
                                      ".@@...@@........"
                                      "..@@...@@......."
                                      "...@@...@@......"
                                      "....@@...@@....."
                                      ".....@@...@....."
                                      "......@@..@@...."
                                      ".......@@..@@..."
                                      "........@@..@@.."
                                      ".........@@..@@."
                                      "..........@@..@@"
                                      "...........@@..@"
                                      "............@@..";

static const char single_steps_cells[] = "..@@@@@@@@"
                                         "@..@@@@@@@"
                                         "@@..@@@@@@"
                                         "@@@..@@@@@"
                                         "@@@@..@@@@"
                                         "@@@@@..@@@"
                                         "@@@@@@..@@"
                                         "@@@@@@@..@";

static const char isolated_cells[] = "................"
                                     ".@@@....@@@@@..."
                                     ".@.@....@...@..."
                                     ".@@@....@.@.@..."
                                     "........@...@..."
                                     "...@....@@@@@..."
                                     "..@.@..........."
                                     "...@......@@...."
                                     ".........@..@..."
                                     ".@@@@....@..@..."
                                     ".@..@@....@@...."
                                     ".@...@.........."
                                     ".@@@@@.........@"
                                     "..............@.";

static const char comb_cells[] = "....................."
                                 ".@.@.@.@.@.@.@.@.@.@."
                                 ".@.@.@.@.@.@.@.@.@.@."
                                 ".@.@.@.@.@.@.@.@.@.@."
                                 ".@.@.@.@.@.@.@.@.@.@."
                                 ".@.@.@.@.@.@.@.@.@.@."
                                 ".@.@.@.@.@.@.@.@.@.@."
                                 ".@.@.@.@.@.@.@.@.@.@."
                                 ".@.@.@.@.@.@.@.@.@.@."
                                 ".@@@@@@@@@@@@@@@@@@@."
                                 ".....................";

static const char door_cells[] = "........@........."
                                 "........@........."
                                 "........@........."
                                 "........@........."
                                 "........@........."
                                 "........@........."
                                 "........@........."
                                 "........@........."
                                 ".................."
                                 "........@.........";

static const char pillars_cells[] = "............."
                                    ".@.@.@.@.@.@."
                                    "............."
                                    ".@.@.@.@.@.@."
                                    "............."
                                    ".@.@.@.@.@.@."
                                    "............."
                                    ".@.@.@.@.@.@."
                                    "............."
                                    ".@.@.@.@.@.@."
                                    ".............";

static const char zigzag_cells[] = ".............."
                                   "@@@@@@@@@@@@@."
                                   ".............."
                                   ".@@@@@@@@@@@@@"
                                   ".............."
                                   "@@@@@@@@@@@@@."
                                   ".............."
                                   ".@@@@@@@@@@@@@"
                                   ".............."
                                   "@@@@@@@@@@@@@."
                                   "..............";

static const char full_size_cells[] = "...........@............"
                                      "...........@............"
                                      "...@@@@@...@....@@@@@@.."
                                      ".......@...@.........@.."
                                      ".......@.............@.."
                                      "...@@@@@...@....@@@@@@.."
                                      "...........@............"
                                      "...........@............"
                                      "@@@@@.@@@@@@@@@@@@@.@@@@"
                                      "...........@............"
                                      ".@@........@..@.@.@.@..."
                                      "..@@.......@............"
                                      "...@@.........@.@.@.@..."
                                      "....@@.....@............"
                                      ".....@@....@..@.@.@.@..."
                                      "......@@...@............"
                                      ".......@@..@............"
                                      "@@@.@@@@@@@@@@@@@@@@@.@@"
                                      "...........@............"
                                      "....TTT....@......WWW..."
                                      "...TTTTT...@.....WWWWW.."
                                      "....TTT...........WWW..."
                                      "...........@............"
                                      "...........@............";

static const char theorem_6_cells[] = "..........."
                                      "..........."
                                      "..........."
                                      "..........."
                                      "..........."
                                      "..........."
                                      "..........."
                                      "..........."
                                      "..........."
                                      ".@@@@@@@@.."
                                      "...........";

/* clang-format on */

/* Name, width, height, description. */
#define SMALL_LIST(X)                                                                              \
    X(single, 1, 1, "one open cell")                                                               \
    X(row, 24, 1, "one row of open cells")                                                         \
    X(column, 1, 24, "one column of open cells")                                                   \
    X(blocked, 5, 4, "no open cell at all")                                                        \
    X(open_room, 12, 10, "an open room: a hill-climb reaches every cell")                          \
    X(u_trap, 16, 11, "a trap open to the left: a hill-climb to the right ends in it")             \
    X(spiral, 17, 17, "one corridor wound up: the way is far longer than the distance")            \
    X(corner_gaps, 12, 10,                                                                         \
      "halves that touch at corners alone: joined under free corners, parted under strict")        \
    X(checkerboard, 9, 9,                                                                          \
      "no cardinal move: one component under free corners, single cells under strict")             \
    X(corridors, 15, 13, "corridors one cell wide, with dead ends")                                \
    X(staircase, 16, 16, "a slanted corridor between two walls in steps, which parts the map")     \
    X(single_steps, 10, 8, "a stair one cell wide: diagonal moves under free corners alone")       \
    X(isolated, 16, 14, "cells and small rooms with no way in, in an open plain")                  \
    X(comb, 21, 11, "a comb: long teeth make long detours between near cells")                     \
    X(door, 18, 10, "two rooms and one door, out of the straight way")                             \
    X(pillars, 13, 11,                                                                             \
      "single blocked cells in rows: many equal ways, strict corners forbid half of them")         \
    X(zigzag, 14, 11, "walls from left and right in turn: every leg leads away from the goal")     \
    X(full_size, 24, 24, "24 x 24 with rooms, doors, a trap, and all four sides touched by walls") \
    X(theorem_6, 11, 11,                                                                           \
      "the paper's Fig. 10: the climb hugs the wall above it, the optimal path leaves it")

#define SMALL_CHECK(name, width, height, description)                                              \
    _Static_assert(sizeof name##_cells == (width) * (height) + 1, "size of " #name);
SMALL_LIST(SMALL_CHECK)
#undef SMALL_CHECK

static const cairn_scene_small smalls[] = {
#define SMALL_ROW(name, width, height, description)                                                \
    {#name, description, width, height, name##_cells},
    SMALL_LIST(SMALL_ROW)
#undef SMALL_ROW
};

enum { SMALL_COUNT = sizeof smalls / sizeof smalls[0] };

uint32_t cairn_scene_small_get_count(void)
{
    return SMALL_COUNT;
}

const cairn_scene_small *cairn_scene_small_get(uint32_t index)
{
    return index < SMALL_COUNT ? &smalls[index] : NULL;
}

const cairn_scene_small *cairn_scene_small_find(const char *name)
{
    for (uint32_t i = 0; i < SMALL_COUNT; i++)
        if (strcmp(smalls[i].name, name) == 0)
            return &smalls[i];
    return NULL;
}
