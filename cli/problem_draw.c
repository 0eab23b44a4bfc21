/* problem_draw.c: the tools that judge problems, and problems one by one: drawn within a range of cost
 * and difficulty, or taken from a scenario file.
 *
 * Problem i depends on (map, corners, range, seed, i) alone. Candidates are judged by a prepared
 * engine; A*, which takes a thousand times longer, runs on those whose cost will do. */
#include "problems.h"

#include <inttypes.h>
#include <stdlib.h>

/* Pairs drawn before a problem is given up; some seconds. */
#define MOST_DRAWS UINT64_C(1000000)

/* Units of A* between two looks at its difficulty, and at Ctrl-C; tens of microseconds. */
enum { SLICE = 1 << 11 };

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
    cairn_planner_def planner = {.size = sizeof planner, .engine = problems->engine};
    return status == CAIRN_OK
               ? cairn_planner_create(problems->map, NULL, &planner, &problems->planner)
               : status;
}

static cairn_status make_tools(struct problems *problems)
{
    cairn_planner_def astar = {.size = sizeof astar, .method = CAIRN_METHOD_ASTAR};
    cairn_status status = problems->scenario_path == NULL ? make_judge(problems) : CAIRN_OK;
    if (status == CAIRN_OK)
        status = cairn_sampler_create(problems->map, NULL, &problems->sampler);
    for (astar.costs = CAIRN_COSTS_OCTILE; status == CAIRN_OK && astar.costs <= CAIRN_COSTS_SQRT2;
         astar.costs++)
        status = cairn_planner_create(problems->map, NULL, &astar, &problems->astars[astar.costs]);
    problems->list = calloc(problems->count, sizeof *problems->list);
    return status == CAIRN_OK && problems->list == NULL ? CAIRN_MEMORY : status;
}

int problems_fail(const struct problems *problems, cairn_status status)
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
    int code = cli_open_scenario(problems->scenario_path, &problems->scenario);
    if (code != CLI_YES)
        return code;
    keep_solvable(problems->map, problems->scenario);
    if (problems->scenario->count == 0)
        return cli_fail(CLI_BAD, "%s: no problem in it has a path on %s; use another file",
                        problems->scenario_path, problems->shared.operands[0]);
    if (problems->count > problems->scenario->count)
        problems->count = problems->scenario->count;
    return CLI_YES;
}

static int open_like(struct problems *problems)
{
    int code = like_open(problems->like_name, &problems->like);
    if (code == CLI_YES && !like_share(&problems->like, &problems->range, problems->count))
        return cli_fail(
            CLI_BAD,
            "--like %s: none of its problems is in the range of cost and difficulty that "
            "was asked for; widen the range",
            problems->like_name);
    return code;
}

int problems_open(struct problems *problems)
{
    const struct cli_names names = {
        {problems->shared.operands[0], problems->scenario_path, problems->like_name},
        {problems->shared.output, problems->csv}};
    int code = problems->like_name != NULL ? open_like(problems) : CLI_YES;
    if (code == CLI_YES)
        code = cli_open_map(problems->shared.operands[0], problems->shared.corners, &problems->map);
    if (code == CLI_YES)
        code = cli_check_open(problems->shared.operands[0], problems->map);
    if (code == CLI_YES && problems->scenario_path != NULL)
        code = open_scenario(problems);
    if (code == CLI_YES)
        code = cli_check_names(&names);
    if (code == CLI_YES)
        code = cli_file_open(problems->shared.output, &problems->scen);
    if (code == CLI_YES && problems->csv != NULL)
        code = cli_file_open(problems->csv, &problems->table);
    if (code != CLI_YES)
        return code;
    cairn_status status = make_tools(problems);
    return status == CAIRN_OK ? CLI_YES : problems_fail(problems, status);
}

void problems_close(struct problems *problems)
{
    free(problems->list);
    cairn_scenario_close(problems->scenario);
    for (int i = 0; i < 2; i++)
        cairn_planner_destroy(problems->astars[i]);
    cairn_sampler_destroy(problems->sampler);
    cairn_planner_destroy(problems->planner);
    cairn_engine_destroy(problems->engine);
    cairn_map_close(problems->map);
}

/* ---- a problem ---- */

cairn_status problems_find_cost(struct problems *problems, struct problem *problem, uint32_t *cost)
{
    *cost = UINT32_MAX;
    if (cairn_cell_get_distance(problem->ends[0], problem->ends[1]) >=
        problems->range.span[LIKE_BY_COST][1])
        return CAIRN_OK;
    return cairn_planner_find(problems->planner, problem->ends[0], problem->ends[1], cost);
}

/* What the search has come to. */
static cairn_status note_search(struct problems *problems, struct problem *problem)
{
    cairn_planner_stats stats = {.size = sizeof stats};
    cairn_status status = cairn_planner_get_stats(problems->astars[CAIRN_COSTS_OCTILE], &stats);
    problem->optimal = 10 * stats.cardinal + 14 * stats.diagonal;
    problem->moves = stats.cardinal + stats.diagonal;
    problem->expanded = stats.expanded;
    return status;
}

/* An optimal path has at most a move for each ten tenths of its cost. */
static bool is_below(const struct problem *problem, uint64_t moves, uint64_t most)
{
    return (uint64_t)problem->expanded * LIKE_UNIT < most * moves;
}

cairn_status problems_try(struct problems *problems, struct problem_trial *trial)
{
    struct problem *problem = trial->problem;
    cairn_planner *astar = problems->astars[CAIRN_COSTS_OCTILE];
    uint64_t most_moves = problem->optimal / 10;
    cairn_status found = cairn_planner_ask(astar, problem->ends[0], problem->ends[1]);
    trial->fits = true;
    do {
        if (found == CAIRN_OK)
            found = cairn_planner_run(astar, SLICE, NULL);
        cairn_status status = note_search(problems, problem);
        trial->expanded = problem->expanded;
        trial->fits =
            is_below(problem, found == CAIRN_OK ? problem->moves : most_moves, trial->most);
        if (status != CAIRN_OK || found != CAIRN_UNFINISHED)
            return found == CAIRN_OK ? status : found;
        found = CAIRN_OK;
    } while (trial->fits && cli_signal == 0);
    return cli_signal == 0 ? CAIRN_OK : CAIRN_INTERRUPTED;
}

/* Names the bounds that were asked for; costs are in tenths. */
static int fail_draws(const struct problems *problems)
{
    const struct like_range *range = &problems->range;
    const char *path = problems->shared.operands[0];
    char most[32] = " upwards", difficulty[64] = "";
    bool limited = range->span[LIKE_BY_COST][1] != UINT32_MAX,
         judged = range->span[LIKE_BY_DIFFICULTY][1] != UINT32_MAX;
    if (range->span[LIKE_BY_COST][0] == 0 && !limited && !judged)
        return cli_fail(CLI_BAD,
                        "%s: no pair of different cells among %" PRIu64
                        " drawn is joined by a path; use another map",
                        path, MOST_DRAWS);
    if (limited)
        snprintf(most, sizeof most, " to %u.%u", (range->span[LIKE_BY_COST][1] - 1) / 10,
                 (range->span[LIKE_BY_COST][1] - 1) % 10);
    if (judged)
        snprintf(difficulty, sizeof difficulty, " and a difficulty up to %g",
                 (double)(range->span[LIKE_BY_DIFFICULTY][1] - 1) / LIKE_UNIT);
    return cli_fail(CLI_BAD,
                    "%s: no pair of cells among %" PRIu64 " drawn has an optimal cost "
                    "from %u.%u%s%s; widen the range or use another map",
                    path, MOST_DRAWS, range->span[LIKE_BY_COST][0] / 10,
                    range->span[LIKE_BY_COST][0] % 10, most, difficulty);
}

/* Whether a pair of known cost will do. */
static cairn_status check_pair(struct problems *problems, struct problem *problem, bool *fits)
{
    const struct like_range *range = &problems->range;
    struct problem_trial trial = {.problem = problem, .most = range->span[LIKE_BY_DIFFICULTY][1]};
    *fits = problem->optimal >= range->span[LIKE_BY_COST][0] &&
            problem->optimal < range->span[LIKE_BY_COST][1] && problem->optimal > 0;
    if (!*fits || range->span[LIKE_BY_DIFFICULTY][1] == UINT32_MAX)
        return CAIRN_OK;
    cairn_status status = problems_try(problems, &trial);
    *fits = trial.fits;
    return status;
}

/* Draws until a pair is in the range. Streams from the end: a database with the same seed takes
 * those from the beginning, and must not hold the very problems. */
static int draw(struct problems *problems, uint32_t number)
{
    cairn_random random;
    (void)cairn_random_start(problems->seed, UINT64_MAX - number, &random);
    struct problem *problem = &problems->list[number];
    uint64_t draws = MOST_DRAWS;
    bool fits = false;
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && !fits) {
        if (cli_signal != 0)
            return problems_fail(problems, CAIRN_INTERRUPTED);
        status = cairn_sampler_draw_pair(problems->sampler, &random, &draws, problem->ends);
        if (status == CAIRN_NO_PATH)
            return fail_draws(problems);
        if (status == CAIRN_OK)
            status = problems_find_cost(problems, problem, &problem->optimal);
        if (status == CAIRN_OK)
            status = check_pair(problems, problem, &fits);
    }
    return status == CAIRN_OK ? CLI_YES : problems_fail(problems, status);
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
    cairn_planner_stats found[2] = {{.size = sizeof found[0]}, {.size = sizeof found[1]}};
    cairn_status status = CAIRN_OK;
    for (int i = 0; status == CAIRN_OK && i < 2; i++) {
        uint32_t cost;
        status = cairn_planner_find(problems->astars[i], problem->ends[0], problem->ends[1], &cost);
        if (status == CAIRN_OK)
            status = cairn_planner_get_stats(problems->astars[i], &found[i]);
    }
    if (status != CAIRN_OK)
        return problems_fail(problems, status);
    const cairn_planner_stats *octile = &found[CAIRN_COSTS_OCTILE];
    problem->optimal = 10 * octile->cardinal + 14 * octile->diagonal;
    problem->moves = octile->cardinal + octile->diagonal;
    problem->expanded = octile->expanded;
    problem->length =
        cli_get_length(found[CAIRN_COSTS_SQRT2].cardinal, found[CAIRN_COSTS_SQRT2].diagonal);
    return cli_signal == 0 ? CLI_YES : problems_fail(problems, CAIRN_INTERRUPTED);
}

/* One by one. */
static int make_each(struct problems *problems, struct cli_progress *progress)
{
    int code = CLI_YES;
    for (uint32_t i = 0; code == CLI_YES && i < problems->count; i++) {
        code = problems->scenario_path != NULL ? take(problems, i) : draw(problems, i);
        if (code == CLI_YES)
            code = judge(problems, &problems->list[i]);
        cli_progress_update(progress, i + 1, problems->count);
    }
    return code;
}

/* Those drawn to a distribution all at once, and judged afterwards. */
static int make_like(struct problems *problems, struct cli_progress *progress)
{
    int code = problems_draw_like(problems, progress);
    for (uint32_t i = 0; code == CLI_YES && i < problems->count; i++)
        code = judge(problems, &problems->list[i]);
    return code;
}

int problems_make(struct problems *problems)
{
    struct cli_progress progress;
    cli_progress_begin(&progress, "problems", &problems->shared);
    int code = problems->like_name != NULL ? make_like(problems, &progress)
                                           : make_each(problems, &progress);
    cli_progress_end(&progress);
    return code;
}
