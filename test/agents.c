/* agents.c: see agents.h. */
#include "agents.h"

#include "support.h"

test_agent_plan test_plan_agent(const cairn_map *map, const cairn_db *db, cairn_algorithm algorithm)
{
    return (test_agent_plan){
        .map = map, .db = db, .def = {.size = sizeof(cairn_agent_def), .algorithm = algorithm}};
}

void test_agent_plan_set(test_agent_plan *plan, uint32_t option, uint64_t value)
{
    for (uint32_t i = 0; i < plan->option_count; i++)
        if (plan->options[i].option == option) {
            plan->options[i].value = value;
            return;
        }
    assert_true(plan->option_count < TEST_AGENT_OPTIONS);
    plan->options[plan->option_count++] = (cairn_option){.option = option, .value = value};
}

static cairn_agent_def get_def(const test_agent_plan *plan)
{
    cairn_agent_def def = plan->def;
    def.option_count = plan->option_count;
    def.options = plan->options;
    return def;
}

cairn_status test_agent_create(const test_agent_plan *plan, cairn_agent **agent)
{
    cairn_agent_def def = get_def(plan);
    return cairn_agent_create(plan->map, plan->db, &def, agent);
}

cairn_status test_agent_get_size(const test_agent_plan *plan, size_t *bytes)
{
    cairn_agent_def def = get_def(plan);
    return cairn_agent_get_size(plan->map, plan->db, &def, bytes);
}

cairn_status test_agent_create_in(const test_agent_plan *plan, void *memory, size_t bytes,
                                  cairn_agent **agent)
{
    cairn_agent_def def = get_def(plan);
    return cairn_agent_create_in(plan->map, plan->db, &def, memory, bytes, agent);
}

cairn_agent_stats test_agent_get_stats(const cairn_agent *agent)
{
    cairn_agent_stats stats = {.size = sizeof stats};
    assert_int_equal(cairn_agent_get_stats(agent, &stats), CAIRN_OK);
    return stats;
}

cairn_agent_plan test_agent_get_plan(const cairn_agent *agent)
{
    cairn_agent_plan plan = {.size = sizeof plan};
    assert_int_equal(cairn_agent_get_plan(agent, &plan), CAIRN_OK);
    return plan;
}

uint64_t test_work_get_units(const cairn_work *work)
{
    return (uint64_t)work->states + work->moves + work->records + work->traced + work->scans +
           work->entries + work->others;
}
