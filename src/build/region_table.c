/* region_table.c: the cheapest routes between all regions, by the costs of climbing along ways.
 *
 * A route's next neighbour is on a cheapest route, so what is left of it is cheaper with each hop:
 * following hops comes to the goal and never back to a region. */
#include "build/region_ways.h"

#include "base/heap.h"
#include "base/loop.h"
#include "base/memory.h"

typedef struct worker {
    uint64_t *distances;
    uint16_t *places; /* by region: the first neighbour on the way there */
    uint64_t *heap;
    size_t heap_count;
} worker;

typedef struct finder {
    const cairn__region_graph *graph;
    const cairn__region_work *work;
    uint32_t *costs; /* by place of the graph: of the way there */
    cairn__region_table *table;
    worker *workers;
} finder;

static void spread_from(finder *self, worker *own, uint32_t root, uint32_t region)
{
    const cairn__region_graph *graph = self->graph;
    for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
        uint32_t next = graph->neighbours[i];
        uint64_t distance = own->distances[region] + self->costs[i];
        if (distance >= own->distances[next] || self->costs[i] == CAIRN__NO_WAY)
            continue;
        own->distances[next] = distance;
        own->places[next] =
            region == root ? (uint16_t)(i - graph->firsts[region]) : own->places[region];
        cairn__heap_push(own->heap, own->heap_count++, distance << 16 | next);
    }
}

static void spread(finder *self, worker *own, uint32_t root)
{
    for (uint32_t i = 0; i < self->graph->count; i++) {
        own->distances[i] = UINT64_MAX;
        own->places[i] = CAIRN__NO_PLACE;
    }
    own->distances[root] = 0;
    own->heap_count = 0;
    cairn__heap_push(own->heap, own->heap_count++, root);
    while (own->heap_count > 0) {
        uint64_t key = cairn__heap_pop(own->heap, own->heap_count--);
        uint32_t region = (uint32_t)(key & 0xffff);
        if (key >> 16 == own->distances[region])
            spread_from(self, own, root, region);
    }
}

/* A turn of the loop: one region's routes. */
static cairn_status make_row(void *context, uint32_t number, uint32_t region)
{
    finder *self = context;
    worker *own = &self->workers[number];
    cairn__region_places next = {own->places, 1, self->graph->count};
    spread(self, own, region);
    own->places[region] = CAIRN__NO_PLACE;
    cairn_status status = cairn__region_table_make_row(self->table, self->graph, region, &next,
                                                       self->work->allocator);
    if (status == CAIRN_OK && self->work->finished != NULL)
        self->work->finished(self->work->context);
    return status;
}

static cairn_status run_finders(finder *self)
{
    const cairn__region_work *work = self->work;
    const cairn_allocator *allocator = work->allocator;
    size_t count = self->graph->count, places = self->graph->firsts[count];
    cairn_status status = CAIRN_OK;
    self->workers = cairn__allocate_zeroed(allocator, work->threads, sizeof(worker));
    if (self->workers == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; i < work->threads; i++) {
        worker *own = &self->workers[i];
        own->distances = cairn__allocate(allocator, count, sizeof *own->distances);
        own->places = cairn__allocate(allocator, count, sizeof *own->places);
        own->heap = cairn__allocate(allocator, places + 1, sizeof *own->heap);
        if (own->distances == NULL || own->places == NULL || own->heap == NULL)
            status = CAIRN_MEMORY;
    }
    if (status == CAIRN_OK)
        status = cairn__loop_run(&(cairn__loop){allocator, work->poll, work->threads,
                                                self->graph->count, make_row, self});
    for (uint32_t i = 0; i < work->threads; i++) {
        cairn__release(allocator, self->workers[i].distances);
        cairn__release(allocator, self->workers[i].places);
        cairn__release(allocator, self->workers[i].heap);
    }
    cairn__release(allocator, self->workers);
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
        status = run_finders(&self);
    }
    cairn__release(allocator, self.costs);
    if (status != CAIRN_OK)
        cairn__region_table_end(table, allocator);
    return status;
}
