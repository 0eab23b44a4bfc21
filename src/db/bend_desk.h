/* bend_desk.h: room to search in: the best ways from the start to all hubs, and rows of straight tests. */
#ifndef CAIRN_BEND_DESK_H
#define CAIRN_BEND_DESK_H

#include "db/bend_set.h"
#include "grid/tiles.h"

/* What is known of the ways from the start to a hub: valid if the stamp is the desk's. */
typedef struct cairn__bend_reach {
    uint32_t distance;
    uint32_t tag; /* bits 0 to 17 the node it begins with, the others the stamp */
} cairn__bend_reach;

/* Room for one search at a time. */
typedef struct cairn__bend_desk {
    uint32_t nodes;
    uint32_t stamp;
    uint32_t cleared; /* hubs that are clear; below `nodes`: being cleared */
    cairn__bend_reach *hubs;
    uint16_t *rows; /* of straight tests */
} cairn__bend_desk;

/* Memory for a desk, and using it. */
size_t cairn__bend_desk_get_bytes(const cairn_map *map, uint32_t nodes);
void cairn__bend_desk_start(cairn__bend_desk *desk, const cairn_map *map, uint32_t nodes,
                            void *memory);

/* Forgets all ways; false if the units are used up first. */
bool cairn__bend_desk_renew(cairn__bend_desk *desk, int64_t *units);

#endif
