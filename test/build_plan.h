/* build_plan.h: what a test wants built, with all options as fields. */
#ifndef CAIRN_TEST_BUILD_PLAN_H
#define CAIRN_TEST_BUILD_PLAN_H

#include <cairn/lab.h>

typedef struct test_plan {
    const cairn_map *map;
    cairn_kind kind;
    uint32_t threads;
    cairn_progress_function progress;
    void *progress_context;
    cairn_allocator allocator;
    cairn_detail *detail;
    const cairn_engine *engine; /* knn */
    uint32_t records;           /* knn */
    uint64_t seed;              /* knn */
    bool skip_direct;           /* knn */
    bool fallback;              /* knn, labels */
    uint64_t max_entries;       /* labels */
    uint32_t level;             /* dlrta */
    uint32_t cliques;           /* dlrta */
    uint32_t sector;            /* dba */
    uint32_t neighbourhood;     /* hcdps */
    uint32_t cutoff;            /* regions, hcdps */
    uint32_t table_regions;     /* regions */
    uint32_t range_regions;     /* regions */
} test_plan;

/* A plan with the defaults of a kind. */
test_plan test_plan_make(cairn_kind kind);

/* A plan of `records` records. */
test_plan test_plan_make_knn(const cairn_map *map, uint32_t records, uint64_t seed);

/* Makes the build of a plan. */
cairn_status test_plan_create(const test_plan *plan, cairn_build **build);

/* How many records a build has finished without a gap. */
uint32_t test_build_get_finished(const cairn_build *build);

#endif
