/* bend_graph.c: two rounds of floods over the eight cones. The first finds, for each node and cone,
 * whether there is an edge at all, and so the survivors. The second finds the survivors' edges and
 * files what each node reaches.
 *
 * Edges of a cone are transitive where they meet at a survivor, so those that pass another one are
 * left out: the distances stay the same. For the same reason a cell needs no node that it reaches
 * through another one. */
#include "build/bend_graph.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/loop.h"
#include "base/memory.h"

/* Nodes that a thread takes at a time. */
#define CHUNK 16

typedef struct edge {
    uint32_t from;
    uint32_t to;
} edge;

/* What one thread works with. */
typedef struct worker {
    cairn__bend_flood flood;
    cairn__item_filer filer;
    edge *edges;
    size_t edge_count;
    size_t edge_capacity;
} worker;

typedef struct maker {
    const cairn_map *map;
    const cairn_allocator *allocator;
    const cairn__bend_limits *limits;
    const cairn__preparation *how;
    cairn__bend_graph *graph;
    cairn__bend_sheet sheet;
    uint8_t *sides;    /* of all nodes: bit i, there is an edge in cone i */
    uint8_t *chosen;   /* of all nodes: survives */
    uint8_t *filed;    /* of all nodes: bit i, cells reached in cone i are told */
    uint32_t *areas;   /* of all nodes and cones: cells reached; known where there is no edge */
    uint32_t *numbers; /* of all nodes: the number among survivors */
    worker *workers;
    atomic_size_t edges;
    atomic_size_t items;
} maker;

/* ---- the first round ---- */

/* Cells of the flood's present row. */
static uint32_t count_cells(const cairn__bend_flood *flood)
{
    uint32_t count = 0;
    for (uint32_t i = flood->first; i <= flood->last; i++)
        count += cairn__count_ones(flood->cells.reached[i]);
    return count;
}

/* True if there is an edge; otherwise counts the cells that are reached. */
static bool has_edge(worker *self, const cairn__bend_sheet *sheet, const cairn__bend_node *node,
                     uint32_t *area)
{
    cairn__bend_flood *flood = &self->flood;
    *area = 0;
    for (cairn__bend_flood_start(flood, sheet, NULL, node); !flood->has_ends;
         cairn__bend_flood_advance(flood)) {
        *area += count_cells(flood);
        if (!cairn__bend_flood_is_on(flood))
            return false;
    }
    return true;
}

static cairn_status find_sides(void *context, uint32_t number, uint32_t chunk)
{
    maker *self = context;
    const cairn__bend_nodes *all = &self->graph->all;
    uint32_t end = (chunk + 1) * CHUNK < all->count ? (chunk + 1) * CHUNK : all->count;
    for (uint32_t i = chunk * CHUNK; i < end; i++)
        if (cairn__bend_sheet_get_firsts(&self->sheet, all->nodes[i].bends) != 0 &&
            has_edge(&self->workers[number], &self->sheet, &all->nodes[i],
                     &self->areas[i * CAIRN__CONES + self->sheet.cone]))
            self->sides[i] |= (uint8_t)(1u << self->sheet.cone);
    return CAIRN_OK;
}

/* True if bends lead from an edge to an edge. */
static bool survives(cairn__bends bends, uint32_t sides)
{
    for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
        for (uint32_t by = 1; by <= CAIRN__MOST_TURN && cairn__bends_turn(bends, cone, by); by++)
            if ((sides >> cairn__turn(cone, 4) & 1) != 0 &&
                (sides >> cairn__turn(cone, by) & 1) != 0)
                return true;
    return false;
}

/* The two sides of some bends of a local node: cones that lead away from it. */
typedef struct sides {
    uint32_t cones[2];
} sides;

/* Adds to `filed` what bends from side to side need. A path that bends here and goes on to other
 * nodes comes from a side without edges: its cells are told. If neither side has an edge the path
 * bends nowhere else, and one of the sides is enough: the smaller one, unless one is told anyway. */
static uint32_t file_sides(const sides *of, uint32_t edges, const uint32_t *areas, uint32_t filed,
                           bool late)
{
    uint32_t one = 1u << of->cones[0], other = 1u << of->cones[1];
    bool has_edges = (edges & (one | other)) != 0;
    if ((edges & one) == 0 && areas[of->cones[0]] == 0)
        return filed;
    if ((edges & other) == 0 && areas[of->cones[1]] == 0)
        return filed;
    if (has_edges)
        return filed | ((one | other) & ~edges);
    if (!late || (filed & (one | other)) != 0)
        return filed;
    return filed | (areas[of->cones[0]] <= areas[of->cones[1]] ? one : other);
}

/* The cones of a local node whose cells are told. */
static uint32_t choose_sides(cairn__bends bends, uint32_t edges, const uint32_t *areas)
{
    uint32_t filed = 0;
    for (uint32_t late = 0; late < 2; late++)
        for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
            for (uint32_t by = 1; by <= CAIRN__MOST_TURN && cairn__bends_turn(bends, cone, by);
                 by++) {
                sides of = {{cairn__turn(cone, 4), cairn__turn(cone, by)}};
                filed = file_sides(&of, edges, areas, filed, late != 0);
            }
    return filed;
}

static cairn_status choose_survivors(maker *self)
{
    const cairn__bend_nodes *all = &self->graph->all;
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        self->chosen[i] = survives(all->nodes[i].bends, self->sides[i]);
        self->filed[i] = UINT8_MAX;
        if (self->chosen[i] == 0)
            self->filed[i] = (uint8_t)choose_sides(all->nodes[i].bends, self->sides[i],
                                                   &self->areas[i * CAIRN__CONES]);
        self->numbers[i] = count;
        count += self->chosen[i];
    }
    return cairn__bend_nodes_choose(all, self->chosen, &self->graph->survivors);
}

/* ---- the second round ---- */

static cairn_status add_edge(maker *self, worker *by, uint32_t from, uint32_t to)
{
    if (atomic_fetch_add_explicit(&self->edges, 1, memory_order_relaxed) >= self->limits->edges)
        return CAIRN_LIMIT;
    if (by->edge_count == by->edge_capacity) {
        edge *edges = cairn__grow(self->allocator, by->edges, by->edge_count, sizeof *edges,
                                  &by->edge_capacity, 1024);
        if (edges == NULL)
            return CAIRN_MEMORY;
        by->edges = edges;
    }
    by->edges[by->edge_count++] = (edge){from, to};
    return CAIRN_OK;
}

/* Adds edges to the ends of the flood's present row. */
static cairn_status add_edges(maker *self, worker *by, uint32_t from)
{
    const cairn__bend_flood *flood = &by->flood;
    cairn_status status = CAIRN_OK;
    for (uint32_t i = flood->first; flood->has_ends && i <= flood->last; i++)
        for (uint64_t ends = flood->ends[i]; status == CAIRN_OK && ends != 0; ends &= ends - 1) {
            cairn__sheet_place at = {(i - 1) * 64 + cairn__count_trailing_zeros(ends), flood->row};
            cairn__xy cell = cairn__bend_sheet_get_cell(&self->sheet, at);
            status =
                add_edge(self, by, from, cairn__bend_nodes_find(&self->graph->survivors, cell));
        }
    return status;
}

/* Floods from a node: a survivor, or a local one on a side without edges. */
static cairn_status reach_out(maker *self, worker *by, uint32_t number)
{
    const cairn__bend_node *node = &self->graph->all.nodes[number];
    bool is_local = self->chosen[number] == 0;
    uint32_t own = is_local ? number : self->numbers[number];
    size_t before = by->filer.list.count;
    cairn_status status = CAIRN_OK;
    cairn__item_filer_start(&by->filer, &self->sheet, node->cell, own, is_local);
    cairn__bend_flood_start(&by->flood, &self->sheet, is_local ? NULL : &self->graph->survivors,
                            node);
    for (;;) {
        if (!is_local)
            status = add_edges(self, by, own);
        if (status == CAIRN_OK)
            status = cairn__item_filer_add(&by->filer, &by->flood);
        if (status != CAIRN_OK || !cairn__bend_flood_is_on(&by->flood))
            break;
        cairn__bend_flood_advance(&by->flood);
    }
    if (status == CAIRN_OK)
        status = cairn__item_filer_finish(&by->filer);
    size_t more = by->filer.list.count - before;
    if (atomic_fetch_add(&self->items, more) + more > self->limits->items)
        return CAIRN_LIMIT;
    return status;
}

static cairn_status find_reach(void *context, uint32_t number, uint32_t chunk)
{
    maker *self = context;
    const cairn__bend_nodes *all = &self->graph->all;
    uint32_t end = (chunk + 1) * CHUNK < all->count ? (chunk + 1) * CHUNK : all->count;
    cairn_status status = CAIRN_OK;
    for (uint32_t i = chunk * CHUNK; status == CAIRN_OK && i < end; i++)
        if (cairn__bend_sheet_get_firsts(&self->sheet, all->nodes[i].bends) != 0 &&
            (self->filed[i] >> self->sheet.cone & 1) != 0)
            status = reach_out(self, &self->workers[number], i);
    return status;
}

/* ---- rounds ---- */

typedef cairn_status turn_function(void *context, uint32_t worker, uint32_t turn);

/* All nodes in one cone; only `marked` ones end legs. */
static cairn_status run_cone(maker *self, uint32_t cone, const cairn__bend_nodes *marked,
                             turn_function *run)
{
    uint32_t chunks = (self->graph->all.count + CHUNK - 1) / CHUNK;
    cairn_status status = cairn__bend_sheet_create(self->map, self->allocator, cone, &self->sheet);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t i = 0; i < marked->count; i++)
        cairn__bend_sheet_mark(&self->sheet, &marked->nodes[i]);
    status = cairn__loop_run(
        &(cairn__loop){self->allocator, self->how->poll, self->how->threads, chunks, run, self});
    cairn__bend_sheet_end(&self->sheet);
    return status;
}

static cairn_status run_round(maker *self, const cairn__bend_nodes *marked, turn_function *run)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t cone = 0; status == CAIRN_OK && cone < CAIRN__CONES; cone++)
        status = run_cone(self, cone, marked, run);
    return status;
}

static cairn_status start(maker *self)
{
    const cairn_allocator *allocator = self->allocator;
    size_t count = self->graph->all.count, threads = self->how->threads;
    cairn_map_info info = self->map->info;
    uint32_t side = info.width > info.height ? info.width : info.height;
    uint32_t words = (side + CAIRN__SHEET_BLOCK - 1) / CAIRN__SHEET_BLOCK * 4 + 2;
    self->sides = cairn__allocate_zeroed(allocator, count, 3);
    self->areas = cairn__allocate_zeroed(allocator, count, CAIRN__CONES * sizeof *self->areas);
    self->numbers = cairn__allocate(allocator, count, sizeof *self->numbers);
    self->workers = cairn__allocate_zeroed(allocator, threads, sizeof *self->workers);
    if (self->sides == NULL || self->areas == NULL || self->numbers == NULL ||
        self->workers == NULL)
        return CAIRN_MEMORY;
    self->chosen = self->sides + count;
    self->filed = self->chosen + count;
    cairn_status status = CAIRN_OK;
    for (size_t i = 0; status == CAIRN_OK && i < threads; i++) {
        status = cairn__bend_flood_create(allocator, words, &self->workers[i].flood);
        if (status == CAIRN_OK)
            status = cairn__item_filer_create(allocator, words, &self->workers[i].filer);
    }
    return status;
}

static void end(maker *self)
{
    for (uint32_t i = 0; self->workers != NULL && i < self->how->threads; i++) {
        worker *by = &self->workers[i];
        if (by->flood.legal != NULL)
            cairn__bend_flood_end(&by->flood);
        if (by->filer.reached != NULL)
            cairn__item_filer_end(&by->filer);
        cairn__release(self->allocator, by->edges);
    }
    cairn__release(self->allocator, self->workers);
    cairn__release(self->allocator, self->numbers);
    cairn__release(self->allocator, self->areas);
    cairn__release(self->allocator, self->sides);
}

/* ---- what the threads have found ---- */

static int compare_edges(const void *one, const void *other)
{
    const edge *a = one, *b = other;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

/* Lays sorted edges out by their first ends; one that several cones have is one edge. */
static void lay_out(cairn__bend_graph *graph, const edge *edges, size_t count)
{
    uint64_t used = 0;
    uint32_t from = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_edges(&edges[i - 1], &edges[i]) == 0)
            continue;
        for (; from < edges[i].from; from++)
            graph->firsts[from + 1] = used;
        graph->targets[used++] = edges[i].to;
    }
    for (; from < graph->survivors.count; from++)
        graph->firsts[from + 1] = used;
}

static cairn_status join_edges(maker *self)
{
    cairn__bend_graph *graph = self->graph;
    size_t total = atomic_load(&self->edges), used = 0;
    edge *edges = cairn__allocate(self->allocator, total, sizeof *edges);
    graph->firsts = cairn__allocate_zeroed(self->allocator, (size_t)graph->survivors.count + 1,
                                           sizeof *graph->firsts);
    graph->targets = cairn__allocate(self->allocator, total, sizeof *graph->targets);
    cairn_status status = CAIRN_MEMORY;
    if (edges != NULL && graph->firsts != NULL && graph->targets != NULL) {
        for (uint32_t i = 0; i < self->how->threads; i++) {
            const worker *by = &self->workers[i];
            if (by->edge_count > 0)
                memcpy(edges + used, by->edges, by->edge_count * sizeof *edges);
            used += by->edge_count;
        }
        qsort(edges, used, sizeof *edges, compare_edges);
        lay_out(graph, edges, used);
        status = CAIRN_OK;
    }
    cairn__release(self->allocator, edges);
    return status;
}

static cairn_status join_items(maker *self)
{
    cairn__item_list *to = &self->graph->items;
    to->capacity = atomic_load(&self->items);
    to->items = cairn__allocate(self->allocator, to->capacity, sizeof *to->items);
    if (to->items == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; i < self->how->threads; i++) {
        const cairn__item_list *from = &self->workers[i].filer.list;
        if (from->count > 0)
            memcpy(to->items + to->count, from->items, from->count * sizeof *to->items);
        to->count += from->count;
    }
    return CAIRN_OK;
}

static cairn_status make(maker *self)
{
    cairn_status status = start(self);
    if (status == CAIRN_OK)
        status = run_round(self, &self->graph->all, find_sides);
    if (status == CAIRN_OK)
        status = choose_survivors(self);
    if (status == CAIRN_OK)
        status = run_round(self, &self->graph->survivors, find_reach);
    if (status == CAIRN_OK)
        status = join_edges(self);
    return status == CAIRN_OK ? join_items(self) : status;
}

cairn_status cairn__bend_graph_create(const cairn_map *map, const cairn_allocator *allocator,
                                      const cairn__bend_limits *limits,
                                      const cairn__preparation *how, cairn__bend_graph *graph)
{
    maker self = {.map = map, .allocator = allocator, .limits = limits, .how = how, .graph = graph};
    *graph = (cairn__bend_graph){.allocator = *allocator};
    cairn_status status = cairn__bend_nodes_create(map, allocator, limits->nodes, &graph->all);
    if (status != CAIRN_OK)
        return status;
    status = make(&self);
    end(&self);
    if (status != CAIRN_OK)
        cairn__bend_graph_end(graph);
    return status;
}

void cairn__bend_graph_end(cairn__bend_graph *graph)
{
    const cairn_allocator *allocator = &graph->allocator;
    cairn__bend_nodes_end(&graph->all);
    if (graph->survivors.nodes != NULL)
        cairn__bend_nodes_end(&graph->survivors);
    cairn__release(allocator, graph->firsts);
    cairn__release(allocator, graph->targets);
    cairn__release(allocator, graph->items.items);
    *graph = (cairn__bend_graph){.allocator = graph->allocator};
}
