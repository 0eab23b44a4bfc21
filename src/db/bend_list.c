/* bend_list.c: going down the tree of blocks to a cell. Most items are not valid for it: their boxes alone
 * tell, and nothing branches there. */
#include "db/bend_list.h"

#include "base/bits.h"

/* ---- numbers ---- */

/* A number of a list; damage and the end give 0 and stop the reading. */
static uint32_t read_long_number(const uint8_t **at, const uint8_t *end)
{
    uint32_t number = 0;
    for (uint32_t shift = 0; shift < 35 && *at < end; shift += 7) {
        uint32_t byte = *(*at)++;
        number |= (byte & 127) << (shift & 31);
        if (byte < 128)
            return number;
    }
    *at = end;
    return 0;
}

static inline uint32_t read_number(const uint8_t **at, const uint8_t *end)
{
    const uint8_t *first = *at;
    if (end - first < 2 || (first[0] & first[1]) >= 128)
        return read_long_number(at, end);
    *at = first + 1 + (first[0] >> 7);
    return (first[0] & 127u) | (first[0] >= 128 ? (uint32_t)first[1] << 7 : 0);
}

static int32_t unfold(uint32_t number)
{
    return (int32_t)(number >> 1) ^ -(int32_t)(number & 1);
}

/* ---- boxes ---- */

/* Where a box behind its frame has its lower limits, its higher ones, and the bits above these. */
typedef struct shape {
    uint64_t lower;
    uint64_t higher;
    uint64_t above_lower;
    uint64_t above_higher;
} shape;

#define BIT(place) (UINT64_C(1) << (place))
#define LIMITS(line, diagonal, b) ((BIT(b) - 1) << (line) | (BIT((b) + 1) - 1) << (diagonal))
#define SHAPE(b)                                                                                   \
    {                                                                                              \
        LIMITS(0, 2 * (b), b), LIMITS(b, 3 * (b) + 1, b), BIT(b) | BIT(3 * (b) + 1),               \
            BIT(2 * (b)) | BIT(4 * (b) + 2)                                                        \
    }

static const shape shapes[CAIRN__BLOCK_LEVELS] = {SHAPE(8), SHAPE(7), SHAPE(6),
                                                  SHAPE(5), SHAPE(4), SHAPE(3)};

/* Prepares to hold boxes of the block against the cell. */
static void aim(cairn__list_cursor *cursor)
{
    const shape *of = &shapes[cursor->level];
    uint32_t bits = cairn__block_get_bits(cursor->level), side = 1u << bits;
    uint32_t x = cursor->cell.x & (side - 1), y = cursor->cell.y & (side - 1);
    for (uint32_t frame = 0; frame < 4; frame++) {
        uint64_t line = (frame & CAIRN__BOX_COLUMNS) != 0 ? x : y;
        uint64_t diagonal = cairn__box_get_diagonal(frame, x, y, side);
        cursor->probe.above[frame] = (line | diagonal << 2 * bits) + of->above_lower;
        cursor->probe.below[frame] =
            of->above_higher - (line << bits) - (diagonal << (3 * bits + 1));
    }
}

/* True if the cell is in a box; nothing branches. */
static inline bool is_in_box(const cairn__box_probe *probe, const shape *of, const uint8_t *box)
{
    uint64_t word;
    memcpy(&word, box, sizeof word); /* the section is padded */
    word = cairn__little64(word);
    uint32_t frame = word & 3;
    uint64_t limits = word >> 2;
    uint64_t kept = (probe->above[frame] - (limits & of->lower)) & of->above_lower;
    kept |= ((limits & of->higher) + probe->below[frame]) & of->above_higher;
    return kept == (of->above_lower | of->above_higher);
}

/* ---- blocks ---- */

/* The flags of a block's list: its quarters, items by their kind, and others. */
enum { QUARTERS = 15, FIRST_KIND = 4, OTHERS = 7 };

/* Which quarter of a block of the level the cell is in. */
static uint32_t get_quarter(const cairn__list_cursor *cursor)
{
    uint32_t bit = cairn__block_get_bits(cursor->level) - 1;
    uint32_t x = cursor->cell.x, y = cursor->cell.y;
    return (x >> bit & 1) | (y >> bit & 1) << 1;
}

/* The bytes of a block's quarters but the last one, as far as the cell needs them. */
typedef struct quarters {
    uint32_t last; /* bit of the last one; 0: there are none */
    uint64_t all;  /* bytes */
    uint64_t before;
    uint64_t own;
} quarters;

static quarters read_quarters(const uint8_t **at, const uint8_t *end, uint32_t flags, uint32_t own)
{
    quarters read = {.last = flags};
    for (; (read.last & (read.last - 1)) != 0; read.last &= read.last - 1) {
        uint32_t bytes = read_number(at, end), bit = read.last & -read.last;
        read.all += bytes;
        read.before += bit < own ? bytes : 0;
        read.own = bit == own ? bytes : read.own;
    }
    return read;
}

/* At damage the list ends. */
static void end_block(cairn__list_cursor *cursor)
{
    cursor->ends[CAIRN__LIST_ASK] = 0;
    cursor->bytes = 0;
}

/* Reads the head of a block's list, which begins at cursor->quarter and has `bytes` bytes. */
static void enter(cairn__list_cursor *cursor, const cairn__bend_set *set, uint32_t bytes)
{
    const uint8_t *at = cursor->quarter, *end = at + bytes;
    uint32_t flags = *at++, own = 1u << get_quarter(cursor);
    uint64_t items = 0;
    for (uint32_t i = 0; i < CAIRN__LIST_KINDS; i++) {
        items += (flags >> (FIRST_KIND + i) & 1) != 0 ? read_number(&at, end) : 0;
        cursor->ends[i] = (uint32_t)items;
    }
    uint64_t others = flags >> OTHERS != 0 ? read_number(&at, end) : 0;
    quarters parts = read_quarters(&at, end, flags & QUARTERS, own);
    uint32_t boxes = cursor->ends[CAIRN__LIST_BOX] - cursor->ends[CAIRN__LIST_ALL];
    uint64_t row = (items * cairn__list_get_width(set) + 7) / 8;
    uint64_t wide = (uint64_t)boxes * cairn__list_get_box_bytes(cursor->level);
    uint64_t left = (uint64_t)(end - at), front = row + wide + others;
    cursor->next = 0;
    cursor->others[cursor->blocks++] = (cairn__list_others){end, end};
    if (items > UINT32_MAX || front + parts.all > left) {
        end_block(cursor);
        return;
    }
    const uint8_t *first = at + row + wide;
    cursor->nodes = at;
    cursor->boxes = at + row;
    cursor->others[cursor->level] = (cairn__list_others){first, first + others};
    cursor->quarter = first + others + parts.before;
    cursor->bytes = (uint32_t)(parts.last == own ? left - front - parts.all : parts.own);
    if (cursor->labelled && boxes > 0)
        aim(cursor);
}

/* Goes on with the cell's quarter; false if it has no list. */
static bool go_down(cairn__list_cursor *cursor, const cairn__bend_set *set)
{
    if (cursor->level + 1 >= CAIRN__BLOCK_LEVELS || cursor->bytes == 0)
        return false;
    cursor->level++;
    enter(cursor, set, cursor->bytes);
    return true;
}

/* Goes on with the others of a block. */
static void open_others(cairn__list_cursor *cursor, uint32_t level)
{
    cursor->level = level;
    if (cursor->others[level].at < cursor->others[level].end)
        aim(cursor);
}

/* Goes on with the next block; false if there is none. */
static bool descend(cairn__list_cursor *cursor, const cairn__bend_set *set)
{
    bool is_there = cursor->labelled ? go_down(cursor, set) : cursor->level + 1 < cursor->blocks;
    if (!is_there)
        cursor->level = CAIRN__BLOCK_LEVELS;
    else if (!cursor->labelled)
        open_others(cursor, cursor->level + 1);
    return is_there;
}

static void start_others(cairn__list_cursor *cursor)
{
    cursor->labelled = false;
    cursor->level = CAIRN__BLOCK_LEVELS;
    if (cursor->blocks > 0)
        open_others(cursor, 0);
}

void cairn__list_start_others(cairn__list_cursor *cursor, const cairn__list_cursor *read)
{
    *cursor = *read;
    start_others(cursor);
}

void cairn__list_start(cairn__list_cursor *cursor, const cairn__bend_set *set, cairn__xy cell,
                       bool labelled)
{
    uint32_t across = cell.x >> 8, down = cell.y >> 8;
    cursor->cell = cell;
    cursor->labelled = labelled;
    cursor->level = CAIRN__BLOCK_LEVELS;
    cursor->blocks = 0;
    if (across >= set->across || down >= set->down)
        return;
    uint32_t block = down * set->across + across;
    uint32_t first = set->list_firsts[block], end = set->list_firsts[block + 1];
    if (first >= end || end > set->list_bytes)
        return;
    cursor->level = 0;
    cursor->quarter = set->lists + first;
    enter(cursor, set, end - first);
    if (labelled)
        return;
    while (go_down(cursor, set))
        continue;
    start_others(cursor);
}

/* ---- items ---- */

/* Items that are looked at together. */
#define MANY 32

static inline uint32_t get_lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The kind of the next item. */
static uint32_t get_kind(const cairn__list_cursor *cursor)
{
    return (uint32_t)(cursor->next >= cursor->ends[CAIRN__LIST_ALL]) +
           (cursor->next >= cursor->ends[CAIRN__LIST_BOX]);
}

/* Those of the next items, all with a box, in whose boxes the cell is; how many. */
static uint32_t find_boxes(const cairn__list_cursor *cursor, uint32_t count, uint32_t *found)
{
    const cairn__box_probe probe = cursor->probe;
    const shape of = shapes[cursor->level];
    uint32_t bytes = cairn__list_get_box_bytes(cursor->level), valid = 0;
    const uint8_t *box =
        cursor->boxes + (size_t)(cursor->next - cursor->ends[CAIRN__LIST_ALL]) * bytes;
    for (uint32_t i = 0; i < count; i++, box += bytes) {
        found[valid] = cursor->next + i;
        valid += is_in_box(&probe, &of, box);
    }
    return valid;
}

static uint32_t find_items(const cairn__list_cursor *cursor, uint32_t kind, uint32_t count,
                           uint32_t *found)
{
    if (kind == CAIRN__LIST_BOX)
        return find_boxes(cursor, count, found);
    for (uint32_t i = 0; i < count; i++)
        found[i] = cursor->next + i;
    return count;
}

/* Reads items of one kind up to a limit or to the last of the block; how many are valid, or may be. */
static uint32_t read_labelled(cairn__list_cursor *cursor, const cairn__bend_set *set,
                              uint32_t *limit, cairn__list_item *items, uint32_t capacity)
{
    uint32_t kind = get_kind(cursor), found[MANY], valid = 0;
    uint32_t width = cairn__list_get_width(set);
    uint32_t count = get_lesser(get_lesser(cursor->ends[kind] - cursor->next, MANY),
                                get_lesser(*limit, capacity));
    uint32_t of = find_items(cursor, kind, count, found);
    for (uint32_t i = 0; i < of; i++) {
        uint32_t node = cairn__read_bits(cursor->nodes, found[i], width);
        bool sound = node < set->nodes;
        items[valid] = (cairn__list_item){node, set->cells[sound ? node : 0], kind, 0};
        valid += sound;
    }
    cursor->next += count;
    *limit -= count;
    return valid;
}

static uint32_t read_others(cairn__list_cursor *cursor, uint32_t *limit, cairn__list_item *items,
                            uint32_t capacity)
{
    cairn__list_others *others = &cursor->others[cursor->level];
    uint32_t mask = (1u << cairn__block_get_bits(cursor->level)) - 1, count = 0;
    uint32_t bytes = cairn__list_get_box_bytes(cursor->level);
    for (; others->at < others->end && count != capacity && *limit != 0; --*limit) {
        uint32_t number = read_number(&others->at, others->end), kind = number & 3;
        int32_t x = (int32_t)(cursor->cell.x & ~mask) + unfold(number >> 2);
        int32_t y =
            (int32_t)(cursor->cell.y & ~mask) + unfold(read_number(&others->at, others->end));
        const uint8_t *box = others->at;
        items[count] =
            (cairn__list_item){CAIRN__NO_LABEL, {.x = (uint16_t)x, .y = (uint16_t)y}, kind, 0};
        count += kind == CAIRN__LIST_BOX ? is_in_box(&cursor->probe, &shapes[cursor->level], box)
                                         : kind != CAIRN__LIST_KINDS;
        if (kind == CAIRN__LIST_BOX)
            others->at = others->end - box < (ptrdiff_t)bytes ? others->end : box + bytes;
    }
    return count;
}

/* True if no item of the block is left. */
static bool is_read(const cairn__list_cursor *cursor)
{
    const cairn__list_others *others = &cursor->others[cursor->level];
    return cursor->labelled ? cursor->next == cursor->ends[CAIRN__LIST_ASK]
                            : others->at >= others->end;
}

uint32_t cairn__list_read(cairn__list_cursor *cursor, const cairn__bend_set *set, uint32_t *limit,
                          cairn__list_item *items, uint32_t capacity)
{
    uint32_t count = 0;
    while (!cairn__list_is_read(cursor) && count != capacity && *limit != 0) {
        if (!is_read(cursor)) {
            count += cursor->labelled
                         ? read_labelled(cursor, set, limit, items + count, capacity - count)
                         : read_others(cursor, limit, items + count, capacity - count);
            continue;
        }
        --*limit;
        if (!descend(cursor, set))
            break;
    }
    return count;
}
