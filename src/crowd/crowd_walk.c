/* crowd_walk.c: how a member that others may push finds its next move.
 *
 * Its runs begin at its aim. From wherever it was pushed to it heads for its aim, or for the end of the
 * next run if a climb leads there as well; only if it is stuck is its plan made anew. */
#include "crowd/crowd_chain.h"
#include "grid/bound.h"
#include "grid/climb.h"
#include "grid/scans.h"

/* How far a member looks ahead: runs of a climb, more of one to the goal, and moves straight ahead. It looks
 * again when it is there. */
#define LOOK_RUNS 4
#define LAST_LOOK_RUNS 16
#define LOOK_MOVES 64

/* Tenths that a way to the end of the next run may cost more than the runs that it stands for. */
#define DETOUR 40

/* A member off its runs looks for a way past the end of the first one in one frame of these. */
#define SKIP_FRAMES 2

void cairn__walk_end(cairn__chain *chain, uint32_t i)
{
    cairn_crowd *crowd = chain->crowd;
    cairn__member *member = &crowd->all[i];
    uint8_t state = cairn__rest_get_state(crowd, i);
    cairn__member_leave_queue(crowd, i);
    cairn__member_set_state(crowd, i, state);
    member->first = member->count = 0;
    member->renews = member->asks = 0;
    member->plan.begun = 0;
    member->plan.cell = cairn__member_get_cell(crowd, i);
    crowd->runs[i] = 0;
    crowd->apart.spots[i].aim = crowd->cells[i];
    chain->sum->arrived += state == CAIRN_MEMBER_ARRIVED;
    chain->sum->ended++;
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

/* The first run of a climb from an open cell, no moves if it is stuck within `runs` runs; `cost` gets what
 * all of it costs in tenths, the most there is if these do not lead to its end. */
static cairn__short_run climb(const cairn_map *map, cairn__xy cell, cairn__xy end, int runs,
                              uint32_t *cost)
{
    cairn__short_run first = 0;
    uint32_t sum = 0;
    for (int k = 0; k < runs && !cairn__is_same_cell(cell, end); k++) {
        cairn__run run = cairn__climb_run(map, cell, end);
        if (run.count == 0)
            return 0;
        if (k == 0)
            first = cairn__make_run(run.move, cairn__get_lower(run.count, CAIRN__MOST_RUN));
        sum += run.count * cairn__move_cost(run.move);
        cell = cairn__cell_after(cell, run.move, run.count);
    }
    *cost = cairn__is_same_cell(cell, end) ? sum : UINT32_MAX;
    return first;
}

/* Straight ahead along the longer axis until the end lies between that and the diagonal, so that members
 * side by side stay so and do not all push into one line; no moves if something is in the way. */
static cairn__short_run go_beside(const cairn_map *map, cairn__xy cell, cairn__xy end)
{
    int32_t x = end.x - cell.x, y = end.y - cell.y;
    int32_t dx = x < 0 ? -x : x, dy = y < 0 ? -y : y;
    int32_t ahead = dx > dy ? dx - 2 * dy : dy - 2 * dx;
    if (ahead <= 0)
        return 0;
    uint32_t move = dx > dy ? cairn__move_by(x > 0 ? 1 : -1, 0) : cairn__move_by(0, y > 0 ? 1 : -1);
    uint32_t count = cairn__get_lower((uint32_t)ahead, LOOK_MOVES);
    return cairn__count_legal(map, cell, move, count) == count ? cairn__make_run(move, count) : 0;
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
    uint32_t most = cairn__bound(crowd->map, cell, aim) + count * cairn__move_cost(move) + DETOUR,
             cost;
    cairn__short_run first = climb(crowd->map, cell, end, LOOK_RUNS, &cost);
    if (first == 0 || cost > most)
        return;
    member->first = (uint8_t)((member->first + 1) % CAIRN__RING);
    member->count--;
    crowd->apart.spots[i].aim = cairn__pack(end);
    crowd->runs[i] = first;
    ask_if_few(crowd, i);
}

/* The next moves of a member to a cell; none if it is stuck. */
static cairn__short_run head_for(const cairn_crowd *crowd, uint32_t i, cairn_cell to)
{
    cairn__xy cell = cairn__member_get_cell(crowd, i), end = cairn__unpack(to);
    if (!cairn__is_open_cell(crowd->map, cell))
        return 0;
    uint32_t cost;
    int runs = crowd->all[i].count > 0 ? LOOK_RUNS : LAST_LOOK_RUNS;
    cairn__short_run run = go_beside(crowd->map, cell, end);
    return run != 0 ? run : climb(crowd->map, cell, end, runs, &cost);
}

void cairn__walk_renew(cairn_crowd *crowd, uint32_t i)
{
    if (crowd->states[i] != CAIRN_MEMBER_WALKING || (crowd->runs[i] & CAIRN__RUN_STALE) != 0)
        return;
    crowd->runs[i] = 0;
    crowd->all[i].renews = 1;
    ask_for_plan(crowd, i);
}

/* Off its runs: on to where they begin. */
static void find_way(cairn_crowd *crowd, uint32_t i)
{
    if ((crowd->frame + i) % SKIP_FRAMES == 0)
        cairn__walk_skip(crowd, i);
    if (crowd->runs[i] == 0)
        crowd->runs[i] = head_for(crowd, i, crowd->apart.spots[i].aim);
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
        find_way(crowd, i);
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
    cairn__short_run run = head_for(crowd, i, home);
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
