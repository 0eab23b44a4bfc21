/* node_store.c: sizes, starting and clearing; the rest is in the header, where searches inline
 * it. */
#include "search/node_store.h"

#include <string.h>

#define BLOCK_SIDE 16
#define BLOCK_NODES 256

static size_t count_blocks(uint32_t width, uint32_t height)
{
    return (size_t)((width + BLOCK_SIDE - 1) / BLOCK_SIDE) *
           ((height + BLOCK_SIDE - 1) / BLOCK_SIDE);
}

uint64_t cairn__node_store_get_nodes_bytes(uint32_t width, uint32_t height)
{
    return (uint64_t)count_blocks(width, height) * BLOCK_NODES * sizeof(cairn__node);
}

size_t cairn__node_store_get_stamps_bytes(uint32_t width, uint32_t height)
{
    return count_blocks(width, height) * sizeof(uint32_t);
}

void cairn__node_store_start(cairn__node_store *store, void *nodes, void *stamps, uint32_t width,
                             uint32_t height)
{
    memset(stamps, 0, cairn__node_store_get_stamps_bytes(width, height));
    store->nodes = nodes;
    store->stamps = stamps;
    store->blocks_across = (width + BLOCK_SIDE - 1) / BLOCK_SIDE;
    store->query = 0;
}

void cairn__node_store_clear(cairn__node_store *store, uint32_t buckets, size_t stamps_bytes)
{
    store->query++;
    if (store->query == 0) {
        memset(store->stamps, 0, stamps_bytes);
        store->query = 1;
    }
    store->open = 0;
    store->bucket = 0;
    store->buckets = buckets;
    memset(store->heads, 0xff, buckets * sizeof store->heads[0]);
}

void cairn__node_store_clear_block(cairn__node_store *store, size_t block)
{
    memset(&store->nodes[block << 8], 0, BLOCK_NODES * sizeof(cairn__node));
    store->stamps[block] = store->query;
}
