/* rivals.c: see rivals.h. */
#include "rivals.h"

/* Open cells of a small map. */
enum { SMALL = 40 };

/* ---- plans ---- */

static bool learns(cairn_algorithm algorithm)
{
    return algorithm != CAIRN_ASTAR && algorithm != CAIRN_TBA;
}

test_agent_plan rivals_plan(cairn_algorithm algorithm)
{
    test_agent_plan plan = test_plan_agent(NULL, NULL, algorithm);
    if (learns(algorithm))
        test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 4);
    return plan;
}

test_agent_plan rivals_plan_tba(uint32_t slice, uint32_t trace_ratio)
{
    test_agent_plan plan = rivals_plan(CAIRN_TBA);
    test_agent_plan_set(&plan, CAIRN_OPTION_SLICE, slice);
    test_agent_plan_set(&plan, CAIRN_OPTION_TRACE_RATIO, trace_ratio);
    return plan;
}

test_agent_plan rivals_plan_lrts(uint32_t depth, uint32_t quota, uint32_t history, uint32_t weight)
{
    test_agent_plan plan = rivals_plan(CAIRN_LRTS);
    test_agent_plan_set(&plan, CAIRN_OPTION_DEPTH, depth);
    test_agent_plan_set(&plan, CAIRN_OPTION_LEARNING_QUOTA, quota);
    test_agent_plan_set(&plan, CAIRN_OPTION_HISTORY, history);
    test_agent_plan_set(&plan, CAIRN_OPTION_WEIGHT, weight);
    return plan;
}

test_agent_plan rivals_plan_adaptive(uint32_t depth, uint32_t quota, uint32_t history,
                                     uint32_t weight)
{
    test_agent_plan plan = rivals_plan_lrts(depth, quota, history, weight);
    test_agent_plan_set(&plan, CAIRN_OPTION_ADAPTIVE, 1);
    return plan;
}

test_agent_plan rivals_plan_lrta(uint32_t g_max, uint32_t weight)
{
    test_agent_plan plan = rivals_plan(CAIRN_LRTA);
    test_agent_plan_set(&plan, CAIRN_OPTION_G_MAX, g_max);
    test_agent_plan_set(&plan, CAIRN_OPTION_WEIGHT, weight);
    return plan;
}

test_agent_plan rivals_plan_local(cairn_algorithm algorithm, uint32_t lookahead, uint32_t movements)
{
    test_agent_plan plan = rivals_plan(algorithm);
    test_agent_plan_set(&plan, CAIRN_OPTION_LOOKAHEAD, lookahead);
    test_agent_plan_set(&plan, CAIRN_OPTION_MOVEMENTS, movements);
    return plan;
}

test_agent_plan rivals_plan_lrtak(uint32_t updates)
{
    test_agent_plan plan = rivals_plan(CAIRN_LRTAK);
    test_agent_plan_set(&plan, CAIRN_OPTION_UPDATES, updates);
    return plan;
}

test_agent_plan rivals_plan_plrta(uint32_t updates, uint32_t queue)
{
    test_agent_plan plan = rivals_plan(CAIRN_PLRTA);
    test_agent_plan_set(&plan, CAIRN_OPTION_UPDATES, updates);
    test_agent_plan_set(&plan, CAIRN_OPTION_QUEUE, queue);
    return plan;
}

uint32_t rivals_get_option(const test_agent_plan *plan, uint32_t option)
{
    cairn_option_info info = {.size = sizeof info};
    for (uint32_t i = 0; i < plan->option_count; i++)
        if (plan->options[i].option == option)
            return (uint32_t)plan->options[i].value;
    for (uint32_t i = 0; info.option != option; i++)
        assert_int_equal(cairn_option_get_info(i, &info), CAIRN_OK);
    return (uint32_t)info.standard;
}

/* ---- agents ---- */

cairn_agent *rivals_create(const test_agent_plan *plan, const cairn_map *map)
{
    cairn_agent *agent = NULL;
    test_agent_plan placed = *plan;
    placed.map = map;
    assert_int_equal(test_agent_create(&placed, &agent), CAIRN_OK);
    return agent;
}

void rivals_start(cairn_agent *agent, const test_world *world, int from, int to)
{
    assert_int_equal(
        cairn_agent_start(agent, test_world_get_cell(world, from), test_world_get_cell(world, to)),
        CAIRN_OK);
}

void rivals_walk(cairn_agent *agent, const test_world *world, int from, int to)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    rivals_start(agent, world, from, to);
    while (step.kind != CAIRN_STEP_ARRIVED)
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
    assert_true(step.cell == test_world_get_cell(world, to));
}

void rivals_for_pairs(const test_world *world, int count, test_random *random, rivals_check check,
                      void *context)
{
    bool all = world->open_count <= SMALL;
    int pairs = all ? world->open_count * world->open_count : count;
    for (int i = 0; i < pairs; i++) {
        int from = all ? world->open[i / world->open_count] : test_world_draw(world, random);
        int to = all ? world->open[i % world->open_count] : test_world_draw(world, random);
        if (test_world_is_joined(world, from, to))
            check(context, from, to);
    }
}
