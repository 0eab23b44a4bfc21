/* leg.c: LRTA* towards one target (Fig. 1, lines 4 to 7).
 *
 * As long as nothing has been learned for the target before this leg and no local minimum was met,
 * LRTA* makes the very moves of a hill-climb: it has raised only values of cells it left behind,
 * whose h is higher than that of any cell it may choose (Theorem 5). So the leg takes whole runs
 * of the climb, and stores the values that Fig. 1 would raise on the way. When the climb is stuck,
 * or the target may have values from an earlier leg, each move looks at all neighbours. */
#include "base/xy.h"
#include "plan/plan.h"

#include "base/bits.h"
#include "base/memory.h"
#include "grid/components.h"

/* g_max from which the look-ahead differs from the immediate neighbours. */
#define DEEP_G_MAX (CAIRN__CARDINAL + CAIRN__DIAGONAL)

static bool is_deep(const cairn_agent_def *def)
{
    return def->g_max >= DEEP_G_MAX;
}

size_t cairn__leg_get_bytes(const cairn_agent_def *def)
{
    size_t bytes = cairn__round_up(cairn__learned_get_bytes(def->learned_capacity));
    if (is_deep(def))
        bytes += cairn__round_up(cairn__lookahead_get_bytes(def->g_max));
    return bytes;
}

void cairn__leg_create(cairn_agent *agent, void *memory)
{
    const cairn_agent_def *def = &agent->def;
    cairn__learned_start(&agent->learned, def->learned_capacity, memory,
                         def->growth == CAIRN_GROWTH_ALLOWED, &agent->allocator);
    if (is_deep(def))
        cairn__lookahead_create(
            &agent->local, def->g_max,
            (char *)memory + cairn__round_up(cairn__learned_get_bytes(def->learned_capacity)));
}

/* Climbing is hill-climbing by octile distance, to the neighbours alone. */
static bool may_climb(const cairn_agent *agent)
{
    return !is_deep(&agent->def) && cairn__heuristic_is_octile(&agent->heuristic);
}

void cairn__leg_start(cairn_agent *agent)
{
    cairn__learned_clear(&agent->learned);
    agent->leg = (cairn__leg){agent->goal, !may_climb(agent)};
    agent->look.begun = false;
}

void cairn__leg_set_target(cairn_agent *agent, cairn__xy target)
{
    if (cairn__is_same_cell(target, agent->leg.target))
        return;
    bool learning = !may_climb(agent) || cairn__learned_may_have(&agent->learned, target);
    agent->leg = (cairn__leg){target, learning};
    agent->look.begun = false;
}

bool cairn__leg_can_reach(const cairn_agent *agent, cairn__xy state)
{
    const cairn_map *map = agent->def.map;
    return cairn__is_open_cell(map, state) &&
           cairn__component_of(map, state) == cairn__component_of(map, agent->cell);
}

/* What one look around found: Fig. 1, lines 4 and 5, and the agent's own h. */
typedef struct view {
    cairn__frontier best;
    uint32_t h;
} view;

/* The immediate neighbours; the order of moves breaks remaining ties. */
static view look_at_neighbours(const cairn_agent *agent)
{
    cairn__xy cell = agent->cell, target = agent->leg.target;
    view seen = {.best = {.f = UINT32_MAX, .move = CAIRN__MOVES}};
    uint32_t best_cost = 0, h[3][3];
    cairn__learned_get_around(&agent->learned, target, cell, h);
    seen.h = h[1][1] != 0 ? h[1][1] : cairn__heuristic_get(&agent->heuristic, cell, target);
    uint32_t moves = cairn__legal_moves(agent->def.map, cell.x, cell.y);
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint32_t cost = cairn__move_cost(move);
        uint32_t f = h[cairn__move_y[move] + 1][cairn__move_x[move] + 1];
        if (f == 0)
            f = cairn__heuristic_get(&agent->heuristic, cairn__cell_after(cell, move, 1), target);
        f += cost;
        if (f < seen.best.f || (f == seen.best.f && cost > best_cost)) {
            seen.best.f = f;
            seen.best.move = move;
            best_cost = cost;
        }
        seen.best.states++;
    }
    return seen;
}

/* The look-ahead beyond them; false: the budget is used up first. */
static bool look_ahead(cairn_agent *agent, cairn_work *work, view *seen)
{
    cairn__local_view local = cairn__agent_get_view(agent);
    uint64_t left = agent->local.left = cairn__agent_get_left(agent, work);
    bool done =
        cairn__lookahead_run(&agent->look, &agent->local, &local, agent->def.g_max, agent->cell);
    cairn__agent_count_local(agent, work, left);
    if (done)
        *seen = (view){cairn__lookahead_get(&agent->look, &agent->local), agent->local.states[0].h};
    return done;
}

/* Lines 4 to 7, one move. */
static cairn_status plan_learning(cairn_agent *agent, cairn_work *work)
{
    view seen;
    if (is_deep(&agent->def)) {
        if (!look_ahead(agent, work, &seen))
            return CAIRN_OK;
    } else {
        if (!cairn__agent_can_spend(agent, work, CAIRN__MOVES))
            return CAIRN_OK;
        seen = look_at_neighbours(agent);
        work->states += seen.best.states;
    }
    if (seen.best.states + 1 > agent->open_closed)
        agent->open_closed = seen.best.states + 1;
    if (seen.best.f > seen.h) {
        cairn_status status =
            cairn__learned_raise(&agent->learned, agent->leg.target, agent->cell, seen.best.f);
        if (status != CAIRN_OK)
            return status;
    }
    agent->run = (cairn__run){seen.best.move, 1, 0};
    return CAIRN_OK;
}

/* The agent's own state and its eight neighbours: what a step may hold at once (section 8.5). */
#define LOCAL_STATES 9

cairn_status cairn__leg_plan(cairn_agent *agent, cairn_work *work)
{
    if (agent->leg.learning)
        return plan_learning(agent, work);
    if (!cairn__agent_can_spend(agent, work, 1))
        return CAIRN_OK;
    cairn__run run = cairn__climb_run(agent->def.map, agent->cell, agent->leg.target);
    if (run.count == 0) {
        agent->leg.learning = true;
        return plan_learning(agent, work);
    }
    work->states++;
    agent->open_closed = LOCAL_STATES;
    if (run.rise > 0) {
        uint32_t h = cairn__get_distance(agent->cell, agent->leg.target) + run.rise;
        cairn_status status =
            cairn__learned_raise(&agent->learned, agent->leg.target, agent->cell, h);
        if (status != CAIRN_OK)
            return status;
    }
    agent->run = run;
    return CAIRN_OK;
}
