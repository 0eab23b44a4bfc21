/* bench_kinds_walk.c: walks with a database: their figures, cells visited twice, and budgets. */
#include "bench_kinds.h"

#include <stdlib.h>
#include <string.h>

#define REPEATS 3

/* ---- cells visited twice ---- */

/* Walks a problem and flips the bit of each cell it comes to; true if one was flipped before. */
static bool flip_cells(const bench_level *level, uint32_t index, cairn_agent *agent,
                       unsigned char *bits)
{
    const bench_problem *problem = &level->problems[index];
    uint32_t width = bench_get_map_info(level->map).width;
    cairn_step step = {.kind = CAIRN_STEP_MOVED, .cell = problem->start};
    bool twice = false;
    bench_check(cairn_agent_start(agent, problem->start, problem->goal), "start");
    for (uint64_t i = 0; step.kind != CAIRN_STEP_ARRIVED && i < level->max_moves; i++) {
        size_t cell = (size_t)cairn_cell_get_y(step.cell) * width + cairn_cell_get_x(step.cell);
        twice = twice || (bits[cell / 8] >> cell % 8 & 1) != 0;
        bits[cell / 8] = (unsigned char)(bits[cell / 8] | 1u << cell % 8);
        bench_check(cairn_agent_step(agent, &step), "step");
    }
    return twice;
}

static uint32_t count_twice(const bench_level *level, const cairn_agent_def *def)
{
    cairn_map_info info = bench_get_map_info(level->map);
    size_t bytes = (size_t)info.width * info.height / 8 + 1;
    unsigned char *bits = malloc(bytes);
    cairn_agent *agent;
    uint32_t count = 0;
    bench_check(bits == NULL ? CAIRN_MEMORY : cairn_agent_create(def, &agent), "agent");
    for (uint32_t i = 0; i < level->count; i++) {
        memset(bits, 0, bytes);
        count += flip_cells(level, i, agent, bits);
    }
    cairn_agent_destroy(agent);
    free(bits);
    return count;
}

/* ---- whole walks ---- */

bench_walks bench_walk(const bench_level *level, const cairn_agent_def *def, int repeats,
                       bench_care care)
{
    bench_outcome outcome = bench_run_agent(level, def, repeats, care == BENCH_SINGLES);
    bench_walks walks = {.unsolved = outcome.cut,
                         .learned = (double)outcome.learned / level->count,
                         .single_median = outcome.single_median,
                         .single_p99 = outcome.single_p99,
                         .worst_move = outcome.worst_move,
                         .worst_cold_move = outcome.worst_cold_move};
    for (uint32_t i = 0; i < level->count; i++)
        walks.longer += outcome.suboptimality[i] != 0;
    walks.per_move = bench_measure(outcome.per_move, level->count).mean;
    walks.mean = bench_measure(outcome.suboptimality, level->count).mean;
    walks.worst = outcome.suboptimality[level->count - 1]; /* they are sorted now */
    if (care >= BENCH_VISITS)
        walks.twice = count_twice(level, def);
    bench_free_outcome(&outcome);
    return walks;
}

/* ---- budgets ---- */

static uint64_t time_step(cairn_agent *agent, cairn_step *step)
{
    uint64_t begin = bench_now();
    bench_check(cairn_agent_step(agent, step), "step");
    return bench_now() - begin;
}

/* What a unit takes, by the first steps of all problems: they plan most. */
static void measure_unit(const bench_level *level, cairn_agent *agent, bench_budget *budget)
{
    uint64_t time = 0, units = 0;
    for (uint32_t i = 0; i < level->count; i++) {
        uint64_t lowest = UINT64_MAX;
        cairn_step step;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            const bench_problem *problem = &level->problems[i];
            bench_check(cairn_agent_start(agent, problem->start, problem->goal), "start");
            uint64_t taken = time_step(agent, &step);
            lowest = taken < lowest ? taken : lowest;
        }
        uint32_t spent = cairn_work_get_units(&step.work);
        budget->longest = spent > budget->longest ? spent : budget->longest;
        time += lowest;
        units += spent;
    }
    budget->unit = (double)time / (double)units;
}

/* Lowers each step's time to what this walk needed for it. */
static uint64_t walk_steps(const bench_level *level, uint32_t index, cairn_agent *agent,
                           uint32_t *times, bench_budget *budget)
{
    const bench_problem *problem = &level->problems[index];
    cairn_step step = {.kind = CAIRN_STEP_WAITED};
    uint64_t steps = 0;
    bool moved = false;
    bench_check(cairn_agent_start(agent, problem->start, problem->goal), "start");
    for (; step.kind != CAIRN_STEP_ARRIVED && steps < level->max_moves; steps++) {
        uint64_t taken = time_step(agent, &step);
        uint32_t spent = cairn_work_get_units(&step.work);
        times[steps] = taken < times[steps] ? (uint32_t)taken : times[steps];
        budget->most = spent > budget->most ? spent : budget->most;
        if (!moved && step.kind == CAIRN_STEP_WAITED && steps >= budget->waits)
            budget->waits = (uint32_t)steps + 1;
        moved = moved || step.kind != CAIRN_STEP_WAITED;
    }
    return steps;
}

static void measure_steps(const bench_level *level, cairn_agent *agent, bench_budget *budget)
{
    uint32_t *times = malloc(level->max_moves * sizeof *times);
    bench_check(times == NULL ? CAIRN_MEMORY : CAIRN_OK, "times");
    for (uint32_t i = 0; i < level->count; i++) {
        uint64_t steps = 0;
        memset(times, 0xff, level->max_moves * sizeof *times);
        for (int repeat = 0; repeat < REPEATS; repeat++)
            steps = walk_steps(level, i, agent, times, budget);
        for (uint64_t step = 0; step < steps; step++)
            budget->worst = times[step] > budget->worst ? times[step] : budget->worst;
    }
    free(times);
}

bench_budget bench_walk_in_budget(const bench_level *level, const cairn_agent_def *def, double ns)
{
    bench_budget budget = {0};
    cairn_agent_def own = *def;
    cairn_agent *agent;
    bench_check(cairn_agent_create(&own, &agent), "agent");
    measure_unit(level, agent, &budget);
    cairn_agent_destroy(agent);
    budget.units = (uint32_t)(ns / budget.unit);
    if (budget.units < CAIRN_MIN_WORK)
        budget.units = CAIRN_MIN_WORK;
    own.max_work_per_step = budget.units;
    bench_check(cairn_agent_create(&own, &agent), "agent");
    measure_steps(level, agent, &budget);
    cairn_agent_destroy(agent);
    return budget;
}
