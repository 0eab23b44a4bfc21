/* check_optimal.c: `check_optimal PAIRS MAP...`: holds the off-line phase's paths against A* on random
 * pairs of cells, both corner settings. Not part of the suite: `make check-optimal` runs it over all
 * shared maps. */
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

/* The cost of the path that the off-line phase would take. */
static uint32_t find_cost(const cairn_map *map, cairn_path_finder *finder, const cairn_cell pair[2])
{
    cairn_path found;
    check(cairn_path_finder_run(finder, pair[0], pair[1], &found), "path");
    cairn_cell *path = malloc(found.states * sizeof *path);
    if (path == NULL)
        check(CAIRN_MEMORY, "path");
    check(cairn_path_finder_get_path(finder, found.states, path), "path");
    bool joins = path[0] == pair[0] && path[found.states - 1] == pair[1];
    uint32_t cost = joins ? get_cost(map, path, found.states) : UINT32_MAX;
    free(path);
    return cost == found.cost ? cost : UINT32_MAX;
}

static void check_map(const char *name, cairn_corners corners, uint32_t pairs, totals *sums)
{
    cairn_map_def def = {.size = sizeof def};
    cairn_search_def search_def = {.size = sizeof search_def};
    cairn_path_engine_def engine_def = cairn_default_path_engine_def();
    cairn_random random;
    (void)cairn_random_start(1, corners, &random);
    cairn_path_engine *engine;
    cairn_path_finder *finder;
    cairn_sampler *sampler;
    cairn_search *search;
    cairn_map *map;
    def.corners = corners;
    check(cairn_map_open(name, &def, &map), name);
    check(cairn_search_create(map, &search_def, &search), name);
    engine_def.map = map;
    engine_def.threads = 2;
    check(cairn_path_engine_create(&engine_def, &engine), name);
    check(cairn_path_finder_create(engine, &finder), name);
    check(cairn_sampler_create(map, NULL, &sampler), name);
    for (uint32_t i = 0; i < pairs; i++) {
        uint64_t draws = 100;
        cairn_cell pair[2];
        if (cairn_sampler_draw_pair(sampler, &random, &draws, pair) != CAIRN_OK)
            continue;
        cairn_search_result result;
        check(cairn_search_run(search, pair[0], pair[1], &result), name);
        sums->pairs++;
        sums->labelled += cairn_path_engine_get_info(engine).method == CAIRN_PATH_LABELS;
        if (find_cost(map, finder, pair) == cairn_search_result_get_cost(&result))
            continue;
        sums->wrong++;
        printf("%s: wrong from %u,%u to %u,%u\n", name, cairn_cell_get_x(pair[0]),
               cairn_cell_get_y(pair[0]), cairn_cell_get_x(pair[1]), cairn_cell_get_y(pair[1]));
    }
    cairn_sampler_destroy(sampler);
    cairn_path_finder_destroy(finder);
    cairn_path_engine_destroy(engine);
    cairn_search_destroy(search);
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
