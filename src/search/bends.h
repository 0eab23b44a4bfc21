/* bends.h: where optimal paths bend. docs/research/bends.md has the theory and its proof.
 *
 * Headings are clockwise: 0 east, 1 south-east, ... 7 north-east; even ones are cardinal. A cone
 * is two neighbouring headings: cone i has headings i and i + 1. A leg is made of the moves of one
 * cone, so it has octile length. On an optimal path the cone changes by one at a time, and each
 * change hugs a blocked cell: a bend. The bend across heading d is made of a move d - 1, moves d,
 * and a move d + 1 (clockwise; the way back is counter-clockwise across d + 4). It is known by the
 * end of its moves d that lies further west or, if they are vertical or diagonal, further north. */
#ifndef CAIRN_BENDS_H
#define CAIRN_BENDS_H

#include "base/xy.h"
#include "grid/tiles.h"

#define CAIRN__HEADINGS 8
#define CAIRN__CONES 8

static const int8_t cairn__heading_x[CAIRN__HEADINGS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int8_t cairn__heading_y[CAIRN__HEADINGS] = {0, 1, 1, 1, 0, -1, -1, -1};

/* The bends known by a cell: bit d is the clockwise one across heading d. */
typedef uint8_t cairn__bends;

/* The bends known by an open cell. */
cairn__bends cairn__find_bends(const cairn_map *map, cairn__xy cell);

/* Cells of (x .. x + 63, y) that may know a bend. All that do are among them. */
uint64_t cairn__find_bend_cells(const cairn_map *map, int32_t x, int32_t y);

static inline uint32_t cairn__turn(uint32_t heading, uint32_t by)
{
    return (heading + by) & 7;
}

/* The last moves of a leg in a cone after which a bend begins: bit 0 is heading `cone`, bit 1 the
 * one after it; 0 if no bend leads out of the cone. Bends across 0 to 3 are known by their first
 * end: there, and only there, the move before must hug the block. */
uint32_t cairn__bends_get_last_moves(cairn__bends bends, uint32_t cone);

/* The first moves of a leg in a cone that begins with a bend, as above: the same leg walked back. */
static inline uint32_t cairn__bends_get_first_moves(cairn__bends bends, uint32_t cone)
{
    return cairn__bends_get_last_moves(bends, cairn__turn(cone, 4));
}

/* The most cones by which bends of a path that belong to one cell turn: docs/research/bends.md proves
 * that 3 are enough; 2 are not. */
#define CAIRN__MOST_TURN 3

/* True if bends of one cell turn from a cone clockwise by `by` cones. */
bool cairn__bends_turn(cairn__bends bends, uint32_t cone, uint32_t by);

#endif
