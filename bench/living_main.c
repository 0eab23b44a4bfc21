/* living_main.c: `cairn-bench-living FOLDER [options]`: the tables of `make bench-living`: maps that
 * change while the game runs. FOLDER has the enlarged maps. */
#include "bench_living.h"

int main(int count, char **arguments)
{
    static const char *const options[] = {"changes", "levels", "dynamic", "maps", NULL};
    static const bench_table tables[] = {
        {"map", bench_living_changes},   {"first", bench_living_first},
        {"notice", bench_living_notice}, {"repair", bench_living_repair},
        {"replay", bench_living_replay}, {"opened", bench_living_opened},
        {"asked", bench_living_asked},   {0}};
    static const bench_program program = {
        .name = "cairn-bench-living",
        .options = options,
        .tables = tables,
        .wrong = "a map is not what it was after all is undone, an answer is wrong, or a database "
                 "is not the same in slices",
        .defaults = {.changes = 2000}};
    return bench_run_program(&program, count, arguments);
}
