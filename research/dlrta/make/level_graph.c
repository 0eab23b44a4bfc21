/* level_graph.c: the graph of a map's cells, a graph's contraction to the next level, and grouping the nodes of a level into cliques (Sturtevant and Buro 2005), by one of two
 * rules. Nodes are taken in the order of their indices, groups are numbered as they are made.
 *
 * Any size: a node that is in no group yet takes its neighbours that are in none, in ascending
 * order, each that is adjacent to all taken before it. From level 2 on a node that takes none joins
 * the group of its first neighbour, so that levels shrink fast: what D LRTA*'s authors released.
 *
 * At most four: a node that is in no group yet forms one with the members of a 4-clique of such
 * nodes; if there is none, of a 3-clique; otherwise it waits on a stack. Then the stack is popped:
 * a node forms a pair with a neighbour that is in no group; if there is none and the node has a
 * single neighbour, it joins the group of that; otherwise it is a group of its own. Among several
 * cliques the one whose other members come first is taken, compared by lowest index, then by the
 * next one, and so on: as in the library HOG. */
#include "research/dlrta/make/level_graph.h"

#include <string.h>

#include "base/memory.h"
#include "base/xy.h"
#include "grid/tiles.h"

void cairn__level_graph_end(cairn__level_graph *graph, const cairn_allocator *allocator)
{
    cairn__release(allocator, graph->firsts);
    cairn__release(allocator, graph->targets);
    *graph = (cairn__level_graph){0};
}

/* ---- level 0 ---- */

/* Neighbours in the order of their indices. */
static const uint8_t ascending[CAIRN__MOVES] = {CAIRN__NW, CAIRN__N,  CAIRN__NE, CAIRN__W,
                                                CAIRN__E,  CAIRN__SW, CAIRN__S,  CAIRN__SE};

/* The indices of three rows' open cells: above, here, below. */
typedef struct cell_indexer {
    const cairn_map *map;
    uint32_t next; /* index of the next open cell */
    uint32_t *rows[3];
} cell_indexer;

/* Numbers the cells of a row; none if it is outside. */
static void number_row(cell_indexer *self, uint32_t *row, uint32_t y)
{
    for (uint32_t x = 0; y < self->map->info.height && x < self->map->info.width; x++)
        if (cairn__is_open(self->map, (int32_t)x, (int32_t)y))
            row[x] = self->next++;
}

static uint64_t count_edges(const cairn_map *map)
{
    uint64_t edges = 0;
    for (int32_t y = 0; y < (int32_t)map->info.height; y++)
        for (int32_t x = 0; x < (int32_t)map->info.width; x++)
            if (cairn__is_open(map, x, y))
                edges += cairn__count_ones(cairn__legal_moves(map, x, y));
    return edges;
}

/* Adds the edges of a cell and returns where the next one's begin. */
static uint32_t add_cell(const cell_indexer *self, cairn__xy cell, uint32_t edge, uint32_t *targets)
{
    uint32_t moves = cairn__legal_moves(self->map, cell.x, cell.y);
    for (uint32_t i = 0; i < CAIRN__MOVES; i++) {
        uint32_t move = ascending[i];
        if ((moves >> move & 1) != 0)
            targets[edge++] = self->rows[cairn__move_y[move] + 1][cell.x + cairn__move_x[move]];
    }
    return edge;
}

static cairn_status add_rows(cell_indexer *self, const cairn__abstraction_work *work,
                             cairn__level_graph *graph)
{
    uint32_t node = 0, edge = 0;
    graph->firsts[0] = 0;
    number_row(self, self->rows[2], 0);
    for (uint32_t y = 0; y < self->map->info.height; y++) {
        uint32_t *above = self->rows[0];
        self->rows[0] = self->rows[1];
        self->rows[1] = self->rows[2];
        self->rows[2] = above;
        number_row(self, above, y + 1);
        for (uint32_t x = 0; x < self->map->info.width; x++)
            if (cairn__is_open(self->map, (int32_t)x, (int32_t)y)) {
                edge = add_cell(self, (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y}, edge,
                                graph->targets);
                graph->firsts[++node] = edge;
            }
        cairn_status status = cairn__poll_check(work->poll);
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_OK;
}

cairn_status cairn__level_graph_create(const cairn_map *map, const cairn__abstraction_work *work,
                                       cairn__level_graph *graph)
{
    const cairn_allocator *allocator = work->allocator;
    cell_indexer self = {.map = map};
    *graph = (cairn__level_graph){.nodes = map->info.open_cells};
    uint32_t *rows = cairn__allocate(allocator, map->info.width, 3 * sizeof *rows);
    graph->firsts = cairn__allocate(allocator, (uint64_t)graph->nodes + 1, sizeof *graph->firsts);
    graph->targets = cairn__allocate(allocator, count_edges(map), sizeof *graph->targets);
    cairn_status status = CAIRN_MEMORY;
    if (rows != NULL && graph->firsts != NULL && graph->targets != NULL) {
        for (uint32_t i = 0; i < 3; i++)
            self.rows[i] = rows + (size_t)i * map->info.width;
        status = add_rows(&self, work, graph);
    }
    cairn__release(allocator, rows);
    if (status != CAIRN_OK)
        cairn__level_graph_end(graph, allocator);
    return status;
}

/* ---- the next level ---- */

/* A level while it is made. */
typedef struct contraction {
    const cairn__level_graph *graph;
    const uint32_t *parents;
    const cairn__abstraction_work *work;
    uint32_t groups;
    uint32_t *members;     /* the nodes, group by group */
    uint32_t *member_ends; /* where a group's end, once they are listed */
    uint32_t *stamps;      /* by group: the last one, plus 1, that has an edge to it already */
    uint32_t *targets;     /* the groups' edges, in the order they were met */
    size_t target_count;
    size_t target_capacity;
} contraction;

/* Lists the nodes by group, in ascending order within each. */
static void list_members(contraction *self)
{
    uint32_t nodes = self->graph->nodes, before = 0;
    memset(self->member_ends, 0, self->groups * sizeof *self->member_ends);
    for (uint32_t node = 0; node < nodes; node++)
        self->member_ends[self->parents[node]]++;
    for (uint32_t group = 0; group < self->groups; group++) {
        uint32_t count = self->member_ends[group];
        self->member_ends[group] = before;
        before += count;
    }
    for (uint32_t node = 0; node < nodes; node++)
        self->members[self->member_ends[self->parents[node]]++] = node;
}

static cairn_status add_target(contraction *self, uint32_t target)
{
    if (self->target_count == self->target_capacity) {
        uint32_t *targets = cairn__grow(self->work->allocator, self->targets, self->target_count,
                                        sizeof *targets, &self->target_capacity, 1024);
        if (targets == NULL)
            return CAIRN_MEMORY;
        self->targets = targets;
    }
    self->targets[self->target_count++] = target;
    return CAIRN_OK;
}

/* Adds a group's edges, each once. */
static cairn_status add_group(contraction *self, uint32_t group)
{
    const cairn__level_graph *graph = self->graph;
    uint32_t first = group > 0 ? self->member_ends[group - 1] : 0;
    cairn_status status = CAIRN_OK;
    self->stamps[group] = group + 1; /* no edge to itself */
    for (uint32_t i = first; i < self->member_ends[group]; i++) {
        uint32_t node = self->members[i];
        for (uint32_t j = graph->firsts[node]; j < graph->firsts[node + 1]; j++) {
            uint32_t target = self->parents[graph->targets[j]];
            if (self->stamps[target] == group + 1)
                continue;
            self->stamps[target] = group + 1;
            status = add_target(self, target);
            if (status != CAIRN_OK)
                return status;
        }
    }
    return cairn__abstraction_poll(self->work, group);
}

/* Edges go both ways: handing each group to its targets in turn leaves their lists in order. */
static void sort_targets(contraction *self, cairn__level_graph *next)
{
    uint32_t *ends = self->member_ends; /* not needed for the members any more */
    memcpy(ends, next->firsts, self->groups * sizeof *ends);
    for (uint32_t group = 0; group < self->groups; group++)
        for (uint32_t i = next->firsts[group]; i < next->firsts[group + 1]; i++)
            next->targets[ends[self->targets[i]]++] = group;
}

static cairn_status contract(contraction *self, cairn__level_graph *next)
{
    cairn_status status = CAIRN_OK;
    list_members(self);
    memset(self->stamps, 0, self->groups * sizeof *self->stamps);
    next->firsts[0] = 0;
    for (uint32_t group = 0; status == CAIRN_OK && group < self->groups; group++) {
        status = add_group(self, group);
        next->firsts[group + 1] = (uint32_t)self->target_count;
    }
    if (status != CAIRN_OK)
        return status;
    next->targets =
        cairn__allocate(self->work->allocator, self->target_count, sizeof *next->targets);
    if (next->targets == NULL)
        return CAIRN_MEMORY;
    sort_targets(self, next);
    return CAIRN_OK;
}

cairn_status cairn__level_graph_contract(const cairn__level_graph *graph, const uint32_t *parents,
                                         uint32_t groups, const cairn__abstraction_work *work,
                                         cairn__level_graph *next)
{
    const cairn_allocator *allocator = work->allocator;
    contraction self = {.graph = graph, .parents = parents, .work = work, .groups = groups};
    *next = (cairn__level_graph){.nodes = groups};
    self.members = cairn__allocate(allocator, graph->nodes, sizeof *self.members);
    self.member_ends = cairn__allocate(allocator, groups, sizeof *self.member_ends);
    self.stamps = cairn__allocate(allocator, groups, sizeof *self.stamps);
    next->firsts = cairn__allocate(allocator, (uint64_t)groups + 1, sizeof *next->firsts);
    cairn_status status = CAIRN_MEMORY;
    if (self.members != NULL && self.member_ends != NULL && self.stamps != NULL &&
        next->firsts != NULL)
        status = contract(&self, next);
    cairn__release(allocator, self.members);
    cairn__release(allocator, self.member_ends);
    cairn__release(allocator, self.stamps);
    cairn__release(allocator, self.targets);
    if (status != CAIRN_OK)
        cairn__level_graph_end(next, allocator);
    return status;
}

/* ---- cliques ---- */

#define NO_PARENT UINT32_MAX
#define MOST_OF_FOUR 4

typedef struct grouping {
    const cairn__level_graph *graph;
    const cairn__clique_rule *rule;
    uint32_t *parents;
    uint32_t groups;
    uint32_t *waiting; /* the stack, or the clique of the present node */
    uint32_t waiting_count;
    uint32_t *loose; /* the neighbours of the present node that are in no group */
} grouping;

static uint32_t get_degree(const cairn__level_graph *graph, uint32_t node)
{
    return graph->firsts[node + 1] - graph->firsts[node];
}

/* Looks through the shorter of the two lists. */
static bool is_adjacent(const cairn__level_graph *graph, uint32_t a, uint32_t b)
{
    if (get_degree(graph, a) > get_degree(graph, b)) {
        uint32_t kept = a;
        a = b;
        b = kept;
    }
    for (uint32_t i = graph->firsts[a]; i < graph->firsts[a + 1]; i++)
        if (graph->targets[i] == b)
            return true;
    return false;
}

static uint32_t list_loose(const grouping *self, uint32_t node)
{
    const cairn__level_graph *graph = self->graph;
    uint32_t count = 0;
    for (uint32_t i = graph->firsts[node]; i < graph->firsts[node + 1]; i++)
        if (self->parents[graph->targets[i]] == NO_PARENT)
            self->loose[count++] = graph->targets[i];
    return count;
}

static void join_group(grouping *self, const uint32_t *members, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        self->parents[members[i]] = self->groups;
    self->groups++;
}

/* ---- any size ---- */

static bool is_adjacent_to_all(const grouping *self, const uint32_t *members, uint32_t count,
                               uint32_t node)
{
    for (uint32_t i = 0; i < count; i++)
        if (!is_adjacent(self->graph, members[i], node))
            return false;
    return true;
}

/* The first neighbour of a node without a loose one is in a group. */
static void place_alone(grouping *self, uint32_t node)
{
    if (self->rule->level > 1 && get_degree(self->graph, node) > 0)
        self->parents[node] = self->parents[self->graph->targets[self->graph->firsts[node]]];
    else
        join_group(self, &node, 1);
}

static void place_any(grouping *self, uint32_t node)
{
    uint32_t *clique = self->waiting, size = 1, count = list_loose(self, node);
    clique[0] = node;
    for (uint32_t i = 0; i < count; i++)
        if (is_adjacent_to_all(self, clique + 1, size - 1, self->loose[i]))
            clique[size++] = self->loose[i];
    if (size > 1)
        join_group(self, clique, size);
    else
        place_alone(self, node);
}

static cairn_status group_any(grouping *self, const cairn__abstraction_work *work)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t node = 0; status == CAIRN_OK && node < self->graph->nodes; node++) {
        if (self->parents[node] == NO_PARENT)
            place_any(self, node);
        status = cairn__abstraction_poll(work, node);
    }
    return status;
}

/* ---- at most four ---- */

/* Looks for a fourth member behind the third, which is loose[last]. */
static bool find_fourth(const grouping *self, uint32_t last, uint32_t count,
                        uint32_t clique[MOST_OF_FOUR])
{
    for (uint32_t i = last + 1; i < count; i++)
        if (is_adjacent(self->graph, clique[1], self->loose[i]) &&
            is_adjacent(self->graph, clique[2], self->loose[i])) {
            clique[3] = self->loose[i];
            return true;
        }
    return false;
}

/* Finds the first 4-clique of a node, or if there is none its first 3-clique. Returns its size; 1
 * if there is neither. */
static uint32_t find_clique(const grouping *self, uint32_t node, uint32_t clique[MOST_OF_FOUR])
{
    uint32_t count = list_loose(self, node), size = 1;
    for (uint32_t i = 0; i + 1 < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            uint32_t tried[MOST_OF_FOUR] = {node, self->loose[i], self->loose[j]};
            if (!is_adjacent(self->graph, tried[1], tried[2]))
                continue;
            bool is_whole = find_fourth(self, j, count, tried);
            if (is_whole || size == 1)
                memcpy(clique, tried, sizeof tried);
            if (is_whole)
                return MOST_OF_FOUR;
            size = 3;
        }
    return size;
}

/* A node off the stack. */
static void place_waiting(grouping *self, uint32_t node)
{
    if (self->parents[node] != NO_PARENT)
        return;
    uint32_t pair[2] = {node, 0};
    if (list_loose(self, node) > 0) {
        pair[1] = self->loose[0];
        join_group(self, pair, 2);
    } else if (get_degree(self->graph, node) == 1) {
        self->parents[node] = self->parents[self->graph->targets[self->graph->firsts[node]]];
    } else {
        join_group(self, pair, 1);
    }
}

static cairn_status group_four(grouping *self, const cairn__abstraction_work *work)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t node = 0; status == CAIRN_OK && node < self->graph->nodes; node++) {
        uint32_t clique[MOST_OF_FOUR];
        uint32_t size = self->parents[node] == NO_PARENT ? find_clique(self, node, clique) : 0;
        if (size > 1)
            join_group(self, clique, size);
        else if (size == 1)
            self->waiting[self->waiting_count++] = node;
        status = cairn__abstraction_poll(work, node);
    }
    while (status == CAIRN_OK && self->waiting_count > 0) {
        place_waiting(self, self->waiting[--self->waiting_count]);
        status = cairn__abstraction_poll(work, self->waiting_count);
    }
    return status;
}

/* ---- either ---- */

static uint32_t get_highest_degree(const cairn__level_graph *graph)
{
    uint32_t highest = 0;
    for (uint32_t node = 0; node < graph->nodes; node++)
        if (get_degree(graph, node) > highest)
            highest = get_degree(graph, node);
    return highest;
}

cairn_status cairn__find_cliques(const cairn__level_graph *graph, const cairn__clique_rule *rule,
                                 const cairn__abstraction_work *work, uint32_t *parents,
                                 uint32_t *groups)
{
    const cairn_allocator *allocator = work->allocator;
    grouping self = {.graph = graph, .rule = rule, .parents = parents};
    self.waiting = cairn__allocate(allocator, graph->nodes, sizeof *self.waiting);
    self.loose = cairn__allocate(allocator, get_highest_degree(graph), sizeof *self.loose);
    cairn_status status = CAIRN_MEMORY;
    if (self.waiting != NULL && self.loose != NULL) {
        memset(parents, 0xff, graph->nodes * sizeof *parents);
        status =
            rule->most == CAIRN__CLIQUES_FOUR ? group_four(&self, work) : group_any(&self, work);
    }
    *groups = self.groups;
    cairn__release(allocator, self.waiting);
    cairn__release(allocator, self.loose);
    return status;
}
