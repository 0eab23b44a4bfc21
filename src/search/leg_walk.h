/* leg_walk.h: the moves of a leg, which the straight test finds. */
#ifndef CAIRN_LEG_WALK_H
#define CAIRN_LEG_WALK_H

#include "grid/climb.h"
#include "search/straight.h"

typedef enum cairn__leg_phase {
    CAIRN__LEG_ENDED,
    CAIRN__LEG_LOOKING, /* for its moves */
    CAIRN__LEG_WALKING, /* they are known */
} cairn__leg_phase;

typedef struct cairn__leg_walk {
    cairn__leg_phase phase;
    uint32_t place; /* cardinal moves made, */
    uint32_t row;   /* and diagonal ones */
} cairn__leg_walk;

/* Begins with two open cells. The straight test, and the room for it, are in use up to the leg's
 * end. */
void cairn__leg_walk_start(cairn__leg_walk *leg, cairn__straight *straight, cairn__xy from,
                           cairn__xy to, uint16_t *room);

/* The same where the test has just found the leg. */
void cairn__leg_walk_start_found(cairn__leg_walk *leg);

/* Continues a leg at a cell on it, after a number of cardinal and diagonal moves; false if these do not lead
 * from its beginning to the cell. Whether the leg leads over it is seen when its moves are known. */
bool cairn__leg_walk_resume(cairn__leg_walk *leg, cairn__straight *straight,
                            const cairn__xy ends[2], const uint32_t made[2], cairn__xy cell,
                            uint16_t *room);

/* The next moves. The last piece of work may take more units than there are. */
cairn__answer cairn__leg_walk_next(cairn__leg_walk *leg, cairn__straight *straight,
                                   const cairn_map *map, cairn__meter *meter, cairn__run *run);

#endif
