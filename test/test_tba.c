/* test_tba.c (exhaustive): TBA* and A*: the same walks with an unlimited slice, the same lists with
 * any, and lower costs with longer slices. */
#include "rivals.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- an unlimited slice ---- */

typedef struct twins {
    const test_world *world;
    cairn_agent *astar;
    cairn_agent *tba;
} twins;

static void walk_both(void *context, int from, int to)
{
    const twins *both = context;
    cairn_step steps[2] = {{0}};
    rivals_start(both->astar, both->world, from, to);
    rivals_start(both->tba, both->world, from, to);
    while (steps[0].kind != CAIRN_STEP_ARRIVED) {
        assert_int_equal(cairn_agent_step(both->astar, &steps[0]), CAIRN_OK);
        assert_int_equal(cairn_agent_step(both->tba, &steps[1]), CAIRN_OK);
        assert_true(steps[1].cell == steps[0].cell && steps[1].kind == steps[0].kind);
    }
    cairn_agent_stats astar = test_agent_get_stats(both->astar);
    cairn_agent_stats tba = test_agent_get_stats(both->tba);
    assert_int_equal(astar.cost, tba.cost);
    assert_int_equal(astar.memory_states, tba.memory_states);
    assert_true(astar.learned == 0 && tba.learned == 0);
}

static void check_unlimited_slice(test_world *world, void *context)
{
    const test_agent_plan astar = rivals_plan(CAIRN_ASTAR);
    const test_agent_plan tba = rivals_plan_tba(CAIRN_UNLIMITED, 10);
    twins both = {world, rivals_create(&astar, world->map), rivals_create(&tba, world->map)};
    rivals_for_pairs(world, 30, context, walk_both, &both);
    cairn_agent_destroy(both.astar);
    cairn_agent_destroy(both.tba);
}

static void tba_with_unlimited_slice_is_astar(void **state)
{
    (void)state;
    test_random random = {280};
    test_for_worlds(20, 10, 281, check_unlimited_slice, &random);
}

/* ---- longer slices ---- */

typedef struct walked {
    uint64_t expanded;
    uint64_t memory_states;
    uint64_t cost;
} walked;

static walked walk(cairn_agent *agent, const test_world *world, int from, int to)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    walked found = {0};
    rivals_start(agent, world, from, to);
    while (step.kind != CAIRN_STEP_ARRIVED) {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        cairn_work work = test_agent_get_plan(agent).work;
        assert_int_equal(test_work_get_units(&work), step.units);
        found.expanded += work.states;
    }
    cairn_agent_stats stats = test_agent_get_stats(agent);
    found.memory_states = stats.memory_states;
    found.cost = stats.cost;
    return found;
}

/* A search that has taken the goal off its open list, which is one expansion more than A* counts,
 * has the lists of A*. The goal may be reached while it is still open. */
static void check_lists(const walked *tba, const walked *astar, uint32_t slice)
{
    if (tba->expanded > astar->expanded) {
        assert_int_equal(tba->expanded, astar->expanded + 1);
        assert_int_equal(tba->memory_states, astar->memory_states);
        return;
    }
    assert_true(slice != CAIRN_UNLIMITED && tba->memory_states < astar->memory_states);
}

/* Walks problems of a scene; the sum of their costs. */
static uint64_t walk_with_slice(const test_world *world, uint32_t slice)
{
    test_random random = {282};
    const test_agent_plan plans[2] = {rivals_plan_tba(slice, 10), rivals_plan(CAIRN_ASTAR)};
    cairn_agent *tba = rivals_create(&plans[0], world->map);
    cairn_agent *astar = rivals_create(&plans[1], world->map);
    uint64_t cost = 0;
    for (int i = 0; i < 25; i++) {
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        if (!test_world_is_joined(world, from, to) || from == to)
            continue;
        walked one = walk(tba, world, from, to), other = walk(astar, world, from, to);
        check_lists(&one, &other, slice);
        assert_true(one.cost >= other.cost);
        cost += one.cost;
    }
    cairn_agent_destroy(tba);
    cairn_agent_destroy(astar);
    return cost;
}

static void tba_costs_less_with_longer_slices(void **state)
{
    (void)state;
    static const uint32_t slices[] = {2, 5, 10, 50, 100, 1000, CAIRN_UNLIMITED};
    test_world world;
    cairn_scene_kind kind;
    assert_true(cairn_scene_kind_find("rooms", &kind));
    test_world_create_scene(&world, kind, 120, 120, CAIRN_CORNERS_STRICT);
    uint64_t before = UINT64_MAX;
    for (size_t i = 0; i < COUNT(slices); i++) {
        uint64_t cost = walk_with_slice(&world, slices[i]);
        assert_true(cost <= before);
        before = cost;
    }
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tba_with_unlimited_slice_is_astar),
        cmocka_unit_test(tba_costs_less_with_longer_slices),
    };
    return cmocka_run_group_tests_name("tba", tests, NULL, NULL);
}
