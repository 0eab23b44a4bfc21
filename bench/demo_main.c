/* demo_main.c: `cairn-demo MAP DB`: sends the same agents across a map three ways and prints a
 * small table: cairn against A* and LRTA*. Public headers only. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define AGENTS 100

/* Bytes of an A* node. An A* agent reserves one for each cell; what it touches is counted. */
#define NODE_BYTES 16

static void print_row(const char *name, const bench_level *level, cairn_agent_def def,
                      double shared_bytes)
{
    bool shows = isatty(STDERR_FILENO) != 0;
    if (shows)
        (void)fprintf(stderr, "\rsending %d agents by %s ... ", AGENTS, name);
    bool astar = def.algorithm == CAIRN_ASTAR;
    bench_outcome result = bench_run_agent(level, &def, def.db != NULL ? 3 : 1, false);
    bench_figures time = bench_measure(result.per_move, level->count);
    bench_figures cost = bench_measure(result.suboptimality, level->count);
    uint64_t bytes = astar ? result.memory_states * NODE_BYTES : result.memory_bytes;
    double memory = (double)bytes / level->count * 1e-3;
    if (shows)
        (void)fprintf(stderr, "\r                                        \r");
    printf("%-8s %14.1f %16.2f %11.2f %14.1f %12.1f %5u\n", name, time.mean, cost.mean, cost.median,
           memory, shared_bytes * 1e-3, (unsigned)result.cut);
    (void)fflush(stdout);
    bench_free_outcome(&result);
}

int main(int count, char **arguments)
{
    if (count != 3) {
        (void)fprintf(stderr, "usage: cairn-demo MAP DB\n");
        return 2;
    }
    cairn_map_def map_def = {.size = sizeof map_def};
    cairn_db_def db_def = {.size = sizeof db_def};
    bench_level level = {.name = arguments[1], .max_moves = 200000};
    cairn_db *db;
    bench_check(cairn_map_open(arguments[1], &map_def, &level.map), arguments[1]);
    bench_check(cairn_db_open(arguments[2], &db_def, &db), arguments[2]);
    cairn_map_info info = bench_get_map_info(level.map);
    bench_make_problems(&level, AGENTS, 10000, UINT32_MAX, 1);
    printf("\n%u x %u cells, %u open; map %.1f MB in memory, database of %u records %.2f MB\n",
           (unsigned)info.width, (unsigned)info.height, (unsigned)info.passable,
           (double)info.bytes * 1e-6, (unsigned)bench_get_figure(db, "records"),
           (double)bench_get_db_info(db).bytes * 1e-6);
    printf("%d agents, optimal costs of 1,000 and more; a walk is cut at %llu moves\n\n", AGENTS,
           (unsigned long long)level.max_moves);
    printf("%-8s %14s %16s %11s %14s %12s %5s\n", "", "ns per move", "subopt mean %", "median %",
           "kB per agent", "kB shared", "cut");
    cairn_agent_def def = cairn_default_agent_def();
    def.map = level.map;
    def.db = db;
    print_row("cairn", &level, def, (double)bench_get_db_info(db).bytes);
    def.db = NULL;
    def.algorithm = CAIRN_ASTAR;
    print_row("A*", &level, def, 0);
    def.algorithm = CAIRN_LRTA;
    print_row("LRTA*", &level, def, 0);
    printf("\n");
    cairn_db_close(db);
    cairn_map_close(level.map);
    free(level.problems);
    return 0;
}
