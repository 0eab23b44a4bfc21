/* region_ranges.c: from every region to the nearest one of each range of regions.
 *
 * One search a range, backwards from all its regions at once, gives each region's next neighbour.
 * What is left of the way is cheaper with each hop: it comes to the range and never back to a
 * region. */
#include "build/region_ways.h"

#include "base/heap.h"
#include "base/loop.h"
#include "base/memory.h"

typedef struct worker {
    uint64_t *distances;
    uint64_t *heap;
    size_t heap_count;
} worker;

typedef struct finder {
    const cairn__region_graph *graph;
    const cairn__region_work *work;
    cairn__region_table *table;
    uint32_t shift;
    uint32_t ranges;
    uint32_t *costs;  /* by place of the graph: of the way from there to the region */
    uint32_t *backs;  /* by place of the graph: the region's own place at that neighbour */
    uint16_t *places; /* by range and region: the next neighbour */
    worker *workers;
} finder;

static void spread_from(finder *self, worker *own, uint16_t *places, uint32_t region)
{
    const cairn__region_graph *graph = self->graph;
    for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
        uint32_t next = graph->neighbours[i];
        uint64_t distance = own->distances[region] + self->costs[i];
        if (distance >= own->distances[next])
            continue;
        own->distances[next] = distance;
        places[next] = (uint16_t)self->backs[i];
        cairn__heap_push(own->heap, own->heap_count++, distance << 16 | next);
    }
}

/* A turn of the loop: one range. */
static cairn_status spread(void *context, uint32_t number, uint32_t range)
{
    finder *self = context;
    worker *own = &self->workers[number];
    uint32_t count = self->graph->count;
    uint16_t *places = self->places + (size_t)range * count;
    own->heap_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        own->distances[i] = i >> self->shift == range ? 0 : UINT64_MAX;
        places[i] = CAIRN__NO_PLACE;
        if (own->distances[i] == 0)
            cairn__heap_push(own->heap, own->heap_count++, i);
    }
    while (own->heap_count > 0) {
        uint64_t key = cairn__heap_pop(own->heap, own->heap_count--);
        uint32_t region = (uint32_t)(key & 0xffff);
        if (key >> 16 == own->distances[region])
            spread_from(self, own, places, region);
    }
    return CAIRN_OK;
}

static cairn_status spread_all(finder *self)
{
    const cairn__region_work *work = self->work;
    const cairn_allocator *allocator = work->allocator;
    size_t count = self->graph->count;
    cairn_status status = CAIRN_OK;
    self->workers = cairn__allocate_zeroed(allocator, work->threads, sizeof(worker));
    if (self->workers == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; i < work->threads; i++) {
        worker *own = &self->workers[i];
        own->distances = cairn__allocate(allocator, count, sizeof *own->distances);
        own->heap =
            cairn__allocate(allocator, self->graph->firsts[count] + count, sizeof *own->heap);
        if (own->distances == NULL || own->heap == NULL)
            status = CAIRN_MEMORY;
    }
    if (status == CAIRN_OK)
        status = cairn__loop_run(
            &(cairn__loop){allocator, work->poll, work->threads, self->ranges, spread, self});
    for (uint32_t i = 0; i < work->threads; i++) {
        cairn__release(allocator, self->workers[i].distances);
        cairn__release(allocator, self->workers[i].heap);
    }
    cairn__release(allocator, self->workers);
    return status;
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
    cairn_status status = spread_all(self);
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
    self.places = cairn__allocate(allocator, self.ranges * count, sizeof *self.places);
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
