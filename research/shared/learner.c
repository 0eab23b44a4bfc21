/* learner.c: see learner.h. */
#include "research/shared/learner.h"

#include "base/memory.h"

static uint64_t get_learned_bytes(uint32_t capacity)
{
    return cairn__round_up(cairn__learned_get_bytes(capacity));
}

/* A way has fewer moves than there are states. */
uint64_t cairn__learner_get_bytes(const cairn__setup *setup, cairn__local_size size)
{
    return get_learned_bytes(cairn__setup_get(setup, CAIRN_OPTION_LEARNED_CAPACITY)) +
           cairn__local_get_bytes(size) + size.states;
}

void *cairn__learner_create(cairn__slot *agent, cairn__learner *learner, cairn__local_size size,
                            void *memory)
{
    char *local = (char *)memory + get_learned_bytes(agent->learned_capacity);
    cairn__learned_start(&learner->learned, agent->learned_capacity, memory, agent->may_grow,
                         &agent->allocator);
    cairn__local_create(&learner->local, size, local, &agent->meter);
    learner->way.moves = (uint8_t *)local + cairn__local_get_bytes(size);
    agent->learned = &learner->learned;
    return learner->way.moves + size.states;
}

void cairn__learner_start(cairn__slot *agent, cairn__learner *learner)
{
    agent->target = agent->goal;
    learner->way.left = learner->way.end = 0;
    learner->looking.stage = 0;
}

bool cairn__learner_search(cairn__slot *agent, cairn__learner *learner, cairn__local_order order)
{
    cairn__local_view view = {agent->map, &learner->learned, &agent->heuristic, agent->target};
    return cairn__local_start(&learner->local, &view, order, agent->cell);
}

cairn_status cairn__learner_plan(cairn__slot *agent, cairn__learner *learner,
                                 cairn_status (*look_ahead)(cairn__slot *agent))
{
    cairn__local_way *way = &learner->way;
    if (way->left == way->end) {
        cairn_status status = look_ahead(agent);
        if (learner->local.count > agent->open_closed)
            agent->open_closed = learner->local.count;
        if (status != CAIRN_OK)
            learner->looking.stage = 0;
        if (status != CAIRN_OK || way->left == way->end)
            return status;
    } else if (!cairn__meter_try(&agent->meter, &agent->meter.work.states, 1)) {
        return CAIRN_OK;
    }
    agent->run = cairn__local_take_run(way);
    return CAIRN_OK;
}
