/* label_set.h: the section LABL: the corners of a map and their hub labels, densely coded and read
 * in place (docs/format.md has it byte by byte). Nodes are numbered by importance: a node's number
 * is its rank as a hub.
 *
 * A label is read a block of up to 16 entries at a time. Nothing in it is trusted: whatever could
 * lead outside the section or the nodes ends the reading. */
#ifndef CAIRN_LABEL_SET_H
#define CAIRN_LABEL_SET_H

#include <string.h>

#include "search/corner_sweep.h"

/* offset bytes
 *      0     4  N, nodes
 *      4     4  buckets across
 *      8     4  buckets down
 *     12     4  L, bytes of all labels
 *     16   4 N  cells of the nodes
 *        4 N+4  where each node's label begins among the labels, and L
 *        4 B+4  items in the buckets before each, and N; B is across times down
 *          4 N  items of the buckets: see corner_sweep.h
 *            L  labels, one after the other
 *               zeros: at least 8, up to a multiple of 4 */
typedef struct cairn__label_head {
    uint32_t nodes;
    uint32_t across;
    uint32_t down;
    uint32_t label_bytes;
} cairn__label_head;

#define CAIRN__LABEL_PADDING 8

/* Entries of a block, and the most of a label: a label's blocks are one piece of work. */
#define CAIRN__LABEL_BLOCK 16
#define CAIRN__MOST_LABEL 8192

/* A label:
 * offset bytes
 *      0     2  n, entries, at least 1
 *      2     2  k, nodes that ways go on to
 *      4        k numbers of nodes, as many bits each as N - 1 has
 *               a word of 4 bytes for each block: bits 0 to 17 the first hub, bits 18 to 22 and
 *               23 to 27 the widths of hubs and of excesses in bits
 *               for each block: hubs less the first one, half the distances above octile, and which
 *               of the k nodes is next (as many bits as k - 1 has); each of the three begins at a
 *               byte */
typedef struct cairn__label {
    const uint8_t *nexts;   /* the k nodes */
    const uint8_t *headers; /* of the blocks */
    const uint8_t *end;     /* of the label */
    uint32_t count;
    uint32_t next_count;
    uint32_t next_width;
    cairn_cell cell; /* of its node */
} cairn__label;

typedef struct cairn__label_set {
    cairn__corner_index corners;
    uint32_t nodes;
    uint32_t node_width; /* bits of a node's number */
    uint32_t label_bytes;
    const cairn_cell *cells;
    const uint32_t *firsts;
    const uint8_t *labels;
} cairn__label_set;

/* Finds the parts of a section, 4-byte aligned; false unless they fill it. Constant time. */
bool cairn__label_set_open(const void *section, uint64_t bytes, uint32_t width, uint32_t height,
                           cairn__label_set *set);

/* Bytes of the section for so many nodes, and where its parts begin. */
typedef struct cairn__label_layout {
    size_t cells;
    size_t firsts;
    size_t buckets;
    size_t items;
    size_t labels;
    size_t bytes;
} cairn__label_layout;

cairn__label_layout cairn__label_set_lay_out(const cairn__label_head *head);

static inline uint32_t cairn__count_bits(uint32_t number)
{
    return number == 0 ? 0 : 64 - cairn__count_leading_zeros(number);
}

/* Number `index` of a row of numbers of `width` bits, at most 32; it may read 8 bytes on. */
static inline uint32_t cairn__read_bits(const uint8_t *row, uint32_t index, uint32_t width)
{
    uint64_t word;
    size_t bit = (size_t)index * width;
    memcpy(&word, row + bit / 8, sizeof word);
    return (uint32_t)(word >> bit % 8 & ((UINT64_C(1) << width) - 1));
}

static inline size_t cairn__get_row_bytes(uint32_t count, uint32_t width)
{
    return ((size_t)count * width + 7) / 8;
}

/* The label of a node; false if it is damaged. */
bool cairn__label_set_get(const cairn__label_set *set, uint32_t node, cairn__label *label);

/* Going through the blocks of a label. */
typedef struct cairn__label_cursor {
    cairn__label label;
    uint32_t block;         /* the next one */
    const uint8_t *payload; /* its numbers */
} cairn__label_cursor;

void cairn__label_cursor_start(cairn__label_cursor *cursor, const cairn__label *label);

static inline uint32_t cairn__label_count_blocks(const cairn__label *label)
{
    return (label->count + CAIRN__LABEL_BLOCK - 1) / CAIRN__LABEL_BLOCK;
}

/* A block, still coded. */
typedef struct cairn__label_block {
    uint32_t count;
    uint32_t first; /* hub */
    uint32_t rank_width;
    uint32_t excess_width;
    const uint8_t *ranks;
    const uint8_t *excesses;
    const uint8_t *nexts;
} cairn__label_block;

/* The next block; false at the end and at damage. */
static inline bool cairn__label_cursor_next(cairn__label_cursor *cursor, cairn__label_block *block)
{
    const cairn__label *label = &cursor->label;
    uint32_t done = cursor->block * CAIRN__LABEL_BLOCK, header;
    if (done >= label->count)
        return false;
    memcpy(&header, label->headers + (size_t)cursor->block * sizeof header, sizeof header);
    uint32_t left = label->count - done;
    block->count = left < CAIRN__LABEL_BLOCK ? left : CAIRN__LABEL_BLOCK;
    block->first = header & (CAIRN__MOST_NODES - 1);
    block->rank_width = header >> 18 & 31;
    block->excess_width = header >> 23 & 31;
    block->ranks = cursor->payload;
    block->excesses = block->ranks + cairn__get_row_bytes(block->count, block->rank_width);
    block->nexts = block->excesses + cairn__get_row_bytes(block->count, block->excess_width);
    cursor->payload = block->nexts + cairn__get_row_bytes(block->count, label->next_width);
    cursor->block++;
    return cursor->payload <= label->end;
}

/* An entry: the way to a hub. */
typedef struct cairn__label_entry {
    uint32_t distance;
    uint32_t next; /* node on the way; the hub itself: no one */
} cairn__label_entry;

/* A node's entry for a hub; false if it has none. Units: the label's blocks and 16, at most. */
bool cairn__label_find(const cairn__label_set *set, const cairn__label *label, uint32_t hub,
                       cairn__label_entry *entry);

#endif
