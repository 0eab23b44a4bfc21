/* sectors.h: a map cut into squares, and the regions of a square: the open cells of it that moves
 * inside it join. */
#ifndef CAIRN_SECTORS_H
#define CAIRN_SECTORS_H

#include "cairn/map.h"
#include "base/xy.h"
#include "grid/tiles.h"

/* The sides that a sector may have: 8, 16, 32, 64. A tile is made of whole sectors. */
#define CAIRN__LEAST_SECTOR 8
#define CAIRN__MOST_SECTOR CAIRN__TILE_SIDE
#define CAIRN__MOST_SECTOR_CELLS (CAIRN__MOST_SECTOR * CAIRN__MOST_SECTOR)

static inline bool cairn__is_sector_side(uint32_t side)
{
    return side >= CAIRN__LEAST_SECTOR && side <= CAIRN__MOST_SECTOR && (side & (side - 1)) == 0;
}

/* How many sectors a map has across, or down. */
static inline uint32_t cairn__count_sectors(uint32_t cells, uint32_t side)
{
    return (cells + side - 1) / side;
}

/* The number of a cell's sector, row by row. */
static inline uint32_t cairn__get_sector(uint32_t width, uint32_t side, cairn__xy cell)
{
    return cell.y / side * cairn__count_sectors(width, side) + cell.x / side;
}

static inline bool cairn__is_same_sector(uint32_t side, cairn__xy a, cairn__xy b)
{
    return a.x / side == b.x / side && a.y / side == b.y / side;
}

/* The cells of one region, and which cells of the sector were seen in any. */
typedef struct cairn__sector_flood {
    const cairn_map *map;
    uint32_t side;
    uint32_t count;
    cairn__xy cells[CAIRN__MOST_SECTOR_CELLS];
    uint64_t seen[CAIRN__MOST_SECTOR]; /* by row, a bit a column */
} cairn__sector_flood;

/* Begins another sector: no cell is seen. */
void cairn__sector_flood_start(cairn__sector_flood *flood);

/* Lists the region of an open cell; false, and none, if it was seen. */
bool cairn__sector_flood_visit(cairn__sector_flood *flood, cairn__xy from);

/* The cell of the region listed that is nearest to its centroid in octile distance, ties to the
 * lower cell id. */
cairn__xy cairn__sector_flood_get_centre(const cairn__sector_flood *flood);

#endif
