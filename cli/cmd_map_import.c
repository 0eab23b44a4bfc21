/* cmd_map_import.c: `cairn map import`: a level of a game, a picture or a tile map as a map of
 * any resolution. import_output.c writes it. */
#include "cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "import_output.h"

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

enum { MOST_COLOURS = 256, MOST_OPTIONS = 16 };

/* What an option is for: each is a bit. */
enum { LEVELS = 1, PICTURES = 2, TILES = 4 };

/* As the library of importers has them, in units. */
static const double LEAST_RESOLUTION = 0.01, MOST_RESOLUTION = 100000, MOST_SIZE = 2000;
static const double DEEPEST_FALL = 65536;

struct import {
    struct cli_arguments shared;
    import_def def;
    import_player player;
    import_picture picture;
    import_tiles tiles;
    import_colour colours[MOST_COLOURS];
    const char *layers[IMPORT_MOST_LAYERS];
    const struct argp_option *given[MOST_OPTIONS]; /* options of single formats, each once */
    uint32_t given_count;
    cairn_detail detail;
    struct cli_progress progress;
    import_file *file;
    import_grid *grid;
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
    {"open", KEY_OPEN, "RRGGBB,...", 0,
     "Picture: these colours are open, others blocked; #RRGGBB will do, too", 2},
    {"blocked", KEY_BLOCKED, "RRGGBB,...", 0,
     "Picture: these colours are blocked, others open; with --open every colour must be in one "
     "of the two",
     2},
    {"layer", KEY_LAYER, "NAME", 0,
     "Tiled map: the layer; its tiles are blocked. Give it several times for several layers", 2},
    {"property", KEY_PROPERTY, "NAME", 0,
     "Tiled map: tiles with this property are open, all else is blocked", 2},
    {"invert", KEY_INVERT, NULL, 0, "Picture, Tiled map: swap open and blocked", 2},
    {0},
};

/* ---- arguments ---- */

static unsigned get_use(int key)
{
    switch (key) {
    case KEY_RADIUS:
    case KEY_HEIGHT:
    case KEY_STEP:
    case KEY_FALL:
    case KEY_DOORS:
    case KEY_OVERLAP:
        return LEVELS;
    case KEY_THRESHOLD:
    case KEY_OPEN:
    case KEY_BLOCKED:
        return PICTURES;
    case KEY_LAYER:
    case KEY_PROPERTY:
        return TILES;
    case KEY_INVERT:
        return PICTURES | TILES;
    default:
        return LEVELS | PICTURES | TILES;
    }
}

/* Notes an option that not all formats have. */
static void note_option(struct import *import, int key)
{
    const struct argp_option *option = options;
    while (option->name != NULL && option->key != key)
        option++;
    if (option->name == NULL || get_use(key) == (LEVELS | PICTURES | TILES))
        return;
    for (uint32_t i = 0; i < import->given_count; i++)
        if (import->given[i] == option)
            return;
    import->given[import->given_count++] = option;
}

/* Six hexadecimal digits, as they are or behind a #, and a comma or the end, where `text` is then. */
static bool read_colour(const char **end, uint8_t rgb[3])
{
    const char *text = *end += **end == '#';
    for (int i = 0; i < 6; i++)
        if (!isxdigit((unsigned char)text[i]))
            return false;
    unsigned long number = strtoul(text, NULL, 16);
    for (int i = 0; i < 3; i++)
        rgb[i] = (uint8_t)(number >> (16 - 8 * i));
    *end += 6;
    return **end == '\0' || **end == ',';
}

static void parse_colours(struct argp_state *state, const char *name, const char *text,
                          struct import *import)
{
    const char *next = text;
    for (bool more = true; more; next += more) {
        import_colour *colour = &import->colours[import->picture.colour_count];
        if (import->picture.colour_count == MOST_COLOURS || !read_colour(&next, colour->rgb)) {
            argp_error(state,
                       "%s wants at most %d colours RRGGBB or #RRGGBB with commas between, "
                       "not '%s'",
                       name, MOST_COLOURS, text);
            return;
        }
        colour->open = strcmp(name, "--open") == 0;
        import->picture.colour_count++;
        more = *next == ',';
    }
    import->picture.colours = import->colours;
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
        import->picture.threshold = (int32_t)cli_parse_number(state, "--threshold", arg, 0, 255);
        if (import->picture.threshold == 0)
            import->picture.threshold = -1;
        return 0;
    case KEY_OPEN:
        parse_colours(state, "--open", arg, import);
        return 0;
    case KEY_BLOCKED:
        parse_colours(state, "--blocked", arg, import);
        return 0;
    case KEY_LAYER:
        if (import->tiles.layer_count == IMPORT_MOST_LAYERS)
            argp_error(state, "--layer can be given %d times", IMPORT_MOST_LAYERS);
        import->layers[import->tiles.layer_count++] = arg;
        return 0;
    case KEY_PROPERTY:
        import->tiles.property = arg;
        return 0;
    case KEY_INVERT:
        import->picture.invert = 1;
        import->tiles.invert = 1;
        return 0;
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

/* A size in units; to the library, zero is no size of its own. */
static double parse_size(struct argp_state *state, const char *name, const char *text, double most)
{
    double size = cli_parse_real(state, name, text, 0, most);
    return size == 0 ? IMPORT_NOTHING : size;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    static const char *const doors[] = {"open", "closed"}, *const floors[] = {"highest", "lowest"};
    struct import *import = state->input;
    import_player *player = &import->player;
    note_option(import, key);
    switch (key) {
    case KEY_LEVEL:
        import->def.level = arg;
        return 0;
    case KEY_RESOLUTION:
        import->def.resolution =
            cli_parse_real(state, "--resolution", arg, LEAST_RESOLUTION, MOST_RESOLUTION);
        return 0;
    case KEY_RADIUS:
        player->radius = parse_size(state, "--radius", arg, MOST_SIZE);
        return 0;
    case KEY_HEIGHT:
        player->height = parse_size(state, "--height", arg, MOST_SIZE);
        return 0;
    case KEY_STEP:
        player->step_height = parse_size(state, "--step-height", arg, MOST_SIZE);
        return 0;
    case KEY_FALL:
        player->fall_height = parse_size(state, "--fall-height", arg, DEEPEST_FALL);
        return 0;
    case KEY_DOORS:
        player->doors_closed = parse_choice(state, "--doors", arg, doors);
        return 0;
    case KEY_OVERLAP:
        player->overlap = parse_choice(state, "--overlap", arg, floors) ? IMPORT_OVERLAP_LOWEST
                                                                        : IMPORT_OVERLAP_HIGHEST;
        return 0;
    default:
        return parse_tiles(key, arg, state);
    }
}

static const struct argp_child children[] = {
    {&cli_output_argp, 0, NULL, 3}, {&cli_common_argp, 0, NULL, 3}, {0}};
const struct argp cli_map_import_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "FILE -o OUT",
    .doc = "Makes a map of a level of a Doom WAD, a Quake 3 BSP or PK3, of a PNG picture or of a "
           "Tiled map (JSON or TMX). The format is found from the content. In a level, open is "
           "what a player can walk to from the starts. If OUT ends in .png the map is written as a "
           "picture of one pixel a cell, else as a .map file; then OUT.json has the origin, the "
           "size of a cell and the starts, for --from start.",
    .children = children};

/* ---- the work ---- */

static int32_t show_progress(void *context, uint64_t done, uint64_t total)
{
    enum { SELDOM = 64 }; /* the clock is not asked at every row */
    struct import *import = context;
    if (done % SELDOM == 0)
        cli_progress_update(&import->progress, done, total);
    return cli_signal == 0;
}

/* Hands over the part of the definition that is for the file's format. An option that is for
 * another one is wrong usage. */
static int choose_part(struct import *import)
{
    static const struct {
        const char *text;
        unsigned use;
    } formats[] = {[IMPORT_WAD] = {"a level of Doom", LEVELS},
                   [IMPORT_BSP] = {"a level of Quake 3", LEVELS},
                   [IMPORT_PK3] = {"an archive of Quake 3", LEVELS},
                   [IMPORT_PNG] = {"a picture", PICTURES},
                   [IMPORT_TILED_JSON] = {"a Tiled map", TILES},
                   [IMPORT_TILED_XML] = {"a Tiled map", TILES}};
    import_format format = import_file_get_format(import->file);
    for (uint32_t i = 0; i < import->given_count; i++) {
        if ((get_use(import->given[i]->key) & formats[format].use) == 0)
            return cli_fail(CLI_USAGE, "%s is %s, which has no --%s; leave it out",
                            import->shared.operands[0], formats[format].text,
                            import->given[i]->name);
    }
    import->def.player = formats[format].use == LEVELS ? &import->player : NULL;
    import->def.picture = formats[format].use == PICTURES ? &import->picture : NULL;
    import->def.tiles = formats[format].use == TILES ? &import->tiles : NULL;
    return CLI_YES;
}

static int run(struct import *import)
{
    const char *path = import->shared.operands[0];
    int code = cli_open_level(path, &import->file);
    if (code == CLI_YES)
        code = choose_part(import);
    if (code == CLI_YES)
        code = cli_imported_check(&import->shared);
    if (code != CLI_YES)
        return code;
    cli_progress_begin(&import->progress, "rows", &import->shared);
    cairn_status status = import_file_run(import->file, &import->def, &import->grid);
    cli_progress_end(&import->progress);
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal, "interrupted: %s was not written",
                        import->shared.output);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, path, status, &import->detail);
}

int cli_map_import(int argc, char **argv)
{
    struct import import = {
        .def = {.size = sizeof import.def, .progress = show_progress, .context = &import}};
    import.def.detail = &import.detail;
    import.tiles.layers = import.layers;
    cli_parse(&cli_map_import_argp, argc, argv, &import.shared);
    cli_catch_signals();
    int code = run(&import);
    struct cli_imported imported = {.arguments = &import.shared, .grid = import.grid};
    if (code == CLI_YES) {
        imported.format = import_file_get_format(import.file);
        imported.seconds = (double)cli_progress_get_elapsed(&import.progress) / 1e9;
        code = cli_imported_write(&imported);
    }
    if (code == CLI_YES)
        code = cli_imported_print(&imported);
    cli_imported_close(&imported);
    import_grid_destroy(import.grid);
    import_file_close(import.file);
    return code;
}
