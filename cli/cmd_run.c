/* cmd_run.c: `cairn run`: one agent on the problems of a scenario file, into a CSV table, and a
 * summary of them all. The agent is made once and started anew for each problem. */
#include "gppc_rows.h"
#include "run_program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_LIMIT = 0x100, KEY_CSV, KEY_TRIALS, KEY_GPPC, KEY_PROGRAM, KEY_TIMEOUT };

/* Sums over the problems so far. A walk that was given up counts with its cost by then. */
struct totals {
    uint32_t problems;
    uint32_t solved;
    uint32_t no_path;      /* problems that cannot be solved */
    uint32_t moved;        /* problems with at least one move */
    uint32_t paths;        /* problems with a path */
    double *suboptimality; /* of each of them */
    double time_per_move_ns;
    uint64_t moves, revisits, learned;
    uint64_t first_move_ns;
    uint64_t max_move_ns; /* the largest, not a sum */
    uint64_t waited;
    uint64_t max_units; /* the largest */
    uint64_t memory_states;
    uint64_t trials;
    uint64_t trials_cost;
    uint32_t converged;
};

struct run {
    struct cli_arguments shared;
    struct cli_agent_options agent;
    const char *csv;
    uint32_t limit;
    bool gppc; /* the competition's columns, not ours */
    struct run_program program;
    struct cli_world world;
    harness_walker walker;
    struct cli_gppc first;
    cairn_scenario *scenario;
    uint32_t count; /* problems to run */
    struct cli_file file;
    struct cli_progress progress;
    struct totals totals;
    bool partial; /* interrupted, with the rows so far to be kept */
};

static const struct argp_option options[] = {
    {"limit", KEY_LIMIT, "N", 0, "Only the first N problems", 1},
    {"csv", KEY_CSV, "FILE", 0, "Where the table goes; default, or -: standard output", 1},
    {"trials", KEY_TRIALS, "N", 0,
     "Repeat each problem up to N times, keeping what is learned, until a trial learns nothing", 1},
    {"gppc", KEY_GPPC, NULL, 0,
     "A table in the columns of the Grid-based Path Planning Competition's result.csv", 1},
    {"program", KEY_PROGRAM, "COMMAND", 0,
     "Move a program of your own, which answers moves on a pipe; times are then wall time", 1},
    {"timeout", KEY_TIMEOUT, "SECONDS", 0, "Within which the program must answer; default: 60", 1},
    {0},
};

enum { AGENT_CHILD = 0 };
static const struct argp_child children[] = {{&cli_agent_argp, 0, NULL, 0},
                                             {&cli_corners_argp, 0, NULL, 1},
                                             {&cli_common_argp, 0, NULL, 1},
                                             {0}};

static bool goes_to_stdout(const struct run *run)
{
    return run->csv == NULL || strcmp(run->csv, "-") == 0;
}

static void parse_trials(struct run *run, const char *text, struct argp_state *state)
{
    cairn_detail detail = {0};
    if (harness_recipe_set(&run->agent.recipe, "trials", text, &detail) != CAIRN_OK)
        argp_error(state, "%s", detail.text);
}

static void check_options(const struct run *run, struct argp_state *state)
{
    const char *fault =
        run_program_find_fault(&run->program, &run->agent, run->shared.operands[0], run->gppc);
    if (run->shared.json && goes_to_stdout(run))
        argp_error(state, "--json needs --csv FILE: the summary takes standard output");
    if (fault != NULL)
        argp_error(state, "%s", fault);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct run *run = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        cli_parse_arguments(key, arg, state);
        state->child_inputs[AGENT_CHILD] = &run->agent;
        return 0;
    case KEY_LIMIT:
        run->limit = (uint32_t)cli_parse_number(state, "--limit", arg, 0, UINT32_MAX);
        return 0;
    case KEY_CSV:
        run->csv = arg;
        return 0;
    case KEY_TRIALS:
        parse_trials(run, arg, state);
        return 0;
    case KEY_GPPC:
        run->gppc = true;
        return 0;
    case KEY_PROGRAM:
        run->program.command = arg;
        return 0;
    case KEY_TIMEOUT:
        run->program.timeout =
            (uint32_t)cli_parse_number(state, "--timeout", arg, 1, RUN_PROGRAM_MOST_TIMEOUT);
        return 0;
    case ARGP_KEY_END:
        check_options(run, state);
        return cli_parse_arguments(key, arg, state);
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

const struct argp cli_run_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP SCEN",
    .doc = "Solves the problems of a MovingAI scenario file in order and writes a CSV table, one "
           "row a problem; a summary goes to standard error, or with --json to standard output. "
           "Exit code 0: all that have a path are solved; 1: not all.",
    .children = children};

/* ---- before the first problem ---- */

static int check_size(const struct run *run)
{
    cairn_map_info info = cli_get_map_info(run->world.map);
    const cairn_scenario *scenario = run->scenario;
    if (scenario->count == 0 || (scenario->width == info.width && scenario->height == info.height))
        return CLI_YES;
    return cli_fail(CLI_BAD,
                    "%s: its problems are for a map of %u x %u cells, %s has %u x %u; use the map "
                    "they were made for",
                    run->shared.operands[1], scenario->width, scenario->height,
                    run->shared.operands[0], info.width, info.height);
}

/* Found before anything is run, so that no table ends half-way. A blocked goal is none if the
 * nearest cell will do. */
static int check_problems(const struct run *run)
{
    for (uint32_t i = 0; i < run->count; i++) {
        const cairn_problem *problem = &run->scenario->problems[i];
        bool start = cairn_map_is_open(run->world.map, problem->start);
        if (start && (run->agent.recipe.goal_policy == CAIRN_GOAL_NEAREST ||
                      cairn_map_is_open(run->world.map, problem->goal)))
            continue;
        cairn_cell cell = start ? problem->goal : problem->start;
        return cli_fail(CLI_BAD,
                        "%s:%" PRIu64 ": the %s %u,%u is blocked in %s; use the map the problems "
                        "were made for",
                        run->shared.operands[1], problem->line, start ? "goal" : "start",
                        cairn_cell_get_x(cell), cairn_cell_get_y(cell), run->shared.operands[0]);
    }
    return CLI_YES;
}

static int open_scenario(struct run *run)
{
    int code = cli_open_scenario(run->shared.operands[1], &run->scenario);
    if (code != CLI_YES)
        return code;
    run->count = run->scenario->count < run->limit ? run->scenario->count : run->limit;
    code = check_size(run);
    return code == CLI_YES ? check_problems(run) : code;
}

/* ---- a problem ---- */

/* Text of a number of the table; without a path there is no optimal cost and it stays empty. */
struct costs {
    char cost[32];
    char optimal[32];
    double suboptimality; /* percent */
};

static bool is_joined(const struct run *run, const cairn_problem *problem)
{
    return cairn_map_has_path(run->world.map, problem->start, problem->goal);
}

static void write_lengths(const struct run *run, const cairn_problem *problem,
                          const harness_walk *walk, struct costs *costs)
{
    double length = cli_walk_get_length(walk);
    snprintf(costs->cost, sizeof costs->cost, "%.8f", length);
    /* The file's lengths are for strict corners; with free ones A*'s own is the optimal one. */
    double optimal = run->world.corners == CAIRN_CORNERS_STRICT ? problem->length : length;
    if (is_joined(run, problem))
        snprintf(costs->optimal, sizeof costs->optimal, "%.8f", optimal);
    if (optimal > 0)
        costs->suboptimality = (length / optimal - 1) * 100;
}

static cairn_status write_costs(struct run *run, const cairn_problem *problem,
                                const harness_walk *walk, struct costs *costs)
{
    if (run->world.costs == CAIRN_COSTS_SQRT2) {
        write_lengths(run, problem, walk, costs);
        return CAIRN_OK;
    }
    uint32_t optimal = 0;
    const cairn_cell ends[2] = {problem->start, problem->goal};
    cairn_status status = cli_world_find_optimal(&run->world, ends, &optimal);
    if (status != CAIRN_OK && status != CAIRN_NO_PATH)
        return status;
    snprintf(costs->cost, sizeof costs->cost, "%" PRIu64, walk->stats.cost);
    if (status == CAIRN_OK)
        snprintf(costs->optimal, sizeof costs->optimal, "%" PRIu32, optimal);
    if (optimal > 0)
        costs->suboptimality = ((double)walk->stats.cost / optimal - 1) * 100;
    return CAIRN_OK;
}

static const char header[] =
    "problem,start_x,start_y,goal_x,goal_y,solved,cost,optimal,moves,revisits,learned,"
    "time_ns,first_move_ns,max_move_ns,waited,max_units," HARNESS_TRIALS_COLUMNS
    ",line,selections,failures\n";

static void write_row(FILE *stream, uint32_t number, const cairn_problem *problem,
                      const harness_walk *walk, const struct costs *costs)
{
    fprintf(stream, "%u,%u,%u,%u,%u,%d,%s,%s,", number, cairn_cell_get_x(problem->start),
            cairn_cell_get_y(problem->start), cairn_cell_get_x(problem->goal),
            cairn_cell_get_y(problem->goal), walk->solved, costs->cost, costs->optimal);
    const uint64_t numbers[] = {walk->moves,   walk->revisits,      walk->stats.learned,
                                walk->time_ns, walk->first_move_ns, walk->max_move_ns,
                                walk->waited,  walk->max_units};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        fprintf(stream, "%" PRIu64 ",", numbers[i]);
    harness_write_trials(stream, walk);
    const cairn_agent_stats *stats = &walk->stats;
    fprintf(stream, ",%" PRIu64 ",%u,%u\n", problem->line, stats->selections, stats->failures);
}

static void add_to_totals(struct totals *totals, const harness_walk *walk,
                          const struct costs *costs)
{
    totals->problems++;
    totals->solved += walk->solved;
    if (costs->optimal[0] != '\0')
        totals->suboptimality[totals->paths++] = costs->suboptimality;
    if (walk->moves > 0) {
        totals->moved++;
        totals->time_per_move_ns += (double)walk->time_ns / (double)walk->moves;
    }
    totals->moves += walk->moves;
    totals->revisits += walk->revisits;
    totals->learned += walk->stats.learned;
    totals->first_move_ns += walk->first_move_ns;
    totals->memory_states += walk->stats.memory_states;
    if (walk->max_move_ns > totals->max_move_ns)
        totals->max_move_ns = walk->max_move_ns;
    totals->waited += walk->waited;
    totals->trials += walk->trials.count;
    totals->trials_cost += walk->trials.cost;
    totals->converged += walk->trials.converged;
    if (walk->max_units > totals->max_units)
        totals->max_units = walk->max_units;
}

static cairn_status run_problem(struct run *run, uint32_t number)
{
    cairn_problem problem = run->scenario->problems[number];
    const cairn_cell ends[2] = {problem.start, problem.goal};
    harness_walk walk;
    struct costs costs = {0};
    if (run->gppc)
        cli_gppc_begin(&run->first, &run->walker, ends[0]);
    cairn_status status = harness_walker_run(&run->walker, ends, &walk);
    if (walk.goal != problem.goal) {
        problem.goal = walk.goal;
        problem.length = cli_walk_get_length(&walk); /* the file's is another problem's */
    }
    if (status == CAIRN_OK)
        status = write_costs(run, &problem, &walk, &costs);
    if (status != CAIRN_OK)
        return status;
    if (run->gppc)
        cli_gppc_write_row(&run->first, run->file.stream, run->shared.operands, number,
                           problem.length, &walk);
    else
        write_row(run->file.stream, number, &problem, &walk, &costs);
    add_to_totals(&run->totals, &walk, &costs);
    run->totals.no_path += !is_joined(run, &problem);
    return CAIRN_OK;
}

/* The rows written so far are worth keeping, but not under the name of the whole table. */
static int save_partial(struct run *run, cairn_status status)
{
    bool interrupted = status == CAIRN_INTERRUPTED;
    int code = interrupted ? CLI_SIGNAL + cli_signal : CLI_BAD;
    const char *sentence = run->program.outside.sentence;
    const char *why = interrupted           ? "interrupted"
                      : sentence[0] != '\0' ? sentence
                                            : cairn_status_get_text(status);
    if (run->file.file == NULL)
        return cli_fail(code, "%s: %u of %u problems were run", why, run->totals.problems,
                        run->count);
    if (cli_file_set_partial(&run->file) != CLI_YES)
        return CLI_BAD;
    run->partial = true;
    return cli_fail(code, "%s: the first %u of %u problems are saved in %s", why,
                    run->totals.problems, run->count, run->file.path);
}

static int run_problems(struct run *run)
{
    cairn_status status = cli_walker_open(&run->world, &run->agent, &run->walker);
    if (run->program.command != NULL)
        run->walker.mover = &run->program.mover;
    run->totals.suboptimality = calloc(run->count + (size_t)1, sizeof(double));
    if (run->totals.suboptimality == NULL)
        status = CAIRN_MEMORY;
    fputs(run->gppc ? cli_gppc_header : header, run->file.stream);
    cli_catch_signals();
    /* A bar amid a table on the same terminal would spoil both. */
    bool mixed = goes_to_stdout(run) && isatty(STDOUT_FILENO);
    struct cli_arguments shared = run->shared;
    shared.quiet = shared.quiet || mixed;
    cli_progress_begin(&run->progress, "problems", &shared);
    for (uint32_t i = 0; status == CAIRN_OK && i < run->count; i++) {
        status = run_problem(run, i);
        cli_progress_update(&run->progress, i + 1, run->count);
        if (ferror(run->file.stream))
            break; /* reported when the file is closed */
    }
    cli_progress_end(&run->progress);
    return status == CAIRN_OK ? CLI_YES : save_partial(run, status);
}

/* ---- the summary ---- */

static void add_mean(struct cli_report *report, const char *key, double sum, uint32_t count)
{
    if (count > 0)
        cli_report_add_real(report, key, sum / count);
    else
        cli_report_add(report, key, json_null());
}

/* The mean, and where it lies with 95 % confidence. */
static void add_suboptimality(struct cli_report *report, const struct totals *totals)
{
    double ends[2];
    harness_interval_find(totals->suboptimality, totals->paths, ends);
    harness_figures figures = harness_figures_find(totals->suboptimality, totals->paths);
    add_mean(report, "mean_suboptimality", figures.mean * totals->paths, totals->paths);
    add_mean(report, "mean_suboptimality_low", ends[0] * totals->paths, totals->paths);
    add_mean(report, "mean_suboptimality_high", ends[1] * totals->paths, totals->paths);
}

static int print_summary(const struct run *run)
{
    if (run->shared.quiet && !run->shared.json)
        return CLI_YES;
    const struct totals *totals = &run->totals;
    struct cli_report report = cli_report_create();
    bool outside = run->program.command != NULL;
    cli_report_add_word(&report, "algorithm",
                        outside ? "program" : cairn_algorithm_get_name(run->world.algorithm));
    if (outside)
        cli_report_add_word(&report, "clock", "wall");
    cli_report_add_word(&report, "corners", cli_get_corners_name(run->world.corners));
    cli_report_add_integer(&report, "problems", totals->problems);
    cli_report_add_integer(&report, "solved", totals->solved);
    cli_report_add_integer(&report, "no_path", totals->no_path);
    cli_report_add_integer(&report, "cut", totals->problems - totals->solved - totals->no_path);
    add_suboptimality(&report, totals);
    add_mean(&report, "mean_time_per_move_ns", totals->time_per_move_ns, totals->moved);
    add_mean(&report, "mean_first_move_ns", (double)totals->first_move_ns, totals->moved);
    cli_report_add_integer(&report, "max_move_ns", totals->max_move_ns);
    cli_report_add_integer(&report, "max_units", totals->max_units);
    add_mean(&report, "mean_waited", (double)totals->waited, totals->problems);
    add_mean(&report, "mean_moves", (double)totals->moves, totals->problems);
    add_mean(&report, "mean_revisits", (double)totals->revisits, totals->problems);
    add_mean(&report, "mean_learned", (double)totals->learned, totals->problems);
    add_mean(&report, "mean_memory_states", (double)totals->memory_states, totals->problems);
    if (run->agent.recipe.trials > 0) {
        cli_report_add_integer(&report, "converged", totals->converged);
        add_mean(&report, "mean_trials", (double)totals->trials, totals->problems);
        add_mean(&report, "mean_trials_cost", (double)totals->trials_cost, totals->problems);
    }
    if (run->world.db != NULL)
        cli_report_add_integer(&report, "database_bytes", cli_get_db_info(run->world.db).bytes);
    if (run->world.shared.landmarks != NULL)
        cli_report_add_integer(&report, "landmarks_bytes",
                               cli_get_landmarks_bytes(run->world.shared.landmarks));
    return cli_report_print(&report, run->shared.json ? stdout : stderr, run->shared.json);
}

static int open_all(struct run *run)
{
    bool outside = run->program.command != NULL;
    int code = outside ? run_program_open_world(&run->shared, &run->world)
                       : cli_world_open(&run->shared, &run->agent, &run->world);
    if (code == CLI_YES)
        code = open_scenario(run);
    if (code == CLI_YES && outside)
        code = run_program_open(&run->program, run->world.map, run->shared.operands[0]);
    const struct cli_names names = {
        {run->shared.operands[0], run->shared.operands[1], run->agent.db}, {run->csv}};
    return code == CLI_YES ? cli_check_names(&names) : code;
}

static int run_all(struct run *run)
{
    int code = open_all(run);
    if (code == CLI_YES)
        code = cli_file_open(run->csv, &run->file);
    if (code != CLI_YES)
        return code;
    code = run_problems(run);
    int closed = cli_file_close(&run->file, code == CLI_YES || run->partial);
    code = code == CLI_YES ? closed : code;
    bool unread = goes_to_stdout(run) && ferror(stdout); /* reported at exit */
    if (code == CLI_YES && !unread)
        code = print_summary(run);
    /* A problem without a path is answered rightly; one given up is not. */
    bool given_up = run->totals.solved + run->totals.no_path < run->totals.problems;
    return code == CLI_YES && given_up ? CLI_NO : code;
}

int cli_run(int argc, char **argv)
{
    struct run run = {.agent = cli_default_agent_options(), .limit = UINT32_MAX};
    cli_parse(&cli_run_argp, argc, argv, &run.shared);
    int code = run_all(&run);
    run_program_close(&run.program);
    harness_walker_close(&run.walker);
    free(run.totals.suboptimality);
    cairn_scenario_close(run.scenario);
    cli_world_close(&run.world);
    return code;
}
