/* graph.c: the queue: a heap of keys, the distance in the high half, the node in the low one. */
#include "build/graph.h"

#include "base/heap.h"
#include "base/memory.h"

cairn_status cairn__graph_queue_push(cairn__graph_queue *queue, const cairn_allocator *allocator,
                                     uint32_t distance, uint32_t node)
{
    if (queue->count == queue->capacity) {
        uint64_t *keys =
            cairn__grow(allocator, queue->keys, queue->count, sizeof *keys, &queue->capacity, 1024);
        if (keys == NULL)
            return CAIRN_MEMORY;
        queue->keys = keys;
    }
    cairn__heap_push(queue->keys, queue->count++, (uint64_t)distance << 32 | node);
    return CAIRN_OK;
}

uint64_t cairn__graph_queue_pop(cairn__graph_queue *queue)
{
    return cairn__heap_pop(queue->keys, queue->count--);
}
