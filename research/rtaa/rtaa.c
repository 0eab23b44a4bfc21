/* rtaa.c: RTAA* (Koenig and Likhachev 2006) and LSS-LRTA* (Koenig and Sun 2009).
 *
 * Both run A* from the agent until `lookahead` states are expanded or the goal is next, walk to the
 * state that would have been expanded next, and learn in all expanded states. They differ in what
 * they learn. RTAA*: f of that next state less g, one subtraction a state. LSS-LRTA*: the least
 * cost to the open list plus h there, by Dijkstra's algorithm, which is never less.
 *
 * Both keep h consistent. So A* expands no state twice, and no learned value is ever below the one
 * before it; all values of a search are stored or none, lest a failure leave h inconsistent.
 *
 * A look-ahead goes through stages, and each may be broken off between two states. */
#include "research/shared/learner.h"

#include "base/heap.h"
#include "base/memory.h"

typedef struct rtaa_state {
    cairn__learner learner;
    uint32_t lookahead; /* states expanded a search */
    uint32_t movements; /* moves taken after it */
} rtaa_state;

/* An expansion meets at most eight states, and each neighbour's expansion may put a state into the
 * open list again. Dijkstra's algorithm begins with all open states and offers each expanded one a
 * value at most once for each of its neighbours. */
static cairn__local_size get_size(const cairn__setup *setup)
{
    uint32_t states = CAIRN__MOVES * cairn__setup_get(setup, CAIRN_OPTION_LOOKAHEAD) + 1;
    return (cairn__local_size){states, 2 * states};
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(rtaa_state)) + cairn__learner_get_bytes(setup, get_size(setup));
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    rtaa_state *self = slot->state = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *self);
    *self = (rtaa_state){.lookahead = cairn__setup_get(setup, CAIRN_OPTION_LOOKAHEAD),
                         .movements = cairn__setup_get(setup, CAIRN_OPTION_MOVEMENTS)};
    (void)cairn__learner_create(slot, &self->learner, get_size(setup), next);
}

static void start(cairn__slot *slot)
{
    rtaa_state *self = slot->state;
    cairn__learner_start(slot, &self->learner);
}

/* The stages of a look-ahead. */
enum { START, SEARCH, VALUES, SETTLE, RESERVE, STORE, TRACE };

/* Finds the state that would be expanded next. There is one: a path leads to the goal. */
static bool search(cairn__slot *slot)
{
    rtaa_state *self = slot->state;
    cairn__local *local = &self->learner.local;
    cairn__looking *look = &self->learner.looking;
    if (look->stage == START) {
        if (!cairn__learner_search(slot, &self->learner, CAIRN__LOWEST_F))
            return false;
        look->number = cairn__local_take(local);
        cairn__looking_go_on(look, SEARCH);
    }
    for (; look->i < self->lookahead; look->i++) {
        if (cairn__is_same_cell(local->states[look->number].cell, slot->goal))
            break;
        if (!cairn__local_can_expand(local))
            return false;
        cairn__local_expand(local, look->number);
        look->number = cairn__local_take(local);
    }
    return true;
}

/* Makes room for the values of all expanded states that are higher than before, or stores them. */
static cairn_status store(cairn__slot *slot, cairn__learner *learner)
{
    cairn__local *local = &learner->local;
    uint32_t *i = &learner->looking.i;
    for (; *i < local->count && cairn__local_look_again(local); ++*i) {
        const cairn__local_state *state = &local->states[*i];
        if (!state->closed || state->value <= state->h)
            continue;
        cairn_status status =
            learner->looking.stage == RESERVE
                ? cairn__learned_reserve(&learner->learned, slot->goal, state->cell)
                : cairn__learned_raise(&learner->learned, slot->goal, state->cell, state->value);
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_OK;
}

/* Stores what was learned and sets out for the next state. */
static cairn_status finish(cairn__slot *slot)
{
    rtaa_state *self = slot->state;
    cairn__learner *learner = &self->learner;
    cairn__looking *look = &learner->looking;
    while (look->stage != TRACE) {
        cairn_status status = store(slot, learner);
        if (status != CAIRN_OK || look->i < learner->local.count)
            return status;
        cairn__looking_go_on(look, look->stage == RESERVE ? STORE : TRACE);
    }
    if (cairn__local_trace(&learner->local, &look->number, &look->i, self->movements,
                           &learner->way))
        cairn__looking_go_on(look, START);
    return CAIRN_OK;
}

/* All stages; `find_values` has those between the search and the storing, and says false if it does
 * not come to their end. */
static cairn_status look_ahead(cairn__slot *slot,
                               bool (*find_values)(cairn__local *local, cairn__looking *look))
{
    rtaa_state *self = slot->state;
    cairn__looking *look = &self->learner.looking;
    if (look->stage <= SEARCH) {
        if (!search(slot))
            return CAIRN_OK;
        cairn__looking_go_on(look, VALUES);
    }
    if (look->stage < RESERVE) {
        if (!find_values(&self->learner.local, look))
            return CAIRN_OK;
        cairn__looking_go_on(look, RESERVE);
    }
    return finish(slot);
}

/* ---- RTAA* ---- */

static bool subtract(cairn__local *local, cairn__looking *look)
{
    uint32_t f = local->states[look->number].g + local->states[look->number].h;
    for (; look->i < local->count; look->i++) {
        if (!cairn__local_look_again(local))
            return false;
        local->states[look->i].value = f - local->states[look->i].g;
    }
    return true;
}

static cairn_status look_ahead_rtaa(cairn__slot *slot)
{
    return look_ahead(slot, subtract);
}

static cairn_status plan_rtaa(cairn__slot *slot)
{
    rtaa_state *self = slot->state;
    return cairn__learner_plan(slot, &self->learner, look_ahead_rtaa);
}

/* ---- LSS-LRTA* ---- */

static void push(cairn__local *local, uint32_t number)
{
    uint64_t key = (uint64_t)local->states[number].value << 32 | number;
    cairn__heap_push(local->heap, local->entries++, key);
}

/* Offers a settled state's value, and the move to it, to the expanded states around it. */
static void settle(cairn__local *local, const cairn__local_state *settled)
{
    uint32_t moves = cairn__legal_moves(local->view.map, settled->cell.x, settled->cell.y);
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint32_t value = settled->value + cairn__move_cost(move);
        uint32_t number = cairn__local_find(local, cairn__cell_after(settled->cell, move, 1));
        if (number == CAIRN__NO_STATE || !local->states[number].closed ||
            value >= local->states[number].value)
            continue;
        local->states[number].value = value;
        push(local, number);
    }
}

/* Dijkstra's algorithm begins with the open states. */
static bool list_open(cairn__local *local, cairn__looking *look)
{
    if (look->i == 0)
        look->unsettled = local->entries = 0;
    for (; look->i < local->count; look->i++) {
        cairn__local_state *state = &local->states[look->i];
        if (!cairn__local_look_again(local))
            return false;
        state->value = state->closed ? UINT32_MAX : state->h;
        look->unsettled += state->closed;
        if (!state->closed)
            push(local, look->i);
    }
    return true;
}

/* The least cost from each expanded state to the open list, plus h there. */
static bool settle_all(cairn__local *local, cairn__looking *look)
{
    while (look->unsettled > 0) {
        if (!cairn__local_look_again(local))
            return false;
        uint64_t key = cairn__heap_pop(local->heap, local->entries--);
        const cairn__local_state *state = &local->states[key & UINT16_MAX];
        if (state->value != key >> 32)
            continue;
        look->unsettled -= state->closed;
        settle(local, state);
    }
    return true;
}

static bool find_least(cairn__local *local, cairn__looking *look)
{
    if (look->stage == VALUES) {
        if (!list_open(local, look))
            return false;
        cairn__looking_go_on(look, SETTLE);
    }
    return settle_all(local, look);
}

static cairn_status look_ahead_lss(cairn__slot *slot)
{
    return look_ahead(slot, find_least);
}

static cairn_status plan_lss(cairn__slot *slot)
{
    rtaa_state *self = slot->state;
    return cairn__learner_plan(slot, &self->learner, look_ahead_lss);
}

const cairn__algorithm cairn__algorithm_rtaa = {
    .consistent = true,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan_rtaa,
};

const cairn__algorithm cairn__algorithm_lss = {
    .consistent = true,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan_lss,
};
