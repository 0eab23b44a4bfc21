/* count.c: node counting: the agent goes to the neighbour that it has left least often. It needs no
 * database, and arrives wherever a path leads. */
#include "base/memory.h"
#include "grid/tiles.h"
#include "plan/learned.h"
#include "plan/plan.h"

/* How often each cell was left on this problem, in the table that others keep learned values in. */
typedef struct count_state {
    cairn__learned counts;
} count_state;

static uint64_t get_bytes(const cairn__setup *setup)
{
    uint32_t capacity = cairn__setup_get(setup, CAIRN_OPTION_LEARNED_CAPACITY);
    return cairn__round_up(sizeof(count_state)) + cairn__learned_get_bytes(capacity);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    count_state *self = slot->state = memory;
    void *table = (char *)memory + cairn__round_up(sizeof *self);
    cairn__learned_start(&self->counts, cairn__setup_get(setup, CAIRN_OPTION_LEARNED_CAPACITY),
                         table, slot->may_grow, &slot->allocator);
    slot->learned = &self->counts; /* the agent clears it, reports its size, and releases it */
}

static void start(cairn__slot *slot)
{
    slot->target = slot->goal;
}

/* The legal move to the lowest count; among equals to the lowest h; then the first in order. */
static uint32_t choose(const cairn__slot *slot, uint32_t counts[3][3])
{
    uint32_t legal = cairn__legal_moves(slot->map, slot->cell.x, slot->cell.y), chosen = 0;
    uint64_t lowest = UINT64_MAX;
    for (uint32_t move = 0; move < CAIRN__MOVES; move++) {
        uint32_t h = cairn__get_distance(cairn__cell_after(slot->cell, move, 1), slot->goal);
        uint64_t count = counts[cairn__move_y[move] + 1][cairn__move_x[move] + 1];
        if ((legal >> move & 1) != 0 && (count << 32 | h) < lowest) {
            lowest = count << 32 | h;
            chosen = move;
        }
    }
    return chosen;
}

static cairn_status plan(cairn__slot *slot)
{
    cairn__learned *learned = slot->learned;
    uint32_t counts[3][3];
    if (!cairn__meter_try(&slot->meter, &slot->meter.work.states, CAIRN__MOVES))
        return CAIRN_OK; /* a run of no moves: the next step goes on */
    cairn__learned_get_around(learned, slot->goal, slot->cell, counts);
    cairn_status status = cairn__learned_raise(learned, slot->goal, slot->cell, counts[1][1] + 1);
    if (status == CAIRN_OK)
        slot->run = (cairn__run){choose(slot, counts), 1, 0};
    return status;
}

const cairn__algorithm cairn__algorithm_count = {
    .get_bytes = get_bytes, .create = create, .start = start, .plan = plan};
