/* leg_walk.c: first the straight test, then run by run. */
#include "search/leg_walk.h"

#include "search/bends.h"

void cairn__leg_walk_start(cairn__leg_walk *leg, cairn__straight *straight, cairn__xy from,
                           cairn__xy to, uint16_t *room)
{
    cairn__straight_start(straight, from, to, room);
    *leg = (cairn__leg_walk){.phase = CAIRN__LEG_LOOKING};
}

void cairn__leg_walk_start_found(cairn__leg_walk *leg)
{
    *leg = (cairn__leg_walk){.phase = CAIRN__LEG_WALKING};
}

cairn__leg_answer cairn__leg_walk_next(cairn__leg_walk *leg, cairn__straight *straight,
                                       const cairn_map *map, int64_t *units, cairn__run *run)
{
    if (leg->phase == CAIRN__LEG_LOOKING) {
        cairn__straight_answer answer = cairn__straight_run(straight, map, units);
        if (answer == CAIRN__STRAIGHT_PAUSED)
            return CAIRN__LEG_PAUSED;
        leg->phase = answer == CAIRN__STRAIGHT_YES ? CAIRN__LEG_WALKING : CAIRN__LEG_ENDED;
        if (answer == CAIRN__STRAIGHT_NO)
            return CAIRN__LEG_NONE;
    }
    if (leg->phase == CAIRN__LEG_ENDED)
        return CAIRN__LEG_END;
    cairn__straight_moves moves = cairn__straight_get_moves(straight, leg->place, leg->row);
    if (moves.count == 0) {
        leg->phase = CAIRN__LEG_ENDED;
        return CAIRN__LEG_END;
    }
    *(moves.heading % 2 == 0 ? &leg->place : &leg->row) += moves.count;
    *run = (cairn__run){
        .move = cairn__move_by(cairn__heading_x[moves.heading], cairn__heading_y[moves.heading]),
        .count = moves.count};
    return CAIRN__LEG_MOVES;
}
