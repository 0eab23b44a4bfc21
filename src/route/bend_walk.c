/* bend_walk.c: search, then leg by leg: the cell where it ends, its straight test, its moves. */
#include "route/bend_walk.h"

void cairn__bend_walk_start(cairn__bend_walk *walk, cairn__xy start, cairn__xy goal)
{
    cairn__bend_search_start(&walk->search, start, goal);
}

void cairn__bend_walk_start_by_goal(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                    const cairn__bend_goal *goal, cairn__xy start)
{
    const cairn__bend_ways ways = cairn__bend_goal_get_ways(goal);
    cairn__bend_search_start_known(&walk->search, tools, &ways, start);
}

cairn__answer cairn__bend_walk_search(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                      cairn__meter *meter)
{
    int64_t begun = cairn__meter_open(meter);
    cairn__answer answer = CAIRN__PAUSED;
    if (begun > 0)
        answer = cairn__bend_search_run(&walk->search, tools, meter);
    cairn__meter_close(meter, &meter->work.entries, begun);
    if (answer == CAIRN__DONE)
        cairn__bend_walk_rewind(walk);
    return answer;
}

void cairn__bend_walk_rewind(cairn__bend_walk *walk)
{
    const cairn__bend_search *search = &walk->search;
    const cairn__bend_way *way = &search->best;
    cairn__bend_legs_start(&walk->legs, search);
    walk->target = walk->legs.cell;
    walk->leg.phase = CAIRN__LEG_ENDED;
    walk->is_found = way->straight && search->purpose == CAIRN__BEND_FOR_WAY &&
                     cairn__is_same_cell(way->via[0], search->ends[0]) &&
                     cairn__is_same_cell(way->via[1], search->ends[1]);
}

/* Finds where the next leg ends, and begins to look for its moves. */
static cairn__answer start_leg(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                               cairn__meter *meter)
{
    cairn__xy from = walk->target;
    cairn__answer answer = cairn__bend_legs_next(&walk->legs, tools->set, meter, &walk->target);
    if (answer != CAIRN__DONE)
        return answer;
    if (!cairn__is_open_cell(tools->map, walk->target))
        return CAIRN__NONE; /* damaged labels may name any cell */
    if (walk->is_found)
        cairn__leg_walk_start_found(&walk->leg);
    else
        cairn__leg_walk_start(&walk->leg, &walk->search.straight, from, walk->target,
                              tools->desk->rows);
    walk->is_found = false;
    return answer;
}

static cairn__answer find_moves(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                cairn__meter *meter, cairn__run *run)
{
    for (;;) {
        cairn__answer leg =
            cairn__leg_walk_next(&walk->leg, &walk->search.straight, tools->map, meter, run);
        if (leg == CAIRN__DONE)
            return CAIRN__DONE;
        if (leg != CAIRN__NONE)
            return leg == CAIRN__PAUSED ? CAIRN__PAUSED : CAIRN__NONE;
        cairn__answer answer = start_leg(walk, tools, meter);
        if (answer != CAIRN__DONE)
            return answer;
    }
}

cairn__answer cairn__bend_walk_next(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                    cairn__meter *meter, cairn__run *run)
{
    int64_t begun = cairn__meter_open(meter);
    cairn__answer answer = CAIRN__PAUSED;
    if (begun > 0) {
        meter->left--; /* telling moves is a unit as well */
        answer = find_moves(walk, tools, meter, run);
    }
    cairn__meter_close(meter, &meter->work.scans, begun);
    return answer;
}

/* ---- packed ---- */

void cairn__bend_walk_pack(const cairn__bend_walk *walk, uint32_t *words)
{
    const cairn__bend_legs *legs = &walk->legs;
    bool inside = walk->leg.phase == CAIRN__LEG_WALKING, by_hub = !legs->way.straight;
    bool at_node = legs->phase >= CAIRN__LEGS_UP && legs->phase <= CAIRN__LEGS_DOWN;
    words[0] = (uint32_t)legs->phase | (legs->way.straight ? UINT32_C(1) << 8 : 0) |
               (inside ? UINT32_C(1) << 9 : 0);
    words[1] = by_hub ? legs->way.hub : 0;
    words[2] = by_hub ? legs->way.nodes[0] : 0;
    words[3] = by_hub ? legs->way.nodes[1] : 0;
    words[4] = cairn__pack(legs->way.via[1]);
    words[5] = at_node ? legs->at.node : 0;
    words[6] = at_node ? legs->at.left : 0;
    words[7] = cairn__pack(walk->target);
    words[8] = inside ? cairn__pack(walk->search.straight.sides[0].end) : words[7];
    words[9] = inside ? walk->leg.place | walk->leg.row << 16 : 0;
}

/* Begins the leg that was being reported again, up to the cell that was reached. */
static bool unpack_leg(cairn__bend_walk *walk, const cairn__bend_tools *tools, cairn__xy cell,
                       const uint32_t *words)
{
    const cairn__xy ends[2] = {cairn__unpack(words[8]), walk->target};
    const uint32_t made[2] = {words[9] & 0xffff, words[9] >> 16};
    walk->leg = (cairn__leg_walk){.phase = CAIRN__LEG_ENDED};
    walk->is_found = false;
    if ((words[0] >> 9 & 1) == 0)
        return cairn__is_same_cell(cell, walk->target);
    return cairn__is_open_cell(tools->map, ends[0]) && cairn__is_open_cell(tools->map, ends[1]) &&
           cairn__leg_walk_resume(&walk->leg, &walk->search.straight, ends, made, cell,
                                  tools->desk->rows);
}

bool cairn__bend_walk_unpack(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                             const cairn__xy ends[2], const uint32_t *words)
{
    cairn__bend_legs *legs = &walk->legs;
    uint32_t phase = words[0] & 0xff;
    walk->target = cairn__unpack(words[7]);
    *legs = (cairn__bend_legs){
        .way = {.straight = (words[0] >> 8 & 1) != 0,
                .via = {walk->target, cairn__unpack(words[4])},
                .nodes = {words[2], words[3]},
                .hub = words[1]},
        .goal = ends[1],
        .cell = walk->target,
        .phase = (cairn__legs_phase)phase,
        .at = {words[5], words[6]},
        .listed = {words[3], UINT32_MAX},
    };
    if (phase <= CAIRN__LEGS_BEGIN || phase > CAIRN__LEGS_DONE)
        return false;
    bool by_nodes = phase >= CAIRN__LEGS_UP && phase <= CAIRN__LEGS_DOWN;
    if (by_nodes && (words[5] >= tools->set->nodes || words[3] >= tools->set->nodes))
        return false;
    return unpack_leg(walk, tools, ends[0], words);
}
