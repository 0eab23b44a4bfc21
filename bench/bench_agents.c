/* bench_agents.c: whole problems, agent by agent: time per move, single moves, suboptimality,
 * learning and memory (rules.md, measures); and how they change with the number of records.
 *
 * An agent is deterministic, so each problem is walked several times and the lowest time of each
 * move counts: what the machine did meanwhile drops out, what the move costs stays. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REPEATS 3
#define COLD_REPEATS 3
#define COLD_BYTES ((size_t)64 << 20)

/* Walks a problem; `arrived` tells whether the moves sufficed. */
static uint64_t walk(cairn_agent *agent, const bench_problem *problem, uint64_t max_moves,
                     uint64_t *moves, bool *arrived)
{
    cairn_step step = {0};
    bench_check(cairn_agent_start(agent, problem->start, problem->goal), "start");
    uint64_t begin = bench_now_on_thread();
    for (*moves = 0; step.kind != CAIRN_STEP_ARRIVED && *moves < max_moves; ++*moves)
        bench_check(cairn_agent_step(agent, &step), "step");
    *arrived = step.kind == CAIRN_STEP_ARRIVED;
    return bench_now_on_thread() - begin;
}

/* Nanoseconds that reading the clock itself adds to a timed move. */
static uint64_t get_clock_cost(void)
{
    uint64_t lowest = UINT64_MAX;
    for (int i = 0; i < 1000; i++) {
        uint64_t begin = bench_now();
        uint64_t cost = bench_now() - begin;
        lowest = cost < lowest ? cost : lowest;
    }
    return lowest;
}

/* Lowers each move's time to what this walk needed for it. */
static void walk_by_moves(cairn_agent *agent, const bench_problem *problem, uint64_t moves,
                          uint32_t *times)
{
    cairn_step step;
    bench_check(cairn_agent_start(agent, problem->start, problem->goal), "start");
    for (uint64_t i = 0; i < moves; i++) {
        uint64_t begin = bench_now();
        bench_check(cairn_agent_step(agent, &step), "step");
        uint64_t time = bench_now() - begin;
        if (time < times[i])
            times[i] = (uint32_t)time;
    }
}

static void empty_caches(unsigned char *memory)
{
    for (size_t i = 0; i < COLD_BYTES; i += 64)
        memory[i]++;
}

static double find_worst(const uint32_t *times, uint64_t moves)
{
    uint32_t worst = 0;
    for (uint64_t i = 0; i < moves; i++)
        worst = times[i] > worst ? times[i] : worst;
    return worst;
}

/* How many moves took how many nanoseconds; the last place takes all the rest. */
#define HISTOGRAM 4096

typedef struct timing {
    uint64_t counts[HISTOGRAM];
    uint64_t clock_cost;
    unsigned char *cold;
} timing;

static void count_times(timing *moves_timing, const uint32_t *times, uint64_t moves)
{
    for (uint64_t i = 0; i < moves; i++) {
        uint64_t time =
            times[i] > moves_timing->clock_cost ? times[i] - moves_timing->clock_cost : 0;
        moves_timing->counts[time < HISTOGRAM ? time : HISTOGRAM - 1]++;
    }
}

static double get_quantile(const timing *moves_timing, double part)
{
    uint64_t total = 0, seen = 0;
    for (int i = 0; i < HISTOGRAM; i++)
        total += moves_timing->counts[i];
    int time = 0;
    while (time < HISTOGRAM - 1 &&
           (double)(seen += moves_timing->counts[time]) < part * (double)total)
        time++;
    return time;
}

/* The times of single moves of one problem, warm and cold. */
static void measure_moves(cairn_agent *agent, const bench_problem *problem, uint64_t moves,
                          timing *moves_timing, bench_outcome *result)
{
    uint32_t *times = malloc(moves * sizeof *times);
    if (times == NULL)
        bench_check(CAIRN_MEMORY, "times");
    memset(times, 0xff, moves * sizeof *times);
    for (int i = 0; i < REPEATS; i++)
        walk_by_moves(agent, problem, moves, times);
    count_times(moves_timing, times, moves);
    double worst = find_worst(times, moves);
    result->worst_move = worst > result->worst_move ? worst : result->worst_move;
    memset(times, 0xff, moves * sizeof *times);
    for (int i = 0; i < COLD_REPEATS; i++) {
        empty_caches(moves_timing->cold);
        walk_by_moves(agent, problem, moves, times);
    }
    worst = find_worst(times, moves);
    result->worst_cold_move = worst > result->worst_cold_move ? worst : result->worst_cold_move;
    free(times);
}

/* Walks one problem, `repeats` times, and keeps its figures. */
static uint64_t run_problem(const bench_level *level, uint32_t index, cairn_agent *agent,
                            int repeats, bench_outcome *result)
{
    const bench_problem *problem = &level->problems[index];
    uint64_t moves = 0, best = UINT64_MAX;
    bool arrived = false;
    for (int repeat = 0; repeat < repeats; repeat++) {
        uint64_t time = walk(agent, problem, level->max_moves, &moves, &arrived);
        best = time < best ? time : best;
    }
    cairn_agent_stats stats = cairn_agent_get_stats(agent);
    result->per_move[index] = (double)best / (double)moves;
    result->suboptimality[index] = ((double)stats.cost / problem->optimal - 1) * 100;
    result->learned += stats.learned;
    result->memory_states += stats.memory_states;
    result->memory_bytes += stats.memory_bytes;
    result->failures += stats.failures > 0;
    result->cut += !arrived;
    return moves;
}

bench_outcome bench_run_agent(const bench_level *level, const cairn_agent_def *def, int repeats,
                              bool moves_too)
{
    bench_outcome result = {.per_move = calloc(level->count, sizeof(double)),
                            .suboptimality = calloc(level->count, sizeof(double))};
    timing *moves_timing = calloc(1, sizeof *moves_timing);
    cairn_agent *agent;
    if (result.per_move == NULL || result.suboptimality == NULL || moves_timing == NULL)
        bench_check(CAIRN_MEMORY, "figures");
    moves_timing->clock_cost = get_clock_cost();
    moves_timing->cold = calloc(COLD_BYTES, 1);
    if (moves_timing->cold == NULL)
        bench_check(CAIRN_MEMORY, "figures");
    bench_check(cairn_agent_create(def, &agent), "agent");
    for (uint32_t i = 0; i < level->count; i++) {
        uint64_t moves = run_problem(level, i, agent, repeats, &result);
        if (moves_too)
            measure_moves(agent, &level->problems[i], moves, moves_timing, &result);
    }
    result.single_median = get_quantile(moves_timing, 0.5);
    result.single_p99 = get_quantile(moves_timing, 0.99);
    cairn_agent_destroy(agent);
    free(moves_timing->cold);
    free(moves_timing);
    return result;
}

void bench_free_outcome(bench_outcome *result)
{
    free(result->per_move);
    free(result->suboptimality);
}

void bench_agents(const bench_level *level, const cairn_db *db)
{
    cairn_agent_def def = cairn_default_agent_def();
    def.map = level->map;
    def.db = db;
    bench_outcome knn = bench_run_agent(level, &def, REPEATS, true);
    def.db = NULL;
    def.algorithm = CAIRN_ASTAR;
    bench_outcome astar = bench_run_agent(level, &def, REPEATS, false);
    bench_figures knn_time = bench_measure(knn.per_move, level->count);
    bench_figures astar_time = bench_measure(astar.per_move, level->count);
    bench_figures knn_cost = bench_measure(knn.suboptimality, level->count);
    bench_figures astar_cost = bench_measure(astar.suboptimality, level->count);
    printf("Agents, %u problems of optimal cost 1,000 to 3,000, %u records, corners strict\n",
           (unsigned)level->count, (unsigned)bench_get_figure(db, "records"));
    printf("  knn   %10.1f ns a move (median %.1f), suboptimality %.2f %% (median %.2f), learned "
           "%.1f, %u problems with a failed selection\n",
           knn_time.mean, knn_time.median, knn_cost.mean, knn_cost.median,
           (double)knn.learned / level->count, (unsigned)knn.failures);
    printf(
        "  knn   single moves: median %.0f ns, p99 %.0f ns, worst %.1f us warm, %.1f us with cold "
        "caches\n",
        knn.single_median, knn.single_p99, knn.worst_move * 1e-3, knn.worst_cold_move * 1e-3);
    printf("  astar %10.1f ns a move (median %.1f), suboptimality %.2f %%\n", astar_time.mean,
           astar_time.median, astar_cost.mean);
    printf("  ratio %10.1f (the paper: 32)\n", astar_time.mean / knn_time.mean);
    bench_free_outcome(&knn);
    bench_free_outcome(&astar);
}

void bench_growth(const bench_level *level, const char *folder, uint32_t threads)
{
    static const uint32_t sizes[] = {1000, 5000, 10000, 40000, 60000};
    cairn_map_info info = bench_get_map_info(level->map);
    printf(
        "Growing the database (walks cut at %llu moves count with their cost so far: where there "
        "are any, the mean is a lower bound)\n",
        (unsigned long long)level->max_moves);
    printf("  records      bytes  relative size  subopt mean %%  median %%   learned  failed  cut  "
           "ns a move\n");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        cairn_db *db = bench_open_database(level, folder, sizes[i], threads);
        cairn_agent_def def = cairn_default_agent_def();
        def.map = level->map;
        def.db = db;
        bench_outcome result = bench_run_agent(level, &def, 1, false);
        bench_figures cost = bench_measure(result.suboptimality, level->count);
        bench_figures time = bench_measure(result.per_move, level->count);
        printf("  %7u %10llu  %13.5f  %13.2f  %8.2f  %8.1f  %6u  %3u  %9.1f\n",
               (unsigned)bench_get_figure(db, "records"),
               (unsigned long long)bench_get_db_info(db).bytes,
               (double)bench_get_figure(db, "states") / ((double)info.width * info.height),
               cost.mean, cost.median, (double)result.learned / level->count,
               (unsigned)result.failures, (unsigned)result.cut, time.mean);
        (void)fflush(stdout);
        bench_free_outcome(&result);
        cairn_db_close(db);
    }
}
