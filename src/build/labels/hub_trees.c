/* hub_trees.c: Dijkstra's algorithm, then a place for each node that it settled. */
#include "build/labels/hub_trees.h"

#include <string.h>

#include "base/memory.h"

/* Nodes between two looks at the units, and the units of one. */
enum { MANY = 512, NODE_UNITS = 4 };

cairn_status cairn__grower_create(cairn__grower *grower, const cairn__graph *graph)
{
    size_t nodes = graph->nodes;
    grower->distances = cairn__allocate(&graph->allocator, nodes, 4 * sizeof *grower->distances);
    if (grower->distances == NULL)
        return CAIRN_MEMORY;
    grower->parents = grower->distances + nodes;
    grower->settled = grower->distances + 2 * nodes;
    grower->sizes = grower->distances + 3 * nodes;
    return CAIRN_OK;
}

void cairn__grower_end(cairn__grower *grower, const cairn_allocator *allocator)
{
    cairn__release(allocator, grower->distances);
    cairn__release(allocator, grower->queue.keys);
}

void cairn__hub_tree_end(cairn__hub_tree *tree, const cairn_allocator *allocator)
{
    cairn__release(allocator, tree->places);
    *tree = (cairn__hub_tree){0};
}

/* ---- settling ---- */

static cairn_status begin(cairn__grower *self, const cairn__graph *graph, uint32_t root,
                          cairn__hub_tree *tree, cairn__meter *meter)
{
    size_t nodes = graph->nodes;
    tree->places =
        cairn__allocate(&graph->allocator, nodes, sizeof *tree->places + sizeof *tree->place_of);
    if (tree->places == NULL)
        return CAIRN_MEMORY;
    tree->place_of = (uint32_t *)(void *)(tree->places + nodes);
    memset(tree->place_of, 0xff, nodes * sizeof *tree->place_of);
    memset(self->distances, 0xff, nodes * sizeof *self->distances);
    cairn__spend(meter, nodes / CAIRN__CLEARED_A_UNIT + 1);
    self->count = 0;
    self->queue.count = 0;
    self->now = (cairn__expansion){0};
    self->distances[root] = 0;
    self->parents[root] = root;
    self->phase = CAIRN__GROWER_SETTLE;
    return cairn__graph_queue_push(&self->queue, &graph->allocator, 0, root);
}

/* Some edges of the node that was settled last. */
static cairn_status relax(cairn__grower *self, const cairn__graph *graph, cairn__meter *meter)
{
    uint64_t end = cairn__expansion_get_end(&self->now, meter);
    uint32_t node = self->now.node;
    for (; self->now.edge < end; self->now.edge++) {
        uint32_t target = graph->targets[self->now.edge];
        uint32_t distance =
            self->distances[node] + cairn__get_distance(graph->cells[node], graph->cells[target]);
        if (distance >= self->distances[target])
            continue;
        self->distances[target] = distance;
        self->parents[target] = node;
        cairn_status status =
            cairn__graph_queue_push(&self->queue, &graph->allocator, distance, target);
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_OK;
}

static cairn_status settle(cairn__grower *self, const cairn__graph *graph, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        if (self->now.edge < self->now.end) {
            status = relax(self, graph, meter);
            continue;
        }
        if (self->queue.count == 0)
            break;
        uint64_t key = cairn__graph_queue_pop(&self->queue);
        cairn__spend(meter, CAIRN__POP_UNITS);
        if (key >> 32 != self->distances[(uint32_t)key])
            continue;
        self->settled[self->count++] = (uint32_t)key;
        cairn__expansion_start(&self->now, graph, (uint32_t)key);
    }
    return status;
}

/* ---- places: parents were settled before their children ---- */

static void size_node(cairn__grower *self, cairn__hub_tree *tree, uint32_t index)
{
    (void)tree;
    self->sizes[self->settled[index]] = 1;
}

/* From the last one to the first. */
static void sum_node(cairn__grower *self, cairn__hub_tree *tree, uint32_t index)
{
    uint32_t node = self->settled[self->count - 1 - index];
    (void)tree;
    if (self->parents[node] != node)
        self->sizes[self->parents[node]] += self->sizes[node];
}

static void place_node(cairn__grower *self, cairn__hub_tree *tree, uint32_t index)
{
    uint32_t *next = self->distances; /* the first free place behind a node */
    uint32_t node = self->settled[index], parent = self->parents[node], size = self->sizes[node];
    uint32_t at = 0;
    if (index > 0) {
        at = next[parent];
        next[parent] += size;
    }
    next[node] = at + 1;
    tree->place_of[node] = at;
    tree->places[at] = (cairn__tree_place){node, tree->place_of[parent], size, size};
}

/* Does something for all settled nodes. */
static cairn_status pass(cairn__grower *self, cairn__hub_tree *tree,
                         void (*visit)(cairn__grower *self, cairn__hub_tree *tree, uint32_t index),
                         cairn__meter *meter)
{
    while (self->next < self->count) {
        uint32_t end = self->count - self->next < MANY ? self->count : self->next + MANY;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        cairn__spend(meter, (uint64_t)(end - self->next) * NODE_UNITS);
        for (; self->next < end; self->next++)
            visit(self, tree, self->next);
    }
    self->next = 0;
    self->phase++;
    return CAIRN_OK;
}

cairn_status cairn__grower_run(cairn__grower *grower, const cairn__graph *graph, uint32_t root,
                               cairn__hub_tree *tree, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    if (grower->phase == CAIRN__GROWER_BEGIN)
        status = begin(grower, graph, root, tree, meter);
    if (status == CAIRN_OK && grower->phase == CAIRN__GROWER_SETTLE) {
        status = settle(grower, graph, meter);
        tree->count = grower->count;
        if (status == CAIRN_OK)
            grower->phase++;
    }
    if (status == CAIRN_OK && grower->phase == CAIRN__GROWER_SIZE)
        status = pass(grower, tree, size_node, meter);
    if (status == CAIRN_OK && grower->phase == CAIRN__GROWER_SUM)
        status = pass(grower, tree, sum_node, meter);
    if (status == CAIRN_OK && grower->phase == CAIRN__GROWER_PLACE)
        status = pass(grower, tree, place_node, meter);
    if (status == CAIRN_OK)
        grower->phase = CAIRN__GROWER_BEGIN;
    return status;
}
