/* tba.c: TBA*, time-bounded A* (Bjornsson, Bulitko and Sturtevant 2009).
 *
 * One A* from the start lives on between moves. A step spends a slice of units: nine tenths on
 * expansions (an expansion is a unit), the rest on tracing back the path to the most promising open
 * state. The agent follows the last path whose trace is complete, and steps back along parents
 * while it is not on it. When the goal is expanded, slices go to tracing alone.
 *
 * Two paths are alive at a time, the one followed and the one being traced. Each has a slot at
 * every node: the next move, and the path's number, which lies in a link that a closed node does
 * not need any more. So paths take no memory beside A*'s own. */
#include "plan/plan.h"

/* A trace ends where it meets the start or the agent. */
static bool is_traced(const cairn_agent *agent)
{
    return cairn__is_same_cell(agent->tba.traced, agent->search->start) ||
           cairn__is_same_cell(agent->tba.traced, agent->cell);
}

static size_t get_bytes(const cairn_agent_def *def)
{
    return cairn__search_get_bytes(def->map);
}

static void create(cairn_agent *agent, void *memory)
{
    agent->search =
        cairn__search_create_in(memory, agent->def.map, CAIRN_COSTS_OCTILE, agent->def.landmarks);
}

static void start(cairn_agent *agent)
{
    agent->leg.target = agent->goal;
    /* So that a first slice of one unit is an expansion. */
    agent->tba = (cairn__tba){.tenths = 1};
    cairn__search_start(agent->search, agent->cell, agent->goal);
}

/* The expansions of the slice, as far as the step's budget allows. */
static cairn_status expand(cairn_agent *agent, cairn_work *work)
{
    cairn_search *search = agent->search;
    cairn__tba *tba = &agent->tba;
    uint64_t left = cairn__agent_get_left(agent, work);
    uint64_t most = tba->expansions < left ? tba->expansions : left;
    if (most == 0 || search->found)
        return CAIRN_OK;
    uint32_t before = search->result.expanded;
    cairn_status status = cairn__search_expand(search, most);
    /* The goal, which is not expanded, counts as well. */
    uint32_t spent = search->result.expanded - before + (search->found || status != CAIRN_OK);
    tba->expansions -= spent;
    tba->units -= spent;
    work->states += spent;
    agent->open_closed = search->result.generated;
    return status;
}

/* Nine tenths of all slices so far, less what was handed out before. */
static uint64_t count_expansions(cairn_agent *agent)
{
    if (agent->def.slice == CAIRN_UNLIMITED)
        return UINT64_MAX;
    uint64_t tenths = agent->tba.tenths + UINT64_C(9) * agent->def.slice;
    agent->tba.tenths = (uint32_t)(tenths % 10);
    return tenths / 10;
}

/* The trace steps of the slice, as far as the step's budget allows. */
static void trace(cairn_agent *agent, cairn_work *work)
{
    cairn__tba *tba = &agent->tba;
    uint64_t left = cairn__agent_get_left(agent, work);
    cairn__node_store *store = &agent->search->store;
    if (!tba->tracing) {
        tba->tracing = true;
        tba->path++;
        tba->last = agent->search->found;
        tba->traced = tba->last ? agent->goal : cairn__open_get_first(store);
    }
    for (; tba->steps > 0 && left > 0 && !is_traced(agent); tba->steps--, left--) {
        uint32_t move = cairn__known_node_at(store, tba->traced)->move;
        tba->traced = cairn__cell_after(tba->traced, cairn__move_back(move), 1);
        cairn__node *node = cairn__known_node_at(store, tba->traced);
        node->path[tba->path % 2] = tba->path;
        node->forward[tba->path % 2] = (uint8_t)move;
        work->traced++;
    }
    if (is_traced(agent)) {
        tba->tracing = false;
        tba->followed = tba->path;
        tba->done = tba->last;
        tba->steps = 0;
    }
}

static void start_slice(cairn_agent *agent)
{
    cairn__tba *tba = &agent->tba;
    bool limited = agent->def.slice != CAIRN_UNLIMITED;
    tba->stage = CAIRN__TBA_EXPAND;
    tba->units = limited ? agent->def.slice : UINT64_MAX;
    tba->expansions = agent->search->found ? 0 : count_expansions(agent);
}

/* A slice larger than the step's budget takes several steps; once it is over, the next may start. */
static cairn_status spend_slice(cairn_agent *agent, cairn_work *work)
{
    cairn__tba *tba = &agent->tba;
    if (tba->stage == CAIRN__TBA_START)
        start_slice(agent);
    if (tba->stage == CAIRN__TBA_EXPAND) {
        cairn_status status = expand(agent, work);
        if (status != CAIRN_OK)
            tba->stage = CAIRN__TBA_START;
        if (status != CAIRN_OK || (tba->expansions > 0 && !agent->search->found))
            return status;
        bool limited = agent->def.slice != CAIRN_UNLIMITED;
        tba->steps = limited ? tba->units * agent->def.trace_ratio : UINT64_MAX;
        tba->stage = CAIRN__TBA_TRACE;
    }
    trace(agent, work);
    if (tba->steps == 0)
        tba->stage = CAIRN__TBA_START;
    return CAIRN_OK;
}

static uint32_t choose_move(const cairn_agent *agent)
{
    const cairn__tba *tba = &agent->tba;
    const cairn__node *node = cairn__known_node_at(&agent->search->store, agent->cell);
    if (tba->followed != 0 && node->state == CAIRN__NODE_CLOSED &&
        node->path[tba->followed % 2] == tba->followed)
        return node->forward[tba->followed % 2];
    if (!cairn__is_same_cell(agent->cell, agent->search->start))
        return cairn__move_back(node->move);
    /* No path leads on from the start yet: one unit, or few trace steps, are too short a slice for
     * it. To and fro until one does. */
    return cairn__count_trailing_zeros(
        cairn__legal_moves(agent->def.map, agent->cell.x, agent->cell.y));
}

static cairn_status plan(cairn_agent *agent, cairn_work *work)
{
    if (!agent->tba.done) {
        cairn_status status = spend_slice(agent, work);
        if (status != CAIRN_OK || agent->tba.stage != CAIRN__TBA_START)
            return status;
    }
    agent->run = (cairn__run){choose_move(agent), 1, 0};
    return CAIRN_OK;
}

const cairn__operations cairn__tba_operations = {
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
};
