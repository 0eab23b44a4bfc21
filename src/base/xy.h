/* xy.h: a cell as the insides of the library keep it: two coordinates. */
#ifndef CAIRN_XY_H
#define CAIRN_XY_H

#include "base/order.h"
#include "cairn/base.h"

/* It has the bytes of a cairn_cell, on every machine. So its fields have no order of their own, and are
 * initialized by name. */
typedef struct CAIRN__BY_NAME cairn__xy {
#if CAIRN__BIG_ENDIAN
    uint16_t y;
    uint16_t x;
#else
    uint16_t x;
    uint16_t y;
#endif
} cairn__xy;

_Static_assert(sizeof(cairn__xy) == sizeof(cairn_cell), "one can stand for the other in memory");

/* In place of a cell. */
#define CAIRN__NO_CELL UINT32_MAX

/* A cell that comes in over the border. */
static inline cairn__xy cairn__unpack(cairn_cell cell)
{
    return (cairn__xy){.x = (uint16_t)(cell & 0xffff), .y = (uint16_t)(cell >> 16)};
}

/* A cell that goes out over the border. */
static inline cairn_cell cairn__pack(cairn__xy cell)
{
    return cell.x | (uint32_t)cell.y << 16;
}

/* The cells of a database as a caller sees them: both forms are the same four bytes. */
static inline const cairn_cell *cairn__pack_all(const cairn__xy *cells)
{
    return (const cairn_cell *)(const void *)cells;
}

static inline bool cairn__is_same_cell(cairn__xy a, cairn__xy b)
{
    return a.x == b.x && a.y == b.y;
}

/* Octile distance in tenths, from distances on the axes: 10 * max(dx, dy) + 4 * min(dx, dy). */
static inline uint32_t cairn__octile(uint32_t dx, uint32_t dy)
{
    return 4 * (dx + dy) + 6 * (dx > dy ? dx : dy);
}

static inline uint32_t cairn__get_distance(cairn__xy a, cairn__xy b)
{
    uint32_t dx = a.x > b.x ? (uint32_t)(a.x - b.x) : (uint32_t)(b.x - a.x);
    uint32_t dy = a.y > b.y ? (uint32_t)(a.y - b.y) : (uint32_t)(b.y - a.y);
    return cairn__octile(dx, dy);
}

#endif
