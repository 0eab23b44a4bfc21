/* region_ways.c: optimal paths between the seeds of neighbouring regions, as subgoals.
 *
 * Agents follow a way in both directions. So a subgoal is the farthest state found that a climb
 * reaches from the one before, and from which a climb reaches that one again. */
#include "build/regions/region_ways.h"

#include <string.h>

#include "base/loop.h"
#include "base/memory.h"
#include "base/xy.h"
#include "grid/bound.h"
#include "grid/climb.h"
#include "search/path_search.h"

/* A thread's workspace. */
typedef struct worker {
    cairn__path_search *search;
    cairn__path_cells path;
    cairn__xy *subgoals; /* of the present region */
    size_t count;
    size_t capacity;
} worker;

typedef struct maker {
    const cairn__cover *cover;
    const cairn__region_graph *graph;
    const cairn__region_work *work;
    cairn__region_ways *ways;
    worker *workers;
} maker;

/* ---- subgoals ---- */

static bool is_leg(const cairn_map *map, cairn__xy a, cairn__xy b)
{
    return cairn__climb(map, a, b, CAIRN_NO_CUTOFF).reached &&
           cairn__climb(map, b, a, CAIRN_NO_CUTOFF).reached;
}

/* As records are compressed (maker.c), but climbs must succeed in both directions, and the end is tried first. */
static size_t find_next(const cairn_map *map, const cairn_cell *path, size_t count, size_t last)
{
    cairn__xy from = cairn__unpack(path[last]);
    size_t found = last + 1, left = found + 1, right = count - 1;
    if (is_leg(map, from, cairn__unpack(path[right])))
        return right;
    while (left <= right) {
        size_t middle = (left + right) / 2;
        if (is_leg(map, from, cairn__unpack(path[middle]))) {
            found = middle;
            left = middle + 1;
        } else {
            right = middle - 1;
        }
    }
    return found;
}

static cairn_status add_subgoal(maker *self, worker *own, cairn__xy subgoal)
{
    if (own->count == own->capacity) {
        cairn__xy *grown = cairn__grow(self->work->allocator, own->subgoals, own->count,
                                       sizeof *grown, &own->capacity, 64);
        if (grown == NULL)
            return CAIRN_MEMORY;
        own->subgoals = grown;
    }
    own->subgoals[own->count++] = subgoal;
    return CAIRN_OK;
}

/* Adds the subgoals between the ends of the worker's path. */
static cairn_status add_subgoals(maker *self, worker *own, cairn__region_way *way)
{
    const cairn_map *map = self->cover->map;
    const cairn_cell *path = own->path.cells;
    size_t states = own->path.count;
    cairn_status status = CAIRN_OK;
    size_t last = 0;
    *way = (cairn__region_way){.first = (uint32_t)own->count};
    while (status == CAIRN_OK && last + 1 < states) {
        size_t next = find_next(map, path, states, last);
        cairn__xy from = cairn__unpack(path[last]), to = cairn__unpack(path[next]);
        way->costs[0] += cairn__climb(map, from, to, UINT32_MAX).cost;
        way->costs[1] += cairn__climb(map, to, from, UINT32_MAX).cost;
        if (next + 1 < states)
            status = add_subgoal(self, own, to);
        last = next;
    }
    way->count = (uint32_t)own->count - way->first;
    return status;
}

/* ---- ways ---- */

/* True if climbs both ways are as short as can be: then no path need be found. */
static bool is_straight(const maker *self, const worker *own, cairn__xy from, cairn__xy to,
                        cairn__region_way *way)
{
    cairn__climb_result there = cairn__climb(self->cover->map, from, to, CAIRN_NO_CUTOFF);
    cairn__climb_result back = cairn__climb(self->cover->map, to, from, CAIRN_NO_CUTOFF);
    uint32_t distance = cairn__bound(self->cover->map, from, to);
    *way = (cairn__region_way){(uint32_t)own->count, 0, {there.cost, back.cost}};
    return there.reached && back.reached && there.cost == distance && back.cost == distance;
}

static cairn_status make_way(maker *self, worker *own, cairn__xy from, cairn__xy to,
                             cairn__region_way *way)
{
    uint32_t cost;
    if (is_straight(self, own, from, to, way))
        return CAIRN_OK;
    cairn_status status = cairn__path_find(own->search, from, to, &cost);
    if (status == CAIRN_OK)
        status = cairn__path_list(own->search, &own->path, self->work->allocator);
    return status == CAIRN_OK ? add_subgoals(self, own, way) : status;
}

static cairn_status keep_subgoals(maker *self, const worker *own, uint32_t region)
{
    if (own->count == 0)
        return CAIRN_OK;
    cairn__xy *kept = cairn__allocate(self->work->allocator, own->count, sizeof *kept);
    if (kept == NULL)
        return CAIRN_MEMORY;
    memcpy(kept, own->subgoals, own->count * sizeof *kept);
    self->ways->subgoals[region] = kept;
    return CAIRN_OK;
}

/* A turn of the loop: the ways from one region to higher ones. */
static cairn_status make_ways(void *context, uint32_t number, uint32_t region)
{
    maker *self = context;
    worker *own = &self->workers[number];
    const cairn__region_graph *graph = self->graph;
    const cairn__xy *seeds = self->cover->seeds;
    size_t way = self->ways->bases[region];
    cairn_status status = CAIRN_OK;
    own->count = 0;
    for (size_t i = graph->firsts[region]; status == CAIRN_OK && i < graph->firsts[region + 1]; i++)
        if (graph->neighbours[i] > region)
            status = make_way(self, own, seeds[region], seeds[graph->neighbours[i]],
                              &self->ways->ways[way++]);
    if (status == CAIRN_OK)
        status = keep_subgoals(self, own, region);
    if (status == CAIRN_OK && self->work->finished != NULL)
        self->work->finished(self->work->context);
    return status;
}

/* Seeds of neighbours are near each other: a search that needs no preparation finds their paths
 * soonest. */
static cairn_status run_makers(maker *self)
{
    const cairn__region_work *work = self->work;
    cairn_status status = CAIRN_OK;
    self->workers = cairn__allocate_zeroed(work->allocator, work->threads, sizeof(worker));
    if (self->workers == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; status == CAIRN_OK && i < work->threads; i++)
        status =
            cairn__path_create_jump(self->cover->map, work->allocator, &self->workers[i].search);
    if (status == CAIRN_OK)
        status = cairn__loop_run(&(cairn__loop){work->allocator, work->poll, work->threads,
                                                self->graph->count, make_ways, self});
    for (uint32_t i = 0; i < work->threads; i++) {
        cairn__path_destroy(self->workers[i].search);
        cairn__release(work->allocator, self->workers[i].path.cells);
        cairn__release(work->allocator, self->workers[i].subgoals);
    }
    cairn__release(work->allocator, self->workers);
    return status;
}

/* Counts the ways of each region. */
static void count_ways(const cairn__region_graph *graph, size_t *bases)
{
    bases[0] = 0;
    for (uint32_t region = 0; region < graph->count; region++) {
        bases[region + 1] = bases[region];
        for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++)
            bases[region + 1] += graph->neighbours[i] > region;
    }
}

cairn_status cairn__region_ways_create(const cairn__cover *cover, const cairn__region_graph *graph,
                                       const cairn__region_work *work, cairn__region_ways *ways)
{
    const cairn_allocator *allocator = work->allocator;
    *ways = (cairn__region_ways){.count = graph->count};
    ways->bases = cairn__allocate(allocator, (uint64_t)graph->count + 1, sizeof *ways->bases);
    ways->ways =
        cairn__allocate_zeroed(allocator, graph->firsts[graph->count] / 2, sizeof *ways->ways);
    ways->subgoals = cairn__allocate_zeroed(allocator, graph->count, sizeof(void *));
    cairn_status status = CAIRN_MEMORY;
    if (ways->bases != NULL && ways->ways != NULL && ways->subgoals != NULL) {
        maker self = {.cover = cover, .graph = graph, .work = work, .ways = ways};
        count_ways(graph, ways->bases);
        status = run_makers(&self);
    }
    if (status != CAIRN_OK)
        cairn__region_ways_end(ways, allocator);
    return status;
}

void cairn__region_ways_end(cairn__region_ways *ways, const cairn_allocator *allocator)
{
    for (uint32_t i = 0; ways->subgoals != NULL && i < ways->count; i++)
        cairn__release(allocator, ways->subgoals[i]);
    cairn__release(allocator, ways->subgoals);
    cairn__release(allocator, ways->bases);
    cairn__release(allocator, ways->ways);
    *ways = (cairn__region_ways){0};
}

size_t cairn__region_ways_find(const cairn__region_ways *ways, const cairn__region_graph *graph,
                               uint32_t region, size_t place)
{
    uint32_t other = graph->neighbours[place];
    uint32_t low = region < other ? region : other, high = region < other ? other : region;
    size_t end = graph->firsts[low + 1];
    size_t above = end - (ways->bases[low + 1] - ways->bases[low]); /* its first higher one */
    size_t left = above, right = end;
    while (right - left > 1) {
        size_t middle = left + (right - left) / 2;
        if (graph->neighbours[middle] <= high)
            left = middle;
        else
            right = middle;
    }
    return ways->bases[low] + left - above;
}

uint32_t cairn__region_ways_get_cost(const cairn__region_ways *ways,
                                     const cairn__region_graph *graph, uint32_t region,
                                     size_t place, bool back)
{
    size_t way = cairn__region_ways_find(ways, graph, region, place);
    return ways->ways[way].costs[(graph->neighbours[place] < region) != back];
}

/* ---- rows of a table of routes: runs of goals with the same next neighbour ---- */

cairn_status cairn__region_table_start(cairn__region_table *table, const cairn__region_graph *graph,
                                       const cairn_allocator *allocator)
{
    size_t places = graph->firsts[graph->count];
    *table = (cairn__region_table){.count = graph->count};
    table->rows = cairn__allocate_zeroed(allocator, graph->count, sizeof *table->rows);
    table->used = cairn__allocate_zeroed(allocator, places, sizeof *table->used);
    return table->rows != NULL && table->used != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

/* Goals without a next neighbour fit into any run. Without `row` only counts them. */
static uint32_t write_runs(const cairn__region_places *next, cairn__region_row *row)
{
    uint32_t runs = 0;
    uint16_t present = CAIRN__NO_PLACE;
    for (uint32_t i = 0; i < next->count; i++) {
        uint16_t place = next->places[i * next->stride];
        if (place == CAIRN__NO_PLACE || place == present)
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

cairn_status cairn__region_table_make_row(cairn__region_table *table,
                                          const cairn__region_graph *graph, uint32_t region,
                                          const cairn__region_places *next,
                                          const cairn_allocator *allocator)
{
    cairn__region_row *row = &table->rows[region];
    row->count = write_runs(next, NULL);
    row->firsts = cairn__allocate(allocator, row->count, sizeof *row->firsts);
    row->places = cairn__allocate(allocator, row->count, sizeof *row->places);
    if (row->firsts == NULL || row->places == NULL)
        return CAIRN_MEMORY;
    (void)write_runs(next, row);
    for (uint32_t i = 0; i < row->count; i++)
        table->used[graph->firsts[region] + row->places[i]] = true;
    return CAIRN_OK;
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
