/* turns.h: which turns at a corner a shortest path can make. Strict corners.
 *
 * A leg between cells that see each other is made of one or two kinds of moves, in any order. So
 * every move of the leg to a corner may come just before every move of the leg from it; and if any
 * two of these moves can be cut short, the path is not a shortest one. Two moves cannot be cut
 * short only if they are at most half a right angle apart, or if both are cardinal, at a right
 * angle, and the cell between them on the inside is blocked. */
#ifndef CAIRN_TURNS_H
#define CAIRN_TURNS_H

#include "base/xy.h"
#include "grid/tiles.h"

/* Directions of legs, clockwise: even ones are of one kind of moves (0 east, 2 south-east, ...),
 * odd ones of the two beside them. */
#define CAIRN__DIRECTIONS 16

/* The direction from one cell to another. */
static inline uint32_t cairn__get_direction(cairn__xy from, cairn__xy to)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    int32_t across = x < 0 ? -x : x, down = y < 0 ? -y : y;
    if (y == 0)
        return x > 0 ? 0 : 8;
    if (x == 0)
        return y > 0 ? 4 : 12;
    uint32_t steep = across > down ? 1 : across == down ? 2 : 3; /* from the x axis on */
    if (y > 0)
        return x > 0 ? steep : 8 - steep;
    return x < 0 ? 8 + steep : 16 - steep;
}

/* The directions, a bit each, that a shortest path can go on in from a corner. `blocked` has bits
 * for the corner's blocked neighbours: NW, NE, SW, SE. */
uint32_t cairn__get_turns(uint32_t direction, uint32_t blocked);

#endif
