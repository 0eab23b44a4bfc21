/* bend_nodes.h: the nodes of a map, cells at which optimal paths bend, and finding one by its cell.
 * Each call is a piece of work (job.h). */
#ifndef CAIRN_BEND_NODES_H
#define CAIRN_BEND_NODES_H

#include "build/labels/bend_sheet.h"

#define CAIRN__NO_BEND UINT32_MAX

typedef struct cairn__bend_nodes {
    cairn_allocator allocator;
    uint32_t count;
    cairn__bend_node *nodes; /* in row-major order of their cells */
    uint32_t *index;         /* nodes hashed by their cells; CAIRN__NO_BEND where there is none */
    uint32_t index_mask;
} cairn__bend_nodes;

/* Counts the cells of a row of the map that may be nodes. */
uint32_t cairn__bend_nodes_count(const cairn_map *map, uint32_t y, cairn__meter *meter);

/* Room for `most` nodes; there are none yet. Failures: MEMORY. */
cairn_status cairn__bend_nodes_create(cairn__bend_nodes *nodes, const cairn_allocator *allocator,
                                      size_t most);
void cairn__bend_nodes_end(cairn__bend_nodes *nodes);

/* Adds the nodes among 64 cells of a row of the map; those from cell (0, 0) on come first. */
void cairn__bend_nodes_add(cairn__bend_nodes *nodes, const cairn_map *map, uint32_t x, uint32_t y,
                           cairn__meter *meter);

/* Makes the index once all nodes are there, in turns. Failures: MEMORY. */
cairn_status cairn__bend_nodes_begin_index(cairn__bend_nodes *nodes, uint32_t *turns);
void cairn__bend_nodes_run_index(cairn__bend_nodes *nodes, uint32_t turn, cairn__meter *meter);

/* The node at a cell, or CAIRN__NO_BEND. */
uint32_t cairn__bend_nodes_find(const cairn__bend_nodes *nodes, cairn__xy cell);

#endif
