/* lrtak.c: LRTA*(k) (Hernandez and Meseguer 2005): LRTA* that carries a rise of its own value on to
 * states it has visited, to at most k states a step.
 *
 * A state's support is the neighbour that its value was last made from. As long as the support keeps
 * its value, so does the state; so a rise goes on only to those it is the support of. Supports are
 * known of states that were looked at on this problem, which are those visited. */
#include "research/shared/around.h"

#include "base/bits.h"
#include "base/memory.h"
#include "grid/tiles.h"

typedef struct lrtak_state {
    cairn__learned learned;
    cairn__learned supports; /* of visited cells, under the goal: 1 + the move to the support */
    uint32_t updates;        /* k */
    uint32_t count;          /* states put into the queue in this step; 0: it has not begun */
    uint32_t next;           /* the first of them that was not looked at */
    uint32_t move;           /* the best one before other states were looked at */
    cairn__xy *queue;        /* room for k */
} lrtak_state;

static uint64_t get_table_bytes(uint32_t capacity)
{
    return cairn__round_up(cairn__learned_get_bytes(capacity));
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    uint32_t capacity = cairn__setup_get(setup, CAIRN_OPTION_LEARNED_CAPACITY);
    return cairn__round_up(sizeof(lrtak_state)) + 2 * get_table_bytes(capacity) +
           cairn__setup_get(setup, CAIRN_OPTION_UPDATES) * sizeof(cairn__xy);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    lrtak_state *self = slot->state = memory;
    uint32_t capacity = slot->learned_capacity;
    char *next = (char *)memory + cairn__round_up(sizeof *self);
    *self = (lrtak_state){.updates = cairn__setup_get(setup, CAIRN_OPTION_UPDATES)};
    cairn__learned_start(&self->learned, capacity, next, slot->may_grow, &slot->allocator);
    next += get_table_bytes(capacity);
    cairn__learned_start(&self->supports, capacity, next, slot->may_grow, &slot->allocator);
    self->queue = (cairn__xy *)(void *)(next + get_table_bytes(capacity));
    slot->learned = &self->learned;
    slot->marks = &self->supports;
}

static void start(cairn__slot *slot)
{
    lrtak_state *self = slot->state;
    cairn__learned_clear(&self->supports);
    slot->target = slot->goal;
    self->count = 0;
}

/* Puts those into the queue that a state is the support of, in the order of moves, as far as k
 * goes. */
static void carry_on(const cairn__slot *slot, cairn__xy cell, uint32_t moves)
{
    lrtak_state *self = slot->state;
    uint32_t supports[3][3];
    cairn__learned_get_around(&self->supports, slot->goal, cell, supports);
    for (; moves != 0 && self->count < self->updates; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint32_t support = supports[cairn__move_y[move] + 1][cairn__move_x[move] + 1];
        if (support == 1 + cairn__move_back(move))
            self->queue[self->count++] = cairn__cell_after(cell, move, 1);
    }
}

/* Updates the next state of the queue. Where there is no memory nothing has changed. */
static cairn_status update(cairn__slot *slot)
{
    lrtak_state *self = slot->state;
    cairn__xy cell = self->queue[self->next];
    cairn__around around;
    uint32_t f;
    cairn__around_look(slot, cell, slot->goal, &around);
    uint32_t move = cairn__around_choose(&around, &f);
    cairn_status status = cairn__learned_reserve(&self->supports, slot->goal, cell);
    if (status == CAIRN_OK && f > around.own)
        status = cairn__learned_raise(&self->learned, slot->goal, cell, f);
    if (status != CAIRN_OK)
        return status;
    (void)cairn__learned_raise(&self->supports, slot->goal, cell, 1 + move);
    if (f > around.own)
        carry_on(slot, cell, around.moves);
    if (self->next++ == 0)
        self->move = move;
    cairn__around_count(slot, self->count + cairn__count_ones(around.moves));
    return CAIRN_OK;
}

static cairn_status plan(cairn__slot *slot)
{
    lrtak_state *self = slot->state;
    if (self->count == 0) {
        self->queue[0] = slot->cell;
        self->count = 1;
        self->next = 0;
    }
    while (self->next < self->count) {
        if (!cairn__meter_can_spend(&slot->meter, CAIRN__MOVES))
            return CAIRN_OK;
        cairn_status status = update(slot);
        if (status != CAIRN_OK)
            return status;
    }
    if (self->count > 1) {
        cairn__around around;
        uint32_t f;
        if (!cairn__meter_can_spend(&slot->meter, CAIRN__MOVES))
            return CAIRN_OK;
        cairn__around_look(slot, slot->cell, slot->goal, &around);
        self->move = cairn__around_choose(&around, &f);
    }
    slot->run = (cairn__run){self->move, 1, 0};
    self->count = 0;
    return CAIRN_OK;
}

const cairn__algorithm cairn__algorithm_lrtak = {
    .get_bytes = get_bytes, .create = create, .start = start, .plan = plan};
