/* reach.h: whether a climb arrives within a cut-off. A climb has no memory, so a check that the
 * budget interrupts continues from the cell that it has reached. */
#ifndef CAIRN_REACH_H
#define CAIRN_REACH_H

#include "plan/plan.h"

typedef struct cairn__reach {
    bool begun;
    cairn__xy cell; /* where the climb has come to */
    uint32_t left;  /* moves */
} cairn__reach;

/* A climb with the on-line cut-off; after PAUSED ask for the same climb again. The first of `ends`
 * must be open. A unit for the check, and one a move. */
cairn__answer cairn__reach_check(cairn__slot *slot, cairn__reach *reach, const cairn__xy ends[2],
                                 uint32_t cutoff);

#endif
