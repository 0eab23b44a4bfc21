/* fuzz_import.c: any bytes as a file to import. The first byte chooses options; so that each input
 * is quick, a level is looked at in a few cells only. */
#include "fuzz_import.h"

#include <math.h>
#include <string.h>

#include "fuzz.h"

/* Cells along the longer side. */
enum { SIDE = 6 };

static void check_starts(const import_grid *grid, const import_info *info)
{
    cairn_map *map = NULL;
    FUZZ_CHECK(import_grid_create_map(grid, NULL, &map) == CAIRN_OK);
    for (uint32_t i = 0; i < info->start_cells; i++) {
        cairn_cell cell;
        import_grid_get_start(grid, i, &cell);
        FUZZ_CHECK(cairn_map_is_open(map, cell));
    }
    cairn_map_close(map);
}

static void check_grid(const import_grid *grid)
{
    import_info info;
    import_grid_get_info(grid, &info);
    uint64_t open = 0;
    uint8_t *row = malloc(info.width);
    FUZZ_CHECK(row != NULL);
    for (uint32_t y = 0; y < info.height; y++) {
        import_grid_get_row(grid, y, row);
        for (uint32_t x = 0; x < info.width; x++) {
            FUZZ_CHECK(row[x] <= 1);
            open += row[x];
        }
    }
    free(row);
    FUZZ_CHECK(open == info.open_cells && info.largest_component <= open);
    FUZZ_CHECK(info.starts == 0 || info.components > 0);
    FUZZ_CHECK(info.start_cells <= info.starts && isfinite(info.origin[0] + info.origin[1]));
    check_starts(grid, &info);
}

/* A resolution that gives few cells; 0 if the level has no size. */
static double find_resolution(const import_file *file)
{
    cairn_detail detail = {0};
    import_level *levels = NULL;
    uint32_t count = 0;
    double longest = 0;
    cairn_status status = import_file_find_levels(file, &detail, &levels, &count);
    FUZZ_CHECK(status == CAIRN_OK || detail.text[0] != '\0');
    for (uint32_t i = 0; i < count; i++) {
        FUZZ_CHECK(memchr(levels[i].name, '\0', sizeof levels[i].name) != NULL);
        longest = fmax(longest, fmax(levels[i].width, levels[i].height));
    }
    free(levels);
    return fmin(fmax((longest + 64) / SIDE, 1), 1e5);
}

/* A definition, and the parts of it. */
struct parts {
    import_def def;
    import_player player;
    import_picture picture;
    import_tiles tiles;
};

static void make_def(uint32_t choice, const import_file *file, struct parts *parts)
{
    static const import_colour colours[] = {{{0, 0, 0}, 1}, {{255, 255, 255}, 0}};
    static const char *const names[] = {"a", "b"};
    import_format format = import_file_get_format(file);
    *parts = (struct parts){
        .def = {.size = sizeof parts->def, .resolution = find_resolution(file)},
        .player = {.doors_closed = choice & 1,
                   .overlap = choice >> 1 & 1,
                   .radius = choice & 4 ? IMPORT_NOTHING : 0,
                   .fall_height = choice & 8 ? 100 : 0},
        .picture = {.colours = colours, .colour_count = choice & 16 ? 1 + (choice >> 5 & 1) : 0},
        .tiles = {.property = choice & 64 ? "walk" : NULL,
                  .layers = names,
                  .layer_count = choice & 128 ? 1 + (choice & 1) : 0}};
    if (format == IMPORT_PNG)
        parts->def.picture = &parts->picture;
    else if (format == IMPORT_TILED_JSON || format == IMPORT_TILED_XML)
        parts->def.tiles = &parts->tiles;
    else
        parts->def.player = &parts->player;
}

void fuzz_import(const uint8_t *bytes, size_t count, import_format format)
{
    fuzz_input input = {bytes, count};
    uint32_t choice = fuzz_take(&input);
    cairn_detail detail = {0};
    import_file *file = NULL;
    if (import_file_open_memory(input.next, input.left, &detail, &file) != CAIRN_OK) {
        FUZZ_CHECK(detail.text[0] != '\0');
        return;
    }
    if (import_file_get_format(file) == format) {
        import_grid *grid = NULL;
        struct parts parts;
        make_def(choice, file, &parts);
        parts.def.detail = &detail;
        cairn_status status = import_file_run(file, &parts.def, &grid);
        FUZZ_CHECK((status == CAIRN_OK) == (grid != NULL));
        if (status == CAIRN_OK)
            check_grid(grid);
        else
            FUZZ_CHECK(detail.text[0] != '\0' && status != CAIRN_ARGUMENT);
        import_grid_destroy(grid);
    }
    import_file_close(file);
}
