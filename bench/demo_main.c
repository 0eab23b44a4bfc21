/* demo_main.c: `cairn-demo MAP DB...`: sends the same agents across a map by each database, by A* and
 * by LRTA*, and prints a small table. Public headers only. */
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

/* Agents that walk by a database. */
static void print_database(const bench_level *level, const char *path)
{
    cairn_db_def db_def = {.size = sizeof db_def};
    cairn_agent_def def = cairn_default_agent_def();
    cairn_db *db;
    bench_check(cairn_db_open(path, &db_def, &db), path);
    cairn_db_info info = bench_get_db_info(db);
    const char *kind = cairn_kind_get_name(info.kind);
    def.map = level->map;
    def.db = db;
    if (!cairn_algorithm_find(kind, &def.algorithm))
        bench_check(CAIRN_KIND, path);
    print_row(kind, level, def, (double)info.bytes);
    cairn_db_close(db);
}

static void print_rival(const bench_level *level, const char *name, cairn_algorithm algorithm)
{
    cairn_agent_def def = cairn_default_agent_def();
    def.map = level->map;
    def.algorithm = algorithm;
    print_row(name, level, def, 0);
}

int main(int count, char **arguments)
{
    if (count < 3) {
        (void)fprintf(stderr, "usage: cairn-demo MAP DB...\n");
        return 2;
    }
    cairn_map_def map_def = {.size = sizeof map_def};
    bench_level level = {.name = arguments[1], .max_moves = 200000};
    bench_check(cairn_map_open(arguments[1], &map_def, &level.map), arguments[1]);
    cairn_map_info info = bench_get_map_info(level.map);
    bench_make_problems(&level, AGENTS, 10000, UINT32_MAX, 1);
    printf("\n%u x %u cells, %u open; the map has %.1f MB in memory\n", (unsigned)info.width,
           (unsigned)info.height, (unsigned)info.passable, (double)info.bytes * 1e-6);
    printf("%d agents, optimal costs of 1,000 and more; a walk is cut at %llu moves\n\n", AGENTS,
           (unsigned long long)level.max_moves);
    printf("%-8s %14s %16s %11s %14s %12s %5s\n", "", "ns per move", "subopt mean %", "median %",
           "kB per agent", "kB shared", "cut");
    for (int i = 2; i < count; i++)
        print_database(&level, arguments[i]);
    print_rival(&level, "A*", CAIRN_ASTAR);
    print_rival(&level, "LRTA*", CAIRN_LRTA);
    printf("\n");
    cairn_map_close(level.map);
    free(level.problems);
    return 0;
}
