/* test_paths.c (property): optimal paths by every method cost what A*'s do and are legal: on all
 * pairs of many small maps, and on larger ones where runs cross tiles. Which method auto takes
 * depends on the map alone, and which path comes out does not depend on the threads. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include <cairn/path.h>
#include <cairn/lab.h>

/* The first is auto, on one thread; the last is auto again, on three. */
enum { ENGINES = 4 };

typedef struct engines {
    const test_world *world;
    cairn_search *astar;
    cairn_path_engine *engines[ENGINES];
    cairn_path_finder *finders[ENGINES];
    cairn_cell *path; /* room for every cell */
    cairn_cell *other;
} engines;

static void create_engines(engines *all, const test_world *world)
{
    static const cairn_path_method methods[ENGINES] = {CAIRN_PATH_AUTO, CAIRN_PATH_JUMP,
                                                       CAIRN_PATH_ASTAR, CAIRN_PATH_AUTO};
    cairn_search_def def = {.size = sizeof def};
    all->world = world;
    all->path = malloc(((size_t)world->open_count + 1) * sizeof *all->path);
    all->other = malloc(((size_t)world->open_count + 1) * sizeof *all->path);
    assert_non_null(all->path);
    assert_non_null(all->other);
    assert_int_equal(cairn_search_create(world->map, &def, &all->astar), CAIRN_OK);
    for (int i = 0; i < ENGINES; i++) {
        cairn_path_engine_def engine_def = cairn_default_path_engine_def();
        engine_def.map = world->map;
        engine_def.method = methods[i];
        engine_def.threads = i + 1 == ENGINES ? 3 : 1;
        assert_int_equal(cairn_path_engine_create(&engine_def, &all->engines[i]), CAIRN_OK);
        assert_int_equal(cairn_path_finder_create(all->engines[i], &all->finders[i]), CAIRN_OK);
    }
    assert_int_equal(cairn_path_engine_get_info(all->engines[0]).method,
                     test_get_map_info(world->map).corners == CAIRN_CORNERS_STRICT
                         ? CAIRN_PATH_LABELS
                         : CAIRN_PATH_JUMP);
}

static void destroy_engines(engines *all)
{
    cairn_search_destroy(all->astar);
    for (int i = 0; i < ENGINES; i++) {
        cairn_path_finder_destroy(all->finders[i]);
        cairn_path_engine_destroy(all->engines[i]);
    }
    free(all->path);
    free(all->other);
}

/* The path's cost in tenths; fails where a move is not legal. */
static uint32_t get_cost(const engines *all, size_t count)
{
    uint32_t cost = 0;
    for (size_t i = 1; i < count; i++) {
        int move = ref_find_move(&all->world->ref, test_world_get_id(all->world, all->path[i - 1]),
                                 test_world_get_id(all->world, all->path[i]));
        assert_int_not_equal(move, REF_NONE);
        cost += (uint32_t)ref_get_move_cost(move);
    }
    return cost;
}

/* The path in all->path is one from start to goal of A*'s cost. */
static void check_path(const engines *all, size_t count, int from, int to, uint32_t optimal)
{
    assert_int_equal(test_world_get_id(all->world, all->path[0]), from);
    assert_int_equal(test_world_get_id(all->world, all->path[count - 1]), to);
    uint32_t cost = get_cost(all, count);
    if (cost != optimal)
        test_world_print(all->world, from, to);
    assert_int_equal(cost, optimal);
}

/* Finds the path of one engine, into all->path. */
static size_t find_path(const engines *all, int engine, const cairn_cell pair[2], uint32_t cost)
{
    cairn_path found;
    size_t room = (size_t)all->world->open_count;
    assert_int_equal(cairn_path_finder_run(all->finders[engine], pair[0], pair[1], &found),
                     CAIRN_OK);
    assert_int_equal(found.cost, cost);
    assert_true(found.states >= 1 && found.states <= room);
    if (found.states > 1)
        assert_int_equal(
            cairn_path_finder_get_path(all->finders[engine], found.states - 1, all->path),
            CAIRN_CAPACITY);
    assert_int_equal(cairn_path_finder_get_path(all->finders[engine], room, all->path), CAIRN_OK);
    return found.states;
}

static void check_pair(const engines *all, int from, int to)
{
    cairn_cell pair[2] = {test_world_get_cell(all->world, from),
                          test_world_get_cell(all->world, to)};
    cairn_search_result result;
    assert_int_equal(cairn_search_run(all->astar, pair[0], pair[1], &result), CAIRN_OK);
    uint32_t optimal = cairn_search_result_get_cost(&result);
    for (int i = 0; i < ENGINES; i++) {
        size_t count = find_path(all, i, pair, optimal);
        check_path(all, count, from, to, optimal);
        if (i == 0)
            memcpy(all->other, all->path, count * sizeof *all->path);
        if (i + 1 == ENGINES)
            assert_memory_equal(all->other, all->path, count * sizeof *all->path);
    }
}

/* All pairs where they are few, else from every few cells. */
static void check_world(test_world *world, void *context)
{
    (void)context;
    engines all;
    int stride = world->open_count > 60 ? world->open_count / 20 : 1;
    create_engines(&all, world);
    for (int i = 0; i < world->open_count; i += stride)
        for (int j = 0; j < world->open_count; j++)
            if (test_world_is_joined(world, world->open[i], world->open[j]))
                check_pair(&all, world->open[i], world->open[j]);
    destroy_engines(&all);
}

static void costs_are_optimal_on_small_maps(void **state)
{
    (void)state;
    test_for_worlds(150, 13, 5, check_world, NULL);
}

static void check_sample(test_world *world, int pairs)
{
    test_random random = {77};
    engines all;
    create_engines(&all, world);
    for (int i = 0; i < pairs; i++) {
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        if (test_world_is_joined(world, from, to))
            check_pair(&all, from, to);
    }
    destroy_engines(&all);
}

static void costs_are_optimal_across_tiles(void **state)
{
    (void)state;
    for (int corners = 0; corners < 2; corners++)
        for (int kind = 0; kind < (int)cairn_scene_kind_get_count(); kind++) {
            test_world world;
            test_world_create_scene(&world, (cairn_scene_kind)kind, 201, 150,
                                    (cairn_corners)corners);
            check_sample(&world, 60);
            test_world_destroy(&world);
        }
}

/* What an engine refuses. */
static void bad_arguments_are_refused(void **state)
{
    (void)state;
    test_world world;
    test_world_create_scene(&world, CAIRN_SCENE_ROOMS, 40, 40, CAIRN_CORNERS_FREE);
    cairn_path_engine_def def = cairn_default_path_engine_def();
    cairn_path_engine *engine = NULL;
    cairn_path_finder *finder = NULL;
    cairn_path path;
    cairn_cell open = test_world_get_cell(&world, world.open[0]), outside = cairn_cell_at(50, 50);
    assert_int_equal(cairn_path_engine_create(&def, &engine), CAIRN_ARGUMENT);
    def.map = world.map;
    def.method = CAIRN_PATH_LABELS;
    assert_int_equal(cairn_path_engine_create(&def, &engine), CAIRN_LIMIT);
    def.method = (cairn_path_method)9;
    assert_int_equal(cairn_path_engine_create(&def, &engine), CAIRN_ARGUMENT);
    def.method = CAIRN_PATH_AUTO;
    assert_int_equal(cairn_path_engine_create(&def, &engine), CAIRN_OK);
    assert_int_equal(cairn_path_finder_create(engine, &finder), CAIRN_OK);
    assert_int_equal(cairn_path_finder_run(finder, open, outside, &path), CAIRN_BLOCKED);
    assert_int_equal(cairn_path_finder_get_path(finder, 1, &open), CAIRN_NO_PATH);
    cairn_path_finder_destroy(finder);
    cairn_path_engine_destroy(engine);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_optimal_on_small_maps),
        cmocka_unit_test(costs_are_optimal_across_tiles),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
