/* bench_build_engines.c: single queries, whole path included, by each method on the same pairs. */
#include "bench_build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PAIRS 300
#define PAIR_SEED 1
#define METHODS 3

static const uint32_t methods[METHODS] = {CAIRN_METHOD_ASTAR, CAIRN_METHOD_JUMP,
                                          CAIRN_METHOD_LABELS};

typedef struct row {
    bool refused[METHODS];
    double prepare[METHODS]; /* seconds */
    double query[METHODS];   /* milliseconds, mean */
    uint64_t cost[METHODS];  /* of all pairs, in tenths */
} row;

typedef struct task {
    const char *map;
    uint32_t threads;
} task;

static void draw_pairs(const cairn_map *map, cairn_cell pairs[PAIRS][2])
{
    cairn_sampler *sampler;
    bench_check(cairn_sampler_create(map, NULL, &sampler), "sampler");
    for (uint32_t i = 0; i < PAIRS; i++) {
        cairn_random random;
        (void)cairn_random_start(PAIR_SEED, i, &random);
        uint64_t draws = UINT64_MAX;
        bench_check(cairn_sampler_draw_pair(sampler, &random, &draws, pairs[i]), "pairs");
    }
    cairn_sampler_destroy(sampler);
}

/* The sum of all pairs' costs. */
static uint64_t find_paths(cairn_planner *planner, cairn_cell pairs[PAIRS][2], size_t capacity)
{
    uint64_t sum = 0;
    cairn_cell *cells = malloc(capacity * sizeof *cells);
    bench_check(cells == NULL ? CAIRN_MEMORY : CAIRN_OK, "path");
    for (uint32_t i = 0; i < PAIRS; i++) {
        uint32_t cost;
        size_t count;
        bench_check(cairn_planner_find(planner, pairs[i][0], pairs[i][1], &cost), "path");
        bench_check(cairn_planner_get_path(planner, 0, capacity, cells, &count), "path");
        sum += cost;
    }
    free(cells);
    return sum;
}

static void measure_method(const cairn_map *map, const cairn_engine_def *def,
                           cairn_cell pairs[PAIRS][2], uint32_t column, row *made)
{
    cairn_engine *engine;
    cairn_planner *planner;
    uint64_t start = harness_get_time();
    cairn_status status = cairn_engine_create(map, def, &engine);
    made->refused[column] = status == CAIRN_LIMIT;
    if (made->refused[column])
        return;
    bench_check(status, "preparation");
    made->prepare[column] = bench_get_seconds_since(start);
    cairn_planner_def planner_def = {.size = sizeof planner_def, .engine = engine};
    bench_check(cairn_planner_create(map, NULL, &planner_def, &planner), "planner");
    start = harness_get_time();
    made->cost[column] = find_paths(planner, pairs, bench_get_map_info(map).open_cells);
    made->query[column] = bench_get_seconds_since(start) * 1e3 / PAIRS;
    cairn_planner_destroy(planner);
    cairn_engine_destroy(engine);
}

static void measure(const void *context, void *result)
{
    const task *wanted = context;
    cairn_map *map = bench_open_map(wanted->map);
    cairn_cell pairs[PAIRS][2];
    draw_pairs(map, pairs);
    for (uint32_t i = 0; i < METHODS; i++) {
        cairn_engine_def def = {
            .size = sizeof def, .method = methods[i], .threads = wanted->threads};
        measure_method(map, &def, pairs, i, result);
    }
    cairn_map_close(map);
}

static bool is_agreed(const row *made)
{
    for (uint32_t i = 1; i < METHODS; i++)
        if (!made->refused[i] && made->cost[i] != made->cost[0])
            return false;
    return true;
}

static void print_row(const char *name, const row *made)
{
    printf("  %-17s", name);
    for (uint32_t i = 0; i < METHODS; i++)
        if (made->refused[i])
            printf(" %10s", "-");
        else
            printf(" %10.3f", made->query[i]);
    printf(" %10.1f %10.2f %14.1f  %s\n", made->query[0] / made->query[1],
           made->prepare[METHODS - 1], (double)made->cost[0] / PAIRS * 0.1,
           is_agreed(made) ? "equal" : "DIFFERENT");
}

bool bench_build_engines(const bench_request *request)
{
    bool agreed = true;
    printf("Engines: ms a query, whole path, one thread, mean of %d random pairs; preparation of "
           "labels with %" PRIu32 " threads\n",
           PAIRS, request->threads);
    printf("  map                    astar       jump     labels astar/jump  prepare s      "
           "mean cost  costs\n");
    for (uint32_t i = 0; i < BENCH_DEMANDED_MAPS; i++) {
        bench_map_file file = bench_find_demanded(request, i);
        task wanted = {file.path, request->threads};
        row made = {0};
        (void)fprintf(stderr, "%s: %d pairs by each method ...\n", file.path, PAIRS);
        (void)bench_run_in_child(measure, &wanted, &made, sizeof made);
        print_row(file.name, &made);
        agreed = agreed && is_agreed(&made);
    }
    return agreed;
}
