/* test_mover.c: what a walker moves in place of an agent. The mover here asks an agent itself, so that
 * its walks must be those of the agent. */
#include "support.h"

#include "harness.h"

enum { PROBLEMS = 10, WAITS = 2 };

typedef struct puppet {
    cairn_agent *agent;
    uint32_t waits;      /* steps to wait before the first move */
    uint32_t fails_from; /* the step that fails; 0: none */
    uint32_t steps;
    uint32_t ends;
} puppet;

static cairn_status start_puppet(void *context, const cairn_cell ends[2])
{
    puppet *made = context;
    made->steps = 0;
    return cairn_agent_start(made->agent, ends[0], ends[1]);
}

static cairn_status move_puppet(void *context, cairn_step *step)
{
    puppet *made = context;
    made->steps++;
    if (made->steps == made->fails_from)
        return CAIRN_ARGUMENT;
    if (made->steps > made->waits)
        return cairn_agent_step(made->agent, step);
    *step = (cairn_step){.kind = CAIRN_STEP_WAITED, .cell = cairn_agent_get_cell(made->agent)};
    return CAIRN_OK;
}

static cairn_status end_puppet(void *context, cairn_agent_stats *stats)
{
    puppet *made = context;
    made->ends++;
    return cairn_agent_get_stats(made->agent, stats);
}

typedef struct stage {
    test_world world;
    harness_world shared;
    harness_problem problems[PROBLEMS];
    harness_walker walkers[2]; /* of an agent, and of a mover */
    puppet puppet;
    harness_mover mover;
} stage;

static void open_stage(stage *made)
{
    static const uint32_t costs[2] = {200, 100000};
    static const harness_care care = {.watched = 1, .keep_path = true};
    harness_recipe recipe;
    *made = (stage){0};
    test_world_create_scene(&made->world, CAIRN_SCENE_CAVES, 80, 60, CAIRN_CORNERS_STRICT);
    made->shared.map = made->world.map;
    assert_int_equal(harness_draw_problems(made->world.map, costs, 3, PROBLEMS, made->problems),
                     CAIRN_OK);
    assert_int_equal(harness_recipe_read("lrta", &recipe, NULL), CAIRN_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(harness_walker_open(made->world.map, &care, &made->walkers[i]), CAIRN_OK);
    assert_int_equal(
        harness_create_agent(&made->shared, &recipe, NULL, NULL, &made->walkers[0].agent),
        CAIRN_OK);
    assert_int_equal(harness_create_agent(&made->shared, &recipe, NULL, NULL, &made->puppet.agent),
                     CAIRN_OK);
    made->puppet.waits = WAITS;
    made->mover = (harness_mover){&made->puppet, start_puppet, move_puppet, end_puppet};
    made->walkers[1].mover = &made->mover;
}

static void close_stage(stage *made)
{
    cairn_agent_destroy(made->walkers[0].agent);
    cairn_agent_destroy(made->puppet.agent);
    for (int i = 0; i < 2; i++)
        harness_walker_close(&made->walkers[i]);
    harness_world_close(&made->shared);
    test_world_destroy(&made->world);
}

static void walks_as_the_agent_does(void **state)
{
    (void)state;
    stage made;
    open_stage(&made);
    for (uint32_t i = 0; i < PROBLEMS; i++) {
        harness_walk walks[2];
        for (int j = 0; j < 2; j++)
            assert_int_equal(harness_walker_run(&made.walkers[j], made.problems[i].ends, &walks[j]),
                             CAIRN_OK);
        assert_true(walks[1].solved);
        assert_int_equal(walks[1].goal, made.problems[i].ends[1]);
        assert_int_equal(walks[1].moves, walks[0].moves);
        assert_int_equal(walks[1].revisits, walks[0].revisits);
        assert_int_equal(walks[1].stats.cost, walks[0].stats.cost);
        assert_int_equal(walks[1].waited, WAITS);
        assert_int_equal(walks[1].first_waited, WAITS);
        assert_int_equal(made.walkers[1].path.count, made.walkers[0].path.count);
        assert_int_equal(made.puppet.ends, i + 1);
        /* The planning time is the wall time of all steps, not the processor's. */
        assert_int_equal(made.walkers[1].single->count, walks[1].moves + WAITS);
        assert_true(walks[1].time_ns == made.walkers[1].single->sum);
    }
    close_stage(&made);
}

static void cuts_and_fails(void **state)
{
    (void)state;
    stage made;
    harness_walk walk;
    open_stage(&made);
    made.walkers[1].max_moves = 5;
    assert_int_equal(harness_walker_run(&made.walkers[1], made.problems[0].ends, &walk), CAIRN_OK);
    assert_string_equal(walk.ended, "max_moves");
    assert_int_equal(walk.moves, 5);
    made.puppet.fails_from = 4;
    assert_int_equal(harness_walker_run(&made.walkers[1], made.problems[0].ends, &walk),
                     CAIRN_ARGUMENT);
    assert_int_equal(made.puppet.steps, 4);
    assert_int_equal(made.puppet.ends, 2);
    close_stage(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_as_the_agent_does),
        cmocka_unit_test(cuts_and_fails),
    };
    return cmocka_run_group_tests_name("mover", tests, NULL, NULL);
}
