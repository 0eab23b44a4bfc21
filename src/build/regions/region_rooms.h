/* region_rooms.h: room for Dijkstra's algorithm over regions, one for each thread. */
#ifndef CAIRN_REGION_ROOMS_H
#define CAIRN_REGION_ROOMS_H

#include "build/regions/region_ways.h"

typedef struct cairn__region_room {
    uint64_t *distances; /* by region */
    uint16_t *places;    /* by region: for the caller */
    uint64_t *heap;      /* distance << 16 | region; stale where the region has a lower distance */
    size_t heap_count;
} cairn__region_room;

/* A loop whose turns are searches; `rooms` points to the room of each thread while it runs. */
typedef struct cairn__region_searches {
    const cairn__region_graph *graph;
    const cairn__region_work *work;
    uint32_t turns;
    cairn_status (*run)(void *context, uint32_t worker, uint32_t turn);
    void *context;
    cairn__region_room **rooms;
} cairn__region_searches;

/* Makes the rooms, runs all turns, and releases the rooms. Failures: MEMORY, and those of
 * cairn__loop_run(). */
cairn_status cairn__region_searches_run(const cairn__region_searches *searches);

/* Puts a region on the heap at a distance. */
void cairn__region_room_push(cairn__region_room *room, uint32_t region, uint64_t distance);

/* The next region to expand; false if there is none. */
bool cairn__region_room_pop(cairn__region_room *room, uint32_t *region);

#endif
