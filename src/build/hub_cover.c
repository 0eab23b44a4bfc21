/* hub_cover.c: a node's score is the number of nodes at and behind it in the trees, summed. The node
 * with the highest score is next in the order; what is behind it leaves all trees.
 *
 * A tree lies in preorder: what is behind a node stands right behind it. */
#include "build/hub_cover.h"

#include <string.h>

#include "base/hash.h"
#include "base/heap.h"
#include "base/loop.h"
#include "base/memory.h"

/* Trees to sample: more cost time, and beyond some hundreds change little. */
#define MOST_TREES 400
#define LEAST_TREES 16
#define MOST_PLACES (UINT32_C(1) << 23) /* of all trees together */

/* A place of a tree. */
typedef struct place {
    uint32_t node;
    uint32_t parent; /* place */
    uint32_t extent; /* places at and behind it */
    uint32_t alive;  /* nodes at and behind it that no chosen node covers; 0: covered */
} place;

typedef struct tree {
    place *places;
    uint32_t *place_of; /* a node's; UINT32_MAX: not in the tree */
    uint32_t count;
} tree;

/* What one thread grows trees with. */
typedef struct grower {
    cairn__graph_queue queue;
    uint32_t *distances;
    uint32_t *parents;
    uint32_t *settled; /* nodes in the order of their distances */
    uint32_t *sizes;
    uint32_t count;
} grower;

typedef struct cover {
    const cairn__graph *graph;
    const cairn__preparation *how;
    uint32_t tree_count;
    tree *trees;
    place *places;       /* of all trees */
    uint32_t *places_of; /* of all trees */
    grower *growers;
    uint64_t *scores;
    uint64_t *heap;
    uint32_t *ranks; /* nodes by their first scores, for ties */
} cover;

/* ---- growing trees ---- */

static cairn_status relax(const cairn__graph *graph, grower *self, uint32_t node)
{
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

static cairn_status settle(const cairn__graph *graph, grower *self, uint32_t root)
{
    memset(self->distances, 0xff, graph->nodes * sizeof *self->distances);
    self->count = 0;
    self->queue.count = 0;
    self->distances[root] = 0;
    self->parents[root] = root;
    cairn_status status = cairn__graph_queue_push(&self->queue, &graph->allocator, 0, root);
    while (status == CAIRN_OK && self->queue.count > 0) {
        uint64_t key = cairn__graph_queue_pop(&self->queue);
        uint32_t node = (uint32_t)key;
        if (key >> 32 != self->distances[node])
            continue;
        self->settled[self->count++] = node;
        status = relax(graph, self, node);
    }
    return status;
}

/* Lays the settled nodes out in preorder. Parents were settled before their children. */
static void lay_out(grower *self, tree *made)
{
    made->count = self->count;
    for (uint32_t i = 0; i < self->count; i++)
        self->sizes[self->settled[i]] = 1;
    for (uint32_t i = self->count; i-- > 1;)
        self->sizes[self->parents[self->settled[i]]] += self->sizes[self->settled[i]];
    uint32_t *next = self->distances; /* the first free place behind a node */
    for (uint32_t i = 0; i < self->count; i++) {
        uint32_t node = self->settled[i], parent = self->parents[node], size = self->sizes[node];
        uint32_t at = 0;
        if (i > 0) {
            at = next[parent];
            next[parent] += size;
        }
        next[node] = at + 1;
        made->place_of[node] = at;
        made->places[at] = (place){node, made->place_of[parent], size, size};
    }
}

static cairn_status grow_tree(void *context, uint32_t worker, uint32_t number)
{
    const cover *self = context;
    uint32_t root = (uint32_t)(cairn__mix((uint64_t)number + 1) % self->graph->nodes);
    cairn_status status = settle(self->graph, &self->growers[worker], root);
    if (status == CAIRN_OK)
        lay_out(&self->growers[worker], &self->trees[number]);
    return status;
}

/* ---- covering ---- */

/* Takes what is behind a place off the tree, and off the scores. */
static void cover_place(cover *self, tree *of, uint32_t at)
{
    place *places = of->places;
    uint32_t gone = places[at].alive, end = at + places[at].extent;
    for (uint32_t i = at; i != 0;) {
        i = places[i].parent;
        places[i].alive -= gone;
        self->scores[places[i].node] -= gone;
    }
    while (at < end) {
        place *next = &places[at];
        if (next->alive == 0) {
            at += next->extent;
            continue;
        }
        self->scores[next->node] -= next->alive;
        next->alive = 0;
        at++;
    }
}

static void cover_node(cover *self, uint32_t node)
{
    for (uint32_t i = 0; i < self->tree_count; i++) {
        tree *of = &self->trees[i];
        uint32_t at = of->place_of[node];
        if (at != UINT32_MAX && of->places[at].alive > 0)
            cover_place(self, of, at);
    }
}

/* The lowest key is the highest score, then the highest first score. */
static uint64_t get_key(const cover *self, uint32_t rank)
{
    uint64_t score = self->scores[self->ranks[rank]];
    return (UINT32_MAX - (score < UINT32_MAX ? score : UINT32_MAX)) << 32 | rank;
}

static void sum_scores(cover *self)
{
    for (uint32_t i = 0; i < self->tree_count; i++) {
        const tree *of = &self->trees[i];
        for (uint32_t at = 0; at < of->count; at++)
            self->scores[of->places[at].node] += of->places[at].alive;
    }
}

static void rank_nodes(cover *self)
{
    uint32_t nodes = self->graph->nodes;
    for (uint32_t i = 0; i < nodes; i++)
        self->ranks[i] = i;
    for (uint32_t i = 0; i < nodes; i++)
        cairn__heap_push(self->heap, i, get_key(self, i));
    for (uint32_t i = 0; i < nodes; i++)
        self->ranks[i] = (uint32_t)cairn__heap_pop(self->heap, nodes - i);
}

/* Scores only fall: a key that is out of date is renewed when it comes to the top. */
static void choose(cover *self, uint32_t *order)
{
    uint32_t nodes = self->graph->nodes;
    for (uint32_t i = 0; i < nodes; i++)
        cairn__heap_push(self->heap, i, get_key(self, i));
    for (uint32_t count = 0, left = nodes; left > 0;) {
        uint64_t key = cairn__heap_pop(self->heap, left--);
        uint64_t now = get_key(self, (uint32_t)key);
        if (now != key) {
            cairn__heap_push(self->heap, left++, now);
            continue;
        }
        uint32_t node = self->ranks[(uint32_t)key];
        order[count++] = node;
        cover_node(self, node);
    }
}

/* ---- all of it ---- */

static cairn_status start_trees(cover *self)
{
    const cairn_allocator *allocator = &self->graph->allocator;
    size_t nodes = self->graph->nodes, most = MOST_PLACES / nodes;
    most = most < LEAST_TREES ? LEAST_TREES : most;
    self->tree_count = most < MOST_TREES ? (uint32_t)most : MOST_TREES;
    self->trees = cairn__allocate_zeroed(allocator, self->tree_count, sizeof *self->trees);
    self->places = cairn__allocate(allocator, self->tree_count * nodes, sizeof *self->places);
    self->places_of = cairn__allocate(allocator, self->tree_count * nodes, sizeof(uint32_t));
    if (self->trees == NULL || self->places == NULL || self->places_of == NULL)
        return CAIRN_MEMORY;
    memset(self->places_of, 0xff, self->tree_count * nodes * sizeof(uint32_t));
    for (uint32_t i = 0; i < self->tree_count; i++)
        self->trees[i] = (tree){self->places + i * nodes, self->places_of + i * nodes, 0};
    return CAIRN_OK;
}

static cairn_status start(cover *self)
{
    const cairn_allocator *allocator = &self->graph->allocator;
    size_t nodes = self->graph->nodes;
    self->growers = cairn__allocate_zeroed(allocator, self->how->threads, sizeof *self->growers);
    self->scores = cairn__allocate_zeroed(allocator, nodes, sizeof *self->scores);
    self->heap = cairn__allocate(allocator, nodes, sizeof *self->heap);
    self->ranks = cairn__allocate(allocator, nodes, sizeof *self->ranks);
    if (self->growers == NULL || self->scores == NULL || self->heap == NULL || self->ranks == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; i < self->how->threads; i++) {
        grower *by = &self->growers[i];
        by->distances = cairn__allocate(allocator, nodes, 4 * sizeof *by->distances);
        if (by->distances == NULL)
            return CAIRN_MEMORY;
        by->parents = by->distances + nodes;
        by->settled = by->distances + 2 * nodes;
        by->sizes = by->distances + 3 * nodes;
    }
    return start_trees(self);
}

static void end(cover *self)
{
    const cairn_allocator *allocator = &self->graph->allocator;
    for (uint32_t i = 0; self->growers != NULL && i < self->how->threads; i++) {
        cairn__release(allocator, self->growers[i].distances);
        cairn__release(allocator, self->growers[i].queue.keys);
    }
    cairn__release(allocator, self->growers);
    cairn__release(allocator, self->scores);
    cairn__release(allocator, self->heap);
    cairn__release(allocator, self->ranks);
    cairn__release(allocator, self->trees);
    cairn__release(allocator, self->places);
    cairn__release(allocator, self->places_of);
}

cairn_status cairn__find_cover_order(const cairn__graph *graph, const cairn__preparation *how,
                                     uint32_t *order)
{
    cover self = {.graph = graph, .how = how};
    if (graph->nodes == 0)
        return CAIRN_OK;
    cairn_status status = start(&self);
    if (status == CAIRN_OK)
        status = cairn__loop_run(&(cairn__loop){&graph->allocator, how->poll, how->threads,
                                                self.tree_count, grow_tree, &self});
    if (status == CAIRN_OK) {
        sum_scores(&self);
        rank_nodes(&self);
        choose(&self, order);
    }
    end(&self);
    return status;
}
