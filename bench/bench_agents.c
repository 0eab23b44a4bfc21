/* bench_agents.c: whole problems, agent by agent: time per move, single moves, suboptimality,
 * learning and memory; and how they change with the number of records. */
#include "bench.h"

#include <stdio.h>

#define KNN "knn max-moves=3000000"

/* Of single moves: without what reading the clock adds. */
static double get_net(double time_ns, uint64_t clock_ns)
{
    return time_ns > (double)clock_ns ? time_ns - (double)clock_ns : 0;
}

void bench_agents(const bench_level *level, const cairn_db *db)
{
    const harness_care whole = {.plain = 3}, singles = {.plain = 3, .watched = 3, .cold = 3};
    uint64_t clock_ns = harness_get_clock_cost();
    harness_summary knn = bench_walk(level, db, KNN, &singles);
    harness_summary astar = bench_walk(level, NULL, "astar", &whole);
    printf("Agents, %u problems of optimal cost 1,000 to 3,000, %u records, corners strict\n",
           (unsigned)level->count, (unsigned)bench_get_figure(db, "records"));
    printf("  knn   %10.1f ns a move (median %.1f), suboptimality %.2f %% (median %.2f), learned "
           "%.1f, %u problems with a failed selection\n",
           knn.per_move.mean, knn.per_move.median, knn.suboptimality.mean, knn.suboptimality.median,
           knn.learned, (unsigned)knn.failed);
    printf(
        "  knn   single moves: median %.0f ns, p99 %.0f ns, worst %.1f us warm, %.1f us with cold "
        "caches\n",
        get_net(knn.single.p50, clock_ns), get_net(knn.single.p99, clock_ns),
        knn.single.most * 1e-3, (double)knn.max_cold_ns * 1e-3);
    printf("  astar %10.1f ns a move (median %.1f), suboptimality %.2f %%\n", astar.per_move.mean,
           astar.per_move.median, astar.suboptimality.mean);
    printf("  ratio %10.1f (the paper: 32)\n", astar.per_move.mean / knn.per_move.mean);
}

void bench_growth(const bench_level *level, const char *folder, uint32_t threads)
{
    static const uint32_t sizes[] = {1000, 5000, 10000, 40000, 60000};
    const harness_care care = {.plain = 1};
    cairn_map_info info = bench_get_map_info(level->map);
    printf("Growing the database (" KNN "; a walk that is cut counts with its cost so far: where "
           "there are any, the mean is a lower bound)\n");
    printf("  records      bytes  relative size  subopt mean %%  median %%   learned  failed  cut  "
           "ns a move\n");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        cairn_db *db = bench_find_records(level, folder, sizes[i], threads);
        harness_summary walks = bench_walk(level, db, KNN, &care);
        printf("  %7u %10llu  %13.5f  %13.2f  %8.2f  %8.1f  %6u  %3u  %9.1f\n",
               (unsigned)bench_get_figure(db, "records"),
               (unsigned long long)bench_get_db_info(db).bytes,
               (double)bench_get_figure(db, "states") / ((double)info.width * info.height),
               walks.suboptimality.mean, walks.suboptimality.median, walks.learned,
               (unsigned)walks.failed, (unsigned)walks.unsolved, walks.per_move.mean);
        (void)fflush(stdout);
        cairn_db_close(db);
    }
}
