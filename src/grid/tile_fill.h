/* tile_fill.h: the bitmaps of a tile from its rows and those beside it. */
#ifndef CAIRN_TILE_FILL_H
#define CAIRN_TILE_FILL_H

#include "grid/tiles.h"

/* The rows of one tile and what lies beside it: row 64 is the first of the tile below; `east` and
 * `west` are the rows shifted by one cell, so that bit x is the cell x + 1 or x - 1. */
typedef struct cairn__surroundings {
    uint64_t row[65];
    uint64_t east[65];
    uint64_t west[65];
} cairn__surroundings;

void cairn__fill_tile(cairn__tile *tile, const cairn__surroundings *around, cairn_corners corners);

/* True if all cells and diagonal edges of a tile are those of a shared tile: `word` is 0 for the
 * blocked one, all ones for the open one. */
bool cairn__is_filled_with(const cairn__tile *tile, uint64_t word);

cairn__open_lines cairn__find_open_lines(const cairn__tile *tile);

#endif
