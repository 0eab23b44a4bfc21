/* bench_living.h: what the tables of `make bench-living` share. */
#ifndef CAIRN_BENCH_LIVING_H
#define CAIRN_BENCH_LIVING_H

#include "bench_build.h"

/* A map that changes, labels of it as it was at first, and all that is asked for ways: an agent by them, a
 * planner by them, and one by jump point search. */
typedef struct bench_world {
    cairn_map *map;
    cairn_map_info info;
    cairn_build *build; /* whose memory the database lies in */
    cairn_db *db;
    cairn_planner *planner; /* of the agent */
    cairn_agent *agent;
    cairn_planner *labels;
    cairn_planner *jumps;
    uint64_t random;
} bench_world;

/* Opens a world, or ends the program; closes one. */
void bench_world_open(bench_world *world, const char *path, uint64_t seed);
void bench_world_close(bench_world *world);

uint32_t bench_draw_below(uint64_t *random, size_t below);

/* ---- the tables; false: what must hold does not ---- */

bool bench_living_changes(const bench_request *request);
bool bench_living_first(const bench_request *request);
bool bench_living_notice(const bench_request *request);
bool bench_living_replay(const bench_request *request);
bool bench_living_repair(const bench_request *request);
bool bench_living_opened(const bench_request *request);
bool bench_living_asked(const bench_request *request);

#endif
