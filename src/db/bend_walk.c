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
    walk->leg.phase = CAIRN__LEG_ENDED;
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
    cairn__leg_walk_start(&walk->leg, &walk->search.straight, from, walk->target,
                          tools->desk->rows);
    return answer;
}

static cairn__bend_answer find_moves(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                     int64_t *units, cairn__run *run)
{
    for (;;) {
        cairn__leg_answer leg =
            cairn__leg_walk_next(&walk->leg, &walk->search.straight, tools->map, units, run);
        if (leg == CAIRN__LEG_MOVES)
            return CAIRN__BEND_FOUND;
        if (leg != CAIRN__LEG_END)
            return leg == CAIRN__LEG_PAUSED ? CAIRN__BEND_PAUSED : CAIRN__BEND_NONE;
        cairn__bend_answer answer = start_leg(walk, tools, units);
        if (answer != CAIRN__BEND_FOUND)
            return answer;
    }
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
