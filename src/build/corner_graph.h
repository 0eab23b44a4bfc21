/* corner_graph.h: the graph of a map's corners: an edge joins two that see each other. */
#ifndef CAIRN_CORNER_GRAPH_H
#define CAIRN_CORNER_GRAPH_H

#include "base/xy.h"
#include "build/corners.h"

#define CAIRN__NO_NODE UINT32_MAX

typedef struct cairn__corner_graph {
    cairn_allocator allocator;
    cairn__sight sight;
    uint32_t nodes;
    cairn__xy *cells;  /* of the nodes, in row-major order */
    uint64_t *firsts;  /* of a node's edges; one more than there are nodes */
    uint32_t *targets; /* the edges' other ends */
    uint32_t *index;   /* nodes hashed by their cells; CAIRN__NO_NODE where there is none */
    uint32_t index_mask;
} cairn__corner_graph;

/* Makes the graph of a map, without edges yet. LIMIT if it would have more than `most` nodes. */
cairn_status cairn__corner_graph_create(const cairn_map *map, const cairn_allocator *allocator,
                                        size_t most, const cairn__preparation *how,
                                        cairn__corner_graph *graph);

/* Finds the edges. LIMIT if there are more than `most`. */
cairn_status cairn__corner_graph_find_edges(cairn__corner_graph *graph, uint64_t most,
                                            const cairn__preparation *how);
void cairn__corner_graph_end(cairn__corner_graph *graph);

/* The node at a cell, or CAIRN__NO_NODE. */
uint32_t cairn__corner_graph_find(const cairn__corner_graph *graph, cairn__xy cell);

#endif
