/* hub_order.h: Dijkstra on the corner graph, and which nodes make good hubs. */
#ifndef CAIRN_HUB_ORDER_H
#define CAIRN_HUB_ORDER_H

#include "build/corner_graph.h"

/* A node in the queue: lower distance first, then lower node. */
typedef struct cairn__graph_queue {
    uint64_t *keys;
    size_t count;
    size_t capacity;
} cairn__graph_queue;

cairn_status cairn__graph_queue_push(cairn__graph_queue *queue, const cairn_allocator *allocator,
                                     uint32_t distance, uint32_t node);
uint64_t cairn__graph_queue_pop(cairn__graph_queue *queue);

/* `order[rank]` gets the nodes, the most important first: those on the most of some sampled
 * optimal paths. It depends on the graph alone. */
cairn_status cairn__find_hub_order(const cairn__corner_graph *graph, const cairn__preparation *how,
                                   uint32_t *order);

#endif
