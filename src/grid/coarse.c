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

/* For each byte of a word, whether it has a bit. */
static uint64_t gather_any(uint64_t word)
{
    word |= word >> 4;
    word |= word >> 2;
    return gather(word | word >> 1);
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
    set_bits(to->down + begin, at, gather_any(moves << 1));
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

/* ---- after a change ---- */

/* So many blocks of a row can be made from words of 64 cells. */
#define BLOCKS_AT_ONCE 7

/* Puts `count` bits into a row. */
static void put_bits(uint64_t *row, uint32_t at, uint32_t count, uint64_t bits)
{
    uint64_t mask = (UINT64_C(1) << count) - 1;
    row[at / 64] = (row[at / 64] & ~(mask << at % 64)) | (bits & mask) << at % 64;
    if (at % 64 + count > 64) {
        uint32_t shift = 64 - at % 64;
        row[at / 64 + 1] = (row[at / 64 + 1] & ~(mask >> shift)) | (bits & mask) >> shift;
    }
}

/* Makes `count` blocks of a row of blocks anew, from bit `first` on. Words begin 8 columns before
 * that bit, so bit 1 of what is gathered is the first block's. */
static void fill_blocks(const cairn_map *map, uint32_t frame, uint32_t row, uint32_t first,
                        uint32_t count)
{
    const cairn__coarse_frame *to = &map->coarse.frames[frame];
    uint32_t column = first * 8 - 8;
    uint64_t across = 0, here = 0;
    for (uint32_t i = 0; i < 8; i++) {
        here = get_cells(map, frame, row * 8 + i, column);
        uint64_t last_diagonal = gather((here & here >> 1) >> ((i + 7) & 7));
        across |= i == 0 ? last_diagonal << 1 : last_diagonal;
    }
    uint64_t below = get_cells(map, frame, row * 8 + 8, column);
    uint64_t moves = here & below >> 1;
    if (map->info.corners == CAIRN_CORNERS_STRICT)
        moves &= here >> 1 & below;
    put_bits(to->across + (size_t)row * to->words, first, count, across >> 1);
    put_bits(to->down + (size_t)row * to->words, first, count, gather_any(moves << 1) >> 1);
}

void cairn__coarse_change(cairn_map *map, cairn__coarse_box box)
{
    for (uint32_t i = 0; i < CAIRN__FRAMES; i++) {
        cairn__coarse_place a = cairn__coarse_get_place(map, i, box.x0, box.y0);
        cairn__coarse_place b = cairn__coarse_get_place(map, i, box.x1, box.y1);
        uint32_t left = (uint32_t)(a.column < b.column ? a.column : b.column);
        uint32_t right = (uint32_t)(a.column < b.column ? b.column : a.column);
        uint32_t top = (uint32_t)(a.row < b.row ? a.row : b.row);
        uint32_t bottom = (uint32_t)(a.row < b.row ? b.row : a.row);
        /* A move to a cell begins one column before it or less, and one row above it or less. */
        uint32_t first = left > 7 ? (left - 7) / 8 : 0, last = (right + 1) / 8;
        for (uint32_t row = (top > 0 ? top - 1 : 0) / 8; row <= bottom / 8; row++)
            for (uint32_t at = first; at <= last; at += BLOCKS_AT_ONCE)
                fill_blocks(map, i, row, at,
                            last - at < BLOCKS_AT_ONCE ? last - at + 1 : BLOCKS_AT_ONCE);
    }
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
