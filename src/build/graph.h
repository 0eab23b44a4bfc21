/* graph.h: a graph of cells, and a queue for Dijkstra's algorithm on it. */
#ifndef CAIRN_GRAPH_H
#define CAIRN_GRAPH_H

#include "cairn/base.h"
#include "base/job.h"
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

/* ---- in pieces (job.h) ---- */

/* Units of a key that is popped, of an edge, and of numbers that are cleared; and edges between two
 * looks at the units. */
enum {
    CAIRN__POP_UNITS = 16,
    CAIRN__EDGE_UNITS = 4,
    CAIRN__CLEARED_A_UNIT = 64,
    CAIRN__EDGES = 512
};

/* A node, and those of its edges that were not yet looked at. */
typedef struct cairn__expansion {
    uint32_t node;
    uint64_t edge;
    uint64_t end;
} cairn__expansion;

static inline void cairn__expansion_start(cairn__expansion *self, const cairn__graph *graph,
                                          uint32_t node)
{
    *self = (cairn__expansion){node, graph->firsts[node], graph->firsts[node + 1]};
}

/* The end of the edges of one piece, which is paid for. */
static inline uint64_t cairn__expansion_get_end(const cairn__expansion *self, cairn__meter *meter)
{
    uint64_t count = self->end - self->edge < CAIRN__EDGES ? self->end - self->edge : CAIRN__EDGES;
    cairn__spend(meter, count * CAIRN__EDGE_UNITS);
    return self->edge + count;
}

#endif
