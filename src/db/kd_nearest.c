/* kd_nearest.c: the records most similar to a query, by the kd-tree or by a scan of all. Both
 * collect into the same heap, so that they can differ in nothing but time. */
#include "db/kd_tree.h"

#include <stdlib.h>

/* A heap of the best so far with the worst of them on top. */
typedef struct collection {
    cairn_neighbour *heap;
    uint32_t count;
    uint32_t capacity;
    uint32_t bound; /* a record less similar than this cannot enter any more */
} collection;

static inline bool is_worse(const cairn_neighbour *a, const cairn_neighbour *b)
{
    return a->similarity != b->similarity ? a->similarity > b->similarity : a->id > b->id;
}

static void sift_up(collection *best, uint32_t index)
{
    cairn_neighbour moved = best->heap[index];
    while (index > 0 && is_worse(&moved, &best->heap[(index - 1) / 2])) {
        best->heap[index] = best->heap[(index - 1) / 2];
        index = (index - 1) / 2;
    }
    best->heap[index] = moved;
}

static void sift_down(collection *best, uint32_t count)
{
    cairn_neighbour moved = best->heap[0];
    uint32_t index = 0;
    for (;;) {
        uint32_t child = 2 * index + 1;
        if (child >= count)
            break;
        if (child + 1 < count && is_worse(&best->heap[child + 1], &best->heap[child]))
            child++;
        if (!is_worse(&best->heap[child], &moved))
            break;
        best->heap[index] = best->heap[child];
        index = child;
    }
    best->heap[index] = moved;
}

static void collect(collection *best, uint32_t similarity, uint32_t id, uint32_t place)
{
    cairn_neighbour found = {similarity, id, place};
    if (best->count < best->capacity) {
        best->heap[best->count++] = found;
        sift_up(best, best->count - 1);
    } else if (is_worse(&best->heap[0], &found)) {
        best->heap[0] = found;
        sift_down(best, best->count);
    }
    if (best->count == best->capacity)
        best->bound = best->heap[0].similarity;
}

/* Takes the worst off the heap to its end until it is sorted. */
static void sort(collection *best)
{
    for (uint32_t count = best->count; count > 1; count--) {
        cairn_neighbour worst = best->heap[0];
        best->heap[0] = best->heap[count - 1];
        best->heap[count - 1] = worst;
        sift_down(best, count - 1);
    }
}

/* Octile distance from distances on the axes: 10 * max + 4 * min. */
static inline uint32_t get_octile(uint32_t dx, uint32_t dy)
{
    return 4 * (dx + dy) + 6 * (dx > dy ? dx : dy);
}

static inline uint32_t get_gap(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

static inline uint32_t get_similarity(const cairn__ends *ends, const cairn__ends *query)
{
    uint32_t start =
        get_octile(get_gap(ends->start.x, query->start.x), get_gap(ends->start.y, query->start.y));
    uint32_t goal =
        get_octile(get_gap(ends->goal.x, query->goal.x), get_gap(ends->goal.y, query->goal.y));
    return start > goal ? start : goal;
}

static inline void compare(const cairn__kd_tree *tree, const cairn__ends *query, uint32_t place,
                           collection *best)
{
    uint32_t similarity = get_similarity(&tree->ends[place], query);
    if (similarity <= best->bound)
        collect(best, similarity, tree->ids[place], place);
}

typedef struct search {
    const cairn__kd_tree *tree;
    cairn__ends query;
    uint32_t coordinates[4];
    collection best;
    uint32_t compared;
} search;

/* `known_gaps` are distances on each dimension that no record of the range undercuts. */
static void search_range(search *state, uint32_t first, uint32_t end, uint32_t dimension,
                         const uint32_t known_gaps[4])
{
    const cairn__kd_tree *tree = state->tree;
    uint32_t gaps[4] = {known_gaps[0], known_gaps[1], known_gaps[2], known_gaps[3]};
    while (end - first > CAIRN__KD_LEAF) {
        uint32_t middle = cairn__kd_middle(first, end);
        uint32_t split = cairn__get_coordinate(&tree->ends[middle], dimension);
        uint32_t here = state->coordinates[dimension];
        uint32_t next = (dimension + 1) & 3;
        if (here <= split)
            search_range(state, first, middle, next, gaps);
        else
            search_range(state, middle + 1, end, next, gaps);
        state->compared++;
        compare(tree, &state->query, middle, &state->best);
        gaps[dimension] = get_gap(here, split);
        uint32_t start = get_octile(gaps[0], gaps[1]), goal = get_octile(gaps[2], gaps[3]);
        /* An equal bound may still hide a record with a lower id. */
        if ((start > goal ? start : goal) > state->best.bound)
            return;
        if (here <= split)
            first = middle + 1;
        else
            end = middle;
        dimension = next;
    }
    state->compared += end - first;
    for (uint32_t place = first; place < end; place++)
        compare(tree, &state->query, place, &state->best);
}

uint32_t cairn__kd_tree_find_nearest(const cairn__kd_tree *tree, cairn__ends query,
                                     uint32_t capacity, cairn_neighbour *neighbours,
                                     uint32_t *compared)
{
    if (capacity == 0)
        return 0;
    search state = {.tree = tree, .query = query, .best = {neighbours, 0, capacity, UINT32_MAX}};
    for (uint32_t i = 0; i < 4; i++)
        state.coordinates[i] = cairn__get_coordinate(&query, i);
    search_range(&state, 0, tree->count, 0, (const uint32_t[4]){0});
    sort(&state.best);
    *compared += state.compared;
    return state.best.count;
}

/* Records whose similarities are computed in one go. */
#define CHUNK 256

static inline int32_t get_larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* get_similarity() for many records, in a form that compilers turn into vector code. */
static void get_similarities(const cairn__ends *ends, uint32_t count, const cairn__ends *query,
                             int32_t *similarities)
{
    int32_t start_x = query->start.x, start_y = query->start.y;
    int32_t goal_x = query->goal.x, goal_y = query->goal.y;
    for (uint32_t i = 0; i < count; i++) {
        int32_t x = abs(ends[i].start.x - start_x), y = abs(ends[i].start.y - start_y);
        int32_t start = 4 * (x + y) + 6 * get_larger(x, y);
        x = abs(ends[i].goal.x - goal_x);
        y = abs(ends[i].goal.y - goal_y);
        similarities[i] = get_larger(start, 4 * (x + y) + 6 * get_larger(x, y));
    }
}

uint32_t cairn__kd_tree_scan_nearest(const cairn__kd_tree *tree, cairn__ends query,
                                     uint32_t capacity, cairn_neighbour *neighbours,
                                     uint32_t *compared)
{
    if (capacity == 0)
        return 0;
    collection best = {neighbours, 0, capacity, UINT32_MAX};
    int32_t similarities[CHUNK];
    for (uint32_t first = 0; first < tree->count; first += CHUNK) {
        uint32_t count = tree->count - first < CHUNK ? tree->count - first : CHUNK;
        get_similarities(tree->ends + first, count, &query, similarities);
        for (uint32_t i = 0; i < count; i++)
            if ((uint32_t)similarities[i] <= best.bound)
                collect(&best, (uint32_t)similarities[i], tree->ids[first + i], first + i);
    }
    sort(&best);
    *compared += tree->count;
    return best.count;
}
