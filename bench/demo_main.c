/* demo_main.c: `cairn-demo MAP DB...`: sends the same agents across a map by each database, by A*
 * and by LRTA*, and prints a small table. */
#include "bench.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define AGENTS 100
#define MOST_MOVES 200000

/* Bytes of an A* node. An A* agent reserves one for each cell; what it touches is counted. */
#define NODE_BYTES 16

static void print_row(const bench_level *level, const char *name, const cairn_db *db,
                      const char *words)
{
    const harness_care care = {.plain = db != NULL ? 3 : 1};
    bool shows = isatty(STDERR_FILENO) != 0, astar = strcmp(words, "astar") == 0;
    char recipe[64];
    (void)snprintf(recipe, sizeof recipe, "%s max-moves=%d", words, MOST_MOVES);
    if (shows)
        (void)fprintf(stderr, "\rsending %d agents by %s ... ", AGENTS, name);
    harness_summary walks = bench_walk(level, db, recipe, &care);
    double bytes = astar ? walks.memory_states * NODE_BYTES : walks.memory_bytes;
    double shared = db != NULL ? (double)bench_get_db_info(db).bytes : 0;
    if (shows)
        (void)fprintf(stderr, "\r                                        \r");
    printf("%-8s %14.1f %16.2f %11.2f %14.1f %12.1f %5u\n", name, walks.per_move.mean,
           walks.suboptimality.mean, walks.suboptimality.median, bytes * 1e-3, shared * 1e-3,
           (unsigned)walks.unsolved);
    (void)fflush(stdout);
}

/* Agents that walk by a database. */
static void print_database(const bench_level *level, const char *path)
{
    cairn_db *db = bench_open_database(path);
    print_row(level, cairn_kind_get_name(bench_get_db_info(db).kind), db, "");
    cairn_db_close(db);
}

int main(int count, char **arguments)
{
    static const uint32_t costs[2] = {10000, UINT32_MAX};
    if (count < 3) {
        (void)fprintf(stderr, "usage: cairn-demo MAP DB...\n");
        return 2;
    }
    bench_level level = {.name = arguments[1], .map = bench_open_map(arguments[1])};
    cairn_map_info info = bench_get_map_info(level.map);
    bench_make_problems(&level, AGENTS, costs, 1);
    printf("\n%u x %u cells, %u open; the map has %.1f MB in memory\n", (unsigned)info.width,
           (unsigned)info.height, (unsigned)info.open_cells, (double)info.bytes * 1e-6);
    printf("%d agents, optimal costs of 1,000 and more; a walk is cut at %d moves\n\n", AGENTS,
           MOST_MOVES);
    printf("%-8s %14s %16s %11s %14s %12s %5s\n", "", "ns per move", "subopt mean %", "median %",
           "kB per agent", "kB shared", "cut");
    for (int i = 2; i < count; i++)
        print_database(&level, arguments[i]);
    print_row(&level, "A*", NULL, "astar");
    print_row(&level, "LRTA*", NULL, "lrta");
    printf("\n");
    bench_close_level(&level);
    return 0;
}
