/* node_store.h: what a search knows of each cell, and its open list.
 *
 * Nodes lie in blocks of 16 x 16 cells, a page each: a search touches memory only where it goes,
 * and a block is cleared when a query enters it for the first time, so nothing is cleared between
 * queries. The open list is a ring of buckets by f; nodes in it are linked through the store, so
 * it needs no memory of its own and a node can leave its bucket in constant time. */
#ifndef CAIRN_NODE_STORE_H
#define CAIRN_NODE_STORE_H

#include "cairn/base.h"
#include "base/xy.h"
#include "grid/octile.h"

typedef enum cairn__node_state {
    CAIRN__NODE_NEW = 0,
    CAIRN__NODE_OPEN,
    CAIRN__NODE_CLOSED,
} cairn__node_state;

typedef struct cairn__node {
    uint32_t g;
    union {
        struct {
            cairn_cell next; /* open: in its bucket */
            cairn_cell previous;
        };
        struct {
            cairn_cell parent; /* jump point search: the jump point before, on the path the next */
            uint32_t query;    /* and the search that has met it */
        };
        uint32_t path[2]; /* closed: numbers of the paths traced through it, 0 if none (tba) */
    };
    uint8_t state;
    uint8_t move;       /* that led here */
    uint8_t forward[2]; /* A*: the next move, on the path found; tba: on two paths */
} cairn__node;

/* Far above any distance, far below the end of 32 bits: a g beyond it is not counted further. */
#define CAIRN__G_LIMIT (UINT32_MAX - (UINT32_C(1) << 24))

/* f of a node in the open list lies less than a ring's turn above the lowest one. */
#define CAIRN__MAX_BUCKETS 2048

typedef struct cairn__node_store {
    cairn__node *nodes;
    uint32_t *stamps; /* the query in which a block was cleared */
    uint32_t blocks_across;
    uint32_t query;
    uint32_t open;    /* nodes in the open list */
    uint32_t bucket;  /* the lowest f there may be, in units */
    uint32_t buckets; /* a power of 2 */
    cairn_cell heads[CAIRN__MAX_BUCKETS];
} cairn__node_store;

/* Bytes for the nodes and stamps of a map of this size; the nodes of a large one may be more than a
 * 32-bit machine has. */
uint64_t cairn__node_store_get_nodes_bytes(uint32_t width, uint32_t height);
size_t cairn__node_store_get_stamps_bytes(uint32_t width, uint32_t height);

/* Uses memory of those sizes; only the stamps are written. */
void cairn__node_store_start(cairn__node_store *store, void *nodes, void *stamps, uint32_t width,
                             uint32_t height);

/* Forgets all nodes; `buckets` is a power of 2, at most CAIRN__MAX_BUCKETS. */
void cairn__node_store_clear(cairn__node_store *store, uint32_t buckets, size_t stamps_bytes);

/* Clears a block for the present query. */
void cairn__node_store_clear_block(cairn__node_store *store, size_t block);

/* The node of a cell, new if this query has not met it. */
static inline cairn__node *cairn__node_at(cairn__node_store *store, cairn__xy cell)
{
    size_t block = (size_t)(cell.y >> 4) * store->blocks_across + (cell.x >> 4);
    if (store->stamps[block] != store->query)
        cairn__node_store_clear_block(store, block);
    return &store->nodes[block << 8 | (cell.y & 15u) << 4 | (cell.x & 15u)];
}

/* The same for a cell this query has met. */
static inline cairn__node *cairn__known_node_at(const cairn__node_store *store, cairn__xy cell)
{
    size_t block = (size_t)(cell.y >> 4) * store->blocks_across + (cell.x >> 4);
    return &store->nodes[block << 8 | (cell.y & 15u) << 4 | (cell.x & 15u)];
}

/* Puts a node into the bucket of f (in units), before the others there. */
static inline void cairn__open_push(cairn__node_store *store, cairn__node *node, cairn__xy cell,
                                    uint32_t f)
{
    cairn_cell *head = &store->heads[f & (store->buckets - 1)];
    node->next = *head;
    node->previous = CAIRN__NO_CELL;
    if (*head != CAIRN__NO_CELL)
        cairn__known_node_at(store, cairn__unpack(*head))->previous = cairn__pack(cell);
    *head = cairn__pack(cell);
    store->open++;
}

/* Takes a node out of the bucket of f. */
static inline void cairn__open_remove(cairn__node_store *store, const cairn__node *node, uint32_t f)
{
    if (node->previous == CAIRN__NO_CELL)
        store->heads[f & (store->buckets - 1)] = node->next;
    else
        cairn__known_node_at(store, cairn__unpack(node->previous))->next = node->next;
    if (node->next != CAIRN__NO_CELL)
        cairn__known_node_at(store, cairn__unpack(node->next))->previous = node->previous;
    store->open--;
}

/* The node that came last into the lowest bucket; the list must not be empty. */
static inline cairn__xy cairn__open_get_first(cairn__node_store *store)
{
    while (store->heads[store->bucket & (store->buckets - 1)] == CAIRN__NO_CELL)
        store->bucket++;
    return cairn__unpack(store->heads[store->bucket & (store->buckets - 1)]);
}

/* Takes that node out. */
static inline cairn__node *cairn__open_pop(cairn__node_store *store, cairn__xy *cell)
{
    *cell = cairn__open_get_first(store);
    cairn__node *node = cairn__known_node_at(store, *cell);
    cairn__open_remove(store, node, store->bucket);
    return node;
}

#endif
