/* learner.c: what the learning searches over the look-ahead core share: their memory, and walking
 * the way that the last search found before searching again. */
#include "plan/plan.h"

#include "base/memory.h"

static size_t get_learned_bytes(const cairn_agent_def *def)
{
    return cairn__round_up(cairn__learned_get_bytes(def->learned_capacity));
}

/* A way has fewer moves than there are states. */
size_t cairn__learner_get_bytes(const cairn_agent_def *def, cairn__local_size size)
{
    return get_learned_bytes(def) + cairn__local_get_bytes(size) + size.states;
}

void *cairn__learner_create(cairn_agent *agent, cairn__local_size size, void *memory)
{
    const cairn_agent_def *def = &agent->def;
    char *local = (char *)memory + get_learned_bytes(def);
    cairn__learned_start(&agent->learned, def->learned_capacity, memory,
                         def->growth == CAIRN_GROWTH_ALLOWED, &agent->allocator);
    cairn__local_create(&agent->local, size, local);
    agent->way.moves = (uint8_t *)local + cairn__local_get_bytes(size);
    return agent->way.moves + size.states;
}

void cairn__learner_start(cairn_agent *agent)
{
    cairn__learned_clear(&agent->learned);
    agent->leg.target = agent->goal;
    agent->way.left = agent->way.end = 0;
    agent->looking.stage = 0;
}

bool cairn__learner_search(cairn_agent *agent, cairn__local_order order)
{
    cairn__local_view view = cairn__agent_get_view(agent);
    if (!cairn__local_spend(&agent->local, 1))
        return false;
    cairn__local_start(&agent->local, &view, order, agent->cell);
    return true;
}

cairn_status cairn__learner_plan(cairn_agent *agent, cairn_work *work,
                                 cairn_status (*look_ahead)(cairn_agent *agent))
{
    if (agent->way.left == agent->way.end) {
        uint64_t left = agent->local.left = cairn__agent_get_left(agent, work);
        cairn_status status = look_ahead(agent);
        cairn__agent_count_local(agent, work, left);
        if (agent->local.count > agent->open_closed)
            agent->open_closed = agent->local.count;
        if (status != CAIRN_OK)
            agent->looking.stage = 0;
        if (status != CAIRN_OK || agent->way.left == agent->way.end)
            return status;
    } else {
        if (!cairn__agent_can_spend(agent, work, 1))
            return CAIRN_OK;
        work->states++;
    }
    agent->run = cairn__way_take(&agent->way);
    return CAIRN_OK;
}
