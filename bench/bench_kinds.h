/* bench_kinds.h: what the tables of `make bench-kinds` share: databases of every kind, built in a
 * process of its own, and what agents do with them. */
#ifndef CAIRN_BENCH_KINDS_H
#define CAIRN_BENCH_KINDS_H

#include "bench_build.h"

/* What the program was asked. */
typedef struct bench_kinds_request {
    bench_request base;
    uint32_t problems;
    const char *maps;    /* the folder of MovingAI's maps; null: none */
    const char *levels;  /* the folder of levels; null: none */
    const char *command; /* cairn */
} bench_kinds_request;

/* ---- databases ---- */

/* A database to build, from map file to database file. */
typedef struct bench_kind_task {
    const char *map;
    const char *database; /* where it is written */
    cairn_kind kind;
    uint32_t eps;     /* labels */
    uint32_t records; /* knn */
    bool fallback;    /* knn: with a net of regions */
    uint32_t threads;
} bench_kind_task;

typedef struct bench_kind_result {
    bool refused;   /* LIMIT: too large for the kind; there is no file, and `info` is empty */
    double seconds; /* until then */
    cairn_db_info info;
    uint64_t corners; /* labels */
    uint64_t entries; /* labels */
    uint64_t regions;
    bench_child_usage usage;
} bench_kind_result;

bench_kind_result bench_build_kind(const bench_kind_task *task);

cairn_db *bench_open_kind(const char *path);

/* ---- walks ---- */

/* What an agent did over all problems of a level, in a form that a child can hand on. */
typedef struct bench_walks {
    double per_move; /* ns, mean over problems of each one's mean; the thread's processor time */
    double mean;     /* suboptimality in percent */
    double worst;
    double learned;  /* values a problem */
    uint32_t longer; /* problems whose walk is not optimal */
    uint32_t unsolved;
    uint32_t twice; /* problems in which a cell was visited twice; 0 unless looked for */
    double single_median, single_p99, worst_move, worst_cold_move; /* ns; 0 unless timed */
} bench_walks;

/* How much is measured. */
typedef enum bench_care {
    BENCH_WALK = 0,    /* whole walks */
    BENCH_VISITS = 1,  /* cells visited twice, too */
    BENCH_SINGLES = 2, /* and single moves, warm and cold */
} bench_care;

bench_walks bench_walk(const bench_level *level, const cairn_agent_def *def, int repeats,
                       bench_care care);

/* Walks within a budget that takes about so many nanoseconds. */
typedef struct bench_budget {
    double unit;      /* ns of a unit, mean over the first steps without a budget */
    uint32_t units;   /* the budget, chosen by that */
    uint32_t most;    /* units of the step that spent most */
    uint32_t waits;   /* steps before the first move, at most */
    double worst;     /* ns of the longest step, the lowest of several walks */
    uint32_t longest; /* units of the step that spent most without a budget */
} bench_budget;

bench_budget bench_walk_in_budget(const bench_level *level, const cairn_agent_def *def, double ns);

/* ---- the tables; false: what must be optimal is not ---- */

bool bench_kinds_maps(const bench_kinds_request *request);
bool bench_kinds_rough(const bench_kinds_request *request);
bool bench_kinds_noise(const bench_kinds_request *request);
bool bench_kinds_levels(const bench_kinds_request *request);

#endif
