/* check_optimal.c: `check_optimal PAIRS MAP...`: holds the paths of engines, and of jumps, against
 * A*'s on random pairs of cells, both corner settings. Not part of the suite: `make check-optimal`
 * runs it over all shared maps. */
#include <cairn/cairn.h>
#include <stdio.h>
#include <stdlib.h>

#include "grid/tiles.h"

typedef struct totals {
    uint64_t pairs;
    uint64_t labelled; /* of them, by hub labels */
    uint64_t wrong;
} totals;

static void check(cairn_status status, const char *what)
{
    if (status == CAIRN_OK)
        return;
    (void)fprintf(stderr, "check_optimal: %s: %s\n", what, cairn_status_get_text(status));
    exit(3);
}

/* The cost of a walk, or UINT32_MAX if a move of it is not legal. */
static uint32_t get_cost(const cairn_map *map, const cairn_cell *path, size_t count)
{
    uint32_t cost = 0;
    for (size_t i = 1; i < count; i++) {
        if (!cairn__is_legal_move(map, cairn__unpack(path[i - 1]), cairn__unpack(path[i])))
            return UINT32_MAX;
        cost += cairn_cell_get_distance(path[i - 1], path[i]);
    }
    return cost;
}

/* The cost of the path that a planner finds, checked move by move. */
static uint32_t find_cost(const cairn_map *map, cairn_planner *planner, const cairn_cell pair[2])
{
    size_t count = 0, capacity;
    uint32_t tenths;
    check(cairn_planner_find(planner, pair[0], pair[1], &tenths), "path");
    capacity = tenths / 10 + 1;
    cairn_cell *path = malloc(capacity * sizeof *path);
    if (path == NULL)
        check(CAIRN_MEMORY, "path");
    check(cairn_planner_get_path(planner, 0, capacity, path, &count), "path");
    bool joins = count > 0 && path[0] == pair[0] && path[count - 1] == pair[1];
    uint32_t cost = joins ? get_cost(map, path, count) : UINT32_MAX;
    free(path);
    return cost == tenths ? cost : UINT32_MAX;
}

enum { ASTAR, JUMP, ENGINE, PLANNERS };

static void check_pair(const char *name, const cairn_map *map, cairn_planner *const *planners,
                       const cairn_cell pair[2], totals *sums)
{
    uint32_t optimal = find_cost(map, planners[ASTAR], pair);
    sums->pairs++;
    for (int i = JUMP; i < PLANNERS; i++) {
        if (find_cost(map, planners[i], pair) == optimal)
            continue;
        sums->wrong++;
        printf("%s: wrong %s from %u,%u to %u,%u\n", name, i == JUMP ? "by jumps" : "by the engine",
               cairn_cell_get_x(pair[0]), cairn_cell_get_y(pair[0]), cairn_cell_get_x(pair[1]),
               cairn_cell_get_y(pair[1]));
    }
}

static void make_planners(const cairn_map *map, const char *name, cairn_engine **engine,
                          cairn_planner *planners[PLANNERS])
{
    cairn_engine_def engine_def = {.size = sizeof engine_def, .threads = 2};
    check(cairn_engine_create(map, &engine_def, engine), name);
    for (int i = 0; i < PLANNERS; i++) {
        cairn_planner_def def = {.size = sizeof def,
                                 .method = i == ASTAR ? CAIRN_METHOD_ASTAR : CAIRN_METHOD_AUTO,
                                 .engine = i == ENGINE ? *engine : NULL};
        check(cairn_planner_create(map, NULL, &def, &planners[i]), name);
    }
}

static void check_map(const char *name, cairn_corners corners, uint32_t pairs, totals *sums)
{
    cairn_map_def def = {.size = sizeof def, .corners = corners};
    cairn_engine_info info = {.size = sizeof info};
    cairn_random random;
    cairn_engine *engine;
    cairn_planner *planners[PLANNERS];
    cairn_sampler *sampler;
    cairn_map *map;
    (void)cairn_random_start(1, corners, &random);
    check(cairn_map_open(name, &def, &map), name);
    make_planners(map, name, &engine, planners);
    check(cairn_engine_get_info(engine, &info), name);
    check(cairn_sampler_create(map, NULL, &sampler), name);
    for (uint32_t i = 0; i < pairs; i++) {
        uint64_t draws = 100;
        cairn_cell pair[2];
        if (cairn_sampler_draw_pair(sampler, &random, &draws, pair) != CAIRN_OK)
            continue;
        check_pair(name, map, planners, pair, sums);
        sums->labelled += info.method == CAIRN_METHOD_LABELS;
    }
    cairn_sampler_destroy(sampler);
    for (int i = 0; i < PLANNERS; i++)
        cairn_planner_destroy(planners[i]);
    cairn_engine_destroy(engine);
    cairn_map_close(map);
}

int main(int count, char **arguments)
{
    totals sums = {0};
    if (count < 3) {
        (void)fprintf(stderr, "usage: check_optimal PAIRS MAP...\n");
        return 2;
    }
    for (int i = 2; i < count; i++) {
        check_map(arguments[i], CAIRN_CORNERS_STRICT, (uint32_t)atoi(arguments[1]), &sums);
        check_map(arguments[i], CAIRN_CORNERS_FREE, (uint32_t)atoi(arguments[1]), &sums);
    }
    printf("%llu pairs, %llu of them by hub labels, %llu differ from A*\n",
           (unsigned long long)sums.pairs, (unsigned long long)sums.labelled,
           (unsigned long long)sums.wrong);
    return sums.wrong == 0 ? 0 : 1;
}
