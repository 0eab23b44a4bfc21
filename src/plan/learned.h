/* learned.h: an agent's learned heuristic values, one table for all its targets.
 *
 * Values lie in blocks of 4 x 4 cells, because a move looks at nine cells side by side and learning
 * fills whole areas. Blocks are found by a chained hash table that grows by linear hashing: each
 * new block splits one bucket, so no insertion ever costs more than a few chains, however large the
 * table is. Room comes in segments, each as large as all before it, and is never moved or
 * cleared. */
#ifndef CAIRN_LEARNED_H
#define CAIRN_LEARNED_H

#include "cairn/base.h"
#include "base/xy.h"
#include "grid/octile.h"

#define CAIRN__LEARNED_SIDE 4

typedef struct cairn__learned_block {
    cairn_cell target;
    cairn_cell place;                                     /* its cells' coordinates divided by 4 */
    uint32_t next;                                        /* in its bucket */
    uint32_t h[CAIRN__LEARNED_SIDE][CAIRN__LEARNED_SIDE]; /* 0: the cell has no value */
} cairn__learned_block;

#define CAIRN__LEARNED_SEGMENTS 33
#define CAIRN__TARGET_WORDS 4

/* Four blocks side by side that were looked for last: a move looks at up to four. */
#define CAIRN__LEARNED_RECENT 4

/* A look for a block, and what it found; null: there is none. */
typedef struct cairn__learned_look {
    cairn_cell target;
    cairn_cell place;
    cairn__learned_block *block;
} cairn__learned_look;

typedef struct cairn__learned cairn__learned;

struct cairn__learned {
    cairn_allocator allocator;
    bool may_grow;
    uint32_t values;
    uint64_t raises;    /* since whoever has it set it to 0 */
    uint32_t count;     /* blocks */
    uint32_t buckets;   /* in use */
    uint32_t capacity;  /* blocks there is room for */
    uint32_t base_bits; /* the first segment has 1 << base_bits blocks */
    cairn__learned_block *blocks[CAIRN__LEARNED_SEGMENTS];
    uint32_t *heads[CAIRN__LEARNED_SEGMENTS];
    cairn__learned_look recent[CAIRN__LEARNED_RECENT];
    uint64_t targets[CAIRN__TARGET_WORDS]; /* a Bloom filter of targets that have values */
};

/* Bytes for the first segment, with room for at least `capacity` values wherever they lie. */
uint64_t cairn__learned_get_bytes(uint32_t capacity);

/* Starts a table in memory of that size. */
void cairn__learned_start(cairn__learned *learned, uint32_t capacity, void *memory, bool may_grow,
                          const cairn_allocator *allocator);

/* Forgets all values; the room is kept. */
void cairn__learned_clear(cairn__learned *learned);

/* Gives back all but the first segment. */
void cairn__learned_end(cairn__learned *learned);

/* Bytes in segments after the first. */
uint64_t cairn__learned_get_grown_bytes(const cairn__learned *learned);

/* False only if the target certainly has no values. */
bool cairn__learned_may_have(const cairn__learned *learned, cairn__xy target);

/* Makes sure that a value of the cell can be raised without failing. Failures: those of raising. */
cairn_status cairn__learned_reserve(cairn__learned *learned, cairn__xy target, cairn__xy cell);

/* Where the block of a cell is among all blocks. */
static inline cairn_cell cairn__learned_get_place(uint32_t x, uint32_t y)
{
    return x / CAIRN__LEARNED_SIDE | (y / CAIRN__LEARNED_SIDE) << 16;
}

/* The block at a place, null if there is none, for reading many cells that lie side by side. */
const cairn__learned_block *cairn__learned_find_block(const cairn__learned *learned,
                                                      cairn__xy target, cairn_cell place);

/* A cell's value in its block, or 0 if it has none. */
static inline uint32_t cairn__learned_read(const cairn__learned_block *block, cairn__xy cell)
{
    return block->h[cell.y % CAIRN__LEARNED_SIDE][cell.x % CAIRN__LEARNED_SIDE];
}

/* The learned values of a cell and its neighbours, h[y + 1][x + 1], 0 where there is none. */
void cairn__learned_get_around(cairn__learned *learned, cairn__xy target, cairn__xy cell,
                               uint32_t h[3][3]);

/* Stores a value above 0, in place of a lower one. Failures: FULL, MEMORY; nothing has changed
 * then. */
cairn_status cairn__learned_raise(cairn__learned *learned, cairn__xy target, cairn__xy cell,
                                  uint32_t h);

#endif
