/* rtaa.c: RTAA* (Koenig and Likhachev 2006) and LSS-LRTA* (Koenig and Sun 2009).
 *
 * Both run A* from the agent until `lookahead` states are expanded or the goal is next, walk to the
 * state that would have been expanded next, and learn in all expanded states. They differ in what
 * they learn. RTAA*: f of that next state less g, one subtraction a state. LSS-LRTA*: the least
 * cost to the open list plus h there, by Dijkstra's algorithm, which is never less.
 *
 * Both keep h consistent. So A* expands no state twice, and no learned value is ever below the one
 * before it; all values of a search are stored or none, lest a failure leave h inconsistent. */
#include "plan/plan.h"

#include "base/heap.h"

/* An expansion meets at most eight states, and each neighbour's expansion may put a state into the
 * open list again. Dijkstra's algorithm begins with all open states and offers each expanded one a
 * value at most once for each of its neighbours. */
static cairn__local_size get_size(const cairn_agent_def *def)
{
    uint32_t states = CAIRN__MOVES * def->lookahead + 1;
    return (cairn__local_size){states, 2 * states};
}

static size_t get_bytes(const cairn_agent_def *def)
{
    return cairn__learner_get_bytes(def, get_size(def));
}

static void create(cairn_agent *agent, void *memory)
{
    cairn__learner_create(agent, get_size(&agent->def), memory);
}

/* Returns the state that would be expanded next. There is one: a path leads to the goal. */
static uint32_t search(cairn_agent *agent)
{
    cairn__local *local = &agent->local;
    cairn__local_view view = cairn__agent_get_view(agent);
    cairn__local_start(local, &view, CAIRN__LOWEST_F, agent->cell);
    uint32_t number = cairn__local_take(local);
    for (uint32_t i = 0; i < agent->def.lookahead; i++) {
        if (cairn_is_same_cell(local->states[number].cell, agent->goal))
            break;
        cairn__local_expand(local, number);
        number = cairn__local_take(local);
    }
    return number;
}

/* Stores the values of all expanded states that are higher than before. */
static cairn_status store(cairn_agent *agent)
{
    const cairn__local *local = &agent->local;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < local->count; i++) {
            const cairn__local_state *state = &local->states[i];
            if (!state->closed || state->value <= state->h)
                continue;
            cairn_status status =
                pass == 0
                    ? cairn__learned_reserve(&agent->learned, agent->goal, state->cell)
                    : cairn__learned_raise(&agent->learned, agent->goal, state->cell, state->value);
            if (status != CAIRN_OK)
                return status;
        }
    return CAIRN_OK;
}

/* Stores what was learned and sets out for the next state. */
static cairn_status finish(cairn_agent *agent, uint32_t next)
{
    cairn_status status = store(agent);
    if (status == CAIRN_OK)
        cairn__local_trace(&agent->local, next, agent->def.movements, &agent->way);
    return status;
}

/* ---- RTAA* ---- */

static cairn_status look_ahead_rtaa(cairn_agent *agent)
{
    cairn__local *local = &agent->local;
    uint32_t next = search(agent);
    uint32_t f = local->states[next].g + local->states[next].h;
    for (uint32_t i = 0; i < local->count; i++)
        local->states[i].value = f - local->states[i].g;
    return finish(agent, next);
}

static cairn_status plan_rtaa(cairn_agent *agent, cairn_work *work)
{
    return cairn__learner_plan(agent, work, look_ahead_rtaa);
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

/* The least cost from each expanded state to the open list, plus h there. */
static void find_values(cairn__local *local)
{
    uint32_t unsettled = 0;
    local->entries = 0;
    for (uint32_t i = 0; i < local->count; i++) {
        cairn__local_state *state = &local->states[i];
        state->value = state->closed ? UINT32_MAX : state->h;
        unsettled += state->closed;
        if (!state->closed)
            push(local, i);
    }
    while (unsettled > 0) {
        uint64_t key = cairn__heap_pop(local->heap, local->entries--);
        const cairn__local_state *state = &local->states[key & UINT16_MAX];
        if (state->value != key >> 32)
            continue;
        unsettled -= state->closed;
        settle(local, state);
    }
}

static cairn_status look_ahead_lss(cairn_agent *agent)
{
    uint32_t next = search(agent);
    find_values(&agent->local);
    return finish(agent, next);
}

static cairn_status plan_lss(cairn_agent *agent, cairn_work *work)
{
    return cairn__learner_plan(agent, work, look_ahead_lss);
}

const cairn__operations cairn__rtaa_operations = {
    .get_bytes = get_bytes,
    .create = create,
    .start = cairn__learner_start,
    .plan = plan_rtaa,
};

const cairn__operations cairn__lss_operations = {
    .get_bytes = get_bytes,
    .create = create,
    .start = cairn__learner_start,
    .plan = plan_lss,
};
