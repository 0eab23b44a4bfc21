/* crowd_plan.c: a lane's plans of a frame.
 *
 * The members of a line are dealt to the lanes in turn. Orders get half of a lane's units,
 * walking members the other half; either may use what the other leaves. */
#include "crowd/crowd_cells.h"
#include "crowd/crowd_field.h"
#include "crowd/crowd_places.h"
#include "crowd/crowd_state.h"
#include "grid/climb.h"
#include "grid/scans.h"
#include "plan/mover.h"

/* Runs that an order is planned with at first, or fewer if they have this number of moves; the rest follows
 * while the member walks. */
#define FIRST_RUNS 4
#define FIRST_MOVES 96

/* Notes a run, in pieces if it is long. */
static void add_run(cairn__guide *guide, const cairn__run *run)
{
    for (uint32_t left = run->count; left > 0;) {
        uint32_t count = cairn__get_lower(left, CAIRN__MOST_RUN);
        guide->found[guide->count++] = cairn__make_run(run->move, count);
        left -= count;
    }
}

/* ---- one plan ---- */

/* Where the plan begins: here for an order; for a plan that begins again where the present run ends. */
static void place_plan(const cairn_crowd *crowd, uint32_t i, uint32_t line)
{
    cairn__member *member = &crowd->all[i];
    bool begins = line == CAIRN__ORDERS || member->renews != 0;
    cairn__short_run run = crowd->runs[i];
    if (!begins)
        return;
    if (line == CAIRN__ORDERS)
        crowd->runs[i] = run = 0;
    member->plan.cell = cairn__cell_after(cairn__member_get_cell(crowd, i),
                                          cairn__run_get_move(run), cairn__run_get_count(run));
    cairn__place_aim(crowd, i, cairn__pack(member->plan.cell));
    member->plan.begun = 0;
    member->first = member->count = 0;
    member->renews = member->old = 0;
}

static bool is_stale(const cairn_crowd *crowd, uint32_t i)
{
    return (crowd->runs[i] & CAIRN__RUN_STALE) != 0;
}

static bool can_plan(const cairn_crowd *crowd, uint32_t i)
{
    return crowd->states[i] < CAIRN_MEMBER_ARRIVED && crowd->all[i].asks == 0;
}

/* A plan leads from an open cell to an open one. If that is not so, the member looks at the map, and
 * plans from where it stands if it can; false if not. */
static bool has_ground(const cairn_crowd *crowd, uint32_t i, cairn__meter *meter)
{
    cairn__member *member = &crowd->all[i];
    if (cairn__is_open_cell(crowd->map, member->plan.cell) &&
        cairn__is_open_cell(crowd->map, member->plan.goal))
        return true;
    member->first = member->count = 0;
    crowd->runs[i] = 0;
    meter->left -= cairn__member_notice(crowd, i);
    member->plan.cell = cairn__member_get_cell(crowd, i);
    member->plan.begun = 0;
    member->renews = member->old = 0;
    return can_plan(crowd, i);
}

/* A guide takes a member's place. The plan learns of changes that the member has not looked at yet. */
static void load_plan(const cairn_crowd *crowd, cairn__guide *guide, uint32_t i)
{
    const cairn__member *member = &crowd->all[i];
    cairn__slot_load(guide->slot, &member->plan);
    if (member->old != 0)
        cairn__slot_notice(guide->slot);
}

/* The runs that the ring has room for, if each is cut into pieces; an order gets its first ones. */
static uint32_t count_wanted(const cairn_crowd *crowd, const cairn__guide *guide)
{
    return guide->line == CAIRN__ORDERS ? FIRST_RUNS
                                        : CAIRN__PLANNED_RUNS - crowd->all[guide->member].count;
}

/* Gives a guide a plan to make; false if the member cannot go on at all. */
static bool start_plan(const cairn_crowd *crowd, cairn__guide *guide, uint32_t i,
                       cairn__meter *meter)
{
    if (!cairn__member_catch_up(crowd, i, meter) || !can_plan(crowd, i))
        return false;
    place_plan(crowd, i, guide->line);
    if (!has_ground(crowd, i, meter))
        return false;
    guide->member = i;
    guide->quanta = guide->count = guide->old = guide->starts = 0;
    guide->wanted = count_wanted(crowd, guide);
    crowd->all[i].ahead = 0;
    if (cairn__cells_seat(crowd, guide))
        return true;
    guide->slot->field = cairn__crowd_field_get(crowd, crowd->all[i].plan.goal);
    guide->by_field = guide->slot->field != NULL;
    load_plan(crowd, guide, i);
    return true;
}

static void fill_ring(const cairn__guide *guide, cairn__member *member)
{
    for (uint32_t i = 0; i < guide->count; i++)
        member->ring[(member->first + member->count++) % CAIRN__RING] = guide->found[i];
}

/* A plan is there: takes off the moves that were made ahead of it, or goes back over them first. */
static void join_ahead(const cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    uint32_t move = cairn__run_get_move(crowd->runs[i]);
    uint32_t made = member->ahead == 0 ? 0 : member->ahead - cairn__run_get_count(crowd->runs[i]);
    if (member->ahead > 0)
        crowd->runs[i] &= CAIRN__RUN_STALE;
    member->ahead = 0;
    if (crowd->occupancy != CAIRN_OCCUPANCY_OFF)
        return; /* it may have been pushed: it finds the way from where it is (crowd_turns.c) */
    while (made > 0 && member->count > 0 &&
           cairn__run_get_move(member->ring[member->first]) == move) {
        uint32_t count = cairn__run_get_count(member->ring[member->first]);
        uint32_t common = cairn__get_lower(made, count);
        made -= common;
        member->ring[member->first] = cairn__make_run(move, count - common);
        if (common == count) {
            member->first = (uint8_t)((member->first + 1) % CAIRN__RING);
            member->count--;
        }
    }
    if (made > 0) {
        member->first = (uint8_t)((member->first + CAIRN__RING - 1) % CAIRN__RING);
        member->count++;
        member->ring[member->first] = cairn__make_run(cairn__move_back(move), made);
    }
}

/* True if a change of the map keeps the guide from going on. */
static bool is_kept(cairn__guide *guide)
{
    if (!cairn__slot_look(guide->slot))
        return false;
    guide->old = 1;
    return !cairn__slot_is_joined(guide->slot);
}

/* An order is planned until there are enough moves for some time. */
static bool has_enough(const cairn__guide *guide)
{
    uint32_t moves = 0;
    if (guide->line != CAIRN__ORDERS)
        return false;
    for (uint32_t i = 0; i < guide->count; i++)
        moves += cairn__run_get_count(guide->found[i]);
    return moves >= FIRST_MOVES;
}

/* One quantum of a plan. DONE: there are enough runs, or the goal is reached; NONE: the database leads no
 * further; FAILED: a change keeps the member from going on. */
static cairn__answer go_on(const cairn_crowd *crowd, cairn__guide *guide)
{
    cairn__slot *slot = guide->slot;
    slot->meter = (cairn__meter){.left = CAIRN__QUANTUM};
    guide->quanta++;
    if (guide->by_cells != 0) {
        if (cairn__cells_tell(crowd, guide))
            return CAIRN__DONE;
        guide->wanted = count_wanted(crowd, guide);
    }
    if (is_kept(guide))
        return CAIRN__FAILED;
    while (guide->count < guide->wanted && !has_enough(guide) &&
           !cairn__is_same_cell(slot->cell, slot->goal)) {
        cairn__run run;
        if (cairn__slot_plan(slot, &run) != CAIRN_OK)
            return CAIRN__NONE;
        if (run.count == 0)
            return CAIRN__PAUSED;
        add_run(guide, &run);
    }
    return CAIRN__DONE;
}

void cairn__guide_leave(cairn__guide *guide)
{
    cairn__slot_stop(guide->slot);
    guide->member = CAIRN__NO_MEMBER;
    guide->starts = 0;
}

/* The plan cannot go on from where its guide is. The member's own look at the map decides whether it begins
 * again, from where the member is; true if it does. */
static bool begin_again(const cairn_crowd *crowd, cairn__guide *guide, cairn__meter *meter)
{
    uint32_t i = guide->member;
    crowd->all[i].first = crowd->all[i].count = 0;
    crowd->all[i].renews = 1;
    cairn__guide_leave(guide);
    if (is_stale(crowd, i) && !cairn__member_catch_up(crowd, i, meter))
        return false;
    meter->left -= cairn__member_notice(crowd, i);
    return start_plan(crowd, guide, i, meter);
}

/* A plan has come to its end, or begins again. */
static void finish(const cairn_crowd *crowd, cairn__lane *lane, cairn__guide *guide,
                   cairn__answer made)
{
    uint32_t i = guide->member;
    cairn__member *member = &crowd->all[i];
    if (made == CAIRN__FAILED && begin_again(crowd, guide, &lane->meter))
        return;
    member->queue = CAIRN__NOT_QUEUED;
    if (member->asks != 0) {
        member->queue = CAIRN__ASKS;
        cairn__line_push(&lane->asks, crowd->all, i);
    }
    if (made == CAIRN__DONE) {
        if (guide->by_cells != 0)
            cairn__cells_pack(guide, &member->plan);
        else
            cairn__slot_store(guide->slot, &member->plan);
        member->old = 0;
        fill_ring(guide, member);
        join_ahead(crowd, i);
        crowd->states[i] = CAIRN_MEMBER_WALKING;
    } else if (made == CAIRN__NONE) {
        crowd->states[i] = CAIRN_MEMBER_LOST;
        crowd->runs[i] &= CAIRN__RUN_STALE;
        member->first = member->count = 0;
    }
    if (member->since < lane->oldest)
        lane->oldest = member->since;
    cairn__guide_leave(guide);
}

/* ---- a lane ---- */

/* The next member of a line that is this lane's. */
static uint32_t take_member(const cairn_crowd *crowd, cairn__lane *lane, uint32_t line)
{
    uint32_t i = lane->at[line];
    if (i == CAIRN__NO_MEMBER)
        return i;
    lane->taken[line]++;
    for (uint32_t k = 0; k < crowd->lane_count && lane->at[line] != CAIRN__NO_MEMBER; k++)
        lane->at[line] = crowd->all[lane->at[line]].next;
    return i;
}

/* Begins a plan, if the member can go on at all. */
static void seat(const cairn_crowd *crowd, cairn__lane *lane, cairn__guide *guide, uint32_t i)
{
    bool begun = start_plan(crowd, guide, i, &lane->meter);
    crowd->all[i].queue = begun ? CAIRN__AT_GUIDE : CAIRN__NOT_QUEUED;
}

/* A guide without a plan gets the next one; false if there is none, or if too few units are left. */
static bool seat_member(const cairn_crowd *crowd, cairn__lane *lane, uint32_t line, int64_t least)
{
    cairn__guide *guide = &lane->guides[line];
    while (guide->member == CAIRN__NO_MEMBER && lane->meter.left >= least) {
        uint32_t i = take_member(crowd, lane, line);
        if (i == CAIRN__NO_MEMBER)
            return false;
        seat(crowd, lane, guide, i);
    }
    return lane->meter.left >= least;
}

/* One quantum of a guide that has a plan. */
static void run_guide(const cairn_crowd *crowd, cairn__lane *lane, cairn__guide *guide)
{
    if (guide->starts != 0) {
        uint32_t i = guide->member;
        cairn__guide_leave(guide);
        seat(crowd, lane, guide, i);
        if (guide->member == CAIRN__NO_MEMBER || lane->meter.left < CAIRN__QUANTUM)
            return;
    }
    cairn__answer made = go_on(crowd, guide);
    lane->meter.left -= CAIRN__QUANTUM - guide->slot->meter.left;
    if (made != CAIRN__PAUSED)
        finish(crowd, lane, guide, made);
}

/* Makes plans of a line until only `keep` units are left. */
static void plan_line(const cairn_crowd *crowd, cairn__lane *lane, uint32_t line, int64_t keep)
{
    cairn__guide *guide = &lane->guides[line];
    while (seat_member(crowd, lane, line, keep + CAIRN__QUANTUM))
        run_guide(crowd, lane, guide);
}

/* A scout has one search for all. So a plan that was begun is finished before another one goes on: how far it
 * has come depends on nothing but its own quanta then, and it can be made again where it was saved. Returns the
 * units that it took. */
static int64_t finish_plan(const cairn_crowd *crowd, cairn__lane *lane, uint32_t line)
{
    cairn__guide *guide = &lane->guides[line];
    uint32_t i = guide->member;
    int64_t before = lane->meter.left;
    while (crowd->map->living != NULL && i != CAIRN__NO_MEMBER && guide->member == i &&
           lane->meter.left >= CAIRN__QUANTUM)
        run_guide(crowd, lane, guide);
    return before - lane->meter.left;
}

/* Plans of both lines. What is finished of the last frame counts as its line's half. */
static void plan_lines(const cairn_crowd *crowd, cairn__lane *lane)
{
    int64_t half = lane->meter.left / 2;
    (void)finish_plan(crowd, lane, CAIRN__REFILLS);
    int64_t spent = finish_plan(crowd, lane, CAIRN__ORDERS);
    plan_line(crowd, lane, CAIRN__REFILLS, half > spent ? half - spent : 0);
    (void)finish_plan(crowd, lane, CAIRN__REFILLS);
    plan_line(crowd, lane, CAIRN__ORDERS, 0);
    plan_line(crowd, lane, CAIRN__REFILLS, 0);
}

/* While a guide has its plan, a member may go ahead. */
static void let_go_ahead(const cairn_crowd *crowd, const cairn__guide *guide)
{
    uint32_t i = guide->member;
    if (i == CAIRN__NO_MEMBER || guide->quanta == 0 || crowd->all[i].ahead > 0 ||
        crowd->states[i] != CAIRN_MEMBER_WAITING || crowd->stays != 0 || is_stale(crowd, i))
        return;
    crowd->runs[i] = cairn__member_look_ahead(crowd, i);
    crowd->all[i].ahead = (uint8_t)cairn__run_get_count(crowd->runs[i]);
}

void cairn__lane_run(const cairn_crowd *crowd, cairn__lane *lane, uint32_t number)
{
    lane->oldest = crowd->frame;
    cairn__line_start(&lane->asks);
    for (uint32_t line = 0; line < CAIRN__LINES; line++) {
        lane->taken[line] = 0;
        bool waits = line == CAIRN__ORDERS && crowd->field.is_awaited;
        lane->at[line] = waits ? CAIRN__NO_MEMBER : crowd->lines[line].first;
        for (uint32_t k = 0; k < number && lane->at[line] != CAIRN__NO_MEMBER; k++)
            lane->at[line] = crowd->all[lane->at[line]].next;
    }
    plan_lines(crowd, lane);
    let_go_ahead(crowd, &lane->guides[CAIRN__ORDERS]);
}

void cairn__guide_resume(const cairn_crowd *crowd, cairn__guide *guide)
{
    uint32_t quanta = guide->quanta;
    const cairn__plan *plan = &crowd->all[guide->member].plan;
    guide->quanta = guide->count = guide->by_cells = 0;
    guide->slot->field = guide->by_field != 0 ? cairn__crowd_field_get(crowd, plan->goal) : NULL;
    load_plan(crowd, guide, guide->member);
    while (guide->quanta < quanta && go_on(crowd, guide) == CAIRN__PAUSED)
        continue;
}
