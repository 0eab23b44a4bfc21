/* imported.c: importing bytes in memory. */
#include "imported.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

imported_def imported_get_def(void)
{
    return (imported_def){.resolution = 1};
}

static void read_starts(imported *level, const import_grid *grid)
{
    for (uint32_t i = 0; i < level->info.start_cells; i++) {
        cairn_cell cell, same;
        double place[2];
        import_grid_get_start(grid, i, &cell);
        assert_true(cairn_map_is_open(level->map, cell));
        import_grid_find_place(grid, cell, place);
        assert_int_equal(import_grid_find_cell(grid, place[0], place[1], &same), CAIRN_OK);
        assert_memory_equal(&cell, &same, sizeof cell);
        if (i < sizeof level->starts / sizeof level->starts[0])
            level->starts[i] = cell;
    }
}

static void read_cells(imported *level, const import_grid *grid)
{
    import_grid_get_info(grid, &level->info);
    size_t width = level->info.width, height = level->info.height;
    level->cells = malloc(width * height);
    assert_non_null(level->cells);
    for (uint32_t y = 0; y < height; y++)
        import_grid_get_row(grid, y, (uint8_t *)level->cells + y * width);
    for (size_t i = 0; i < width * height; i++)
        level->cells[i] = level->cells[i] == 1 ? '.' : '@';
    assert_int_equal(import_grid_create_map(grid, NULL, &level->map), CAIRN_OK);
    cairn_map_info info = test_get_map_info(level->map);
    assert_int_equal(info.open_cells, level->info.open_cells);
    if (level->info.starts > 0) {
        assert_int_equal(info.components, level->info.components);
        assert_int_equal(info.largest_component, level->info.largest_component);
    }
    read_starts(level, grid);
}

static cairn_status run(const import_file *file, const imported_def *def, cairn_detail *detail,
                        import_grid **grid)
{
    import_format format = import_file_get_format(file);
    import_def all = {
        .size = sizeof all, .level = def->level, .resolution = def->resolution, .detail = detail};
    if (format == IMPORT_PNG)
        all.picture = &def->picture;
    else if (format == IMPORT_TILED_JSON || format == IMPORT_TILED_XML)
        all.tiles = &def->tiles;
    else
        all.player = &def->player;
    return import_file_run(file, &all, grid);
}

imported imported_read(const void *data, size_t count, imported_def def)
{
    imported level = {0};
    import_file *file = NULL;
    import_grid *grid = NULL;
    level.status = import_file_open_memory(data, count, &level.detail, &file);
    if (level.status == CAIRN_OK)
        level.status = run(file, &def, &level.detail, &grid);
    if (level.status == CAIRN_OK)
        read_cells(&level, grid);
    import_grid_destroy(grid);
    import_file_close(file);
    return level;
}

imported imported_open(level_bytes bytes, imported_def def)
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
    /* 32 units of margin around a level, and the first points in the middle of their cells. */
    assert_true(level->info.origin[0] == corner[0] - 32 - level->info.resolution / 2);
    assert_true(level->info.origin[1] == corner[1] + 32 + level->info.resolution / 2);
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

static void check_answer(const void *data, size_t count, bool may_open)
{
    imported_def def = {.resolution = 64};
    imported level = imported_read(data, count, def);
    assert_true(level.status == CAIRN_OK ? may_open : level.detail.text[0] != '\0');
    imported_close(&level);
}

void imported_check_damage(level_bytes bytes, bool whole)
{
    for (size_t i = 0; i < bytes.count; i++) {
        uint8_t *cut = malloc(i + 1); /* so that a sanitizer sees any read past the end */
        memcpy(cut, bytes.data, i);
        check_answer(cut, i, !whole);
        free(cut);
        bytes.data[i] ^= 0xFF;
        check_answer(bytes.data, bytes.count, true);
        bytes.data[i] ^= 0xFF;
    }
    level_bytes_free(&bytes);
}
