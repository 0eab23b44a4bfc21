/* cmd_problems.c: `cairn problems`: problems for an evaluation, drawn at random or taken from a
 * scenario file, with their optimal cost and A* difficulty (section 8.1).
 *
 * Problem i depends on (map, corners, range of cost, seed, i) alone. Candidates are judged by a
 * prepared engine; A*, which takes a thousand times longer, runs on those that are kept. */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <cairn/lab.h>

#include "figures.h"

enum { KEY_COUNT = 0x100, KEY_MIN_COST, KEY_MAX_COST, KEY_SEED, KEY_SCENARIO, KEY_CSV };
enum { DEFAULT_COUNT = 250, MOST_COUNT = 10000000, MOST_COST = 1 << 30 };

/* Pairs drawn before a problem is given up; some seconds. */
#define MOST_DRAWS UINT64_C(1000000)

/* A problem and what A* says of it. */
struct problem {
    cairn_cell ends[2];
    double length; /* optimal, with diagonals of the square root of 2 */
    uint32_t optimal;
    uint32_t moves;    /* of an optimal path */
    uint32_t expanded; /* by A* */
};

struct problems {
    struct cli_arguments shared;
    uint32_t count;
    uint32_t min_cost; /* in tenths, as all costs here */
    uint32_t max_cost;
    uint64_t seed;
    const char *scenario_path;
    const char *csv;
    cairn_map *map;
    cairn_engine *engine;
    cairn_finder *finder;
    cairn_sampler *sampler;
    cairn_finder *astars[2]; /* by their costs */
    cairn_scenario *scenario;
    struct problem *list;
    struct cli_file scen;
    struct cli_file table;
};

static const struct argp_option options[] = {
    {"count", KEY_COUNT, "N", 0, "How many problems; default 250", 0},
    {"min-cost", KEY_MIN_COST, "C", 0, "Least optimal cost, in cells; default 0", 0},
    {"max-cost", KEY_MAX_COST, "C", 0, "Largest optimal cost, in cells; default: any", 0},
    {"seed", KEY_SEED, "S", 0, "The same seed gives the same problems; default 1", 0},
    {"scenario", KEY_SCENARIO, "FILE", 0,
     "Draw nothing: take N problems of this file, evenly spread over it", 0},
    {"csv", KEY_CSV, "FILE", 0, "A table of the problems, with optimal cost and difficulty", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct problems *problems = state->input;
    switch (key) {
    case KEY_COUNT:
        problems->count = (uint32_t)cli_parse_number(state, "--count", arg, 1, MOST_COUNT);
        return 0;
    case KEY_MIN_COST:
        problems->min_cost = cli_parse_tenths(state, "--min-cost", arg, 0, MOST_COST);
        return 0;
    case KEY_MAX_COST:
        problems->max_cost = cli_parse_tenths(state, "--max-cost", arg, 0, MOST_COST);
        return 0;
    case KEY_SEED:
        problems->seed = cli_parse_number(state, "--seed", arg, 0, UINT64_MAX);
        return 0;
    case KEY_SCENARIO:
        problems->scenario_path = arg;
        return 0;
    case KEY_CSV:
        problems->csv = arg;
        return 0;
    case ARGP_KEY_END:
        if (problems->min_cost > problems->max_cost)
            argp_error(state, "--min-cost is above --max-cost");
        return cli_parse_arguments(key, arg, state);
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

static const struct argp_child children[] = {{&cli_output_argp, 0, NULL, 0},
                                             {&cli_corners_argp, 0, NULL, 0},
                                             {&cli_common_argp, 0, NULL, 0},
                                             {0}};
const struct argp cli_problems_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP -o SCEN",
    .doc = "Makes a scenario file of random problems and prints the statistics of their optimal "
           "cost (a diagonal move costs 1.4) and A* difficulty (states A* expands, divided by "
           "the moves of an optimal path).",
    .children = children};

/* ---- the tools ---- */

static int32_t go_on(void *context, const cairn_progress *progress)
{
    (void)context;
    (void)progress;
    return cli_signal == 0;
}

/* What judges candidates. */
static cairn_status make_judge(struct problems *problems)
{
    cairn_engine_def engine = {.size = sizeof engine, .progress = go_on};
    cairn_status status = cairn_engine_create(problems->map, &engine, &problems->engine);
    cairn_finder_def finder = {.size = sizeof finder, .engine = problems->engine};
    return status == CAIRN_OK ? cairn_finder_create(problems->map, NULL, &finder, &problems->finder)
                              : status;
}

static cairn_status make_tools(struct problems *problems)
{
    cairn_finder_def astar = {.size = sizeof astar, .method = CAIRN_METHOD_ASTAR};
    cairn_status status = problems->scenario_path == NULL ? make_judge(problems) : CAIRN_OK;
    if (status == CAIRN_OK)
        status = cairn_sampler_create(problems->map, NULL, &problems->sampler);
    for (astar.costs = CAIRN_COSTS_OCTILE; status == CAIRN_OK && astar.costs <= CAIRN_COSTS_SQRT2;
         astar.costs++)
        status = cairn_finder_create(problems->map, NULL, &astar, &problems->astars[astar.costs]);
    problems->list = calloc(problems->count, sizeof *problems->list);
    return status == CAIRN_OK && problems->list == NULL ? CAIRN_MEMORY : status;
}

static int fail_status(const struct problems *problems, cairn_status status)
{
    const cairn_detail none = {0};
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal, "interrupted: %s was not written",
                        problems->shared.output);
    return cli_fail_file(CLI_BAD, problems->shared.operands[0], status, &none);
}

/* Keeps those that have a path of at least one move. */
static void keep_solvable(const cairn_map *map, cairn_scenario *scenario)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < scenario->count; i++) {
        const cairn_problem *problem = &scenario->problems[i];
        uint32_t component = cairn_map_get_component(map, problem->start);
        if (component != CAIRN_NO_COMPONENT &&
            component == cairn_map_get_component(map, problem->goal) &&
            problem->start != problem->goal)
            scenario->problems[kept++] = *problem;
    }
    scenario->count = kept;
}

static int open_scenario(struct problems *problems)
{
    cairn_detail detail = {0};
    cairn_map_def def = {.size = sizeof def};
    def.detail = &detail;
    cairn_status status = cairn_scenario_open(problems->scenario_path, &def, &problems->scenario);
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, problems->scenario_path, status, &detail);
    keep_solvable(problems->map, problems->scenario);
    if (problems->scenario->count == 0)
        return cli_fail(CLI_BAD, "%s: no problem in it has a path on %s; use another file",
                        problems->scenario_path, problems->shared.operands[0]);
    if (problems->count > problems->scenario->count)
        problems->count = problems->scenario->count;
    return CLI_YES;
}

static int open_all(struct problems *problems)
{
    int code = cli_open_map(problems->shared.operands[0], problems->shared.corners, &problems->map);
    if (code == CLI_YES && problems->scenario_path != NULL)
        code = open_scenario(problems);
    if (code == CLI_YES)
        code =
            cli_file_open(problems->shared.output, problems->shared.operands[0], &problems->scen);
    if (code == CLI_YES && problems->csv != NULL)
        code = cli_file_open(problems->csv, problems->shared.operands[0], &problems->table);
    if (code != CLI_YES)
        return code;
    cairn_status status = make_tools(problems);
    return status == CAIRN_OK ? CLI_YES : fail_status(problems, status);
}

/* ---- a problem ---- */

/* Draws until a pair's optimal cost is in the range. Streams from the end: a database with the same
 * seed takes those from the beginning, and must not hold the very problems. */
static int draw(struct problems *problems, uint32_t number)
{
    cairn_random random;
    (void)cairn_random_start(problems->seed, UINT64_MAX - number, &random);
    struct problem *problem = &problems->list[number];
    uint64_t draws = MOST_DRAWS;
    uint32_t cost = 0;
    cairn_status status = CAIRN_OK;
    do {
        if (cli_signal != 0)
            return fail_status(problems, CAIRN_INTERRUPTED);
        status = cairn_sampler_draw_pair(problems->sampler, &random, &draws, problem->ends);
        if (status == CAIRN_NO_PATH)
            return cli_fail(CLI_BAD,
                            "%s: no pair of cells among %" PRIu64 " drawn has an optimal cost "
                            "from %u.%u to %u.%u; widen the range or use another map",
                            problems->shared.operands[0], MOST_DRAWS, problems->min_cost / 10,
                            problems->min_cost % 10, problems->max_cost / 10,
                            problems->max_cost % 10);
        bool near =
            cairn_cell_get_distance(problem->ends[0], problem->ends[1]) <= problems->max_cost;
        cost = UINT32_MAX;
        if (status == CAIRN_OK && near)
            status = cairn_finder_find_distance(problems->finder, problem->ends[0],
                                                problem->ends[1], &cost);
    } while (status == CAIRN_OK &&
             (cost < problems->min_cost || cost > problems->max_cost || cost == 0));
    return status == CAIRN_OK ? CLI_YES : fail_status(problems, status);
}

/* Evenly spread over the file, which is sorted by length. */
static int take(struct problems *problems, uint32_t number)
{
    const cairn_scenario *scenario = problems->scenario;
    const cairn_problem *problem =
        &scenario->problems[(uint64_t)number * scenario->count / problems->count];
    struct problem *taken = &problems->list[number];
    taken->ends[0] = problem->start;
    taken->ends[1] = problem->goal;
    return CLI_YES;
}

/* Asks A* about a problem, once for each kind of cost. */
static int judge(struct problems *problems, struct problem *problem)
{
    cairn_finder_stats found[2] = {{.size = sizeof found[0]}, {.size = sizeof found[1]}};
    cairn_status status = CAIRN_OK;
    for (int i = 0; status == CAIRN_OK && i < 2; i++) {
        uint32_t cost;
        status = cairn_finder_find_distance(problems->astars[i], problem->ends[0], problem->ends[1],
                                            &cost);
        if (status == CAIRN_OK)
            status = cairn_finder_get_stats(problems->astars[i], &found[i]);
    }
    if (status != CAIRN_OK)
        return fail_status(problems, status);
    const cairn_finder_stats *octile = &found[CAIRN_COSTS_OCTILE];
    problem->optimal = 10 * octile->cardinal + 14 * octile->diagonal;
    problem->moves = octile->cardinal + octile->diagonal;
    problem->expanded = octile->expanded;
    problem->length =
        cli_get_length(found[CAIRN_COSTS_SQRT2].cardinal, found[CAIRN_COSTS_SQRT2].diagonal);
    return cli_signal == 0 ? CLI_YES : fail_status(problems, CAIRN_INTERRUPTED);
}

static int make_problems(struct problems *problems)
{
    struct cli_progress progress;
    cli_progress_begin(&progress, "problems", &problems->shared);
    int code = CLI_YES;
    for (uint32_t i = 0; code == CLI_YES && i < problems->count; i++) {
        code = problems->scenario_path != NULL ? take(problems, i) : draw(problems, i);
        if (code == CLI_YES)
            code = judge(problems, &problems->list[i]);
        cli_progress_update(&progress, i + 1, problems->count);
    }
    cli_progress_end(&progress);
    return code;
}

/* ---- what is written ---- */

static double get_difficulty(const struct problem *problem)
{
    return problem->moves > 0 ? (double)problem->expanded / problem->moves : 0;
}

static const char *get_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* MovingAI's own buckets: four cells of length each. */
static void write_scenario(const struct problems *problems)
{
    cairn_map_info info = cli_get_map_info(problems->map);
    fputs("version 1\n", problems->scen.stream);
    for (uint32_t i = 0; i < problems->count; i++) {
        const struct problem *problem = &problems->list[i];
        fprintf(problems->scen.stream, "%u\t%s\t%u\t%u\t%u\t%u\t%u\t%u\t%.8f\n",
                (unsigned)(problem->length / 4), get_base_name(problems->shared.operands[0]),
                info.width, info.height, cairn_cell_get_x(problem->ends[0]),
                cairn_cell_get_y(problem->ends[0]), cairn_cell_get_x(problem->ends[1]),
                cairn_cell_get_y(problem->ends[1]), problem->length);
    }
}

static void write_table(const struct problems *problems)
{
    fputs("problem,start_x,start_y,goal_x,goal_y,optimal,optimal_moves,expanded,difficulty\n",
          problems->table.stream);
    for (uint32_t i = 0; i < problems->count; i++) {
        const struct problem *problem = &problems->list[i];
        fprintf(problems->table.stream, "%u,%u,%u,%u,%u,%u,%u,%u,%.4f\n", i,
                cairn_cell_get_x(problem->ends[0]), cairn_cell_get_y(problem->ends[0]),
                cairn_cell_get_x(problem->ends[1]), cairn_cell_get_y(problem->ends[1]),
                problem->optimal, problem->moves, problem->expanded, get_difficulty(problem));
    }
}

static int print_figures(const struct problems *problems)
{
    if (problems->shared.quiet && !problems->shared.json)
        return CLI_YES;
    double *numbers = calloc(problems->count, sizeof *numbers);
    if (numbers == NULL)
        return fail_status(problems, CAIRN_MEMORY);
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", problems->shared.output);
    cli_report_add_integer(&report, "problems", problems->count);
    for (uint32_t i = 0; i < problems->count; i++)
        numbers[i] = problems->list[i].optimal / 10.0;
    harness_figures figures = harness_figures_find(numbers, problems->count);
    cli_figures_add(&report, "optimal", &figures);
    for (uint32_t i = 0; i < problems->count; i++)
        numbers[i] = get_difficulty(&problems->list[i]);
    figures = harness_figures_find(numbers, problems->count);
    cli_figures_add(&report, "difficulty", &figures);
    free(numbers);
    return cli_report_print(&report, stdout, problems->shared.json);
}

/* Both files are kept, or none. */
static int make_files(struct problems *problems)
{
    int code = open_all(problems);
    if (code == CLI_YES)
        code = make_problems(problems);
    if (code == CLI_YES) {
        write_scenario(problems);
        if (problems->csv != NULL)
            write_table(problems);
    }
    bool keep = code == CLI_YES;
    if (problems->table.path != NULL) {
        int closed = cli_file_close(&problems->table, keep);
        code = keep ? closed : code;
    }
    if (problems->scen.path != NULL) {
        int closed = cli_file_close(&problems->scen, code == CLI_YES);
        code = code == CLI_YES ? closed : code;
    }
    return code;
}

int cli_problems(int argc, char **argv)
{
    struct problems problems = {.count = DEFAULT_COUNT, .max_cost = UINT32_MAX - 1, .seed = 1};
    cli_parse(&cli_problems_argp, argc, argv, &problems.shared);
    cli_catch_signals();
    int code = make_files(&problems);
    if (code == CLI_YES)
        code = print_figures(&problems);
    free(problems.list);
    cairn_scenario_close(problems.scenario);
    for (int i = 0; i < 2; i++)
        cairn_finder_destroy(problems.astars[i]);
    cairn_sampler_destroy(problems.sampler);
    cairn_finder_destroy(problems.finder);
    cairn_engine_destroy(problems.engine);
    cairn_map_close(problems.map);
    return code;
}
