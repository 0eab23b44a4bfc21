/* grid.c: the finished grid: one bit a cell, so that the largest one takes 32 MB. */
#include "grid.h"

#include <math.h>
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
    made->info.cell_size[0] = def->resolution;
    made->info.cell_size[1] = def->resolution;
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
    free(grid->starts);
    free(grid);
}

void import_grid_get_info(const import_grid *grid, import_info *info)
{
    *info = grid->info;
}

void import_grid_set_row(import_grid *grid, uint32_t y, const uint8_t *cells)
{
    uint8_t *row = grid->bits + y * grid->row_bytes;
    memset(row, 0, grid->row_bytes);
    for (uint32_t x = 0; x < grid->info.width; x++) {
        unsigned open = cells[x] != 0;
        row[x / 8] = (uint8_t)(row[x / 8] | open << (x % 8));
        grid->info.open_cells += open;
    }
}

void import_grid_block(import_grid *grid, uint32_t y, uint32_t first, uint32_t last)
{
    uint8_t *row = grid->bits + y * grid->row_bytes;
    for (uint32_t x = first; x <= last; x++)
        row[x / 8] = (uint8_t)(row[x / 8] & ~(1U << (x % 8)));
    grid->info.open_cells -= last - first + 1;
}

void import_grid_get_row(const import_grid *grid, uint32_t y, uint8_t *cells)
{
    for (uint32_t x = 0; x < grid->info.width; x++)
        cells[x] = import_grid_is_open(grid, x, y);
}

/* ---- starts and places ---- */

bool import_grid_add_start(import_grid *grid, uint32_t x, uint32_t y)
{
    uint32_t count = grid->info.start_cells;
    if (!import_grow((void **)&grid->starts, 2 * sizeof *grid->starts, count,
                     &grid->start_capacity))
        return false;
    grid->starts[2 * (size_t)count] = x;
    grid->starts[2 * (size_t)count + 1] = y;
    grid->info.start_cells++;
    return true;
}

void import_grid_get_start(const import_grid *grid, uint32_t index, cairn_cell *cell)
{
    const uint32_t *start = grid->starts + 2 * (size_t)index;
    *cell = cairn_cell_at(start[0], start[1]);
}

cairn_status import_grid_find_cell(const import_grid *grid, double x, double y, cairn_cell *cell)
{
    const import_info *info = &grid->info;
    double column = floor((x - info->origin[0]) / info->cell_size[0]);
    double row = floor((y - info->origin[1]) / info->cell_size[1]);
    if (!(column >= 0 && column < info->width && row >= 0 && row < info->height))
        return CAIRN_ARGUMENT;
    *cell = cairn_cell_at((uint32_t)column, (uint32_t)row);
    return CAIRN_OK;
}

void import_grid_find_place(const import_grid *grid, cairn_cell cell, double place[2])
{
    const uint32_t numbers[2] = {cairn_cell_get_x(cell), cairn_cell_get_y(cell)};
    for (int i = 0; i < 2; i++)
        place[i] = grid->info.origin[i] + (numbers[i] + 0.5) * grid->info.cell_size[i];
}

/* ---- the map ---- */

cairn_status import_grid_create_map(const import_grid *grid, const cairn_map_def *def,
                                    cairn_map **map)
{
    size_t width = grid->info.width, height = grid->info.height;
    uint8_t *cells = malloc(width * height);
    if (cells == NULL)
        return CAIRN_MEMORY;
    for (uint32_t y = 0; y < height; y++)
        import_grid_get_row(grid, y, cells + y * width);
    cairn_status status = cairn_map_create(grid->info.width, grid->info.height, cells, def, map);
    free(cells);
    return status;
}
