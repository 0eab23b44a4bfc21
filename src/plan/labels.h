/* labels.h: what is asked of an agent of kind labels beside walking. */
#ifndef CAIRN_LABELS_H
#define CAIRN_LABELS_H

#include "plan/plan.h"

/* The length of the way that was found for the problem started last, in tenths. */
uint32_t cairn__labels_get_distance(const cairn_agent *agent);

/* Sets the agent back to its start, to walk the way that was found once more. */
void cairn__labels_rewind(cairn_agent *agent, cairn__xy start);

#endif
