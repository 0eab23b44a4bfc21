/* agents.h: agents of the tests: a definition that options are set in one by one. */
#ifndef CAIRN_TEST_AGENTS_H
#define CAIRN_TEST_AGENTS_H

#include <cairn/cairn.h>

#define TEST_AGENT_OPTIONS 24

/* How an agent is made. It may be copied. */
typedef struct test_agent_plan {
    const cairn_map *map;
    const cairn_db *db;
    cairn_agent_def def; /* options apart */
    uint32_t option_count;
    cairn_option options[TEST_AGENT_OPTIONS];
} test_agent_plan;

test_agent_plan test_plan_agent(const cairn_map *map, const cairn_db *db,
                                cairn_algorithm algorithm);

/* Sets an option, in place of an earlier value. */
void test_agent_plan_set(test_agent_plan *plan, uint32_t option, uint64_t value);

/* cairn_agent_create(), _get_size() and _create_in() with such a plan. */
cairn_status test_agent_create(const test_agent_plan *plan, cairn_agent **agent);
cairn_status test_agent_get_size(const test_agent_plan *plan, size_t *bytes);
cairn_status test_agent_create_in(const test_agent_plan *plan, void *memory, size_t bytes,
                                  cairn_agent **agent);

/* cairn_agent_get_stats() and _get_plan() by value. */
cairn_agent_stats test_agent_get_stats(const cairn_agent *agent);
cairn_agent_plan test_agent_get_plan(const cairn_agent *agent);

/* The sum of all figures. */
uint64_t test_work_get_units(const cairn_work *work);

#endif
