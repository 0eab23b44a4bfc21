/* region_table.c: the cheapest routes between all regions, by the costs of climbing along ways.
 *
 * A route's next neighbour is on a cheapest route, so what is left of it is cheaper with each hop:
 * following hops comes to the goal and never back to a region. */
#include "build/region_ways.h"

#include <stdatomic.h>

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

#define NO_PLACE UINT16_MAX

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
        own->places[i] = NO_PLACE;
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

/* Runs of equal places; the region itself and what is not joined to it fit into any. Without
 * `row` only counts them. */
static uint32_t write_runs(const worker *own, uint32_t regions, cairn__region_row *row)
{
    uint32_t runs = 0;
    uint16_t present = NO_PLACE;
    for (uint32_t i = 0; i < regions; i++) {
        uint16_t place = own->places[i];
        if (place == NO_PLACE || place == present)
            continue;
        present = place;
        if (row != NULL) {
            row->firsts[runs] = (uint16_t)i;
            row->places[runs] = place;
        }
        runs++;
    }
    return runs;
}

/* A turn of the loop: one region's routes. */
static cairn_status make_row(void *context, uint32_t number, uint32_t region)
{
    finder *self = context;
    worker *own = &self->workers[number];
    cairn__region_row *row = &self->table->rows[region];
    spread(self, own, region);
    own->places[region] = NO_PLACE;
    row->count = write_runs(own, self->graph->count, NULL);
    row->firsts = cairn__allocate(self->work->allocator, row->count, sizeof *row->firsts);
    row->places = cairn__allocate(self->work->allocator, row->count, sizeof *row->places);
    if (row->firsts == NULL || row->places == NULL)
        return CAIRN_MEMORY;
    (void)write_runs(own, self->graph->count, row);
    for (uint32_t i = 0; i < row->count; i++)
        self->table->used[self->graph->firsts[region] + row->places[i]] = true;
    if (self->work->finished != NULL)
        self->work->finished(self->work->context);
    return CAIRN_OK;
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
        for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
            self->costs[i] = cairn__region_ways_get_cost(ways, graph, region, i, false);
        }
}

cairn_status cairn__region_table_create(const cairn__region_graph *graph,
                                        const cairn__region_ways *ways,
                                        const cairn__region_work *work, cairn__region_table *table)
{
    const cairn_allocator *allocator = work->allocator;
    size_t places = graph->firsts[graph->count];
    *table = (cairn__region_table){.count = graph->count};
    finder self = {.graph = graph, .work = work, .table = table};
    self.costs = cairn__allocate(allocator, places, sizeof *self.costs);
    table->rows = cairn__allocate_zeroed(allocator, graph->count, sizeof *table->rows);
    table->used = cairn__allocate_zeroed(allocator, places, sizeof *table->used);
    cairn_status status = CAIRN_MEMORY;
    if (self.costs != NULL && table->rows != NULL && table->used != NULL) {
        set_costs(&self, ways);
        status = run_finders(&self);
    }
    cairn__release(allocator, self.costs);
    if (status != CAIRN_OK)
        cairn__region_table_end(table, allocator);
    return status;
}

void cairn__region_table_end(cairn__region_table *table, const cairn_allocator *allocator)
{
    for (uint32_t i = 0; table->rows != NULL && i < table->count; i++) {
        cairn__release(allocator, table->rows[i].firsts);
        cairn__release(allocator, table->rows[i].places);
    }
    cairn__release(allocator, table->rows);
    cairn__release(allocator, table->used);
    *table = (cairn__region_table){0};
}
