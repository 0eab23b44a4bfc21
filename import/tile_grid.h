/* tile_grid.h: what is already a grid, brought to another resolution. */
#ifndef CAIRN_IMPORT_TILE_GRID_H
#define CAIRN_IMPORT_TILE_GRID_H

#include "grid.h"

/* A grid that grows from rows of tiles or pixels. */
typedef struct import_tiler {
    const import_def *def;
    bool invert;        /* set after it is opened, if what is open is blocked */
    const char *choice; /* set then, too: the options that say what is open */
    import_grid *grid;
    uint32_t width; /* of what comes in */
    uint32_t height;
    uint32_t y;       /* rows that have come in */
    uint32_t cells_y; /* rows of the grid that are complete */
    uint8_t *cells;   /* the row of the grid in the making */
    uint8_t *columns; /* a row of tiles, as cells across */
} import_tiler;

cairn_status import_tiler_open(uint32_t width, uint32_t height, const import_def *def,
                               import_tiler *tiler);

/* Adds a row: one byte a tile, zero blocked. */
cairn_status import_tiler_add(import_tiler *tiler, const uint8_t *tiles);

/* Ends it. With success, and all rows there, the grid is handed over. Failures: SYNTAX (no open
 * cell). */
cairn_status import_tiler_close(import_tiler *tiler, cairn_status status, import_grid **grid);

#endif
