/* heap.h: a binary heap of 64-bit keys in the caller's memory, the lowest key on top. */
#ifndef CAIRN_HEAP_H
#define CAIRN_HEAP_H

#include <stddef.h>
#include <stdint.h>

/* Adds a key; there must be room for `count` + 1. */
static inline void cairn__heap_push(uint64_t *keys, size_t count, uint64_t key)
{
    size_t index = count;
    while (index > 0 && keys[(index - 1) / 2] > key) {
        keys[index] = keys[(index - 1) / 2];
        index = (index - 1) / 2;
    }
    keys[index] = key;
}

/* Takes the lowest of `count` keys, at least one, off the heap. */
static inline uint64_t cairn__heap_pop(uint64_t *keys, size_t count)
{
    uint64_t lowest = keys[0];
    uint64_t moved = keys[--count];
    size_t index = 0;
    for (;;) {
        size_t child = 2 * index + 1;
        if (child >= count)
            break;
        if (child + 1 < count && keys[child + 1] < keys[child])
            child++;
        if (keys[child] >= moved)
            break;
        keys[index] = keys[child];
        index = child;
    }
    keys[index] = moved;
    return lowest;
}

#endif
