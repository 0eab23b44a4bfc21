/* fuzz_import.c: any bytes as a file to import. The first byte chooses options; so that each input
 * is quick, a level is looked at in a few cells only. */
#include "fuzz_import.h"

#include <math.h>
#include <string.h>

#include "fuzz.h"

/* Cells along the longer side. */
enum { SIDE = 6 };

static void check_grid(const import_grid *grid)
{
    import_info info = import_grid_get_info(grid);
    uint64_t open = 0;
    char *row = malloc(info.width);
    FUZZ_CHECK(row != NULL);
    for (uint32_t y = 0; y < info.height; y++) {
        import_grid_get_row(grid, y, row);
        for (uint32_t x = 0; x < info.width; x++) {
            FUZZ_CHECK(row[x] == '.' || row[x] == '@');
            open += row[x] == '.';
        }
    }
    free(row);
    FUZZ_CHECK(open == info.passable && info.largest_piece <= open);
    FUZZ_CHECK(info.starts == 0 || info.pieces > 0);
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

static import_def make_def(uint32_t choice, double resolution)
{
    static const import_colour colours[] = {{{0, 0, 0}, true}, {{255, 255, 255}, false}};
    import_def def = import_default_def();
    def.resolution = resolution;
    def.doors_closed = choice & 1;
    def.overlap = choice & 2 ? IMPORT_OVERLAP_LOWEST : IMPORT_OVERLAP_HIGHEST;
    def.radius = choice & 4 ? 0 : IMPORT_USUAL;
    def.fall_height = choice & 8 ? 100 : IMPORT_USUAL;
    def.colours = choice & 16 ? colours : NULL;
    def.colour_count = choice & 16 ? 1 + (choice >> 5 & 1) : 0;
    def.property = choice & 64 ? "walk" : NULL;
    def.layer = choice & 128 ? "a" : NULL;
    return def;
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
        import_def def = make_def(choice, find_resolution(file));
        def.detail = &detail;
        cairn_status status = import_file_run(file, &def, &grid);
        FUZZ_CHECK((status == CAIRN_OK) == (grid != NULL));
        if (status == CAIRN_OK)
            check_grid(grid);
        else
            FUZZ_CHECK(detail.text[0] != '\0' && status != CAIRN_ARGUMENT);
        import_grid_destroy(grid);
    }
    import_file_close(file);
}
