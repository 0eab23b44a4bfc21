/* lrts.c: LRTS (Bulitko and Lee 2006): look-ahead of `depth` moves in full width, learning by the
 * max of mins in the agent's own state alone, and backtracking once the learning quota is used up.
 *
 * The look-ahead has two passes, because fewest moves and least cost are not the same way: the
 * first finds the levels, states so many moves away; the second the least costs among them. A way
 * to the goal crosses every level before the goal's own, so the lowest g + h of a level is no
 * overestimate; look-ahead ends at the goal's level. */
#include "plan/plan.h"

/* In the history: the first move after a look-ahead. */
#define FIRST 0x80

static size_t get_bytes(const cairn_agent_def *def)
{
    return cairn__learner_get_bytes(def, cairn__local_get_window(def->depth)) + def->history;
}

static void create(cairn_agent *agent, void *memory)
{
    cairn__local_size size = cairn__local_get_window(agent->def.depth);
    agent->lrts.history = cairn__learner_create(agent, size, memory);
}

static void start(cairn_agent *agent)
{
    cairn__learner_start(agent);
    agent->lrts.learning = agent->lrts.taken = 0;
    agent->lrts.kept = 0;
}

/* ---- look-ahead ---- */

/* Meets all states up to `depth` moves away or as many as the goal is. Returns the last level. */
static uint32_t find_levels(cairn_agent *agent)
{
    cairn__local *local = &agent->local;
    uint32_t last = agent->def.depth;
    for (uint32_t i = 0; i < local->count && local->states[i].value < last; i++) {
        cairn_cell cell = local->states[i].cell;
        uint32_t level = local->states[i].value + 1;
        uint32_t moves = cairn__legal_moves(agent->def.map, cell.x, cell.y);
        for (; moves != 0; moves &= moves - 1) {
            cairn_cell next = cairn__cell_after(cell, cairn__count_trailing_zeros(moves), 1);
            if (cairn__local_find(local, next) != CAIRN__NO_STATE)
                continue;
            local->states[cairn__local_add(local, next)].value = level;
            if (cairn_is_same_cell(next, agent->goal))
                last = level;
        }
    }
    return last;
}

static void find_costs(cairn__local *local)
{
    local->sealed = true;
    for (uint32_t i = 0; (i = cairn__local_take(local)) != CAIRN__NO_STATE;)
        cairn__local_expand(local, i);
}

/* The highest of the levels' lowest g + h, and the state that has the lowest of the last one. */
typedef struct max_of_mins {
    uint32_t f;
    uint32_t last;
} max_of_mins;

/* States lie in the order of their levels. */
static max_of_mins find_max_of_mins(const cairn__local *local, uint32_t last)
{
    max_of_mins found = {0, 0};
    for (uint32_t i = 1, level = 1; level <= last; level++) {
        uint32_t best = i++;
        for (; i < local->count && local->states[i].value == level; i++) {
            const cairn__local_state *state = &local->states[i], *lowest = &local->states[best];
            uint32_t f = state->g + state->h, lowest_f = lowest->g + lowest->h;
            if (f < lowest_f || (f == lowest_f && state->g > lowest->g))
                best = i;
        }
        uint32_t f = local->states[best].g + local->states[best].h;
        found.f = f > found.f ? f : found.f;
        found.last = best;
    }
    return found;
}

/* ---- history ---- */

static uint8_t *get_past(cairn__lrts *lrts, uint32_t capacity, uint64_t number)
{
    return &lrts->history[number % capacity];
}

/* Keeps the moves of a way that is about to be taken; the oldest ones give place. */
static void remember(cairn_agent *agent)
{
    cairn__lrts *lrts = &agent->lrts;
    uint32_t capacity = agent->def.history;
    uint32_t first = agent->way.left;
    if (capacity == 0)
        return;
    for (uint32_t i = first; i > 0; i--) {
        uint8_t move = agent->way.moves[i - 1];
        *get_past(lrts, capacity, lrts->taken++) = i == first ? move | FIRST : move;
        lrts->kept += lrts->kept < capacity;
    }
}

/* Makes the way back to where the last look-ahead was; false if that is forgotten. */
static bool go_back(cairn_agent *agent)
{
    cairn__lrts *lrts = &agent->lrts;
    uint32_t capacity = agent->def.history, count = 0;
    bool first = false;
    while (!first && count < lrts->kept)
        first = (*get_past(lrts, capacity, lrts->taken - ++count) & FIRST) != 0;
    if (!first)
        return false;
    /* The oldest of these moves is undone last, and a way has its last move first. */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t move = *get_past(lrts, capacity, lrts->taken - count + i) & ~(uint32_t)FIRST;
        agent->way.moves[i] = (uint8_t)cairn__move_back(move);
    }
    agent->way.left = count;
    agent->way.end = 0;
    lrts->taken -= count;
    lrts->kept -= count;
    return true;
}

/* ---- planning ---- */

static cairn_status look_ahead(cairn_agent *agent)
{
    cairn__local *local = &agent->local;
    cairn__lrts *lrts = &agent->lrts;
    cairn__local_view view = cairn__agent_get_view(agent);
    cairn__local_start(local, &view, CAIRN__LOWEST_G, agent->cell);
    uint32_t last = find_levels(agent);
    find_costs(local);
    max_of_mins found = find_max_of_mins(local, last);
    uint32_t h = local->states[0].h;
    if (found.f > h) {
        cairn_status status =
            cairn__learned_raise(&agent->learned, agent->goal, agent->cell, found.f);
        if (status != CAIRN_OK)
            return status;
        lrts->learning += found.f - h;
    }
    bool used_up =
        agent->def.learning_quota != CAIRN_UNLIMITED && lrts->learning > agent->def.learning_quota;
    if (used_up)
        lrts->learning = agent->def.learning_quota;
    if (used_up && go_back(agent))
        return CAIRN_OK;
    cairn__local_trace(local, found.last, CAIRN_UNLIMITED, &agent->way);
    remember(agent);
    return CAIRN_OK;
}

static cairn_status plan(cairn_agent *agent, cairn_work *work)
{
    return cairn__learner_plan(agent, work, look_ahead);
}

const cairn__operations cairn__lrts_operations = {
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
};
