/* hub_trees.h: sampled shortest-path trees of a graph, for hub_cover.h.
 *
 * A tree lies in preorder: what is behind a node stands right behind it. */
#ifndef CAIRN_HUB_TREES_H
#define CAIRN_HUB_TREES_H

#include "base/job.h"
#include "build/graph.h"

/* A place of a tree. */
typedef struct cairn__tree_place {
    uint32_t node;
    uint32_t parent; /* place */
    uint32_t extent; /* places at and behind it */
    uint32_t alive;  /* nodes at and behind it that no chosen node covers; 0: covered */
} cairn__tree_place;

typedef struct cairn__hub_tree {
    cairn__tree_place *places;
    uint32_t *place_of; /* a node's; UINT32_MAX: not in the tree */
    uint32_t count;
} cairn__hub_tree;

typedef enum cairn__grower_phase {
    CAIRN__GROWER_BEGIN,
    CAIRN__GROWER_SETTLE, /* nodes by their distances */
    CAIRN__GROWER_SIZE,   /* every node has the size 1 */
    CAIRN__GROWER_SUM,    /* and adds its own to that of its parent */
    CAIRN__GROWER_PLACE,
} cairn__grower_phase;

/* What one thread grows trees with. */
typedef struct cairn__grower {
    cairn__graph_queue queue;
    uint32_t *distances;
    uint32_t *parents;
    uint32_t *settled; /* nodes in the order of their distances */
    uint32_t *sizes;
    uint32_t count;
    cairn__grower_phase phase;
    uint32_t next;        /* of the settled nodes */
    cairn__expansion now; /* of the node that was settled last */
} cairn__grower;

/* Room to grow trees of a graph. Failures: MEMORY. */
cairn_status cairn__grower_create(cairn__grower *grower, const cairn__graph *graph);
void cairn__grower_end(cairn__grower *grower, const cairn_allocator *allocator);

/* Grows the tree from a root, as a turn (job.h). Failures: UNFINISHED, MEMORY. */
cairn_status cairn__grower_run(cairn__grower *grower, const cairn__graph *graph, uint32_t root,
                               cairn__hub_tree *tree, cairn__meter *meter);
void cairn__hub_tree_end(cairn__hub_tree *tree, const cairn_allocator *allocator);

#endif
