/* bend_desk.h: room to search in: the best ways from the start to all hubs, items of lists, and rows of
 * straight tests. */
#ifndef CAIRN_BEND_DESK_H
#define CAIRN_BEND_DESK_H

#include "grid/tiles.h"
#include "route/bend_window.h"

/* What is known of the ways from the start to a hub. Bits 0 to 17 are the node it begins with, bits
 * 18 to 49 the distance, the others count the searches down: so the lesser of two numbers is of a
 * later search, or shorter. */
typedef uint64_t cairn__bend_reach;

#define CAIRN__BEND_REACH_BITS (CAIRN__BEND_BITS + 32)

/* Items of the lists of start and goal, of a local node's list, and of local nodes of both ends. */
#define CAIRN__OWN_ITEMS 96
#define CAIRN__INNER_ITEMS 32
#define CAIRN__OUTER_ITEMS 8
#define CAIRN__DESK_ITEMS (2 * CAIRN__OWN_ITEMS + CAIRN__INNER_ITEMS + 2 * CAIRN__OUTER_ITEMS)

/* Room for one search at a time. */
typedef struct cairn__bend_desk {
    uint32_t nodes;
    uint32_t stamp;   /* of this search */
    uint32_t cleared; /* hubs that are clear; below `nodes`: being cleared */
    cairn__bend_reach *hubs;
    cairn__list_item *items;
    uint16_t *rows; /* of straight tests */
} cairn__bend_desk;

/* Memory for a desk, and using it. */
size_t cairn__bend_desk_get_bytes(const cairn_map *map, uint32_t nodes);
void cairn__bend_desk_start(cairn__bend_desk *desk, const cairn_map *map, uint32_t nodes,
                            void *memory);

/* Forgets all ways; PAUSED if the units are used up first. */
cairn__answer cairn__bend_desk_renew(cairn__bend_desk *desk, cairn__meter *meter);

/* A way of this search. */
static inline cairn__bend_reach cairn__bend_desk_get_reach(const cairn__bend_desk *desk,
                                                           uint32_t distance, uint32_t node)
{
    return (cairn__bend_reach)~desk->stamp << CAIRN__BEND_REACH_BITS |
           (cairn__bend_reach)distance << CAIRN__BEND_BITS | node;
}

#endif
