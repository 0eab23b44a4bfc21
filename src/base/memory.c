/* memory.c: the default allocator, and overflow-safe sizes for all of them. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void *allocate_by_malloc(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void release_by_free(void *context, void *memory)
{
    (void)context;
    free(memory);
}

cairn_allocator cairn__allocator_or_default(cairn_allocator allocator)
{
    if (allocator.allocate != NULL)
        return allocator;
    return (cairn_allocator){allocate_by_malloc, release_by_free, NULL};
}

cairn_allocator cairn__get_allocator(const cairn_allocator *allocator)
{
    return cairn__allocator_or_default(allocator != NULL ? *allocator : (cairn_allocator){0});
}

void *cairn__allocate(const cairn_allocator *allocator, uint64_t count, size_t size)
{
    if (size != 0 && count > PTRDIFF_MAX / size)
        return NULL;
    size_t bytes = (size_t)count * size;
    return allocator->allocate(allocator->context, bytes > 0 ? bytes : 1);
}

void *cairn__allocate_zeroed(const cairn_allocator *allocator, uint64_t count, size_t size)
{
    void *memory = cairn__allocate(allocator, count, size);
    if (memory != NULL)
        memset(memory, 0, (size_t)count * size);
    return memory;
}

void *cairn__grow(const cairn_allocator *allocator, void *block, size_t used, size_t size,
                  size_t *capacity, size_t wanted)
{
    size_t larger = *capacity < SIZE_MAX / 2 ? *capacity * 2 : *capacity;
    if (larger < wanted)
        larger = wanted;
    void *memory = cairn__allocate(allocator, larger, size);
    if (memory == NULL)
        return NULL;
    if (used > 0)
        memcpy(memory, block, used * size);
    cairn__release(allocator, block);
    *capacity = larger;
    return memory;
}

void cairn__release(const cairn_allocator *allocator, void *memory)
{
    if (memory != NULL)
        allocator->release(allocator->context, memory);
}
