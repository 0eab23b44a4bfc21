/* crowd_turns.c: the moves of members that keep clear of each other, by priority inheritance with
 * backtracking (PIBT, Okumura and others 2022).
 *
 * Members take turns, who has been under way longest first. One that wishes to go to a free cell goes
 * there. If a member stands there whose turn has not come, that one has to go elsewhere first, which
 * may push the next one, and so on: a chain (crowd_chain.c). Each member is decided once a frame, so a
 * frame takes time that is linear in the members. */
#include "crowd/crowd_chain.h"
#include "grid/scans.h"
#include "plan/mover.h"

/* Frames in a row after which a member that cannot come nearer to its goal settles where it is. */
#define PATIENCE 16

/* The same for one at rest that cannot come back to where it belongs. */
#define BACK_PATIENCE 24

/* Frames after which one that is barred by members that have settled does so in any case. */
#define MOST_BARRED 48

/* Frames in a row after which one that cannot move looks for a way past the end of its run. */
#define SKIP_WAITS 3

/* Frames in a row after which its plan is made anew, or it settles beside one that has. */
#define RENEW_WAITS 64

void cairn__turn_join(cairn_crowd *crowd, uint32_t i)
{
    cairn__apart *apart = &crowd->apart;
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF || apart->spots[i].has_turn != 0)
        return;
    apart->spots[i].has_turn = 1;
    apart->spots[i].waits = 0;
    apart->turns[apart->turn_count++] = i;
}

static bool wants_turn(const cairn_crowd *crowd, uint32_t i)
{
    uint8_t state = crowd->states[i];
    return cairn__state_is_walking(state) ||
           (state != CAIRN_MEMBER_NONE && crowd->cells[i] != crowd->apart.spots[i].aim);
}

/* ---- settling ---- */

/* How well a move leads into a direction; above 0: it does. */
static int64_t get_gain(uint32_t move, int32_t x, int32_t y)
{
    int64_t gain = (int64_t)cairn__move_x[move] * x + (int64_t)cairn__move_y[move] * y;
    return gain * (cairn__move_is_diagonal(move) ? 7 : 10);
}

/* The direction around a goal to a cell nearer to it: straight there if it is on this side, otherwise at
 * right angles to where the goal is. */
static void get_direction(const cairn_crowd *crowd, uint32_t i, cairn__xy hole, int32_t *x,
                          int32_t *y)
{
    cairn__xy cell = cairn__member_get_cell(crowd, i), goal = crowd->all[i].plan.goal;
    int32_t from_x = cell.x - goal.x, from_y = cell.y - goal.y;
    int32_t to_x = hole.x - goal.x, to_y = hole.y - goal.y;
    int64_t cross = (int64_t)from_x * to_y - (int64_t)from_y * to_x;
    int64_t along = (int64_t)from_x * to_x + (int64_t)from_y * to_y;
    int64_t turn = cross < 0 ? -cross : cross;
    bool left = cross < 0 || (cross == 0 && i % 2 != 0);
    bool is_ahead = along > 0 && 2 * turn <= along;
    *x = is_ahead ? hole.x - cell.x : left ? from_y : -from_y;
    *y = is_ahead ? hole.y - cell.y : left ? -from_x : from_x;
}

/* Makes the free move that leads best around those that have settled; false if there is none. */
static bool go_around(cairn__chain *chain, uint32_t i, cairn__xy hole)
{
    cairn_crowd *crowd = chain->crowd;
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    uint32_t tried = 0;
    int32_t x, y;
    get_direction(crowd, i, hole, &x, &y);
    for (;;) {
        uint32_t best = CAIRN__MOVES;
        int64_t most = 0;
        for (uint32_t move = 0; move < CAIRN__MOVES; move++)
            if ((tried >> move & 1) == 0 && get_gain(move, x, y) > most) {
                best = move;
                most = get_gain(move, x, y);
            }
        if (best == CAIRN__MOVES)
            return false;
        if (cairn__count_legal(crowd->map, cell, best, 1) > 0 && cairn__chain_step(chain, i, best))
            return true;
        tried |= UINT32_C(1) << best;
    }
}

/* From here on a member heads straight for its goal. */
static void leave_plan(cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    cairn__member_leave_queue(crowd, i);
    member->first = member->count = 0;
    member->plan.begun = 0;
    member->plan.cell = member->plan.goal;
    crowd->runs[i] &= CAIRN__RUN_STALE;
    crowd->apart.spots[i].aim = cairn__pack(member->plan.goal);
}

/* Members that have settled around the goal are in the way. If there is a free cell nearer to the goal, it
 * goes around them; otherwise, or if that takes too long, it settles as well. */
static void settle(cairn__chain *chain, uint32_t i)
{
    cairn_crowd *crowd = chain->crowd;
    cairn__xy cell = cairn__member_get_cell(crowd, i), goal = crowd->all[i].plan.goal, hole;
    uint32_t distance = cairn__get_distance(cell, goal);
    cairn__spot *spot = &crowd->apart.spots[i];
    spot->barred++;
    if (spot->waits >= PATIENCE || spot->barred >= MOST_BARRED ||
        !cairn__rest_find(crowd, goal, distance, &hole)) {
        cairn__walk_end(chain, i);
        return;
    }
    uint16_t waits = spot->waits;
    leave_plan(crowd, i);
    if (!go_around(chain, i, hole))
        spot->waits = (uint16_t)(waits + 1);
}

bool cairn__is_beside_settled(const cairn_crowd *crowd, uint32_t i)
{
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    if (crowd->states[i] != CAIRN_MEMBER_WALKING || !cairn__is_open_cell(crowd->map, cell))
        return false;
    uint32_t legal = cairn__legal_moves(crowd->map, cell.x, cell.y);
    for (uint32_t move = 0; move < CAIRN__MOVES; move++) {
        uint32_t j = cairn__place_find(crowd, crowd->cells[i] + cairn__steps[move]);
        if ((legal >> move & 1) != 0 && j != CAIRN__NO_MEMBER &&
            cairn__has_settled_at(crowd, j, crowd->all[i].plan.goal))
            return true;
    }
    return false;
}

/* A member that waits for the map stands on the goal of one beside it, and could not be pushed away. */
static bool is_goal_taken(const cairn_crowd *crowd, uint32_t i)
{
    cairn__xy cell = cairn__member_get_cell(crowd, i), goal = crowd->all[i].plan.goal;
    uint32_t j = cairn__place_find(crowd, cairn__pack(goal));
    return crowd->states[i] == CAIRN_MEMBER_WALKING &&
           cairn__get_distance(cell, goal) <= CAIRN__DIAGONAL && j != CAIRN__NO_MEMBER && j != i &&
           cairn__state_is_kept(crowd->states[j]);
}

/* ---- turns ---- */

/* A member could not move as it wished. */
static void wait(cairn__chain *chain, uint32_t i)
{
    cairn_crowd *crowd = chain->crowd;
    cairn__spot *spot = &crowd->apart.spots[i];
    if (chain->barred != CAIRN__NO_MEMBER) {
        settle(chain, chain->barred);
        return;
    }
    if (spot->waits < UINT16_MAX)
        spot->waits++;
    if (spot->waits % RENEW_WAITS == 0 &&
        (cairn__is_beside_settled(crowd, i) || is_goal_taken(crowd, i)))
        cairn__walk_end(chain, i);
    else if (spot->waits % RENEW_WAITS == 0)
        cairn__walk_renew(crowd, i);
    else if (spot->waits % SKIP_WAITS == 0)
        cairn__walk_skip(crowd, i);
}

/* One at rest that was pushed goes back if it can without pushing others, or stays here. */
static void go_back(cairn__chain *chain, uint32_t i)
{
    cairn_crowd *crowd = chain->crowd;
    cairn__spot *spot = &crowd->apart.spots[i];
    uint32_t move = cairn__walk_get_wish(chain, i);
    uint32_t other = cairn__place_find(crowd, spot->aim);
    if ((crowd->runs[i] & CAIRN__RUN_STALE) != 0)
        return;
    bool is_taken = other != CAIRN__NO_MEMBER && cairn__state_is_resting(crowd->states[other]);
    if (move == CAIRN__MOVES || is_taken || spot->waits >= BACK_PATIENCE) {
        spot->aim = crowd->cells[i];
        if (crowd->states[i] != CAIRN_MEMBER_IDLE)
            crowd->states[i] = cairn__rest_get_state(crowd, i);
    } else if (!cairn__chain_step(chain, i, move)) {
        spot->waits++;
    }
}

static void take_turn(cairn__chain *chain, uint32_t i)
{
    uint8_t state = chain->crowd->states[i];
    if (state == CAIRN_MEMBER_LEAVING) {
        cairn__turn_leave(chain, i);
    } else if (cairn__state_is_resting(state)) {
        go_back(chain, i);
    } else if (state == CAIRN_MEMBER_WALKING || state == CAIRN_MEMBER_WAITING) {
        uint32_t move = cairn__walk_get_wish(chain, i);
        if (move == CAIRN__MOVES || cairn__chain_step(chain, i, move))
            return;
        if (!cairn__chain_push(chain, i, move))
            wait(chain, i);
    }
}

/* Members that leave walls go first: others make room for them. */
static void take_turns_in_walls(cairn__chain *chain)
{
    const cairn_crowd *crowd = chain->crowd;
    const cairn__apart *apart = &crowd->apart;
    for (uint32_t k = 0; crowd->map->living != NULL && k < apart->turn_count; k++) {
        uint32_t i = apart->turns[k];
        if (crowd->states[i] == CAIRN_MEMBER_LEAVING && apart->spots[i].frame != crowd->frame)
            cairn__turn_leave(chain, i);
    }
}

void cairn__crowd_take_turns(cairn_crowd *crowd, cairn__turn_sum *sum)
{
    cairn__apart *apart = &crowd->apart;
    cairn__chain chain;
    uint32_t kept = 0;
    chain.crowd = crowd;
    chain.sum = sum;
    take_turns_in_walls(&chain);
    for (uint32_t k = 0; k < apart->turn_count; k++) { /* turns may be added behind */
        uint32_t i = apart->turns[k];
        if (!wants_turn(crowd, i)) {
            apart->spots[i].has_turn = 0;
            apart->spots[i].frame = crowd->frame;
            continue;
        }
        apart->turns[kept++] = i;
        if (apart->spots[i].frame != crowd->frame)
            take_turn(&chain, i);
    }
    apart->turn_count = kept;
}
