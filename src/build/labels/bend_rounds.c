/* bend_rounds.c: floods from nodes, row by row. */
#include "build/labels/bend_rounds.h"

#include <string.h>

#include "base/job.h"
#include "base/memory.h"

/* Units of a node that is looked at, of a word of a flood's row, and of an edge. */
enum { NODE_UNITS = 8, WORD_UNITS = 4, EDGE_UNITS = 8 };

typedef cairn__graph_maker maker;
typedef cairn__graph_worker worker;

/* ---- floods ---- */

/* Nodes of the flood's present row at which a leg may end. */
static uint32_t count_ends(const cairn__bend_flood *flood)
{
    uint32_t count = 0;
    for (uint32_t i = flood->first; flood->has_ends && i <= flood->last; i++)
        count += cairn__count_ones(flood->ends[i]);
    return count;
}

/* A row has at most 2^14 cells, some of which are ends: four of them are a unit. */
static void spend_row(const cairn__bend_flood *flood, cairn__meter *meter)
{
    uint64_t words = (uint64_t)flood->last - flood->first + 2;
    cairn__spend(meter, words * WORD_UNITS + (flood->nodes != NULL ? count_ends(flood) / 4 : 0));
}

/* Floods from a node, or goes on if it does so already. */
typedef cairn_status flood_function(maker *self, worker *by, cairn__meter *meter);

static cairn_status run_chunk(maker *self, worker *by, uint32_t chunk, flood_function *flood,
                              bool (*is_wanted)(const maker *self, uint32_t node),
                              cairn__meter *meter)
{
    uint32_t end = (uint32_t)cairn__get_turn_end(self->graph->all.count, CAIRN__ROUND_NODES, chunk);
    if (!by->is_busy)
        by->node = chunk * CAIRN__ROUND_NODES;
    by->is_busy = true;
    for (; by->node < end; by->node++) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        cairn__spend(meter, NODE_UNITS);
        cairn_status status = is_wanted(self, by->node) ? flood(self, by, meter) : CAIRN_OK;
        if (status != CAIRN_OK)
            return status;
    }
    by->is_busy = false;
    return CAIRN_OK;
}

static bool begins_legs(const maker *self, uint32_t node)
{
    return cairn__bend_sheet_get_firsts(&self->sheet, self->graph->all.nodes[node].bends) != 0;
}

/* ---- the first round ---- */

/* Cells of the flood's present row. */
static uint32_t count_cells(const cairn__bend_flood *flood)
{
    uint32_t count = 0;
    for (uint32_t i = flood->first; i <= flood->last; i++)
        count += cairn__count_ones(flood->cells.reached[i]);
    return count;
}

/* Notes whether there is an edge; if there is none, counts the cells that are reached. */
static cairn_status find_edge(maker *self, worker *by, cairn__meter *meter)
{
    cairn__bend_flood *flood = &by->flood;
    uint32_t *area = &self->areas[(size_t)by->node * CAIRN__CONES + self->cone];
    if (!by->is_flooding) {
        cairn__bend_flood_start(flood, &self->sheet, NULL, &self->graph->all.nodes[by->node]);
        spend_row(flood, meter);
    }
    by->is_flooding = true;
    while (!flood->has_ends) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        *area += count_cells(flood);
        if (!cairn__bend_flood_is_on(flood))
            break;
        cairn__bend_flood_advance(flood);
        spend_row(flood, meter);
    }
    if (flood->has_ends)
        self->sides[by->node] |= (uint8_t)(1u << self->cone);
    by->is_flooding = false;
    return CAIRN_OK;
}

cairn_status cairn__graph_find_sides(void *context, uint32_t number, uint32_t chunk,
                                     cairn__meter *meter)
{
    maker *self = context;
    return run_chunk(self, &self->workers[number], chunk, find_edge, begins_legs, meter);
}

/* ---- the second round ---- */

static cairn_status add_edge(maker *self, worker *by, uint32_t to)
{
    if (atomic_fetch_add_explicit(&self->edges, 1, memory_order_relaxed) >= self->limits->edges)
        return CAIRN_LIMIT;
    cairn__edge *edge =
        cairn__pile_add(&by->edges, &self->allocator, sizeof *edge, CAIRN__EDGES_A_LAYER);
    if (edge == NULL)
        return CAIRN_MEMORY;
    *edge = (cairn__edge)self->numbers[by->node] << 32 | to;
    return CAIRN_OK;
}

/* Adds edges to the ends of the flood's present row, word by word. */
static cairn_status add_edges(maker *self, worker *by, cairn__meter *meter)
{
    const cairn__bend_flood *flood = &by->flood;
    cairn_status status = CAIRN_OK;
    by->word = by->word > flood->first ? by->word : flood->first;
    for (; status == CAIRN_OK && flood->has_ends && by->word <= flood->last; by->word++) {
        uint64_t ends = flood->ends[by->word];
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        cairn__spend(meter, 1 + (uint64_t)cairn__count_ones(ends) * EDGE_UNITS);
        for (; status == CAIRN_OK && ends != 0; ends &= ends - 1) {
            uint32_t column = (by->word - 1) * 64 + cairn__count_trailing_zeros(ends);
            cairn__xy cell =
                cairn__bend_sheet_get_cell(&self->sheet, (cairn__sheet_place){column, flood->row});
            status = add_edge(self, by, cairn__bend_nodes_find(&self->graph->survivors, cell));
        }
    }
    return status;
}

/* Adds edges and cells of all rows; the last ones are still to be filed. */
static cairn_status follow_flood(maker *self, worker *by, cairn__meter *meter)
{
    cairn__bend_flood *flood = &by->flood;
    cairn_status status = CAIRN_OK;
    while (!by->has_ended) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        if (flood->nodes != NULL)
            status = add_edges(self, by, meter);
        if (status == CAIRN_OK && !cairn__item_filer_has_room(&by->filer, flood))
            status = cairn__item_filer_file(&by->filer, meter);
        if (status == CAIRN_OK && !cairn__has_piece(meter))
            status = CAIRN_UNFINISHED;
        if (status != CAIRN_OK)
            return status;
        cairn__item_filer_add(&by->filer, flood);
        by->has_ended = !cairn__bend_flood_is_on(flood);
        if (!by->has_ended)
            cairn__bend_flood_advance(flood);
        by->word = 0;
        spend_row(flood, meter);
    }
    return CAIRN_OK;
}

/* From a survivor, or from a local node on a side without edges. */
static cairn_status reach_out(maker *self, worker *by, cairn__meter *meter)
{
    const cairn__bend_node *node = &self->graph->all.nodes[by->node];
    bool is_local = self->chosen[by->node] == 0;
    uint32_t own = is_local ? by->node : self->numbers[by->node];
    if (!by->is_flooding) {
        cairn__item_filer_start(&by->filer, &self->sheet, node->cell, own, is_local);
        cairn__bend_flood_start(&by->flood, &self->sheet, is_local ? NULL : &self->graph->survivors,
                                node);
        spend_row(&by->flood, meter);
        by->items = by->filer.count;
        by->has_ended = false;
        by->word = 0;
    }
    by->is_flooding = true;
    cairn_status status = follow_flood(self, by, meter);
    if (status == CAIRN_OK)
        status = cairn__item_filer_file(&by->filer, meter);
    if (status == CAIRN_UNFINISHED)
        return status;
    by->is_flooding = false;
    size_t more = by->filer.count - by->items;
    if (atomic_fetch_add(&self->items, more) + more > self->limits->items)
        return CAIRN_LIMIT;
    return status;
}

static bool reaches_out(const maker *self, uint32_t node)
{
    return (self->filed[node] >> self->cone & 1) != 0 && begins_legs(self, node);
}

cairn_status cairn__graph_find_reach(void *context, uint32_t number, uint32_t chunk,
                                     cairn__meter *meter)
{
    maker *self = context;
    return run_chunk(self, &self->workers[number], chunk, reach_out, reaches_out, meter);
}

/* ---- edges in order ---- */

/* Edges or nodes laid out between two looks at the units, and a unit's share of copied edges. */
enum { LAID_OUT = 1024, COPIED_A_UNIT = 8 };

cairn_status cairn__edge_sorter_create(cairn__edge_sorter *sorter, const cairn_allocator *allocator,
                                       size_t edges, uint32_t nodes)
{
    *sorter = (cairn__edge_sorter){.allocator = *allocator, .count = edges};
    sorter->edges = cairn__allocate(allocator, edges, sizeof *sorter->edges);
    sorter->room = cairn__allocate(allocator, edges, sizeof *sorter->room);
    sorter->firsts = cairn__allocate(allocator, (uint64_t)nodes + 1, sizeof *sorter->firsts);
    sorter->targets = cairn__allocate(allocator, edges, sizeof *sorter->targets);
    if (sorter->edges == NULL || sorter->room == NULL || sorter->firsts == NULL ||
        sorter->targets == NULL)
        return CAIRN_MEMORY;
    sorter->firsts[0] = 0;
    return CAIRN_OK;
}

void cairn__edge_sorter_end(cairn__edge_sorter *sorter)
{
    const cairn_allocator *allocator = &sorter->allocator;
    cairn__release(allocator, sorter->edges);
    cairn__release(allocator, sorter->room);
    cairn__release(allocator, sorter->firsts);
    cairn__release(allocator, sorter->targets);
    *sorter = (cairn__edge_sorter){.allocator = sorter->allocator};
}

cairn_status cairn__edge_sorter_take(cairn__edge_sorter *sorter, cairn__pile *pile,
                                     cairn__meter *meter)
{
    while (pile->first != NULL) {
        cairn__layer *layer = pile->first;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        memcpy(sorter->edges + sorter->used, cairn__layer_get(layer),
               layer->count * sizeof *sorter->edges);
        sorter->used += layer->count;
        cairn__spend(meter, layer->count / COPIED_A_UNIT + 1);
        cairn__pile_drop(pile, &sorter->allocator);
    }
    return CAIRN_OK;
}

static int compare_edges(const void *one, const void *other)
{
    cairn__edge a = *(const cairn__edge *)one, b = *(const cairn__edge *)other;
    return a < b ? -1 : a > b;
}

cairn_status cairn__edge_sorter_sort(cairn__edge_sorter *sorter, cairn__meter *meter)
{
    cairn__sort *sort = &sorter->sort;
    if (!sorter->is_sorting)
        cairn__sort_start(sort, sorter->edges, sorter->room, sorter->used, sizeof *sorter->edges,
                          compare_edges);
    sorter->is_sorting = true;
    cairn_status status = cairn__sort_run(sort, meter);
    sorter->edges = (cairn__edge *)(void *)sort->things;
    sorter->room = (cairn__edge *)(void *)sort->room;
    return status;
}

/* The next edge, once its first end is that of the edges that are laid out; until then the next
 * node. */
static void lay_out_one(cairn__edge_sorter *self)
{
    cairn__edge edge = self->edges[self->next];
    if (self->from < edge >> 32) {
        self->firsts[++self->from] = self->laid;
        return;
    }
    if (self->next == 0 || self->edges[self->next - 1] != edge)
        self->targets[self->laid++] = (uint32_t)edge;
    self->next++;
}

cairn_status cairn__edge_sorter_lay_out(cairn__edge_sorter *sorter, uint32_t nodes,
                                        cairn__meter *meter)
{
    while (sorter->next < sorter->used || sorter->from < nodes) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        uint32_t i = 0;
        for (; i < LAID_OUT && sorter->next < sorter->used; i++)
            lay_out_one(sorter);
        for (; i < LAID_OUT && sorter->from < nodes; i++)
            sorter->firsts[++sorter->from] = sorter->laid;
        cairn__spend(meter, 2 * (uint64_t)i);
    }
    return CAIRN_OK;
}
