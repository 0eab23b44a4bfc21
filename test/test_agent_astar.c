/* test_agent_astar.c (exhaustive): agents of A* take an optimal path, under both costs. */
#include "support.h"

#include <stdlib.h>

static void run_astar(cairn_agent *agent, const test_world *world, int from, int to)
{
    cairn_step step = {0};
    int cell = from;
    assert_int_equal(
        cairn_agent_start(agent, test_world_get_cell(world, from), test_world_get_cell(world, to)),
        CAIRN_OK);
    for (int moves = 0; moves <= world->open_count && step.kind != CAIRN_STEP_ARRIVED; moves++) {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        cairn_work work = test_agent_get_plan(agent).work;
        assert_true(test_work_get_units(&work) == step.units);
        int next = test_world_get_id(world, step.cell);
        assert_true(next == cell ? from == to : ref_find_move(&world->ref, cell, next) != REF_NONE);
        cell = next;
    }
    assert_int_equal(step.kind, CAIRN_STEP_ARRIVED);
    assert_int_equal(cell, to);
}

static void check_astar(test_world *world, void *context)
{
    (void)context;
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    int *costs = calloc(cells, sizeof *costs);
    double *lengths = calloc(cells, sizeof *lengths);
    cairn_agent *agents[2];
    assert_true(costs != NULL && lengths != NULL);
    for (int i = 0; i < 2; i++) {
        test_agent_plan plan = test_plan_agent(world->map, NULL, CAIRN_ASTAR);
        test_agent_plan_set(&plan, CAIRN_OPTION_COSTS, (uint64_t)i);
        assert_int_equal(test_agent_create(&plan, &agents[i]), CAIRN_OK);
    }
    for (int i = 0; i < world->open_count; i += 1 + world->open_count / 10) {
        ref_find_costs(&world->ref, world->open[i], costs);
        ref_find_lengths(&world->ref, world->open[i], lengths);
        for (int j = 0; j < world->open_count; j++) {
            int to = world->open[j];
            if (costs[to] == REF_NONE)
                continue;
            run_astar(agents[0], world, world->open[i], to);
            assert_int_equal(test_agent_get_stats(agents[0]).cost, costs[to]);
            run_astar(agents[1], world, world->open[i], to);
            cairn_agent_stats stats = test_agent_get_stats(agents[1]);
            double cardinal = (double)(stats.moves - stats.diagonal);
            double over = cardinal + 1.4142135623730951 * (double)stats.diagonal - lengths[to];
            assert_true(over < 1e-6 && over > -1e-6);
        }
    }
    cairn_agent_destroy(agents[0]);
    cairn_agent_destroy(agents[1]);
    free(costs);
    free(lengths);
}

static void astar_is_optimal(void **state)
{
    (void)state;
    test_for_worlds(15, 9, 63, check_astar, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(astar_is_optimal),
    };
    return cmocka_run_group_tests_name("agent astar", tests, NULL, NULL);
}
