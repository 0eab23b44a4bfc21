/* kd_tree.c: putting records into kd order, checking that they are, and finding the most similar ones,
 * by the tree or by a scan of all. Both collect into the same heap, so that they can differ in nothing
 * but time. */
#include "db/kd_tree.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/memory.h"

/* ---- order ---- */

static void swap(uint64_t *a, uint64_t *b)
{
    uint64_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Quickselect: brings the key that belongs at `wanted` there, lower ones before it. Keys are all
 * different, so which set ends up on which side does not depend on the pivots; those are drawn by
 * a hash so that no input is a bad one. */
static void select_key(uint64_t *keys, uint32_t count, uint32_t wanted)
{
    uint32_t first = 0, end = count;
    while (end - first > 1) {
        uint32_t drawn = (uint32_t)(cairn__mix((uint64_t)first << 32 | end) % (end - first));
        uint64_t pivot = keys[first + drawn];
        uint32_t low = first, high = end - 1;
        for (;;) {
            while (keys[low] < pivot)
                low++;
            while (keys[high] > pivot)
                high--;
            if (low >= high)
                break;
            swap(&keys[low], &keys[high]);
        }
        if (low == wanted)
            return;
        if (wanted < low)
            end = low;
        else
            first = low + 1;
    }
}

static void sort_ids(uint32_t *ids, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t id = ids[i], place = i;
        for (; place > 0 && ids[place - 1] > id; place--)
            ids[place] = ids[place - 1];
        ids[place] = id;
    }
}

static void order_range(const cairn__ends *ends, uint32_t *order, uint64_t *keys, uint32_t count,
                        uint32_t dimension)
{
    while (count > CAIRN__KD_LEAF) {
        for (uint32_t i = 0; i < count; i++)
            keys[i] = (uint64_t)cairn__get_coordinate(&ends[order[i]], dimension) << 32 | order[i];
        uint32_t middle = cairn__kd_middle(0, count);
        select_key(keys, count, middle);
        for (uint32_t i = 0; i < count; i++)
            order[i] = (uint32_t)keys[i];
        dimension = (dimension + 1) % 4;
        order_range(ends, order, keys, middle, dimension);
        order += middle + 1;
        count -= middle + 1;
    }
    sort_ids(order, count);
}

void cairn__kd_tree_order(const cairn__ends *ends_by_id, uint32_t count, uint32_t *order,
                          uint64_t *keys)
{
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    order_range(ends_by_id, order, keys, count, 0);
}

/* The order is unique, so the one way to check it is to make it again. */
cairn_status cairn__kd_tree_find_fault(const cairn__kd_tree *tree, const cairn_allocator *allocator,
                                       uint32_t *fault)
{
    cairn__ends *ends = cairn__allocate(allocator, tree->count, sizeof *ends);
    uint32_t *order = cairn__allocate(allocator, tree->count, sizeof *order);
    uint64_t *keys = cairn__allocate(allocator, tree->count, sizeof *keys);
    cairn_status status = ends != NULL && order != NULL && keys != NULL ? CAIRN_OK : CAIRN_MEMORY;
    *fault = 0;
    if (status == CAIRN_OK) {
        for (uint32_t place = 0; place < tree->count; place++)
            ends[tree->ids[place]] = tree->ends[place];
        cairn__kd_tree_order(ends, tree->count, order, keys);
        while (*fault < tree->count && order[*fault] == tree->ids[*fault])
            ++*fault;
    }
    cairn__release(allocator, ends);
    cairn__release(allocator, order);
    cairn__release(allocator, keys);
    return status;
}

/* ---- the most similar ---- */

static inline bool is_worse(const cairn_neighbour *a, const cairn_neighbour *b)
{
    return a->similarity != b->similarity ? a->similarity > b->similarity : a->id > b->id;
}

static void sift_up(cairn__kd_search *search, uint32_t index)
{
    cairn_neighbour moved = search->best[index];
    while (index > 0 && is_worse(&moved, &search->best[(index - 1) / 2])) {
        search->best[index] = search->best[(index - 1) / 2];
        index = (index - 1) / 2;
    }
    search->best[index] = moved;
}

static void sift_down(cairn__kd_search *search, uint32_t count)
{
    cairn_neighbour moved = search->best[0];
    uint32_t index = 0;
    for (;;) {
        uint32_t child = 2 * index + 1;
        if (child >= count)
            break;
        if (child + 1 < count && is_worse(&search->best[child + 1], &search->best[child]))
            child++;
        if (!is_worse(&search->best[child], &moved))
            break;
        search->best[index] = search->best[child];
        index = child;
    }
    search->best[index] = moved;
}

static void collect(cairn__kd_search *search, uint32_t similarity, uint32_t id, uint32_t place)
{
    cairn_neighbour found = {similarity, id, place};
    if (search->count < search->capacity) {
        search->best[search->count++] = found;
        sift_up(search, search->count - 1);
    } else if (is_worse(&search->best[0], &found)) {
        search->best[0] = found;
        sift_down(search, search->count);
    }
    if (search->count == search->capacity)
        search->bound = search->best[0].similarity;
}

/* Takes the worst off the heap to its end until it is sorted. */
static cairn__answer sort(cairn__kd_search *search, cairn__meter *meter)
{
    for (; search->unsorted > 1; search->unsorted--) {
        uint32_t last = search->unsorted - 1;
        if (!cairn__meter_try(meter, &meter->work.others, 1))
            return CAIRN__PAUSED;
        cairn_neighbour worst = search->best[0];
        search->best[0] = search->best[last];
        search->best[last] = worst;
        sift_down(search, last);
    }
    return CAIRN__DONE;
}

static inline uint32_t get_gap(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

static inline uint32_t get_similarity(const cairn__ends *ends, const cairn__ends *query)
{
    uint32_t start = cairn__octile(get_gap(ends->start.x, query->start.x),
                                   get_gap(ends->start.y, query->start.y));
    uint32_t goal =
        cairn__octile(get_gap(ends->goal.x, query->goal.x), get_gap(ends->goal.y, query->goal.y));
    return start > goal ? start : goal;
}

static inline void compare(cairn__kd_search *search, uint32_t place)
{
    uint32_t similarity = get_similarity(&search->tree->ends[place], &search->query);
    if (similarity <= search->bound)
        collect(search, similarity, search->tree->ids[place], place);
}

/* ---- by the tree ---- */

/* Goes down to the leaf of a range where the query would be, and notes the other sides. Returns how
 * many records it compared. */
static uint32_t descend(cairn__kd_search *search, cairn__kd_branch range)
{
    const cairn__kd_tree *tree = search->tree;
    while (range.end - range.first > CAIRN__KD_LEAF) {
        uint32_t middle = cairn__kd_middle(range.first, range.end);
        uint32_t split = cairn__get_coordinate(&tree->ends[middle], range.dimension);
        uint32_t here = search->coordinates[range.dimension];
        cairn__kd_branch *other = &search->branches[search->depth++];
        *other = range;
        other->middle = middle;
        other->gaps[range.dimension] = get_gap(here, split);
        range.dimension = other->dimension = (range.dimension + 1) & 3;
        if (here <= split) {
            range.end = middle;
            other->first = middle + 1;
        } else {
            range.first = middle + 1;
            other->end = middle;
        }
    }
    for (uint32_t place = range.first; place < range.end; place++)
        compare(search, place);
    return range.end - range.first;
}

/* Comes back from the nearer side of a range: its middle, and then the other side unless that is
 * too far away. Returns how many records it compared. */
static uint32_t turn(cairn__kd_search *search)
{
    const cairn__kd_branch *other = &search->branches[--search->depth];
    compare(search, other->middle);
    uint32_t start = cairn__octile(other->gaps[0], other->gaps[1]);
    uint32_t goal = cairn__octile(other->gaps[2], other->gaps[3]);
    /* An equal bound may still hide a record with a lower id. */
    if ((start > goal ? start : goal) > search->bound)
        return 1;
    return 1 + descend(search, *other);
}

static cairn__answer search_tree(cairn__kd_search *search, cairn__meter *meter)
{
    while (search->next == 0 || search->depth > 0) {
        if (!cairn__meter_can_spend(meter, CAIRN__KD_LEAF + 1))
            return CAIRN__PAUSED;
        uint32_t compared = search->next == 0
                                ? descend(search, (cairn__kd_branch){.end = search->tree->count})
                                : turn(search);
        search->next = 1;
        cairn__meter_spend(meter, &meter->work.records, compared);
    }
    return CAIRN__DONE;
}

/* ---- by a scan ---- */

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

static cairn__answer scan(cairn__kd_search *search, cairn__meter *meter)
{
    const cairn__kd_tree *tree = search->tree;
    int32_t similarities[CHUNK];
    while (search->next < tree->count) {
        uint32_t first = search->next, left = tree->count - first;
        uint32_t count = left < CHUNK ? left : CHUNK;
        if (!cairn__meter_try(meter, &meter->work.records, count))
            return CAIRN__PAUSED;
        get_similarities(tree->ends + first, count, &search->query, similarities);
        for (uint32_t i = 0; i < count; i++)
            if ((uint32_t)similarities[i] <= search->bound)
                collect(search, (uint32_t)similarities[i], tree->ids[first + i], first + i);
        search->next += count;
    }
    return CAIRN__DONE;
}

/* ---- a search ---- */

void cairn__kd_search_start(cairn__kd_search *search, const cairn__kd_tree *tree, cairn__ends query,
                            bool by_scan, uint32_t capacity, cairn_neighbour *neighbours)
{
    search->tree = tree;
    search->query = query;
    for (uint32_t i = 0; i < 4; i++)
        search->coordinates[i] = cairn__get_coordinate(&query, i);
    search->best = neighbours;
    search->count = search->unsorted = search->next = search->depth = 0;
    search->capacity = capacity;
    search->bound = UINT32_MAX;
    search->by_scan = by_scan;
    search->compared = false;
}

cairn__answer cairn__kd_search_run(cairn__kd_search *search, cairn__meter *meter)
{
    if (search->capacity == 0)
        return CAIRN__DONE;
    if (!search->compared) {
        cairn__answer answer = search->by_scan ? scan(search, meter) : search_tree(search, meter);
        if (answer != CAIRN__DONE)
            return answer;
        search->compared = true;
        search->unsorted = search->count;
    }
    return sort(search, meter);
}

/* ---- in one go ---- */

uint32_t cairn__kd_tree_find_nearest(const cairn__kd_tree *tree, cairn__ends query, bool by_scan,
                                     uint32_t capacity, cairn_neighbour *neighbours,
                                     uint32_t *compared)
{
    cairn__kd_search search;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    cairn__kd_search_start(&search, tree, query, by_scan, capacity, neighbours);
    (void)cairn__kd_search_run(&search, &meter);
    *compared = meter.work.records;
    return search.count;
}
