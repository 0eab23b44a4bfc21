/* label_set.h: the section LABL: the corners of a map and their hub labels, densely coded and read
 * in place (docs/format.md has it byte by byte). A hub is told by its rank, 0 the most important.
 *
 * A label is read a block of up to 16 entries at a time. Nothing in it is trusted: whatever could
 * lead outside the section, the nodes or the hubs ends the reading. */
#ifndef CAIRN_LABEL_SET_H
#define CAIRN_LABEL_SET_H

#include <string.h>

#include "base/bit_rows.h"
#include "base/xy.h"
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

/* Entries of a block; the most bytes of a group, and of a label, which a look-up goes through. */
#define CAIRN__LABEL_BLOCK 16
#define CAIRN__MOST_GROUP 1023
#define CAIRN__MOST_LABEL 64000

/* Distances in labels are below this: sums of four fit into 32 bits. */
#define CAIRN__MOST_DISTANCE (UINT32_C(1) << 30)

/* All directions. */
#define CAIRN__ALL_TURNS UINT32_C(0xffff)

/* An exact label is groups, one after the other: entries with the same next node. The first group
 * has one entry, the node itself as a hub, and itself as the next node.
 * offset bytes
 *      0     4  bits 0 to 17 the next node, bits 18 to 21 the direction to it (turns.h), bits 22 to
 *               31 the bytes of the group
 *      4        blocks of up to 16 entries, in the order of their hubs
 * A block:
 *      0     4  bits 0 to 17 the first hub, bits 18 to 22 and 23 to 27 the widths of hubs and of
 *               excesses in bits, bits 28 to 31 entries less 1
 *      4        hubs less the first one, and from a new byte on half the distances above octile
 *
 * A label with eps is one group, whose entries have any next nodes:
 *      0     2  k, next nodes of the label
 *      2        k nodes, as many bits each as N - 1 has
 *               blocks as above, in the order of their hubs; each has a third row, from a new byte
 *               on: which of the k nodes is next, as many bits as k - 1 has (0 at the hub itself) */
typedef struct cairn__label {
    const uint8_t *bytes; /* groups, or the blocks of the only one */
    const uint8_t *end;
    const uint8_t *nexts; /* of the only group; else null */
    uint32_t next_count;
    uint32_t next_width;
    cairn__xy cell; /* of its node */
} cairn__label;

typedef struct cairn__label_set {
    cairn__corner_index corners;
    uint32_t nodes;
    uint32_t node_width; /* bits of a node's number */
    uint32_t label_bytes;
    bool exact; /* ways to hubs are shortest ones */
    const cairn__xy *cells;
    const cairn__xy *hubs;
    const uint32_t *firsts;
    const uint8_t *labels;
} cairn__label_set;

/* Finds the parts of a section, 4-byte aligned; false unless they fill it. Constant time. */
bool cairn__label_set_open(const void *section, uint64_t bytes, uint32_t width, uint32_t height,
                           cairn__label_set *set);

/* Where the parts of a section begin, and its bytes; in 64 bits, for no sum to wrap. */
typedef struct cairn__label_layout {
    uint64_t cells;
    uint64_t hubs;
    uint64_t firsts;
    uint64_t buckets;
    uint64_t items;
    uint64_t labels;
    uint64_t bytes;
} cairn__label_layout;

cairn__label_layout cairn__label_set_lay_out(const cairn__label_head *head);

/* Says that a node's label will be read soon. */
static inline void cairn__label_set_prefetch(const cairn__label_set *set, uint32_t node)
{
    if (node >= set->nodes || set->firsts[node] >= set->label_bytes)
        return;
    const uint8_t *label = set->labels + set->firsts[node];
    CAIRN__PREFETCH(label);
    CAIRN__PREFETCH(label + 64);
    CAIRN__PREFETCH(label + 128);
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
    const uint8_t *nexts; /* of a label with eps */
} cairn__label_block;

/* Going through a label. */
typedef struct cairn__label_cursor {
    cairn__label label;
    const uint8_t *at;  /* the next block, or the next group */
    const uint8_t *end; /* of the group; equal: it is at its end */
    uint32_t next;      /* node, of the group */
} cairn__label_cursor;

static inline void cairn__label_cursor_start(cairn__label_cursor *cursor, const cairn__label *label)
{
    cursor->label = *label;
    cursor->at = cursor->end = label->bytes;
    cursor->next = 0;
}

static inline uint32_t cairn__read_word(const uint8_t *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Passes what is left of the group, then groups that lead in other directions than those of the
 * bits in `turns`, and enters the next one; false at the end and at damage, and when `limit` is
 * used up: it falls by one a group. */
static inline bool cairn__label_cursor_next_group(cairn__label_cursor *cursor, uint32_t turns,
                                                  uint32_t *limit)
{
    const uint8_t *group = cursor->end, *end = cursor->label.end;
    if (cursor->label.nexts != NULL) {
        cursor->at = group;
        cursor->end = end;
        return group != end;
    }
    for (; *limit > 0 && end - group >= (ptrdiff_t)sizeof(uint32_t); --*limit) {
        uint32_t word = cairn__read_word(group), bytes = word >> 22;
        if (bytes < sizeof word || end - group < (ptrdiff_t)bytes)
            break;
        cursor->end = group + bytes;
        if ((turns >> (word >> 18 & 15) & 1) != 0) {
            cursor->next = word & (CAIRN__MOST_NODES - 1);
            cursor->at = group + sizeof word;
            return true;
        }
        group += bytes;
    }
    cursor->at = cursor->end;
    return false;
}

/* Passes the next block of the group; false at its end and at damage, such as hubs that cannot all
 * be different. */
static inline bool cairn__label_cursor_next_block(cairn__label_cursor *cursor,
                                                  cairn__label_block *block)
{
    if (cursor->end - cursor->at < (ptrdiff_t)sizeof(uint32_t))
        return false;
    uint32_t word = cairn__read_word(cursor->at);
    block->count = (word >> 28) + 1;
    block->first = word & (CAIRN__MOST_NODES - 1);
    block->rank_width = word >> 18 & 31;
    block->excess_width = word >> 23 & 31;
    block->ranks = cursor->at + sizeof word;
    block->excesses = block->ranks + cairn__get_row_bytes(block->count, block->rank_width);
    block->nexts = block->excesses + cairn__get_row_bytes(block->count, block->excess_width);
    cursor->at = block->nexts + cairn__get_row_bytes(block->count, cursor->label.next_width);
    return cursor->at <= cursor->end && (block->count - 1) >> block->rank_width == 0;
}

/* The next node of entry `i` of a block of the cursor's group; no node at damage. */
uint32_t cairn__label_get_next(const cairn__label_set *set, const cairn__label_cursor *cursor,
                               const cairn__label_block *block, uint32_t i);

/* An entry: the way to a hub. */
typedef struct cairn__label_entry {
    uint32_t distance;
    uint32_t next; /* node on the way; of no meaning where the distance is 0 */
} cairn__label_entry;

/* A node's entry for a hub; false if it has none. Units of work: cairn__label_get_units(). */
bool cairn__label_find(const cairn__label_set *set, const cairn__label *label, uint32_t hub,
                       cairn__label_entry *entry);

/* Looking through 64 bytes of a label, some twenty entries, is a unit. */
static inline uint32_t cairn__label_get_units(const cairn__label *label)
{
    return (uint32_t)(label->end - label->bytes) / 64 + 1;
}

#define CAIRN__LABEL_UNITS (CAIRN__MOST_LABEL / 64 + 1)

#endif
