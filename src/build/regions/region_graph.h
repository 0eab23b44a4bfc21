/* region_graph.h: which regions are joined, their numbers, and the ways between them. */
#ifndef CAIRN_REGION_GRAPH_H
#define CAIRN_REGION_GRAPH_H

#include "build/regions/region_cover.h"

/* The neighbours of each region, ascending; every edge is there from both ends. */
typedef struct cairn__region_graph {
    uint32_t count;
    size_t *firsts; /* count + 1 */
    uint32_t *neighbours;
} cairn__region_graph;

/* A growing list of pairs of regions: the lower one in the high half. */
typedef struct cairn__region_pairs {
    uint64_t *pairs;
    size_t count;
    size_t capacity;
} cairn__region_pairs;

/* Finds all pairs of regions that a move joins, ascending, each once. */
cairn_status cairn__region_pairs_find(const cairn__cover *cover, const cairn_allocator *allocator,
                                      const cairn__poll *poll, cairn__region_pairs *pairs);

/* Adds a pair, which may be there already. Sorts and removes the double ones when there is no
 * room. */
cairn_status cairn__region_pairs_add(cairn__region_pairs *pairs, uint32_t a, uint32_t b,
                                     const cairn_allocator *allocator);

/* Puts pairs in order, each once. */
void cairn__region_pairs_sort(cairn__region_pairs *pairs);

cairn_status cairn__region_graph_create(const cairn__region_pairs *pairs, uint32_t count,
                                        const cairn_allocator *allocator,
                                        cairn__region_graph *graph);

void cairn__region_graph_end(cairn__region_graph *graph, const cairn_allocator *allocator);

/* The trees that regions are numbered by, by new number; a root is its own parent. */
typedef struct cairn__region_tree {
    uint32_t *parents;
    uint32_t *ends; /* one past the last region of the subtree */
} cairn__region_tree;

/* Numbers regions in the order of a walk through the trees of shortest paths, by the distances of
 * their seeds, from each component's first region; `cover` and `pairs` get these numbers. */
cairn_status cairn__region_graph_number(const cairn__region_graph *graph, cairn__cover *cover,
                                        cairn__region_pairs *pairs,
                                        const cairn_allocator *allocator, cairn__region_tree *tree);

#endif
