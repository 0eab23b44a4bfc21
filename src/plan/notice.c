/* notice.c: see notice.h.
 *
 * Only the map as it is now counts, not what happened since the agent looked last: so any number of
 * changes are noticed at once. An agent whose goal is still the same keeps the moves that it has
 * planned as far as they are legal; its algorithm hears of the change before it plans again. */
#include "plan/notice.h"

#include "grid/components.h"
#include "grid/scans.h"
#include "plan/detour.h"
#include "plan/learned.h"

/* ---- goals ---- */

/* The cell nearest to the goal among those that an open cell is joined to. */
static cairn_status find_nearest(const cairn_map *map, cairn__xy from, cairn__xy *goal)
{
    cairn_cell nearest;
    cairn_status status = cairn_map_find_nearest_cell(map, cairn__pack(*goal),
                                                      cairn__component_of(map, from), &nearest);
    if (status == CAIRN_OK)
        *goal = cairn__unpack(nearest);
    return status;
}

cairn_status cairn__find_goal(const cairn_agent *agent, cairn__xy from, cairn__xy *goal)
{
    return cairn__find_goal_on(agent->map, agent->goal_policy, from, goal);
}

cairn_status cairn__find_goal_on(const cairn_map *map, uint32_t goal_policy, cairn__xy from,
                                 cairn__xy *goal)
{
    if (goal_policy == CAIRN_GOAL_NEAREST)
        return find_nearest(map, from, goal);
    if (!cairn__is_open_cell(map, *goal))
        return CAIRN_BLOCKED;
    bool joined = cairn__component_key(map, from) == cairn__component_key(map, *goal);
    return joined ? CAIRN_OK : CAIRN_NO_PATH;
}

/* ---- what was planned ---- */

uint32_t cairn__count_legal(const cairn_map *map, cairn__xy from, uint32_t move, uint32_t count)
{
    int x = cairn__move_x[move], y = cairn__move_y[move];
    if (count == 0)
        return 0;
    if (cairn__move_is_diagonal(move))
        return cairn__scan_diagonal(map, from.x, from.y, x, y, count);
    return x != 0 ? cairn__scan_row(map, from.x, from.y, x, count)
                  : cairn__scan_column(map, from.x, from.y, y, count);
}

/* Plans begin where the agent stands. */
static void stand_here(cairn_agent *agent)
{
    agent->cell = cairn__agent_get_cell(agent);
    agent->trail.count = agent->run.count = 0;
}

/* Can the agent come back along its trail? */
static bool is_trail_legal(const cairn_agent *agent)
{
    const cairn__run *trail = &agent->trail;
    return cairn__count_legal(agent->map, cairn__agent_get_cell(agent),
                              cairn__move_back(trail->move), trail->count) == trail->count;
}

/* Leaves the run as far as it is legal; none of it if the way back to its beginning is not. */
static void cut_run(cairn_agent *agent)
{
    cairn__run *run = &agent->run;
    uint32_t legal = is_trail_legal(agent)
                         ? cairn__count_legal(agent->map, agent->cell, run->move, run->count)
                         : 0;
    agent->is_cut = agent->is_cut || legal < run->count || (legal == 0 && agent->trail.count > 0);
    run->count = legal;
    if (legal == 0)
        stand_here(agent);
}

/* ---- an agent that is not in a plight ---- */

/* The algorithm is told before it plans again; the higher renewal counts. */
static void renew(cairn_agent *agent, cairn__renewal renewal)
{
    if (renewal > agent->renewal)
        agent->renewal = (uint8_t)renewal;
}

/* Plans from where it stands as if nothing had been planned. */
static void begin_here(cairn_agent *agent)
{
    stand_here(agent);
    renew(agent, CAIRN__RENEW_START);
    agent->plight = CAIRN__PLIGHT_NONE;
}

void cairn__notice_db(cairn_agent *agent)
{
    stand_here(agent);
    renew(agent, CAIRN__RENEW_START);
}

static void head_for(cairn_agent *agent, cairn__xy goal)
{
    if (agent->plight != CAIRN__PLIGHT_NONE || !cairn__is_same_cell(goal, agent->goal)) {
        agent->goal = goal;
        begin_here(agent);
        return;
    }
    cut_run(agent);
    renew(agent, CAIRN__RENEW_NOTICE);
}

void cairn__notice_in_plan(cairn_agent *agent)
{
    const cairn__algorithm *algorithm = agent->algorithm;
    bool is_cut = agent->is_cut, begins = agent->renewal == CAIRN__RENEW_START;
    agent->renewal = CAIRN__RENEW_NOT;
    agent->is_cut = false;
    if (begins)
        cairn__detour_end(agent);
    if (algorithm->notice == NULL && agent->learned != NULL)
        cairn__learned_clear(agent->learned);
    if (algorithm->notice == NULL || begins)
        algorithm->start(agent);
    else
        algorithm->notice(agent, is_cut);
}

/* ---- blocked cells ---- */

static void stand_still(cairn_agent *agent)
{
    stand_here(agent);
    cairn__detour_end(agent);
}

/* The nearest open cell of a component; false if there is none near enough. */
static bool find_exit_in(const cairn_map *map, cairn__xy from, uint32_t component, cairn__xy *exit)
{
    cairn_cell nearest;
    if (cairn_map_find_nearest_cell(map, cairn__pack(from), component, &nearest) != CAIRN_OK)
        return false;
    *exit = cairn__unpack(nearest);
    return cairn__get_distance(from, *exit) <= CAIRN_LEAVE_CELLS * CAIRN__CARDINAL;
}

/* The nearest open cell that a path joins to the goal, or else any; false if there is none near enough. */
static bool find_exit(const cairn_agent *agent, cairn__xy from, cairn__xy *exit)
{
    const cairn_map *map = agent->map;
    cairn__xy asked = agent->asked;
    return (cairn__is_open_cell(map, asked) &&
            find_exit_in(map, from, cairn__component_of(map, asked), exit)) ||
           find_exit_in(map, from, CAIRN_ANY_COMPONENT, exit);
}

static void cut_off(cairn_agent *agent)
{
    stand_still(agent);
    agent->plight = CAIRN__PLIGHT_CUT_OFF;
}

static void strand(cairn_agent *agent)
{
    stand_still(agent);
    agent->plight = CAIRN__PLIGHT_STRANDED;
    if (agent->stranded_policy == CAIRN_STRANDED_LEAVE &&
        find_exit(agent, agent->cell, &agent->exit))
        agent->plight = CAIRN__PLIGHT_LEAVING;
}

/* An agent on its way out goes on, over open cells too, until it stands on one that will do. */
static bool is_still_leaving(const cairn_agent *agent)
{
    cairn__xy goal = agent->asked;
    return agent->plight == CAIRN__PLIGHT_LEAVING && cairn__is_open_cell(agent->map, agent->exit) &&
           cairn__find_goal(agent, agent->exit, &goal) == CAIRN_OK;
}

/* It stands on an open cell that is joined to the exit. */
static bool has_left(const cairn_agent *agent)
{
    const cairn_map *map = agent->map;
    return cairn__is_open_cell(map, agent->cell) &&
           cairn__component_key(map, agent->cell) == cairn__component_key(map, agent->exit);
}

/* On its way out it has come to such a cell. */
static void arrive_outside(cairn_agent *agent)
{
    agent->goal = agent->asked;
    bool goes_on = cairn__find_goal(agent, agent->cell, &agent->goal) == CAIRN_OK;
    begin_here(agent);
    if (!goes_on)
        cut_off(agent);
}

uint32_t cairn__leave(cairn_agent *agent)
{
    int32_t x = agent->exit.x - agent->cell.x, y = agent->exit.y - agent->cell.y;
    uint32_t move = cairn__move_by((x > 0) - (x < 0), (y > 0) - (y < 0));
    if (move != CAIRN__MOVES)
        agent->cell = cairn__cell_after(agent->cell, move, 1);
    if (has_left(agent))
        arrive_outside(agent);
    return move;
}

/* ---- all of it ---- */

void cairn__notice_change(cairn_agent *agent)
{
    cairn__xy cell = cairn__agent_get_cell(agent), goal = agent->asked;
    agent->version = cairn__get_version(agent->map);
    bool is_open = cairn__is_open_cell(agent->map, cell);
    if (is_open && cairn__find_goal(agent, cell, &goal) == CAIRN_OK) {
        head_for(agent, goal);
    } else if (is_still_leaving(agent)) {
        return;
    } else if (!is_open) {
        strand(agent);
    } else {
        cut_off(agent);
    }
}
