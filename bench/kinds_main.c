/* kinds_main.c: `cairn-bench-kinds FOLDER [options]`: the tables of `make bench-kinds`: what each
 * kind of database costs, and how agents walk with it. FOLDER has the enlarged maps; generated ones
 * and databases are written to it. */
#include "bench_kinds.h"

int main(int count, char **arguments)
{
    static const char *const options[] = {"problems", "threads", "maps", "levels", NULL};
    static const bench_table tables[] = {{"first", bench_kinds_first},
                                         {"maps", bench_kinds_maps},
                                         {"rough", bench_kinds_rough},
                                         {"noise", bench_kinds_noise},
                                         {"levels", bench_kinds_levels},
                                         {"native", bench_kinds_native},
                                         {0}};
    static const bench_program program = {.name = "cairn-bench-kinds",
                                          .options = options,
                                          .tables = tables,
                                          .wrong = "exact labels, or A*, are not optimal",
                                          .defaults = {.threads = 2, .problems = 250}};
    return bench_run_program(&program, count, arguments);
}
