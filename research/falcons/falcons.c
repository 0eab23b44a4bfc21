/* falcons.c: FALCONS (Furcy and Koenig 2000): goes to the neighbour with the lowest f, an estimate
 * of the cost from start to goal through it, and learns both halves of f: g, from the start, and h,
 * to the goal.
 *
 * Moves cost the same both ways, so g is the h towards the start. Both lie in one table, each under
 * the cell that it leads to. */
#include "research/shared/around.h"

#include "base/bits.h"
#include "base/memory.h"

typedef struct falcons_state {
    cairn__learned learned;
    cairn__xy start;
} falcons_state;

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(falcons_state)) +
           cairn__learned_get_bytes(cairn__setup_get(setup, CAIRN_OPTION_LEARNED_CAPACITY));
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    falcons_state *self = slot->state = memory;
    (void)setup;
    cairn__learned_start(&self->learned, slot->learned_capacity,
                         (char *)memory + cairn__round_up(sizeof *self), slot->may_grow,
                         &slot->allocator);
    slot->learned = &self->learned;
}

static void start(cairn__slot *slot)
{
    falcons_state *self = slot->state;
    slot->target = slot->goal;
    self->start = slot->cell;
}

/* The neighbour with the lowest f = max(g + h, h(start)); among equals that with the lowest cost +
 * h, by the rule of all moves. */
static uint32_t choose(const cairn__around *g, const cairn__around *h, uint32_t least_f)
{
    uint32_t lowest = UINT32_MAX;
    uint64_t best = UINT64_MAX;
    for (uint32_t moves = h->moves; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint32_t sum = g->values[move] + h->values[move], f = sum > least_f ? sum : least_f;
        uint64_t rank = cairn__move_rank(h->values[move] + cairn__move_cost(move), move);
        if (f < lowest || (f == lowest && rank < best)) {
            lowest = f;
            best = rank;
        }
    }
    return cairn__rank_get_move(best);
}

/* What a state's value is by those of its neighbours: no lower than the lowest of them and a move to
 * it, nor than any of them less that move. 0: it is no rise, or the state is the cell that the
 * values lead to. */
static uint32_t get_rise(const cairn__around *around, cairn__xy cell, cairn__xy target)
{
    uint32_t lowest, value = around->own;
    (void)cairn__around_choose(around, &lowest);
    value = lowest > value ? lowest : value;
    for (uint32_t moves = around->moves; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves), cost = cairn__move_cost(move);
        if (around->values[move] > value + cost)
            value = around->values[move] - cost;
    }
    return value > around->own && !cairn__is_same_cell(cell, target) ? value : 0;
}

/* Raises a value, if it rises, and makes room for that before. */
static cairn_status learn(cairn__slot *slot, cairn__xy cell, cairn__xy target, uint32_t value)
{
    return value != 0 ? cairn__learned_raise(slot->learned, target, cell, value) : CAIRN_OK;
}

static cairn_status reserve(cairn__slot *slot, cairn__xy cell, cairn__xy target, uint32_t value)
{
    return value != 0 ? cairn__learned_reserve(slot->learned, target, cell) : CAIRN_OK;
}

/* Learns g and h here and, on the last move, g in the goal; all of it or nothing. */
static cairn_status learn_all(cairn__slot *slot, const cairn__around *g, const cairn__around *h,
                              bool arrives)
{
    cairn__xy first = ((const falcons_state *)slot->state)->start, goal = slot->goal;
    uint32_t new_g = get_rise(g, slot->cell, first), new_h = get_rise(h, slot->cell, goal);
    cairn_status status = reserve(slot, slot->cell, first, new_g);
    if (status == CAIRN_OK)
        status = reserve(slot, slot->cell, goal, new_h);
    if (status == CAIRN_OK)
        status = reserve(slot, goal, first, arrives);
    if (status != CAIRN_OK)
        return status;
    (void)learn(slot, slot->cell, first, new_g);
    (void)learn(slot, slot->cell, goal, new_h);
    if (arrives) {
        cairn__around around;
        cairn__around_look(slot, goal, first, &around);
        (void)learn(slot, goal, first, get_rise(&around, goal, first));
    }
    return CAIRN_OK;
}

/* Looks at g and h here, and at g around the goal on the last move; h of the start is one more. */
#define UNITS (3 * CAIRN__MOVES + 1)

/* The h of the start, learned or not. */
static uint32_t get_least_f(cairn__slot *slot)
{
    const falcons_state *self = slot->state;
    uint32_t learned[3][3];
    cairn__meter_spend(&slot->meter, &slot->meter.work.others, 1);
    cairn__learned_get_around(slot->learned, slot->goal, self->start, learned);
    return learned[1][1] != 0
               ? learned[1][1]
               : cairn__heuristic_get(&slot->heuristic, slot->map, self->start, slot->goal);
}

static cairn_status plan(cairn__slot *slot)
{
    const falcons_state *self = slot->state;
    cairn__around g, h;
    if (!cairn__meter_can_spend(&slot->meter, UNITS))
        return CAIRN_OK;
    cairn__around_look(slot, slot->cell, slot->goal, &h);
    cairn__around_look(slot, slot->cell, self->start, &g);
    uint32_t move = choose(&g, &h, get_least_f(slot));
    bool arrives = cairn__is_same_cell(cairn__cell_after(slot->cell, move, 1), slot->goal);
    cairn_status status = learn_all(slot, &g, &h, arrives);
    if (status != CAIRN_OK)
        return status;
    cairn__around_count(slot, 1 + cairn__count_ones(h.moves));
    slot->run = (cairn__run){move, 1, 0};
    return CAIRN_OK;
}

const cairn__algorithm cairn__algorithm_falcons = {
    .get_bytes = get_bytes, .create = create, .start = start, .plan = plan};
