/* lookahead.h: the local search of LRTA* that looks beyond the neighbours. */
#ifndef CAIRN_LOOKAHEAD_H
#define CAIRN_LOOKAHEAD_H

#include "base/xy.h"
#include "plan/local.h"

/* A look-ahead on its way. */
typedef struct cairn__lookahead {
    bool begun;
    uint32_t best; /* state of the frontier so far */
} cairn__lookahead;

/* What the local search found. */
typedef struct cairn__frontier {
    uint32_t f;      /* lowest g + h on the frontier */
    uint32_t move;   /* the first move towards it */
    uint32_t states; /* looked at */
} cairn__frontier;

/* Memory for a look-ahead of g_max. */
uint64_t cairn__lookahead_get_bytes(uint32_t g_max);
void cairn__lookahead_create(cairn__local *local, uint32_t g_max, void *memory,
                             cairn__meter *meter);

/* Searches around `cell`; false if the units left do not suffice: call it again. A state is
 * expanded if every move from it stays within g_max (its g plus the cost of a diagonal move) and it
 * is not the target; all other states met are the frontier. So every way out leads through the
 * frontier, which keeps learned values admissible.
 *
 * A frontier state's value is the highest g + h on the way to it: a way is no better than its worst
 * state says. The literal rule reads h at the frontier alone; the agent may then walk to and fro
 * for ever without raising any value it reads (a test has the smallest such map). With the highest
 * one no cycle is possible, and for g_max = 14 nothing changes.
 *
 * The lowest value wins, ties go to higher g, then to the state met first. */
bool cairn__lookahead_run(cairn__lookahead *look, cairn__local *local,
                          const cairn__local_view *view, uint32_t g_max, cairn__xy cell);

/* What it found. */
cairn__frontier cairn__lookahead_get(const cairn__lookahead *look, const cairn__local *local);

#endif
