/* around.h: a state and its neighbours, as those searches see them that update one state at a time,
 * wherever it lies (lrtak, plrta, falcons). */
#ifndef CAIRN_AROUND_H
#define CAIRN_AROUND_H

#include "plan/learned.h"
#include "plan/plan.h"

typedef struct cairn__around {
    uint32_t moves;                /* legal ones, bit by bit */
    uint32_t own;                  /* the value of the state */
    uint32_t values[CAIRN__MOVES]; /* of the neighbours */
} cairn__around;

/* The values towards a target, learned or not. Spends a unit for each neighbour, at most
 * CAIRN__MOVES, which the caller must have left. */
void cairn__around_look(cairn__slot *slot, cairn__xy cell, cairn__xy target, cairn__around *around);

/* The move with the lowest cost and value together, which is `f`, by the rule of all moves. There
 * is a move. */
uint32_t cairn__around_choose(const cairn__around *around, uint32_t *f);

/* The agent has seen `states` states at once. */
static inline void cairn__around_count(cairn__slot *slot, uint64_t states)
{
    if (states > slot->open_closed)
        slot->open_closed = states;
}

#endif
