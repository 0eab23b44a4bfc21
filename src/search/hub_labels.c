/* hub_labels.c: pruned landmark labelling. Hubs in the order of importance each grow a shortest-path
 * tree; a branch ends where labels made so far already tell its distance. */
#include "search/hub_labels.h"

#include <string.h>

#include "base/memory.h"
#include "search/hub_order.h"

/* A label while it grows. */
typedef struct growing {
    cairn__hub_entry *entries;
    size_t count;
    size_t capacity;
} growing;

typedef struct labeller {
    const cairn__corner_graph *graph;
    const cairn_allocator *allocator;
    growing *labels;
    size_t total;
    size_t most;
    cairn__graph_queue queue;
    uint32_t *distances; /* from the present hub; UINT32_MAX: not met */
    uint32_t *parents;
    uint32_t *met; /* nodes to forget after the present hub */
    uint32_t met_count;
    uint32_t *to_hub; /* by rank: the present hub's own distances; UINT32_MAX: none */
} labeller;

/* True if labels tell a distance no longer than this. */
static bool is_covered(const labeller *self, uint32_t node, uint32_t distance)
{
    const growing *label = &self->labels[node];
    for (size_t i = 0; i < label->count; i++) {
        uint32_t to_hub = self->to_hub[label->entries[i].rank];
        if (to_hub != UINT32_MAX && to_hub + label->entries[i].distance <= distance)
            return true;
    }
    return false;
}

static cairn_status add_entry(labeller *self, uint32_t node, cairn__hub_entry entry)
{
    growing *label = &self->labels[node];
    if (self->total++ == self->most)
        return CAIRN_LIMIT;
    if (label->count == label->capacity) {
        cairn__hub_entry *entries = cairn__grow(self->allocator, label->entries, label->count,
                                                sizeof *entries, &label->capacity, 8);
        if (entries == NULL)
            return CAIRN_MEMORY;
        label->entries = entries;
    }
    label->entries[label->count++] = entry;
    return CAIRN_OK;
}

static cairn_status meet(labeller *self, uint32_t node, uint32_t distance, uint32_t parent)
{
    if (distance >= self->distances[node])
        return CAIRN_OK;
    if (self->distances[node] == UINT32_MAX)
        self->met[self->met_count++] = node;
    self->distances[node] = distance;
    self->parents[node] = parent;
    return cairn__graph_queue_push(&self->queue, self->allocator, distance, node);
}

static cairn_status expand(labeller *self, uint32_t node)
{
    const cairn__corner_graph *graph = self->graph;
    cairn_status status = CAIRN_OK;
    for (uint64_t i = graph->firsts[node]; status == CAIRN_OK && i < graph->firsts[node + 1]; i++) {
        uint32_t target = graph->targets[i];
        uint32_t length = cairn_get_distance(graph->cells[node], graph->cells[target]);
        status = meet(self, target, self->distances[node] + length, node);
    }
    return status;
}

/* Spreads or takes back the hub's own label over the ranks. */
static void set_to_hub(labeller *self, uint32_t hub, bool spread)
{
    const growing *label = &self->labels[hub];
    for (size_t i = 0; i < label->count; i++)
        self->to_hub[label->entries[i].rank] = spread ? label->entries[i].distance : UINT32_MAX;
}

static cairn_status grow_tree(labeller *self, uint32_t hub, uint32_t rank)
{
    self->queue.count = 0;
    self->met_count = 0;
    set_to_hub(self, hub, true);
    cairn_status status = meet(self, hub, 0, hub);
    while (status == CAIRN_OK && self->queue.count > 0) {
        uint64_t key = cairn__graph_queue_pop(&self->queue);
        uint32_t node = (uint32_t)key, distance = (uint32_t)(key >> 32);
        if (distance != self->distances[node] || is_covered(self, node, distance))
            continue;
        status = add_entry(self, node, (cairn__hub_entry){rank, distance, self->parents[node]});
        if (status == CAIRN_OK)
            status = expand(self, node);
    }
    set_to_hub(self, hub, false);
    for (uint32_t i = 0; i < self->met_count; i++)
        self->distances[self->met[i]] = UINT32_MAX;
    return status;
}

static cairn_status grow_labels(labeller *self, const cairn__poll *poll)
{
    uint32_t nodes = self->graph->nodes;
    uint32_t *numbers = cairn__allocate(self->allocator, nodes, 5 * sizeof *numbers);
    if (numbers == NULL)
        return CAIRN_MEMORY;
    uint32_t *order = numbers;
    self->distances = numbers + nodes;
    self->parents = numbers + 2 * (size_t)nodes;
    self->met = numbers + 3 * (size_t)nodes;
    self->to_hub = numbers + 4 * (size_t)nodes;
    memset(self->distances, 0xff, nodes * sizeof *numbers);
    memset(self->to_hub, 0xff, nodes * sizeof *numbers);
    cairn_status status = cairn__find_hub_order(self->graph, poll, order);
    for (uint32_t rank = 0; status == CAIRN_OK && rank < nodes; rank++) {
        status = grow_tree(self, order[rank], rank);
        if (status == CAIRN_OK)
            status = cairn__poll_check(poll);
    }
    cairn__release(self->allocator, numbers);
    return status;
}

/* Lays the labels out one after the other. */
static cairn_status join_labels(const labeller *self, cairn__hub_labels *labels)
{
    uint32_t nodes = self->graph->nodes;
    labels->nodes = nodes;
    labels->firsts = cairn__allocate(self->allocator, (size_t)nodes + 1, sizeof *labels->firsts);
    labels->entries = cairn__allocate(self->allocator, self->total, sizeof *labels->entries);
    if (labels->firsts == NULL || labels->entries == NULL)
        return CAIRN_MEMORY;
    labels->firsts[0] = 0;
    for (uint32_t node = 0; node < nodes; node++) {
        const growing *label = &self->labels[node];
        if (label->count > 0)
            memcpy(labels->entries + labels->firsts[node], label->entries,
                   label->count * sizeof *labels->entries);
        labels->firsts[node + 1] = labels->firsts[node] + label->count;
    }
    return CAIRN_OK;
}

cairn_status cairn__hub_labels_create(const cairn__corner_graph *graph, size_t most,
                                      const cairn__poll *poll, cairn__hub_labels *labels)
{
    const cairn_allocator *allocator = &graph->allocator;
    labeller self = {.graph = graph, .allocator = allocator, .most = most};
    *labels = (cairn__hub_labels){.allocator = *allocator};
    self.labels = cairn__allocate_zeroed(allocator, graph->nodes, sizeof *self.labels);
    if (self.labels == NULL)
        return CAIRN_MEMORY;
    cairn_status status = grow_labels(&self, poll);
    if (status == CAIRN_OK)
        status = join_labels(&self, labels);
    for (uint32_t node = 0; node < graph->nodes; node++)
        cairn__release(allocator, self.labels[node].entries);
    cairn__release(allocator, self.labels);
    cairn__release(allocator, self.queue.keys);
    if (status != CAIRN_OK)
        cairn__hub_labels_end(labels);
    return status;
}

void cairn__hub_labels_end(cairn__hub_labels *labels)
{
    cairn__release(&labels->allocator, labels->firsts);
    cairn__release(&labels->allocator, labels->entries);
    *labels = (cairn__hub_labels){.allocator = labels->allocator};
}

const cairn__hub_entry *cairn__hub_labels_find(const cairn__hub_labels *labels, uint32_t node,
                                               uint32_t rank)
{
    uint64_t first = labels->firsts[node], end = labels->firsts[node + 1];
    while (end - first > 1) {
        uint64_t middle = first + (end - first) / 2;
        if (labels->entries[middle].rank <= rank)
            first = middle;
        else
            end = middle;
    }
    return &labels->entries[first];
}
