/* region_walk.c: walking by a net of regions, without learning.
 *
 * The next states of the route (region_route.c) are in a window. The agent climbs to one of them,
 * and every few moves it looks for a later one that a climb reaches from where it stands: the route
 * is pulled straight, and seeds that are out of the way are left out.
 *
 * Targets only ever move on along the route, and a climb to one gets nearer with each move; a route
 * has at most twice as many states as the net; and planning without a move has a bound of its own.
 * So a step and a walk end whatever the net says. Where the net fails, by a climb that is stuck or
 * a hop that leads nowhere, LRTA* takes over for good.
 *
 * On a changed map an agent with a scout looks at all legs of its route before it sets out, and goes
 * around what is in the way (detour.h); LRTA* takes over only if the scout fails. */
#include "plan/region_walk.h"

#include "base/bits.h"
#include "base/memory.h"
#include "grid/scans.h"
#include "plan/detour.h"
#include "plan/leg.h"

/* Moves between two looks ahead. */
#define LOOK_MOVES 16

/* How much of the window such a look takes in. */
#define NEAR_REACH 4

/* Moves of a climb that looks ahead, at most. */
#define LOOK_CUTOFF 500

/* Units without a move after which the net has failed. A damaged one may lead over the agent's own
 * cell again and again. A sound one needs 16,000 at most to look up the regions of both ends, and
 * 8,000 for each look at the whole window; the most seen in 96,000 walks was 3,473. */
#define MOST_IDLE (UINT32_C(1) << 17)

/* The agent's own state and its eight neighbours, as LRTA* counts them. */
#define LOCAL_STATES 9

uint64_t cairn__region_walk_get_bytes(const cairn__setup *setup)
{
    return setup->db->has_net ? cairn__round_up(sizeof(cairn__region_walk)) : 0;
}

void cairn__region_walk_create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    slot->walk = setup->db->has_net ? memory : NULL;
}

void cairn__region_walk_start(cairn__slot *slot)
{
    cairn__detour_end(slot);
    *slot->walk = (cairn__region_walk){.phase = CAIRN__WALK_GOAL};
}

/* Leaves the route and has a scout find the way to the goal. */
static void ask_for_goal(cairn__slot *slot)
{
    cairn__region_walk *walk = slot->walk;
    walk->window[0] = slot->goal;
    walk->count = 1;
    walk->stage = CAIRN__ROUTE_END;
    walk->phase = CAIRN__WALK_DETOUR;
    cairn__detour_start(slot, slot->goal);
}

/* The net has failed: a scout leads to the goal on a changed map; otherwise LRTA* takes over, once
 * there is memory for it. */
static cairn_status lose(cairn__slot *slot)
{
    if (cairn__may_detour(slot) && slot->walk->phase < CAIRN__WALK_DETOUR) {
        ask_for_goal(slot);
        return CAIRN_OK;
    }
    slot->walk->phase = CAIRN__WALK_FAILED;
    if (slot->guided)
        return CAIRN_INVALID;
    cairn_status status = cairn__leg_take_over(slot);
    if (status != CAIRN_OK)
        return status;
    slot->failures++;
    slot->walk->phase = CAIRN__WALK_LOST;
    return CAIRN_OK;
}

/* Does a climb get there? */
static cairn__answer climbs(cairn__slot *slot, cairn__xy from, cairn__xy to, uint32_t cutoff)
{
    const cairn__xy ends[2] = {from, to};
    return cairn__reach_check(slot, &slot->walk->reach, ends, cutoff);
}

/* ---- pieces of work. DONE: go on; NONE: the net has failed; PAUSED: the budget is used up ---- */

/* Do climbs lead from a cell to a seed and back? */
static cairn__answer check_seed(cairn__slot *slot, cairn__xy cell, cairn__xy seed)
{
    cairn__region_walk *walk = slot->walk;
    uint32_t cutoff = cairn__get_lower(slot->db->net.header.cutoff, LOOK_CUTOFF);
    if (!walk->there) {
        cairn__answer answer = climbs(slot, cell, seed, cutoff);
        if (answer != CAIRN__DONE)
            return answer;
        walk->there = true;
    }
    cairn__answer answer = climbs(slot, seed, cell, cutoff);
    walk->there = answer == CAIRN__PAUSED;
    return answer;
}

/* Tries the next region that a cell may be in: DONE leaves it in `found`, NONE goes on to the next. */
static cairn__answer try_member(cairn__slot *slot, cairn__xy cell, uint32_t *found)
{
    const cairn__region_net *net = &slot->db->net;
    cairn__region_walk *walk = slot->walk;
    cairn__meter *meter = &slot->meter;
    cairn__net_members members = cairn__net_find_members(net, cell);
    *found = CAIRN__NET_NONE;
    if (walk->tried >= members.count)
        return CAIRN__DONE;
    bool begun = walk->reach.begun || walk->there;
    if (!begun && !cairn__meter_try(meter, &meter->work.entries, 1))
        return CAIRN__PAUSED;
    uint32_t region = cairn__net_get_member(net, &members, walk->tried);
    cairn__answer answer = CAIRN__DONE;
    if (region != CAIRN__NET_NONE && !members.single)
        answer = cairn__is_open_cell(slot->map, net->seeds[region])
                     ? check_seed(slot, cell, net->seeds[region])
                     : CAIRN__NONE;
    walk->tried += answer != CAIRN__PAUSED;
    *found = region;
    return answer;
}

/* The first region of a cell's block: on a changed map climbs may not tell which it is in. */
static uint32_t get_any_region(const cairn__slot *slot, cairn__xy cell)
{
    const cairn__region_net *net = &slot->db->net;
    cairn__net_members members = cairn__net_find_members(net, cell);
    return members.count > 0 ? cairn__net_get_member(net, &members, 0) : CAIRN__NET_NONE;
}

static void start_route(cairn__region_walk *walk, cairn__walk_phase phase)
{
    walk->region = walk->own;
    walk->hop = (cairn__net_hop){0};
    walk->stage = CAIRN__ROUTE_SEED;
    walk->phase = phase;
    walk->looks = true;
    walk->states = walk->count = walk->tried = 0;
}

/* The agent's own region, then the goal's, then the first part of the route. */
static cairn__answer look_up(cairn__slot *slot)
{
    cairn__region_walk *walk = slot->walk;
    bool own = walk->phase == CAIRN__WALK_OWN;
    uint32_t found;
    cairn__xy cell = own ? slot->cell : slot->goal;
    cairn__answer answer = try_member(slot, cell, &found);
    if (answer != CAIRN__DONE)
        return answer == CAIRN__PAUSED ? CAIRN__PAUSED : CAIRN__DONE;
    if (found == CAIRN__NET_NONE && cairn__may_detour(slot))
        found = get_any_region(slot, cell);
    if (found == CAIRN__NET_NONE)
        return CAIRN__NONE;
    walk->tried = 0;
    if (own) {
        walk->own = found;
        walk->phase = CAIRN__WALK_OTHER;
    } else {
        walk->goal_region = found;
        walk->checked = slot->cell;
        if (cairn__may_detour(slot))
            cairn__detour_start_legs(slot);
        start_route(walk, cairn__may_detour(slot) ? CAIRN__WALK_CHECK : CAIRN__WALK_FILL);
    }
    return CAIRN__DONE;
}

/* Heads for the first subgoal of the window. */
static void follow(cairn__slot *slot)
{
    slot->walk->phase = CAIRN__WALK_FOLLOW;
    slot->walk->moves_left = LOOK_MOVES;
    slot->target = slot->walk->window[0];
}

/* Begins a look ahead at the first `reach` subgoals of the window. */
static void look(cairn__region_walk *walk, uint32_t reach)
{
    walk->phase = CAIRN__WALK_LOOK;
    walk->tried = cairn__get_lower(walk->count, reach);
}

/* Leaves out the first subgoals of the window; `looks` ahead once it is full again. */
static void drop(cairn__region_walk *walk, uint32_t count, bool looks)
{
    walk->count -= count;
    for (uint32_t i = 0; i < walk->count; i++)
        walk->window[i] = walk->window[i + count];
    walk->phase = CAIRN__WALK_FILL;
    walk->looks = looks;
}

/* Straight to the goal if a climb gets there. */
static cairn__answer try_goal(cairn__slot *slot)
{
    cairn__region_walk *walk = slot->walk;
    cairn__answer answer = climbs(slot, slot->cell, slot->goal, LOOK_CUTOFF);
    if (answer == CAIRN__PAUSED)
        return CAIRN__PAUSED;
    if (answer == CAIRN__DONE) {
        walk->window[0] = slot->goal;
        walk->count = 1;
        walk->stage = CAIRN__ROUTE_END;
        follow(slot);
        return CAIRN__DONE;
    }
    slot->selections++;
    walk->phase = CAIRN__WALK_OWN;
    return CAIRN__DONE;
}

/* Tries the last subgoal of the window that was not tried yet. */
static cairn__answer try_ahead(cairn__slot *slot)
{
    cairn__region_walk *walk = slot->walk;
    if (walk->tried <= 1) {
        follow(slot);
        return CAIRN__DONE;
    }
    cairn__answer answer = climbs(slot, slot->cell, walk->window[walk->tried - 1], LOOK_CUTOFF);
    if (answer == CAIRN__PAUSED)
        return CAIRN__PAUSED;
    walk->tried--;
    if (answer == CAIRN__DONE)
        drop(walk, walk->tried, false);
    return CAIRN__DONE;
}

/* Fills the window, then looks ahead or follows. */
static cairn__answer fill(cairn__slot *slot)
{
    cairn__answer answer = cairn__region_route_fill(slot);
    if (answer != CAIRN__DONE)
        return answer;
    if (slot->walk->looks)
        look(slot->walk, CAIRN__WALK_WINDOW);
    else
        follow(slot);
    return CAIRN__DONE;
}

/* Looks at the legs of the whole route; if detours make it too long, a scout finds another one. */
static cairn__answer check_route(cairn__slot *slot)
{
    cairn__region_walk *walk = slot->walk;
    cairn__answer answer = cairn__region_route_fill(slot);
    for (; answer == CAIRN__DONE && walk->tried < walk->count; walk->tried++) {
        answer = cairn__detour_check_leg(slot, walk->checked, walk->window[walk->tried]);
        if (answer != CAIRN__DONE)
            return answer;
        walk->checked = walk->window[walk->tried];
    }
    if (answer != CAIRN__DONE)
        return answer;
    walk->count = walk->tried = 0;
    if (walk->stage == CAIRN__ROUTE_END)
        start_route(walk, CAIRN__WALK_FILL);
    return CAIRN__DONE;
}

/* A climb is stuck: NONE, unless a scout leads on to the subgoal. */
static cairn__answer get_around(cairn__slot *slot)
{
    if (!cairn__may_detour(slot))
        return CAIRN__NONE;
    slot->walk->phase = CAIRN__WALK_DETOUR;
    cairn__detour_start(slot, slot->walk->window[0]);
    return CAIRN__DONE;
}

static cairn__answer go_around(cairn__slot *slot)
{
    if (cairn__is_on_detour(slot))
        return cairn__detour_plan(slot);
    follow(slot);
    return CAIRN__DONE;
}

/* Sets the next run, or another phase. */
static cairn__answer go_on(cairn__slot *slot)
{
    cairn__region_walk *walk = slot->walk;
    if (cairn__is_same_cell(slot->cell, walk->window[0])) { /* on to the next */
        drop(walk, 1, true);
        return CAIRN__DONE;
    }
    if (walk->moves_left == 0 && (walk->count > 1 || walk->stage != CAIRN__ROUTE_END)) {
        look(walk, NEAR_REACH);
        return CAIRN__DONE;
    }
    if (!cairn__meter_try(&slot->meter, &slot->meter.work.states, 1))
        return CAIRN__PAUSED;
    cairn__run run = cairn__climb_run(slot->map, slot->cell, walk->window[0]);
    slot->open_closed = LOCAL_STATES;
    if (run.count == 0)
        return get_around(slot);
    if (walk->moves_left > 0) {
        run.count = cairn__get_lower(run.count, walk->moves_left);
        walk->moves_left -= run.count;
    }
    slot->run = run;
    return CAIRN__DONE;
}

static cairn__answer do_piece(cairn__slot *slot)
{
    switch (slot->walk->phase) {
    case CAIRN__WALK_GOAL:
        return try_goal(slot);
    case CAIRN__WALK_OWN:
    case CAIRN__WALK_OTHER:
        return look_up(slot);
    case CAIRN__WALK_CHECK:
        return check_route(slot);
    case CAIRN__WALK_FILL:
        return fill(slot);
    case CAIRN__WALK_LOOK:
        return try_ahead(slot);
    case CAIRN__WALK_DETOUR:
        return go_around(slot);
    case CAIRN__WALK_FAILED:
        return CAIRN__NONE;
    default:
        return go_on(slot);
    }
}

/* Counts the units of a piece, and the piece; true if there were too many of them without a
 * move. */
static bool is_idle(cairn__slot *slot, int64_t units)
{
    cairn__region_walk *walk = slot->walk;
    bool scouts = walk->phase == CAIRN__WALK_CHECK || walk->phase == CAIRN__WALK_DETOUR;
    walk->idle = slot->run.count > 0 || scouts ? 0 : walk->idle + (uint64_t)units + 1;
    return walk->idle > MOST_IDLE;
}

cairn_status cairn__region_walk_plan(cairn__slot *slot)
{
    cairn__region_walk *walk = slot->walk;
    while (slot->run.count == 0 && walk->phase != CAIRN__WALK_LOST) {
        int64_t before = slot->meter.left;
        cairn__answer answer = do_piece(slot);
        bool failed = is_idle(slot, before - slot->meter.left) || answer == CAIRN__NONE;
        if (!failed && answer == CAIRN__PAUSED)
            return CAIRN_OK;
        cairn_status status = failed ? lose(slot) : CAIRN_OK;
        if (status != CAIRN_OK)
            return status;
    }
    return walk->phase == CAIRN__WALK_LOST ? cairn__leg_plan(slot) : CAIRN_OK;
}

/* ---- changes ---- */

/* Leaves out subgoals that are blocked or cut off. */
static void filter_window(cairn__slot *slot)
{
    cairn__region_walk *walk = slot->walk;
    uint32_t count = 0;
    for (uint32_t i = 0; i < walk->count; i++)
        if (cairn__leg_can_reach(slot, walk->window[i]))
            walk->window[count++] = walk->window[i];
    walk->count = count;
}

/* A look-up that has begun goes on, so that a walk sets out even if each step brings a change. */
void cairn__region_walk_notice(cairn__slot *slot, bool is_cut)
{
    cairn__region_walk *walk = slot->walk;
    cairn__walk_phase phase = walk->phase;
    cairn__leg_notice(slot);
    if (phase == CAIRN__WALK_LOST && slot->detour == NULL && !cairn__is_as_built(slot->map))
        return;
    if (phase > CAIRN__WALK_DETOUR || (is_cut && phase < CAIRN__WALK_FILL)) {
        cairn__region_walk_start(slot);
        return;
    }
    walk->reach.begun = walk->there = false;
    if (phase == CAIRN__WALK_CHECK) {
        cairn__detour_end(slot);
        start_route(walk, CAIRN__WALK_FILL);
    }
    filter_window(slot);
    if (phase == CAIRN__WALK_LOOK || phase == CAIRN__WALK_FOLLOW ||
        (phase == CAIRN__WALK_DETOUR && !cairn__detour_notice(slot, is_cut)))
        walk->phase = CAIRN__WALK_FILL;
}
