/* cmd_problems.c: `cairn problems`: problems for an evaluation, drawn at random or taken from a
 * scenario file, with their optimal cost and A* difficulty (section 8.1): what is asked for, and
 * what is written. problem_draw.c and problem_like.c make the problems. */
#include "problems.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"

enum {
    KEY_COUNT = 0x100,
    KEY_MIN_COST,
    KEY_MAX_COST,
    KEY_MAX_DIFFICULTY,
    KEY_LIKE,
    KEY_SEED,
    KEY_SCENARIO,
    KEY_CSV
};
enum { DEFAULT_COUNT = 250, MOST_COUNT = 10000000, MOST_COST = 1 << 30, MOST_DIFFICULTY = 400000 };

static const struct argp_option options[] = {
    {"count", KEY_COUNT, "N", 0, "How many problems; default 250", 0},
    {"min-cost", KEY_MIN_COST, "C", 0, "Least optimal cost, in cells; default 0", 0},
    {"max-cost", KEY_MAX_COST, "C", 0, "Largest optimal cost, in cells; default: any", 0},
    {"max-difficulty", KEY_MAX_DIFFICULTY, "D", 0, "Largest A* difficulty; default: any", 0},
    {"like", KEY_LIKE, "FILE", 0,
     "Draw to the distribution of difficulty, detour and cost in this CSV table, or in the "
     "paper's own problems: paper",
     0},
    {"seed", KEY_SEED, "S", 0, "The same seed gives the same problems; default 1", 0},
    {"scenario", KEY_SCENARIO, "FILE", 0,
     "Draw nothing: take N problems of this file, evenly spread over it", 0},
    {"csv", KEY_CSV, "FILE", 0, "A table of the problems, with optimal cost and difficulty", 0},
    {0},
};

/* What a difficulty is to be below, in ten-thousandths. */
static uint32_t parse_difficulty(struct argp_state *state, const char *text)
{
    double difficulty = cli_parse_real(state, "--max-difficulty", text, 1, MOST_DIFFICULTY);
    return (uint32_t)(difficulty * LIKE_UNIT + 0.5) + 1;
}

static void check_request(struct argp_state *state, const struct problems *problems)
{
    bool limited =
        problems->like_name != NULL || problems->range.span[LIKE_BY_DIFFICULTY][1] != UINT32_MAX;
    if (problems->range.span[LIKE_BY_COST][0] >= problems->range.span[LIKE_BY_COST][1])
        argp_error(state, "--min-cost is above --max-cost");
    if (problems->scenario_path != NULL && limited)
        argp_error(state, "--like and --max-difficulty are for problems that are drawn, "
                          "not for those of --scenario");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct problems *problems = state->input;
    switch (key) {
    case KEY_COUNT:
        problems->count = (uint32_t)cli_parse_number(state, "--count", arg, 1, MOST_COUNT);
        return 0;
    case KEY_MIN_COST:
        problems->range.span[LIKE_BY_COST][0] =
            cli_parse_tenths(state, "--min-cost", arg, 0, MOST_COST);
        return 0;
    case KEY_MAX_COST:
        problems->range.span[LIKE_BY_COST][1] =
            cli_parse_tenths(state, "--max-cost", arg, 0, MOST_COST) + 1;
        return 0;
    case KEY_MAX_DIFFICULTY:
        problems->range.span[LIKE_BY_DIFFICULTY][1] = parse_difficulty(state, arg);
        return 0;
    case KEY_LIKE:
        problems->like_name = cli_parse_input(arg);
        return 0;
    case KEY_SEED:
        problems->seed = cli_parse_number(state, "--seed", arg, 0, UINT64_MAX);
        return 0;
    case KEY_SCENARIO:
        problems->scenario_path = cli_parse_input(arg);
        return 0;
    case KEY_CSV:
        problems->csv = arg;
        return 0;
    case ARGP_KEY_END:
        check_request(state, problems);
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
           "cost (a diagonal move costs 1.4), A* difficulty (states A* expands, divided by the "
           "moves of an optimal path) and detour (optimal cost, divided by octile distance).",
    .children = children};

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

static double get_detour(const struct problem *problem)
{
    return (double)problem->optimal / cairn_cell_get_distance(problem->ends[0], problem->ends[1]);
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
    fputs("problem,start_x,start_y,goal_x,goal_y,optimal,optimal_moves,expanded,difficulty,"
          "detour\n",
          problems->table.stream);
    for (uint32_t i = 0; i < problems->count; i++) {
        const struct problem *problem = &problems->list[i];
        fprintf(problems->table.stream, "%u,%u,%u,%u,%u,%u,%u,%u,%.4f,%.4f\n", i,
                cairn_cell_get_x(problem->ends[0]), cairn_cell_get_y(problem->ends[0]),
                cairn_cell_get_x(problem->ends[1]), cairn_cell_get_y(problem->ends[1]),
                problem->optimal, problem->moves, problem->expanded, get_difficulty(problem),
                get_detour(problem));
    }
}

static int print_figures(const struct problems *problems)
{
    if (problems->shared.quiet && !problems->shared.json)
        return CLI_YES;
    double *numbers = calloc(problems->count, sizeof *numbers);
    if (numbers == NULL)
        return problems_fail(problems, CAIRN_MEMORY);
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
    for (uint32_t i = 0; i < problems->count; i++)
        numbers[i] = get_detour(&problems->list[i]);
    figures = harness_figures_find(numbers, problems->count);
    cli_figures_add(&report, "detour", &figures);
    free(numbers);
    if (problems->like_name != NULL)
        cli_report_add_integer(&report, "unmatched", problems->like.moved);
    return cli_report_print(&report, stdout, problems->shared.json);
}

/* Both files are kept, or none. */
static int make_files(struct problems *problems)
{
    int code = problems_open(problems);
    if (code == CLI_YES)
        code = problems_make(problems);
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
    struct problems problems = {.count = DEFAULT_COUNT,
                                .range = {{{0, UINT32_MAX}, {0, UINT32_MAX}, {0, UINT32_MAX}}},
                                .seed = 1};
    cli_parse(&cli_problems_argp, argc, argv, &problems.shared);
    cli_catch_signals();
    int code = make_files(&problems);
    if (code == CLI_YES)
        code = print_figures(&problems);
    problems_close(&problems);
    return code;
}
