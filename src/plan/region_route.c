/* region_route.c: the route of a walk by a net of regions, state by state: the seed of the agent's
 * region, the subgoals of the ways from neighbour to neighbour with the seeds between them, the
 * goal's seed, the goal. */
#include "plan/region_walk.h"

#include "plan/leg.h"
#include "grid/living.h"

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

static void start_hop(const cairn__region_net *net, cairn__region_walk *walk)
{
    walk->hop.from = walk->region;
    walk->hop.to = walk->goal_region;
    cairn__net_start_hop(net, &walk->hop);
    walk->stage = CAIRN__ROUTE_HOP;
}

/* Looks at neighbours, a unit each, until the next one on the route is found; a unit is left. */
static cairn__answer search_hop(cairn__slot *slot, const cairn__region_net *net)
{
    cairn__region_walk *walk = slot->walk;
    cairn__meter *meter = &slot->meter;
    uint32_t most = cairn__meter_get_left(meter) - 1;
    uint32_t looks = cairn__net_search_hop(net, &walk->hop, most);
    cairn__meter_spend(meter, &meter->work.entries, looks);
    if (!walk->hop.done)
        return CAIRN__PAUSED;
    return take_hop(net, walk) ? CAIRN__DONE : CAIRN__NONE;
}

/* The next state of the route, behind the window; NONE if the net fails or has none. */
static cairn__answer find_next(cairn__slot *slot, cairn__xy *next)
{
    const cairn__region_net *net = &slot->db->net;
    cairn__region_walk *walk = slot->walk;
    cairn__answer answer;
    switch (walk->stage) {
    case CAIRN__ROUTE_SEED: /* of the region that the route has come to */
        *next = net->seeds[walk->region];
        walk->stage =
            walk->region == walk->goal_region ? CAIRN__ROUTE_GOAL : CAIRN__ROUTE_NEIGHBOUR;
        return CAIRN__DONE;
    case CAIRN__ROUTE_GOAL:
        *next = slot->goal;
        walk->stage = CAIRN__ROUTE_END;
        return CAIRN__DONE;
    case CAIRN__ROUTE_NEIGHBOUR:
        start_hop(net, walk);
        /* fall through */
    case CAIRN__ROUTE_HOP:
        answer = search_hop(slot, net);
        if (answer != CAIRN__DONE)
            return answer;
        /* fall through */
    case CAIRN__ROUTE_WAY:
        if (walk->index < walk->way.count) {
            *next = cairn__net_get_subgoal(net, &walk->way, walk->index++);
            return CAIRN__DONE;
        }
        walk->stage = CAIRN__ROUTE_SEED;
        return find_next(slot, next);
    case CAIRN__ROUTE_END:
        break;
    }
    return CAIRN__NONE;
}

/* Puts a state of the route into the window; false if no sound net has it there. On a changed map
 * states that are blocked or cut off are left out. */
static bool add_state(const cairn__slot *slot, cairn__region_walk *walk, cairn__xy state)
{
    const cairn__net_header *header = &slot->db->net.header;
    bool is_changed = !cairn__is_as_built(slot->map);
    if (walk->states++ / 2 > (uint64_t)header->regions + header->subgoals)
        return false;
    if (is_changed && !cairn__leg_can_reach(slot, state))
        return true;
    if (!cairn__is_open_cell(slot->map, state))
        return false;
    bool again = walk->count > 0 && cairn__is_same_cell(walk->window[walk->count - 1], state);
    if (again)
        return walk->stage == CAIRN__ROUTE_END || is_changed; /* only the goal may be a seed */
    walk->window[walk->count++] = state;
    return true;
}

cairn__answer cairn__region_route_fill(cairn__slot *slot)
{
    cairn__region_walk *walk = slot->walk;
    cairn__meter *meter = &slot->meter;
    while (walk->count < CAIRN__WALK_WINDOW && walk->stage != CAIRN__ROUTE_END) {
        cairn__xy next;
        if (!cairn__meter_can_spend(meter, 1))
            return CAIRN__PAUSED;
        cairn__answer answer = find_next(slot, &next);
        if (answer != CAIRN__DONE)
            return answer;
        cairn__meter_spend(meter, &meter->work.entries, 1);
        if (!add_state(slot, walk, next))
            return CAIRN__NONE;
    }
    return walk->count > 0 ? CAIRN__DONE : CAIRN__NONE;
}
