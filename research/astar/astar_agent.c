/* astar_agent.c: A* as an agent: all of the search before the first move, in one step or, with a
 * budget, in many. Not real-time; it is what the others are measured against. */
#include "plan/plan.h"

#include "base/memory.h"
#include "search/astar.h"

typedef struct astar_state {
    cairn__search *search;
    bool searched; /* the path is there, and traced */
} astar_state;

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(astar_state)) + cairn__search_get_bytes(setup->map);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    astar_state *self = slot->state = memory;
    void *search = (char *)memory + cairn__round_up(sizeof *self);
    uint32_t costs = cairn__setup_get(setup, CAIRN_OPTION_COSTS);
    self->search = cairn__search_create_in(search, setup->map, costs, setup->landmarks);
}

static void start(cairn__slot *slot)
{
    astar_state *self = slot->state;
    self->searched = false;
    slot->target = slot->goal;
    cairn__search_start(self->search, slot->cell, slot->goal);
}

/* Goes on with the search and, once it has found the goal, with tracing the path back. */
static cairn_status search(cairn__slot *slot)
{
    astar_state *self = slot->state;
    cairn__meter *meter = &slot->meter;
    cairn__search_result *result = &self->search->result;
    uint32_t before = result->expanded;
    if (meter->left == 0)
        return CAIRN_OK;
    cairn_status status =
        self->search->found ? CAIRN_OK : cairn__search_expand(self->search, (uint64_t)meter->left);
    cairn__meter_spend(meter, &meter->work.states, result->expanded - before);
    slot->open_closed = result->generated;
    if (status != CAIRN_OK || !self->search->found)
        return status;
    uint32_t traced = result->cardinal + result->diagonal;
    self->searched = cairn__search_trace(self->search, (uint64_t)meter->left);
    cairn__meter_spend(meter, &meter->work.others, result->cardinal + result->diagonal - traced);
    return CAIRN_OK;
}

static cairn_status plan(cairn__slot *slot)
{
    const astar_state *self = slot->state;
    if (!self->searched) {
        cairn_status status = search(slot);
        if (status != CAIRN_OK || !self->searched)
            return status;
    }
    slot->run = (cairn__run){cairn__search_get_move(self->search, slot->cell), 1, 0};
    return CAIRN_OK;
}

const cairn__algorithm cairn__algorithm_astar = {
    .consistent = true,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
};
