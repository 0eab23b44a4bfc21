/* coarse_search.c: rows of blocks, 64 at a time. Of the two fronts the narrower one goes on to its next
 * row, so a way that is closed at one of its ends is seen there. */
#include "search/coarse_search.h"

static uint32_t get_gap(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

static uint32_t get_later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The bit of a block: of a place's diagonals, in a row of blocks. */
static uint32_t get_block(int32_t place, uint32_t row)
{
    return (uint32_t)((place >> CAIRN__COARSE_BITS) + (int32_t)row + 1);
}

/* ---- limits ---- */

/* Notes the first and the last block that a front has reached in its row. */
static void note(cairn__coarse_search *search, const cairn__coarse_front *front)
{
    uint32_t row = front->row - search->rows[0];
    search->limits[0][row] = (uint16_t)front->low;
    search->limits[1][row] = (uint16_t)front->high;
}

cairn__coarse_rows cairn__coarse_search_get_rows(const cairn__coarse_search *search, uint32_t end,
                                                 uint32_t row)
{
    uint32_t at = (row + search->inner[end]) / 8, rows = search->rows[1] - search->rows[0];
    uint32_t block_row = end == 0 ? at : rows - at;
    int32_t block = search->limits[end][block_row];
    int32_t place = (block - 1 - (int32_t)(search->rows[0] + block_row)) * 8;
    int32_t moves = end == 0 ? place - search->places[0] : search->places[1] - (place + 7);
    return (cairn__coarse_rows){moves > 0 ? (uint32_t)moves : 0, (at + 1) * 8 - search->inner[end]};
}

void cairn__coarse_search_start(cairn__coarse_search *search, const cairn_map *map, uint32_t frame,
                                const cairn__xy ends[2], uint16_t *room)
{
    uint32_t x = get_gap(ends[0].x, ends[1].x), y = get_gap(ends[0].y, ends[1].y);
    uint32_t depth = x < y ? x : y;
    search->frame = frame;
    search->begun = false;
    search->limits[0] = room;
    search->limits[1] = room + cairn__coarse_get_room(depth) / 2;
    for (uint32_t i = 0; i < 2; i++) {
        cairn__coarse_place at = cairn__coarse_get_place(map, frame, ends[i].x, ends[i].y);
        search->rows[i] = (uint32_t)at.row >> CAIRN__COARSE_BITS;
        search->places[i] = at.column - at.row;
        search->inner[i] = i == 0 ? (uint32_t)at.row & 7 : 7 - ((uint32_t)at.row & 7);
    }
}

/* ---- rows ---- */

/* Makes `low` and `high` those of blocks that are reached, in these words; false if there is none. */
static bool trim(cairn__coarse_front *front, uint32_t begin, uint32_t end)
{
    while (begin <= end && front->blocks[begin] == 0)
        begin++;
    if (begin > end)
        return false;
    while (front->blocks[end] == 0)
        end--;
    front->low = begin * 64 + cairn__count_trailing_zeros(front->blocks[begin]);
    front->high = end * 64 + 63 - cairn__count_leading_zeros(front->blocks[end]);
    return true;
}

/* Blocks and those behind them that crossings lead to. An addition's carries run along the crossings
 * that there are; the last one may lead to the next word. */
static uint64_t spread_word(uint64_t blocks, uint64_t open, uint64_t *entering)
{
    uint64_t leaving = blocks & open, sum = open + leaving;
    *entering = sum < open;
    return blocks | (open & (leaving | ~sum)) << 1;
}

/* Spreads blocks along their row, up to block `last`. */
static bool spread(cairn__coarse_front *front, const uint64_t *across, uint32_t last)
{
    uint32_t begin = front->low / 64, end = front->high / 64, i = begin;
    uint64_t entering = 0;
    for (; i <= end || (entering != 0 && i <= last / 64); i++)
        front->blocks[i] =
            spread_word((i <= end ? front->blocks[i] : 0) | entering, across[i], &entering);
    if (i > last / 64) {
        i = last / 64 + 1;
        front->blocks[last / 64] &= UINT64_MAX >> (63 - last % 64);
    }
    return trim(front, begin, i - 1);
}

/* Goes on to the next row, where all bits are one further. */
static bool descend(cairn__coarse_front *front, const uint64_t *down)
{
    uint32_t begin = front->low / 64, end = front->high / 64;
    uint64_t before = 0;
    for (uint32_t i = begin; i <= end; i++) {
        uint64_t leaving = front->blocks[i] & down[i];
        front->blocks[i] = leaving << 1 | before;
        before = leaving >> 63;
    }
    if (before != 0)
        front->blocks[++end] = before;
    return trim(front, begin, end);
}

/* Blocks and those before them that crossings lead from. */
static uint64_t spread_word_back(uint64_t blocks, uint64_t open)
{
    for (uint32_t by = 1; by < 64; by *= 2) {
        blocks |= blocks >> by & open;
        open &= open >> by;
    }
    return blocks;
}

/* Spreads blocks back along their row, down to block `first`. */
static bool spread_back(cairn__coarse_front *front, const uint64_t *across, uint32_t first)
{
    uint32_t begin = front->low / 64, end = front->high / 64, i = end + 1;
    uint64_t entering = 0; /* as the highest bit */
    for (; i > begin || (entering != 0 && i > first / 64); i--) {
        uint64_t open = across[i - 1], blocks = i > begin ? front->blocks[i - 1] : 0;
        front->blocks[i - 1] = spread_word_back(blocks | (entering & open), open);
        entering = front->blocks[i - 1] << 63;
    }
    if (i <= first / 64) {
        i = first / 64;
        front->blocks[i] &= UINT64_MAX << first % 64;
    }
    return trim(front, i, end);
}

/* Goes back to the row before, where all bits are one less. `down` is that row's. */
static bool ascend(cairn__coarse_front *front, const uint64_t *down)
{
    uint32_t begin = front->low / 64, end = front->high / 64, first = begin;
    if (front->low % 64 == 0)
        front->blocks[--first] = 0;
    for (uint32_t i = begin; i <= end; i++) {
        if (i > first)
            front->blocks[i - 1] |= front->blocks[i] << 63 & down[i - 1];
        front->blocks[i] = front->blocks[i] >> 1 & down[i];
    }
    return trim(front, first, end);
}

/* ---- a word ---- */

/* The bits that lead to a front's next row, in it, and the block up to which it may spread. */
typedef struct row_bits {
    const uint64_t *down;
    const uint64_t *across;
    uint32_t limit;
} row_bits;

/* Descends and spreads within one word; false if that does not do. */
static bool pass_word(const cairn__coarse_front *front, const row_bits *row, uint64_t *blocks)
{
    uint32_t i = front->low / 64;
    uint64_t entering;
    if (front->high / 64 != i || front->high % 64 == 63)
        return false;
    *blocks = spread_word((front->blocks[i] & row->down[i]) << 1, row->across[i], &entering);
    if (row->limit / 64 == i)
        *blocks &= UINT64_MAX >> (63 - row->limit % 64);
    return entering == 0 || row->limit / 64 == i;
}

static bool pass_word_back(const cairn__coarse_front *front, const row_bits *row, uint64_t *blocks)
{
    uint32_t i = front->low / 64;
    if (front->high / 64 != i || front->low % 64 == 0)
        return false;
    *blocks = spread_word_back(front->blocks[i] >> 1 & row->down[i], row->across[i]);
    if (row->limit / 64 == i)
        *blocks &= UINT64_MAX << row->limit % 64;
    return (*blocks & 1) == 0 || row->limit / 64 == i;
}

/* ---- the search ---- */

/* The row's words of one of the bits. */
static const uint64_t *get_words(const cairn__coarse_frame *frame, const uint64_t *bits,
                                 uint32_t row)
{
    return bits + (size_t)row * frame->words;
}

/* Takes a front to the row that its number says; false if it ends there. */
static bool enter_row(cairn__coarse_search *search, const cairn__coarse_frame *frame, uint32_t end)
{
    cairn__coarse_front *front = &search->fronts[end];
    row_bits row = {get_words(frame, frame->down, end == 0 ? front->row - 1 : front->row),
                    get_words(frame, frame->across, front->row),
                    get_block(search->places[1 - end], front->row)};
    uint64_t *word = &front->blocks[front->low / 64], blocks;
    if (end == 0 ? pass_word(front, &row, &blocks) : pass_word_back(front, &row, &blocks)) {
        *word = blocks;
        return trim(front, front->low / 64, front->low / 64);
    }
    return end == 0 ? descend(front, row.down) && spread(front, row.across, row.limit)
                    : ascend(front, row.down) && spread_back(front, row.across, row.limit);
}

/* Takes a front to its next row; false if it ends there. */
static bool advance(cairn__coarse_search *search, const cairn__coarse_frame *frame, uint32_t end)
{
    cairn__coarse_front *front = &search->fronts[end];
    front->row = end == 0 ? front->row + 1 : front->row - 1;
    if (!enter_row(search, frame, end))
        return false;
    note(search, front);
    return true;
}

/* In the same row: is there a block that both have reached? */
static bool meet(const cairn__coarse_search *search)
{
    const cairn__coarse_front *a = &search->fronts[0], *b = &search->fronts[1];
    uint32_t first = get_later(a->low, b->low) / 64;
    uint32_t last = (a->high < b->high ? a->high : b->high) / 64;
    for (uint32_t i = first; i <= last; i++)
        if ((a->blocks[i] & b->blocks[i]) != 0)
            return true;
    return false;
}

/* The row of one of the ends, and the bit of its block alone. */
static void start_front(cairn__coarse_search *search, uint32_t end)
{
    cairn__coarse_front *front = &search->fronts[end];
    front->row = search->rows[end];
    front->low = front->high = get_block(search->places[end], front->row);
    front->blocks[front->low / 64] = UINT64_C(1) << front->low % 64;
}

/* The first row of each end. */
static void begin(cairn__coarse_search *search, const cairn__coarse_frame *frame)
{
    for (uint32_t end = 0; end < 2; end++) {
        cairn__coarse_front *front = &search->fronts[end];
        start_front(search, end);
        const uint64_t *across = get_words(frame, frame->across, front->row);
        uint32_t limit = get_block(search->places[1 - end], front->row);
        (void)(end == 0 ? spread(front, across, limit) : spread_back(front, across, limit));
        note(search, front);
    }
    search->begun = true;
}

cairn__answer cairn__coarse_search_run(cairn__coarse_search *search, const cairn_map *map,
                                       cairn__meter *meter)
{
    const cairn__coarse_frame *frame = &map->coarse.frames[search->frame];
    const cairn__coarse_front *a = &search->fronts[0], *b = &search->fronts[1];
    if (!search->begun)
        begin(search, frame);
    while (a->row < b->row) {
        if (meter->left <= 0)
            return CAIRN__PAUSED;
        uint32_t end = a->high - a->low <= b->high - b->low ? 0 : 1;
        meter->left -= 1 + (search->fronts[end].high - search->fronts[end].low) / 512;
        if (!advance(search, frame, end))
            return CAIRN__NONE;
    }
    return meet(search) ? CAIRN__DONE : CAIRN__NONE;
}
