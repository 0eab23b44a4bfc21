/* bend_rounds.h: the insides of a graph in the making (bend_graph.h), and its two rounds of floods.
 * A turn (job.h) of a round takes some nodes, with the cone of the sheet. */
#ifndef CAIRN_BEND_ROUNDS_H
#define CAIRN_BEND_ROUNDS_H

#include <stdatomic.h>

#include "build/labels/bend_graph.h"
#include "build/pile.h"
#include "build/sort.h"

/* ---- edges in order ---- */

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

/* ---- rounds ---- */

/* Nodes that a turn takes. */
#define CAIRN__ROUND_NODES 16

/* What one thread works with. */
typedef struct cairn__graph_worker {
    cairn__bend_flood flood;
    cairn__item_filer filer;
    cairn__pile edges;
    bool is_busy;     /* with a turn */
    uint32_t node;    /* of the turn */
    bool is_flooding; /* from the node */
    bool has_ended;   /* the flood: its last rows are to be filed */
    uint32_t word;    /* of the flood's row: edges to nodes before it were added */
    size_t items;     /* before the node's */
} cairn__graph_worker;

struct cairn__graph_maker {
    const cairn_map *map;
    cairn_allocator allocator;
    const cairn__bend_limits *limits;
    uint32_t threads;
    cairn__bend_graph *graph;
    cairn__job job;
    uint64_t candidates; /* cells that may be nodes */
    uint32_t x;          /* of the row in which nodes are looked for */
    cairn__bend_sheet sheet;
    uint32_t cone;     /* of the round */
    uint8_t *sides;    /* of all nodes: bit i, there is an edge in cone i */
    uint8_t *chosen;   /* of all nodes: survives */
    uint8_t *filed;    /* of all nodes: bit i, cells reached in cone i are filed */
    uint32_t *areas;   /* of all nodes and cones: cells reached; known where there is no edge */
    uint32_t *numbers; /* of all nodes: the number among survivors */
    cairn__graph_worker *workers;
    cairn__edge_sorter sorter;
    atomic_size_t edges;
    atomic_size_t items;
};

/* Finds out whether nodes have edges in the cone, and if not, how many cells they reach. */
cairn_status cairn__graph_find_sides(void *context, uint32_t worker, uint32_t turn,
                                     cairn__meter *meter);

/* Finds edges of survivors, and files what nodes reach. */
cairn_status cairn__graph_find_reach(void *context, uint32_t worker, uint32_t turn,
                                     cairn__meter *meter);

#endif
