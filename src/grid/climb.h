/* climb.h: the one definition of hill-climbing: builders promise by it that a subgoal can be reached,
 * and agents rely on that. See climb.c for why a climb is made of runs. */
#ifndef CAIRN_CLIMB_H
#define CAIRN_CLIMB_H

#include "cairn/lab.h"
#include "base/xy.h"
#include "grid/tiles.h"

/* The next moves of a climb: `count` times the same move, 0 if it is stuck. */
typedef struct cairn__run {
    uint32_t move;
    uint32_t count;
    uint32_t rise; /* g + h of the move less h here, in tenths; not 0 only where count is 1 */
} cairn__run;

/* What a climb from an open cell to another cell does next. */
cairn__run cairn__climb_run(const cairn_map *map, cairn__xy from, cairn__xy to);

/* The same, of which `most` moves are enough. */
cairn__run cairn__climb_few(const cairn_map *map, cairn__xy from, cairn__xy to, uint32_t most);

/* Moves from an open cell along its row, or its column, while the diagonal move by both steps is not
 * legal; at most `limit`. */
uint32_t cairn__scan_wall(const cairn_map *map, cairn__xy from, const int step[2], bool along_row,
                          uint32_t limit);

/* How a whole climb went. */
typedef struct cairn__climb_result {
    bool reached;   /* it ended in the target */
    uint32_t moves; /* moves taken */
    uint32_t cost;  /* in tenths */
    cairn__xy end;  /* where it stopped */
} cairn__climb_result;

/* A whole climb of at most `cutoff` moves; `from` must be open. */
cairn__climb_result cairn__climb(const cairn_map *map, cairn__xy from, cairn__xy to,
                                 uint32_t cutoff);

#endif
