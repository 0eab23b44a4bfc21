/* coarse_search.c: rows of blocks, 64 at a time. Crossing from block to block along a row is an
 * addition whose carries run along the crossings that there are; on the way back the bits are
 * reversed for it. */
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

static uint32_t count_words(const cairn__coarse_search *search)
{
    return search->last / 64 - search->first / 64 + 1;
}

/* The row of one of the ends, and the bit of its block alone. */
static void start_row(cairn__coarse_search *search, uint32_t end)
{
    search->row = search->rows[end];
    search->first = get_block(search->places[0], search->row);
    search->last = get_block(search->places[1], search->row);
    uint32_t bit = end == 0 ? search->first : search->last;
    for (uint32_t i = 0; i < count_words(search); i++)
        search->blocks[i] = 0;
    search->blocks[bit / 64 - search->first / 64] = UINT64_C(1) << bit % 64;
}

void cairn__coarse_search_start(cairn__coarse_search *search, const cairn_map *map, uint32_t frame,
                                const cairn__xy ends[2], uint16_t *room)
{
    uint32_t x = get_gap(ends[0].x, ends[1].x), y = get_gap(ends[0].y, ends[1].y);
    uint32_t depth = x < y ? x : y;
    size_t size = cairn__coarse_get_room(depth) / 4;
    search->frame = frame;
    search->width = get_later(x, y) - depth;
    search->back = false;
    for (uint32_t i = 0; i < 2; i++) {
        cairn__coarse_place at = cairn__coarse_get_place(map, frame, ends[i].x, ends[i].y);
        search->rows[i] = (uint32_t)at.row >> CAIRN__COARSE_BITS;
        search->places[i] = at.column - at.row;
        search->hulls[i] = (cairn__coarse_hull){
            .shift = i == 0 ? (uint32_t)at.row & 7 : 7 - ((uint32_t)at.row & 7),
            .lows = room + 2 * i * size,
            .highs = room + (2 * i + 1) * size,
        };
    }
    start_row(search, 0);
}

/* ---- there ---- */

/* Spreads the blocks of a row along it, up to the last one that may be on the way. */
static void spread(cairn__coarse_search *search, const uint64_t *across)
{
    uint32_t words = count_words(search);
    uint64_t entering = 0;
    across += search->first / 64;
    for (uint32_t i = 0; i < words; i++) {
        uint64_t open = across[i], blocks = search->blocks[i] | entering;
        uint64_t leaving = blocks & open, sum = open + leaving;
        search->blocks[i] = blocks | (open & (leaving | ~sum)) << 1;
        entering = sum < open; /* the last crossing leads to the next word */
    }
    search->blocks[words - 1] &= UINT64_MAX >> (63 - search->last % 64);
}

/* Goes on to the next row of blocks, where all bits are one further. */
static void descend(cairn__coarse_search *search, const uint64_t *down)
{
    uint32_t words = count_words(search), begin = search->first / 64;
    uint64_t moved[CAIRN__COARSE_WORDS + 1], before = 0;
    for (uint32_t i = 0; i < words; i++) {
        uint64_t leaving = search->blocks[i] & down[begin + i];
        moved[i] = leaving << 1 | before;
        before = leaving >> 63;
    }
    moved[words] = before;
    search->row++;
    search->first++;
    search->last++;
    for (uint32_t i = 0; i < count_words(search); i++)
        search->blocks[i] = moved[i + search->first / 64 - begin];
}

/* ---- and back ---- */

static void spread_back(cairn__coarse_search *search, const uint64_t *across)
{
    uint64_t entering = 0; /* as the highest bit */
    across += search->first / 64;
    for (uint32_t i = count_words(search); i-- > 0;) {
        uint64_t open = cairn__reverse_bits(across[i]);
        uint64_t entered = cairn__reverse_bits(search->blocks[i] >> 1 | entering) & open;
        uint64_t sum = open + entered;
        search->blocks[i] |= cairn__reverse_bits(open & (entered | ~sum));
        entering = search->blocks[i] << 63;
    }
    search->blocks[0] &= UINT64_MAX << search->first % 64;
}

/* Goes back to the row before, where all bits are one less. `down` is that row's. */
static void ascend(cairn__coarse_search *search, const uint64_t *down)
{
    uint32_t words = count_words(search), begin = search->first / 64;
    uint64_t moved[CAIRN__COARSE_WORDS + 1];
    moved[0] = search->blocks[0] << 63; /* of the word before */
    for (uint32_t i = 0; i < words; i++)
        moved[i + 1] = search->blocks[i] >> 1 | (i + 1 < words ? search->blocks[i + 1] << 63 : 0);
    search->row--;
    search->first--;
    search->last--;
    uint32_t skip = search->first / 64 + 1 - begin;
    for (uint32_t i = 0; i < count_words(search); i++)
        search->blocks[i] = moved[i + skip] & down[search->first / 64 + i];
}

/* ---- hulls ---- */

/* A place seen from an end: cardinal moves from it, between 0 and all of them. */
static uint16_t get_place(const cairn__coarse_search *search, uint32_t end, int32_t place)
{
    int32_t moves = end == 0 ? place - search->places[0] : search->places[1] - place;
    moves = moves < 0 ? 0 : moves;
    return (uint16_t)((uint32_t)moves > search->width ? search->width : (uint32_t)moves);
}

/* Notes the row's first and last block; false if there is none. What is reached on the way there
 * limits the search from the second end, and the other way round. */
static bool note(cairn__coarse_search *search)
{
    uint32_t words = count_words(search), begin = 0, end = words;
    while (begin < words && search->blocks[begin] == 0)
        begin++;
    if (begin == words)
        return false;
    while (search->blocks[end - 1] == 0)
        end--;
    uint32_t base = search->first / 64 * 64, of = search->back ? 0 : 1;
    uint32_t low = base + begin * 64 + cairn__count_trailing_zeros(search->blocks[begin]);
    uint32_t high = base + end * 64 - 1 - cairn__count_leading_zeros(search->blocks[end - 1]);
    int32_t low_place = ((int32_t)low - 1 - (int32_t)search->row) * 8;
    int32_t high_place = ((int32_t)high - 1 - (int32_t)search->row) * 8 + 7;
    uint32_t row = get_gap(search->row, search->rows[of]);
    cairn__coarse_hull *hull = &search->hulls[of];
    hull->lows[row] = get_place(search, of, of == 0 ? low_place : high_place);
    hull->highs[row] = get_place(search, of, of == 0 ? high_place : low_place);
    return true;
}

/* ---- rows ---- */

/* The row there; NO is sure, PAUSED means that there is more to do. */
static cairn__coarse_answer go_there(cairn__coarse_search *search, const cairn__coarse_frame *frame)
{
    spread(search, frame->across + (size_t)search->row * frame->words);
    if (!note(search))
        return CAIRN__COARSE_NO;
    if (search->row < search->rows[1]) {
        descend(search, frame->down + (size_t)search->row * frame->words);
        return CAIRN__COARSE_PAUSED;
    }
    uint64_t goal = search->blocks[count_words(search) - 1] >> search->last % 64;
    if ((goal & 1) == 0)
        return CAIRN__COARSE_NO;
    search->back = true;
    start_row(search, 1);
    return CAIRN__COARSE_PAUSED;
}

static cairn__coarse_answer go_back(cairn__coarse_search *search, const cairn__coarse_frame *frame)
{
    spread_back(search, frame->across + (size_t)search->row * frame->words);
    if (!note(search))
        return CAIRN__COARSE_NO;
    if (search->row == search->rows[0])
        return CAIRN__COARSE_MAYBE;
    ascend(search, frame->down + (size_t)(search->row - 1) * frame->words);
    return CAIRN__COARSE_PAUSED;
}

cairn__coarse_answer cairn__coarse_search_run(cairn__coarse_search *search, const cairn_map *map,
                                              int64_t *units)
{
    const cairn__coarse_frame *frame = &map->coarse.frames[search->frame];
    while (*units > 0) {
        *units -= 1 + count_words(search) / 8;
        cairn__coarse_answer answer =
            search->back ? go_back(search, frame) : go_there(search, frame);
        if (answer != CAIRN__COARSE_PAUSED)
            return answer;
    }
    return CAIRN__COARSE_PAUSED;
}
