/* bench_kinds.h: what the tables of `make bench-kinds` share: databases of every kind, built in a
 * process of its own, and what agents do with them. */
#ifndef CAIRN_BENCH_KINDS_H
#define CAIRN_BENCH_KINDS_H

#include "bench_build.h"

/* ---- databases ---- */

/* A database to build, from map file to database file. */
typedef struct bench_kind_task {
    const char *map;
    const char *database; /* where it is written */
    const char *words;    /* such as "knn records=60000 fallback" */
    uint32_t threads;
} bench_kind_task;

typedef struct bench_kind_result {
    bool refused;   /* LIMIT: too large for the kind; there is no file, and `info` is empty */
    double seconds; /* until then */
    cairn_db_info info;
    cairn_build_report report;
    uint64_t bends;   /* labels */
    uint64_t entries; /* labels */
    uint64_t regions;
    bench_child_usage usage;
} bench_kind_result;

bench_kind_result bench_build_kind(const bench_kind_task *task);

/* ---- steps by labels, in ns ---- */

/* How often each problem is timed; the lowest counts. A processor learns a problem that comes in a row. */
typedef struct bench_turns {
    uint32_t turns; /* through all problems */
    uint32_t in_a_row;
} bench_turns;

/* First steps. `agent_bytes` gets what the agent holds. */
harness_spread bench_time_first_steps(const bench_level *level, const cairn_db *db,
                                      bench_turns turns, uint64_t *agent_bytes);

/* Whole jump point searches. */
harness_spread bench_time_jumps(const bench_level *level, bench_turns turns);

/* A move after the first one, in the mean. `longer` gets the walks that are not optimal. */
double bench_time_later_moves(const bench_level *level, const cairn_db *db, bench_turns turns,
                              uint32_t *longer);

/* ---- the tables; false: what must be optimal is not ---- */

bool bench_kinds_first(const bench_request *request);
bool bench_kinds_maps(const bench_request *request);
bool bench_kinds_rough(const bench_request *request);
bool bench_kinds_noise(const bench_request *request);
bool bench_kinds_levels(const bench_request *request);
bool bench_kinds_native(const bench_request *request);

#endif
