/* hub_order.c: the importance of a node is the number of nodes behind it in shortest-path trees
 * from a sample of roots, summed. */
#include "build/hub_order.h"

#include <string.h>

#include "base/hash.h"
#include "base/heap.h"
#include "base/loop.h"
#include "base/memory.h"

/* Trees to sample; more make little difference. */
#define SAMPLES 100

cairn_status cairn__graph_queue_push(cairn__graph_queue *queue, const cairn_allocator *allocator,
                                     uint32_t distance, uint32_t node)
{
    if (queue->count == queue->capacity) {
        uint64_t *keys =
            cairn__grow(allocator, queue->keys, queue->count, sizeof *keys, &queue->capacity, 1024);
        if (keys == NULL)
            return CAIRN_MEMORY;
        queue->keys = keys;
    }
    cairn__heap_push(queue->keys, queue->count++, (uint64_t)distance << 32 | node);
    return CAIRN_OK;
}

uint64_t cairn__graph_queue_pop(cairn__graph_queue *queue)
{
    return cairn__heap_pop(queue->keys, queue->count--);
}

/* One thread's shortest-path trees. */
typedef struct tree {
    const cairn__corner_graph *graph;
    cairn__graph_queue queue;
    uint32_t *distances;
    uint32_t *parents;
    uint32_t *settled; /* nodes in the order of their distances */
    uint32_t settled_count;
    uint32_t *behind;     /* nodes behind each, itself included */
    uint64_t *importance; /* of each node in this thread's trees */
} tree;

static cairn_status relax(tree *self, uint32_t node)
{
    const cairn__corner_graph *graph = self->graph;
    for (uint64_t i = graph->firsts[node]; i < graph->firsts[node + 1]; i++) {
        uint32_t target = graph->targets[i];
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

static cairn_status grow_tree(tree *self, uint32_t root)
{
    memset(self->distances, 0xff, self->graph->nodes * sizeof *self->distances);
    self->settled_count = 0;
    self->queue.count = 0;
    self->distances[root] = 0;
    self->parents[root] = root;
    cairn_status status = cairn__graph_queue_push(&self->queue, &self->graph->allocator, 0, root);
    while (status == CAIRN_OK && self->queue.count > 0) {
        uint64_t key = cairn__graph_queue_pop(&self->queue);
        uint32_t node = (uint32_t)key;
        if (key >> 32 != self->distances[node])
            continue;
        self->settled[self->settled_count++] = node;
        status = relax(self, node);
    }
    return status;
}

/* Leaves first: each node hands what is behind it to its parent. */
static void add_importance(tree *self)
{
    for (uint32_t i = 0; i < self->settled_count; i++)
        self->behind[self->settled[i]] = 1;
    for (uint32_t i = self->settled_count; i-- > 1;) {
        uint32_t node = self->settled[i];
        self->behind[self->parents[node]] += self->behind[node];
        self->importance[node] += self->behind[node];
    }
}

/* Sorts by falling importance, then by node. */
static void sort_nodes(const uint64_t *importance, uint64_t *keys, uint32_t count, uint32_t *order)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value = importance[i] < UINT32_MAX ? importance[i] : UINT32_MAX;
        cairn__heap_push(keys, i, (UINT32_MAX - value) << 32 | i);
    }
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint32_t)cairn__heap_pop(keys, count - i);
}

/* Tree number `sample`. */
static cairn_status sample_tree(void *context, uint32_t worker, uint32_t sample)
{
    tree *self = (tree *)context + worker;
    cairn_status status =
        grow_tree(self, (uint32_t)(cairn__mix((uint64_t)sample + 1) % self->graph->nodes));
    if (status == CAIRN_OK)
        add_importance(self);
    return status;
}

static cairn_status start_tree(tree *self, const cairn__corner_graph *graph)
{
    size_t nodes = graph->nodes;
    *self = (tree){.graph = graph};
    self->importance = cairn__allocate_zeroed(&graph->allocator, nodes, sizeof *self->importance);
    self->distances = cairn__allocate(&graph->allocator, nodes, 4 * sizeof *self->distances);
    if (self->importance == NULL || self->distances == NULL)
        return CAIRN_MEMORY;
    self->parents = self->distances + nodes;
    self->settled = self->distances + 2 * nodes;
    self->behind = self->distances + 3 * nodes;
    return CAIRN_OK;
}

static void end_tree(tree *self, const cairn_allocator *allocator)
{
    cairn__release(allocator, self->importance);
    cairn__release(allocator, self->distances);
    cairn__release(allocator, self->queue.keys);
}

/* The first tree gets the importance of all. */
static void sum_up(tree *trees, uint32_t count, uint32_t nodes)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t node = 0; node < nodes; node++)
            trees[0].importance[node] += trees[i].importance[node];
}

cairn_status cairn__find_hub_order(const cairn__corner_graph *graph, const cairn__preparation *how,
                                   uint32_t *order)
{
    const cairn_allocator *allocator = &graph->allocator;
    uint32_t nodes = graph->nodes;
    if (nodes == 0)
        return CAIRN_OK;
    tree *trees = cairn__allocate_zeroed(allocator, how->threads, sizeof *trees);
    uint64_t *keys = cairn__allocate(allocator, nodes, sizeof *keys);
    cairn_status status = trees == NULL || keys == NULL ? CAIRN_MEMORY : CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < how->threads; i++)
        status = start_tree(&trees[i], graph);
    if (status == CAIRN_OK)
        status = cairn__loop_run(
            &(cairn__loop){allocator, how->poll, how->threads, SAMPLES, sample_tree, trees});
    if (status == CAIRN_OK) {
        sum_up(trees, how->threads, nodes);
        sort_nodes(trees[0].importance, keys, nodes, order);
    }
    for (uint32_t i = 0; trees != NULL && i < how->threads; i++)
        end_tree(&trees[i], allocator);
    cairn__release(allocator, keys);
    cairn__release(allocator, trees);
    return status;
}
