/* kd_order.c: putting records into kd order, and checking that they are. */
#include "db/kd_tree.h"

#include "base/hash.h"
#include "base/memory.h"

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
