/* hub_cover.c: a node's score is the number of nodes at and behind it in the trees, summed. The node
 * with the highest score is next in the order; what is behind it leaves all trees. */
#include "build/labels/hub_cover.h"

#include "base/hash.h"
#include "base/heap.h"
#include "base/memory.h"
#include "build/labels/hub_trees.h"

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
    cairn__hub_tree *trees;
    cairn__grower *growers;
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
        status = cairn__grower_create(&self->growers[i], self->graph);
    return status;
}

static cairn_status grow_tree(void *context, uint32_t worker, uint32_t number, cairn__meter *meter)
{
    cover *self = context;
    uint32_t root = (uint32_t)(cairn__mix((uint64_t)number + 1) % self->graph->nodes);
    return cairn__grower_run(&self->growers[worker], self->graph, root, &self->trees[number],
                             meter);
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
    const cairn__hub_tree *of = &self->trees[turn];
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
static void tell_above(cover *self, cairn__tree_place *places, cairn__meter *meter)
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

static void cover_behind(cover *self, cairn__tree_place *places, cairn__meter *meter)
{
    covering *now = &self->now;
    uint32_t covered = 0;
    for (; covered < MANY && now->at < now->end; covered++) {
        cairn__tree_place *next = &places[now->at];
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
static cairn_status cover_tree(cover *self, cairn__hub_tree *of, cairn__meter *meter)
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
    cairn__hub_tree_end(&self->trees[turn], &self->graph->allocator);
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
        cairn__grower_end(&self->growers[i], allocator);
    for (uint32_t i = 0; self->trees != NULL && i < self->tree_count; i++)
        cairn__hub_tree_end(&self->trees[i], allocator);
    cairn__release(allocator, self->growers);
    cairn__release(allocator, self->scores);
    cairn__release(allocator, self->heap);
    cairn__release(allocator, self->ranks);
    cairn__release(allocator, self->trees);
    cairn__release(allocator, self);
}
