/* bend_list.h: reading the list of a cell, item by item.
 *
 * A block of 256 cells has a list, if any of its cells needs one. It is a tree: a block, then its
 * four quarters, down to blocks of 8 cells at most.
 *      0     1  bits 0 to 3: the quarters that follow (NW, NE, SW, SE); bit 4: it has items of
 *               nodes with a label; bit 5: it has others
 *      1        the bytes of each of these that follows, in this order
 *               the items of nodes with a label, ascending; the others; the quarters
 * A number is coded seven bits a byte, the lowest first; all bytes but its last have bit 7 set.
 * An item of a node with a label: 4 times the node, less the node before or in the first item less
 * nothing, and the kind. Of another node: 4 times the column of its cell, counted from the block's,
 * and the kind; then its row. Both are folded: 0, -1, 1, -2, ... are 0, 1, 2, 3. A box follows:
 * frame (2 bits), two lines and two diagonals, as many bits as the block needs, and up to the next
 * byte. */
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
    uint32_t least; /* length of a way over it, once that was looked at */
} cairn__list_item;

#define CAIRN__NO_LABEL UINT32_MAX

/* True if it has to be looked for. */
static inline bool cairn__is_asked(const cairn__list_item *item)
{
    return item->kind == CAIRN__LIST_ASK;
}

/* Where the reading of a list has come to. */
typedef struct cairn__list_cursor {
    cairn__xy cell;
    bool labelled; /* only items of nodes with a label are read; else only the others */
    uint32_t level;
    uint32_t bits;         /* of a line's number in a block of the level */
    uint32_t box_bytes;    /* of a box there */
    uint32_t lines[2];     /* the cell's row and column in the block, */
    uint32_t diagonals[2]; /* and its falling and rising diagonal */
    uint32_t node;         /* of the item before */
    const uint8_t *at;
    const uint8_t *end;     /* of the block's items that are read */
    const uint8_t *quarter; /* where the cell is */
    uint32_t bytes;         /* of that quarter; 0: none */
} cairn__list_cursor;

/* Begins with the list of an open cell. */
void cairn__list_start(cairn__list_cursor *cursor, const cairn__bend_set *set, cairn__xy cell,
                       bool labelled);

/* The next items that are valid for the cell, or may be; how many. Fewer than there is room for are the last
 * ones. At most `limit` items are read, which falls; 0: there may be more. */
uint32_t cairn__list_read(cairn__list_cursor *cursor, const cairn__bend_set *set, uint32_t *limit,
                          cairn__list_item *items, uint32_t capacity);

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
