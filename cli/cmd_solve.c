/* cmd_solve.c: `cairn solve`: one agent, one problem. */
#include "walk_trace.h"

#include <string.h>

enum { KEY_PATH = 0x100, KEY_OPTIMAL, KEY_TRACE };

struct solve {
    struct cli_arguments shared;
    struct cli_agent_options agent;
    bool path;
    bool optimal;
    const char *trace; /* file, or null */
    struct cli_world world;
    harness_walker walker;
    harness_walk walk;
};

static const struct argp_option options[] = {
    {"path", KEY_PATH, NULL, 0,
     "Print the cells of the way, \"x y\" a line, and nothing else; "
     "with --json add them to the object",
     1},
    {"optimal", KEY_OPTIMAL, NULL, 0, "Also find the optimal cost and the suboptimality", 1},
    {"trace", KEY_TRACE, "FILE", 0,
     "Write the walk, step by step, as a search trace that Posthoc shows; FILE.trace.json is a "
     "name it knows",
     1},
    {0},
};

enum { AGENT_CHILD = 0 };
static const struct argp_child children[] = {{&cli_agent_argp, 0, NULL, 0},
                                             {&cli_ends_argp, 0, NULL, 1},
                                             {&cli_corners_argp, 0, NULL, 1},
                                             {&cli_common_argp, 0, NULL, 1},
                                             {0}};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct solve *solve = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        cli_parse_arguments(key, arg, state);
        state->child_inputs[AGENT_CHILD] = &solve->agent;
        return 0;
    case KEY_PATH:
        solve->path = true;
        return 0;
    case KEY_OPTIMAL:
        solve->optimal = true;
        return 0;
    case KEY_TRACE:
        if (strcmp(arg, "-") == 0)
            argp_error(state, "--trace wants a file, not standard output");
        solve->trace = arg;
        return 0;
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

const struct argp cli_solve_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP --from CELL --to CELL",
    .doc = "Moves one agent from start to goal and reports how it went; costs are in tenths. "
           "Exit code 0: solved; 1: not solved.",
    .children = children};

static void add_cost(struct cli_report *report, const struct solve *solve)
{
    if (solve->world.costs == CAIRN_COSTS_SQRT2)
        cli_report_add_real(report, "cost", cli_walk_get_length(&solve->walk));
    else
        cli_report_add_integer(report, "cost", solve->walk.stats.cost);
}

/* Under sqrt2 the agent is A*, whose own cost is the optimal one; it is found again all the same
 * only under octile costs, where other agents need it. */
static int add_optimal(struct cli_report *report, struct solve *solve, const cairn_cell ends[2])
{
    if (!solve->optimal || !solve->walk.solved)
        return CLI_YES;
    if (solve->world.costs == CAIRN_COSTS_SQRT2) {
        cli_report_add_real(report, "optimal", cli_walk_get_length(&solve->walk));
        cli_report_add_real(report, "suboptimality", 0);
        return CLI_YES;
    }
    uint32_t optimal = 0;
    cairn_status status = cli_world_find_optimal(&solve->world, ends, &optimal);
    if (status != CAIRN_OK)
        return cli_fail(CLI_BAD, "the optimal cost cannot be found: %s",
                        cairn_status_get_text(status));
    double ratio = optimal > 0 ? (double)solve->walk.stats.cost / optimal : 1;
    cli_report_add_integer(report, "optimal", optimal);
    cli_report_add_real(report, "suboptimality", (ratio - 1) * 100);
    return CLI_YES;
}

static void add_figures(struct cli_report *report, const struct solve *solve, cairn_cell start)
{
    const cairn_agent_stats *stats = &solve->walk.stats;
    cli_report_add_word(report, "ended", solve->walk.ended);
    cli_report_add(report, "goal", cli_make_cell(solve->walk.goal));
    cli_report_add(report, "start", cli_make_cell(start));
    cli_report_add_integer(report, "selections", stats->selections);
    cli_report_add_integer(report, "failures", stats->failures);
    cli_report_add_integer(report, "open_closed", stats->open_closed);
    cli_report_add_integer(report, "memory_states", stats->memory_states);
    cli_report_add_integer(report, "memory_bytes", stats->memory_bytes);
    cli_report_add_integer(report, "time_ns", solve->walk.time_ns);
    cli_report_add_integer(report, "first_move_ns", solve->walk.first_move_ns);
    cli_report_add_integer(report, "max_move_ns", solve->walk.max_move_ns);
    cli_report_add_integer(report, "waited", solve->walk.waited);
    cli_report_add_integer(report, "max_units", solve->walk.max_units);
    cli_report_add_word(report, "corners", cli_get_corners_name(solve->world.corners));
}

static int print_walk(struct solve *solve, const cairn_cell ends[2])
{
    const harness_cells *path = &solve->walker.path;
    if (solve->path && !solve->shared.json) {
        cli_print_cells(path->cells, path->count);
        return CLI_YES;
    }
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "algorithm", cairn_algorithm_get_name(solve->world.algorithm));
    cli_report_add_flag(&report, "solved", solve->walk.solved);
    add_cost(&report, solve);
    cli_report_add_integer(&report, "moves", solve->walk.moves);
    cli_report_add_integer(&report, "revisits", solve->walk.revisits);
    cli_report_add_integer(&report, "learned", solve->walk.stats.learned);
    int code = add_optimal(&report, solve, ends);
    if (code != CLI_YES) {
        cli_report_destroy(&report);
        return code;
    }
    add_figures(&report, solve, ends[0]);
    if (solve->path)
        cli_report_add(&report, "path", cli_make_cells(path->cells, path->count));
    return cli_report_print(&report, stdout, solve->shared.json);
}

/* Walks, and writes the trace meanwhile if one is wanted. */
static int walk(struct solve *solve, const cairn_cell ends[2])
{
    struct cli_file file = {0};
    struct cli_walk_trace trace = {0};
    cairn_status status = cli_walker_open(&solve->world, &solve->agent, &solve->walker);
    const struct cli_names names = {{solve->shared.operands[0], solve->agent.db}, {solve->trace}};
    int code = cli_check_names(&names);
    if (code == CLI_YES && solve->trace != NULL)
        code = cli_file_open(solve->trace, &file);
    if (code != CLI_YES)
        return code;
    solve->walker.care.keep_path = solve->path;
    if (solve->trace != NULL) {
        trace = cli_walk_trace_begin(file.stream, solve->world.agent, ends[0]);
        solve->walker.notice = cli_walk_trace_note;
        solve->walker.notice_context = &trace;
    }
    if (status == CAIRN_OK)
        status = harness_walker_run(&solve->walker, ends, &solve->walk);
    if (status == CAIRN_OK && solve->trace != NULL)
        cli_walk_trace_end(&trace, &solve->walk);
    if (solve->trace != NULL)
        code = cli_file_close(&file, status == CAIRN_OK);
    return status == CAIRN_OK ? code : cli_fail_walk(status);
}

static int run(struct solve *solve)
{
    cairn_cell ends[2];
    int code = cli_world_open(&solve->shared, &solve->agent, &solve->world);
    if (code == CLI_YES)
        code =
            cli_find_ends(&solve->shared, solve->agent.recipe.goal_policy, solve->world.map, ends);
    if (code != CLI_YES)
        return code;
    code = walk(solve, ends);
    if (code != CLI_YES)
        return code;
    ends[1] = solve->walk.goal;
    code = print_walk(solve, ends);
    return code == CLI_YES && !solve->walk.solved ? CLI_NO : code;
}

int cli_solve(int argc, char **argv)
{
    struct solve solve = {.agent = cli_default_agent_options()};
    cli_parse(&cli_solve_argp, argc, argv, &solve.shared);
    int code = run(&solve);
    harness_walker_close(&solve.walker);
    cli_world_close(&solve.world);
    return code;
}
