/* mover.c: see mover.h.
 *
 * Only the map as it is now counts, not what happened since the mover looked last: so any number of
 * changes are noticed at once. A mover whose goal is still the same keeps the moves that were planned
 * as far as they are legal; its plan hears of the change before it goes on. */
#include "plan/mover.h"

#include "grid/components.h"
#include "grid/scans.h"

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

static cairn_status check_goal(const cairn__mover *mover, cairn__xy from)
{
    return cairn__check_goal(mover->map, mover->goal_policy, from, mover->asked);
}

static cairn__nearest_question get_question(const cairn__mover *mover)
{
    return (cairn__nearest_question){mover->asked,
                                     cairn__component_of(mover->map, cairn__mover_get_cell(mover))};
}

static void start_seeking(cairn__mover *mover)
{
    mover->searching = false;
    mover->sought = cairn__get_version(mover->map);
    cairn__nearest_start(&mover->search, mover->map, get_question(mover));
}

/* A search that has been broken off goes on over changes, so that it ends even if each step brings one. */
void cairn__mover_seek(cairn__mover *mover, cairn__seeking why)
{
    if (mover->seeks == CAIRN__SEEKS_NOT)
        mover->seeks = (uint8_t)why;
    else if (mover->searching)
        return;
    start_seeking(mover);
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

/* Plans begin where it stands. */
static void stand_here(cairn__mover *mover)
{
    mover->cell = cairn__mover_get_cell(mover);
    mover->trail.count = mover->run.count = 0;
}

/* Can it come back along its trail? */
static bool is_trail_legal(const cairn__mover *mover)
{
    const cairn__run *trail = &mover->trail;
    return cairn__count_legal(mover->map, cairn__mover_get_cell(mover),
                              cairn__move_back(trail->move), trail->count) == trail->count;
}

/* Leaves the run as far as it is legal; none of it if the way back to its beginning is not. */
static void cut_run(cairn__mover *mover)
{
    cairn__run *run = &mover->run;
    uint32_t legal = is_trail_legal(mover)
                         ? cairn__count_legal(mover->map, mover->cell, run->move, run->count)
                         : 0;
    mover->is_cut = mover->is_cut || legal < run->count || (legal == 0 && mover->trail.count > 0);
    run->count = legal;
    if (legal == 0)
        stand_here(mover);
}

/* ---- a mover that is not in a plight ---- */

/* The plan learns of it before it goes on; the higher renewal counts. */
static void renew(cairn__mover *mover, cairn__renewal renewal)
{
    if (renewal > mover->renewal)
        mover->renewal = (uint8_t)renewal;
}

/* Plans from where it stands as if nothing had been planned. */
static void begin_here(cairn__mover *mover)
{
    stand_here(mover);
    renew(mover, CAIRN__RENEW_START);
    mover->plight = CAIRN__PLIGHT_NONE;
}

void cairn__mover_begin_again(cairn__mover *mover)
{
    stand_here(mover);
    renew(mover, CAIRN__RENEW_START);
}

static void head_for(cairn__mover *mover, cairn__xy goal)
{
    if (mover->plight != CAIRN__PLIGHT_NONE || !cairn__is_same_cell(goal, mover->goal)) {
        mover->goal = goal;
        begin_here(mover);
        return;
    }
    cut_run(mover);
    renew(mover, CAIRN__RENEW_NOTICE);
}

/* ---- blocked cells ---- */

/* No exit is farther away: at most nine tiles are looked at. */
#define MOST_EXIT (CAIRN_LEAVE_CELLS * CAIRN__CARDINAL)

static cairn__nearest_question get_exit_question(const cairn__mover *mover)
{
    bool joined = mover->exits == CAIRN__EXITS_JOINED;
    uint32_t component =
        joined ? cairn__component_of(mover->map, mover->asked) : CAIRN_ANY_COMPONENT;
    return (cairn__nearest_question){mover->cell, component};
}

/* Begins to look for the nearest exit of a kind. None is joined to a goal that is blocked. */
static void start_exit(cairn__mover *mover, cairn__wanted_exit exits)
{
    if (exits == CAIRN__EXITS_JOINED && !cairn__is_open_cell(mover->map, mover->asked))
        exits = CAIRN__EXITS_ANY;
    mover->exits = (uint8_t)exits;
    if (exits != CAIRN__EXITS_NOT)
        cairn__nearest_start_within(&mover->search, mover->map, get_exit_question(mover),
                                    MOST_EXIT);
}

/* Takes the exit that was found, or begins to look for another one: again if a change has blocked it
 * meanwhile, for any if none that is joined to the goal is near enough. */
static void take_exit(cairn__mover *mover)
{
    bool near = cairn__nearest_get_distance(&mover->search) <= MOST_EXIT;
    cairn__xy exit = cairn__nearest_get(&mover->search);
    if (near && cairn__is_open_cell(mover->map, exit)) {
        mover->exit = exit;
        mover->exits = CAIRN__EXITS_NOT;
        mover->plight = CAIRN__PLIGHT_LEAVING;
        return;
    }
    bool was_joined = mover->exits == CAIRN__EXITS_JOINED;
    start_exit(mover, near         ? CAIRN__EXITS_JOINED
                      : was_joined ? CAIRN__EXITS_ANY
                                   : CAIRN__EXITS_NOT);
}

void cairn__mover_seek_exit(cairn__mover *mover, cairn__meter *meter)
{
    while (mover->exits != CAIRN__EXITS_NOT) {
        if (mover->exits == CAIRN__EXITS_JOINED && !cairn__is_open_cell(mover->map, mover->asked))
            start_exit(mover, CAIRN__EXITS_ANY);
        if (cairn__nearest_run(&mover->search, mover->map, get_exit_question(mover), meter) ==
            CAIRN__PAUSED)
            return;
        take_exit(mover);
    }
}

static void cut_off(cairn__mover *mover)
{
    stand_here(mover);
    mover->seeks = CAIRN__SEEKS_NOT;
    mover->plight = CAIRN__PLIGHT_CUT_OFF;
}

static void strand(cairn__mover *mover, cairn__meter *meter)
{
    stand_here(mover);
    mover->seeks = CAIRN__SEEKS_NOT;
    mover->plight = CAIRN__PLIGHT_STRANDED;
    if (mover->stranded_policy == CAIRN_STRANDED_LEAVE && mover->exits == CAIRN__EXITS_NOT)
        start_exit(mover, CAIRN__EXITS_JOINED);
    cairn__mover_seek_exit(mover, meter);
}

/* A mover on its way out goes on, over open cells too, until it stands on one that will do. */
static bool is_still_leaving(const cairn__mover *mover)
{
    if (mover->plight != CAIRN__PLIGHT_LEAVING || !cairn__is_open_cell(mover->map, mover->exit))
        return false;
    cairn_status status = check_goal(mover, mover->exit);
    return status == CAIRN_OK || status == CAIRN_UNFINISHED;
}

/* It stands on an open cell that is joined to the exit. */
static bool has_left(const cairn__mover *mover)
{
    const cairn_map *map = mover->map;
    return cairn__is_open_cell(map, mover->cell) &&
           cairn__component_key(map, mover->cell) == cairn__component_key(map, mover->exit);
}

/* Its goal is known. */
static void take_goal(cairn__mover *mover, cairn__xy goal)
{
    if (mover->seeks == CAIRN__SEEKS_AT_START) {
        mover->goal = goal;
        mover->starts = true;
    } else {
        head_for(mover, goal);
    }
    mover->seeks = CAIRN__SEEKS_NOT;
}

/* On an open cell: it heads for its goal, looks for it, or is cut off. */
static void go_on(cairn__mover *mover, cairn_status status)
{
    if (status == CAIRN_OK) {
        take_goal(mover, mover->asked);
        return;
    }
    if (status != CAIRN_UNFINISHED) {
        cut_off(mover);
        return;
    }
    if (mover->seeks != CAIRN__SEEKS_AT_START)
        head_for(mover, mover->goal);
    cairn__mover_seek(mover, CAIRN__SEEKS_AFTER_CHANGE);
}

/* On its way out it has come to such a cell. */
static void arrive_outside(cairn__mover *mover)
{
    mover->goal = mover->asked;
    go_on(mover, check_goal(mover, mover->cell));
}

uint32_t cairn__mover_leave(cairn__mover *mover)
{
    int32_t x = mover->exit.x - mover->cell.x, y = mover->exit.y - mover->cell.y;
    uint32_t move = cairn__move_by((x > 0) - (x < 0), (y > 0) - (y < 0));
    if (move != CAIRN__MOVES)
        mover->cell = cairn__cell_after(mover->cell, move, 1);
    if (has_left(mover))
        arrive_outside(mover);
    return move;
}

/* ---- all of it ---- */

void cairn__mover_notice(cairn__mover *mover, cairn__meter *meter)
{
    cairn__xy cell = cairn__mover_get_cell(mover);
    mover->version = cairn__get_version(mover->map);
    bool is_open = cairn__is_open_cell(mover->map, cell);
    if (is_open)
        mover->exits = CAIRN__EXITS_NOT;
    cairn_status status = is_open ? check_goal(mover, cell) : CAIRN_BLOCKED;
    if (status == CAIRN_OK || status == CAIRN_UNFINISHED)
        go_on(mover, status);
    else if (is_still_leaving(mover))
        return;
    else if (!is_open)
        strand(mover, meter);
    else
        cut_off(mover);
}

/* ---- looking for the goal ---- */

/* What was found will do, unless a change has made it useless. */
static bool is_goal_joined(const cairn__mover *mover, cairn__xy goal)
{
    return cairn__is_open_cell(mover->map, goal) &&
           cairn__component_of(mover->map, goal) == get_question(mover).component;
}

bool cairn__mover_seek_on(cairn__mover *mover, cairn__meter *meter)
{
    for (;;) {
        mover->searching = cairn__nearest_run(&mover->search, mover->map, get_question(mover),
                                              meter) == CAIRN__PAUSED;
        if (mover->searching)
            return false;
        cairn__xy goal = cairn__nearest_get(&mover->search);
        if (is_goal_joined(mover, goal)) {
            mover->version =
                mover->sought; /* all is noticed once more if the map has changed since */
            take_goal(mover, goal);
            return true;
        }
        start_seeking(mover);
    }
}
