/* bench.h: what the benchmarks' tables share: a level with its problems, its databases, and agents
 * that walk them. What walks and times is the harness. */
#ifndef CAIRN_BENCH_H
#define CAIRN_BENCH_H

#include <cairn/cairn.h>

#include "harness.h"

/* Ends the program with a sentence if a call failed. */
void bench_check(cairn_status status, const char *what);

/* The properties of a map. */
static inline cairn_map_info bench_get_map_info(const cairn_map *map)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    return info;
}

/* Facts common to all kinds of databases. */
static inline cairn_db_info bench_get_db_info(const cairn_db *db)
{
    cairn_db_info info = {.size = sizeof info};
    (void)cairn_db_get_info(db, &info);
    return info;
}

/* A figure of a database; 0 if its kind has none of that name. */
static inline uint64_t bench_get_figure(const cairn_db *db, const char *name)
{
    uint64_t value = 0;
    (void)cairn_db_find_figure(db, name, &value);
    return value;
}

/* Seconds of the wall clock since a harness_get_time(). */
double bench_get_seconds_since(uint64_t start);

/* Opens a map with strict corners, or a database; or ends the program. */
cairn_map *bench_open_map(const char *path);
cairn_db *bench_open_database(const char *path);

/* A map and problems on it. */
typedef struct bench_level {
    const char *name;
    cairn_map *map;
    uint32_t count;
    harness_problem *problems;
} bench_level;

/* Draws problems whose optimal cost lies between two bounds in tenths. */
void bench_make_problems(bench_level *level, uint32_t count, const uint32_t costs[2],
                         uint64_t seed);
void bench_close_level(bench_level *level);

/* Opens the level's database of `records` records, building it first unless `folder` has it. */
cairn_db *bench_find_records(const bench_level *level, const char *folder, uint32_t records,
                             uint32_t threads);

/* Walks every problem with an agent of these words, such as "knn rank max-moves=1000"; "" is the
 * database's own. */
harness_summary bench_walk(const bench_level *level, const cairn_db *db, const char *words,
                           const harness_care *care);

/* The tables. */
void bench_climb(const bench_level *level);
void bench_nearest(const bench_level *level, const cairn_db *db);
void bench_queries(const bench_level *level);
void bench_agents(const bench_level *level, const cairn_db *db);
void bench_growth(const bench_level *level, const char *folder, uint32_t threads);

#endif
