/* bend_edges.h: edges in the order in which floods have found them, and in that of a graph. */
#ifndef CAIRN_BEND_EDGES_H
#define CAIRN_BEND_EDGES_H

#include "build/pile.h"
#include "build/sort.h"

/* From the node in the high half to the one in the low half. */
typedef uint64_t cairn__edge;

#define CAIRN__EDGES_A_LAYER 1024

/* Brings edges in order, as one turn of work (job.h). */
typedef struct cairn__edge_sorter {
    cairn_allocator allocator;
    cairn__edge *edges;
    cairn__edge *room;
    size_t count;
    size_t used;
    bool is_sorting;
    cairn__sort sort;
    /* What becomes of them. */
    uint64_t *firsts;
    uint32_t *targets;
    uint64_t laid; /* targets */
    size_t next;   /* edge to be laid out */
    uint32_t from; /* the node whose edges are laid out */
} cairn__edge_sorter;

/* Room for `edges` edges between `nodes` nodes. Failures: MEMORY. */
cairn_status cairn__edge_sorter_create(cairn__edge_sorter *sorter, const cairn_allocator *allocator,
                                       size_t edges, uint32_t nodes);
void cairn__edge_sorter_end(cairn__edge_sorter *sorter);

/* Takes the edges of a pile, layer by layer. OK once it is empty, or UNFINISHED. */
cairn_status cairn__edge_sorter_take(cairn__edge_sorter *sorter, cairn__pile *pile,
                                     cairn__meter *meter);

/* Sorts the edges. OK, or UNFINISHED. */
cairn_status cairn__edge_sorter_sort(cairn__edge_sorter *sorter, cairn__meter *meter);

/* Lays sorted edges out by their first ends; one that several cones have is one edge. OK, or
 * UNFINISHED. */
cairn_status cairn__edge_sorter_lay_out(cairn__edge_sorter *sorter, uint32_t nodes,
                                        cairn__meter *meter);

#endif
