/* bend_list_verify.c: whether lists are coded as the builder codes them: their tree, their numbers, their
 * boxes, the order of nodes. */
#include "verify/bend_verify.h"

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

/* Nodes ascend in each kind, and what is left of the last byte is zero. */
static bool check_nodes(const cairn__bend_verifier *self, const uint8_t *row,
                        const uint64_t counts[CAIRN__LIST_KINDS])
{
    uint32_t width = cairn__list_get_width(self->set), at = 0;
    for (uint32_t kind = 0; kind < CAIRN__LIST_KINDS; kind++)
        for (uint32_t i = 0, before = 0; i < counts[kind]; i++, at++) {
            uint32_t node = cairn__read_bits(row, at, width);
            if (node < before || node >= self->set->nodes)
                return false;
            before = node;
        }
    return at * width % 8 == 0 || row[at * width / 8] >> at * width % 8 == 0;
}

static bool check_boxes(reader *from, uint64_t count, uint32_t level)
{
    for (uint64_t i = 0; from->sound && i < count; i++)
        check_box(from, level);
    return from->sound;
}

static bool check_others(const cairn__bend_verifier *self, reader *from, const place *block)
{
    while (from->sound && from->at < from->end) {
        uint32_t number = read_number(from), row = read_number(from);
        from->sound = from->sound && is_inside(block->x, number >> 2, self->width) &&
                      is_inside(block->y, row, self->height);
        check_kind(from, number & 3, block->level);
    }
    return from->sound;
}

/* What the head of a block says about its parts. */
typedef struct parts {
    uint64_t counts[CAIRN__LIST_KINDS];
    uint64_t row; /* bytes of the nodes */
    uint64_t boxes;
    uint64_t others;
    uint64_t quarters[4];
} parts;

/* A number that stands there because it is not 0. */
static uint64_t read_part(reader *from, uint32_t flags, uint32_t bit)
{
    if ((flags >> bit & 1) == 0)
        return 0;
    uint32_t number = read_number(from);
    from->sound = from->sound && number > 0;
    return number;
}

/* Reads the head of a block's list; its parts fill the list. */
static bool read_parts(const cairn__bend_verifier *self, reader *from, uint32_t level, parts *read)
{
    if (from->at >= from->end)
        return false;
    uint32_t flags = *from->at++, last = 0;
    for (uint32_t i = 0; i < CAIRN__LIST_KINDS; i++)
        read->counts[i] = read_part(from, flags, 4 + i);
    read->others = read_part(from, flags, 7);
    for (uint32_t i = 0; i < 4; i++)
        last = (flags >> i & 1) != 0 ? i : last;
    uint64_t front = 0, items = read->counts[0] + read->counts[1] + read->counts[2];
    for (uint32_t i = 0; i < 4; i++)
        front += read->quarters[i] = i < last ? read_part(from, flags, i) : 0;
    read->row = (items * cairn__list_get_width(self->set) + 7) / 8;
    read->boxes = read->counts[CAIRN__LIST_BOX] * cairn__list_get_box_bytes(level);
    front += read->row + read->boxes + read->others;
    uint64_t left = (uint64_t)(from->end - from->at);
    bool has_quarters = (flags & 15) != 0, is_last = level + 1 == CAIRN__BLOCK_LEVELS;
    read->quarters[last] = has_quarters && front < left ? left - front : 0;
    return from->sound && flags != 0 && !(is_last && has_quarters) &&
           (has_quarters ? front < left : front == left);
}

static bool check_block(const cairn__bend_verifier *self, const uint8_t *at, const uint8_t *end,
                        const place *block)
{
    reader from = {at, end, true};
    parts of;
    uint32_t half = 1u << cairn__block_get_bits(block->level) >> 1;
    if (!read_parts(self, &from, block->level, &of))
        return false;
    reader boxes = {from.at + of.row, from.at + of.row + of.boxes, true};
    reader others = {boxes.end, boxes.end + of.others, true};
    at = others.end;
    bool sound = check_nodes(self, from.at, of.counts) &&
                 check_boxes(&boxes, of.counts[CAIRN__LIST_BOX], block->level) &&
                 check_others(self, &others, block);
    for (uint32_t i = 0; sound && i < 4; at += of.quarters[i++])
        sound =
            of.quarters[i] == 0 || check_block(self, at, at + of.quarters[i],
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
