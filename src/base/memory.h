/* memory.h: getting and giving back memory through an object's allocator. */
#ifndef CAIRN_MEMORY_H
#define CAIRN_MEMORY_H

#include <stdalign.h>
#include <stddef.h>

#include "cairn/base.h"

/* The next size that keeps what follows aligned for any type. */
static inline uint64_t cairn__round_up(uint64_t bytes)
{
    return (bytes + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
}

/* The allocator to use: malloc and free in place of a zeroed one. */
cairn_allocator cairn__allocator_or_default(cairn_allocator allocator);

/* The allocator of a definition: malloc and free in place of null or a zeroed one. */
cairn_allocator cairn__get_allocator(const cairn_allocator *allocator);

/* `count * size` bytes; null if the product does not fit, or memory is out. The count has 64 bits on every
 * machine, so that sums and products of counts need no checks of their own. A count of 0 gets 1
 * byte. */
void *cairn__allocate(const cairn_allocator *allocator, uint64_t count, size_t size);

/* The same, zeroed. */
void *cairn__allocate_zeroed(const cairn_allocator *allocator, uint64_t count, size_t size);

/* A block twice as long or `wanted` long, whichever is more, with the first `used` elements
 * copied and the old block released; null leaves the old block as it is. */
void *cairn__grow(const cairn_allocator *allocator, void *block, size_t used, size_t size,
                  size_t *capacity, size_t wanted);

/* Gives memory back; null is fine. */
void cairn__release(const cairn_allocator *allocator, void *memory);

#endif
