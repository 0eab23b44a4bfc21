/* leg.c: LRTA* towards one target (Fig. 1, lines 4 to 7).
 *
 * As long as nothing has been learned for the target before this leg and no local minimum was met,
 * LRTA* makes the very moves of a hill-climb: it has raised only values of cells it left behind,
 * whose h is higher than that of any cell it may choose (Theorem 5). So the leg takes whole runs
 * of the climb, and stores the values that Fig. 1 would raise on the way. When the climb is stuck,
 * or the target may have values from an earlier leg, each move looks at all neighbours. */
#include "plan/plan.h"

#include "base/bits.h"

/* g_max from which the look-ahead differs from the immediate neighbours. */
#define DEEP_G_MAX (CAIRN__CARDINAL + CAIRN__DIAGONAL)

static bool is_deep(const cairn_agent_def *def)
{
    return def->g_max >= DEEP_G_MAX;
}

static size_t round_up(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

size_t cairn__leg_get_bytes(const cairn_agent_def *def)
{
    size_t bytes = round_up(cairn__learned_get_bytes(def->learned_capacity));
    if (is_deep(def))
        bytes += round_up(cairn__lookahead_get_bytes(def->g_max));
    return bytes;
}

void cairn__leg_create(cairn_agent *agent, void *memory)
{
    const cairn_agent_def *def = &agent->def;
    cairn__learned_start(&agent->learned, def->learned_capacity, memory,
                         def->growth == CAIRN_GROWTH_ALLOWED, &agent->allocator);
    if (is_deep(def))
        cairn__lookahead_start(
            &agent->lookahead, def->g_max,
            (char *)memory + round_up(cairn__learned_get_bytes(def->learned_capacity)));
}

void cairn__leg_start(cairn_agent *agent)
{
    cairn__learned_clear(&agent->learned);
    agent->leg = (cairn__leg){agent->goal, is_deep(&agent->def)};
}

void cairn__leg_set_target(cairn_agent *agent, cairn_cell target)
{
    if (cairn_is_same_cell(target, agent->leg.target))
        return;
    bool learning = is_deep(&agent->def) || cairn__learned_may_have(&agent->learned, target);
    agent->leg = (cairn__leg){target, learning};
}

static uint32_t get_h(const cairn_agent *agent, cairn_cell cell)
{
    uint32_t h = cairn__learned_get(&agent->learned, agent->leg.target, cell);
    return h != 0 ? h : cairn_get_distance(cell, agent->leg.target);
}

/* Lines 4 and 5 with the immediate neighbours; the order of moves breaks remaining ties. */
static cairn__frontier look_at_neighbours(const cairn_agent *agent)
{
    cairn__frontier best = {.f = UINT32_MAX, .move = CAIRN__MOVES};
    uint32_t best_cost = 0;
    uint32_t moves = cairn__legal_moves(agent->def.map, agent->cell.x, agent->cell.y);
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint32_t cost = cairn__move_cost(move);
        uint32_t f = cost + get_h(agent, cairn__cell_after(agent->cell, move, 1));
        if (f < best.f || (f == best.f && cost > best_cost)) {
            best.f = f;
            best.move = move;
            best_cost = cost;
        }
        best.states++;
    }
    return best;
}

/* Lines 4 to 7, one move. */
static cairn_status plan_learning(cairn_agent *agent, cairn_work *work)
{
    cairn__frontier best =
        is_deep(&agent->def)
            ? cairn__lookahead_run(&agent->lookahead, agent->def.map, &agent->learned, agent->cell,
                                   agent->leg.target)
            : look_at_neighbours(agent);
    work->states += best.states;
    if (best.states + 1 > agent->open_closed)
        agent->open_closed = best.states + 1;
    if (best.f > get_h(agent, agent->cell)) {
        cairn_status status =
            cairn__learned_raise(&agent->learned, agent->leg.target, agent->cell, best.f);
        if (status != CAIRN_OK)
            return status;
    }
    agent->run = (cairn__run){best.move, 1, 0};
    return CAIRN_OK;
}

/* The agent's own state and its eight neighbours: what a step may hold at once (section 8.5). */
#define LOCAL_STATES 9

cairn_status cairn__leg_plan(cairn_agent *agent, cairn_work *work)
{
    if (agent->leg.learning)
        return plan_learning(agent, work);
    cairn__run run = cairn__climb_run(agent->def.map, agent->cell, agent->leg.target);
    if (run.count == 0) {
        agent->leg.learning = true;
        return plan_learning(agent, work);
    }
    work->states++;
    agent->open_closed = LOCAL_STATES;
    if (run.rise > 0) {
        uint32_t h = cairn_get_distance(agent->cell, agent->leg.target) + run.rise;
        cairn_status status =
            cairn__learned_raise(&agent->learned, agent->leg.target, agent->cell, h);
        if (status != CAIRN_OK)
            return status;
    }
    agent->run = run;
    return CAIRN_OK;
}
