/* hub_cover.h: an order of importance of a graph's nodes, for hub labels: each node covers as much as
 * it can of what those before it have left of sampled shortest-path trees (Delling, Goldberg,
 * Pajor, Werneck, "Robust distance queries on massive networks", 2014). */
#ifndef CAIRN_HUB_COVER_H
#define CAIRN_HUB_COVER_H

#include "base/loop.h"
#include "build/graph.h"

/* Writes all nodes, the most important one first. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__find_cover_order(const cairn__graph *graph, const cairn__preparation *how,
                                     uint32_t *order);

#endif
