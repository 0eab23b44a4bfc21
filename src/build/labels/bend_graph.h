/* bend_graph.h: the nodes of a map that carry labels, their edges, and for every block of cells the
 * nodes that a path from or to a cell of it may bend at first or last.
 *
 * An edge joins two nodes if a leg does, which hugs the block of a bend at either end where that
 * is asked for (bends.h). A node survives if some of its bends, one after the other, lead from an
 * edge to an edge; only such nodes lie between other nodes on an optimal path. The others are
 * local: they are needed only by cells on a side without edges. */
#ifndef CAIRN_BEND_GRAPH_H
#define CAIRN_BEND_GRAPH_H

#include "base/job.h"
#include "build/labels/bend_items.h"

typedef struct cairn__bend_graph {
    cairn_allocator allocator;
    cairn__bend_nodes all;
    cairn__bend_nodes survivors;
    uint64_t *firsts;  /* of a survivor's edges; one more than there are survivors */
    uint32_t *targets; /* the edges' other ends, survivors, ascending */
    /* Of items, one for each block of 256 cells, row by row; in no order; a local node by its number
     * among all. */
    cairn__pile *piles;
    uint32_t across; /* blocks */
    uint32_t blocks;
    size_t items; /* of all piles */
} cairn__bend_graph;

typedef struct cairn__bend_limits {
    size_t nodes;
    size_t edges;
    size_t items;
    /* What lists may grow by if each list that is read asks for one straight test less; 0: they are as
     * short as can be. */
    uint32_t test_bytes;
    /* Landmarks are left out if there are fewer open cells a node than this and labels are short; 0: they
     * are always there. */
    uint32_t landmark_cells;
} cairn__bend_limits;

/* What is allowed where nobody says otherwise: some gigabytes of memory while the graph is made. */
static const cairn__bend_limits cairn__bend_most = {1u << 22, 1u << 25, 1u << 26, 65536, 16};

/* Makes a graph, by the job that it has. */
typedef struct cairn__graph_maker cairn__graph_maker;

/* Prepares to make the graph of a map; all but the number of threads is kept, not owned. The
 * job may fail with LIMIT and MEMORY. Failures: MEMORY. */
cairn_status cairn__graph_maker_create(const cairn_map *map, const cairn_allocator *allocator,
                                       const cairn__bend_limits *limits, uint32_t threads,
                                       cairn__bend_graph *graph, cairn__graph_maker **maker);
cairn__job *cairn__graph_maker_get_job(cairn__graph_maker *maker);
void cairn__graph_maker_destroy(cairn__graph_maker *maker);

/* Gives a graph back, whole or not. */
void cairn__bend_graph_end(cairn__bend_graph *graph);

#endif
