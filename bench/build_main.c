/* build_main.c: `cairn-bench-build FOLDER [options]`: the tables of `make bench-build`: how long
 * databases take to build. FOLDER has the enlarged maps; generated ones and a database are written
 * to it. The figures of a row are from one run. */
#include "bench_build.h"

#include <unistd.h>

int main(int count, char **arguments)
{
    static const char *const options[] = {"records", "astar-records", "threads", "levels", NULL};
    static const bench_table tables[] = {
        {"maps", bench_build_maps},       {"levels", bench_build_levels},
        {"engines", bench_build_engines}, {"growth", bench_build_growth},
        {"rough", bench_build_rough},     {0}};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bench_program program = {.name = "cairn-bench-build",
                             .options = options,
                             .tables = tables,
                             .wrong = "methods found paths of different costs",
                             .defaults = {.records = BENCH_DEMANDED_RECORDS,
                                          .astar_records = 300,
                                          .threads = cores > 0 ? (uint32_t)cores : 1}};
    return bench_run_program(&program, count, arguments);
}
