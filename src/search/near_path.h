/* near_path.h: an optimal path between two cells that are near each other: jump point search with room for few
 * jump points, which gives up where it would have to look at more. Nothing is kept from search to search. */
#ifndef CAIRN_NEAR_PATH_H
#define CAIRN_NEAR_PATH_H

#include "base/meter.h"
#include "base/xy.h"
#include "grid/tiles.h"

/* Where a path turns, as seen from its goal. */
typedef struct cairn__near_turn {
    int8_t x;
    int8_t y;
} cairn__near_turn;

#define CAIRN__NEAR_TURNS 12

/* The jump points of a path between its ends, from the start on. Each sees the next along one diagonal and then
 * along one row or column. */
typedef struct cairn__near_turns {
    uint32_t count;
    cairn__near_turn all[CAIRN__NEAR_TURNS];
} cairn__near_turns;

static inline cairn__xy cairn__near_turn_get_cell(cairn__near_turn turn, cairn__xy goal)
{
    return (cairn__xy){.x = (uint16_t)(goal.x + turn.x), .y = (uint16_t)(goal.y + turn.y)};
}

/* No search takes more units. */
#define CAIRN__NEAR_UNITS 120

static_assert(CAIRN__NEAR_UNITS < CAIRN__RESERVE, "a search is a piece of work");

/* Looks for a path to another cell, which is not in sight. Returns its length; 0 if it gives up. Whether it does,
 * and which of equal paths it finds, depends on the map and the cells alone. Takes what it needed from an
 * open meter. */
uint32_t cairn__near_path_find(const cairn_map *map, cairn__xy start, cairn__xy goal,
                               cairn__near_turns *turns, cairn__meter *meter);

#endif
