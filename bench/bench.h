/* bench.h: what the benchmark's tables share: the clock, figures, a level with its problems. */
#ifndef CAIRN_BENCH_H
#define CAIRN_BENCH_H

#include <cairn/cairn.h>

/* Nanoseconds of a clock that never goes back. */
uint64_t bench_now(void);

/* Nanoseconds of processor time of the calling thread: what else runs on the machine hardly counts.
 * Asking takes long: not for single moves. */
uint64_t bench_now_on_thread(void);

/* Ends the program with a sentence if a call failed. */
void bench_check(cairn_status status, const char *what);

/* Figures of a sample; the values are sorted in place. */
typedef struct bench_figures {
    double mean;
    double median;
} bench_figures;
bench_figures bench_measure(double *values, size_t count);

/* SplitMix64: the same problems on every machine. */
uint64_t bench_draw(uint64_t *state);

/* What there is to know of a map. */
static inline cairn_map_info bench_get_map_info(const cairn_map *map)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    return info;
}

/* What there is to know of a database of any kind. */
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

/* An open cell, uniformly. */
cairn_cell bench_draw_cell(const cairn_map *map, uint64_t *state);

/* A problem with its optimal cost in tenths. */
typedef struct bench_problem {
    cairn_cell start;
    cairn_cell goal;
    uint32_t optimal;
} bench_problem;

/* The map, and problems of optimal cost 1,000 to 3,000 cells (section 8.1). */
typedef struct bench_level {
    const char *name;
    cairn_map *map;
    uint32_t count;
    bench_problem *problems;
    uint64_t max_moves; /* after which a scrubbing walk is cut */
} bench_level;

/* Draws problems whose optimal cost lies between two bounds in tenths. */
void bench_make_problems(bench_level *level, uint32_t count, uint32_t lowest, uint32_t highest,
                         uint64_t seed);

/* Opens a database of so many records for the level, building it first unless `folder` has it. */
cairn_db *bench_open_database(const bench_level *level, const char *folder, uint32_t records,
                              uint32_t threads);

/* What an agent did over all problems of a level. */
typedef struct bench_outcome {
    double *per_move;      /* ns, by problem */
    double *suboptimality; /* percent, by problem */
    double single_median;  /* ns of a single move, over all problems */
    double single_p99;
    double worst_move;      /* ns */
    double worst_cold_move; /* ns, caches emptied before the problem */
    uint64_t learned;
    uint64_t memory_states; /* strictly on-line memory, the sum over all problems */
    uint64_t memory_bytes;  /* the agent's own, the same way */
    uint32_t failures;      /* problems with a failed selection */
    uint32_t cut;
} bench_outcome;

/* Walks every problem `repeats` times and keeps the lowest times; with `moves_too`, also times
 * each single move. */
bench_outcome bench_run_agent(const bench_level *level, const cairn_agent_def *def, int repeats,
                              bool moves_too);
void bench_free_outcome(bench_outcome *outcome);

/* The tables. */
void bench_climb(const bench_level *level);
void bench_nearest(const bench_level *level, const cairn_db *db);
void bench_queries(const bench_level *level);
void bench_agents(const bench_level *level, const cairn_db *db);
void bench_growth(const bench_level *level, const char *folder, uint32_t threads);

#endif
