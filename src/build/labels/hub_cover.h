/* hub_cover.h: an order of importance of a graph's nodes, for hub labels: each node covers as much as
 * it can of what those before it have left of sampled shortest-path trees (Delling, Goldberg,
 * Pajor, Werneck, "Robust distance queries on massive networks", 2014). */
#ifndef CAIRN_HUB_COVER_H
#define CAIRN_HUB_COVER_H

#include "base/job.h"
#include "build/graph.h"

/* Finds the order by the job that it has. */
typedef struct cairn__hub_cover cairn__hub_cover;

/* Prepares to write all nodes to `order`, the most important one first; graph and order are kept,
 * not owned. The job may fail with MEMORY. Failures: MEMORY. */
cairn_status cairn__hub_cover_create(const cairn__graph *graph, uint32_t threads, uint32_t *order,
                                     cairn__hub_cover **cover);
cairn__job *cairn__hub_cover_get_job(cairn__hub_cover *cover);
void cairn__hub_cover_destroy(cairn__hub_cover *cover);

#endif
