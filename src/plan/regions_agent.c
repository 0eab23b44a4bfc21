/* regions_agent.c: agents that walk by a net of regions and nothing else. Without a database they
 * work as lrta. */
#include "plan/plan.h"

static void start(cairn_agent *agent)
{
    cairn__leg_start(agent);
    cairn__region_walk_start(agent);
    if (agent->def.db == NULL)
        agent->walk.phase = CAIRN__WALK_LOST;
}

const cairn__operations cairn__regions_operations = {
    .get_bytes = cairn__leg_get_bytes,
    .create = cairn__leg_create,
    .start = start,
    .plan = cairn__region_walk_plan,
};
