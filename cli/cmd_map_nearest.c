/* cmd_map_nearest.c: `cairn map nearest`: the open cell nearest to another, which may be blocked. */
#include "cli.h"

enum { KEY_FROM = 0x100 };

static const struct argp_option options[] = {
    {"from", KEY_FROM, "CELL", 0,
     "Only a cell that a path leads to from this one: X,Y, start, start:N, nearest:X,Y, random or "
     "random:SEED",
     0},
    {0},
};

/* The point is kept where the goal of other commands is. */
static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct cli_arguments *arguments = state->input;
    if (key == KEY_FROM) {
        cli_parse_place(state, "--from", arg, &arguments->from);
        return 0;
    }
    error_t error = cli_parse_arguments(key, arg, state);
    if (key == ARGP_KEY_END)
        cli_parse_point(state, "the cell", arguments->operands[1], &arguments->to);
    return error;
}

static const struct argp_child children[] = {
    {&cli_corners_argp, 0, NULL, 0}, {&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_map_nearest_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP X,Y",
    .doc = "Prints the open cell nearest to a cell that may be blocked, and its octile distance in "
           "tenths; among equals that of the lowest row, then of the lowest column. "
           "Exit code 0: found; 1: the map has no open cell.",
    .children = children};

static int find(const struct cli_arguments *arguments, const cairn_map *map)
{
    const char *path = arguments->operands[0];
    cairn_cell near, from, found;
    uint32_t component = CAIRN_ANY_COMPONENT;
    int code = cli_find_any_cell(path, map, "cell", &arguments->to, &near);
    if (code == CLI_YES && arguments->from.given) {
        code = cli_find_place(path, map, "start", component, &arguments->from, &from);
        if (code == CLI_YES)
            component = cairn_map_get_component(map, from);
    }
    if (code != CLI_YES)
        return code;

    bool is_found = cairn_map_find_nearest_cell(map, near, component, &found) == CAIRN_OK;
    struct cli_report report = cli_report_create();
    cli_report_add_flag(&report, "found", is_found);
    if (is_found) {
        cli_report_add(&report, "cell", cli_make_cell(found));
        cli_report_add_integer(&report, "distance", cairn_cell_get_distance(near, found));
    }
    code = cli_report_print(&report, stdout, arguments->json);
    return code == CLI_YES && !is_found ? CLI_NO : code;
}

int cli_map_nearest(int argc, char **argv)
{
    struct cli_arguments arguments = {0};
    cli_parse(&cli_map_nearest_argp, argc, argv, &arguments);
    cairn_map *map = NULL;
    int code = cli_open_map(arguments.operands[0], arguments.corners, &map);
    if (code == CLI_YES)
        code = find(&arguments, map);
    cairn_map_close(map);
    return code;
}
