/* tile_fill.c: the bitmaps of a tile from its rows and those beside it. */
#include "grid/tile_fill.h"

/* Mirrors a 64 x 64 matrix of bits at its main diagonal, by halves, quarters and so on. */
static void transpose(uint64_t words[64])
{
    uint64_t mask = UINT64_C(0x00000000ffffffff);
    for (uint32_t half = 32; half > 0; half /= 2, mask ^= mask << half)
        for (uint32_t block = 0; block < 64; block += 2 * half)
            for (uint32_t i = block; i < block + half; i++) {
                uint64_t swapped = (words[i] >> half ^ words[i + half]) & mask;
                words[i] ^= swapped << half;
                words[i + half] ^= swapped;
            }
}

/* The cells from which a diagonal move down to the side `side` may be made. */
static uint64_t get_edges(const uint64_t row[65], const uint64_t side[65], uint32_t y,
                          cairn_corners corners)
{
    uint64_t edges = row[y] & side[y + 1];
    if (corners == CAIRN_CORNERS_STRICT)
        edges &= side[y] & row[y + 1];
    return edges;
}

void cairn__fill_tile(cairn__tile *tile, const cairn__surroundings *around, cairn_corners corners)
{
    for (uint32_t y = 0; y < 64; y++) {
        tile->row[y] = tile->column[y] = around->row[y];
        uint64_t fall = get_edges(around->row, around->east, y, corners);
        uint64_t rise = get_edges(around->row, around->west, y, corners);
        /* Turning row y by y brings cells of one diagonal to the same bit. */
        tile->fall[y] = cairn__rotate_left(fall, 64 - y);
        tile->rise[y] = cairn__rotate_left(rise, y);
    }
    transpose(tile->column);
    transpose(tile->fall);
    transpose(tile->rise);
}

/* Puts the lowest bit of a word into another one, at the place of the one bit of a mask. */
static void put_bit(uint64_t *word, uint64_t mask, uint64_t bit)
{
    *word ^= (*word ^ (UINT64_C(0) - (bit & 1))) & mask;
}

void cairn__fill_cells(cairn__tile *tile, uint32_t x, uint32_t y, uint32_t count, uint64_t here,
                       uint64_t below, cairn_corners corners)
{
    uint64_t mask = UINT64_C(1) << y, row = here >> 1, fall = row & below >> 2, rise = row & below;
    if (corners == CAIRN_CORNERS_STRICT) {
        fall &= here >> 2 & below >> 1;
        rise &= here & below >> 1;
    }
    for (uint32_t end = x + count; x < end; x++, row >>= 1, fall >>= 1, rise >>= 1) {
        put_bit(&tile->column[x], mask, row);
        put_bit(&tile->fall[(x - y) & 63], mask, fall);
        put_bit(&tile->rise[(x + y) & 63], mask, rise);
    }
}

bool cairn__is_filled_with(const cairn__tile *tile, uint64_t word)
{
    for (uint32_t i = 0; i < 64; i++)
        if (tile->row[i] != word || tile->fall[i] != word || tile->rise[i] != word)
            return false;
    return true;
}

/* Row y is open from end to end if bit y is set in every column. */
cairn__open_lines cairn__find_open_lines(const cairn__tile *tile)
{
    cairn__open_lines found = {UINT64_MAX, UINT64_MAX};
    for (int i = 0; i < CAIRN__TILE_SIDE; i++) {
        found.rows &= tile->column[i];
        found.columns &= tile->row[i];
    }
    return found;
}
