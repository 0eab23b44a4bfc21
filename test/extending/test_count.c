/* test_count.c (unit): the example of docs/extending.md is an algorithm like any other: it has its
 * word and its number, arrives on every map, keeps to a budget, and takes its options. */
#include "support.h"

#include <string.h>

static void test_table(void **state)
{
    (void)state;
    cairn_algorithm number;
    assert_int_equal(cairn_algorithm_find("count", &number), CAIRN_OK);
    assert_int_equal(number, CAIRN_COUNT);
    assert_string_equal(cairn_algorithm_get_name(CAIRN_COUNT), "count");
    assert_string_equal(cairn_algorithm_get_name(CAIRN_KNN), "knn");
}

static cairn_agent *create_agent(const cairn_map *map, uint32_t max_work)
{
    cairn_agent *agent = NULL;
    cairn_agent_def def = {.size = sizeof def, .algorithm = CAIRN_COUNT, .max_work = max_work};
    assert_int_equal(cairn_agent_create(map, NULL, &def, &agent), CAIRN_OK);
    return agent;
}

/* Walks from a cell to another with legal moves; how many there were. */
static uint64_t walk(const test_world *world, cairn_agent *agent, int from, int to)
{
    cairn_step step = {0};
    int cell = from;
    assert_int_equal(
        cairn_agent_start(agent, test_world_get_cell(world, from), test_world_get_cell(world, to)),
        CAIRN_OK);
    for (int steps = 0; step.kind != CAIRN_STEP_ARRIVED; steps++) {
        assert_true(steps < 1000000);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        assert_true(step.units <= 8);
        int next =
            (int)cairn_cell_get_y(step.cell) * world->ref.width + (int)cairn_cell_get_x(step.cell);
        assert_true(next == cell || ref_find_move(&world->ref, cell, next) != REF_NONE);
        cell = next;
    }
    cairn_agent_stats stats = {.size = sizeof stats};
    assert_int_equal(cairn_agent_get_stats(agent, &stats), CAIRN_OK);
    return stats.moves;
}

/* From every open cell of every small map to some others. */
static void check_world(test_world *world, void *context)
{
    int *walks = context;
    test_random random = {7};
    cairn_agent *free_agent = create_agent(world->map, 0);
    cairn_agent *tight = create_agent(world->map, CAIRN_MIN_WORK);
    for (int i = 0; i < world->open_count; i++) {
        int from = world->open[i], to = world->open[test_draw_below(&random, world->open_count)];
        if (!test_world_is_joined(world, from, to))
            continue;
        assert_int_equal(walk(world, free_agent, from, to), walk(world, tight, from, to));
        ++*walks;
    }
    cairn_agent_destroy(free_agent);
    cairn_agent_destroy(tight);
}

static void test_walks(void **state)
{
    (void)state;
    int walks = 0;
    test_for_worlds(10, 24, 21, check_world, &walks);
    assert_true(walks > 1000);
}

/* The table of counts may be forbidden to grow. */
static void test_option(void **state)
{
    (void)state;
    test_world world;
    cairn_agent *agent = NULL;
    cairn_step step = {0};
    cairn_status status = CAIRN_OK;
    test_world_create_scene(&world, CAIRN_SCENE_MAZE, 61, 61, CAIRN_CORNERS_STRICT);
    cairn_option options[] = {{.option = CAIRN_OPTION_NO_GROWTH, .value = 1}};
    cairn_agent_def def = {
        .size = sizeof def, .algorithm = CAIRN_COUNT, .option_count = 1, .options = options};
    assert_int_equal(cairn_agent_create(world.map, NULL, &def, &agent), CAIRN_OK);
    assert_int_equal(
        cairn_agent_start(agent, test_world_get_cell(&world, world.open[0]),
                          test_world_get_cell(&world, world.open[world.open_count - 1])),
        CAIRN_OK);
    while (status == CAIRN_OK && step.kind != CAIRN_STEP_ARRIVED)
        status = cairn_agent_step(agent, &step);
    assert_int_equal(status, CAIRN_FULL);
    cairn_agent_destroy(agent);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_option),
    };
    return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}
