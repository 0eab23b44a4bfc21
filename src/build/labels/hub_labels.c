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
#include "build/labels/hub_labels.h"

#include <string.h>

#include "base/memory.h"
#include "build/pile.h"

/* Hubs each thread takes from a batch once trees are small. */
#define MOST_HUBS_A_THREAD 16

/* Nodes between two looks at the units, branches of a layer, and the units of a branch. */
enum { MANY = 1024, BRANCHES = 64, BRANCH_UNITS = 8 };

/* A node that a tree reached, and from where. */
typedef struct branch {
    uint32_t node;
    uint32_t distance;
    uint32_t parent;
} branch;

typedef enum gardener_phase {
    BEGIN,
    GROW,
    FORGET, /* the nodes that were met */
} gardener_phase;

/* What one thread grows trees with. */
typedef struct gardener {
    cairn__graph_queue queue;
    uint32_t *distances; /* from the present hub; UINT32_MAX: not met */
    uint32_t *parents;
    uint32_t *met; /* nodes to forget after the present hub */
    uint32_t met_count;
    uint32_t *to_hub; /* by rank: the present hub's own distances; UINT32_MAX: none */
    gardener_phase phase;
    cairn__expansion now; /* of the last branch */
} gardener;

struct cairn__labeller {
    const cairn__graph *graph;
    const cairn_allocator *allocator;
    uint32_t threads;
    const cairn__hub_rule *rule;
    cairn__hub_labels *labels;
    cairn__job job;
    uint32_t first;     /* rank of the batch's first hub */
    uint32_t hubs;      /* in the batch */
    cairn__pile *trees; /* of the batch: one hub's branches in the order of their distances */
    gardener *gardeners;
    bool is_adding; /* a tree */
};

typedef cairn__labeller labeller;

/* ---- labels ---- */

/* The first of the label's entries from `begin` on whose distance is not above this one. */
static size_t find_cover(const gardener *worker, const cairn__hub_label *label, size_t begin,
                         uint32_t distance)
{
    size_t i = begin;
    for (; i < label->count; i++) {
        uint32_t to_hub = worker->to_hub[label->entries[i].rank];
        if (to_hub != UINT32_MAX && to_hub + label->entries[i].distance <= distance)
            break;
    }
    return i;
}

static cairn_status add_entry(labeller *self, uint32_t node, cairn__hub_entry entry)
{
    cairn__hub_label *label = &self->labels->labels[node];
    if (self->labels->entries++ == self->rule->most_entries ||
        label->count == CAIRN__MOST_HUB_ENTRIES)
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

/* Spreads or takes back the hub's own label over the ranks. */
static void set_to_hub(const labeller *self, gardener *worker, uint32_t hub, bool spread,
                       cairn__meter *meter)
{
    const cairn__hub_label *label = &self->labels->labels[hub];
    cairn__spend(meter, label->count / CAIRN__ENTRIES_A_UNIT + 1);
    for (size_t i = 0; i < label->count; i++)
        worker->to_hub[label->entries[i].rank] = spread ? label->entries[i].distance : UINT32_MAX;
}

/* ---- a tree ---- */

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

/* Some edges of the last branch. */
static cairn_status expand(const labeller *self, gardener *worker, cairn__meter *meter)
{
    const cairn__graph *graph = self->graph;
    uint64_t end = cairn__expansion_get_end(&worker->now, meter);
    uint32_t node = worker->now.node;
    cairn_status status = CAIRN_OK;
    for (; status == CAIRN_OK && worker->now.edge < end; worker->now.edge++) {
        uint32_t target = graph->targets[worker->now.edge];
        uint32_t length = cairn__get_distance(graph->cells[node], graph->cells[target]);
        status = meet(self, worker, (branch){target, worker->distances[node] + length, node});
    }
    return status;
}

/* The next node of the queue is a branch, unless labels tell its distance already. */
static cairn_status add_branch(const labeller *self, gardener *worker, cairn__pile *tree,
                               cairn__meter *meter)
{
    uint64_t key = cairn__graph_queue_pop(&worker->queue);
    uint32_t node = (uint32_t)key, distance = (uint32_t)(key >> 32);
    const cairn__hub_label *label = &self->labels->labels[node];
    cairn__spend(meter, CAIRN__POP_UNITS);
    if (distance != worker->distances[node])
        return CAIRN_OK;
    size_t covering = find_cover(worker, label, 0, distance);
    cairn__spend(meter, covering / CAIRN__ENTRIES_A_UNIT);
    if (covering < label->count)
        return CAIRN_OK;
    branch *next = cairn__pile_add(tree, self->allocator, sizeof *next, BRANCHES);
    if (next == NULL)
        return CAIRN_MEMORY;
    *next = (branch){node, distance, worker->parents[node]};
    cairn__expansion_start(&worker->now, self->graph, node);
    return CAIRN_OK;
}

static cairn_status begin_tree(const labeller *self, gardener *worker, uint32_t hub,
                               cairn__meter *meter)
{
    worker->queue.count = 0;
    worker->met_count = 0;
    worker->now = (cairn__expansion){0};
    worker->phase = GROW;
    set_to_hub(self, worker, hub, true, meter);
    return meet(self, worker, (branch){hub, 0, hub});
}

static cairn_status grow(const labeller *self, gardener *worker, cairn__pile *tree,
                         cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        if (worker->now.edge < worker->now.end)
            status = expand(self, worker, meter);
        else if (worker->queue.count > 0)
            status = add_branch(self, worker, tree, meter);
        else
            break;
    }
    return status;
}

static cairn_status forget(gardener *worker, cairn__meter *meter)
{
    while (worker->met_count > 0) {
        uint32_t count = worker->met_count < MANY ? worker->met_count : MANY;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        for (uint32_t i = 0; i < count; i++)
            worker->distances[worker->met[--worker->met_count]] = UINT32_MAX;
        cairn__spend(meter, count);
    }
    worker->phase = BEGIN;
    return CAIRN_OK;
}

/* Grows the tree of a hub of the batch. */
static cairn_status grow_tree(void *context, uint32_t number, uint32_t turn, cairn__meter *meter)
{
    const labeller *self = context;
    gardener *worker = &self->gardeners[number];
    uint32_t hub = self->rule->order[self->first + turn];
    cairn_status status = CAIRN_OK;
    if (worker->phase == BEGIN)
        status = begin_tree(self, worker, hub, meter);
    if (status == CAIRN_OK && worker->phase == GROW) {
        status = grow(self, worker, &self->trees[turn], meter);
        if (status != CAIRN_OK)
            return status;
        set_to_hub(self, worker, hub, false, meter);
        worker->phase = FORGET;
    }
    return status == CAIRN_OK ? forget(worker, meter) : status;
}

/* ---- batches ---- */

/* The first trees are the largest, and prune the others most: few of them at once. */
static uint32_t get_batch_size(const labeller *self)
{
    uint32_t left = self->graph->nodes - self->first, each = self->first / 64 + 1;
    if (self->threads == 1)
        return left > 0 ? 1 : 0;
    each = each < MOST_HUBS_A_THREAD ? each : MOST_HUBS_A_THREAD;
    return each * self->threads < left ? each * self->threads : left;
}

static size_t get_most_trees(const labeller *self)
{
    return (size_t)self->threads * MOST_HUBS_A_THREAD;
}

static cairn_status begin_batch(void *context, uint32_t *turns)
{
    labeller *self = context;
    *turns = self->hubs = get_batch_size(self);
    return CAIRN_OK;
}

static cairn_status begin_adding(void *context, uint32_t *turns)
{
    *turns = ((labeller *)context)->hubs;
    return CAIRN_OK;
}

/* Where a label's entries for hubs of the batch begin. */
static size_t find_batch(const labeller *self, const cairn__hub_label *label)
{
    size_t begin = label->count;
    while (begin > 0 && label->entries[begin - 1].rank >= self->first)
        begin--;
    return begin;
}

/* Adds the branches of a layer, except those that earlier hubs of the batch cover. */
static cairn_status add_layer(labeller *self, uint32_t rank, cairn__layer *layer,
                              cairn__meter *meter)
{
    const branch *branches = cairn__layer_get(layer);
    cairn_status status = CAIRN_OK;
    for (size_t i = 0; status == CAIRN_OK && i < layer->count; i++) {
        branch next = branches[i];
        const cairn__hub_label *label = &self->labels->labels[next.node];
        if (find_cover(&self->gardeners[0], label, find_batch(self, label), next.distance) ==
            label->count)
            status =
                add_entry(self, next.node, (cairn__hub_entry){rank, next.distance, next.parent});
    }
    cairn__spend(meter, layer->count * BRANCH_UNITS);
    return status;
}

/* Adds a tree's branches to the labels. */
static cairn_status add_tree(void *context, uint32_t number, uint32_t turn, cairn__meter *meter)
{
    labeller *self = context;
    cairn__pile *tree = &self->trees[turn];
    gardener *worker = &self->gardeners[0];
    uint32_t rank = self->first + turn, hub = self->rule->order[rank];
    cairn_status status = CAIRN_OK;
    (void)number;
    if (!self->is_adding)
        set_to_hub(self, worker, hub, true, meter);
    self->is_adding = true;
    while (status == CAIRN_OK && tree->first != NULL) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        status = add_layer(self, rank, tree->first, meter);
        cairn__pile_drop(tree, self->allocator);
    }
    if (status != CAIRN_OK || !cairn__has_piece(meter))
        return status != CAIRN_OK ? status : CAIRN_UNFINISHED;
    set_to_hub(self, worker, hub, false, meter);
    self->is_adding = false;
    return CAIRN_OK;
}

static bool end_batch(void *context)
{
    labeller *self = context;
    self->first += self->hubs;
    if (self->rule->finished != NULL)
        *self->rule->finished = self->first;
    return self->first < self->graph->nodes;
}

/* ---- all of it ---- */

static cairn_status start_gardener(gardener *worker, const cairn_allocator *allocator, size_t nodes)
{
    worker->distances = cairn__allocate(allocator, nodes, 4 * sizeof *worker->distances);
    if (worker->distances == NULL)
        return CAIRN_MEMORY;
    worker->to_hub = worker->distances + nodes;
    worker->parents = worker->distances + 2 * nodes;
    worker->met = worker->distances + 3 * nodes;
    return CAIRN_OK;
}

static cairn_status begin_room(void *context, uint32_t *turns)
{
    labeller *self = context;
    const cairn_allocator *allocator = self->allocator;
    size_t nodes = self->graph->nodes;
    *turns = cairn__count_turns(nodes, MANY);
    self->trees = cairn__allocate_zeroed(allocator, get_most_trees(self), sizeof *self->trees);
    self->gardeners = cairn__allocate_zeroed(allocator, self->threads, sizeof *self->gardeners);
    self->labels->labels = cairn__allocate(allocator, nodes, sizeof *self->labels->labels);
    if (self->labels->labels == NULL || self->trees == NULL || self->gardeners == NULL)
        return CAIRN_MEMORY;
    cairn_status status = CAIRN_OK;
    for (size_t i = 0; status == CAIRN_OK && i < self->threads; i++)
        status = start_gardener(&self->gardeners[i], allocator, nodes);
    return status;
}

/* Labels count as soon as they are clear. */
static cairn_status clear_room(void *context, uint32_t number, uint32_t turn, cairn__meter *meter)
{
    labeller *self = context;
    size_t first = (size_t)turn * MANY;
    size_t count = (size_t)cairn__get_turn_end(self->graph->nodes, MANY, turn) - first;
    (void)number;
    for (uint32_t i = 0; i < self->threads; i++) {
        memset(self->gardeners[i].distances + first, 0xff, count * sizeof(uint32_t));
        memset(self->gardeners[i].to_hub + first, 0xff, count * sizeof(uint32_t));
    }
    memset(self->labels->labels + first, 0, count * sizeof *self->labels->labels);
    self->labels->nodes += (uint32_t)count;
    cairn__spend(meter, count);
    return CAIRN_OK;
}

enum { BATCH = 1 };

static const cairn__stage stages[] = {
    {begin_room, clear_room, NULL, 0, false},
    {begin_batch, grow_tree, NULL, 0, true},
    {begin_adding, add_tree, end_batch, BATCH, false},
};

cairn_status cairn__labeller_create(const cairn__graph *graph, const cairn__hub_rule *rule,
                                    uint32_t threads, cairn__hub_labels *labels,
                                    cairn__labeller **made)
{
    labeller *self = cairn__allocate_zeroed(&graph->allocator, 1, sizeof *self);
    *labels = (cairn__hub_labels){.allocator = graph->allocator};
    *made = self;
    if (self == NULL)
        return CAIRN_MEMORY;
    self->graph = graph;
    self->allocator = &graph->allocator;
    self->threads = threads;
    self->rule = rule;
    self->labels = labels;
    self->job = (cairn__job){stages, sizeof stages / sizeof stages[0], self, 0, false, 0, 0};
    return CAIRN_OK;
}

cairn__job *cairn__labeller_get_job(cairn__labeller *self)
{
    return &self->job;
}

void cairn__labeller_destroy(cairn__labeller *self)
{
    if (self == NULL)
        return;
    const cairn_allocator *allocator = self->allocator;
    for (size_t i = 0; self->trees != NULL && i < get_most_trees(self); i++)
        cairn__pile_end(&self->trees[i], allocator);
    for (size_t i = 0; self->gardeners != NULL && i < self->threads; i++) {
        cairn__release(allocator, self->gardeners[i].distances);
        cairn__release(allocator, self->gardeners[i].queue.keys);
    }
    cairn__release(allocator, self->trees);
    cairn__release(allocator, self->gardeners);
    cairn__release(allocator, self);
}

void cairn__hub_label_end(cairn__hub_labels *labels, uint32_t node)
{
    cairn__release(&labels->allocator, labels->labels[node].entries);
    labels->labels[node] = (cairn__hub_label){0};
}

void cairn__hub_labels_end(cairn__hub_labels *labels)
{
    for (uint32_t i = 0; labels->labels != NULL && i < labels->nodes; i++)
        cairn__hub_label_end(labels, i);
    cairn__release(&labels->allocator, labels->labels);
    *labels = (cairn__hub_labels){.allocator = labels->allocator};
}
