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
