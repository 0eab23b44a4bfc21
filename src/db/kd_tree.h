/* kd_tree.h: a 4-d kd-tree without pointers over the ends of records.
 *
 * The tree is an order of the records. The root of a range of places is its middle, places before
 * it are its left subtree and places after it its right one; the dimension goes start x, start y,
 * goal x, goal y with the depth, and again. Ranges of at most CAIRN__KD_LEAF places are leaves, in
 * the order of ids. */
#ifndef CAIRN_KD_TREE_H
#define CAIRN_KD_TREE_H

#include "cairn/lab_db.h"
#include "base/meter.h"
#include "db/db_format.h"

/* Part of the file format. */
#define CAIRN__KD_LEAF 8

typedef struct cairn__kd_tree {
    const cairn__ends *ends; /* by place */
    const uint32_t *ids;     /* by place; ties go to the lower one */
    uint32_t count;
} cairn__kd_tree;

static inline uint32_t cairn__get_coordinate(const cairn__ends *ends, uint32_t dimension)
{
    switch (dimension) {
    case 0:
        return ends->start.x;
    case 1:
        return ends->start.y;
    case 2:
        return ends->goal.x;
    default:
        return ends->goal.y;
    }
}

/* The middle of places first .. end - 1. */
static inline uint32_t cairn__kd_middle(uint32_t first, uint32_t end)
{
    return first + (end - first) / 2;
}

/* The kd order of records whose ends are given by id: `order[place]` gets an id. The order depends
 * on the ends alone. `keys` is room for `count` numbers. Time: count * log(count). */
void cairn__kd_tree_order(const cairn__ends *ends_by_id, uint32_t count, uint32_t *order,
                          uint64_t *keys);

/* The first place that does not hold what the records' kd order has there, or `count` if there is
 * none. The ids must be a permutation. Failures: MEMORY. */
cairn_status cairn__kd_tree_find_fault(const cairn__kd_tree *tree, const cairn_allocator *allocator,
                                       uint32_t *fault);

/* A search for the most similar records that may be broken off and go on later. */

/* Branches that a search comes back to: each is half of a range, which is half of another. */
#define CAIRN__KD_DEPTH 32

typedef struct cairn__kd_branch {
    uint32_t middle; /* of the range that it is a side of */
    uint32_t first;
    uint32_t end;
    uint32_t dimension;
    uint32_t gaps[4]; /* distances on each dimension that no record of the range undercuts */
} cairn__kd_branch;

typedef struct cairn__kd_search {
    const cairn__kd_tree *tree;
    cairn__ends query;
    uint32_t coordinates[4];
    /* A heap of the best so far with the worst of them on top; at last, in order. */
    cairn_neighbour *best;
    uint32_t count;
    uint32_t capacity;
    uint32_t bound; /* a record less similar than this cannot enter any more */
    bool by_scan;
    bool compared;     /* all that need be */
    uint32_t next;     /* scan: the next place; tree: 0 until the first leaf was looked at */
    uint32_t unsorted; /* of the heap */
    uint32_t depth;
    cairn__kd_branch branches[CAIRN__KD_DEPTH];
} cairn__kd_search;

/* Begins a search for up to `capacity` records, by the tree or by a scan of all. */
void cairn__kd_search_start(cairn__kd_search *search, const cairn__kd_tree *tree, cairn__ends query,
                            bool by_scan, uint32_t capacity, cairn_neighbour *neighbours);

/* Goes on as far as the units allow; DONE: `count` neighbours, most similar first.
 * Comparing a record is a unit, and so is putting one of the answer in its place. An indivisible
 * piece takes at most 256 units. */
cairn__answer cairn__kd_search_run(cairn__kd_search *search, cairn__meter *meter);

/* Finds exactly the most similar records, most similar first. Returns how many
 * were written, and in `compared` how many were looked at: by a scan, all. */
uint32_t cairn__kd_tree_find_nearest(const cairn__kd_tree *tree, cairn__ends query, bool by_scan,
                                     uint32_t capacity, cairn_neighbour *neighbours,
                                     uint32_t *compared);

#endif
