/* bend_walk.c: search, then leg by leg: the cell where it ends, its straight test, its moves. */
#include "db/bend_walk.h"

#include "cairn/agent.h"

static_assert(CAIRN__BEND_UNITS < CAIRN_MIN_WORK, "every step can do a piece of work");

/* The units that work may begin with: its last piece may take CAIRN__BEND_UNITS more. Not above 0 if
 * there are not so many left. */
static int64_t get_units(const cairn__meter *meter)
{
    if (meter->left >= INT64_MAX)
        return INT64_MAX;
    return (int64_t)meter->left - CAIRN__BEND_UNITS;
}

/* Spends what work has used of the units it began with. */
static void spend(cairn__meter *meter, uint32_t *figure, int64_t begun, int64_t left)
{
    cairn__meter_spend(meter, figure, (uint32_t)(begun - left));
}

void cairn__bend_walk_start(cairn__bend_walk *walk, cairn__xy start, cairn__xy goal)
{
    cairn__bend_search_start(&walk->search, start, goal);
}

cairn__bend_answer cairn__bend_walk_search(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                           cairn__meter *meter)
{
    int64_t begun = get_units(meter), units = begun;
    cairn__bend_answer answer = CAIRN__BEND_PAUSED;
    if (begun > 0)
        answer = cairn__bend_search_run(&walk->search, tools, &units);
    spend(meter, &meter->work.entries, begun, units);
    if (answer == CAIRN__BEND_FOUND)
        cairn__bend_walk_rewind(walk);
    return answer;
}

void cairn__bend_walk_rewind(cairn__bend_walk *walk)
{
    cairn__bend_legs_start(&walk->legs, &walk->search);
    walk->target = walk->search.ends[0];
    walk->looking = walk->walking = false;
}

/* Finds where the next leg ends, and begins to look for its moves. */
static cairn__bend_answer start_leg(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                    int64_t *units)
{
    cairn__xy from = walk->target;
    cairn__bend_answer answer =
        cairn__bend_legs_next(&walk->legs, tools->set, units, &walk->target);
    if (answer != CAIRN__BEND_FOUND)
        return answer;
    cairn__straight_start(&walk->search.straight, from, walk->target, tools->desk->rows);
    walk->looking = true;
    return answer;
}

static cairn__bend_answer find_leg(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                   int64_t *units)
{
    cairn__straight_answer answer = cairn__straight_run(&walk->search.straight, tools->map, units);
    if (answer == CAIRN__STRAIGHT_PAUSED)
        return CAIRN__BEND_PAUSED;
    walk->looking = false;
    walk->walking = answer == CAIRN__STRAIGHT_YES;
    walk->place = walk->row = 0;
    return walk->walking ? CAIRN__BEND_FOUND : CAIRN__BEND_NONE;
}

/* The next moves of the leg; false at its end. */
static bool follow_leg(cairn__bend_walk *walk, cairn__run *run)
{
    cairn__straight_moves moves =
        cairn__straight_get_moves(&walk->search.straight, walk->place, walk->row);
    if (moves.count == 0)
        return false;
    uint32_t *made = moves.heading % 2 == 0 ? &walk->place : &walk->row;
    *made += moves.count;
    *run = (cairn__run){
        .move = cairn__move_by(cairn__heading_x[moves.heading], cairn__heading_y[moves.heading]),
        .count = moves.count};
    return true;
}

static cairn__bend_answer find_moves(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                     int64_t *units, cairn__run *run)
{
    cairn__bend_answer answer = CAIRN__BEND_FOUND;
    while (answer == CAIRN__BEND_FOUND) {
        if (walk->walking && follow_leg(walk, run))
            return CAIRN__BEND_FOUND;
        walk->walking = false;
        answer = walk->looking ? find_leg(walk, tools, units) : start_leg(walk, tools, units);
    }
    return answer;
}

cairn__bend_answer cairn__bend_walk_next(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                         cairn__meter *meter, cairn__run *run)
{
    int64_t begun = get_units(meter), units = begun - 1; /* telling moves is a unit as well */
    if (units < 0)
        return CAIRN__BEND_PAUSED;
    cairn__bend_answer answer = find_moves(walk, tools, &units, run);
    spend(meter, &meter->work.scans, begun, units);
    return answer;
}
