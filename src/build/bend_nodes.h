/* bend_nodes.h: the nodes of a map, cells at which optimal paths bend, and finding one by its cell. */
#ifndef CAIRN_BEND_NODES_H
#define CAIRN_BEND_NODES_H

#include "build/bend_sheet.h"

#define CAIRN__NO_BEND UINT32_MAX

typedef struct cairn__bend_nodes {
    cairn_allocator allocator;
    uint32_t count;
    cairn__bend_node *nodes; /* in row-major order of their cells */
    uint32_t *index;         /* nodes hashed by their cells; CAIRN__NO_BEND where there is none */
    uint32_t index_mask;
} cairn__bend_nodes;

/* Finds the nodes of a map. LIMIT if there are more than `most`. */
cairn_status cairn__bend_nodes_create(const cairn_map *map, const cairn_allocator *allocator,
                                      size_t most, cairn__bend_nodes *nodes);

/* Takes some nodes of others, those with a number in `chosen`: 0 is none. */
cairn_status cairn__bend_nodes_choose(const cairn__bend_nodes *all, const uint8_t *chosen,
                                      cairn__bend_nodes *nodes);
void cairn__bend_nodes_end(cairn__bend_nodes *nodes);

/* The node at a cell, or CAIRN__NO_BEND. */
uint32_t cairn__bend_nodes_find(const cairn__bend_nodes *nodes, cairn__xy cell);

#endif
