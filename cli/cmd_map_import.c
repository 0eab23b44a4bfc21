/* cmd_map_import.c: `cairn map import`: a level of a game, a picture or a tile map as a map of
 * any resolution; written as .map, or as a picture if the name says so. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import.h"
#include "picture.h"

enum {
    KEY_LEVEL = 0x100,
    KEY_RESOLUTION,
    KEY_RADIUS,
    KEY_HEIGHT,
    KEY_STEP,
    KEY_FALL,
    KEY_DOORS,
    KEY_OVERLAP,
    KEY_THRESHOLD,
    KEY_OPEN,
    KEY_BLOCKED,
    KEY_LAYER,
    KEY_PROPERTY,
    KEY_INVERT,
};

enum { MOST_COLOURS = 256 };

/* As the library of importers has them, in units. */
static const double LEAST_RESOLUTION = 0.01, MOST_RESOLUTION = 100000, MOST_SIZE = 2000;
static const double DEEPEST_FALL = 65536;

struct import {
    struct cli_arguments shared;
    import_def def;
    import_colour colours[MOST_COLOURS];
    cairn_detail detail;
    struct cli_progress progress;
    import_file *file;
    import_grid *grid;
    char *row; /* of the grid, as characters */
    uint8_t *bits;
};

static const struct argp_option options[] = {
    {"level", KEY_LEVEL, "NAME", 0, "The level, where the file has several", 1},
    {"resolution", KEY_RESOLUTION, "R", 0,
     "Units a cell: of the level (default 4), pixels or tiles (default 1)", 1},
    {"radius", KEY_RADIUS, "U", 0,
     "Half the width of the player's box, in units; default: the game's own", 1},
    {"height", KEY_HEIGHT, "U", 0, "The height of the player's box; default: the game's own", 1},
    {"step-height", KEY_STEP, "U", 0,
     "The highest step that can be walked up; default: the game's own", 1},
    {"fall-height", KEY_FALL, "U", 0,
     "The deepest fall that is taken to get somewhere; default: any in Doom, none in Quake 3", 1},
    {"doors", KEY_DOORS, "open|closed", 0,
     "open: doors are open and lifts run (default); closed: nothing moves", 1},
    {"overlap", KEY_OVERLAP, "highest|lowest", 0,
     "The floor to take where several are in reach above each other; default highest", 1},
    {"threshold", KEY_THRESHOLD, "T", 0,
     "Picture: pixels with a brightness of T or more, of 255, are open; default 128", 2},
    {"open", KEY_OPEN, "RRGGBB,...", 0, "Picture: these colours are open, others blocked", 2},
    {"blocked", KEY_BLOCKED, "RRGGBB,...", 0,
     "Picture: these colours are blocked, others open; with --open every colour must be in one "
     "of the two",
     2},
    {"layer", KEY_LAYER, "NAME", 0, "Tiled map: the layer; its tiles are blocked", 2},
    {"property", KEY_PROPERTY, "NAME", 0,
     "Tiled map: tiles with this property are open, all else is blocked", 2},
    {"invert", KEY_INVERT, NULL, 0, "Picture, Tiled map: swap open and blocked", 2},
    {0},
};

/* ---- arguments ---- */

/* Six hexadecimal digits and a comma or the end. */
static bool read_colour(const char *text, uint8_t rgb[3])
{
    for (int i = 0; i < 6; i++)
        if (!isxdigit((unsigned char)text[i]))
            return false;
    unsigned long number = strtoul(text, NULL, 16);
    for (int i = 0; i < 3; i++)
        rgb[i] = (uint8_t)(number >> (16 - 8 * i));
    return text[6] == '\0' || text[6] == ',';
}

static void parse_colours(struct argp_state *state, const char *name, const char *text,
                          struct import *import)
{
    for (bool more = true; more; text += 7) {
        import_colour *colour = &import->colours[import->def.colour_count];
        if (import->def.colour_count == MOST_COLOURS || !read_colour(text, colour->rgb)) {
            argp_error(state, "%s wants at most %d colours RRGGBB with commas between, not '%s'",
                       name, MOST_COLOURS, text);
            return;
        }
        colour->open = strcmp(name, "--open") == 0;
        import->def.colour_count++;
        more = text[6] == ',';
    }
    import->def.colours = import->colours;
}

/* Which of two words it is: true for the second. */
static bool parse_choice(struct argp_state *state, const char *name, const char *text,
                         const char *const words[2])
{
    if (strcmp(text, words[0]) != 0 && strcmp(text, words[1]) != 0)
        argp_error(state, "%s wants %s or %s, not '%s'", name, words[0], words[1], text);
    return strcmp(text, words[1]) == 0;
}

static error_t parse_tiles(int key, char *arg, struct argp_state *state)
{
    struct import *import = state->input;
    switch (key) {
    case KEY_THRESHOLD:
        import->def.threshold = (uint32_t)cli_parse_number(state, "--threshold", arg, 0, 255);
        return 0;
    case KEY_OPEN:
        parse_colours(state, "--open", arg, import);
        return 0;
    case KEY_BLOCKED:
        parse_colours(state, "--blocked", arg, import);
        return 0;
    case KEY_LAYER:
        import->def.layer = arg;
        return 0;
    case KEY_PROPERTY:
        import->def.property = arg;
        return 0;
    case KEY_INVERT:
        import->def.invert = true;
        return 0;
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    static const char *const doors[] = {"open", "closed"}, *const floors[] = {"highest", "lowest"};
    struct import *import = state->input;
    import_def *def = &import->def;
    switch (key) {
    case KEY_LEVEL:
        def->level = arg;
        return 0;
    case KEY_RESOLUTION:
        def->resolution =
            cli_parse_real(state, "--resolution", arg, LEAST_RESOLUTION, MOST_RESOLUTION);
        return 0;
    case KEY_RADIUS:
        def->radius = cli_parse_real(state, "--radius", arg, 0, MOST_SIZE);
        return 0;
    case KEY_HEIGHT:
        def->player_height = cli_parse_real(state, "--height", arg, 0, MOST_SIZE);
        return 0;
    case KEY_STEP:
        def->step_height = cli_parse_real(state, "--step-height", arg, 0, MOST_SIZE);
        return 0;
    case KEY_FALL:
        def->fall_height = cli_parse_real(state, "--fall-height", arg, 0, DEEPEST_FALL);
        return 0;
    case KEY_DOORS:
        def->doors_closed = parse_choice(state, "--doors", arg, doors);
        return 0;
    case KEY_OVERLAP:
        def->overlap = parse_choice(state, "--overlap", arg, floors) ? IMPORT_OVERLAP_LOWEST
                                                                     : IMPORT_OVERLAP_HIGHEST;
        return 0;
    default:
        return parse_tiles(key, arg, state);
    }
}

static const struct argp_child children[] = {
    {&cli_output_argp, 0, NULL, 3}, {&cli_common_argp, 0, NULL, 3}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Makes a map of a level of a Doom WAD, a Quake 3 BSP or PK3, of a PNG picture or of a "
           "Tiled map (JSON or TMX). The format is found from the content. In a level, open is "
           "what a player can walk to from the starts. If OUT ends in .png the map is written as a "
           "picture of one pixel a cell, else as a .map file.",
    .children = children};

/* ---- writing ---- */

static int fail_interrupted(const struct import *import)
{
    return cli_fail(CLI_SIGNAL + cli_signal, "interrupted: %s was not written",
                    import->shared.output);
}

static cairn_status write_rows(struct import *import, cairn_map_writer *writer, uint32_t height)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < height; y++) {
        import_grid_get_row(import->grid, y, import->row);
        status = cli_signal == 0 ? cairn_map_writer_write(writer, import->row) : CAIRN_INTERRUPTED;
    }
    return status;
}

static int write_map(struct import *import)
{
    import_info info = import_grid_get_info(import->grid);
    char *path = NULL;
    int code = cli_find_output(import->shared.output, import->shared.operands[0], &path);
    if (code != CLI_YES)
        return code;
    cairn_map_def def = {.size = sizeof def};
    def.detail = &import->detail;
    cairn_map_writer *writer = NULL;
    cairn_status status = cairn_map_writer_open(path, info.width, info.height, &def, &writer);
    if (status == CAIRN_OK)
        status = write_rows(import, writer, info.height);
    cairn_status closed = cairn_map_writer_close(writer, status == CAIRN_OK);
    status = status == CAIRN_OK ? closed : status;
    if (status == CAIRN_INTERRUPTED)
        code = fail_interrupted(import);
    else if (status != CAIRN_OK)
        code = cli_fail_file(CLI_BAD, path, status, &import->detail);
    free(path);
    return code;
}

static const uint8_t *get_bits(void *context, uint32_t y)
{
    struct import *import = context;
    uint32_t width = import_grid_get_info(import->grid).width;
    import_grid_get_row(import->grid, y, import->row);
    memset(import->bits, 0, (width + 7) / 8);
    for (uint32_t x = 0; x < width; x++) {
        unsigned open = import->row[x] == '.';
        import->bits[x / 8] = (uint8_t)(import->bits[x / 8] | open << (7 - x % 8));
    }
    return import->bits;
}

static int write_picture(struct import *import)
{
    import_info info = import_grid_get_info(import->grid);
    const struct cli_bits bits = {info.width, info.height, get_bits, import};
    struct cli_file file;
    int code = cli_file_open(import->shared.output, import->shared.operands[0], &file);
    if (code != CLI_YES)
        return code;
    if (!cli_bits_write(&bits, file.stream))
        code =
            cli_fail(CLI_BAD, "%s; free some and try again", cairn_status_get_text(CAIRN_MEMORY));
    else if (cli_signal != 0)
        code = fail_interrupted(import);
    int closed = cli_file_close(&file, code == CLI_YES);
    return code == CLI_YES ? closed : code;
}

static bool is_picture(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcasecmp(name + length - 4, ".png") == 0;
}

static int write_grid(struct import *import)
{
    uint32_t width = import_grid_get_info(import->grid).width;
    import->row = malloc(width);
    import->bits = malloc((size_t)width / 8 + 1);
    if (import->row == NULL || import->bits == NULL)
        return cli_fail(CLI_BAD, "%s; free some and try again",
                        cairn_status_get_text(CAIRN_MEMORY));
    return is_picture(import->shared.output) ? write_picture(import) : write_map(import);
}

/* ---- the work ---- */

static bool show_progress(void *context, uint64_t done, uint64_t total)
{
    enum { SELDOM = 64 }; /* the clock is not asked at every row */
    struct import *import = context;
    if (done % SELDOM == 0)
        cli_progress_update(&import->progress, done, total);
    return cli_signal == 0;
}

/* A wrong place for the result is told before the work. */
static int check_output(const struct import *import)
{
    char *path = NULL;
    int code = cli_find_output(import->shared.output, import->shared.operands[0], &path);
    free(path);
    return code;
}

static int import_level_of(struct import *import)
{
    const char *path = import->shared.operands[0];
    cairn_status status = import_file_open(path, &import->detail, &import->file);
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, path, status, &import->detail);
    int code = check_output(import);
    if (code != CLI_YES)
        return code;
    cli_progress_begin(&import->progress, "rows", &import->shared);
    status = import_file_run(import->file, &import->def, &import->grid);
    cli_progress_end(&import->progress);
    if (status == CAIRN_INTERRUPTED)
        return fail_interrupted(import);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, path, status, &import->detail);
}

static void add_ground(struct cli_report *report, const import_info *info)
{
    cli_report_add_integer(report, "starts", info->starts);
    cli_report_add_integer(report, "starts_used", info->starts_used);
    cli_report_add_integer(report, "overlaps", info->overlaps);
    cli_report_add_integer(report, "pieces", info->pieces);
    cli_report_add_integer(report, "largest_piece", info->largest_piece);
    cli_report_add_integer(report, "specks", info->specks);
}

static int print_result(const struct import *import)
{
    if (import->shared.quiet && !import->shared.json)
        return CLI_YES;
    import_info info = import_grid_get_info(import->grid);
    import_format format = import_file_get_format(import->file);
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", import->shared.output);
    cli_report_add_word(&report, "format", import_format_get_name(format));
    if (info.level[0] != '\0')
        cli_report_add_word(&report, "level", info.level);
    cli_report_add_real(&report, "resolution", info.resolution);
    cli_report_add_integer(&report, "width", info.width);
    cli_report_add_integer(&report, "height", info.height);
    cli_report_add_integer(&report, "passable", info.passable);
    if (info.starts > 0)
        add_ground(&report, &info);
    double seconds = (double)cli_progress_get_elapsed(&import->progress) / 1e9;
    cli_report_add_real(&report, "seconds", seconds);
    return cli_report_print(&report, stdout, import->shared.json);
}

int cli_map_import(int argc, char **argv)
{
    struct import import = {.def = import_default_def()};
    cli_parse(&argp, argc, argv, &import.shared);
    import.def.detail = &import.detail;
    import.def.progress = show_progress;
    import.def.context = &import;
    cli_catch_signals();
    int code = import_level_of(&import);
    if (code == CLI_YES)
        code = write_grid(&import);
    if (code == CLI_YES)
        code = print_result(&import);
    import_grid_destroy(import.grid);
    import_file_close(import.file);
    free(import.row);
    free(import.bits);
    return code;
}
