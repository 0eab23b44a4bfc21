/* lookahead.h: the local search of Fig. 1, line 4, for look-ahead beyond the neighbours. */
#ifndef CAIRN_LOOKAHEAD_H
#define CAIRN_LOOKAHEAD_H

#include "cairn/map.h"
#include "plan/learned.h"

/* A cell the local search has met. */
typedef struct cairn__local_state {
    uint32_t g;
    uint32_t order;    /* in which it was met first, from 1; 0: not met */
    uint32_t parent_f; /* highest g + h on the way to it, the agent's own cell aside */
    cairn_cell cell;
    uint8_t first_move; /* of the way to it */
    uint8_t closed;
} cairn__local_state;

typedef struct cairn__lookahead {
    uint32_t g_max;
    uint32_t radius;            /* cells */
    cairn__local_state *window; /* of (2 * radius + 1) squared cells around the agent */
    uint32_t *met;              /* their places in the window, in order of meeting */
    uint32_t met_count;
    uint64_t *heap; /* keys g, order */
    uint32_t heap_count;
} cairn__lookahead;

/* What the local search found: Fig. 1, lines 5 to 7. */
typedef struct cairn__frontier {
    uint32_t f;      /* lowest g + h on the frontier */
    uint32_t move;   /* the first move towards it */
    uint32_t states; /* looked at */
} cairn__frontier;

/* Bytes for the window, the list and the heap. */
size_t cairn__lookahead_get_bytes(uint32_t g_max);
void cairn__lookahead_start(cairn__lookahead *lookahead, uint32_t g_max, void *memory);

/* Searches around `cell`. A state is expanded if every move from it stays within g_max (its g plus
 * a diagonal move's cost) and it is not the target; the frontier is all other states met. So every
 * way out leads through the frontier, which keeps learned values admissible.
 *
 * A frontier state's value is the highest g + h on the way to it: a way is no better than its
 * worst state says. Fig. 1 taken literally reads h at the frontier alone; the agent may then walk
 * to and fro for ever without raising any value it reads (a test has the smallest such map). With
 * the highest one no cycle is possible, and for g_max = 14 nothing changes.
 *
 * The lowest value wins, ties go to higher g, then to the state met first. */
cairn__frontier cairn__lookahead_run(cairn__lookahead *lookahead, const cairn_map *map,
                                     const cairn__learned *learned, cairn_cell cell,
                                     cairn_cell target);

#endif
