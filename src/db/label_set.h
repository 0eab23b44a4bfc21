/* label_set.h: the section LABL: the corners of a map and their hub labels, densely coded and read
 * in place (docs/format.md has it byte by byte). A hub is told by its rank, 0 the most important.
 *
 * A label is read a block of up to 16 entries at a time. Nothing in it is trusted: whatever could
 * lead outside the section, the nodes or the hubs ends the reading. */
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
 *          4 N  cells of the hubs, by rank
 *        4 N+4  where each node's label begins among the labels, and L
 *        4 B+4  nodes in the buckets before each, and N; B is across times down
 *          2 N  items of the nodes: see corner_sweep.h; and 2 zeros if N is odd
 *            L  labels, one after the other
 *               zeros: at least 8, up to a multiple of 4 */
typedef struct cairn__label_head {
    uint32_t nodes;
    uint32_t across;
    uint32_t down;
    uint32_t label_bytes;
} cairn__label_head;

#define CAIRN__LABEL_PADDING 8

/* Entries of a block, and the most blocks of a label: these are one piece of work. */
#define CAIRN__LABEL_BLOCK 16
#define CAIRN__MOST_BLOCKS 768

/* A label. A block is of entries with the same next node; blocks with the same one are a group.
 * offset bytes
 *      0     2  groups, at least 1
 *      2     2  blocks
 *      4        a word of 4 bytes for each group: bits 0 to 17 the next node (its own node: the hub
 *               is here), bits 18 to 31 how many blocks
 *               a word of 4 bytes for each block: bits 0 to 17 the first hub, bits 18 to 22 and 23
 *               to 27 the widths of hubs and of excesses in bits, bits 28 to 31 entries less 1
 *               for each block its hubs less the first one, and half their distances above octile;
 *               each of the two rows begins at a byte */
typedef struct cairn__label {
    const uint8_t *groups;
    const uint8_t *blocks;
    const uint8_t *rows;
    const uint8_t *end;
    uint32_t group_count;
    uint32_t block_count;
    cairn_cell cell; /* of its node */
} cairn__label;

typedef struct cairn__label_set {
    cairn__corner_index corners;
    uint32_t nodes;
    uint32_t label_bytes;
    bool exact; /* ways to hubs are shortest ones */
    const cairn_cell *cells;
    const cairn_cell *hubs;
    const uint32_t *firsts;
    const uint8_t *labels;
} cairn__label_set;

/* Finds the parts of a section, 4-byte aligned; false unless they fill it. Constant time. */
bool cairn__label_set_open(const void *section, uint64_t bytes, uint32_t width, uint32_t height,
                           cairn__label_set *set);

/* Where the parts of a section begin, and its bytes. */
typedef struct cairn__label_layout {
    size_t cells;
    size_t hubs;
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
    uint32_t bit = index * width;
    memcpy(&word, row + bit / 8, sizeof word);
    return (uint32_t)(word >> bit % 8 & ((UINT64_C(1) << width) - 1));
}

static inline uint32_t cairn__get_row_bytes(uint32_t count, uint32_t width)
{
    return (count * width + 7) / 8;
}

/* The label of a node; false if it is damaged. */
bool cairn__label_set_get(const cairn__label_set *set, uint32_t node, cairn__label *label);

/* A block, still coded. */
typedef struct cairn__label_block {
    uint32_t count;
    uint32_t first; /* hub */
    uint32_t rank_width;
    uint32_t excess_width;
    const uint8_t *ranks;
    const uint8_t *excesses;
} cairn__label_block;

/* Going through a label. */
typedef struct cairn__label_cursor {
    cairn__label label;
    uint32_t group; /* the next one */
    uint32_t next;  /* node, of the group before it */
    uint32_t left;  /* blocks of that */
    uint32_t block; /* the next one */
    const uint8_t *row;
} cairn__label_cursor;

void cairn__label_cursor_start(cairn__label_cursor *cursor, const cairn__label *label);

static inline uint32_t cairn__read_word(const uint8_t *words, uint32_t index)
{
    uint32_t word;
    memcpy(&word, words + (size_t)index * sizeof word, sizeof word);
    return word;
}

/* Goes on to the next group; false at the end and at damage. All blocks of the group before must
 * have been read. */
static inline bool cairn__label_cursor_next_group(cairn__label_cursor *cursor)
{
    const cairn__label *label = &cursor->label;
    if (cursor->group == label->group_count)
        return false;
    uint32_t group = cairn__read_word(label->groups, cursor->group++);
    cursor->next = group & (CAIRN__MOST_NODES - 1);
    cursor->left = group >> CAIRN__NODE_BITS;
    return cursor->left <= label->block_count - cursor->block;
}

/* Reads the next block's header, which is there, and passes the block; false at damage. */
static inline bool cairn__label_cursor_next_block(cairn__label_cursor *cursor,
                                                  cairn__label_block *block)
{
    uint32_t header = cairn__read_word(cursor->label.blocks, cursor->block++);
    cursor->left--;
    block->count = (header >> 28) + 1;
    block->first = header & (CAIRN__MOST_NODES - 1);
    block->rank_width = header >> 18 & 31;
    block->excess_width = header >> 23 & 31;
    block->ranks = cursor->row;
    block->excesses = block->ranks + cairn__get_row_bytes(block->count, block->rank_width);
    cursor->row = block->excesses + cairn__get_row_bytes(block->count, block->excess_width);
    return cursor->row <= cursor->label.end;
}

/* An entry: the way to a hub. */
typedef struct cairn__label_entry {
    uint32_t distance;
    uint32_t next; /* node on the way; the node itself: the hub is here */
} cairn__label_entry;

/* A node's entry for a hub; false if it has none. */
bool cairn__label_find(const cairn__label_set *set, const cairn__label *label, uint32_t hub,
                       cairn__label_entry *entry);

#endif
