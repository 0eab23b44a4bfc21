/* bench_nearest.c: the M most similar records by the kd-tree against a scan in vector code. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#define REPEATS 5
#define MOST 100

/* Microseconds a query, the mean over the level's problems, the best of some repeats. */
static double time_queries(const bench_level *level, const cairn_db *db, uint32_t by_scan,
                           uint32_t count, double *compared)
{
    double best = 1e9;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        uint64_t start = harness_get_time(), total = 0;
        for (uint32_t i = 0; i < level->count; i++) {
            cairn_neighbour found[MOST];
            uint32_t counts[2];
            bench_check(
                cairn_db_find_nearest(db, level->problems[i].ends, by_scan, count, found, counts),
                "nearest");
            total += counts[1];
        }
        double time = (double)(harness_get_time() - start) / level->count * 1e-3;
        best = time < best ? time : best;
        *compared = (double)total / level->count;
    }
    return best;
}

void bench_nearest(const bench_level *level, const cairn_db *db)
{
    static const uint32_t counts[] = {1, 10, 100};
    printf("Nearest records among %u, mean of %u queries\n",
           (unsigned)bench_get_figure(db, "records"), (unsigned)level->count);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        double compared, all;
        double tree = time_queries(level, db, 0, counts[i], &compared);
        double scan = time_queries(level, db, 1, counts[i], &all);
        printf("  M = %3u: %6.2f us by the kd-tree (%5.0f records compared), %6.2f us by a scan, "
               "ratio %5.1f\n",
               (unsigned)counts[i], tree, compared, scan, scan / tree);
    }
}
