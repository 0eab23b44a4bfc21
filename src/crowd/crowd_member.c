/* crowd_member.c: members come and go, and get orders. */
#include "base/sized.h"
#include "crowd/crowd_field.h"
#include "crowd/crowd_places.h"
#include "crowd/crowd_state.h"
#include "grid/climb.h"
#include "grid/components.h"
#include "grid/scans.h"
#include "plan/mover.h"

#define INDEX_BITS 20

/* ---- who is it? ---- */

static cairn_member get_number(const cairn_crowd *crowd, uint32_t i)
{
    return i | (uint32_t)crowd->all[i].generation << INDEX_BITS;
}

/* The place of a member; false if there is no such member, or no more. */
static bool find_member(const cairn_crowd *crowd, cairn_member member, uint32_t *i)
{
    *i = cairn_member_get_index(member);
    return *i < crowd->used && crowd->states[*i] != CAIRN_MEMBER_NONE &&
           crowd->all[*i].generation == member >> INDEX_BITS;
}

/* For calls that change the member. */
static cairn_status get_member(cairn_crowd *crowd, cairn_member member, uint32_t *i)
{
    if (crowd == NULL)
        return CAIRN_ARGUMENT;
    if (!find_member(crowd, member, i))
        return cairn__because(&crowd->why, CAIRN_NO_MEMBER,
                              "the crowd has no member number %u, or not any more",
                              (unsigned)member);
    return CAIRN_OK;
}

/* ---- lines and guides ---- */

void cairn__member_leave_queue(cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    if (member->queue < CAIRN__LINES)
        cairn__line_remove(&crowd->lines[member->queue], crowd->all, i);
    if (member->queue == CAIRN__ASKS)
        cairn__line_remove(&crowd->asks, crowd->all, i);
    for (uint32_t k = 0; member->queue == CAIRN__AT_GUIDE && k < crowd->lane_count; k++)
        for (uint32_t line = 0; line < CAIRN__LINES; line++)
            if (crowd->lanes[k].guides[line].member == i)
                cairn__guide_leave(&crowd->lanes[k].guides[line]);
    member->queue = CAIRN__NOT_QUEUED;
    member->ahead = 0;
}

void cairn__member_queue(cairn_crowd *crowd, uint32_t i, cairn__queue line)
{
    cairn__member_leave_queue(crowd, i);
    crowd->all[i].queue = (uint8_t)line;
    crowd->all[i].since = crowd->frame;
    cairn__line_push(line == CAIRN__ASKS ? &crowd->asks : &crowd->lines[line], crowd->all, i);
}

void cairn__member_ask(cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    bool waits = member->queue != CAIRN__NOT_QUEUED;
    uint32_t since = member->since;
    cairn__member_queue(crowd, i, member->asks != 0 ? CAIRN__ASKS : CAIRN__ORDERS);
    if (waits)
        member->since = since;
}

void cairn__member_set_state(cairn_crowd *crowd, uint32_t i, uint8_t state)
{
    crowd->walking -= cairn__state_is_walking(crowd->states[i]);
    crowd->walking += cairn__state_is_walking(state);
    crowd->states[i] = state;
}

/* ---- orders ---- */

/* The legal move that leads nearest to a cell, by octile distance; of several the first. */
static uint32_t find_nearest_move(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    uint32_t found = CAIRN__MOVES, least = UINT32_MAX;
    for (uint32_t move = 0; move < CAIRN__MOVES; move++) {
        uint32_t distance = cairn__get_distance(cairn__cell_after(from, move, 1), to);
        if (distance < least && cairn__count_legal(map, from, move, 1) > 0) {
            least = distance;
            found = move;
        }
    }
    return found;
}

cairn__short_run cairn__member_look_ahead(const cairn_crowd *crowd, uint32_t i)
{
    cairn__xy cell = cairn__member_get_cell(crowd, i), goal = crowd->all[i].plan.goal;
    cairn__run run = cairn__climb_few(crowd->map, cell, goal, CAIRN_BUSY_MOVES);
    if (run.count == 0 && !cairn__is_same_cell(cell, goal))
        run = (cairn__run){.move = find_nearest_move(crowd->map, cell, goal), .count = 1};
    return run.count > 0 && run.move < CAIRN__MOVES ? cairn__make_run(run.move, run.count) : 0;
}

/* Without occupancy a member looks when it first moves: then the looks of many are shared by threads. One that
 * does not know its goal waits. */
static cairn__short_run get_first_run(const cairn_crowd *crowd, uint32_t i)
{
    if (crowd->stays != 0 || crowd->all[i].asks != 0)
        return 0;
    return crowd->occupancy == CAIRN_OCCUPANCY_OFF ? CAIRN__RUN_LOOKS
                                                   : cairn__member_look_ahead(crowd, i);
}

void cairn__member_set_out(cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    bool stale = (crowd->runs[i] & CAIRN__RUN_STALE) != 0;
    member->plan.begun = 0;
    member->plan.cell = cairn__member_get_cell(crowd, i);
    member->first = member->count = 0;
    cairn__member_set_state(crowd, i, CAIRN_MEMBER_WAITING);
    cairn__member_queue(crowd, i, member->asks != 0 ? CAIRN__ASKS : CAIRN__ORDERS);
    cairn__turn_join(crowd, i);
    cairn__place_set_out(crowd, i);
    crowd->runs[i] = get_first_run(crowd, i);
    if (stale)
        crowd->runs[i] |= CAIRN__RUN_STALE;
}

void cairn__member_forget(const cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    member->first = member->count = 0;
    member->renews = member->idles = member->asks = member->old = 0;
    member->plan = (cairn__plan){.cell = cairn__member_get_cell(crowd, i)};
    member->plan.goal = member->plan.asked = member->plan.cell;
    crowd->runs[i] &= CAIRN__RUN_STALE;
    cairn__place_aim(crowd, i, crowd->cells[i]);
}

/* A goal that members are ordered to, which is looked at once for all of them. */
typedef struct target {
    cairn_cell asked;
    bool is_open;
    uint32_t component; /* if it is open */
} target;

static target look_at_goal(const cairn_crowd *crowd, cairn_cell asked)
{
    cairn__xy goal = cairn__unpack(asked);
    bool is_open = cairn__is_open_cell(crowd->map, goal);
    return (target){asked, is_open, is_open ? cairn__component_key(crowd->map, goal) : 0};
}

/* What is to see of a goal from where a member stands: UNFINISHED if it has to be looked for. From a wall, which
 * is on no map that does not change, that is seen once it is outside. */
static cairn_status look_from(const cairn_crowd *crowd, uint32_t i, const target *to)
{
    bool exact = crowd->goal_policy == CAIRN_GOAL_EXACT;
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    if (crowd->map->living != NULL && !cairn__is_open_cell(crowd->map, cell))
        return exact && !to->is_open ? CAIRN_BLOCKED : CAIRN_OK;
    if (to->is_open && cairn__component_key(crowd->map, cell) == to->component)
        return CAIRN_OK;
    return !exact ? CAIRN_UNFINISHED : to->is_open ? CAIRN_NO_PATH : CAIRN_BLOCKED;
}

/* Why a member cannot go to a goal. */
static cairn_status refuse_goal(cairn_crowd *crowd, cairn_status status, uint32_t i,
                                cairn_cell goal)
{
    if (status != CAIRN_NO_PATH)
        return cairn__because_of_cell(&crowd->why, status, cairn__unpack(goal));
    return cairn__because(&crowd->why, status, "no path leads member number %u to (%u, %u)",
                          (unsigned)get_number(crowd, i), (unsigned)cairn_cell_get_x(goal),
                          (unsigned)cairn_cell_get_y(goal));
}

static cairn_status check_order(cairn_crowd *crowd, const cairn_member *members, size_t count,
                                const target *to)
{
    for (size_t k = 0; k < count; k++) {
        uint32_t i;
        cairn_status status = get_member(crowd, members[k], &i);
        if (status != CAIRN_OK)
            return status;
        status = look_from(crowd, i, to);
        if (status != CAIRN_OK && status != CAIRN_UNFINISHED)
            return refuse_goal(crowd, status, i, to->asked);
    }
    return CAIRN_OK;
}

/* A member that stands in a wall looks at the map, and sees that it is stranded. */
static void look_from_wall(cairn_crowd *crowd, uint32_t i)
{
    if (crowd->map->living == NULL ||
        cairn__is_open_cell(crowd->map, cairn__member_get_cell(crowd, i)))
        return;
    crowd->runs[i] = CAIRN__RUN_STALE;
    crowd->sweep = cairn__get_lower(crowd->sweep, i);
}

static void order(cairn_crowd *crowd, uint32_t i, const target *to)
{
    cairn__member *member = &crowd->all[i];
    cairn__rest_end(crowd, crowd->cells[i]);
    member->asks = look_from(crowd, i, to) == CAIRN_UNFINISHED;
    member->plan.goal = member->plan.asked = cairn__unpack(to->asked);
    member->order = crowd->orders;
    member->idles = 0;
    cairn__member_set_out(crowd, i);
    look_from_wall(crowd, i);
}

cairn_status cairn_crowd_order(cairn_crowd *crowd, const cairn_member *members, size_t count,
                               cairn_cell goal)
{
    if (crowd == NULL)
        return CAIRN_ARGUMENT;
    if (members == NULL && count > 0)
        return cairn__because_null(&crowd->why);
    const target to = look_at_goal(crowd, goal);
    cairn_status status = check_order(crowd, members, count, &to);
    if (status != CAIRN_OK)
        return status;
    crowd->orders++;
    cairn__crowd_field_note(crowd, count);
    for (size_t k = 0; k < count; k++)
        order(crowd, cairn_member_get_index(members[k]), &to);
    return CAIRN_OK;
}

/* Nothing is planned and nothing is to do. */
static void stop(cairn_crowd *crowd, uint32_t i, uint8_t state)
{
    cairn__member_leave_queue(crowd, i);
    cairn__member_set_state(crowd, i, state);
    cairn__member_forget(crowd, i);
}

cairn_status cairn_crowd_halt(cairn_crowd *crowd, cairn_member member)
{
    uint32_t i;
    cairn_status status = get_member(crowd, member, &i);
    if (status != CAIRN_OK)
        return status;
    stop(crowd, i, CAIRN_MEMBER_IDLE);
    look_from_wall(crowd, i);
    return CAIRN_OK;
}

/* OK if a member may stand on a cell: member `i`, or a new one. */
static cairn_status check_place(cairn_crowd *crowd, cairn_cell cell, uint32_t i)
{
    bool stands_there = i != CAIRN__NO_MEMBER && crowd->cells[i] == cell;
    if (!cairn_map_is_open(crowd->map, cell))
        return cairn__because_of_cell(&crowd->why, CAIRN_BLOCKED, cairn__unpack(cell));
    if (!stands_there && cairn__place_is_taken(crowd, cell))
        return cairn__because_of_cell(&crowd->why, CAIRN_TAKEN, cairn__unpack(cell));
    return CAIRN_OK;
}

cairn_status cairn_crowd_push(cairn_crowd *crowd, cairn_member member, cairn_cell cell)
{
    uint32_t i;
    cairn_status status = get_member(crowd, member, &i);
    if (status == CAIRN_OK)
        status = check_place(crowd, cell, i);
    if (status != CAIRN_OK)
        return status;
    bool ordered = crowd->states[i] != CAIRN_MEMBER_IDLE && crowd->all[i].idles == 0;
    cairn__plan *plan = &crowd->all[i].plan;
    if (ordered)
        status =
            cairn__check_goal(crowd->map, crowd->goal_policy, cairn__unpack(cell), plan->asked);
    if (status != CAIRN_OK && status != CAIRN_UNFINISHED)
        return refuse_goal(crowd, status, i, cairn__pack(plan->asked));
    cairn__place_move(crowd, i, cell);
    if (ordered) {
        crowd->all[i].asks = status == CAIRN_UNFINISHED;
        plan->goal = plan->asked;
        cairn__member_set_out(crowd, i);
    } else {
        stop(crowd, i, CAIRN_MEMBER_IDLE);
    }
    return CAIRN_OK;
}

/* ---- coming and going ---- */

/* A free place: one that was never taken, or the one that has been free longest. */
static uint32_t take_place(cairn_crowd *crowd)
{
    if (crowd->used < crowd->capacity) {
        crowd->all[crowd->used].generation = 1;
        return crowd->used++;
    }
    uint32_t i = crowd->free.first;
    if (i != CAIRN__NO_MEMBER)
        cairn__line_remove(&crowd->free, crowd->all, i);
    return i;
}

cairn_status cairn_crowd_add(cairn_crowd *crowd, cairn_cell cell, cairn_member *member)
{
    if (crowd == NULL)
        return CAIRN_ARGUMENT;
    if (member == NULL)
        return cairn__because_null(&crowd->why);
    cairn_status status = check_place(crowd, cell, CAIRN__NO_MEMBER);
    if (status != CAIRN_OK)
        return status;
    uint32_t i = take_place(crowd);
    if (i == CAIRN__NO_MEMBER)
        return cairn__because(&crowd->why, CAIRN_FULL, "the crowd has room for %u members",
                              (unsigned)crowd->capacity);
    crowd->cells[i] = cell;
    crowd->runs[i] = 0;
    crowd->all[i].queue = CAIRN__NOT_QUEUED;
    crowd->members++;
    stop(crowd, i, CAIRN_MEMBER_IDLE);
    cairn__place_add(crowd, i);
    *member = get_number(crowd, i);
    return CAIRN_OK;
}

cairn_status cairn_crowd_remove(cairn_crowd *crowd, cairn_member member)
{
    uint32_t i;
    cairn_status status = get_member(crowd, member, &i);
    if (status != CAIRN_OK)
        return status;
    stop(crowd, i, CAIRN_MEMBER_NONE);
    cairn__place_remove(crowd, i);
    crowd->runs[i] = 0;
    crowd->all[i].generation =
        (uint16_t)(crowd->all[i].generation < CAIRN__MOST_GENERATION ? crowd->all[i].generation + 1
                                                                     : 1);
    cairn__line_push(&crowd->free, crowd->all, i);
    crowd->members--;
    return CAIRN_OK;
}

cairn_status cairn_crowd_get_member(const cairn_crowd *crowd, cairn_member member,
                                    cairn_member_info *info)
{
    uint32_t i;
    if (crowd == NULL)
        return CAIRN_ARGUMENT;
    if (!find_member(crowd, member, &i))
        return CAIRN_NO_MEMBER;
    bool ordered = crowd->states[i] != CAIRN_MEMBER_IDLE && crowd->all[i].idles == 0;
    const cairn_member_info known = {.state = crowd->states[i],
                                     .cell = crowd->cells[i],
                                     .goal = ordered ? cairn__pack(crowd->all[i].plan.goal)
                                                     : crowd->cells[i]};
    return cairn__sized_write(info, &known, sizeof known);
}

cairn_member cairn_crowd_find(const cairn_crowd *crowd, cairn_cell cell)
{
    uint32_t i = crowd != NULL ? cairn__place_find(crowd, cell) : CAIRN__NO_MEMBER;
    return i != CAIRN__NO_MEMBER ? get_number(crowd, i) : 0;
}
