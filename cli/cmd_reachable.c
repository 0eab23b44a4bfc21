/* cmd_reachable.c: `cairn reachable`: does hill-climbing get from one cell to another (Fig. 7)? */
#include "cli.h"

enum { KEY_CUTOFF = 0x100 };

struct reachable {
    struct cli_arguments shared;
    uint32_t cutoff;
};

static const struct argp_option options[] = {
    {"cutoff", KEY_CUTOFF, "K", 0, "Take at most K moves; default: no limit", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct reachable *reachable = state->input;
    if (key != KEY_CUTOFF)
        return cli_parse_arguments(key, arg, state);
    reachable->cutoff = (uint32_t)cli_parse_number(state, "--cutoff", arg, 0, UINT32_MAX);
    return 0;
}

static const struct argp_child children[] = {{&cli_ends_argp, 0, NULL, 0},
                                             {&cli_corners_argp, 0, NULL, 0},
                                             {&cli_common_argp, 0, NULL, 0},
                                             {0}};
const struct argp cli_reachable_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP --from CELL --to CELL",
    .doc = "Says whether hill-climbing gets from one cell to another, and in how many moves. "
           "Exit code 0: yes; 1: no.",
    .children = children};

static int climb(const struct reachable *reachable, const cairn_map *map)
{
    cairn_cell ends[2];
    int code = cli_find_ends(&reachable->shared, CAIRN_GOAL_EXACT, map, ends);
    if (code != CLI_YES)
        return code;
    cairn_climb result = {0};
    cairn_status status = cairn_map_find_climb(map, ends[0], ends[1], reachable->cutoff, &result);
    if (status != CAIRN_OK)
        return cli_fail(CLI_BAD, "%s: %s", reachable->shared.operands[0],
                        cairn_status_get_text(status));

    struct cli_report report = cli_report_create();
    cli_report_add_flag(&report, "reachable", result.reached);
    cli_report_add_integer(&report, "moves", result.moves);
    cli_report_add_integer(&report, "cost", result.cost);
    if (reachable->shared.from.place != CLI_PLACE_CELL ||
        reachable->shared.to.place != CLI_PLACE_CELL) { /* else they are as typed */
        cli_report_add(&report, "start", cli_make_cell(ends[0]));
        cli_report_add(&report, "goal", cli_make_cell(ends[1]));
    }
    code = cli_report_print(&report, stdout, reachable->shared.json);
    return code == CLI_YES && !result.reached ? CLI_NO : code;
}

int cli_reachable(int argc, char **argv)
{
    struct reachable reachable = {.cutoff = CAIRN_NO_CUTOFF};
    cli_parse(&cli_reachable_argp, argc, argv, &reachable.shared);
    cairn_map *map = NULL;
    int code = cli_open_map(reachable.shared.operands[0], reachable.shared.corners, &map);
    if (code == CLI_YES)
        code = climb(&reachable, map);
    cairn_map_close(map);
    return code;
}
