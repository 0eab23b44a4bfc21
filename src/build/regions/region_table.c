/* region_table.c: the cheapest routes between all regions, by the costs of climbing along ways.
 *
 * The next neighbour lies on a cheapest route, so each hop makes the rest of the route cheaper:
 * hops lead to the goal and never back to a region. */
#include "build/regions/region_rooms.h"

#include "base/memory.h"

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
