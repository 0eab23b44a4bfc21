/* coarse.c: the bits of a frame, 64 cells at a time. */
#include "grid/coarse.h"

#include <string.h>

#include "base/memory.h"
#include "grid/tiles.h"

/* Frames 1 and 2 have the map's columns as rows; 2 and 3 count x from the right. */
static bool is_upright(uint32_t frame)
{
    return frame == 1 || frame == 2;
}

static bool is_flipped(uint32_t frame)
{
    return frame >= 2;
}

static uint32_t pad(uint32_t side)
{
    return (side + 63) / 64 * 64;
}

cairn__coarse_place cairn__coarse_get_place(const cairn_map *map, uint32_t frame, uint32_t x,
                                            uint32_t y)
{
    int32_t turned = (int32_t)(is_flipped(frame) ? pad(map->info.width) - 1 - x : x);
    if (is_upright(frame))
        return (cairn__coarse_place){(int32_t)y, turned};
    return (cairn__coarse_place){turned, (int32_t)y};
}

/* Cells of a frame's row, 64 from a column on; columns are up to 64 outside, and may wrap around
 * below 0. */
static uint64_t get_cells(const cairn_map *map, uint32_t frame, uint32_t row, uint32_t column)
{
    int32_t right = (int32_t)pad(map->info.width) - 1;
    if (is_upright(frame)) {
        int32_t x = is_flipped(frame) ? right - (int32_t)row : (int32_t)row;
        return cairn__column_from(map, x, (int32_t)column);
    }
    if (!is_flipped(frame))
        return cairn__row_from(map, (int32_t)column, (int32_t)row);
    return cairn__reverse_bits(cairn__row_from(map, right - 63 - (int32_t)column, (int32_t)row));
}

/* The lowest bit of each byte, side by side. */
static uint64_t gather(uint64_t word)
{
    return (word & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

/* The same from the highest byte to the lowest. */
static uint64_t gather_backwards(uint64_t word)
{
    return (word & UINT64_C(0x0101010101010101)) * UINT64_C(0x8040201008040201) >> 56;
}

/* Sets the lowest bit of each byte that has one. */
static uint64_t merge_bytes(uint64_t word)
{
    word |= word >> 4;
    word |= word >> 2;
    return word | word >> 1;
}

static void set_bits(uint64_t *row, uint32_t at, uint64_t bits)
{
    row[at / 64] |= bits << at % 64;
    if (at % 64 > 56)
        row[at / 64 + 1] |= bits >> (64 - at % 64);
}

/* Moves from 64 cells of a row that lead to another block. */
static void add_cells(const cairn_map *map, uint32_t frame, uint32_t row, uint32_t column)
{
    const cairn__coarse_frame *to = &map->coarse.frames[frame];
    uint64_t here = get_cells(map, frame, row, column);
    if (here == 0)
        return;
    uint64_t next = get_cells(map, frame, row, column + 1);
    size_t begin = (size_t)(row >> CAIRN__COARSE_BITS) * to->words;
    uint32_t inner = row & 7, at = column / 8;
    /* Cells on the last diagonal of their block. */
    set_bits(to->across + begin, at + (inner == 0), gather((here & next) >> ((inner + 7) & 7)));
    if (inner != 7)
        return;
    uint64_t moves = here & get_cells(map, frame, row + 1, column + 1);
    if (map->info.corners == CAIRN_CORNERS_STRICT)
        moves &= next & get_cells(map, frame, row + 1, column);
    set_bits(to->down + begin, at, gather(merge_bytes(moves << 1)));
    set_bits(to->down + begin, at + 8, moves >> 63);
}

static void fill(const cairn_map *map, uint32_t frame)
{
    uint32_t width = pad(map->info.width), height = pad(map->info.height);
    uint32_t rows = is_upright(frame) ? width : height,
             columns = is_upright(frame) ? height : width;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column += 64)
            add_cells(map, frame, row, column);
}

/* ---- after a change ----
 *
 * Two frames at a time, which have the same cells as rows: 0 and 3 rows of the map, 1 and 2 columns. Frame 3
 * follows each of these lines backwards, frame 2 takes one after the other backwards. */

/* Cells of a line that lie in one word, with their blocks in both frames. */
#define CELLS_AT_ONCE 24

/* Lines, 64 cells of each: the eight of a row of blocks, the one before and the one after. Moves along a line lead from a
 * cell to the next one. */
typedef struct bundle {
    uint64_t before[2]; /* the one before and the first; of columns alone */
    uint64_t after[2];  /* the last and the one after */
    uint64_t forwards;  /* moves along line i are i bits lower */
    uint64_t backwards; /* i bits higher */
} bundle;

/* Cells of a line in two tiles: bits of `low` are those of the second one. */
static uint64_t mix_words(const uint64_t *here, const uint64_t *there, uint64_t low)
{
    return *here ^ ((*here ^ *there) & low);
}

/* The same from the lowest bit on, which is bit `shift` of the first tile. */
static uint64_t turn_words(const uint64_t *here, const uint64_t *there, uint32_t shift)
{
    return cairn__rotate_left(mix_words(here, there, (UINT64_C(1) << shift) - 1), 64 - shift);
}

static uint64_t get_line(const cairn_map *map, bool upright, int32_t line, int32_t along)
{
    return upright ? cairn__column_from(map, line, along) : cairn__row_from(map, along, line);
}

/* The eight lie side by side in two tiles. Bits that are turned around past the ends of a word belong to blocks that are not
 * looked at. */
static CAIRN__ALWAYS_INLINE void read_lines(const cairn_map *map, bool upright, int32_t line,
                                            int32_t along, bundle *to)
{
    size_t place =
        upright ? cairn__tile_place(map, line, along) : cairn__tile_place(map, along, line);
    size_t next = place + (upright ? map->tiles_across : 1);
    const cairn__tile *first = &map->tiles[map->directory[place]];
    const cairn__tile *second = &map->tiles[map->directory[next]];
    uint32_t shift = (uint32_t)along & 63, inner = (uint32_t)line & 63;
    const uint64_t *here = (upright ? first->column : first->row) + inner;
    const uint64_t *there = (upright ? second->column : second->row) + inner;
    uint64_t low = (UINT64_C(1) << shift) - 1, forwards = 0, backwards = 0;
    for (uint32_t i = 8; i-- > 0;) {
        uint64_t word = mix_words(here + i, there + i, low);
        uint64_t moves = word & cairn__rotate_left(word, 63);
        forwards = cairn__rotate_left(forwards, 63) | moves;
        backwards = cairn__rotate_left(backwards, 1) | moves;
    }
    to->forwards = cairn__rotate_left(forwards, 64 - shift);
    to->backwards = cairn__rotate_left(backwards, 64 - shift);
    to->after[0] = turn_words(here + 7, there + 7, shift);
    to->after[1] = inner < 56 ? turn_words(here + 8, there + 8, shift)
                              : get_line(map, upright, line + 8, along);
    if (!upright)
        return;
    to->before[0] = inner > 0 ? turn_words(here - 1, there - 1, shift)
                              : get_line(map, upright, line - 1, along);
    to->before[1] = turn_words(here, there, shift);
}

/* What is gathered of a row of blocks, from the block on that has the first bit of words. */
typedef struct gathered {
    uint64_t across;
    uint64_t down;
} gathered;

/* Frames 0 and 1. */
static gathered look_forwards(const bundle *from, cairn_corners corners)
{
    uint64_t down = cairn__find_diagonals(from->after, corners).fall;
    return (gathered){gather(from->forwards << 1), gather(merge_bytes(down << 1))};
}

static gathered look_last_first(const bundle *from, cairn_corners corners)
{
    uint64_t down = cairn__find_diagonals(from->before, corners).rise;
    return (gathered){gather(from->backwards >> 7 << 1), gather(merge_bytes(down << 1))};
}

static gathered look_backwards(const bundle *from, cairn_corners corners)
{
    uint64_t down = cairn__find_diagonals(from->after, corners).rise;
    return (gathered){gather_backwards(from->backwards >> 7), gather_backwards(merge_bytes(down))};
}

/* Blocks of a row of blocks that moves from or to some columns lie in: bits of two words in the frame, and how far what is
 * gathered is turned to be there. */
typedef struct span {
    uint32_t word;
    uint32_t turn;
    uint64_t masks[2];
} span;

/* Columns `left` to `right`; `column` is the first of those that are gathered. A move to a cell begins one column before it
 * or less. */
static span make_span(int32_t column, uint32_t left, uint32_t right)
{
    uint32_t first = left > 7 ? (left - 7) / 8 : 0, last = (right + 1) / 8, shift = first % 64;
    uint64_t mask = UINT64_MAX >> (63 - (last - first));
    return (span){first / 64,
                  (uint32_t)(column / 8) - first + shift,
                  {mask << shift, mask >> 1 >> (63 - shift)}};
}

static void put_bits(uint64_t *words, const span *to, uint64_t bits)
{
    bits = cairn__rotate_left(bits, to->turn);
    words[0] ^= (words[0] ^ bits) & to->masks[0];
    if (to->masks[1] != 0)
        words[1] ^= (words[1] ^ bits) & to->masks[1];
}

static void put_blocks(const cairn_map *map, uint32_t frame, uint32_t row, const span *to,
                       gathered blocks)
{
    const cairn__coarse_frame *made = &map->coarse.frames[frame];
    size_t word = (size_t)row * made->words + to->word;
    put_bits(made->across + word, to, blocks.across);
    put_bits(made->down + word, to, blocks.down);
}

/* The first cell of words in which the blocks of cells from `left` on are, in both directions. */
static int32_t get_along(uint32_t left)
{
    return (int32_t)(left > 7 ? (left - 7) / 8 * 8 : 0) - 8;
}

/* A move to a cell begins in its line or the one before it, in frame 2 the one after it. */
static uint32_t get_first_line(uint32_t line)
{
    return (line > 0 ? line - 1 : 0) / 8 * 8;
}

/* Frames 0 and 3, from one column of a box to another. */
static void change_rows(const cairn_map *map, uint32_t left, uint32_t right, cairn__coarse_box box)
{
    bundle lines;
    int32_t along = get_along(left), last = (int32_t)pad(map->info.width) - 1;
    span forwards = make_span(along, left, right);
    span backwards = make_span(last - 63 - along, (uint32_t)last - right, (uint32_t)last - left);
    for (uint32_t y = get_first_line(box.y0); y <= box.y1; y += 8) {
        read_lines(map, false, (int32_t)y, along, &lines);
        put_blocks(map, 0, y / 8, &forwards, look_forwards(&lines, map->info.corners));
        put_blocks(map, 3, y / 8, &backwards, look_backwards(&lines, map->info.corners));
    }
}

/* Frames 1 and 2. The line before is the next one of frame 2. */
static void change_columns(const cairn_map *map, uint32_t top, uint32_t bottom,
                           cairn__coarse_box box)
{
    bundle lines;
    int32_t along = get_along(top);
    uint32_t last = pad(map->info.width) - 1, end = box.x1 < last ? box.x1 + 1 : last;
    span blocks = make_span(along, top, bottom);
    for (uint32_t x = get_first_line(box.x0); x <= end; x += 8) {
        read_lines(map, true, (int32_t)x, along, &lines);
        if (x <= box.x1)
            put_blocks(map, 1, x / 8, &blocks, look_forwards(&lines, map->info.corners));
        if (x + 7 >= box.x0)
            put_blocks(map, 2, (last - x) / 8, &blocks, look_last_first(&lines, map->info.corners));
    }
}

static uint32_t get_lower(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

void cairn__coarse_change(cairn_map *map, cairn__coarse_box box)
{
    for (uint32_t x = box.x0; x <= box.x1; x += CELLS_AT_ONCE)
        change_rows(map, x, get_lower(x + CELLS_AT_ONCE - 1, box.x1), box);
    for (uint32_t y = box.y0; y <= box.y1; y += CELLS_AT_ONCE)
        change_columns(map, y, get_lower(y + CELLS_AT_ONCE - 1, box.y1), box);
}

/* Memory for a frame, zeroed. */
static cairn_status get_frame(cairn_map *map, uint32_t frame)
{
    cairn__coarse_frame *made = &map->coarse.frames[frame];
    uint32_t width = pad(map->info.width), height = pad(map->info.height);
    made->rows = (is_upright(frame) ? width : height) / 8;
    made->words = ((is_upright(frame) ? height : width) / 8 + 1) / 64 + 2;
    size_t words = (size_t)made->rows * made->words;
    made->across = cairn__allocate_zeroed(&map->allocator, words, 2 * sizeof *made->across);
    if (made->across == NULL)
        return CAIRN_MEMORY;
    made->down = made->across + words;
    map->coarse.bytes += 2 * words * sizeof *made->across;
    return CAIRN_OK;
}

cairn_status cairn__coarse_create(cairn_map *map)
{
    for (uint32_t i = 0; i < CAIRN__FRAMES; i++) {
        if (get_frame(map, i) != CAIRN_OK)
            return CAIRN_MEMORY;
        fill(map, i);
    }
    return CAIRN_OK;
}

cairn_status cairn__coarse_copy(cairn_map *copy, const cairn_map *map)
{
    for (uint32_t i = 0; i < CAIRN__FRAMES; i++) {
        if (get_frame(copy, i) != CAIRN_OK)
            return CAIRN_MEMORY;
        const cairn__coarse_frame *from = &map->coarse.frames[i];
        memcpy(copy->coarse.frames[i].across, from->across,
               2 * sizeof *from->across * from->rows * from->words);
    }
    return CAIRN_OK;
}

void cairn__coarse_end(cairn_map *map)
{
    for (uint32_t i = 0; i < CAIRN__FRAMES; i++)
        cairn__release(&map->allocator, map->coarse.frames[i].across);
}
