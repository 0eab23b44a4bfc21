/* crowd_main.c: `cairn-bench-crowd FOLDER [options]`: the tables of `make bench-crowd`: many agents that
 * share one budget a frame. FOLDER has the enlarged maps. */
#include "bench_crowd.h"

int main(int count, char **arguments)
{
    static const char *const options[] = {"kind", "maps", "levels", NULL};
    static const bench_table tables[] = {
        {"steady", bench_crowd_steady}, {"storm", bench_crowd_storm},
        {"goal", bench_crowd_goal},     {"occupancy", bench_crowd_occupancy},
        {"save", bench_crowd_save},     {0}};
    static const bench_program program = {.name = "cairn-bench-crowd",
                                          .options = options,
                                          .tables = tables,
                                          .wrong = "a move was illegal, members were not kept "
                                                   "apart, or a rollback went on in another way"};
    return bench_run_program(&program, count, arguments);
}
