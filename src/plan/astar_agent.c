/* astar_agent.c: A* as an agent: all of the search before the first move, in one step or, with a
 * budget, in many. Not real-time; it is what the others are measured against. */
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
    cairn__search_start(agent->search, agent->cell, agent->goal);
}

/* Goes on with the search and, once it has found the goal, with tracing the path back. */
static cairn_status search(cairn_agent *agent, cairn_work *work)
{
    cairn_search *search = agent->search;
    uint32_t before = search->result.expanded;
    uint64_t left = cairn__agent_get_left(agent, work);
    if (left == 0)
        return CAIRN_OK;
    cairn_status status = search->found ? CAIRN_OK : cairn__search_expand(search, left);
    work->states += search->result.expanded - before;
    agent->open_closed = search->result.generated;
    if (status != CAIRN_OK || !search->found)
        return status;
    uint64_t traced = search->result.cardinal + search->result.diagonal;
    agent->searched = cairn__search_trace(search, cairn__agent_get_left(agent, work));
    agent->uncounted += search->result.cardinal + search->result.diagonal - traced;
    return CAIRN_OK;
}

static cairn_status plan(cairn_agent *agent, cairn_work *work)
{
    if (!agent->searched) {
        cairn_status status = search(agent, work);
        if (status != CAIRN_OK || !agent->searched)
            return status;
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
