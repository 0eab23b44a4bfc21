/* hub_order.c: the importance of a node is the number of nodes behind it in shortest-path trees
 * from a sample of roots, summed. */
#include "search/hub_order.h"

#include <string.h>

#include "base/hash.h"
#include "base/heap.h"
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

/* One shortest-path tree. */
typedef struct tree {
    const cairn__corner_graph *graph;
    cairn__graph_queue queue;
    uint32_t *distances;
    uint32_t *parents;
    uint32_t *settled; /* nodes in the order of their distances */
    uint32_t settled_count;
    uint32_t *behind; /* nodes behind each, itself included */
} tree;

static cairn_status relax(tree *self, uint32_t node)
{
    const cairn__corner_graph *graph = self->graph;
    for (uint64_t i = graph->firsts[node]; i < graph->firsts[node + 1]; i++) {
        uint32_t target = graph->targets[i];
        uint32_t distance =
            self->distances[node] + cairn_get_distance(graph->cells[node], graph->cells[target]);
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
static void add_importance(tree *self, uint64_t *importance)
{
    for (uint32_t i = 0; i < self->settled_count; i++)
        self->behind[self->settled[i]] = 1;
    for (uint32_t i = self->settled_count; i-- > 1;) {
        uint32_t node = self->settled[i];
        self->behind[self->parents[node]] += self->behind[node];
        importance[node] += self->behind[node];
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

static cairn_status sample_trees(tree *self, const cairn__poll *poll, uint64_t *importance)
{
    uint32_t nodes = self->graph->nodes;
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < SAMPLES; i++) {
        status = grow_tree(self, (uint32_t)(cairn__mix(i + 1) % nodes));
        if (status == CAIRN_OK)
            add_importance(self, importance);
        if (status == CAIRN_OK)
            status = cairn__poll_check(poll);
    }
    return status;
}

cairn_status cairn__find_hub_order(const cairn__corner_graph *graph, const cairn__poll *poll,
                                   uint32_t *order)
{
    const cairn_allocator *allocator = &graph->allocator;
    uint32_t nodes = graph->nodes;
    if (nodes == 0)
        return CAIRN_OK;
    tree self = {.graph = graph};
    uint64_t *importance = cairn__allocate_zeroed(allocator, nodes, 2 * sizeof *importance);
    uint32_t *numbers = cairn__allocate(allocator, nodes, 4 * sizeof *numbers);
    cairn_status status = CAIRN_MEMORY;
    if (importance != NULL && numbers != NULL) {
        self.distances = numbers;
        self.parents = numbers + nodes;
        self.settled = numbers + 2 * (size_t)nodes;
        self.behind = numbers + 3 * (size_t)nodes;
        status = sample_trees(&self, poll, importance);
    }
    if (status == CAIRN_OK)
        sort_nodes(importance, importance + nodes, nodes, order);
    cairn__release(allocator, importance);
    cairn__release(allocator, numbers);
    cairn__release(allocator, self.queue.keys);
    return status;
}
