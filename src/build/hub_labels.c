/* hub_labels.c: pruned landmark labelling. Hubs in the order of importance each grow a shortest-path
 * tree; a branch ends where labels made so far already tell its distance.
 *
 * Several threads grow the trees of a batch of hubs at once. These know nothing of each other, so
 * they reach too far; when the batch is done its hubs are gone through in order, and what an
 * earlier one of them covers is left out. That leaves the labels of one hub after the other:
 * - a node belongs to a hub's label exactly if no more important hub lies on an optimal path
 *   between the two, and both ways test just that;
 * - if it does, so do all nodes on all optimal paths between them; so the node it was first
 *   reached from, the next on the way to the hub, is the same. */
#include "build/hub_labels.h"

#include <string.h>

#include "base/loop.h"
#include "base/memory.h"

/* Hubs each thread takes from a batch once trees are small. */
#define MOST_HUBS_A_THREAD 16

/* A label while it grows. */
typedef struct growing {
    cairn__hub_entry *entries;
    size_t count;
    size_t capacity;
} growing;

/* A node that a tree reached, and from where. */
typedef struct branch {
    uint32_t node;
    uint32_t distance;
    uint32_t parent;
} branch;

/* One hub's tree: its branches in the order of their distances. */
typedef struct tree {
    branch *branches;
    size_t count;
    size_t capacity;
} tree;

/* What one thread grows trees with. */
typedef struct gardener {
    cairn__graph_queue queue;
    uint32_t *distances; /* from the present hub; UINT32_MAX: not met */
    uint32_t *parents;
    uint32_t *met; /* nodes to forget after the present hub */
    uint32_t met_count;
    uint32_t *to_hub; /* by rank: the present hub's own distances; UINT32_MAX: none */
} gardener;

typedef struct labeller {
    const cairn__graph *graph;
    const cairn_allocator *allocator;
    const cairn__preparation *how;
    growing *labels;
    const cairn__hub_rule *rule;
    size_t total;
    uint32_t first; /* rank of the batch's first hub */
    tree *trees;    /* of the batch */
    gardener *gardeners;
} labeller;

/* True if the label's entries from `begin` on tell a distance no longer than this. */
static bool is_covered(const gardener *worker, const growing *label, size_t begin,
                       uint32_t distance)
{
    for (size_t i = begin; i < label->count; i++) {
        uint32_t to_hub = worker->to_hub[label->entries[i].rank];
        if (to_hub != UINT32_MAX && to_hub + label->entries[i].distance <= distance)
            return true;
    }
    return false;
}

static cairn_status add_entry(labeller *self, uint32_t node, cairn__hub_entry entry)
{
    growing *label = &self->labels[node];
    if (self->total++ == self->rule->most_entries)
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

/* ---- a tree ---- */

static cairn_status add_branch(const labeller *self, tree *made, branch next)
{
    if (made->count == made->capacity) {
        branch *branches = cairn__grow(self->allocator, made->branches, made->count,
                                       sizeof *branches, &made->capacity, 64);
        if (branches == NULL)
            return CAIRN_MEMORY;
        made->branches = branches;
    }
    made->branches[made->count++] = next;
    return CAIRN_OK;
}

static cairn_status meet(const labeller *self, gardener *worker, branch next)
{
    if (next.distance >= worker->distances[next.node])
        return CAIRN_OK;
    if (worker->distances[next.node] == UINT32_MAX)
        worker->met[worker->met_count++] = next.node;
    worker->distances[next.node] = next.distance;
    worker->parents[next.node] = next.parent;
    return cairn__graph_queue_push(&worker->queue, self->allocator, next.distance, next.node);
}

static cairn_status expand(const labeller *self, gardener *worker, uint32_t node)
{
    const cairn__graph *graph = self->graph;
    cairn_status status = CAIRN_OK;
    for (uint64_t i = graph->firsts[node]; status == CAIRN_OK && i < graph->firsts[node + 1]; i++) {
        uint32_t target = graph->targets[i];
        uint32_t length = cairn__get_distance(graph->cells[node], graph->cells[target]);
        status = meet(self, worker, (branch){target, worker->distances[node] + length, node});
    }
    return status;
}

/* Spreads or takes back the hub's own label over the ranks. */
static void set_to_hub(const labeller *self, gardener *worker, uint32_t hub, bool spread)
{
    const growing *label = &self->labels[hub];
    for (size_t i = 0; i < label->count; i++)
        worker->to_hub[label->entries[i].rank] = spread ? label->entries[i].distance : UINT32_MAX;
}

/* Grows the tree of a hub of the batch. */
static cairn_status grow_tree(void *context, uint32_t number, uint32_t turn)
{
    const labeller *self = context;
    gardener *worker = &self->gardeners[number];
    tree *made = &self->trees[turn];
    uint32_t hub = self->rule->order[self->first + turn];
    made->count = 0;
    worker->queue.count = 0;
    worker->met_count = 0;
    set_to_hub(self, worker, hub, true);
    cairn_status status = meet(self, worker, (branch){hub, 0, hub});
    while (status == CAIRN_OK && worker->queue.count > 0) {
        uint64_t key = cairn__graph_queue_pop(&worker->queue);
        uint32_t node = (uint32_t)key, distance = (uint32_t)(key >> 32);
        if (distance != worker->distances[node] ||
            is_covered(worker, &self->labels[node], 0, distance))
            continue;
        status = add_branch(self, made, (branch){node, distance, worker->parents[node]});
        if (status == CAIRN_OK)
            status = expand(self, worker, node);
    }
    set_to_hub(self, worker, hub, false);
    for (uint32_t i = 0; i < worker->met_count; i++)
        worker->distances[worker->met[i]] = UINT32_MAX;
    return status;
}

/* ---- batches ---- */

/* Where a label's entries for hubs of the batch begin. */
static size_t find_batch(const labeller *self, const growing *label)
{
    size_t begin = label->count;
    while (begin > 0 && label->entries[begin - 1].rank >= self->first)
        begin--;
    return begin;
}

/* Adds a tree's branches to the labels, but for what hubs of the batch before it cover. */
static cairn_status add_tree(labeller *self, uint32_t turn)
{
    const tree *made = &self->trees[turn];
    gardener *worker = &self->gardeners[0];
    uint32_t rank = self->first + turn, hub = self->rule->order[rank];
    cairn_status status = CAIRN_OK;
    set_to_hub(self, worker, hub, true);
    for (size_t i = 0; status == CAIRN_OK && i < made->count; i++) {
        branch next = made->branches[i];
        const growing *label = &self->labels[next.node];
        if (!is_covered(worker, label, find_batch(self, label), next.distance))
            status =
                add_entry(self, next.node, (cairn__hub_entry){rank, next.distance, next.parent});
    }
    set_to_hub(self, worker, hub, false);
    return status;
}

/* The first trees are the largest, and prune the others most: few of them at once. */
static uint32_t get_batch_size(const labeller *self)
{
    uint32_t left = self->graph->nodes - self->first, each = self->first / 64 + 1;
    uint32_t threads = self->how->threads;
    if (threads == 1)
        return 1;
    each = each < MOST_HUBS_A_THREAD ? each : MOST_HUBS_A_THREAD;
    return each * threads < left ? each * threads : left;
}

static size_t get_most_trees(const labeller *self)
{
    return (size_t)self->how->threads * MOST_HUBS_A_THREAD;
}

static cairn_status grow_labels(labeller *self)
{
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && self->first < self->graph->nodes) {
        uint32_t hubs = get_batch_size(self);
        status = cairn__loop_run(&(cairn__loop){self->allocator, self->how->poll,
                                                self->how->threads, hubs, grow_tree, self});
        for (uint32_t turn = 0; status == CAIRN_OK && turn < hubs; turn++)
            status = add_tree(self, turn);
        self->first += hubs;
        if (self->rule->finished != NULL)
            *self->rule->finished = self->first;
    }
    return status;
}

static cairn_status start_gardener(gardener *worker, const cairn_allocator *allocator, size_t nodes)
{
    worker->distances = cairn__allocate(allocator, nodes, 4 * sizeof *worker->distances);
    if (worker->distances == NULL)
        return CAIRN_MEMORY;
    worker->to_hub = worker->distances + nodes;
    worker->parents = worker->distances + 2 * nodes;
    worker->met = worker->distances + 3 * nodes;
    memset(worker->distances, 0xff, 2 * nodes * sizeof *worker->distances);
    return CAIRN_OK;
}

static cairn_status start_labeller(labeller *self)
{
    const cairn_allocator *allocator = self->allocator;
    size_t nodes = self->graph->nodes, threads = self->how->threads;
    self->labels = cairn__allocate_zeroed(allocator, nodes, sizeof *self->labels);
    self->trees = cairn__allocate_zeroed(allocator, get_most_trees(self), sizeof *self->trees);
    self->gardeners = cairn__allocate_zeroed(allocator, threads, sizeof *self->gardeners);
    if (self->labels == NULL || self->trees == NULL || self->gardeners == NULL)
        return CAIRN_MEMORY;
    cairn_status status = CAIRN_OK;
    for (size_t i = 0; status == CAIRN_OK && i < threads; i++)
        status = start_gardener(&self->gardeners[i], allocator, nodes);
    return status;
}

static void end_labeller(labeller *self)
{
    const cairn_allocator *allocator = self->allocator;
    size_t threads = self->how->threads, trees = get_most_trees(self);
    for (size_t i = 0; self->labels != NULL && i < self->graph->nodes; i++)
        cairn__release(allocator, self->labels[i].entries);
    for (size_t i = 0; self->trees != NULL && i < trees; i++)
        cairn__release(allocator, self->trees[i].branches);
    for (size_t i = 0; self->gardeners != NULL && i < threads; i++) {
        cairn__release(allocator, self->gardeners[i].distances);
        cairn__release(allocator, self->gardeners[i].queue.keys);
    }
    cairn__release(allocator, self->labels);
    cairn__release(allocator, self->trees);
    cairn__release(allocator, self->gardeners);
}

/* Lays the labels out one after the other. */
static cairn_status join_labels(const labeller *self, cairn__hub_labels *labels)
{
    uint32_t nodes = self->graph->nodes;
    labels->nodes = nodes;
    labels->firsts = cairn__allocate(self->allocator, (uint64_t)nodes + 1, sizeof *labels->firsts);
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

cairn_status cairn__hub_labels_create(const cairn__graph *graph, const cairn__hub_rule *rule,
                                      const cairn__preparation *how, cairn__hub_labels *labels)
{
    labeller self = {.graph = graph, .allocator = &graph->allocator, .how = how, .rule = rule};
    *labels = (cairn__hub_labels){.allocator = graph->allocator};
    cairn_status status = start_labeller(&self);
    if (status == CAIRN_OK)
        status = grow_labels(&self);
    if (status == CAIRN_OK)
        status = join_labels(&self, labels);
    end_labeller(&self);
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
