/* crowd_notice.c: members on a changing map, by the rules of agents (plan/mover.h).
 *
 * After a change the runs of all members are stale: until a member has had its turn, each of its moves is
 * checked before it is made. Turns are taken one after the other, within a share of the budget. A member that
 * the change may concern looks at the map; if its way is blocked it plans anew from the end of its present run.
 * Others go on, and their plans are checked when they are continued. */
#include "crowd/crowd_changes.h"
#include "crowd/crowd_places.h"
#include "crowd/crowd_state.h"
#include "plan/mover.h"

/* Units of finding out whether a change concerns a member, and of its look at the map then. */
#define TURN_UNITS 2
#define LOOK_UNITS 6

/* The most units of looking for an exit, twice: nine tiles each. */
#define EXIT_UNITS 4096

/* Turns take this part of a frame's units, at most. */
#define TURNS_PART 4

_Static_assert(TURN_UNITS + LOOK_UNITS + EXIT_UNITS <= CAIRN_MIN_CROWD_WORK / TURNS_PART,
               "every frame gets on");

static cairn__plight get_plight(uint8_t state)
{
    switch (state) {
    case CAIRN_MEMBER_STRANDED:
        return CAIRN__PLIGHT_STRANDED;
    case CAIRN_MEMBER_LEAVING:
        return CAIRN__PLIGHT_LEAVING;
    case CAIRN_MEMBER_CUT_OFF:
        return CAIRN__PLIGHT_CUT_OFF;
    default:
        return CAIRN__PLIGHT_NONE;
    }
}

static uint8_t get_state(cairn__plight plight)
{
    static const uint8_t states[] = {CAIRN_MEMBER_WAITING, CAIRN_MEMBER_STRANDED,
                                     CAIRN_MEMBER_LEAVING, CAIRN_MEMBER_CUT_OFF};
    return states[plight];
}

cairn__mover cairn__member_get_mover(const cairn_crowd *crowd, uint32_t i)
{
    const cairn__member *member = &crowd->all[i];
    cairn__short_run run = crowd->runs[i];
    return (cairn__mover){
        .map = crowd->map,
        .goal_policy = (uint8_t)crowd->goal_policy,
        .stranded_policy = (uint8_t)crowd->stranded_policy,
        .plight = (uint8_t)get_plight(crowd->states[i]),
        .cell = cairn__member_get_cell(crowd, i),
        .goal = member->plan.goal,
        .asked = member->plan.asked,
        .exit = cairn__unpack(member->plan.words[0]), /* while it leaves */
        .seeks = member->asks != 0 ? CAIRN__SEEKS_AFTER_CHANGE : CAIRN__SEEKS_NOT,
        .run = {.move = cairn__run_get_move(run), .count = cairn__run_get_count(run)},
    };
}

/* Where a member goes has changed, or whether it can go. */
static bool is_other(const cairn_crowd *crowd, uint32_t i, const cairn__mover *mover)
{
    const cairn__plan *plan = &crowd->all[i].plan;
    return mover->plight != get_plight(crowd->states[i]) ||
           !cairn__is_same_cell(mover->goal, plan->goal) ||
           (mover->plight == CAIRN__PLIGHT_LEAVING && cairn__pack(mover->exit) != plan->words[0]);
}

/* The member goes on, or stands, as the agent in its place does. */
static void follow_mover(const cairn_crowd *crowd, uint32_t i, const cairn__mover *mover)
{
    cairn__member *member = &crowd->all[i];
    member->plan.goal = mover->goal;
    if (mover->plight == CAIRN__PLIGHT_LEAVING)
        member->plan.words[0] = cairn__pack(mover->exit);
    member->plan.begun = 0;
    member->first = member->count = 0;
    crowd->states[i] = get_state((cairn__plight)mover->plight);
}

bool cairn__member_has_exit(const cairn_crowd *crowd, uint32_t i)
{
    return cairn__is_open_cell(crowd->map, cairn__unpack(crowd->all[i].plan.words[0]));
}

void cairn__member_follow_out(const cairn_crowd *crowd, uint32_t i, const cairn__mover *mover)
{
    if (mover->plight == CAIRN__PLIGHT_LEAVING)
        return;
    if (crowd->all[i].idles != 0) {
        crowd->states[i] = CAIRN_MEMBER_IDLE;
        cairn__member_forget(crowd, i);
        return;
    }
    crowd->all[i].plan.goal = mover->goal;
    crowd->all[i].asks = mover->seeks != CAIRN__SEEKS_NOT;
    crowd->states[i] = get_state((cairn__plight)mover->plight);
}

/* On an open cell, one that has no order or has settled near its goal stays. */
static bool stays(const cairn_crowd *crowd, uint32_t i)
{
    uint8_t state = crowd->states[i];
    bool is_settled = crowd->occupancy != CAIRN_OCCUPANCY_OFF && cairn__state_is_resting(state);
    return (state == CAIRN_MEMBER_IDLE || crowd->all[i].idles != 0 || is_settled) &&
           cairn__is_open_cell(crowd->map, cairn__member_get_cell(crowd, i));
}

/* One that has no order stands in a wall: any cell outside will do. */
static void look_outside(const cairn_crowd *crowd, uint32_t i, cairn__mover *mover)
{
    crowd->all[i].idles = 1;
    mover->goal = mover->asked = mover->cell;
}

/* The run of a member as far as it is legal; it may still be to look where it can go without a plan. */
static cairn__short_run get_run(const cairn_crowd *crowd, uint32_t i, const cairn__mover *mover)
{
    bool looks = (crowd->runs[i] & ~CAIRN__RUN_STALE) == CAIRN__RUN_LOOKS;
    if (mover->run.count > 0)
        return cairn__make_run(mover->run.move, mover->run.count);
    return looks && mover->plight == CAIRN__PLIGHT_NONE ? CAIRN__RUN_LOOKS : 0;
}

/* True if the runs of a member's ring are legal. They begin at the end of its run, or at its aim. */
static bool is_ring_legal(const cairn_crowd *crowd, uint32_t i)
{
    const cairn__member *member = &crowd->all[i];
    cairn__short_run run = crowd->runs[i];
    cairn__xy cell = cairn__cell_after(cairn__member_get_cell(crowd, i), cairn__run_get_move(run),
                                       cairn__run_get_count(run));
    if (crowd->occupancy != CAIRN_OCCUPANCY_OFF)
        cell = cairn__unpack(crowd->apart.spots[i].aim);
    for (uint32_t k = 0; k < member->count; k++) {
        run = member->ring[(member->first + k) % CAIRN__RING];
        uint32_t move = cairn__run_get_move(run), count = cairn__run_get_count(run);
        if (!cairn__is_open_cell(crowd->map, cell) ||
            cairn__count_legal(crowd->map, cell, move, count) < count)
            return false;
        cell = cairn__cell_after(cell, move, count);
    }
    return true;
}

uint32_t cairn__member_notice(const cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    cairn__mover mover = cairn__member_get_mover(crowd, i);
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    uint32_t before = mover.run.count;
    bool other = false;
    if (crowd->states[i] == CAIRN_MEMBER_LOST)
        crowd->states[i] = CAIRN_MEMBER_WAITING;
    bool stays_here = stays(crowd, i);
    if (!stays_here && (crowd->states[i] == CAIRN_MEMBER_IDLE || member->idles != 0))
        look_outside(crowd, i, &mover);
    if (!stays_here) {
        cairn__mover_notice(&mover, &meter);
        other = is_other(crowd, i, &mover);
        member->asks = mover.seeks != CAIRN__SEEKS_NOT;
    } else if (member->idles != 0) {
        mover.plight = CAIRN__PLIGHT_NONE;
        cairn__member_follow_out(crowd, i, &mover);
    }
    uint32_t cut = before - mover.run.count;
    member->ahead = (uint8_t)(member->ahead > cut ? member->ahead - cut : 0);
    crowd->runs[i] = get_run(crowd, i, &mover);
    if (other)
        follow_mover(crowd, i, &mover);
    if (other || cut > 0 || !is_ring_legal(crowd, i))
        member->renews = 1;
    member->old = 1;
    return LOOK_UNITS + (uint32_t)(CAIRN__NO_LIMIT - meter.left);
}

/* No change concerns a member. */
static void go_on(const cairn_crowd *crowd, uint32_t i)
{
    crowd->runs[i] &= (cairn__short_run)~CAIRN__RUN_STALE;
    crowd->all[i].old = 1;
}

/* True if a member's look may have to find an exit. */
static bool may_seek_exit(const cairn_crowd *crowd, uint32_t i)
{
    return crowd->stranded_policy == CAIRN_STRANDED_LEAVE &&
           !cairn__is_open_cell(crowd->map, cairn__member_get_cell(crowd, i));
}

bool cairn__member_catch_up(const cairn_crowd *crowd, uint32_t i, cairn__meter *meter)
{
    if ((crowd->runs[i] & CAIRN__RUN_STALE) == 0)
        return true;
    if (may_seek_exit(crowd, i)) {
        crowd->all[i].renews = 1;
        return false;
    }
    meter->left -= TURN_UNITS;
    if (cairn__changes_touch(crowd, i))
        meter->left -= cairn__member_notice(crowd, i);
    else
        go_on(crowd, i);
    return true;
}

/* A member's look, and what follows from it: is there a plan to make? Returns its units. */
static uint32_t notice(cairn_crowd *crowd, uint32_t i)
{
    uint8_t before = crowd->states[i];
    uint32_t queue = crowd->all[i].queue, units = cairn__member_notice(crowd, i);
    uint8_t after = crowd->states[i];
    crowd->walking += cairn__state_is_walking(after);
    crowd->walking -= cairn__state_is_walking(before);
    if (cairn__state_is_walking(after))
        cairn__turn_join(crowd, i);
    if (cairn__state_is_kept(after))
        cairn__member_leave_queue(crowd, i);
    else if (crowd->all[i].asks != 0)
        cairn__member_ask(crowd, i);
    else if (after == CAIRN_MEMBER_WAITING && queue == CAIRN__NOT_QUEUED)
        cairn__member_queue(crowd, i, CAIRN__ORDERS);
    else if (after == CAIRN_MEMBER_WALKING && queue == CAIRN__NOT_QUEUED &&
             crowd->all[i].renews != 0)
        cairn__member_queue(crowd, i, CAIRN__REFILLS);
    return units;
}

/* A member's turn; false if there are too few units for it. */
static bool take_turn(cairn_crowd *crowd, uint32_t i, cairn__meter *meter)
{
    bool touched = cairn__changes_touch(crowd, i);
    uint32_t most = TURN_UNITS + LOOK_UNITS + (may_seek_exit(crowd, i) ? EXIT_UNITS : 0);
    if (touched && meter->left < most)
        return false;
    meter->left -= TURN_UNITS;
    if (touched)
        meter->left -= notice(crowd, i);
    else
        go_on(crowd, i);
    return true;
}

void cairn__crowd_notice(cairn_crowd *crowd, cairn__meter *meter)
{
    cairn__meter share = cairn__meter_split(meter, meter->left / TURNS_PART);
    cairn__changes_note(crowd);
    for (; crowd->sweep < crowd->used && share.left >= TURN_UNITS; crowd->sweep++)
        if ((crowd->runs[crowd->sweep] & CAIRN__RUN_STALE) != 0 &&
            !take_turn(crowd, crowd->sweep, &share))
            break;
    if (crowd->sweep >= crowd->used)
        cairn__changes_end_round(crowd);
    cairn__meter_join(meter, &share);
}
