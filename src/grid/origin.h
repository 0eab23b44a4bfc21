/* origin.h: the cells of a changing map as they were when it was opened. As long as the base is what
 * was opened, it has them all; tiles in which a later base differs are kept here. */
#ifndef CAIRN_ORIGIN_H
#define CAIRN_ORIGIN_H

#include "grid/cell_runs.h"
#include "grid/tiles.h"

typedef struct cairn__origin_tile {
    size_t place;
    uint64_t rows[CAIRN__TILE_SIDE];
} cairn__origin_tile;

typedef struct cairn__origin {
    cairn__origin_tile *tiles; /* by rising places */
    size_t count;
} cairn__origin;

/* Before `base` becomes the map's base: keeps the tiles in which it differs. Failures: MEMORY;
 * nothing is changed then. */
cairn_status cairn__origin_follow(cairn_map *map, const cairn_map *base);
void cairn__origin_end(cairn_map *map);

/* The cells that differ between the map as it is and as it was opened. Failures: MEMORY. */
cairn_status cairn__origin_compare(const cairn_map *map, cairn__cell_runs *runs);

#endif
