/* bench_kinds_steps.c: what a step takes by labels: the first one, which finds the way, and those after
 * it; and a whole jump point search on the same problems, which prepares nothing. */
#include "bench_kinds.h"

#include <stdlib.h>

static cairn_agent *make_agent(const bench_level *level, const cairn_db *db)
{
    cairn_agent *agent;
    bench_check(cairn_agent_create(level->map, db, NULL, &agent), "agent");
    return agent;
}

/* ---- the lowest of some times ---- */

/* Does something on a problem. Returns how long it took. */
typedef uint64_t timed(void *context, const cairn_cell ends[2]);

static harness_spread time_lowest(const bench_level *level, bench_turns turns, timed *take,
                                  void *context)
{
    harness_histogram *times = calloc(1, sizeof *times);
    uint64_t *least = malloc((level->count + (size_t)1) * sizeof *least);
    bench_check(times == NULL || least == NULL ? CAIRN_MEMORY : CAIRN_OK, "times");
    for (uint32_t turn = 0; turn < turns.turns; turn++)
        for (uint32_t i = 0; i < level->count; i++)
            for (uint32_t j = 0; j < turns.in_a_row; j++) {
                uint64_t spent = take(context, level->problems[i].ends);
                least[i] = turn + j == 0 || spent < least[i] ? spent : least[i];
            }
    for (uint32_t i = 0; i < level->count; i++)
        harness_histogram_add(times, least[i]);
    harness_spread spread = harness_histogram_get_spread(times);
    free(least);
    free(times);
    return spread;
}

/* ---- first steps, and searches ---- */

static uint64_t time_first_step(void *context, const cairn_cell ends[2])
{
    cairn_agent *agent = context;
    cairn_step step;
    bench_check(cairn_agent_start(agent, ends[0], ends[1]), "start");
    uint64_t start = harness_get_time();
    bench_check(cairn_agent_step(agent, &step), "step");
    return harness_get_time() - start;
}

harness_spread bench_time_first_steps(const bench_level *level, const cairn_db *db,
                                      bench_turns turns, uint64_t *agent_bytes)
{
    cairn_agent_stats stats = {.size = sizeof stats};
    cairn_agent *agent = make_agent(level, db);
    harness_spread spread = time_lowest(level, turns, time_first_step, agent);
    bench_check(cairn_agent_get_stats(agent, &stats), "figures");
    *agent_bytes = stats.memory_bytes;
    cairn_agent_destroy(agent);
    return spread;
}

static uint64_t time_jump(void *context, const cairn_cell ends[2])
{
    cairn_planner *planner = context;
    uint32_t cost;
    uint64_t start = harness_get_time();
    bench_check(cairn_planner_find(planner, ends[0], ends[1], &cost), "search");
    return harness_get_time() - start;
}

harness_spread bench_time_jumps(const bench_level *level, bench_turns turns)
{
    const cairn_planner_def def = {.size = sizeof def, .method = CAIRN_METHOD_JUMP};
    cairn_planner *planner;
    bench_check(cairn_planner_create(level->map, NULL, &def, &planner), "planner");
    harness_spread spread = time_lowest(level, turns, time_jump, planner);
    cairn_planner_destroy(planner);
    return spread;
}

/* ---- moves after the first one ---- */

typedef struct later {
    uint64_t moves;
    uint64_t ns;
    uint64_t cost; /* of all moves, the first one included */
} later;

static later walk(cairn_agent *agent, const cairn_cell ends[2])
{
    later made = {0};
    cairn_step step;
    bench_check(cairn_agent_start(agent, ends[0], ends[1]), "start");
    bench_check(cairn_agent_step(agent, &step), "step");
    made.cost = cairn_cell_get_distance(ends[0], step.cell);
    uint64_t start = harness_get_time();
    while (step.kind != CAIRN_STEP_ARRIVED) {
        cairn_cell before = step.cell;
        bench_check(cairn_agent_step(agent, &step), "step");
        made.cost += cairn_cell_get_distance(before, step.cell);
        made.moves++;
    }
    made.ns = harness_get_time() - start;
    return made;
}

double bench_time_later_moves(const bench_level *level, const cairn_db *db, bench_turns turns,
                              uint32_t *longer)
{
    cairn_agent *agent = make_agent(level, db);
    uint64_t moves = 0, ns = 0;
    *longer = 0;
    for (uint32_t i = 0; i < level->count; i++) {
        later best = walk(agent, level->problems[i].ends);
        for (uint32_t j = 1; j < turns.turns * turns.in_a_row; j++) {
            later again = walk(agent, level->problems[i].ends);
            best.ns = again.ns < best.ns ? again.ns : best.ns;
        }
        moves += best.moves;
        ns += best.ns;
        *longer += best.cost != level->problems[i].optimal;
    }
    cairn_agent_destroy(agent);
    return moves > 0 ? (double)ns / (double)moves : 0;
}
