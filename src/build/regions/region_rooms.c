/* region_rooms.c: see region_rooms.h. */
#include "build/regions/region_rooms.h"

#include "base/heap.h"
#include "base/loop.h"
#include "base/memory.h"

/* Every region may start a search, and every edge may put one on the heap. */
static cairn_status allocate_room(const cairn__region_searches *searches, cairn__region_room *room)
{
    const cairn_allocator *allocator = searches->work->allocator;
    size_t count = searches->graph->count, edges = searches->graph->firsts[count];
    room->distances = cairn__allocate(allocator, count, sizeof *room->distances);
    room->places = cairn__allocate(allocator, count, sizeof *room->places);
    room->heap = cairn__allocate(allocator, edges + count, sizeof *room->heap);
    return room->distances && room->places && room->heap ? CAIRN_OK : CAIRN_MEMORY;
}

cairn_status cairn__region_searches_run(const cairn__region_searches *searches)
{
    const cairn__region_work *work = searches->work;
    const cairn_allocator *allocator = work->allocator;
    cairn__region_room *rooms = cairn__allocate_zeroed(allocator, work->threads, sizeof *rooms);
    if (rooms == NULL)
        return CAIRN_MEMORY;
    *searches->rooms = rooms;
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < work->threads; i++)
        status = allocate_room(searches, &rooms[i]);
    if (status == CAIRN_OK)
        status = cairn__loop_run(&(cairn__loop){allocator, work->poll, work->threads,
                                                searches->turns, searches->run, searches->context});
    for (uint32_t i = 0; i < work->threads; i++) {
        cairn__release(allocator, rooms[i].distances);
        cairn__release(allocator, rooms[i].places);
        cairn__release(allocator, rooms[i].heap);
    }
    cairn__release(allocator, rooms);
    return status;
}

void cairn__region_room_push(cairn__region_room *room, uint32_t region, uint64_t distance)
{
    room->distances[region] = distance;
    cairn__heap_push(room->heap, room->heap_count++, distance << 16 | region);
}

bool cairn__region_room_pop(cairn__region_room *room, uint32_t *region)
{
    while (room->heap_count > 0) {
        uint64_t key = cairn__heap_pop(room->heap, room->heap_count--);
        *region = (uint32_t)(key & 0xffff);
        if (key >> 16 == room->distances[*region])
            return true;
    }
    return false;
}
