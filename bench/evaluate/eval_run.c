/* eval_run.c: an agent of the suite on the problems of a map: the rows of one table.
 *
 * The table gets its name when it is whole, so a run that is broken off loses the agent it was at,
 * and nothing else. */
#include "evaluate.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cairn/tools.h>

/* An agent that is made of less is made anew for each problem, so that its memory is that of the
 * problem; a search's node store would have its pages to fault in again. */
enum { FRESH_BYTES = 1 << 20 };

/* Where moves are this slow, a clock around each of them does not show. */
enum { SLOW_MOVE_NS = 5000 };

/* How often a walk is timed: the lowest time of each move counts. */
enum { WATCHED_WALKS = 3 };

struct runner {
    struct eval *eval;
    struct eval_context context;
    struct eval_world world;
    harness_walker walker;
    struct outside outside; /* an agent that is a program */
    harness_mover mover;
    harness_problem *problems;
    uint32_t count;
    struct cli_file file;
    struct cli_file moves; /* the raw moves, if they are kept */
    bool fresh;
};

/* ---- what is there ---- */

static bool read_problem(FILE *file, harness_problem *problem)
{
    unsigned number, cells[4], rest[3];
    double difficulty;
    if (fscanf(file, "%u,%u,%u,%u,%u,%u,%u,%u,%lf%*[^\n]", &number, &cells[0], &cells[1], &cells[2],
               &cells[3], &rest[0], &rest[1], &rest[2], &difficulty) != 9)
        return false;
    *problem = (harness_problem){
        .ends = {cairn_cell_at(cells[0], cells[1]), cairn_cell_at(cells[2], cells[3])},
        .optimal = rest[0],
        .moves = rest[1],
        .expanded = rest[2]};
    return true;
}

int eval_read_problems(const struct eval *eval, size_t map, harness_problem **problems,
                       uint32_t *count)
{
    char *path = eval_get_problems_path(eval, map, "csv");
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    harness_problem problem;
    bool enough = true;
    *problems = NULL;
    *count = 0;
    if (file != NULL)
        (void)!fscanf(file, "%*[^\n] ");
    while (file != NULL && enough && read_problem(file, &problem)) {
        harness_problem *larger = realloc(*problems, (*count + 1) * sizeof problem);
        enough = larger != NULL;
        if (enough) {
            *problems = larger;
            (*problems)[(*count)++] = problem;
        }
    }
    if (file != NULL)
        fclose(file);
    int code = enough && *count > 0
                   ? CLI_YES
                   : cli_fail(CLI_BAD, "%s: the problems cannot be read; remove the file",
                              path != NULL ? path : "problems");
    free(path);
    return code;
}

static int prepare_world(const struct suite_agent *agent, struct eval_world *world)
{
    cairn_detail detail = {0};
    world->shared = (harness_world){.map = world->map, .db = world->db};
    cairn_status status = harness_world_prepare(&world->shared, &agent->recipe, &detail);
    return status == CAIRN_OK ? CLI_YES : eval_fail_agent(agent, status, &detail);
}

int eval_world_open(const struct eval *eval, size_t map, size_t agent, struct eval_world *world)
{
    const struct suite_agent *entry = &eval->suite.agents[agent];
    char *path = eval_get_map_path(eval, map);
    char *database =
        entry->database != NULL ? eval_get_database_path(eval, map, agent, "cairn") : NULL;
    *world = (struct eval_world){0};
    int code =
        path != NULL ? cli_open_map(path, eval_get_set(eval, map)->corners, &world->map) : CLI_BAD;
    if (code == CLI_YES && entry->database != NULL)
        code = database != NULL ? cli_open_db(database, &world->db) : CLI_BAD;
    free(database);
    free(path);
    return code == CLI_YES ? prepare_world(entry, world) : code;
}

void eval_world_close(struct eval_world *world)
{
    harness_world_close(&world->shared);
    cairn_map_close(world->map);
    cairn_db_close(world->db);
}

int eval_fail_agent(const struct suite_agent *agent, cairn_status status,
                    const cairn_detail *detail)
{
    const char *text = detail->text[0] != '\0' ? detail->text : cairn_status_get_text(status);
    return cli_fail(CLI_BAD, "%s: %s", agent->name, text);
}

/* Processor seconds the database took to build. */
static double find_build_seconds(const struct eval *eval, size_t map, size_t agent)
{
    char *path = eval_get_database_path(eval, map, agent, "cairn.json");
    json_t *facts = path != NULL ? json_load_file(path, 0, NULL) : NULL;
    double seconds = json_real_value(json_object_get(facts, "cpu_seconds"));
    json_decref(facts);
    free(path);
    return seconds;
}

/* The hash of a file that was made, whose name is taken over. */
static int hash_file(char *path, uint64_t *hash)
{
    cairn_detail detail = {0};
    cairn_status status = path != NULL ? cairn_file_find_hash(path, &detail, hash) : CAIRN_MEMORY;
    int code = status == CAIRN_OK
                   ? CLI_YES
                   : cli_fail_file(CLI_BAD, path != NULL ? path : "a file", status, &detail);
    free(path);
    return code;
}

/* Of the problems the table, which the rows are measured on. */
static int find_hashes(const struct eval *eval, size_t map, size_t agent,
                       struct eval_context *context)
{
    uint64_t *hashes = context->hashes;
    int code = hash_file(eval_get_map_path(eval, map), &hashes[EVAL_HASH_MAP]);
    if (code == CLI_YES)
        code = hash_file(eval_get_problems_path(eval, map, "csv"), &hashes[EVAL_HASH_PROBLEMS]);
    if (code == CLI_YES && context->agent->database != NULL)
        code = hash_file(eval_get_database_path(eval, map, agent, "cairn"),
                         &hashes[EVAL_HASH_DATABASE]);
    return code;
}

static int open_context(struct runner *runner, size_t map, size_t agent)
{
    struct eval *eval = runner->eval;
    struct eval_context *context = &runner->context;
    uint64_t start = harness_get_cpu_time();
    int code = eval_world_open(eval, map, agent, &runner->world);
    if (code != CLI_YES)
        return code;
    cairn_map_info info = cli_get_map_info(runner->world.map);
    *context = (struct eval_context){.set = eval_get_set(eval, map),
                                     .map = &eval->suite.maps[map],
                                     .agent = &eval->suite.agents[agent],
                                     .map_cells = (uint64_t)info.width * info.height,
                                     .map_open = info.open_cells,
                                     .index_bytes = harness_world_get_bytes(&runner->world.shared)};
    if (context->index_bytes > 0)
        context->preparation_seconds = (double)(harness_get_cpu_time() - start) * 1e-9;
    if (runner->world.db != NULL) {
        context->database_records = cli_get_figure(runner->world.db, "records");
        context->database_states = cli_get_figure(runner->world.db, "states");
        context->database_bytes = cli_get_db_info(runner->world.db).bytes;
        context->preparation_seconds += find_build_seconds(eval, map, agent);
    }
    code = find_hashes(eval, map, agent, context);
    return code == CLI_YES ? eval_read_problems(eval, map, &runner->problems, &runner->count)
                           : code;
}

/* ---- a problem ---- */

/* Where moves are slow one walk serves for all. */
static harness_care get_care(bool slow, bool keep_path)
{
    return (harness_care){
        .plain = !slow, .watched = slow ? 1 : WATCHED_WALKS, .keep_path = keep_path};
}

static int renew_agent(struct runner *runner)
{
    const struct suite_agent *agent = runner->context.agent;
    cairn_detail detail = {0};
    cairn_agent_destroy(runner->walker.agent);
    cairn_status status = harness_create_agent(&runner->world.shared, &agent->recipe, NULL, &detail,
                                               &runner->walker.agent);
    return status == CAIRN_OK ? CLI_YES : eval_fail_agent(agent, status, &detail);
}

/* A digit a move, its place in the order NW, N, NE, SW, S, SE, W, E. */
static void write_moves(FILE *stream, uint32_t number, const harness_cells *path)
{
    static const char digits[3][3] = {{'0', '1', '2'}, {'6', '-', '7'}, {'3', '4', '5'}};
    fprintf(stream, "%u %u,%u ", number, cairn_cell_get_x(path->cells[0]),
            cairn_cell_get_y(path->cells[0]));
    for (size_t i = 1; i < path->count; i++) {
        cairn_cell from = path->cells[i - 1], to = path->cells[i];
        uint32_t right = cairn_cell_get_x(to) + 1 - cairn_cell_get_x(from);
        uint32_t down = cairn_cell_get_y(to) + 1 - cairn_cell_get_y(from);
        fputc(digits[down][right], stream);
    }
    fputc('\n', stream);
}

/* The most that a walk of a problem may cost; 0: anything. */
static uint64_t get_limit(const struct runner *runner, const harness_problem *problem)
{
    return (uint64_t)runner->eval->suite.cut * problem->optimal;
}

/* A move costs 10 at least: a walk of more moves is above the limit. Repeated trials go on to
 * their end, whatever the first one costs: a trial that is ended would end them all. */
static void set_limit(struct runner *runner, const harness_problem *problem)
{
    uint64_t limit = get_limit(runner, problem);
    uint64_t own = runner->context.agent->recipe.max_moves;
    uint64_t moves = limit / 10 + 1;
    bool limited = limit > 0 && runner->walker.trials == 0 && moves < own;
    runner->walker.max_moves = limited ? moves : own;
}

/* A walk above the limit counts with the limit, whatever it cost when it was ended: the bound is then
 * the same for all agents. */
static void cut_walk(const struct runner *runner, const harness_problem *problem,
                     harness_walk *walk)
{
    uint64_t limit = get_limit(runner, problem);
    if (limit == 0 || walk->stats.cost <= limit)
        return;
    walk->stats.cost = limit;
    walk->solved = false;
    walk->ended = "cut";
}

static int run_problem(struct runner *runner, uint32_t number)
{
    const harness_problem *problem = &runner->problems[number];
    harness_walk walk;
    int code = runner->fresh && number > 0 ? renew_agent(runner) : CLI_YES;
    if (code != CLI_YES)
        return code;
    set_limit(runner, problem);
    cairn_status status = harness_walker_run(&runner->walker, problem->ends, &walk);
    cut_walk(runner, problem, &walk);
    if (status != CAIRN_OK && runner->walker.mover != NULL)
        return eval_outside_fail(runner->context.agent, &runner->outside, status);
    if (status != CAIRN_OK)
        return status == CAIRN_INTERRUPTED ? CLI_SIGNAL + cli_signal : cli_fail_walk(status);
    if (walk.moves > 0 && walk.time_ns / walk.moves > SLOW_MOVE_NS)
        runner->walker.care = get_care(true, runner->eval->keep_moves);
    struct eval_failure failure = eval_find_failure(&runner->world, &runner->context.agent->recipe,
                                                    runner->walker.agent, problem->ends, &walk);
    const struct eval_walk row = {number, problem, &walk, runner->walker.single, &failure};
    eval_write_row(runner->file.stream, &runner->context, &row);
    if (runner->eval->keep_moves && runner->walker.path.count > 0)
        write_moves(runner->moves.stream, number, &runner->walker.path);
    return CLI_YES;
}

/* The time that the program takes for the map is its pre-computation. */
static int open_outside(struct runner *runner)
{
    const struct eval_context *context = &runner->context;
    const size_t pair[2] = {(size_t)(context->map - runner->eval->suite.maps),
                            (size_t)(context->agent - runner->eval->suite.agents)};
    uint64_t start = harness_get_time();
    int code = eval_outside_open(runner->eval, pair, runner->world.map, &runner->outside);
    runner->context.preparation_seconds = (double)(harness_get_time() - start) * 1e-9;
    runner->mover = outside_get_mover(&runner->outside);
    runner->walker.mover = &runner->mover;
    return code;
}

static int open_walker(struct runner *runner)
{
    const harness_world *world = &runner->world.shared;
    const harness_recipe *recipe = &runner->context.agent->recipe;
    bool outside = runner->context.agent->program.count > 0;
    bool slow = outside || harness_get_algorithm(world, recipe) == CAIRN_ASTAR;
    harness_care care = get_care(slow, runner->eval->keep_moves);
    size_t bytes = 0;
    cairn_status status = harness_walker_open(runner->world.map, &care, &runner->walker);
    harness_walker_follow(&runner->walker, recipe);
    runner->walker.stop = &cli_signal;
    if (status != CAIRN_OK)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(status));
    if (outside)
        return open_outside(runner);
    runner->fresh = !runner->walker.keeps &&
                    harness_find_agent_size(world, recipe, &bytes) == CAIRN_OK &&
                    bytes < FRESH_BYTES;
    return renew_agent(runner);
}

static int run_problems(struct runner *runner)
{
    struct eval *eval = runner->eval;
    int code = open_walker(runner);
    fputs(eval_header, runner->file.stream);
    for (uint32_t i = 0; code == CLI_YES && i < runner->count; i++) {
        code = run_problem(runner, i);
        cli_progress_update(&eval->progress, ++eval->done, eval->total);
        if (ferror(runner->file.stream))
            break; /* reported when the file is closed */
    }
    if (code != CLI_YES)
        cli_progress_end(&eval->progress);
    return code;
}

/* ---- a table ---- */

static int open_file(const struct eval *eval, size_t pair[2], const char *ending,
                     struct cli_file *file)
{
    char *path = eval_get_run_path(eval, pair[0], pair[1], ending);
    int code = path != NULL ? cli_file_open(path, file) : CLI_BAD;
    free(path);
    return code;
}

static int close_file(struct cli_file *file, int code)
{
    if (file->path == NULL)
        return code;
    int closed = cli_file_close(file, code == CLI_YES);
    return code == CLI_YES ? closed : code;
}

static int make_table(struct runner *runner, size_t map, size_t agent)
{
    size_t pair[2] = {map, agent};
    int code = open_context(runner, map, agent);
    if (code == CLI_YES)
        code = open_file(runner->eval, pair, "csv", &runner->file);
    if (code == CLI_YES && runner->eval->keep_moves)
        code = open_file(runner->eval, pair, "moves", &runner->moves);
    if (code == CLI_YES)
        code = run_problems(runner);
    code = close_file(&runner->moves, code);
    return close_file(&runner->file, code);
}

static bool is_there(const struct eval *eval, size_t map, size_t agent, const char *ending)
{
    char *path = eval_get_run_path(eval, map, agent, ending);
    bool there = path != NULL && access(path, R_OK) == 0;
    free(path);
    return there;
}

int eval_run(struct eval *eval, size_t map, size_t agent)
{
    struct runner runner = {.eval = eval};
    int code = CLI_YES;
    if (is_there(eval, map, agent, "csv") &&
        (!eval->keep_moves || is_there(eval, map, agent, "moves"))) {
        code = eval_read_problems(eval, map, &runner.problems, &runner.count);
        eval->done += runner.count;
        free(runner.problems);
        return code;
    }
    code = make_table(&runner, map, agent);
    outside_close(&runner.outside);
    cairn_agent_destroy(runner.walker.agent);
    harness_walker_close(&runner.walker);
    eval_world_close(&runner.world);
    free(runner.problems);
    return code;
}
