/* tile_grid.c: tiles or pixels, row by row, as cells of any resolution.
 *
 * Cell i covers the tiles that i * resolution to (i + 1) * resolution lies in, and is open if all
 * of them are: a wall as thin as a tile is never lost. */
#include "tile_grid.h"

#include <math.h>
#include <stdlib.h>

/* The first tile of a cell, and the one after its last. */
static uint32_t get_first(double resolution, uint32_t cell)
{
    return (uint32_t)floor(cell * resolution);
}

static uint32_t get_end(double resolution, uint32_t cell, uint32_t tiles)
{
    double end = fmax(ceil((cell + 1) * resolution), get_first(resolution, cell) + 1);
    return end < tiles ? (uint32_t)end : tiles;
}

cairn_status import_tiler_open(uint32_t width, uint32_t height, const import_def *def,
                               import_tiler *tiler)
{
    *tiler = (import_tiler){.def = def, .width = width, .height = height};
    /* At least half a cell must be covered by tiles. */
    double across = fmax(floor(width / def->resolution + 0.5), width > 0);
    double down = fmax(floor(height / def->resolution + 0.5), height > 0);
    /* A last cell that would begin behind the last tile is none. */
    across -= across > 1 && floor((across - 1) * def->resolution) >= width;
    down -= down > 1 && floor((down - 1) * def->resolution) >= height;
    cairn_status status = import_grid_create((uint64_t)across, (uint64_t)down, def, &tiler->grid);
    if (status != CAIRN_OK)
        return status;
    tiler->cells = calloc(tiler->grid->info.width, 1);
    tiler->columns = calloc(tiler->grid->info.width, 1);
    return tiler->cells != NULL && tiler->columns != NULL ? CAIRN_OK
                                                          : import_fail_memory(def->detail);
}

static void find_columns(import_tiler *tiler, const uint8_t *tiles)
{
    double resolution = tiler->def->resolution;
    for (uint32_t x = 0; x < tiler->grid->info.width; x++) {
        uint32_t end = get_end(resolution, x, tiler->width);
        bool open = true;
        for (uint32_t i = get_first(resolution, x); i < end; i++)
            open = open && (tiles[i] != 0) != tiler->invert;
        tiler->columns[x] = open;
    }
}

cairn_status import_tiler_add(import_tiler *tiler, const uint8_t *tiles)
{
    double resolution = tiler->def->resolution;
    uint32_t width = tiler->grid->info.width, height = tiler->grid->info.height;
    find_columns(tiler, tiles);
    /* One row of tiles may be several of cells, or a part of one, or end one and begin another. */
    for (uint32_t y = tiler->cells_y; y < height && get_first(resolution, y) <= tiler->y; y++) {
        if (get_first(resolution, y) == tiler->y)
            memset(tiler->cells, 1, width);
        for (uint32_t x = 0; x < width; x++)
            tiler->cells[x] &= tiler->columns[x];
        if (get_end(resolution, y, tiler->height) > tiler->y + 1)
            break;
        import_grid_set_row(tiler->grid, y, tiler->cells);
        tiler->cells_y = y + 1;
    }
    tiler->y++;
    return import_tell(tiler->def, tiler->y, tiler->height) ? CAIRN_OK : CAIRN_INTERRUPTED;
}

cairn_status import_tiler_close(import_tiler *tiler, cairn_status status, import_grid **grid)
{
    if (status == CAIRN_OK && tiler->grid->info.open_cells == 0)
        status = import_fail(tiler->def->detail, CAIRN_SYNTAX,
                             "no cell of the map would be open; choose %s, or a finer --resolution",
                             tiler->choice);
    if (status == CAIRN_OK)
        *grid = tiler->grid;
    else
        import_grid_destroy(tiler->grid);
    free(tiler->cells);
    free(tiler->columns);
    *tiler = (import_tiler){0};
    return status;
}
