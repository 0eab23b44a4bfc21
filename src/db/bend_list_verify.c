/* bend_list_verify.c: whether lists are coded as the builder codes them: their tree, their numbers, their
 * boxes, the order of nodes. */
#include "db/bend_verify.h"

/* A block while it is checked. */
typedef struct place {
    uint32_t level;
    uint32_t x; /* of its first cell */
    uint32_t y;
} place;

typedef struct reader {
    const uint8_t *at;
    const uint8_t *end;
    bool sound;
} reader;

/* A number, coded as short as it can be. */
static uint32_t read_number(reader *from)
{
    uint64_t number = 0;
    for (uint32_t shift = 0; shift < 35; shift += 7) {
        if (from->at >= from->end)
            break;
        uint8_t byte = *from->at++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte >= 128)
            continue;
        from->sound = from->sound && number <= UINT32_MAX && (byte != 0 || shift == 0);
        return (uint32_t)number;
    }
    from->sound = false;
    return 0;
}

static uint64_t take_bits(uint64_t *word, uint32_t count)
{
    uint64_t bits = *word & ((UINT64_C(1) << count) - 1);
    *word >>= count;
    return bits;
}

/* A box is not empty, and no bit is left over. */
static void check_box(reader *from, uint32_t level)
{
    uint32_t bits = cairn__block_get_bits(level), bytes = cairn__list_get_box_bytes(level);
    uint64_t word = 0;
    if (from->end - from->at < (ptrdiff_t)bytes) {
        from->sound = false;
        return;
    }
    for (uint32_t i = 0; i < bytes; i++)
        word |= (uint64_t)*from->at++ << 8 * i;
    (void)take_bits(&word, 2);
    uint64_t lines[2] = {take_bits(&word, bits), take_bits(&word, bits)};
    uint64_t diagonals[2] = {take_bits(&word, bits + 1), take_bits(&word, bits + 1)};
    if (lines[0] > lines[1] || diagonals[0] > diagonals[1] ||
        diagonals[1] > (UINT64_C(2) << bits) - 2 || word != 0)
        from->sound = false;
}

static void check_kind(reader *from, uint32_t kind, uint32_t level)
{
    if (kind >= CAIRN__LIST_KINDS)
        from->sound = false;
    else if (kind == CAIRN__LIST_BOX)
        check_box(from, level);
}

/* A folded number, counted from a block's first line. */
static bool is_inside(uint32_t first, uint32_t folded, uint32_t side)
{
    int64_t at = (int64_t)first + ((int64_t)(folded >> 1) ^ -(int64_t)(folded & 1));
    return at >= 0 && at < side;
}

static void check_labelled(const cairn__bend_verifier *self, reader *from, const place *block)
{
    uint64_t node = 0;
    while (from->sound && from->at < from->end) {
        uint32_t number = read_number(from);
        node += number >> 2;
        from->sound = from->sound && node < self->set->nodes;
        check_kind(from, number & 3, block->level);
    }
}

static void check_others(const cairn__bend_verifier *self, reader *from, const place *block)
{
    while (from->sound && from->at < from->end) {
        uint32_t number = read_number(from), row = read_number(from);
        from->sound = from->sound && is_inside(block->x, number >> 2, self->width) &&
                      is_inside(block->y, row, self->height);
        check_kind(from, number & 3, block->level);
    }
}

/* The parts of a block's list: quarters, items of nodes with a label, and others. */
enum { LABELLED = 4, OTHERS = 5, PARTS = 6 };

/* The sizes of the parts; they fill the list. */
static bool read_sizes(reader *from, uint32_t level, uint32_t sizes[PARTS])
{
    uint64_t total = 0;
    if (from->at >= from->end)
        return false;
    uint32_t flags = *from->at++;
    for (uint32_t i = 0; i < PARTS; i++) {
        sizes[i] = (flags >> i & 1) != 0 ? read_number(from) : 0;
        total += sizes[i];
        if ((flags >> i & 1) != 0 && sizes[i] == 0)
            return false;
    }
    bool is_last = level + 1 == CAIRN__BLOCK_LEVELS;
    return from->sound && flags != 0 && flags >> PARTS == 0 && !(is_last && (flags & 15) != 0) &&
           total == (uint64_t)(from->end - from->at);
}

static bool check_block(const cairn__bend_verifier *self, const uint8_t *at, const uint8_t *end,
                        const place *block)
{
    reader from = {at, end, true};
    uint32_t sizes[PARTS], half = 1u << cairn__block_get_bits(block->level) >> 1;
    if (!read_sizes(&from, block->level, sizes))
        return false;
    reader labelled = {from.at, from.at + sizes[LABELLED], true};
    reader others = {labelled.end, labelled.end + sizes[OTHERS], true};
    check_labelled(self, &labelled, block);
    check_others(self, &others, block);
    at = others.end;
    bool sound = labelled.sound && others.sound;
    for (uint32_t i = 0; sound && i < 4; at += sizes[i++])
        sound = sizes[i] == 0 || check_block(self, at, at + sizes[i],
                                             &(place){block->level + 1, block->x + i % 2 * half,
                                                      block->y + i / 2 * half});
    return sound;
}

cairn_status cairn__bend_verify_lists(cairn__bend_verifier *self)
{
    const cairn__bend_set *set = self->set;
    for (uint32_t i = 0; i < set->across * set->down; i++) {
        const uint8_t *at = set->lists + set->list_firsts[i];
        const uint8_t *end = set->lists + set->list_firsts[i + 1];
        place block = {0, i % set->across * 256, i / set->across * 256};
        if (at < end && !check_block(self, at, end, &block))
            return cairn__bend_fail(self, at, "the list of a block is damaged");
    }
    return CAIRN_OK;
}
