/* crowd_walk.c: how a member that others may push finds its next move.
 *
 * Its runs begin at its aim. From wherever it was pushed to it climbs back there, or to the end of the
 * next run if that can be reached by a climb as well; only if no climb leads on is its plan made
 * anew. */
#include "crowd/crowd_chain.h"
#include "grid/climb.h"
#include "grid/scans.h"

/* Tenths that a climb may cost more than the runs that it stands for. */
#define DETOUR 40

void cairn__walk_end(cairn__chain *chain, uint32_t i)
{
    cairn_crowd *crowd = chain->crowd;
    cairn__member *member = &crowd->all[i];
    cairn__member_leave_queue(crowd, i);
    cairn__member_set_state(crowd, i, CAIRN_MEMBER_ARRIVED);
    member->first = member->count = 0;
    member->renews = 0;
    member->plan.begun = 0;
    member->plan.cell = cairn__member_get_cell(crowd, i);
    crowd->runs[i] = 0;
    crowd->apart.spots[i].aim = crowd->cells[i];
    chain->sum->arrived++;
}

static void ask_for_plan(cairn_crowd *crowd, uint32_t i)
{
    if (crowd->all[i].queue == CAIRN__NOT_QUEUED)
        cairn__member_queue(crowd, i, CAIRN__REFILLS);
}

static void ask_if_few(cairn_crowd *crowd, uint32_t i)
{
    if (crowd->all[i].renews != 0 || cairn__member_has_few(crowd, i))
        ask_for_plan(crowd, i);
}

/* A climb from an open cell, for members: the first run of it, no moves if it does not lead to its end
 * within a cost in tenths. */
static cairn__short_run climb(const cairn_map *map, cairn__xy cell, cairn__xy end, uint32_t most)
{
    cairn__short_run first = 0;
    for (uint32_t cost = 0; !cairn__is_same_cell(cell, end);) {
        cairn__run run = cairn__climb_run(map, cell, end);
        cost += run.count * (run.count != 0 ? cairn__move_cost(run.move) : 0);
        if (run.count == 0 || cost > most)
            return 0;
        if (first == 0)
            first = cairn__make_run(run.move, cairn__get_lower(run.count, CAIRN__MOST_RUN));
        cell = cairn__cell_after(cell, run.move, run.count);
    }
    return first;
}

void cairn__walk_skip(cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    if (crowd->states[i] != CAIRN_MEMBER_WALKING || member->count == 0 ||
        !cairn__is_open_cell(crowd->map, cell) || (crowd->runs[i] & CAIRN__RUN_STALE) != 0)
        return;
    cairn__short_run run = member->ring[member->first];
    uint32_t move = cairn__run_get_move(run), count = cairn__run_get_count(run);
    cairn__xy aim = cairn__unpack(crowd->apart.spots[i].aim);
    cairn__xy end = cairn__cell_after(aim, move, count);
    uint32_t cost = cairn__get_distance(cell, aim) + count * cairn__move_cost(move);
    cairn__short_run first = climb(crowd->map, cell, end, cost + DETOUR);
    if (first == 0)
        return;
    member->first = (uint8_t)((member->first + 1) % CAIRN__RING);
    member->count--;
    crowd->apart.spots[i].aim = cairn__pack(end);
    crowd->runs[i] = first;
    ask_if_few(crowd, i);
}

/* The first run of a climb to a cell; no moves if it does not lead there. */
static cairn__short_run climb_to(const cairn_crowd *crowd, uint32_t i, cairn_cell to)
{
    cairn__xy cell = cairn__member_get_cell(crowd, i), end = cairn__unpack(to);
    return cairn__is_open_cell(crowd->map, cell)
               ? climb(crowd->map, cell, end, cairn__get_distance(cell, end) + DETOUR)
               : 0;
}

void cairn__walk_renew(cairn_crowd *crowd, uint32_t i)
{
    if (crowd->states[i] != CAIRN_MEMBER_WALKING || (crowd->runs[i] & CAIRN__RUN_STALE) != 0)
        return;
    crowd->runs[i] = 0;
    crowd->all[i].renews = 1;
    ask_for_plan(crowd, i);
}

/* Off its runs: back to where they begin. */
static void climb_back(cairn_crowd *crowd, uint32_t i)
{
    cairn__walk_skip(crowd, i);
    if (crowd->runs[i] == 0)
        crowd->runs[i] = climb_to(crowd, i, crowd->apart.spots[i].aim);
    if (crowd->runs[i] == 0)
        cairn__walk_renew(crowd, i);
}

/* The next run of one that walks by its plan. */
static void find_run(cairn__chain *chain, uint32_t i)
{
    cairn_crowd *crowd = chain->crowd;
    cairn__member *member = &crowd->all[i];
    cairn__spot *spot = &crowd->apart.spots[i];
    if (crowd->cells[i] == cairn__pack(member->plan.goal)) {
        cairn__walk_end(chain, i);
        return;
    }
    if (crowd->cells[i] != spot->aim) {
        climb_back(crowd, i);
        return;
    }
    if (member->count > 0 && cairn__member_pop_run(crowd, i)) {
        cairn__short_run run = crowd->runs[i];
        spot->aim = cairn__pack(cairn__cell_after(
            cairn__unpack(spot->aim), cairn__run_get_move(run), cairn__run_get_count(run)));
    }
    if (crowd->runs[i] == 0)
        ask_for_plan(crowd, i);
    else
        ask_if_few(crowd, i);
}

/* One at rest goes back to where it belongs; it keeps no run. */
static uint32_t get_way_back(const cairn_crowd *crowd, uint32_t i)
{
    cairn_cell home = crowd->apart.spots[i].aim;
    if (crowd->cells[i] == home || (crowd->runs[i] & CAIRN__RUN_STALE) != 0)
        return CAIRN__MOVES;
    cairn__short_run run = climb_to(crowd, i, home);
    return run != 0 ? cairn__run_get_move(run) : CAIRN__MOVES;
}

uint32_t cairn__walk_get_wish(cairn__chain *chain, uint32_t i)
{
    cairn_crowd *crowd = chain->crowd;
    if (cairn__state_is_resting(crowd->states[i]))
        return get_way_back(crowd, i);
    if (crowd->runs[i] == 0 && crowd->states[i] == CAIRN_MEMBER_WALKING)
        find_run(chain, i);
    cairn__short_run run = crowd->runs[i];
    if (run < CAIRN__RUN_ONE)
        return CAIRN__MOVES;
    uint32_t move = cairn__run_get_move(run);
    if ((run & CAIRN__RUN_STALE) == 0)
        return move;
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    bool is_legal =
        cairn__is_open_cell(crowd->map, cell) && cairn__count_legal(crowd->map, cell, move, 1) > 0;
    return is_legal ? move : CAIRN__MOVES;
}

cairn__xy cairn__walk_get_target(const cairn_crowd *crowd, uint32_t i)
{
    if (crowd->states[i] == CAIRN_MEMBER_WAITING)
        return crowd->all[i].plan.goal;
    return cairn__unpack(crowd->apart.spots[i].aim);
}

/* One at rest was moved: it will go back. */
static void note_rest(cairn__chain *chain, uint32_t i, uint32_t move)
{
    cairn_crowd *crowd = chain->crowd;
    chain->sum->rested++;
    cairn__rest_end(crowd, crowd->cells[i] - cairn__steps[move]);
    cairn__turn_join(crowd, i);
}

void cairn__walk_note(cairn__chain *chain, uint32_t i, uint32_t move)
{
    cairn_crowd *crowd = chain->crowd;
    cairn__short_run run = crowd->runs[i];
    bool follows = run >= CAIRN__RUN_ONE && cairn__run_get_move(run) == move;
    crowd->runs[i] = follows ? (cairn__short_run)(run - CAIRN__RUN_ONE)
                             : (cairn__short_run)(run & CAIRN__RUN_STALE);
    if (crowd->runs[i] < CAIRN__RUN_ONE)
        crowd->runs[i] &= CAIRN__RUN_STALE;
    crowd->apart.spots[i].frame = crowd->frame;
    crowd->apart.spots[i].waits = 0;
    chain->sum->moved++;
    if (cairn__state_is_resting(crowd->states[i]))
        note_rest(chain, i, move);
    else if (crowd->runs[i] == 0 && crowd->states[i] == CAIRN_MEMBER_WALKING)
        find_run(chain, i);
}
