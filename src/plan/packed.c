/* packed.c: guides: agents that plan for others. */
#include "plan/packed.h"

#include <stdlib.h>
#include <string.h>

#include "plan/detour.h"
#include "plan/notice.h"

void cairn__guide_create(cairn_agent *agent)
{
    agent->guided = true;
}

void cairn__guide_start(cairn_agent *agent, const cairn__packed *packed)
{
    agent->started = true;
    agent->cell = packed->cell;
    agent->goal = agent->asked = packed->goal;
    agent->version = cairn__get_version(agent->map);
    agent->plight = CAIRN__PLIGHT_NONE;
    agent->renewal = CAIRN__RENEW_NOT;
    agent->seeks = CAIRN__SEEKS_NOT;
    agent->is_cut = agent->unfinished = false;
    agent->run = agent->trail = (cairn__run){0};
    agent->cost = 0;
    cairn__detour_end(agent);
    agent->resumed = packed->begun != 0 && agent->algorithm->unpack(agent, packed->words);
    if (!agent->resumed)
        agent->algorithm->start(agent);
}

void cairn__guide_notice(cairn_agent *agent)
{
    if (agent->resumed)
        agent->renewal = CAIRN__RENEW_NOTICE;
}

/* A walk ends at the goal, also if a run leads over it. */
static void end_at_goal(const cairn_agent *agent, cairn__run *run)
{
    int32_t x = agent->goal.x - agent->cell.x, y = agent->goal.y - agent->cell.y;
    uint32_t count = (uint32_t)(abs(x) > abs(y) ? abs(x) : abs(y));
    if (count < run->count &&
        cairn__is_same_cell(cairn__cell_after(agent->cell, run->move, count), agent->goal))
        run->count = count;
}

cairn_status cairn__guide_plan(cairn_agent *agent, cairn__run *run)
{
    if (agent->renewal != CAIRN__RENEW_NOT)
        cairn__notice_in_plan(agent);
    agent->run.count = 0;
    cairn_status status = agent->algorithm->plan(agent);
    end_at_goal(agent, &agent->run);
    *run = agent->run;
    agent->unfinished = run->count == 0;
    if (status != CAIRN_OK || agent->unfinished)
        return status;
    agent->cell = cairn__cell_after(agent->cell, run->move, run->count);
    agent->cost += (uint64_t)cairn__move_cost(run->move) * run->count;
    agent->run.count = 0;
    return CAIRN_OK;
}

void cairn__guide_pack(const cairn_agent *agent, cairn__packed *packed)
{
    packed->cell = agent->cell;
    packed->goal = agent->goal;
    memset(packed->words, 0, sizeof packed->words);
    packed->begun = agent->algorithm->pack(agent, packed->words) ? 1 : 0;
    if (packed->begun == 0)
        memset(packed->words, 0, sizeof packed->words);
}

void cairn__guide_stop(cairn_agent *agent)
{
    agent->started = false;
    cairn__agent_stop_asking(agent);
}
