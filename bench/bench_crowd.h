/* bench_crowd.h: what the tables of `make bench-crowd` share. */
#ifndef CAIRN_BENCH_CROWD_H
#define CAIRN_BENCH_CROWD_H

#include "bench_build.h"
#include "harness_march.h"

/* A map with a database that a crowd walks by. */
typedef struct bench_crowd_world {
    const char *map_name;
    const char *kind;
    cairn_map *map;
    cairn_db *db;
    cairn_build *build; /* whose memory the database lies in */
} bench_crowd_world;

/* Calls a function for each map with each kind: labels, regions, and knn with a fall-back. Returns
 * whether all did. */
typedef bool (*bench_crowd_function)(const bench_crowd_world *world);
bool bench_crowd_visit(const bench_request *request, bench_crowd_function function);

/* Builds a database of words such as "labels" in memory. */
void bench_crowd_build(bench_crowd_world *world, const char *words);

/* The beginning of a march in a world; fields may be set before it is opened. */
harness_march_def bench_crowd_define(const bench_crowd_world *world, uint32_t agents);

/* Opens a march, or ends the program; closes one. */
harness_march *bench_crowd_open(const harness_march_def *def);
void bench_crowd_close(harness_march *march);

/* A frame without a watch, timed by the march's clock; returns the nanoseconds. */
uint64_t bench_crowd_step(harness_march *march);

/* The word for a demand: labels are held to it, other kinds are there beside them. */
const char *bench_crowd_judge(const bench_crowd_world *world, bool is_met);

/* ---- the tables; false: a move was illegal, or what must hold does not ---- */

bool bench_crowd_steady(const bench_request *request);
bool bench_crowd_storm(const bench_request *request);
bool bench_crowd_occupancy(const bench_request *request);
bool bench_crowd_goal(const bench_request *request);
bool bench_crowd_save(const bench_request *request);

#endif
