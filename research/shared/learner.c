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

void *cairn__learner_create(cairn__slot *slot, cairn__learner *learner, cairn__local_size size,
                            void *memory)
{
    char *local = (char *)memory + get_learned_bytes(slot->learned_capacity);
    cairn__learned_start(&learner->learned, slot->learned_capacity, memory, slot->may_grow,
                         &slot->allocator);
    cairn__local_create(&learner->local, size, local, &slot->meter);
    learner->way.moves = (uint8_t *)local + cairn__local_get_bytes(size);
    slot->learned = &learner->learned;
    return learner->way.moves + size.states;
}

void cairn__learner_start(cairn__slot *slot, cairn__learner *learner)
{
    slot->target = slot->goal;
    learner->way.left = learner->way.end = 0;
    learner->looking.stage = 0;
}

bool cairn__learner_search(cairn__slot *slot, cairn__learner *learner, cairn__local_order order)
{
    cairn__local_view view = {slot->map, &learner->learned, &slot->heuristic, slot->target};
    return cairn__local_start(&learner->local, &view, order, slot->cell);
}

cairn_status cairn__learner_plan(cairn__slot *slot, cairn__learner *learner,
                                 cairn_status (*look_ahead)(cairn__slot *slot))
{
    cairn__local_way *way = &learner->way;
    if (way->left == way->end) {
        cairn_status status = look_ahead(slot);
        if (learner->local.count > slot->open_closed)
            slot->open_closed = learner->local.count;
        if (status != CAIRN_OK)
            learner->looking.stage = 0;
        if (status != CAIRN_OK || way->left == way->end)
            return status;
    } else if (!cairn__meter_try(&slot->meter, &slot->meter.work.states, 1)) {
        return CAIRN_OK;
    }
    slot->run = cairn__local_take_run(way);
    return CAIRN_OK;
}
