/* bend_list.h: reading the list of a cell, item by item.
 *
 * A block of 256 cells has a list, if any of its cells needs one. It is a tree: a block, then its
 * four quarters, down to blocks of 8 cells at most.
 *      0     1  bits 0 to 3: the quarters that follow (NW, NE, SW, SE); bits 4 to 6: it has items of
 *               nodes with a label, of the kinds ALL, BOX and ASK; bit 7: it has items of others
 *      1        how many of each of these three kinds, bytes of the others, bytes of each quarter but
 *               the last one: a number each
 *               the nodes of the items, as many bits each as N - 1 has, ascending in each kind
 *               the boxes
 *               the others; the quarters
 * A number is coded seven bits a byte, the lowest first; all bytes but its last have bit 7 set. A box has
 * a frame (2 bits), two lines and two diagonals, as many bits as the block needs, and ends with a byte. So
 * which boxes a cell is in is found out without the nodes.
 * An item of another node: 4 times the column of its cell, counted from the block's, and the kind; then its
 * row; a box, if it has one. Both are folded: 0, -1, 1, -2, ... are 0, 1, 2, 3. */
#ifndef CAIRN_BEND_LIST_H
#define CAIRN_BEND_LIST_H

#include "db/bend_set.h"

/* How an item is valid: for all cells of the block, for those of a box, or for those from which a
 * leg leads to the node, which has to be looked for. */
typedef enum cairn__list_kind {
    CAIRN__LIST_ALL,
    CAIRN__LIST_BOX,
    CAIRN__LIST_ASK,
    CAIRN__LIST_KINDS,
} cairn__list_kind;

typedef struct cairn__list_item {
    uint32_t node;  /* with a label; CAIRN__NO_LABEL: another one */
    cairn__xy cell; /* of the node */
    uint32_t kind;  /* of cairn__list_kind */
    uint32_t least; /* length of a way over it, once that was looked at; before that 0 */
} cairn__list_item;

#define CAIRN__NO_LABEL UINT32_MAX

/* True if it has to be looked for. */
static inline bool cairn__is_asked(const cairn__list_item *item)
{
    return item->kind == CAIRN__LIST_ASK;
}

/* What a box is held against, for each frame: the cell's line and diagonal where the box has its lower limits, with
 * the bit above each set; and that bit less them where it has the higher ones. So a limit that is kept leaves
 * the bit set when it is taken off, or sets it when it is added. */
typedef struct cairn__box_probe {
    uint64_t above[4];
    uint64_t below[4];
} cairn__box_probe;

/* Items of other nodes in a block. */
typedef struct cairn__list_others {
    const uint8_t *at;
    const uint8_t *end;
} cairn__list_others;

/* Where the reading of a list has come to. */
typedef struct cairn__list_cursor {
    cairn__xy cell;
    bool labelled; /* only items of nodes with a label are read; else only the others */
    uint32_t level;
    uint32_t next;                                  /* item of a node with a label, */
    uint32_t ends[CAIRN__LIST_KINDS];               /* and where each kind ends */
    const uint8_t *nodes;                           /* of these items */
    const uint8_t *boxes;                           /* of those of kind BOX */
    const uint8_t *quarter;                         /* where the cell is */
    uint32_t bytes;                                 /* of that quarter; 0: none */
    uint32_t blocks;                                /* that were entered, */
    cairn__list_others others[CAIRN__BLOCK_LEVELS]; /* and what they have of others */
    cairn__box_probe probe;
} cairn__list_cursor;

/* Begins with the list of an open cell. */
void cairn__list_start(cairn__list_cursor *cursor, const cairn__bend_set *set, cairn__xy cell,
                       bool labelled);

/* Begins with the others of a list whose nodes with a label were all read: the tree is not gone down again. */
void cairn__list_start_others(cairn__list_cursor *cursor, const cairn__list_cursor *read);

/* True if all items were read. */
static inline bool cairn__list_is_read(const cairn__list_cursor *cursor)
{
    return cursor->level >= CAIRN__BLOCK_LEVELS;
}

/* The next items that are valid for the cell, or may be; how many. Fewer than there is room for are the last
 * ones. At most `limit` items are read, which falls; 0: there may be more. */
uint32_t cairn__list_read(cairn__list_cursor *cursor, const cairn__bend_set *set, uint32_t *limit,
                          cairn__list_item *items, uint32_t capacity);

/* Bits of an item's node: a list has at most as many items as it has bits. */
static inline uint32_t cairn__list_get_width(const cairn__bend_set *set)
{
    return set->node_width > 0 ? set->node_width : 1;
}

/* Says that the list of a cell will be read soon. */
static inline void cairn__list_prefetch(const cairn__bend_set *set, cairn__xy cell)
{
    uint32_t across = cell.x >> 8, down = cell.y >> 8;
    if (across >= set->across || down >= set->down)
        return;
    uint32_t first = set->list_firsts[down * set->across + across];
    if (first < set->list_bytes)
        CAIRN__PREFETCH(set->lists + first);
}

/* Bytes of a box in a block of a level. */
static inline uint32_t cairn__list_get_box_bytes(uint32_t level)
{
    return (4 * cairn__block_get_bits(level) + 4 + 7) / 8;
}

#endif
