/* grid.h: the finished grid while it is made. */
#ifndef CAIRN_IMPORT_GRID_H
#define CAIRN_IMPORT_GRID_H

#include "import_bytes.h"

struct import_grid {
    import_info info;
    size_t row_bytes;
    uint8_t *bits;    /* one a cell, rows padded to whole bytes */
    uint32_t *starts; /* columns and rows in turn; as many cells as info.start_cells */
    uint32_t start_capacity;
};

/* Makes a grid of blocked cells, with its origin at (0, 0) and y growing downwards. Failures:
 * LIMIT, with the resolution that would do, MEMORY. */
cairn_status import_grid_create(uint64_t width, uint64_t height, const import_def *def,
                                import_grid **grid);

/* Sets row `y` from one byte a cell, zero blocked, and counts its open cells. */
void import_grid_set_row(import_grid *grid, uint32_t y, const uint8_t *cells);

/* Blocks cells `first` to `last` of row `y`, which are open. */
void import_grid_block(import_grid *grid, uint32_t y, uint32_t first, uint32_t last);

/* Notes that a player starts in a cell; false if there is no memory for it. */
bool import_grid_add_start(import_grid *grid, uint32_t x, uint32_t y);

static inline bool import_grid_is_open(const import_grid *grid, uint32_t x, uint32_t y)
{
    return grid->bits[y * grid->row_bytes + x / 8] >> (x % 8) & 1;
}

#endif
