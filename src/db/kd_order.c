/* kd_order.c: putting records into kd order, and checking that they are. */
#include "db/kd_tree.h"

#include "base/hash.h"

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

/* A range of places, the dimension it is split by, and the box its records must lie in. */
typedef struct range {
    uint32_t first;
    uint32_t end;
    uint32_t dimension;
    uint32_t lowest[4];
    uint32_t highest[4];
} range;

static bool is_in_box(const cairn__ends *ends, const range *part)
{
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t coordinate = cairn__get_coordinate(ends, i);
        if (coordinate < part->lowest[i] || coordinate > part->highest[i])
            return false;
    }
    return true;
}

static uint32_t find_leaf_fault(const cairn__kd_tree *tree, const range *part)
{
    for (uint32_t place = part->first; place < part->end; place++)
        if (!is_in_box(&tree->ends[place], part) ||
            (place > part->first && tree->ids[place - 1] >= tree->ids[place]))
            return place;
    return tree->count;
}

static uint32_t find_fault_in(const cairn__kd_tree *tree, range part)
{
    if (part.end - part.first <= CAIRN__KD_LEAF)
        return find_leaf_fault(tree, &part);
    uint32_t middle = cairn__kd_middle(part.first, part.end);
    if (!is_in_box(&tree->ends[middle], &part))
        return middle;
    uint32_t split = cairn__get_coordinate(&tree->ends[middle], part.dimension);
    range left = part, right = part;
    left.dimension = right.dimension = (part.dimension + 1) % 4;
    left.end = middle;
    left.highest[part.dimension] = split;
    right.first = middle + 1;
    right.lowest[part.dimension] = split;
    uint32_t fault = find_fault_in(tree, left);
    return fault < tree->count ? fault : find_fault_in(tree, right);
}

uint32_t cairn__kd_tree_find_fault(const cairn__kd_tree *tree)
{
    range all = {.end = tree->count};
    for (int i = 0; i < 4; i++)
        all.highest[i] = UINT32_MAX;
    return find_fault_in(tree, all);
}
