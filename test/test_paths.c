/* test_paths.c (property): the off-line phase's paths, by jump point search and by hub labels, cost
 * what A*'s do and are legal: on all pairs of many small maps, and on larger ones where runs cross
 * tiles. Which of the two an engine uses depends on the map alone. */
#include "support.h"

#include <stdlib.h>

#include "base/memory.h"
#include "search/jump_search.h"
#include "search/path_engine.h"

typedef struct engines {
    const test_world *world;
    cairn_search *astar;
    cairn__jump_search *jump;
    cairn__path_engine *engine;
    cairn__path_finder *finder;
    cairn_cell *path; /* room for every cell */
} engines;

static void create_engines(engines *both, const test_world *world)
{
    cairn_search_def def = cairn_default_search_def();
    cairn_allocator allocator = cairn__allocator_or_default((cairn_allocator){0});
    def.map = world->map;
    both->world = world;
    both->path = malloc(((size_t)world->open_count + 1) * sizeof *both->path);
    assert_non_null(both->path);
    assert_int_equal(cairn_search_create(&def, &both->astar), CAIRN_OK);
    assert_int_equal(cairn__jump_search_create(world->map, &allocator, &both->jump), CAIRN_OK);
    assert_int_equal(cairn__path_engine_create(world->map, &allocator, NULL, &both->engine),
                     CAIRN_OK);
    assert_int_equal(cairn__path_finder_create(both->engine, &both->finder), CAIRN_OK);
    assert_int_equal(cairn__path_engine_has_labels(both->engine),
                     cairn_map_get_info(world->map).corners == CAIRN_CORNERS_STRICT);
}

static void destroy_engines(engines *both)
{
    cairn_search_destroy(both->astar);
    cairn__jump_search_destroy(both->jump);
    cairn__path_finder_destroy(both->finder);
    cairn__path_engine_destroy(both->engine);
    free(both->path);
}

/* The path's cost in tenths; fails where a move is not legal. */
static uint32_t get_cost(const engines *both, size_t count)
{
    uint32_t cost = 0;
    for (size_t i = 1; i < count; i++) {
        int move =
            ref_find_move(&both->world->ref, test_world_get_id(both->world, both->path[i - 1]),
                          test_world_get_id(both->world, both->path[i]));
        assert_int_not_equal(move, REF_NONE);
        cost += (uint32_t)ref_get_move_cost(move);
    }
    return cost;
}

/* The path in both->path is one from start to goal of A*'s cost. */
static void check_path(const engines *both, size_t count, int from, int to, uint32_t optimal)
{
    assert_int_equal(test_world_get_id(both->world, both->path[0]), from);
    assert_int_equal(test_world_get_id(both->world, both->path[count - 1]), to);
    uint32_t cost = get_cost(both, count);
    if (cost != optimal)
        test_world_print(both->world, from, to);
    assert_int_equal(cost, optimal);
}

static void check_pair(const engines *both, int from, int to)
{
    cairn_cell start = test_world_get_cell(both->world, from);
    cairn_cell goal = test_world_get_cell(both->world, to);
    cairn_search_result result;
    size_t count = 0;
    assert_int_equal(cairn_search_run(both->astar, start, goal, &result), CAIRN_OK);
    uint32_t optimal = cairn_search_result_get_cost(&result);
    assert_int_equal(cairn__jump_search_run(both->jump, start, goal, &count), CAIRN_OK);
    assert_true(count >= 1 && count <= (size_t)both->world->open_count);
    cairn__jump_search_get_path(both->jump, both->path);
    check_path(both, count, from, to, optimal);
    assert_int_equal(cairn__path_finder_run(both->finder, start, goal, &count), CAIRN_OK);
    assert_true(count >= 1 && count <= (size_t)both->world->open_count);
    cairn__path_finder_get_path(both->finder, both->path);
    check_path(both, count, from, to, optimal);
}

/* All pairs where they are few, else from every few cells. */
static void check_world(test_world *world, void *context)
{
    (void)context;
    engines both;
    int stride = world->open_count > 60 ? world->open_count / 20 : 1;
    create_engines(&both, world);
    for (int i = 0; i < world->open_count; i += stride)
        for (int j = 0; j < world->open_count; j++)
            if (test_world_is_joined(world, world->open[i], world->open[j]))
                check_pair(&both, world->open[i], world->open[j]);
    destroy_engines(&both);
}

static void costs_are_optimal_on_small_maps(void **state)
{
    (void)state;
    test_for_worlds(150, 13, 5, check_world, NULL);
}

static void check_sample(test_world *world, int pairs)
{
    test_random random = {77};
    engines both;
    create_engines(&both, world);
    for (int i = 0; i < pairs; i++) {
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        if (test_world_is_joined(world, from, to))
            check_pair(&both, from, to);
    }
    destroy_engines(&both);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_optimal_on_small_maps),
        cmocka_unit_test(costs_are_optimal_across_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
