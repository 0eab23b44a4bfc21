/* region_ranges.c: from every region to the nearest one of each range of regions.
 *
 * One search a range, backwards from all its regions at once, gives each region's next neighbour.
 * Each hop makes the rest of the route cheaper, so hops lead to the range and never back to a
 * region. */
#include "build/regions/region_rooms.h"

#include "base/memory.h"

typedef struct finder {
    const cairn__region_graph *graph;
    const cairn__region_work *work;
    cairn__region_table *table;
    uint32_t shift;
    uint32_t ranges;
    uint32_t *costs;  /* by place of the graph: of the way from there to the region */
    uint32_t *backs;  /* by place of the graph: the region's own place at that neighbour */
    uint16_t *places; /* by range and region: the next neighbour */
    cairn__region_room *rooms;
} finder;

static void spread_from(finder *self, cairn__region_room *own, uint16_t *places, uint32_t region)
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
static cairn_status spread(void *context, uint32_t number, uint32_t range)
{
    finder *self = context;
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
        spread_from(self, own, places, region);
    return CAIRN_OK;
}

/* ---- all of it ---- */

static void prepare(finder *self, const cairn__region_ways *ways)
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

static cairn_status make_table(finder *self, const cairn__region_ways *ways)
{
    prepare(self, ways);
    cairn_status status = cairn__region_searches_run(&(cairn__region_searches){
        self->graph, self->work, self->ranges, spread, self, &self->rooms});
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
    finder self = {.graph = graph, .work = work, .table = table, .shift = shift};
    self.ranges = count > 0 ? (graph->count - 1) / (UINT32_C(1) << shift) + 1 : 0;
    self.costs = cairn__allocate(allocator, places, sizeof *self.costs);
    self.backs = cairn__allocate(allocator, places, sizeof *self.backs);
    self.places = cairn__allocate(allocator, (uint64_t)self.ranges * count, sizeof *self.places);
    cairn_status status = cairn__region_table_start(table, graph, allocator);
    if (self.costs == NULL || self.backs == NULL || self.places == NULL)
        status = CAIRN_MEMORY;
    if (status == CAIRN_OK)
        status = make_table(&self, ways);
    cairn__release(allocator, self.costs);
    cairn__release(allocator, self.backs);
    cairn__release(allocator, self.places);
    if (status != CAIRN_OK)
        cairn__region_table_end(table, allocator);
    return status;
}
