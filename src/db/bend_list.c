/* bend_list.c: going down the tree of blocks to a cell. */
#include "db/bend_list.h"

/* A number of a list; damage and the end give 0 and stop the reading. */
static uint32_t read_number(cairn__list_cursor *cursor)
{
    uint32_t number = 0;
    for (uint32_t shift = 0; shift < 35 && cursor->at < cursor->end; shift += 7) {
        uint32_t byte = *cursor->at++;
        number |= (byte & 127) << (shift & 31);
        if (byte < 128)
            return number;
    }
    cursor->at = cursor->end;
    return 0;
}

static int32_t unfold(uint32_t number)
{
    return (int32_t)(number >> 1) ^ -(int32_t)(number & 1);
}

/* Which quarter of a block of the level the cell is in. */
static uint32_t get_quarter(const cairn__list_cursor *cursor)
{
    uint32_t bit = cairn__block_get_bits(cursor->level) - 1;
    uint32_t x = cursor->cell.x, y = cursor->cell.y;
    return (x >> bit & 1) | (y >> bit & 1) << 1;
}

/* The parts of a block's list: its quarters, the items of nodes with a label, and others. */
enum { LABELLED = 4, OTHERS = 5, PARTS = 6 };

/* Where the cell is in a block of the level. */
static void place_cell(cairn__list_cursor *cursor)
{
    uint32_t bits = cairn__block_get_bits(cursor->level), mask = (1u << bits) - 1;
    uint32_t x = cursor->cell.x & mask, y = cursor->cell.y & mask;
    cursor->bits = bits;
    cursor->box_bytes = cairn__list_get_box_bytes(cursor->level);
    cursor->lines[0] = y;
    cursor->lines[1] = x;
    cursor->diagonals[0] = cairn__box_get_diagonal(0, x, y, mask + 1);
    cursor->diagonals[1] = cairn__box_get_diagonal(CAIRN__BOX_RISING, x, y, mask + 1);
}

/* Reads the head of a block's list, which begins at the cursor and has so many bytes. At damage it
 * is empty. */
static void enter(cairn__list_cursor *cursor, uint32_t bytes)
{
    const uint8_t *end = cursor->at + bytes;
    uint64_t sizes[PARTS], total = 0;
    uint32_t flags = *cursor->at++, own = get_quarter(cursor);
    cursor->end = end;
    for (uint32_t i = 0; i < PARTS; i++)
        total += sizes[i] = (flags >> i & 1) != 0 ? read_number(cursor) : 0;
    const uint8_t *items = cursor->at;
    place_cell(cursor);
    cursor->node = 0;
    cursor->bytes = 0;
    if (total > (uint64_t)(end - items)) {
        cursor->at = end;
        return;
    }
    cursor->at = cursor->labelled ? items : items + sizes[LABELLED];
    cursor->end = cursor->at + sizes[cursor->labelled ? LABELLED : OTHERS];
    cursor->quarter = items + sizes[LABELLED] + sizes[OTHERS];
    for (uint32_t i = 0; i < own; i++)
        cursor->quarter += sizes[i];
    cursor->bytes = (uint32_t)sizes[own];
}

void cairn__list_start(cairn__list_cursor *cursor, const cairn__bend_set *set, cairn__xy cell,
                       bool labelled)
{
    uint32_t across = cell.x >> 8, down = cell.y >> 8;
    *cursor =
        (cairn__list_cursor){.cell = cell, .labelled = labelled, .level = CAIRN__BLOCK_LEVELS};
    if (across >= set->across || down >= set->down)
        return;
    uint32_t block = down * set->across + across;
    uint32_t first = set->list_firsts[block], end = set->list_firsts[block + 1];
    if (first >= end || end > set->list_bytes)
        return;
    cursor->level = 0;
    cursor->at = set->lists + first;
    enter(cursor, end - first);
}

/* Goes on with the cell's quarter; false if it has no list. */
static bool descend(cairn__list_cursor *cursor)
{
    if (cursor->level + 1 >= CAIRN__BLOCK_LEVELS || cursor->bytes == 0) {
        cursor->level = CAIRN__BLOCK_LEVELS;
        return false;
    }
    cursor->level++;
    cursor->at = cursor->quarter;
    enter(cursor, cursor->bytes);
    return true;
}

/* True if the cell is in a box. It may be or not, so nothing branches. */
static inline bool is_in_box(const cairn__list_cursor *cursor, const uint8_t *box)
{
    uint32_t bits = cursor->bits, mask = (1u << bits) - 1, wide = 2 * mask + 1;
    uint64_t word;
    memcpy(&word, box, sizeof word); /* the section is padded */
    word = cairn__little64(word);
    uint32_t line = cursor->lines[word & 1], diagonal = cursor->diagonals[word >> 1 & 1];
    uint64_t lines = word >> 2, diagonals = lines >> 2 * bits;
    bool in_lines = (line >= (lines & mask)) & (line <= (lines >> bits & mask));
    bool in_diagonals =
        (diagonal >= (diagonals & wide)) & (diagonal <= (diagonals >> (bits + 1) & wide));
    return in_lines & in_diagonals;
}

/* True if an item of a kind is valid for the cell, or may be. A box, if it has one, is passed. */
static inline bool is_valid(cairn__list_cursor *cursor, uint32_t kind)
{
    if (kind != CAIRN__LIST_BOX)
        return kind != CAIRN__LIST_KINDS;
    const uint8_t *box = cursor->at;
    ptrdiff_t left = cursor->end - box;
    cursor->at = left < (ptrdiff_t)cursor->box_bytes ? cursor->end : box + cursor->box_bytes;
    return is_in_box(cursor, box);
}

/* Reads items of a block up to a limit or to its end; how many. The cursor is a copy, so that it stays in
 * registers. */
static uint32_t read_labelled(cairn__list_cursor *block, const cairn__bend_set *set,
                              uint32_t *limit, cairn__list_item *items, uint32_t capacity)
{
    cairn__list_cursor cursor = *block;
    uint32_t count = 0, left = *limit;
    for (; cursor.at < cursor.end && count < capacity && left > 0; left--) {
        uint32_t number = *cursor.at < 128 ? *cursor.at++ : read_number(&cursor);
        cursor.node += number >> 2;
        bool valid = is_valid(&cursor, number & 3) & (cursor.node < set->nodes);
        uint32_t node = cursor.node < set->nodes ? cursor.node : 0;
        items[count] = (cairn__list_item){node, set->cells[node], number & 3, 0};
        count += valid;
    }
    block->at = cursor.at;
    block->node = cursor.node;
    *limit = left;
    return count;
}

static uint32_t read_others(cairn__list_cursor *cursor, uint32_t *limit, cairn__list_item *items,
                            uint32_t capacity)
{
    uint32_t mask = (1u << cairn__block_get_bits(cursor->level)) - 1, count = 0;
    for (; cursor->at < cursor->end && count<capacity && * limit> 0; --*limit) {
        uint32_t number = read_number(cursor);
        int32_t x = (int32_t)(cursor->cell.x & ~mask) + unfold(number >> 2);
        int32_t y = (int32_t)(cursor->cell.y & ~mask) + unfold(read_number(cursor));
        items[count] = (cairn__list_item){
            CAIRN__NO_LABEL, {.x = (uint16_t)x, .y = (uint16_t)y}, number & 3, 0};
        count += is_valid(cursor, number & 3);
    }
    return count;
}

uint32_t cairn__list_read(cairn__list_cursor *cursor, const cairn__bend_set *set, uint32_t *limit,
                          cairn__list_item *items, uint32_t capacity)
{
    uint32_t count = 0;
    while (cursor->level<CAIRN__BLOCK_LEVELS && * limit> 0 && count < capacity) {
        if (cursor->at >= cursor->end) {
            --*limit;
            if (!descend(cursor))
                break;
        }
        count += cursor->labelled
                     ? read_labelled(cursor, set, limit, items + count, capacity - count)
                     : read_others(cursor, limit, items + count, capacity - count);
    }
    return count;
}
