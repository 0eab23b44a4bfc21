/* jump_sight.h: how jump point search goes from one cell to another that it sees: by one diagonal run, then
 * by one straight run. */
#ifndef CAIRN_JUMP_SIGHT_H
#define CAIRN_JUMP_SIGHT_H

#include "base/xy.h"
#include "grid/climb.h"
#include "grid/octile.h"

/* The first of these runs; the straight one if there is no diagonal one. The cells differ. */
cairn__run cairn__sight_get_run(cairn__xy from, cairn__xy to);

/* Where the way turns; the other cell, if it does not. */
cairn__xy cairn__sight_get_turn(cairn__xy from, cairn__xy to);

/* True if the other cell is seen by these runs. */
bool cairn__sight_is_clear(const cairn_map *map, cairn__xy from, cairn__xy to);

/* The move that they begin with; CAIRN__MOVES if the cells are the same. */
static inline uint32_t cairn__sight_get_move(cairn__xy from, cairn__xy to)
{
    return cairn__move_by((to.x > from.x) - (to.x < from.x), (to.y > from.y) - (to.y < from.y));
}

#endif
