/* lrts.c: LRTS (Bulitko and Lee 2006): look-ahead of `depth` moves in full width, learning by the
 * max of mins in the agent's own state alone, and backtracking once the learning quota is used up.
 *
 * The look-ahead has two passes, because fewest moves and least cost are not the same way: the
 * first finds the levels, states so many moves away; the second the least costs among them. A way
 * to the goal crosses every level before the goal's own, so the lowest g + h of a level is no
 * overestimate; look-ahead ends at the goal's level. */
#include "base/xy.h"
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

/* Its stages; each may be broken off between two states. */
enum { START, LEVELS, COSTS, MINS, FINISH };

/* Meets the neighbours of a state that were not met; a unit each, one at least. */
static void meet_neighbours(cairn_agent *agent, uint32_t number)
{
    cairn__local *local = &agent->local;
    cairn__xy cell = local->states[number].cell;
    uint32_t level = local->states[number].value + 1, before = local->count;
    uint32_t moves = cairn__legal_moves(agent->def.map, cell.x, cell.y);
    for (; moves != 0; moves &= moves - 1) {
        cairn__xy next = cairn__cell_after(cell, cairn__count_trailing_zeros(moves), 1);
        if (cairn__local_find(local, next) != CAIRN__NO_STATE)
            continue;
        local->states[cairn__local_add(local, next)].value = level;
        if (cairn__is_same_cell(next, agent->goal))
            agent->looking.level = level;
    }
    local->left -= local->count > before ? local->count - before : 1;
}

/* Meets all states up to `depth` moves away or as many as the goal is. */
static bool find_levels(cairn_agent *agent)
{
    cairn__local *local = &agent->local;
    cairn__looking *look = &agent->looking;
    for (; look->i < local->count && local->states[look->i].value < look->level; look->i++) {
        if (local->left < CAIRN__LOCAL_PIECE)
            return false;
        meet_neighbours(agent, look->i);
    }
    return true;
}

static bool find_costs(cairn__local *local)
{
    local->sealed = true;
    while (local->left >= CAIRN__LOCAL_PIECE) {
        uint32_t number = cairn__local_take(local);
        if (number == CAIRN__NO_STATE)
            return true;
        cairn__local_expand(local, number);
    }
    return false;
}

static uint32_t get_f(const cairn__local *local, uint32_t number)
{
    return local->states[number].g + local->states[number].h;
}

/* The lowest g + h of each level, which is that of look->number, and the highest of them. States
 * lie in the order of their levels. */
static bool find_mins(cairn__local *local, cairn__looking *look)
{
    if (look->i == 0)
        look->level = look->f = look->number = 0;
    for (; look->i < local->count; look->i++) {
        const cairn__local_state *state = &local->states[look->i];
        uint32_t f = get_f(local, look->i), lowest = get_f(local, look->number);
        if (!cairn__local_spend(local, 1))
            return false;
        if (state->value > look->level) {
            look->f = look->level > 0 && lowest > look->f ? lowest : look->f;
            look->level = state->value;
            look->number = look->i;
        } else if (f < lowest || (f == lowest && state->g > local->states[look->number].g)) {
            look->number = look->i;
        }
    }
    uint32_t lowest = get_f(local, look->number);
    look->f = lowest > look->f ? lowest : look->f;
    return true;
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

/* The most units of learning and making a way: its moves cost no more than `depth` diagonal ones,
 * and each is traced and remembered. */
#define FINISH_UNITS 300

/* The max of mins is known: learns, and goes to the last level or back. */
static cairn_status finish(cairn_agent *agent)
{
    cairn__local *local = &agent->local;
    cairn__lrts *lrts = &agent->lrts;
    cairn__looking *look = &agent->looking;
    uint32_t h = local->states[0].h, made = 0;
    if (look->f > h) {
        cairn_status status =
            cairn__learned_raise(&agent->learned, agent->goal, agent->cell, look->f);
        if (status != CAIRN_OK)
            return status;
        lrts->learning += look->f - h;
    }
    bool used_up =
        agent->def.learning_quota != CAIRN_UNLIMITED && lrts->learning > agent->def.learning_quota;
    if (used_up)
        lrts->learning = agent->def.learning_quota;
    if (used_up && go_back(agent))
        return CAIRN_OK;
    (void)cairn__local_trace(local, &look->number, &made, CAIRN_UNLIMITED, &agent->way);
    remember(agent);
    return CAIRN_OK;
}

/* Fills in the stages up to the last; false: not all yet. */
static bool look_around(cairn_agent *agent)
{
    cairn__local *local = &agent->local;
    cairn__looking *look = &agent->looking;
    if (look->stage == START) {
        if (!cairn__learner_search(agent, CAIRN__LOWEST_G))
            return false;
        look->level = agent->def.depth;
        cairn__looking_go_on(look, LEVELS);
    }
    if (look->stage == LEVELS) {
        if (!find_levels(agent))
            return false;
        cairn__looking_go_on(look, COSTS);
    }
    if (look->stage == COSTS) {
        if (!find_costs(local))
            return false;
        cairn__looking_go_on(look, MINS);
    }
    if (look->stage == MINS) {
        if (!find_mins(local, look))
            return false;
        cairn__looking_go_on(look, FINISH);
    }
    return true;
}

static cairn_status look_ahead(cairn_agent *agent)
{
    if (!look_around(agent) || agent->local.left < FINISH_UNITS)
        return CAIRN_OK;
    cairn_status status = finish(agent);
    cairn__looking_go_on(&agent->looking, START);
    return status;
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
