/* imported.c: importing bytes in memory. */
#include "imported.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

import_def imported_get_def(void)
{
    import_def def = import_default_def();
    def.resolution = 1;
    return def;
}

static void read_cells(imported *level, const import_grid *grid)
{
    cairn_map_def def = {.size = sizeof def};
    level->info = import_grid_get_info(grid);
    size_t width = level->info.width, height = level->info.height;
    level->cells = malloc(width * height);
    uint8_t *open = malloc(width * height);
    assert_non_null(level->cells);
    assert_non_null(open);
    for (uint32_t y = 0; y < height; y++)
        import_grid_get_row(grid, y, level->cells + y * width);
    for (size_t i = 0; i < width * height; i++)
        open[i] = level->cells[i] == '.';
    assert_int_equal(
        cairn_map_create(level->info.width, level->info.height, open, &def, &level->map), CAIRN_OK);
    cairn_map_info info = test_get_map_info(level->map);
    assert_int_equal(info.passable, level->info.passable);
    if (level->info.starts > 0) {
        assert_int_equal(info.components, level->info.pieces);
        assert_int_equal(info.largest_component, level->info.largest_piece);
    }
    free(open);
}

imported imported_read(const void *data, size_t count, import_def def)
{
    imported level = {0};
    import_file *file = NULL;
    import_grid *grid = NULL;
    def.detail = &level.detail;
    level.status = import_file_open_memory(data, count, &level.detail, &file);
    if (level.status == CAIRN_OK)
        level.status = import_file_run(file, &def, &grid);
    if (level.status == CAIRN_OK)
        read_cells(&level, grid);
    import_grid_destroy(grid);
    import_file_close(file);
    return level;
}

imported imported_open(level_bytes bytes, import_def def)
{
    imported level = imported_read(bytes.data, bytes.count, def);
    level_bytes_free(&bytes);
    return level;
}

void imported_close(imported *level)
{
    cairn_map_close(level->map);
    free(level->cells);
    *level = (imported){0};
}

static cairn_cell find_cell(const imported *level, const double corner[2], double x, double y)
{
    /* 32 units of margin around a level. */
    double column = floor((x - corner[0] + 32) / level->info.resolution);
    double row = floor((corner[1] + 32 - y) / level->info.resolution);
    assert_true(column >= 0 && column < level->info.width);
    assert_true(row >= 0 && row < level->info.height);
    return cairn_cell_at((uint32_t)column, (uint32_t)row);
}

bool imported_is_open(const imported *level, const double corner[2], double x, double y)
{
    if (level->status != CAIRN_OK)
        fail_msg("%s", level->detail.text);
    return cairn_map_is_open(level->map, find_cell(level, corner, x, y));
}

bool imported_is_joined(const imported *level, const double corner[2], const double from[2],
                        const double to[2])
{
    if (!imported_is_open(level, corner, from[0], from[1]) ||
        !imported_is_open(level, corner, to[0], to[1]))
        return false;
    cairn_cell a = find_cell(level, corner, from[0], from[1]);
    cairn_cell b = find_cell(level, corner, to[0], to[1]);
    return cairn_map_get_component(level->map, a) == cairn_map_get_component(level->map, b);
}

void imported_check_failed(imported *level, cairn_status status, const char *text)
{
    assert_int_equal(level->status, status);
    if (strstr(level->detail.text, text) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", text, level->detail.text);
    imported_close(level);
}
