/* bend_set.h: the section BEND: hub labels of the nodes at which optimal paths bend, and lists of
 * those that a path from or to a cell may bend at first or last; densely coded and read in place
 * (docs/format.md has it byte by byte). A hub is given by its rank, 0 the most important.
 *
 * Nothing in it is trusted: whatever could lead outside the section, the map or the nodes ends the
 * reading. */
#ifndef CAIRN_BEND_SET_H
#define CAIRN_BEND_SET_H

#include "base/bit_rows.h"
#include "base/meter.h"
#include "base/xy.h"
#include "search/bend_blocks.h"

/* offset bytes
 *      0     4  N, nodes with a label
 *      4     4  blocks of 256 cells across
 *      8     4  blocks down
 *     12     4  bytes of all lists, l
 *     16     4  bytes of all labels, L
 *     20   4 N  cells of the nodes
 *          4 N  cells of the hubs, by rank
 *        4 N+4  where each node's label begins among the labels, and L
 *        4 B+4  where each block's list begins among the lists, and l; B is across times down
 *            l  lists
 *            L  labels
 *               zeros: at least 8, up to a multiple of 4 */
typedef struct cairn__bend_head {
    uint32_t nodes;
    uint32_t across;
    uint32_t down;
    uint32_t list_bytes;
    uint32_t label_bytes;
} cairn__bend_head;

#define CAIRN__BEND_PADDING 8

#define CAIRN__BEND_BITS 18
#define CAIRN__MOST_BENDS (UINT32_C(1) << CAIRN__BEND_BITS)

/* Distances in labels are below this: sums of four fit into 32 bits. */
#define CAIRN__MOST_BEND_DISTANCE (UINT32_C(1) << 30)

/* Landmarks of labels (bend_marks.h). */
#define CAIRN__LANDMARKS 16

typedef struct cairn__bend_set {
    uint32_t nodes;
    uint32_t node_width; /* bits of a node's number */
    uint32_t across;
    uint32_t down;
    uint32_t list_bytes;
    uint32_t label_bytes;
    const cairn__xy *cells;
    const cairn__xy *hubs;
    const uint32_t *label_firsts;
    const uint32_t *list_firsts;
    const uint8_t *lists;
    const uint8_t *labels;
    const struct cairn__landmark_head *landmarks; /* null: there are none */
    const uint16_t *bearings;                     /* CAIRN__LANDMARKS of each node */
} cairn__bend_set;

/* Where the parts of a section begin, and its bytes; in 64 bits, for no sum to wrap. */
typedef struct cairn__bend_layout {
    uint64_t cells;
    uint64_t hubs;
    uint64_t label_firsts;
    uint64_t list_firsts;
    uint64_t lists;
    uint64_t labels;
    uint64_t bytes;
} cairn__bend_layout;

cairn__bend_layout cairn__bend_set_lay_out(const cairn__bend_head *head);

/* Blocks of 256 cells along a side of the map. */
static inline uint32_t cairn__count_blocks(uint32_t side)
{
    return (side + 255) / 256;
}

/* Finds the parts of a section, 4-byte aligned; false unless they fill it. Constant time. */
bool cairn__bend_set_open(const void *section, uint64_t bytes, uint32_t width, uint32_t height,
                          cairn__bend_set *set);

/* Turns the numbers of a section from the order of files to the machine's (order.h), or to that of
 * files; lists and labels stay, for they are coded in bytes. Does nothing unless its parts fill it. */
void cairn__bend_set_turn(void *section, uint64_t bytes, bool to_file);

/* ---- labels ---- */

/* Entries of a block. */
#define CAIRN__BEND_BLOCK 16

/* The most bytes of a label, which a look-up goes through. */
#define CAIRN__MOST_BEND_LABEL 64000

/* A label:
 *      0     2  k, next nodes of the label
 *      2        k nodes, as many bits each as N - 1 has
 *               blocks of up to 16 entries, in the order of their hubs
 * A block:
 *      0     4  bits 0 to 17 the first hub, bits 18 to 22 and 23 to 27 the widths of hubs and of
 *               excesses in bits, bits 28 to 31 entries less 1
 *      4        hubs less the first one; from a new byte on half the distances above octile; from
 *               a new byte on which of the k nodes is next, as many bits as k - 1 has (0 at the
 *               hub itself) */
typedef struct cairn__bend_label {
    const uint8_t *at; /* the next block */
    const uint8_t *end;
    const uint8_t *nexts;
    uint32_t next_count;
    uint32_t next_width;
    cairn__xy cell; /* of its node */
} cairn__bend_label;

/* A block, still coded. */
typedef struct cairn__bend_block {
    uint32_t count;
    uint32_t first; /* hub */
    uint32_t rank_width;
    uint32_t excess_width;
    const uint8_t *ranks;
    const uint8_t *excesses;
    const uint8_t *nexts;
} cairn__bend_block;

/* Begins to read the label of a node; false if it is damaged. */
bool cairn__bend_label_start(const cairn__bend_set *set, uint32_t node, cairn__bend_label *label);

/* The next block; false at the end and at damage. */
static inline bool cairn__bend_label_next(cairn__bend_label *label, cairn__bend_block *block)
{
    uint32_t header;
    if (label->end - label->at < (ptrdiff_t)sizeof header)
        return false;
    memcpy(&header, label->at, sizeof header);
    header = cairn__little32(header);
    block->count = (header >> 28) + 1;
    block->first = header & (CAIRN__MOST_BENDS - 1);
    block->rank_width = header >> 18 & 31;
    block->excess_width = header >> 23 & 31;
    block->ranks = label->at + sizeof header;
    block->excesses = block->ranks + cairn__get_row_bytes(block->count, block->rank_width);
    block->nexts = block->excesses + cairn__get_row_bytes(block->count, block->excess_width);
    label->at = block->nexts + cairn__get_row_bytes(block->count, label->next_width);
    return label->at <= label->end;
}

/* An entry: the way to a hub. */
typedef struct cairn__bend_entry {
    uint32_t distance;
    uint32_t next; /* node on the way; of no meaning where the distance is 0 */
} cairn__bend_entry;

/* A node's entry for a hub; false if it has none. Looking through 512 bytes of a label, block by block,
 * is a unit. */
bool cairn__bend_set_find(const cairn__bend_set *set, uint32_t node, uint32_t hub,
                          cairn__bend_entry *entry, cairn__meter *meter);

/* Says that a node's label will be read soon. */
static inline void cairn__bend_set_prefetch(const cairn__bend_set *set, uint32_t node)
{
    if (node >= set->nodes || set->label_firsts[node] >= set->label_bytes)
        return;
    const uint8_t *label = set->labels + set->label_firsts[node];
    CAIRN__PREFETCH(label);
    CAIRN__PREFETCH(label + 64);
}

#endif
