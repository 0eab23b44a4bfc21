/* hub_cover.c: a node's score is the number of nodes at and behind it in the trees, summed. The node
 * with the highest score is next in the order; what is behind it leaves all trees. */
#include "build/labels/hub_cover.h"

#include <string.h>

#include "base/hash.h"
#include "base/heap.h"
#include "base/job.h"
#include "base/memory.h"
#include "build/graph.h"

/* ---- sampled shortest-path trees, in preorder: what is behind a node stands right behind it ---- */

/* A place of a tree. */
typedef struct tree_place {
    uint32_t node;
    uint32_t parent; /* place */
    uint32_t extent; /* places at and behind it */
    uint32_t alive;  /* nodes at and behind it that no chosen node covers; 0: covered */
} tree_place;

typedef struct hub_tree {
    tree_place *places;
    uint32_t *place_of; /* a node's; UINT32_MAX: not in the tree */
    uint32_t count;
} hub_tree;

typedef enum grower_phase {
    GROWER_BEGIN,
    GROWER_SETTLE, /* nodes by their distances */
    GROWER_SIZE,   /* every node has the size 1 */
    GROWER_SUM,    /* and adds its own to that of its parent */
    GROWER_PLACE,
} grower_phase;

/* What one thread grows trees with. */
typedef struct tree_grower {
    cairn__graph_queue queue;
    uint32_t *distances;
    uint32_t *parents;
    uint32_t *settled; /* nodes in the order of their distances */
    uint32_t *sizes;
    uint32_t count;
    grower_phase phase;
    uint32_t next;        /* of the settled nodes */
    cairn__expansion now; /* of the node that was settled last */
} tree_grower;

/* Nodes between two looks at the units, and the units of one. */
enum { GROWN = 512, NODE_UNITS = 4 };

/* Room to grow trees of a graph. Failures: MEMORY. */
static cairn_status create_grower(tree_grower *grower, const cairn__graph *graph)
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

static void end_grower(tree_grower *grower, const cairn_allocator *allocator)
{
    cairn__release(allocator, grower->distances);
    cairn__release(allocator, grower->queue.keys);
}

static void free_tree(hub_tree *tree, const cairn_allocator *allocator)
{
    cairn__release(allocator, tree->places);
    *tree = (hub_tree){0};
}

/* ---- settling ---- */

static cairn_status begin(tree_grower *self, const cairn__graph *graph, uint32_t root,
                          hub_tree *tree, cairn__meter *meter)
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
    self->phase = GROWER_SETTLE;
    return cairn__graph_queue_push(&self->queue, &graph->allocator, 0, root);
}

/* Some edges of the node that was settled last. */
static cairn_status relax(tree_grower *self, const cairn__graph *graph, cairn__meter *meter)
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

static cairn_status settle(tree_grower *self, const cairn__graph *graph, cairn__meter *meter)
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

static void size_node(tree_grower *self, hub_tree *tree, uint32_t index)
{
    (void)tree;
    self->sizes[self->settled[index]] = 1;
}

/* From the last one to the first. */
static void sum_node(tree_grower *self, hub_tree *tree, uint32_t index)
{
    uint32_t node = self->settled[self->count - 1 - index];
    (void)tree;
    if (self->parents[node] != node)
        self->sizes[self->parents[node]] += self->sizes[node];
}

static void place_node(tree_grower *self, hub_tree *tree, uint32_t index)
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
    tree->places[at] = (tree_place){node, tree->place_of[parent], size, size};
}

/* Does something for all settled nodes. */
static cairn_status pass(tree_grower *self, hub_tree *tree,
                         void (*visit)(tree_grower *self, hub_tree *tree, uint32_t index),
                         cairn__meter *meter)
{
    while (self->next < self->count) {
        uint32_t end = self->count - self->next < GROWN ? self->count : self->next + GROWN;
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

/* Grows the tree from a root, as a turn (job.h). Failures: UNFINISHED, MEMORY. */
static cairn_status run_grower(tree_grower *grower, const cairn__graph *graph, uint32_t root,
                               hub_tree *tree, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    if (grower->phase == GROWER_BEGIN)
        status = begin(grower, graph, root, tree, meter);
    if (status == CAIRN_OK && grower->phase == GROWER_SETTLE) {
        status = settle(grower, graph, meter);
        tree->count = grower->count;
        if (status == CAIRN_OK)
            grower->phase++;
    }
    if (status == CAIRN_OK && grower->phase == GROWER_SIZE)
        status = pass(grower, tree, size_node, meter);
    if (status == CAIRN_OK && grower->phase == GROWER_SUM)
        status = pass(grower, tree, sum_node, meter);
    if (status == CAIRN_OK && grower->phase == GROWER_PLACE)
        status = pass(grower, tree, place_node, meter);
    if (status == CAIRN_OK)
        grower->phase = GROWER_BEGIN;
    return status;
}

/* ---- the cover ---- */

/* Trees to sample: more cost time, and beyond some hundreds change little. */
#define MOST_TREES 400
#define LEAST_TREES 16
#define MOST_PLACES (UINT32_C(1) << 23) /* of all trees together */

/* Nodes or places between two looks at the units, and units of a place and of a tree. */
enum { MANY = 512, PLACE_UNITS = 4, TREE_UNITS = 4 };

/* What is behind a place is taken off its tree. */
typedef struct covering {
    bool is_on;
    uint32_t above; /* place whose parent is next; 0: all have been visited */
    uint32_t gone;  /* nodes that those above lose */
    uint32_t at;    /* next of the places behind it */
    uint32_t end;
} covering;

struct cairn__hub_cover {
    const cairn__graph *graph;
    uint32_t threads;
    uint32_t *order;
    cairn__job job;
    uint32_t tree_count;
    hub_tree *trees;
    tree_grower *growers;
    uint64_t *scores;
    uint64_t *heap;
    uint32_t *ranks; /* nodes by their first scores, for ties */
    uint32_t place;  /* of the tree whose places are summed up */
    uint32_t chosen; /* nodes in the order */
    uint32_t left;   /* keys in the heap */
    uint32_t tree;   /* of those that the last node covers */
    covering now;
};

typedef cairn__hub_cover cover;

/* ---- growing trees ---- */

static cairn_status begin_trees(void *context, uint32_t *turns)
{
    cover *self = context;
    const cairn_allocator *allocator = &self->graph->allocator;
    size_t nodes = self->graph->nodes, most = nodes > 0 ? MOST_PLACES / nodes : 0;
    most = most < LEAST_TREES ? LEAST_TREES : most;
    self->tree_count = most < MOST_TREES ? (uint32_t)most : MOST_TREES;
    if (nodes == 0)
        self->tree_count = 0;
    *turns = self->tree_count;
    self->trees = cairn__allocate_zeroed(allocator, self->tree_count, sizeof *self->trees);
    self->growers = cairn__allocate_zeroed(allocator, self->threads, sizeof *self->growers);
    self->scores = cairn__allocate(allocator, nodes, sizeof *self->scores);
    self->heap = cairn__allocate(allocator, nodes, sizeof *self->heap);
    self->ranks = cairn__allocate(allocator, nodes, sizeof *self->ranks);
    if (self->trees == NULL || self->growers == NULL || self->scores == NULL ||
        self->heap == NULL || self->ranks == NULL)
        return CAIRN_MEMORY;
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < self->threads; i++)
        status = create_grower(&self->growers[i], self->graph);
    return status;
}

static cairn_status grow_tree(void *context, uint32_t worker, uint32_t number, cairn__meter *meter)
{
    cover *self = context;
    uint32_t root = (uint32_t)(cairn__mix((uint64_t)number + 1) % self->graph->nodes);
    return run_grower(&self->growers[worker], self->graph, root, &self->trees[number], meter);
}

/* ---- scores ---- */

/* Turns that take a fixed number of nodes each. */
static cairn_status begin_nodes(void *context, uint32_t *turns)
{
    *turns = cairn__count_turns(((cover *)context)->graph->nodes, MANY);
    return CAIRN_OK;
}

static uint32_t get_end(const cover *self, uint32_t turn)
{
    return (uint32_t)cairn__get_turn_end(self->graph->nodes, MANY, turn);
}

static cairn_status clear_scores(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    cover *self = context;
    (void)worker;
    for (uint32_t i = turn * MANY; i < get_end(self, turn); i++) {
        self->scores[i] = 0;
        self->ranks[i] = i;
    }
    cairn__spend(meter, MANY);
    return CAIRN_OK;
}

static cairn_status begin_sums(void *context, uint32_t *turns)
{
    *turns = ((cover *)context)->tree_count;
    return CAIRN_OK;
}

static cairn_status sum_scores(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    cover *self = context;
    const hub_tree *of = &self->trees[turn];
    (void)worker;
    while (self->place < of->count) {
        uint32_t end = of->count - self->place < MANY ? of->count : self->place + MANY;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        cairn__spend(meter, (uint64_t)(end - self->place) * PLACE_UNITS);
        for (; self->place < end; self->place++)
            self->scores[of->places[self->place].node] += of->places[self->place].alive;
    }
    self->place = 0;
    return CAIRN_OK;
}

/* ---- ranks ---- */

/* The lowest key is the highest score, then the highest first score. */
static uint64_t get_key(const cover *self, uint32_t rank)
{
    uint64_t score = self->scores[self->ranks[rank]];
    return (UINT32_MAX - (score < UINT32_MAX ? score : UINT32_MAX)) << 32 | rank;
}

static cairn_status push_nodes(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    cover *self = context;
    (void)worker;
    for (uint32_t i = turn * MANY; i < get_end(self, turn); i++)
        cairn__heap_push(self->heap, self->left++, get_key(self, i));
    cairn__spend(meter, (uint64_t)MANY * CAIRN__POP_UNITS);
    return CAIRN_OK;
}

static cairn_status rank_nodes(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    cover *self = context;
    (void)worker;
    for (uint32_t i = turn * MANY; i < get_end(self, turn); i++)
        self->ranks[i] = (uint32_t)cairn__heap_pop(self->heap, self->left--);
    cairn__spend(meter, (uint64_t)MANY * CAIRN__POP_UNITS);
    return CAIRN_OK;
}

/* ---- covering ---- */

/* Takes nodes off those above, and off their scores. */
static void tell_above(cover *self, tree_place *places, cairn__meter *meter)
{
    covering *now = &self->now;
    uint32_t told = 0;
    for (; told < MANY && now->above != 0; told++) {
        now->above = places[now->above].parent;
        places[now->above].alive -= now->gone;
        self->scores[places[now->above].node] -= now->gone;
    }
    cairn__spend(meter, (uint64_t)told * PLACE_UNITS);
}

static void cover_behind(cover *self, tree_place *places, cairn__meter *meter)
{
    covering *now = &self->now;
    uint32_t covered = 0;
    for (; covered < MANY && now->at < now->end; covered++) {
        tree_place *next = &places[now->at];
        if (next->alive == 0) {
            now->at += next->extent;
            continue;
        }
        self->scores[next->node] -= next->alive;
        next->alive = 0;
        now->at++;
    }
    cairn__spend(meter, (uint64_t)covered * PLACE_UNITS);
}

/* Takes what is behind the node that was chosen last off a tree, in pieces. */
static cairn_status cover_tree(cover *self, hub_tree *of, cairn__meter *meter)
{
    covering *now = &self->now;
    uint32_t at = of->place_of[self->order[self->chosen - 1]];
    cairn__spend(meter, TREE_UNITS);
    if (!now->is_on && (at == UINT32_MAX || of->places[at].alive == 0))
        return CAIRN_OK;
    if (!now->is_on)
        *now = (covering){true, at, of->places[at].alive, at, at + of->places[at].extent};
    while (now->above != 0 || now->at < now->end) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        if (now->above != 0)
            tell_above(self, of->places, meter);
        else
            cover_behind(self, of->places, meter);
    }
    now->is_on = false;
    return CAIRN_OK;
}

static cairn_status cover_trees(cover *self, cairn__meter *meter)
{
    for (; self->tree < self->tree_count; self->tree++) {
        cairn_status status = CAIRN_UNFINISHED;
        if (cairn__has_piece(meter))
            status = cover_tree(self, &self->trees[self->tree], meter);
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_OK;
}

/* Scores only fall: a key that is out of date is renewed when it comes to the top. */
static void take_key(cover *self)
{
    uint64_t key = cairn__heap_pop(self->heap, self->left--);
    uint64_t now = get_key(self, (uint32_t)key);
    if (now != key) {
        cairn__heap_push(self->heap, self->left++, now);
        return;
    }
    self->order[self->chosen++] = self->ranks[(uint32_t)key];
    self->tree = 0;
}

static cairn_status choose(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    cover *self = context;
    (void)worker;
    (void)turn;
    for (;;) {
        cairn_status status = self->chosen > 0 ? cover_trees(self, meter) : CAIRN_OK;
        if (status != CAIRN_OK || self->left == 0)
            return status;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        take_key(self);
        cairn__spend(meter, UINT64_C(2) * CAIRN__POP_UNITS);
    }
}

static cairn_status end_tree(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter)
{
    cover *self = context;
    (void)worker;
    cairn__spend(meter, self->graph->nodes / CAIRN__CLEARED_A_UNIT + 1);
    free_tree(&self->trees[turn], &self->graph->allocator);
    return CAIRN_OK;
}

/* ---- all of it ---- */

static const cairn__stage stages[] = {
    {begin_trees, grow_tree, NULL, 0, true},
    {begin_nodes, clear_scores, NULL, 0, false},
    {begin_sums, sum_scores, NULL, 0, false},
    {begin_nodes, push_nodes, NULL, 0, false},
    {begin_nodes, rank_nodes, NULL, 0, false},
    {begin_nodes, push_nodes, NULL, 0, false},
    {NULL, choose, NULL, 0, false},
    {begin_sums, end_tree, NULL, 0, false},
};

cairn_status cairn__hub_cover_create(const cairn__graph *graph, uint32_t threads, uint32_t *order,
                                     cairn__hub_cover **made)
{
    cover *self = cairn__allocate_zeroed(&graph->allocator, 1, sizeof *self);
    *made = self;
    if (self == NULL)
        return CAIRN_MEMORY;
    self->graph = graph;
    self->threads = threads;
    self->order = order;
    self->job = (cairn__job){stages, sizeof stages / sizeof stages[0], self, 0, false, 0, 0};
    return CAIRN_OK;
}

cairn__job *cairn__hub_cover_get_job(cairn__hub_cover *self)
{
    return &self->job;
}

void cairn__hub_cover_destroy(cairn__hub_cover *self)
{
    if (self == NULL)
        return;
    const cairn_allocator *allocator = &self->graph->allocator;
    for (uint32_t i = 0; self->growers != NULL && i < self->threads; i++)
        end_grower(&self->growers[i], allocator);
    for (uint32_t i = 0; self->trees != NULL && i < self->tree_count; i++)
        free_tree(&self->trees[i], allocator);
    cairn__release(allocator, self->growers);
    cairn__release(allocator, self->scores);
    cairn__release(allocator, self->heap);
    cairn__release(allocator, self->ranks);
    cairn__release(allocator, self->trees);
    cairn__release(allocator, self);
}
