/* grid.c: the finished grid: one bit a cell, so that the largest one takes 32 MB. */
#include "grid.h"

#include <stdlib.h>

cairn_status import_grid_create(uint64_t width, uint64_t height, const import_def *def,
                                import_grid **grid)
{
    uint64_t longest = width > height ? width : height;
    if (longest > CAIRN_MAX_SIDE)
        return import_fail(def->detail, CAIRN_LIMIT,
                           "it would have %llu x %llu cells, above %d x %d; choose --resolution "
                           "%.3g or more",
                           (unsigned long long)width, (unsigned long long)height, CAIRN_MAX_SIDE,
                           CAIRN_MAX_SIDE,
                           1.001 * def->resolution * (double)longest / CAIRN_MAX_SIDE);
    if (width == 0 || height == 0)
        return import_fail(def->detail, CAIRN_SYNTAX, "it is empty; choose another level");
    import_grid *made = calloc(1, sizeof *made);
    if (made == NULL)
        return import_fail_memory(def->detail);
    made->info.width = (uint32_t)width;
    made->info.height = (uint32_t)height;
    made->info.resolution = def->resolution;
    made->row_bytes = (size_t)(width + 7) / 8;
    made->bits = calloc((size_t)height, made->row_bytes);
    if (made->bits == NULL) {
        import_grid_destroy(made);
        return import_fail_memory(def->detail);
    }
    *grid = made;
    return CAIRN_OK;
}

void import_grid_destroy(import_grid *grid)
{
    if (grid == NULL)
        return;
    free(grid->bits);
    free(grid);
}

import_info import_grid_get_info(const import_grid *grid)
{
    return grid->info;
}

void import_grid_set_row(import_grid *grid, uint32_t y, const uint8_t *cells)
{
    uint8_t *row = grid->bits + y * grid->row_bytes;
    memset(row, 0, grid->row_bytes);
    for (uint32_t x = 0; x < grid->info.width; x++) {
        unsigned open = cells[x] != 0;
        row[x / 8] = (uint8_t)(row[x / 8] | open << (x % 8));
        grid->info.passable += open;
    }
}

void import_grid_block(import_grid *grid, uint32_t y, uint32_t first, uint32_t last)
{
    uint8_t *row = grid->bits + y * grid->row_bytes;
    for (uint32_t x = first; x <= last; x++)
        row[x / 8] = (uint8_t)(row[x / 8] & ~(1U << (x % 8)));
    grid->info.passable -= last - first + 1;
}

void import_grid_get_row(const import_grid *grid, uint32_t y, char *row)
{
    for (uint32_t x = 0; x < grid->info.width; x++)
        row[x] = import_grid_is_open(grid, x, y) ? '.' : '@';
}
