/* test_harness_crowd.c (unit): many agents at the same time: each for itself, and members of a crowd. */
#include "support.h"

#include <stdlib.h>

#include "harness.h"

enum { PROBLEMS = 20 };

typedef struct course {
    test_world world;
    harness_world shared;
    harness_problem problems[PROBLEMS];
} course;

static int open_course(void **state)
{
    static const uint32_t costs[2] = {200, 100000};
    course *made = calloc(1, sizeof *made);
    assert_non_null(made);
    test_world_create_scene(&made->world, CAIRN_SCENE_CAVES, 80, 60, CAIRN_CORNERS_STRICT);
    made->shared.map = made->world.map;
    assert_int_equal(harness_draw_problems(made->world.map, costs, 3, PROBLEMS, made->problems),
                     CAIRN_OK);
    *state = made;
    return 0;
}

static int close_course(void **state)
{
    course *made = *state;
    test_world_destroy(&made->world);
    free(made);
    return 0;
}

static void moves_crowds(void **state)
{
    const course *made = *state;
    harness_recipe recipe;
    harness_crowd crowd = {.count = 2 * PROBLEMS + 1};
    assert_int_equal(harness_recipe_read("lrta", &recipe, NULL), CAIRN_OK);
    assert_int_equal(harness_crowd_open(&made->shared, &recipe, made->problems, PROBLEMS, &crowd),
                     CAIRN_OK);
    assert_true(crowd.bytes > 0);
    assert_int_equal(harness_crowd_run(&crowd, UINT64_MAX, NULL), CAIRN_OK);
    assert_int_equal(crowd.arrived, crowd.count);
    uint64_t moves = 0;
    for (uint32_t i = 0; i < crowd.count; i++) {
        assert_int_equal(cairn_agent_get_cell(crowd.agents[i]),
                         made->problems[i % PROBLEMS].ends[1]);
        moves += test_agent_get_stats(crowd.agents[i]).moves;
    }
    assert_int_equal(crowd.moves, moves);
    harness_crowd_close(&crowd);
    assert_int_equal(crowd.bytes, 0);
}

/* Members of a cairn_crowd where there is one, and they go as agents do; with an option, agents. */
static void moves_members(void **state)
{
    const course *made = *state;
    harness_recipe plain, optional;
    harness_crowd members = {.count = 50}, agents = {.count = 50};
    test_folder folder;
    char path[256];
    harness_order order;
    cairn_db *db = NULL;
    test_folder_create(&folder);
    test_folder_get_path(&folder, "walk.cairn", sizeof path, path);
    assert_int_equal(harness_order_read("labels", &order, NULL), CAIRN_OK);
    assert_int_equal(harness_build(made->world.map, &order, path, NULL, NULL), CAIRN_OK);
    assert_int_equal(cairn_db_open(path, NULL, &db), CAIRN_OK);
    harness_world world = {.map = made->world.map, .db = db};
    assert_int_equal(harness_recipe_read("", &plain, NULL), CAIRN_OK);
    assert_int_equal(harness_recipe_read("max-work=100000", &optional, NULL), CAIRN_OK);
    assert_int_equal(harness_crowd_open(&world, &plain, made->problems, PROBLEMS, &members),
                     CAIRN_OK);
    assert_int_equal(harness_crowd_open(&world, &optional, made->problems, PROBLEMS, &agents),
                     CAIRN_OK);
    assert_true(members.crowd != NULL && members.agents == NULL);
    assert_true(agents.crowd == NULL && agents.agents != NULL);
    assert_true(members.bytes > 0 && members.bytes < agents.bytes);
    assert_int_equal(harness_crowd_run(&members, UINT64_MAX, NULL), CAIRN_OK);
    assert_int_equal(harness_crowd_run(&agents, UINT64_MAX, NULL), CAIRN_OK);
    assert_int_equal(members.arrived, 50);
    assert_int_equal(agents.arrived, 50);
    assert_int_equal(members.moves, agents.moves);
    harness_crowd_close(&members);
    harness_crowd_close(&agents);
    assert_int_equal(members.bytes + agents.bytes, 0);
    cairn_db_close(db);
    test_folder_destroy(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(moves_crowds, open_course, close_course),
        cmocka_unit_test_setup_teardown(moves_members, open_course, close_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
