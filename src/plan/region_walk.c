/* region_walk.c: walking from any cell to the goal by a net of regions, without learning.
 *
 * The route is the seed of the agent's region, the subgoals of the ways from neighbour to neighbour
 * with the seeds between them, the goal's seed, the goal. The next ones of it are in a window. The
 * agent climbs to one of them, and every few moves it looks for a later one that a climb reaches
 * from where it stands: the route is pulled straight, and seeds that are out of the way are left
 * out.
 *
 * Targets only ever move on along the route, and a climb to one gets nearer with each move; a route
 * has at most twice as many states as the net; and planning without a move has a bound of its own.
 * So a step and a walk end whatever the net says. Where the net fails, by a climb that is stuck or a
 * hop that leads nowhere, LRTA* takes over for good. */
#include "base/xy.h"
#include "plan/plan.h"

#include <stdlib.h>

#include "base/bits.h"
#include "grid/scans.h"

/* Moves between two looks ahead. */
#define LOOK_MOVES 16

/* How much of the window such a look takes in. */
#define NEAR_REACH 4

/* Moves of a climb that looks ahead, at most. */
#define LOOK_CUTOFF 500

/* Neighbours of regions that one piece of work looks at, at most. */
#define FILL_LOOKS 256

/* Units without a move after which the net has failed. A damaged one may lead over the agent's own
 * cell again and again. A sound one needs 16,000 at most to look up the regions of both ends, and
 * 8,000 for each look at the whole window; the most seen in 96,000 walks was 3,473. */
#define MOST_IDLE (UINT32_C(1) << 17)

/* The agent's own state and its eight neighbours, as LRTA* counts them. */
#define LOCAL_STATES 9

void cairn__region_walk_start(cairn_agent *agent)
{
    agent->walk = (cairn__region_walk){.phase = CAIRN__WALK_GOAL};
}

static void lose(cairn_agent *agent)
{
    agent->selection_failures++;
    agent->walk.phase = CAIRN__WALK_LOST;
    cairn__leg_set_target(agent, agent->goal);
}

/* ---- the route ---- */

/* Goes on to the neighbour that the hop has found; false if there is none. */
static bool take_hop(const cairn__region_net *net, cairn__region_walk *walk)
{
    if (!cairn__net_get_way(net, walk->region, walk->hop.place, &walk->way))
        return false;
    walk->region = walk->way.to;
    walk->index = 0;
    walk->stage = CAIRN__ROUTE_WAY;
    return true;
}

/* The next subgoal of the route, behind the window; NO if the net fails or has none. `looks`: at so
 * many neighbours it may look before it answers LATER. */
static cairn__answer find_next(const cairn_agent *agent, cairn__region_walk *walk, uint32_t *looks,
                               cairn__xy *next)
{
    const cairn__region_net *net = &agent->def.db->net;
    switch (walk->stage) {
    case CAIRN__ROUTE_SEED: /* of the region that the route has come to */
        *next = net->seeds[walk->region];
        walk->stage =
            walk->region == walk->goal_region ? CAIRN__ROUTE_GOAL : CAIRN__ROUTE_NEIGHBOUR;
        return CAIRN__YES;
    case CAIRN__ROUTE_GOAL:
        *next = agent->goal;
        walk->stage = CAIRN__ROUTE_END;
        return CAIRN__YES;
    case CAIRN__ROUTE_NEIGHBOUR:
        walk->hop.from = walk->region;
        walk->hop.to = walk->goal_region;
        cairn__net_start_hop(net, &walk->hop);
        walk->stage = CAIRN__ROUTE_HOP;
        /* fall through */
    case CAIRN__ROUTE_HOP:
        *looks -= cairn__net_search_hop(net, &walk->hop, *looks);
        if (!walk->hop.done)
            return CAIRN__LATER;
        if (!take_hop(net, walk))
            return CAIRN__NO;
        /* fall through */
    case CAIRN__ROUTE_WAY:
        if (walk->index < walk->way.count) {
            *next = cairn__net_get_subgoal(net, &walk->way, walk->index++);
            return CAIRN__YES;
        }
        walk->stage = CAIRN__ROUTE_SEED;
        return find_next(agent, walk, looks, next);
    case CAIRN__ROUTE_END:
        break;
    }
    return CAIRN__NO;
}

/* Puts a state of the route into the window; false if no sound net has it there. */
static bool add_state(const cairn_agent *agent, cairn__region_walk *walk, cairn__xy state)
{
    const cairn__net_header *header = &agent->def.db->net.header;
    if (!cairn__is_open_cell(agent->def.map, state) ||
        walk->states++ / 2 > (uint64_t)header->regions + header->subgoals)
        return false;
    bool again = walk->count > 0 && cairn__is_same_cell(walk->window[walk->count - 1], state);
    if (again)
        return walk->stage == CAIRN__ROUTE_END; /* only the goal may be a seed */
    walk->window[walk->count++] = state;
    return true;
}

/* Fills the window; NO if the net fails. */
static cairn__answer fill_window(cairn_agent *agent, cairn_work *work)
{
    cairn__region_walk *walk = &agent->walk;
    cairn__answer answer = CAIRN__YES;
    uint32_t looks = FILL_LOOKS;
    while (answer == CAIRN__YES && walk->count < CAIRN__WALK_WINDOW &&
           walk->stage != CAIRN__ROUTE_END) {
        cairn__xy next;
        answer = find_next(agent, walk, &looks, &next);
        if (answer == CAIRN__YES && !add_state(agent, walk, next))
            answer = CAIRN__NO;
        work->entries += answer == CAIRN__YES;
    }
    work->entries += FILL_LOOKS - looks;
    return answer == CAIRN__YES && walk->count == 0 ? CAIRN__NO : answer;
}

/* Leaves out the first subgoals of the window. */
static void drop(cairn__region_walk *walk, uint32_t count)
{
    walk->count -= count;
    for (uint32_t i = 0; i < walk->count; i++)
        walk->window[i] = walk->window[i + count];
    walk->phase = CAIRN__WALK_FILL;
}

/* ---- looking up regions ---- */

/* True if a climb gets there; what is too far for the cut-off is not tried. */
static bool climbs(const cairn_agent *agent, cairn__xy from, cairn__xy to, uint32_t cutoff,
                   cairn_work *work)
{
    if (abs(from.x - to.x) > (int)cutoff || abs(from.y - to.y) > (int)cutoff)
        return false;
    cairn__climb_result climb = cairn__climb(agent->def.map, from, to, cutoff);
    work->moves += climb.moves;
    return climb.reached;
}

/* Tries the next region that a cell may be in. True when the look-up is over, `found` tells how. */
static bool try_member(cairn_agent *agent, cairn__xy cell, cairn_work *work, uint32_t *found)
{
    const cairn__region_net *net = &agent->def.db->net;
    uint32_t cutoff = cairn__get_lower(net->header.cutoff, LOOK_CUTOFF);
    cairn__net_members members = cairn__net_find_members(net, cell);
    *found = CAIRN__NET_NONE;
    if (agent->walk.tried >= members.count)
        return true;
    uint32_t region = cairn__net_get_member(net, &members, agent->walk.tried++);
    work->entries++;
    if (region == CAIRN__NET_NONE)
        return true;
    cairn__xy seed = net->seeds[region];
    if (!members.single &&
        (!cairn__is_open_cell(agent->def.map, seed) || !climbs(agent, cell, seed, cutoff, work) ||
         !climbs(agent, seed, cell, cutoff, work)))
        return false;
    *found = region;
    return true;
}

/* Units of one try: the region, and a climb each way. */
#define TRY_UNITS (1 + 2 * LOOK_CUTOFF)
static_assert(TRY_UNITS <= CAIRN_MIN_WORK, "a piece of work");

/* The agent's own region, then the goal's, then the first part of the route. */
static void look_up(cairn_agent *agent, cairn_work *work)
{
    cairn__region_walk *walk = &agent->walk;
    bool own = walk->phase == CAIRN__WALK_OWN;
    uint32_t found;
    if (!try_member(agent, own ? agent->cell : agent->goal, work, &found))
        return;
    walk->tried = 0;
    if (found == CAIRN__NET_NONE) {
        lose(agent);
    } else if (own) {
        walk->region = found;
        walk->phase = CAIRN__WALK_OTHER;
    } else {
        walk->goal_region = found;
        walk->stage = CAIRN__ROUTE_SEED;
        walk->phase = CAIRN__WALK_FILL;
        walk->looks = true;
    }
}

/* ---- walking ---- */

/* Heads for the first subgoal of the window. */
static void follow(cairn_agent *agent)
{
    agent->walk.phase = CAIRN__WALK_FOLLOW;
    agent->walk.moves_left = LOOK_MOVES;
    cairn__leg_set_target(agent, agent->walk.window[0]);
}

/* Begins a look ahead at the first `reach` subgoals of the window. */
static void look(cairn_agent *agent, uint32_t reach)
{
    agent->walk.phase = CAIRN__WALK_LOOK;
    agent->walk.tried = cairn__get_lower(agent->walk.count, reach);
}

/* Straight to the goal if a climb gets there. */
static void try_goal(cairn_agent *agent, cairn_work *work)
{
    cairn__region_walk *walk = &agent->walk;
    if (climbs(agent, agent->cell, agent->goal, LOOK_CUTOFF, work)) {
        walk->window[0] = agent->goal;
        walk->count = 1;
        walk->stage = CAIRN__ROUTE_END;
        follow(agent);
        return;
    }
    agent->selections++;
    walk->phase = CAIRN__WALK_OWN;
}

/* Tries the last subgoal of the window that was not tried yet. */
static void try_ahead(cairn_agent *agent, cairn_work *work)
{
    cairn__region_walk *walk = &agent->walk;
    if (walk->tried <= 1) {
        follow(agent);
        return;
    }
    uint32_t index = --walk->tried;
    if (climbs(agent, agent->cell, walk->window[index], LOOK_CUTOFF, work)) {
        drop(walk, index);
        walk->looks = false;
    }
}

/* Fills the window, then looks ahead or follows. */
static void fill(cairn_agent *agent, cairn_work *work)
{
    cairn__answer answer = fill_window(agent, work);
    if (answer == CAIRN__NO)
        lose(agent);
    else if (answer == CAIRN__YES && agent->walk.looks)
        look(agent, CAIRN__WALK_WINDOW);
    else if (answer == CAIRN__YES)
        follow(agent);
}

/* Sets the next run, or another phase. */
static void go_on(cairn_agent *agent, cairn_work *work)
{
    cairn__region_walk *walk = &agent->walk;
    if (cairn__is_same_cell(agent->cell, walk->window[0])) { /* on to the next */
        drop(walk, 1);
        walk->looks = true;
        return;
    }
    if (walk->moves_left == 0 && (walk->count > 1 || walk->stage != CAIRN__ROUTE_END)) {
        look(agent, NEAR_REACH);
        return;
    }
    cairn__run run = cairn__climb_run(agent->def.map, agent->cell, walk->window[0]);
    work->states++;
    agent->open_closed = LOCAL_STATES;
    if (run.count == 0) {
        lose(agent);
        return;
    }
    if (walk->moves_left > 0) {
        run.count = cairn__get_lower(run.count, walk->moves_left);
        walk->moves_left -= run.count;
    }
    agent->run = run;
}

/* What a look-ahead of LRTA* may take in. */
static uint32_t get_leg_units(const cairn_agent *agent)
{
    uint32_t side = 2 * (agent->def.g_max / CAIRN__CARDINAL) + 1;
    return cairn__get_lower(side * side, CAIRN_MIN_WORK);
}

/* The most units that the next piece takes. */
static uint32_t get_units(const cairn_agent *agent)
{
    switch (agent->walk.phase) {
    case CAIRN__WALK_LOST:
        return get_leg_units(agent);
    case CAIRN__WALK_OWN:
    case CAIRN__WALK_OTHER:
        return TRY_UNITS;
    case CAIRN__WALK_GOAL:
    case CAIRN__WALK_LOOK:
        return LOOK_CUTOFF;
    case CAIRN__WALK_FILL:
        return CAIRN__WALK_WINDOW + FILL_LOOKS;
    default:
        return 1;
    }
}

static void do_piece(cairn_agent *agent, cairn_work *work)
{
    switch (agent->walk.phase) {
    case CAIRN__WALK_GOAL:
        try_goal(agent, work);
        break;
    case CAIRN__WALK_OWN:
    case CAIRN__WALK_OTHER:
        look_up(agent, work);
        break;
    case CAIRN__WALK_FILL:
        fill(agent, work);
        break;
    case CAIRN__WALK_LOOK:
        try_ahead(agent, work);
        break;
    default:
        go_on(agent, work);
        break;
    }
}

/* Counts the units of a piece; too many of them without a move, and the net has failed. */
static void count_idle(cairn_agent *agent, uint32_t units)
{
    cairn__region_walk *walk = &agent->walk;
    walk->idle += units;
    if (agent->run.count > 0)
        walk->idle = 0;
    else if (walk->idle > MOST_IDLE && walk->phase != CAIRN__WALK_LOST)
        lose(agent);
}

cairn_status cairn__region_walk_plan(cairn_agent *agent, cairn_work *work)
{
    while (cairn__agent_can_spend(agent, work, get_units(agent))) {
        if (agent->walk.phase == CAIRN__WALK_LOST)
            return cairn__leg_plan(agent, work);
        uint32_t before = cairn_work_get_units(work);
        do_piece(agent, work);
        count_idle(agent, cairn_work_get_units(work) - before);
        if (agent->run.count > 0)
            break;
    }
    return CAIRN_OK;
}
