/* rivals.h: agents of the algorithms that kNN LRTA* is compared with, each setting in one line, and
 * the pairs of cells that they walk. */
#ifndef CAIRN_TEST_RIVALS_H
#define CAIRN_TEST_RIVALS_H

#include "support.h"

/* Plans without a map. Room for learned values is small, so that it must grow. */
test_agent_plan rivals_plan(cairn_algorithm algorithm);
test_agent_plan rivals_plan_tba(uint32_t slice, uint32_t trace_ratio);
test_agent_plan rivals_plan_lrts(uint32_t depth, uint32_t quota, uint32_t history, uint32_t weight);
/* lrts with option adaptive */
test_agent_plan rivals_plan_adaptive(uint32_t depth, uint32_t quota, uint32_t history,
                                     uint32_t weight);
test_agent_plan rivals_plan_lrta(uint32_t g_max, uint32_t weight);

/* rtaa or lss. */
test_agent_plan rivals_plan_local(cairn_algorithm algorithm, uint32_t lookahead,
                                  uint32_t movements);

/* lrtak and plrta */
test_agent_plan rivals_plan_lrtak(uint32_t updates);
test_agent_plan rivals_plan_plrta(uint32_t updates, uint32_t queue);

/* The value of an option: the plan's, or the default. */
uint32_t rivals_get_option(const test_agent_plan *plan, uint32_t option);

/* Makes the agent of a plan on a map. */
cairn_agent *rivals_create(const test_agent_plan *plan, const cairn_map *map);

/* Starts a problem between two cells that a path joins, and walks one to its end. */
void rivals_start(cairn_agent *agent, const test_world *world, int from, int to);
void rivals_walk(cairn_agent *agent, const test_world *world, int from, int to);

/* Calls `check` with all pairs of a small map that a path joins, or with those among `count` drawn
 * pairs of another. */
typedef void (*rivals_check)(void *context, int from, int to);
void rivals_for_pairs(const test_world *world, int count, test_random *random, rivals_check check,
                      void *context);

#endif
