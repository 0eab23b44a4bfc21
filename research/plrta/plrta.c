/* plrta.c: P-LRTA*, prioritized LRTA* (Rayner, Davison, Bulitko, Anderson and Lu 2007): LRTA* that,
 * after its own update, makes those that promise most, anywhere on the map.
 *
 * The neighbours of a state whose value rose go into a queue with that rise as their priority. The
 * queue has room for a few states, and the lowest gives place to a higher one. */
#include "research/shared/around.h"

#include <string.h>

#include "base/bits.h"
#include "base/memory.h"
#include "grid/tiles.h"

typedef struct queued {
    cairn__xy cell;
    uint32_t priority; /* tenths */
} queued;

typedef struct plrta_state {
    cairn__learned learned;
    uint32_t updates;  /* from the queue, a step */
    uint32_t capacity; /* of the queue */
    uint32_t made;     /* updates of this step, the agent's own among them */
    uint32_t count;    /* in the queue */
    queued *queue;     /* the highest priority last, and of equals the one that came first */
} plrta_state;

/* ---- memory ---- */

static uint64_t get_table_bytes(uint32_t capacity)
{
    return cairn__round_up(cairn__learned_get_bytes(capacity));
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(plrta_state)) +
           get_table_bytes(cairn__setup_get(setup, CAIRN_OPTION_LEARNED_CAPACITY)) +
           cairn__setup_get(setup, CAIRN_OPTION_QUEUE) * sizeof(queued);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    plrta_state *self = slot->state = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *self);
    *self = (plrta_state){.updates = cairn__setup_get(setup, CAIRN_OPTION_UPDATES),
                          .capacity = cairn__setup_get(setup, CAIRN_OPTION_QUEUE)};
    cairn__learned_start(&self->learned, slot->learned_capacity, next, slot->may_grow,
                         &slot->allocator);
    self->queue = (queued *)(void *)(next + get_table_bytes(slot->learned_capacity));
    slot->learned = &self->learned;
}

static void start(cairn__slot *slot)
{
    plrta_state *self = slot->state;
    slot->target = slot->goal;
    self->made = self->count = 0;
}

/* ---- the queue ---- */

/* Places of the queue that a unit pays for looking through. */
#define PLACES_A_UNIT 32

/* The most units of an update: a look at the neighbours, and a look through the queue for each. */
static uint32_t get_update_units(const plrta_state *self)
{
    return CAIRN__MOVES * (2 + self->capacity / PLACES_A_UNIT);
}

static bool is_queued(const plrta_state *self, cairn__xy cell)
{
    for (uint32_t i = 0; i < self->count; i++)
        if (cairn__is_same_cell(self->queue[i].cell, cell))
            return true;
    return false;
}

static void take_out_lowest(plrta_state *self)
{
    self->count--;
    memmove(self->queue, self->queue + 1, self->count * sizeof *self->queue);
}

/* Behind, that is before in the row, all that have no lower priority. */
static void put_in(plrta_state *self, queued added)
{
    uint32_t place = 0;
    while (place < self->count && self->queue[place].priority < added.priority)
        place++;
    memmove(self->queue + place + 1, self->queue + place,
            (self->count - place) * sizeof *self->queue);
    self->queue[place] = added;
    self->count++;
}

/* AddToQueue */
static void add(plrta_state *self, queued added)
{
    if (is_queued(self, added.cell))
        return;
    if (self->count == self->capacity) {
        if (self->queue[0].priority >= added.priority)
            return;
        take_out_lowest(self);
    }
    put_in(self, added);
}

static void add_neighbours(cairn__slot *slot, cairn__xy cell, uint32_t moves, uint32_t rise)
{
    plrta_state *self = slot->state;
    for (; moves != 0; moves &= moves - 1) {
        cairn__meter_spend(&slot->meter, &slot->meter.work.others, 1 + self->count / PLACES_A_UNIT);
        uint32_t move = cairn__count_trailing_zeros(moves);
        add(self, (queued){cairn__cell_after(cell, move, 1), rise});
    }
}

/* ---- planning ---- */

/* StateUpdate of the agent's own state, or of the one that leaves the queue. */
static cairn_status update(cairn__slot *slot)
{
    plrta_state *self = slot->state;
    bool own = self->made == 0;
    cairn__xy cell = own ? slot->cell : self->queue[self->count - 1].cell;
    cairn__around around;
    uint32_t f;
    cairn__around_look(slot, cell, slot->goal, &around);
    (void)cairn__around_choose(&around, &f);
    bool rises = f > around.own && !cairn__is_same_cell(cell, slot->goal);
    if (rises) {
        cairn_status status = cairn__learned_raise(&self->learned, slot->goal, cell, f);
        if (status != CAIRN_OK)
            return status;
    }
    self->count -= !own;
    self->made++;
    if (rises)
        add_neighbours(slot, cell, around.moves, f - around.own);
    cairn__around_count(slot, 1 + self->count + cairn__count_ones(around.moves));
    return CAIRN_OK;
}

static cairn_status plan(cairn__slot *slot)
{
    plrta_state *self = slot->state;
    cairn__around around;
    uint32_t f;
    while (self->made == 0 || (self->made <= self->updates && self->count > 0)) {
        if (!cairn__meter_can_spend(&slot->meter, get_update_units(self)))
            return CAIRN_OK;
        cairn_status status = update(slot);
        if (status != CAIRN_OK)
            return status;
    }
    if (!cairn__meter_can_spend(&slot->meter, CAIRN__MOVES))
        return CAIRN_OK;
    cairn__around_look(slot, slot->cell, slot->goal, &around);
    slot->run = (cairn__run){cairn__around_choose(&around, &f), 1, 0};
    self->made = 0;
    return CAIRN_OK;
}

const cairn__algorithm cairn__algorithm_plrta = {
    .get_bytes = get_bytes, .create = create, .start = start, .plan = plan};
