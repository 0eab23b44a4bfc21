/* cli_walk.c: moving an agent from start to goal, and measuring it.
 *
 * A problem is run twice, which an agent's determinism allows: once with nothing in the loop but
 * its steps, for the planning time, and once with a clock around each step, for the first and the
 * slowest move, and with the count of revisits. A* is run once, with the clock: its second run
 * would only double the search, and its moves are few against what the search takes.
 *
 * Planning time is processor time, as in the paper: it stands still while other work has the
 * processor. For a single move that clock is too slow; an evaluation walks short problems some
 * more times instead, and the lowest time of each move counts. */
#include "cli.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 1024, WORD_BITS = 64 };

/* Walks of more steps are not walked again for the times of their steps. */
enum { SHORT_WALK = 20000, MORE_WALKS = 2 };

bool cli_cells_add(struct cli_cells *cells, cairn_cell cell)
{
    if (cells->count == cells->capacity) {
        size_t capacity = cells->capacity ? 2 * cells->capacity : FIRST_CAPACITY;
        cairn_cell *larger = realloc(cells->cells, capacity * sizeof *larger);
        if (larger == NULL)
            return false;
        cells->cells = larger;
        cells->capacity = capacity;
    }
    cells->cells[cells->count++] = cell;
    return true;
}

cairn_status cli_walker_open(const struct cli_world *world, const struct cli_agent_options *options,
                             struct cli_walker *walker)
{
    cairn_map_info info = cli_get_map_info(world->map);
    *walker = (struct cli_walker){.agent = world->agent,
                                  .once = world->algorithm == CAIRN_ASTAR,
                                  .max_moves = options->max_moves,
                                  .width = info.width};
    size_t words = (size_t)info.width * info.height / WORD_BITS + 1;
    walker->visited = calloc(words, sizeof *walker->visited);
    return walker->visited != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

void cli_walker_close(struct cli_walker *walker)
{
    free(walker->visited);
    free(walker->marked.cells);
    free(walker->path.cells);
}

/* Notes that the agent is in a cell; counts it if it has been there before. */
static bool visit(struct cli_walker *walker, cairn_cell cell, uint64_t *revisits)
{
    size_t number = (size_t)cairn_cell_get_y(cell) * walker->width + cairn_cell_get_x(cell);
    uint64_t *word = &walker->visited[number / WORD_BITS];
    uint64_t bit = UINT64_C(1) << number % WORD_BITS;
    if (*word & bit) {
        (*revisits)++;
    } else {
        if (!cli_cells_add(&walker->marked, cell))
            return false;
        *word |= bit;
    }
    return !walker->keep_path || cli_cells_add(&walker->path, cell);
}

/* Clears only the bits that were set: a short walk on a huge map stays cheap. */
static void forget_visits(struct cli_walker *walker)
{
    for (size_t i = 0; i < walker->marked.count; i++) {
        cairn_cell cell = walker->marked.cells[i];
        size_t number = (size_t)cairn_cell_get_y(cell) * walker->width + cairn_cell_get_x(cell);
        walker->visited[number / WORD_BITS] &= ~(UINT64_C(1) << number % WORD_BITS);
    }
    walker->marked.count = 0;
}

static cairn_status walk_undisturbed(struct cli_walker *walker, const cairn_cell ends[2],
                                     struct cli_walk *walk)
{
    cairn_step step = {0};
    cairn_status status = cairn_agent_start(walker->agent, ends[0], ends[1]);
    bool arrived = ends[0] == cairn_agent_get_goal(walker->agent);
    uint64_t moves = 0;
    uint64_t start = cli_get_cpu_time();
    while (status == CAIRN_OK && !arrived && moves < walker->max_moves && cli_signal == 0) {
        status = cairn_agent_step(walker->agent, &step);
        arrived = step.kind == CAIRN_STEP_ARRIVED;
        moves += step.kind != CAIRN_STEP_WAITED;
    }
    walk->time_ns = cli_get_cpu_time() - start;
    return status;
}

/* Notes how long a step took and what it spent. */
static void note_step(struct cli_walk *walk, const cairn_step *step, uint64_t spent)
{
    uint32_t units = cairn_work_get_units(&step->work);
    bool waited = step->kind == CAIRN_STEP_WAITED;
    if (walk->moves == 0) {
        walk->first_move_ns += spent;
        walk->first_waited += waited;
    }
    if (spent > walk->max_move_ns)
        walk->max_move_ns = spent;
    if (units > walk->max_units)
        walk->max_units = units;
    walk->waited += waited;
    walk->moves += !waited;
    walk->solved = step->kind == CAIRN_STEP_ARRIVED;
}

static cairn_status take_watched_step(struct cli_walker *walker, struct cli_walk *walk)
{
    cairn_step step = {0};
    uint64_t start = cli_get_time();
    cairn_status status = cairn_agent_step(walker->agent, &step);
    uint64_t spent = cli_get_time() - start;
    if (status != CAIRN_OK)
        return status;
    note_step(walk, &step, spent);
    if (walker->once)
        walk->time_ns += spent;
    if (walker->times != NULL && !cli_times_add(walker->times, spent))
        return CAIRN_MEMORY;
    if (step.kind == CAIRN_STEP_WAITED)
        return CAIRN_OK;
    return visit(walker, step.cell, &walk->revisits) ? CAIRN_OK : CAIRN_MEMORY;
}

static cairn_status walk_watched(struct cli_walker *walker, const cairn_cell ends[2],
                                 struct cli_walk *walk)
{
    cairn_status status = cairn_agent_start(walker->agent, ends[0], ends[1]);
    walker->path.count = 0;
    if (walker->times != NULL)
        walker->times->count = 0;
    walk->goal = status == CAIRN_OK ? cairn_agent_get_goal(walker->agent) : ends[1];
    walk->solved = ends[0] == walk->goal;
    if (status == CAIRN_OK && !visit(walker, ends[0], &walk->revisits))
        status = CAIRN_MEMORY;
    uint64_t start = cli_get_cpu_time();
    while (status == CAIRN_OK && !walk->solved && walk->moves < walker->max_moves &&
           cli_signal == 0)
        status = take_watched_step(walker, walk);
    uint64_t spent = cli_get_cpu_time() - start;
    if (walker->once && spent < walk->time_ns)
        walk->time_ns = spent; /* something else ran within a step */
    walk->stats = cairn_agent_get_stats(walker->agent);
    forget_visits(walker);
    return status;
}

/* Walks the problem again and lowers each step's time to what it needed then. */
static cairn_status walk_again(struct cli_walker *walker, const cairn_cell ends[2],
                               struct cli_walk *walk)
{
    uint32_t *times = walker->times->times;
    uint64_t steps = walk->moves + walk->waited;
    cairn_status status = CAIRN_OK;
    for (int repeat = 0; status == CAIRN_OK && repeat < MORE_WALKS; repeat++) {
        status = cairn_agent_start(walker->agent, ends[0], ends[1]);
        for (uint64_t i = 0; status == CAIRN_OK && i < steps; i++) {
            cairn_step step;
            uint64_t start = cli_get_time();
            status = cairn_agent_step(walker->agent, &step);
            uint64_t spent = cli_get_time() - start;
            if (spent < times[i])
                times[i] = (uint32_t)spent;
        }
    }
    walk->first_move_ns = walk->max_move_ns = 0;
    for (uint64_t i = 0; i <= walk->first_waited; i++)
        walk->first_move_ns += times[i];
    for (uint64_t i = 0; i < steps; i++)
        walk->max_move_ns = times[i] > walk->max_move_ns ? times[i] : walk->max_move_ns;
    return status;
}

cairn_status cli_walker_run(struct cli_walker *walker, const cairn_cell ends[2],
                            struct cli_walk *walk)
{
    *walk = (struct cli_walk){0};
    cairn_status status = CAIRN_OK;
    /* With --no-growth a full table ends the walk: it is not solved, which is an answer. */
    if (!walker->once)
        status = walk_undisturbed(walker, ends, walk);
    if (status == CAIRN_OK || status == CAIRN_FULL)
        status = walk_watched(walker, ends, walk);
    if (status == CAIRN_OK && walker->times != NULL && !walker->once && walk->moves > 0 &&
        walk->moves + walk->waited <= SHORT_WALK)
        status = walk_again(walker, ends, walk);
    walk->ended = walk->solved ? "arrived" : status == CAIRN_FULL ? "learned_full" : "max_moves";
    if (status == CAIRN_FULL)
        status = CAIRN_OK;
    if (status == CAIRN_NO_PATH) {
        *walk = (struct cli_walk){.ended = "no_path", .goal = ends[1]};
        walker->path.count = 0;
        return CAIRN_OK;
    }
    return status == CAIRN_OK && cli_signal != 0 ? CAIRN_INTERRUPTED : status;
}

int cli_fail_walk(cairn_status status)
{
    const cairn_detail none = {0};
    char text[256];
    cli_explain(status, &none, text, sizeof text);
    return cli_fail(CLI_BAD, "the agent cannot go on: %s", text);
}

double cli_walk_get_length(const struct cli_walk *walk)
{
    cairn_search_result path = {.cardinal = (uint32_t)(walk->moves - walk->stats.diagonal),
                                .diagonal = (uint32_t)walk->stats.diagonal};
    return cairn_search_result_get_length(&path);
}
