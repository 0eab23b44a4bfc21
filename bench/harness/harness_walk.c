/* harness_walk.c: moving an agent from start to goal, and measuring it.
 *
 * A problem is walked several times, which an agent's determinism allows: with nothing in the loop
 * but its steps, for the planning time, and with a clock around each step, for the times of single
 * steps and the count of re-visits. Where one walk has to serve for both, planning time is that of
 * the watched walk: A* would only double its search, and its moves are few against that.
 *
 * Planning time is processor time, as in the paper. For a single step that clock is too slow: it is
 * timed by the wall clock, and the lowest time of several walks counts. */
#include "harness.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 1024, WORD_BITS = 64, CACHE_LINE = 64 };

/* More than a processor's caches hold. */
#define COLD_BYTES ((size_t)64 << 20)

bool harness_cells_add(harness_cells *cells, cairn_cell cell)
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

cairn_status harness_walker_open(const cairn_map *map, const harness_care *care,
                                 harness_walker *walker)
{
    cairn_map_info info = {.size = sizeof info};
    cairn_status status = cairn_map_get_info(map, &info);
    *walker =
        (harness_walker){.care = *care, .max_moves = UINT64_MAX, .map = map, .width = info.width};
    if (status != CAIRN_OK)
        return status;
    walker->visited =
        calloc((size_t)info.width * info.height / WORD_BITS + 1, sizeof *walker->visited);
    walker->times = malloc(HARNESS_SHORT_WALK * sizeof *walker->times);
    walker->single = calloc(1, sizeof *walker->single);
    bool good = walker->visited != NULL && walker->times != NULL && walker->single != NULL;
    return good ? CAIRN_OK : CAIRN_MEMORY;
}

void harness_walker_close(harness_walker *walker)
{
    free(walker->visited);
    free(walker->marked.cells);
    free(walker->path.cells);
    free(walker->times);
    free(walker->single);
    free(walker->cold);
    *walker = (harness_walker){0};
}

static bool keeps_learning(const harness_recipe *recipe)
{
    for (uint32_t i = 0; i < recipe->options.count; i++)
        if (recipe->options.options[i].option == CAIRN_OPTION_KEEP_LEARNING)
            return recipe->options.options[i].value != 0;
    return false;
}

void harness_walker_follow(harness_walker *walker, const harness_recipe *recipe)
{
    walker->max_moves = recipe->max_moves;
    walker->trials = recipe->trials;
    walker->keeps = recipe->trials == 0 && keeps_learning(recipe);
    if (walker->keeps)
        walker->care = (harness_care){.watched = 1, .keep_path = walker->care.keep_path};
}

/* The first trial begins with nothing learned. */
static void forget_learned(const harness_walker *walker)
{
    if (walker->trials > 0)
        (void)cairn_agent_forget(walker->agent);
}

static bool is_stopped(const harness_walker *walker)
{
    return walker->stop != NULL && *walker->stop != 0;
}

/* Where an agent goes that has just been started. With CAIRN_GOAL_NEAREST it looks for that in its first step. */
static cairn_cell find_goal(const harness_walker *walker, cairn_cell start)
{
    cairn_cell goal = cairn_agent_get_goal(walker->agent);
    if (!cairn_map_has_path(walker->map, start, goal))
        (void)cairn_map_find_nearest_cell(walker->map, goal,
                                          cairn_map_get_component(walker->map, start), &goal);
    return goal;
}

/* ---- plain walks ---- */

static cairn_status walk_plain(harness_walker *walker, const cairn_cell ends[2], harness_walk *walk)
{
    cairn_step step = {0};
    cairn_status status = cairn_agent_start(walker->agent, ends[0], ends[1]);
    walk->goal = status == CAIRN_OK ? find_goal(walker, ends[0]) : ends[1];
    bool arrived = ends[0] == walk->goal;
    uint64_t moves = 0;
    uint64_t start = harness_get_cpu_time();
    while (status == CAIRN_OK && !arrived && moves < walker->max_moves && !is_stopped(walker)) {
        status = cairn_agent_step(walker->agent, &step);
        arrived = step.kind == CAIRN_STEP_ARRIVED;
        moves += step.kind != CAIRN_STEP_WAITED;
    }
    uint64_t spent = harness_get_cpu_time() - start;
    walk->time_ns = spent < walk->time_ns ? spent : walk->time_ns;
    walk->moves = moves;
    walk->solved = arrived;
    walk->stats = (cairn_agent_stats){.size = sizeof walk->stats};
    (void)cairn_agent_get_stats(walker->agent, &walk->stats);
    return status;
}

/* ---- the watched walk ---- */

/* Notes that the agent is in a cell; counts it if it has been there before. */
static bool visit(harness_walker *walker, cairn_cell cell, uint64_t *revisits)
{
    size_t number = (size_t)cairn_cell_get_y(cell) * walker->width + cairn_cell_get_x(cell);
    uint64_t *word = &walker->visited[number / WORD_BITS];
    uint64_t bit = UINT64_C(1) << number % WORD_BITS;
    if (*word & bit) {
        (*revisits)++;
    } else {
        if (!harness_cells_add(&walker->marked, cell))
            return false;
        *word |= bit;
    }
    return !walker->care.keep_path || harness_cells_add(&walker->path, cell);
}

/* Clears only the bits that were set: a short walk on a huge map stays cheap. */
static void forget_visits(harness_walker *walker)
{
    for (size_t i = 0; i < walker->marked.count; i++) {
        cairn_cell cell = walker->marked.cells[i];
        size_t number = (size_t)cairn_cell_get_y(cell) * walker->width + cairn_cell_get_x(cell);
        walker->visited[number / WORD_BITS] &= ~(UINT64_C(1) << number % WORD_BITS);
    }
    walker->marked.count = 0;
}

/* Notes how long a step took and what it spent. */
static void note_step(harness_walker *walker, harness_walk *walk, const cairn_step *step,
                      uint64_t spent)
{
    bool waited = step->kind == CAIRN_STEP_WAITED;
    uint64_t number = walk->moves + walk->waited;
    if (walk->moves == 0) {
        walk->first_move_ns += spent;
        walk->first_units += step->units;
        walk->first_waited += waited;
    }
    if (number < HARNESS_SHORT_WALK)
        walker->times[number] = spent < UINT32_MAX ? (uint32_t)spent : UINT32_MAX;
    harness_histogram_add(walker->single, spent);
    walk->max_units = step->units > walk->max_units ? step->units : walk->max_units;
    walk->waited += waited;
    walk->moves += !waited;
    walk->solved = step->kind == CAIRN_STEP_ARRIVED;
}

static cairn_status start_watched(const harness_walker *walker, const cairn_cell ends[2],
                                  cairn_cell *goal)
{
    *goal = ends[1];
    if (walker->mover != NULL)
        return walker->mover->start(walker->mover->context, ends);
    cairn_status status = cairn_agent_start(walker->agent, ends[0], ends[1]);
    if (status == CAIRN_OK)
        *goal = find_goal(walker, ends[0]);
    return status;
}

static cairn_status take_watched_step(harness_walker *walker, harness_walk *walk)
{
    cairn_step step = {0};
    const harness_mover *mover = walker->mover;
    uint64_t start = harness_get_time();
    cairn_status status =
        mover != NULL ? mover->step(mover->context, &step) : cairn_agent_step(walker->agent, &step);
    uint64_t spent = harness_get_time() - start;
    if (status != CAIRN_OK)
        return status;
    note_step(walker, walk, &step, spent);
    bool good = walker->notice == NULL || walker->notice(walker->notice_context, &step);
    if (good && step.kind != CAIRN_STEP_WAITED)
        good = visit(walker, step.cell, &walk->revisits);
    return good ? CAIRN_OK : CAIRN_MEMORY;
}

/* What the walk before left; the planning time stays. */
static void begin_watched(harness_walker *walker, harness_walk *walk)
{
    *walk = (harness_walk){.time_ns = walk->time_ns};
    *walker->single = (harness_histogram){0};
    walker->path.count = 0;
}

/* The planning time and the figures. */
static cairn_status end_watched(harness_walker *walker, uint64_t spent, harness_walk *walk)
{
    const harness_mover *mover = walker->mover;
    uint64_t sum = walker->single->sum;
    walk->max_move_ns = walker->single->most;
    if (walker->care.plain == 0) /* the lower one: something else may have run within a step */
        walk->time_ns = spent < sum && mover == NULL ? spent : sum;
    walk->stats = (cairn_agent_stats){.size = sizeof walk->stats};
    return mover != NULL ? mover->end(mover->context, &walk->stats)
                         : cairn_agent_get_stats(walker->agent, &walk->stats);
}

static cairn_status walk_watched(harness_walker *walker, const cairn_cell ends[2],
                                 harness_walk *walk)
{
    begin_watched(walker, walk);
    forget_learned(walker);
    cairn_status status = start_watched(walker, ends, &walk->goal);
    walk->solved = ends[0] == walk->goal;
    if (status == CAIRN_OK && !visit(walker, ends[0], &walk->revisits))
        status = CAIRN_MEMORY;
    uint64_t start = harness_get_cpu_time();
    while (status == CAIRN_OK && !walk->solved && walk->moves < walker->max_moves &&
           !is_stopped(walker))
        status = take_watched_step(walker, walk);
    cairn_status ended = end_watched(walker, harness_get_cpu_time() - start, walk);
    forget_visits(walker);
    return status == CAIRN_OK ? ended : status;
}

/* ---- the same walk again ---- */

/* Lowers each step's time to what it needs in this walk. */
static cairn_status walk_again(harness_walker *walker, const cairn_cell ends[2], uint64_t steps)
{
    forget_learned(walker);
    cairn_status status = cairn_agent_start(walker->agent, ends[0], ends[1]);
    for (uint64_t i = 0; status == CAIRN_OK && i < steps; i++) {
        cairn_step step;
        uint64_t start = harness_get_time();
        status = cairn_agent_step(walker->agent, &step);
        uint64_t spent = harness_get_time() - start;
        if (spent < walker->times[i])
            walker->times[i] = (uint32_t)spent;
    }
    return status;
}

static cairn_status watch_more(harness_walker *walker, const cairn_cell ends[2], harness_walk *walk)
{
    uint64_t steps = walk->moves + walk->waited;
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 1; status == CAIRN_OK && i < walker->care.watched; i++)
        status = walk_again(walker, ends, steps);
    *walker->single = (harness_histogram){0};
    walk->first_move_ns = 0;
    for (uint64_t i = 0; i < steps; i++) {
        harness_histogram_add(walker->single, walker->times[i]);
        walk->first_move_ns += i <= walk->first_waited ? walker->times[i] : 0;
    }
    walk->max_move_ns = walker->single->most;
    return status;
}

static void empty_caches(unsigned char *memory)
{
    for (size_t i = 0; i < COLD_BYTES; i += CACHE_LINE)
        memory[i]++;
}

static cairn_status watch_cold(harness_walker *walker, const cairn_cell ends[2], harness_walk *walk)
{
    uint64_t steps = walk->moves + walk->waited;
    cairn_status status = CAIRN_OK;
    if (walker->cold == NULL)
        walker->cold = calloc(COLD_BYTES, 1);
    if (walker->cold == NULL)
        return CAIRN_MEMORY;
    memset(walker->times, 0xff, (size_t)steps * sizeof *walker->times);
    for (uint32_t i = 0; status == CAIRN_OK && i < walker->care.cold; i++) {
        empty_caches(walker->cold);
        status = walk_again(walker, ends, steps);
    }
    for (uint64_t i = 0; i < steps; i++)
        walk->max_cold_ns =
            walker->times[i] > walk->max_cold_ns ? walker->times[i] : walk->max_cold_ns;
    return status;
}

/* ---- repeated trials ---- */

/* The place of a trial's cost: that of its number's logarithm, if it is a power of two. */
static uint64_t *find_cost(harness_trials *trials, uint32_t number)
{
    uint32_t place = 0;
    while (UINT32_C(1) << place < number && place < HARNESS_TRIAL_COSTS - 1)
        place++;
    return UINT32_C(1) << place == number ? &trials->costs[place] : NULL;
}

static void add_trial(harness_trials *trials, const harness_walk *walk)
{
    const cairn_agent_stats *stats = &walk->stats;
    uint64_t *cost = find_cost(trials, ++trials->count);
    if (cost != NULL)
        *cost = stats->cost;
    trials->converged = walk->solved && stats->raises == 0;
    trials->moves += walk->moves;
    trials->cost += stats->cost;
    trials->last_cost = stats->cost;
    trials->learned = stats->learned;
    if (stats->memory_states > trials->memory_states)
        trials->memory_states = stats->memory_states;
}

void harness_write_trials(FILE *stream, const harness_walk *walk)
{
    const harness_trials *trials = &walk->trials;
    fprintf(stream, "%" PRIu64 ",%u,%d,%" PRIu64 ",%" PRIu64 ",", walk->stats.raises, trials->count,
            trials->converged, trials->moves, trials->cost);
    fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", trials->last_cost, trials->learned,
            trials->memory_states);
    for (uint32_t i = 0; i < HARNESS_TRIAL_COSTS && UINT32_C(1) << i <= trials->count; i++)
        fprintf(stream, "%s%" PRIu64, i > 0 ? " " : "", trials->costs[i]);
}

static cairn_status run_trials(harness_walker *walker, const cairn_cell ends[2],
                               harness_trials *trials)
{
    cairn_status status = CAIRN_OK;
    bool solved = true;
    forget_learned(walker);
    while (solved && !trials->converged && trials->count < walker->trials) {
        harness_walk walk = {.time_ns = UINT64_MAX};
        status = walk_plain(walker, ends, &walk);
        solved = status == CAIRN_OK && walk.solved;
        add_trial(trials, &walk);
    }
    return status;
}

/* ---- all of them ---- */

static cairn_status walk_all(harness_walker *walker, const cairn_cell ends[2], harness_walk *walk)
{
    cairn_status status = CAIRN_OK;
    walk->time_ns = UINT64_MAX;
    for (uint32_t i = 0; status == CAIRN_OK && i < walker->care.plain; i++) {
        forget_learned(walker);
        status = walk_plain(walker, ends, walk);
    }
    /* A table of learned values that is full ends the walk: it is not solved, which is an answer. */
    if (walker->care.watched > 0 && (status == CAIRN_OK || status == CAIRN_FULL))
        status = walk_watched(walker, ends, walk);
    bool again = walk->moves > 0 && walk->moves + walk->waited <= HARNESS_SHORT_WALK;
    if (status == CAIRN_OK && again && walker->care.watched > 1)
        status = watch_more(walker, ends, walk);
    if (status == CAIRN_OK && again && walker->care.watched > 0 && walker->care.cold > 0)
        status = watch_cold(walker, ends, walk);
    return status;
}

cairn_status harness_walker_run(harness_walker *walker, const cairn_cell ends[2],
                                harness_walk *walk)
{
    *walk = (harness_walk){0};
    cairn_status status = walk_all(walker, ends, walk);
    if (walker->trials == 0 || status != CAIRN_OK)
        add_trial(&walk->trials, walk);
    else
        status = run_trials(walker, ends, &walk->trials);
    walk->ended = walk->solved ? "arrived" : status == CAIRN_FULL ? "learned_full" : "max_moves";
    if (status == CAIRN_FULL)
        status = CAIRN_OK;
    if (status == CAIRN_NO_PATH) {
        *walk = (harness_walk){.ended = "no_path", .goal = ends[1]};
        walker->path.count = 0;
        status = CAIRN_OK;
    }
    return status == CAIRN_OK && is_stopped(walker) ? CAIRN_INTERRUPTED : status;
}
