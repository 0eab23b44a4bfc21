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

cairn_status cairn__check_goal(const cairn_map *map, uint32_t goal_policy, cairn__xy from,
                               cairn__xy goal)
{
    bool is_open = cairn__is_open_cell(map, goal);
    if (is_open && cairn__component_key(map, from) == cairn__component_key(map, goal))
        return CAIRN_OK;
    if (goal_policy == CAIRN_GOAL_NEAREST)
        return CAIRN_UNFINISHED;
    return is_open ? CAIRN_NO_PATH : CAIRN_BLOCKED;
}

static cairn_status check_goal(const cairn_agent *agent, cairn__xy from)
{
    return cairn__check_goal(agent->map, agent->goal_policy, from, agent->asked);
}

static cairn__nearest_question get_question(const cairn_agent *agent)
{
    return (cairn__nearest_question){agent->asked,
                                     cairn__component_of(agent->map, cairn__agent_get_cell(agent))};
}

static void start_seeking(cairn_agent *agent)
{
    agent->searching = false;
    agent->sought = cairn__get_version(agent->map);
    cairn__nearest_start(&agent->search, agent->map, get_question(agent));
}

/* A search that has been broken off goes on over changes, so that it ends even if each step brings one. */
void cairn__seek(cairn_agent *agent, cairn__seeking why)
{
    if (agent->seeks == CAIRN__SEEKS_NOT)
        agent->seeks = (uint8_t)why;
    else if (agent->searching)
        return;
    start_seeking(agent);
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

/* The algorithm learns of it before it plans again; the higher renewal counts. */
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

/* No exit is farther away: at most nine tiles are looked at. */
#define MOST_EXIT (CAIRN_LEAVE_CELLS * CAIRN__CARDINAL)

static cairn__nearest_question get_exit_question(const cairn_agent *agent)
{
    bool joined = agent->exits == CAIRN__EXITS_JOINED;
    uint32_t component =
        joined ? cairn__component_of(agent->map, agent->asked) : CAIRN_ANY_COMPONENT;
    return (cairn__nearest_question){agent->cell, component};
}

/* Begins to look for the nearest exit of a kind. None is joined to a goal that is blocked. */
static void start_exit(cairn_agent *agent, cairn__exits exits)
{
    if (exits == CAIRN__EXITS_JOINED && !cairn__is_open_cell(agent->map, agent->asked))
        exits = CAIRN__EXITS_ANY;
    agent->exits = (uint8_t)exits;
    if (exits != CAIRN__EXITS_NOT)
        cairn__nearest_start_within(&agent->search, agent->map, get_exit_question(agent),
                                    MOST_EXIT);
}

/* Takes the exit that was found, or begins to look for another one: again if a change has blocked it
 * meanwhile, for any if none that is joined to the goal is near enough. */
static void take_exit(cairn_agent *agent)
{
    bool near = cairn__nearest_get_distance(&agent->search) <= MOST_EXIT;
    cairn__xy exit = cairn__nearest_get(&agent->search);
    if (near && cairn__is_open_cell(agent->map, exit)) {
        agent->exit = exit;
        agent->exits = CAIRN__EXITS_NOT;
        agent->plight = CAIRN__PLIGHT_LEAVING;
        return;
    }
    bool was_joined = agent->exits == CAIRN__EXITS_JOINED;
    start_exit(agent, near         ? CAIRN__EXITS_JOINED
                      : was_joined ? CAIRN__EXITS_ANY
                                   : CAIRN__EXITS_NOT);
}

void cairn__seek_exit(cairn_agent *agent)
{
    while (agent->exits != CAIRN__EXITS_NOT) {
        if (agent->exits == CAIRN__EXITS_JOINED && !cairn__is_open_cell(agent->map, agent->asked))
            start_exit(agent, CAIRN__EXITS_ANY);
        if (cairn__nearest_run(&agent->search, agent->map, get_exit_question(agent),
                               &agent->meter) == CAIRN__PAUSED)
            return;
        take_exit(agent);
    }
}

static void cut_off(cairn_agent *agent)
{
    stand_still(agent);
    agent->seeks = CAIRN__SEEKS_NOT;
    agent->plight = CAIRN__PLIGHT_CUT_OFF;
}

static void strand(cairn_agent *agent)
{
    stand_still(agent);
    agent->seeks = CAIRN__SEEKS_NOT;
    agent->plight = CAIRN__PLIGHT_STRANDED;
    if (agent->stranded_policy == CAIRN_STRANDED_LEAVE && agent->exits == CAIRN__EXITS_NOT)
        start_exit(agent, CAIRN__EXITS_JOINED);
    cairn__seek_exit(agent);
}

/* An agent on its way out goes on, over open cells too, until it stands on one that will do. */
static bool is_still_leaving(const cairn_agent *agent)
{
    if (agent->plight != CAIRN__PLIGHT_LEAVING || !cairn__is_open_cell(agent->map, agent->exit))
        return false;
    cairn_status status = check_goal(agent, agent->exit);
    return status == CAIRN_OK || status == CAIRN_UNFINISHED;
}

/* It stands on an open cell that is joined to the exit. */
static bool has_left(const cairn_agent *agent)
{
    const cairn_map *map = agent->map;
    return cairn__is_open_cell(map, agent->cell) &&
           cairn__component_key(map, agent->cell) == cairn__component_key(map, agent->exit);
}

/* Its goal is known. */
static void take_goal(cairn_agent *agent, cairn__xy goal)
{
    if (agent->seeks == CAIRN__SEEKS_AT_START) {
        agent->goal = goal;
        agent->algorithm->start(agent);
    } else {
        head_for(agent, goal);
    }
    agent->seeks = CAIRN__SEEKS_NOT;
}

/* On an open cell: it heads for its goal, looks for it, or is cut off. */
static void go_on(cairn_agent *agent, cairn_status status)
{
    if (status == CAIRN_OK) {
        take_goal(agent, agent->asked);
        return;
    }
    if (status != CAIRN_UNFINISHED) {
        cut_off(agent);
        return;
    }
    if (agent->seeks != CAIRN__SEEKS_AT_START)
        head_for(agent, agent->goal);
    cairn__seek(agent, CAIRN__SEEKS_AFTER_CHANGE);
}

/* On its way out it has come to such a cell. */
static void arrive_outside(cairn_agent *agent)
{
    agent->goal = agent->asked;
    go_on(agent, check_goal(agent, agent->cell));
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
    cairn__xy cell = cairn__agent_get_cell(agent);
    agent->version = cairn__get_version(agent->map);
    bool is_open = cairn__is_open_cell(agent->map, cell);
    if (is_open)
        agent->exits = CAIRN__EXITS_NOT;
    cairn_status status = is_open ? check_goal(agent, cell) : CAIRN_BLOCKED;
    if (status == CAIRN_OK || status == CAIRN_UNFINISHED)
        go_on(agent, status);
    else if (is_still_leaving(agent))
        return;
    else if (!is_open)
        strand(agent);
    else
        cut_off(agent);
}

/* ---- looking for the goal ---- */

/* What was found will do, unless a change has made it useless. */
static bool is_goal_joined(const cairn_agent *agent, cairn__xy goal)
{
    return cairn__is_open_cell(agent->map, goal) &&
           cairn__component_of(agent->map, goal) == get_question(agent).component;
}

bool cairn__seek_on(cairn_agent *agent)
{
    for (;;) {
        agent->searching = cairn__nearest_run(&agent->search, agent->map, get_question(agent),
                                              &agent->meter) == CAIRN__PAUSED;
        if (agent->searching)
            return false;
        cairn__xy goal = cairn__nearest_get(&agent->search);
        if (is_goal_joined(agent, goal)) {
            agent->version =
                agent->sought; /* all is noticed once more if the map has changed since */
            take_goal(agent, goal);
            return true;
        }
        start_seeking(agent);
    }
}
