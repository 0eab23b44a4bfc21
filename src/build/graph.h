/* graph.h: a graph of cells, and a queue for Dijkstra's algorithm on it. */
#ifndef CAIRN_GRAPH_H
#define CAIRN_GRAPH_H

#include "cairn/base.h"
#include "base/xy.h"

/* The length of an edge is the octile distance between its ends. */
typedef struct cairn__graph {
    cairn_allocator allocator;
    uint32_t nodes;
    cairn__xy *cells;  /* of the nodes */
    uint64_t *firsts;  /* of a node's edges; one more than there are nodes */
    uint32_t *targets; /* the edges' other ends */
} cairn__graph;

/* A node in the queue: lower distance first, then lower node. */
typedef struct cairn__graph_queue {
    uint64_t *keys;
    size_t count;
    size_t capacity;
} cairn__graph_queue;

cairn_status cairn__graph_queue_push(cairn__graph_queue *queue, const cairn_allocator *allocator,
                                     uint32_t distance, uint32_t node);
uint64_t cairn__graph_queue_pop(cairn__graph_queue *queue);

#endif
