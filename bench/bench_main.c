/* bench_main.c: `cairn-bench MAP FOLDER [--quick]`: the tables of `make bench` for one map. Ratios
 * are from one run; databases are kept in FOLDER for the next. */
#include "bench.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    if (count < 3 || (count == 4 && strcmp(arguments[3], "--quick") != 0) || count > 4) {
        (void)fprintf(stderr, "usage: cairn-bench MAP FOLDER [--quick]\n");
        return 2;
    }
    bool quick = count == 4;
    const uint32_t costs[2] = {quick ? 1000 : 10000, quick ? 1000000 : 30000};
    bench_level level = {.name = arguments[1], .map = bench_open_map(arguments[1])};
    cairn_map_info info = bench_get_map_info(level.map);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t threads = cores > 0 ? (uint32_t)cores : 1;
    printf("%s: %u x %u, %u open cells, %.1f MB in memory\n", level.name, (unsigned)info.width,
           (unsigned)info.height, (unsigned)info.open_cells, (double)info.bytes * 1e-6);
    (void)fflush(stdout);
    bench_make_problems(&level, quick ? 50 : 250, costs, 1);
    cairn_db *db = bench_find_records(&level, arguments[2], quick ? 5000 : 60000, threads);
    bench_climb(&level);
    bench_nearest(&level, db);
    bench_queries(&level);
    bench_agents(&level, db);
    if (!quick)
        bench_growth(&level, arguments[2], threads);
    cairn_db_close(db);
    bench_close_level(&level);
    return 0;
}
