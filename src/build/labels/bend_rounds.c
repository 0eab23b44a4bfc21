/* bend_rounds.c: floods from nodes, row by row. */
#include "build/labels/bend_rounds.h"

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
