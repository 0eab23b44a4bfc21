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

bool cairn__leg_walk_resume(cairn__leg_walk *leg, cairn__straight *straight,
                            const cairn__xy ends[2], const uint32_t made[2], cairn__xy cell,
                            uint16_t *room)
{
    cairn__leg_walk_start(leg, straight, ends[0], ends[1], room);
    leg->place = made[0];
    leg->row = made[1];
    return leg->place <= straight->width && leg->row <= straight->depth &&
           cairn__is_same_cell(cairn__straight_get_cell(straight, leg->place, leg->row), cell);
}

/* The straight test says whether there is a leg, and whether it leads over the place where it is continued. */
static cairn__leg_phase look(const cairn__leg_walk *leg, const cairn__straight *straight,
                             cairn__answer answer)
{
    bool leads =
        answer == CAIRN__DONE && cairn__straight_leads_over(straight, leg->place, leg->row);
    return leads ? CAIRN__LEG_WALKING : CAIRN__LEG_ENDED;
}

cairn__answer cairn__leg_walk_next(cairn__leg_walk *leg, cairn__straight *straight,
                                   const cairn_map *map, cairn__meter *meter, cairn__run *run)
{
    if (leg->phase == CAIRN__LEG_LOOKING) {
        cairn__answer answer = cairn__straight_run(straight, map, meter);
        if (answer == CAIRN__PAUSED)
            return CAIRN__PAUSED;
        leg->phase = look(leg, straight, answer);
        if (leg->phase == CAIRN__LEG_ENDED)
            return CAIRN__FAILED;
    }
    if (leg->phase == CAIRN__LEG_ENDED)
        return CAIRN__NONE;
    cairn__straight_moves moves = cairn__straight_get_moves(straight, leg->place, leg->row);
    if (moves.count == 0) {
        leg->phase = CAIRN__LEG_ENDED;
        return CAIRN__NONE;
    }
    *(moves.heading % 2 == 0 ? &leg->place : &leg->row) += moves.count;
    *run = (cairn__run){
        .move = cairn__move_by(cairn__heading_x[moves.heading], cairn__heading_y[moves.heading]),
        .count = moves.count};
    return CAIRN__DONE;
}
