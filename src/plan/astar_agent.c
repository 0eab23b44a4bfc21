/* astar_agent.c: A* as an agent: all of the search before the first move. Not real-time; it is
 * what the others are measured against. */
#include "plan/plan.h"

static size_t get_bytes(const cairn_agent_def *def)
{
    return cairn__search_get_bytes(def->map);
}

static void create(cairn_agent *agent, void *memory)
{
    agent->search =
        cairn__search_create_in(memory, agent->def.map, agent->def.costs, agent->def.landmarks);
}

static void start(cairn_agent *agent)
{
    agent->searched = false;
    agent->leg.target = agent->goal;
}

static cairn_status plan(cairn_agent *agent, cairn_work *work)
{
    if (!agent->searched) {
        cairn_search_result result;
        cairn_status status = cairn_search_run(agent->search, agent->cell, agent->goal, &result);
        if (status != CAIRN_OK)
            return status;
        agent->searched = true;
        agent->open_closed = result.generated;
        work->states += result.expanded;
    }
    agent->run = (cairn__run){cairn__search_get_move(agent->search, agent->cell), 1, 0};
    return CAIRN_OK;
}

const cairn__operations cairn__astar_operations = {
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
};
