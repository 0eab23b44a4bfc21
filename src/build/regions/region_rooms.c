/* region_rooms.c: room for searches over regions, and the two tables of routes that they make, by the
 * costs of climbing along ways. The next neighbour lies on a cheapest route, so each hop makes the
 * rest of the route cheaper: hops lead to the goal, or the range, and never back to a region. */
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

/* ---- from every region to every other ---- */

typedef struct finder {
    const cairn__region_graph *graph;
    const cairn__region_work *work;
    uint32_t *costs; /* by place of the graph: of the way there */
    cairn__region_table *table;
    cairn__region_room *rooms;
} finder;

static void spread_from(finder *self, cairn__region_room *own, uint32_t root, uint32_t region)
{
    const cairn__region_graph *graph = self->graph;
    for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
        uint32_t next = graph->neighbours[i];
        uint64_t distance = own->distances[region] + self->costs[i];
        if (distance >= own->distances[next] || self->costs[i] == CAIRN__NO_WAY)
            continue;
        own->places[next] =
            region == root ? (uint16_t)(i - graph->firsts[region]) : own->places[region];
        cairn__region_room_push(own, next, distance);
    }
}

static void spread(finder *self, cairn__region_room *own, uint32_t root)
{
    for (uint32_t i = 0; i < self->graph->count; i++) {
        own->distances[i] = UINT64_MAX;
        own->places[i] = CAIRN__NO_PLACE;
    }
    own->heap_count = 0;
    cairn__region_room_push(own, root, 0);
    for (uint32_t region; cairn__region_room_pop(own, &region);)
        spread_from(self, own, root, region);
}

/* A turn of the loop: one region's routes. */
static cairn_status make_row(void *context, uint32_t number, uint32_t region)
{
    finder *self = context;
    cairn__region_room *own = &self->rooms[number];
    cairn__region_places next = {own->places, 1, self->graph->count};
    spread(self, own, region);
    own->places[region] = CAIRN__NO_PLACE;
    cairn_status status = cairn__region_table_make_row(self->table, self->graph, region, &next,
                                                       self->work->allocator);
    if (status == CAIRN_OK && self->work->finished != NULL)
        self->work->finished(self->work->context);
    return status;
}

static void set_costs(finder *self, const cairn__region_ways *ways)
{
    const cairn__region_graph *graph = self->graph;
    for (uint32_t region = 0; region < graph->count; region++)
        for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++)
            self->costs[i] = cairn__region_ways_get_cost(ways, graph, region, i, false);
}

cairn_status cairn__region_table_create(const cairn__region_graph *graph,
                                        const cairn__region_ways *ways,
                                        const cairn__region_work *work, cairn__region_table *table)
{
    const cairn_allocator *allocator = work->allocator;
    finder self = {.graph = graph, .work = work, .table = table};
    self.costs = cairn__allocate(allocator, graph->firsts[graph->count], sizeof *self.costs);
    cairn_status status = cairn__region_table_start(table, graph, allocator);
    if (self.costs == NULL)
        status = CAIRN_MEMORY;
    if (status == CAIRN_OK) {
        set_costs(&self, ways);
        status = cairn__region_searches_run(
            &(cairn__region_searches){graph, work, graph->count, make_row, &self, &self.rooms});
    }
    cairn__release(allocator, self.costs);
    if (status != CAIRN_OK)
        cairn__region_table_end(table, allocator);
    return status;
}

/* ---- from every region to the nearest one of each range: a search a range, backwards ---- */

typedef struct range_finder {
    const cairn__region_graph *graph;
    const cairn__region_work *work;
    cairn__region_table *table;
    uint32_t shift;
    uint32_t ranges;
    uint32_t *costs;  /* by place of the graph: of the way from there to the region */
    uint32_t *backs;  /* by place of the graph: the region's own place at that neighbour */
    uint16_t *places; /* by range and region: the next neighbour */
    cairn__region_room *rooms;
} range_finder;

static void reach_from(range_finder *self, cairn__region_room *own, uint16_t *places,
                       uint32_t region)
{
    const cairn__region_graph *graph = self->graph;
    for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
        uint32_t next = graph->neighbours[i];
        uint64_t distance = own->distances[region] + self->costs[i];
        if (distance >= own->distances[next])
            continue;
        places[next] = (uint16_t)self->backs[i];
        cairn__region_room_push(own, next, distance);
    }
}

/* A turn of the loop: one range. */
static cairn_status reach(void *context, uint32_t number, uint32_t range)
{
    range_finder *self = context;
    cairn__region_room *own = &self->rooms[number];
    uint32_t count = self->graph->count;
    uint16_t *places = self->places + (size_t)range * count;
    own->heap_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        own->distances[i] = UINT64_MAX;
        places[i] = CAIRN__NO_PLACE;
        if (i >> self->shift == range)
            cairn__region_room_push(own, i, 0);
    }
    for (uint32_t region; cairn__region_room_pop(own, &region);)
        reach_from(self, own, places, region);
    return CAIRN_OK;
}

/* ---- all of it ---- */

static void prepare(range_finder *self, const cairn__region_ways *ways)
{
    const cairn__region_graph *graph = self->graph;
    for (uint32_t region = 0; region < graph->count; region++)
        for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
            uint32_t other = graph->neighbours[i];
            size_t back = graph->firsts[other];
            while (graph->neighbours[back] != region)
                back++;
            self->costs[i] = cairn__region_ways_get_cost(ways, graph, region, i, true);
            self->backs[i] = (uint32_t)(back - graph->firsts[other]);
        }
}

static cairn_status make_ranges(range_finder *self, const cairn__region_ways *ways)
{
    prepare(self, ways);
    cairn_status status = cairn__region_searches_run(&(cairn__region_searches){
        self->graph, self->work, self->ranges, reach, self, &self->rooms});
    for (uint32_t i = 0; status == CAIRN_OK && i < self->graph->count; i++) {
        cairn__region_places next = {self->places + i, self->graph->count, self->ranges};
        status =
            cairn__region_table_make_row(self->table, self->graph, i, &next, self->work->allocator);
    }
    return status;
}

cairn_status cairn__region_ranges_create(const cairn__region_graph *graph,
                                         const cairn__region_ways *ways, uint32_t shift,
                                         const cairn__region_work *work, cairn__region_table *table)
{
    const cairn_allocator *allocator = work->allocator;
    size_t count = graph->count, places = graph->firsts[count];
    range_finder self = {.graph = graph, .work = work, .table = table, .shift = shift};
    self.ranges = count > 0 ? (graph->count - 1) / (UINT32_C(1) << shift) + 1 : 0;
    self.costs = cairn__allocate(allocator, places, sizeof *self.costs);
    self.backs = cairn__allocate(allocator, places, sizeof *self.backs);
    self.places = cairn__allocate(allocator, (uint64_t)self.ranges * count, sizeof *self.places);
    cairn_status status = cairn__region_table_start(table, graph, allocator);
    if (self.costs == NULL || self.backs == NULL || self.places == NULL)
        status = CAIRN_MEMORY;
    if (status == CAIRN_OK)
        status = make_ranges(&self, ways);
    cairn__release(allocator, self.costs);
    cairn__release(allocator, self.backs);
    cairn__release(allocator, self.places);
    if (status != CAIRN_OK)
        cairn__region_table_end(table, allocator);
    return status;
}
