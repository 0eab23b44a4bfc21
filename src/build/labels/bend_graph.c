/* bend_graph.c: two rounds of floods over the eight cones. The first finds, for each node and cone,
 * whether there is an edge at all, and so the survivors. The second finds the survivors' edges and
 * files what each node reaches.
 *
 * Edges of a cone are transitive where they meet at a survivor, so those that pass another one are
 * left out: the distances stay the same. For the same reason a cell needs no node that it reaches
 * through another one. */
#include "build/labels/bend_graph.h"

#include <string.h>

#include "base/memory.h"
#include "build/labels/bend_rounds.h"

/* Nodes that a turn takes, and the units of one. */
enum { MANY = 256, NODE_UNITS = 8 };

typedef cairn__graph_maker maker;
typedef cairn__graph_worker worker;

/* ---- sides: which nodes survive, and which sides of the others have cells to tell ---- */

/* True if bends lead from an edge to an edge; bit i of `sides`: there is an edge in cone i. */
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
typedef struct side_pair {
    uint32_t cones[2];
} side_pair;

/* Adds to `filed` what bends from side to side need. A path that bends here and goes on to other
 * nodes comes from a side without edges: its cells are filed. If neither side has an edge the path
 * bends nowhere else, and one of the sides is enough: the smaller one, unless one is filed anyway. */
static uint32_t file_sides(const side_pair *of, uint32_t edges, const uint32_t *areas,
                           uint32_t filed, bool late)
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

/* The cones of a local node whose cells are filed, a bit each. `areas`: cells reached in each cone. */
static uint32_t choose_sides(cairn__bends bends, uint32_t sides, const uint32_t *areas)
{
    uint32_t filed = 0;
    for (uint32_t late = 0; late < 2; late++)
        for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
            for (uint32_t by = 1; by <= CAIRN__MOST_TURN && cairn__bends_turn(bends, cone, by);
                 by++) {
                side_pair of = {{cairn__turn(cone, 4), cairn__turn(cone, by)}};
                filed = file_sides(&of, sides, areas, filed, late != 0);
            }
    return filed;
}

/* ---- stages ---- */

/* ---- nodes ---- */

static cairn_status begin_count(void *context, uint32_t *turns)
{
    *turns = ((maker *)context)->map->info.height;
    return CAIRN_OK;
}

static cairn_status count_candidates(void *context, uint32_t number, uint32_t y,
                                     cairn__meter *meter)
{
    maker *self = context;
    (void)number;
    self->candidates += cairn__bend_nodes_count(self->map, y, meter);
    return CAIRN_OK;
}

/* The limit is looked at after every 64 cells. */
static cairn_status begin_nodes(void *context, uint32_t *turns)
{
    maker *self = context;
    uint64_t most = (uint64_t)self->limits->nodes + 64;
    *turns = self->map->info.height;
    return cairn__bend_nodes_create(&self->graph->all, &self->allocator,
                                    self->candidates < most ? (size_t)self->candidates
                                                            : (size_t)most);
}

static cairn_status find_nodes(void *context, uint32_t number, uint32_t y, cairn__meter *meter)
{
    maker *self = context;
    (void)number;
    for (; self->x < self->map->info.width; self->x += 64) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        cairn__bend_nodes_add(&self->graph->all, self->map, self->x, y, meter);
        if (self->graph->all.count > self->limits->nodes)
            return CAIRN_LIMIT;
    }
    self->x = 0;
    return CAIRN_OK;
}

static cairn_status begin_index(void *context, uint32_t *turns)
{
    return cairn__bend_nodes_begin_index(&((maker *)context)->graph->all, turns);
}

static cairn_status run_index(void *context, uint32_t number, uint32_t turn, cairn__meter *meter)
{
    (void)number;
    cairn__bend_nodes_run_index(&((maker *)context)->graph->all, turn, meter);
    return CAIRN_OK;
}

/* ---- room for the rounds ---- */

static cairn_status start_worker(maker *self, worker *by)
{
    uint32_t across = self->graph->across, down = self->graph->blocks / across;
    uint32_t side = across > down ? across : down;
    cairn_status status = cairn__bend_flood_create(
        &self->allocator, side * (CAIRN__SHEET_BLOCK / 64) + 2, &by->flood);
    if (status != CAIRN_OK)
        return status;
    return cairn__item_filer_create(&self->allocator, across, down, self->limits->test_bytes,
                                    &by->filer);
}

static cairn_status begin_rounds(void *context, uint32_t *turns)
{
    maker *self = context;
    const cairn_allocator *allocator = &self->allocator;
    size_t count = self->graph->all.count;
    self->sides = cairn__allocate(allocator, count, 3);
    self->areas = cairn__allocate(allocator, count, CAIRN__CONES * sizeof *self->areas);
    self->numbers = cairn__allocate(allocator, count, sizeof *self->numbers);
    self->workers = cairn__allocate_zeroed(allocator, self->threads, sizeof *self->workers);
    if (self->sides == NULL || self->areas == NULL || self->numbers == NULL ||
        self->workers == NULL)
        return CAIRN_MEMORY;
    self->chosen = self->sides + count;
    self->filed = self->chosen + count;
    *turns = cairn__count_turns(count, MANY);
    cairn_status status = cairn__bend_sheet_create(self->map, allocator, &self->sheet);
    for (uint32_t i = 0; status == CAIRN_OK && i < self->threads; i++)
        status = start_worker(self, &self->workers[i]);
    return status;
}

static cairn_status clear_sides(void *context, uint32_t number, uint32_t turn, cairn__meter *meter)
{
    maker *self = context;
    size_t first = (size_t)turn * MANY;
    size_t count = (size_t)cairn__get_turn_end(self->graph->all.count, MANY, turn) - first;
    (void)number;
    memset(self->sides + first, 0, count);
    memset(self->areas + first * CAIRN__CONES, 0, count * CAIRN__CONES * sizeof *self->areas);
    cairn__spend(meter, count);
    return CAIRN_OK;
}

/* ---- sheets ---- */

static cairn_status begin_sheet(void *context, uint32_t *turns)
{
    maker *self = context;
    *turns = cairn__bend_sheet_begin(&self->sheet, self->cone);
    return CAIRN_OK;
}

static cairn_status fill_sheet(void *context, uint32_t number, uint32_t row, cairn__meter *meter)
{
    (void)number;
    cairn__bend_sheet_fill(&((maker *)context)->sheet, row, meter);
    return CAIRN_OK;
}

/* Legs end at all nodes in the first round, and at survivors in the second. */
static const cairn__bend_nodes *get_marked(const maker *self)
{
    return self->graph->survivors.nodes != NULL ? &self->graph->survivors : &self->graph->all;
}

static cairn_status begin_marks(void *context, uint32_t *turns)
{
    *turns = cairn__count_turns(get_marked(context)->count, MANY);
    return CAIRN_OK;
}

static cairn_status mark(void *context, uint32_t number, uint32_t turn, cairn__meter *meter)
{
    maker *self = context;
    const cairn__bend_nodes *marked = get_marked(self);
    uint32_t end = (uint32_t)cairn__get_turn_end(marked->count, MANY, turn);
    (void)number;
    for (uint32_t i = turn * MANY; i < end; i++)
        cairn__bend_sheet_mark(&self->sheet, &marked->nodes[i]);
    cairn__spend(meter, (uint64_t)(end - turn * MANY) * NODE_UNITS);
    return CAIRN_OK;
}

static cairn_status begin_chunks(void *context, uint32_t *turns)
{
    *turns = cairn__count_turns(((maker *)context)->graph->all.count, CAIRN__ROUND_NODES);
    return CAIRN_OK;
}

/* The next cone of the round; false at its end. */
static bool turn_sheet(void *context)
{
    maker *self = context;
    self->cone = (self->cone + 1) % CAIRN__CONES;
    return self->cone != 0;
}

/* ---- between the rounds ---- */

static cairn_status begin_choice(void *context, uint32_t *turns)
{
    maker *self = context;
    uint32_t count = self->graph->all.count;
    *turns = cairn__count_turns(count, MANY);
    return cairn__bend_nodes_create(&self->graph->survivors, &self->allocator, count);
}

static cairn_status choose_survivors(void *context, uint32_t number, uint32_t turn,
                                     cairn__meter *meter)
{
    maker *self = context;
    const cairn__bend_nodes *all = &self->graph->all;
    cairn__bend_nodes *survivors = &self->graph->survivors;
    uint32_t end = (uint32_t)cairn__get_turn_end(all->count, MANY, turn);
    (void)number;
    for (uint32_t i = turn * MANY; i < end; i++) {
        self->chosen[i] = survives(all->nodes[i].bends, self->sides[i]);
        self->filed[i] = UINT8_MAX;
        if (self->chosen[i] == 0)
            self->filed[i] = (uint8_t)choose_sides(all->nodes[i].bends, self->sides[i],
                                                   &self->areas[(size_t)i * CAIRN__CONES]);
        self->numbers[i] = survivors->count;
        if (self->chosen[i] != 0)
            survivors->nodes[survivors->count++] = all->nodes[i];
    }
    cairn__spend(meter, (uint64_t)(end - turn * MANY) * 4 * NODE_UNITS);
    return CAIRN_OK;
}

static cairn_status begin_survivors(void *context, uint32_t *turns)
{
    return cairn__bend_nodes_begin_index(&((maker *)context)->graph->survivors, turns);
}

static cairn_status run_survivors(void *context, uint32_t number, uint32_t turn,
                                  cairn__meter *meter)
{
    (void)number;
    cairn__bend_nodes_run_index(&((maker *)context)->graph->survivors, turn, meter);
    return CAIRN_OK;
}

/* ---- what the threads have found ---- */

static cairn_status begin_join(void *context, uint32_t *turns)
{
    maker *self = context;
    size_t edges = atomic_load(&self->edges);
    *turns = self->threads;
    return cairn__edge_sorter_create(&self->sorter, &self->allocator, edges,
                                     self->graph->survivors.count);
}

/* Takes the edges of a worker. */
static cairn_status join_edges(void *context, uint32_t number, uint32_t turn, cairn__meter *meter)
{
    maker *self = context;
    (void)number;
    return cairn__edge_sorter_take(&self->sorter, &self->workers[turn].edges, meter);
}

static cairn_status sort_edges(void *context, uint32_t number, uint32_t turn, cairn__meter *meter)
{
    (void)number;
    (void)turn;
    return cairn__edge_sorter_sort(&((maker *)context)->sorter, meter);
}

static cairn_status lay_out_edges(void *context, uint32_t number, uint32_t turn,
                                  cairn__meter *meter)
{
    maker *self = context;
    cairn__bend_graph *graph = self->graph;
    cairn__edge_sorter *sorter = &self->sorter;
    (void)number;
    (void)turn;
    cairn_status status = cairn__edge_sorter_lay_out(sorter, graph->survivors.count, meter);
    if (status != CAIRN_OK)
        return status;
    graph->firsts = sorter->firsts;
    graph->targets = sorter->targets;
    sorter->firsts = NULL;
    sorter->targets = NULL;
    return CAIRN_OK;
}

static cairn_status begin_piles(void *context, uint32_t *turns)
{
    maker *self = context;
    self->graph->items = atomic_load(&self->items);
    *turns = cairn__count_turns(self->graph->blocks, MANY);
    return CAIRN_OK;
}

/* Joins the piles of all workers for some blocks. */
static cairn_status join_piles(void *context, uint32_t number, uint32_t turn, cairn__meter *meter)
{
    maker *self = context;
    cairn__bend_graph *graph = self->graph;
    uint32_t end = (uint32_t)cairn__get_turn_end(graph->blocks, MANY, turn);
    (void)number;
    for (uint32_t i = 1; i < self->threads; i++)
        for (uint32_t block = turn * MANY; block < end; block++)
            cairn__pile_take(&self->workers[0].filer.piles[block],
                             &self->workers[i].filer.piles[block]);
    cairn__spend(meter, MANY);
    if (end < graph->blocks)
        return CAIRN_OK;
    graph->piles = self->workers[0].filer.piles;
    self->workers[0].filer.piles = NULL;
    return CAIRN_OK;
}

/* ---- all of it ---- */

enum { SHEET_OF_SIDES = 4, SHEET_OF_REACH = 9 };

static const cairn__stage stages[] = {
    {begin_count, count_candidates, NULL, 0, false},
    {begin_nodes, find_nodes, NULL, 0, false},
    {begin_index, run_index, NULL, 0, false},
    {begin_rounds, clear_sides, NULL, 0, false},
    {begin_sheet, fill_sheet, NULL, 0, false},
    {begin_marks, mark, NULL, 0, false},
    {begin_chunks, cairn__graph_find_sides, turn_sheet, SHEET_OF_SIDES, true},
    {begin_choice, choose_survivors, NULL, 0, false},
    {begin_survivors, run_survivors, NULL, 0, false},
    {begin_sheet, fill_sheet, NULL, 0, false},
    {begin_marks, mark, NULL, 0, false},
    {begin_chunks, cairn__graph_find_reach, turn_sheet, SHEET_OF_REACH, true},
    {begin_join, join_edges, NULL, 0, false},
    {NULL, sort_edges, NULL, 0, false},
    {NULL, lay_out_edges, NULL, 0, false},
    {begin_piles, join_piles, NULL, 0, false},
};

cairn_status cairn__graph_maker_create(const cairn_map *map, const cairn_allocator *allocator,
                                       const cairn__bend_limits *limits, uint32_t threads,
                                       cairn__bend_graph *graph, cairn__graph_maker **made)
{
    maker *self = cairn__allocate_zeroed(allocator, 1, sizeof *self);
    uint32_t across = (map->info.width + CAIRN__SHEET_BLOCK - 1) / CAIRN__SHEET_BLOCK;
    uint32_t down = (map->info.height + CAIRN__SHEET_BLOCK - 1) / CAIRN__SHEET_BLOCK;
    *graph =
        (cairn__bend_graph){.allocator = *allocator, .across = across, .blocks = across * down};
    graph->all.allocator = graph->survivors.allocator = *allocator;
    *made = self;
    if (self == NULL)
        return CAIRN_MEMORY;
    self->map = map;
    self->allocator = *allocator;
    self->limits = limits;
    self->threads = threads;
    self->graph = graph;
    self->sorter.allocator = self->sheet.allocator = *allocator;
    self->job = (cairn__job){stages, sizeof stages / sizeof stages[0], self, 0, false, 0, 0};
    return CAIRN_OK;
}

cairn__job *cairn__graph_maker_get_job(cairn__graph_maker *self)
{
    return &self->job;
}

static void end_worker(maker *self, worker *by)
{
    if (by->flood.legal != NULL)
        cairn__bend_flood_end(&by->flood);
    if (by->filer.reached != NULL || by->filer.piles != NULL)
        cairn__item_filer_end(&by->filer);
    cairn__pile_end(&by->edges, &self->allocator);
}

void cairn__graph_maker_destroy(cairn__graph_maker *self)
{
    if (self == NULL)
        return;
    cairn_allocator allocator = self->allocator;
    for (uint32_t i = 0; self->workers != NULL && i < self->threads; i++)
        end_worker(self, &self->workers[i]);
    cairn__bend_sheet_end(&self->sheet);
    cairn__edge_sorter_end(&self->sorter);
    cairn__release(&allocator, self->workers);
    cairn__release(&allocator, self->numbers);
    cairn__release(&allocator, self->areas);
    cairn__release(&allocator, self->sides);
    cairn__release(&allocator, self);
}

void cairn__bend_graph_end(cairn__bend_graph *graph)
{
    const cairn_allocator *allocator = &graph->allocator;
    cairn__bend_nodes_end(&graph->all);
    cairn__bend_nodes_end(&graph->survivors);
    cairn__release(allocator, graph->firsts);
    cairn__release(allocator, graph->targets);
    for (uint32_t i = 0; graph->piles != NULL && i < graph->blocks; i++)
        cairn__pile_end(&graph->piles[i], allocator);
    cairn__release(allocator, graph->piles);
    *graph = (cairn__bend_graph){.allocator = graph->allocator};
}
