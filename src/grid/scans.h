/* scans.h: how far straight and diagonal moves can go, measured a word at a time. */
#ifndef CAIRN_SCANS_H
#define CAIRN_SCANS_H

#include "grid/tiles.h"

/* How many bits from `bit` upwards are set in a row; 64 - bit if all. */
static inline uint32_t cairn__count_up(uint64_t word, uint32_t bit)
{
    uint64_t missing = ~word >> bit;
    return missing != 0 ? cairn__count_trailing_zeros(missing) : 64 - bit;
}

/* How many bits from `bit` downwards are set in a row; bit + 1 if all. */
static inline uint32_t cairn__count_down(uint64_t word, uint32_t bit)
{
    uint64_t missing = ~word << (63 - bit);
    return missing != 0 ? cairn__count_leading_zeros(missing) : bit + 1;
}

static inline uint32_t cairn__get_lower(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Adds to `count` how many bits are set without a gap from `bit` on, upwards or downwards. True if
 * that is all of them up to the end of the word. */
static inline bool cairn__scan_word(uint64_t word, uint32_t bit, int step, uint32_t *count)
{
    uint32_t found = step > 0 ? cairn__count_up(word, bit) : cairn__count_down(word, bit);
    *count += found;
    return found == (step > 0 ? 64 - bit : bit + 1);
}

/* Open cells beyond (x, y) in the row, in the direction of `step`, at most `limit`. */
static inline uint32_t cairn__scan_row(const cairn_map *map, int32_t x, int32_t y, int step,
                                       uint32_t limit)
{
    uint32_t count = 0;
    bool open = true;
    while (open && count < limit) {
        int32_t next = x + step * (int32_t)(count + 1);
        uint64_t row = cairn__tile_at(map, next, y)->row[y & 63];
        open = cairn__scan_word(row, (uint32_t)next & 63, step, &count);
    }
    return cairn__get_lower(count, limit);
}

/* The same in the column. */
static inline uint32_t cairn__scan_column(const cairn_map *map, int32_t x, int32_t y, int step,
                                          uint32_t limit)
{
    uint32_t count = 0;
    bool open = true;
    while (open && count < limit) {
        int32_t next = y + step * (int32_t)(count + 1);
        uint64_t column = cairn__tile_at(map, x, next)->column[x & 63];
        open = cairn__scan_word(column, (uint32_t)next & 63, step, &count);
    }
    return cairn__get_lower(count, limit);
}

/* Diagonal moves that can be made from (x, y), at most `limit`. An edge is kept at its upper cell:
 * going up, at the cell the move leads to. */
static inline uint32_t cairn__scan_diagonal(const cairn_map *map, int32_t x, int32_t y, int step_x,
                                            int step_y, uint32_t limit)
{
    uint32_t count = 0;
    bool falls = step_x == step_y;
    int32_t up = step_y < 0 ? 1 : 0;
    while (count < limit) {
        int32_t edge_x = x + step_x * ((int32_t)count + up);
        int32_t edge_y = y + step_y * ((int32_t)count + up);
        const cairn__tile *tile = cairn__tile_at(map, edge_x, edge_y);
        uint32_t inner_x = (uint32_t)edge_x & 63, inner_y = (uint32_t)edge_y & 63;
        uint64_t edges =
            falls ? tile->fall[(edge_x - edge_y) & 63] : tile->rise[(edge_x + edge_y) & 63];
        /* Edges of two diagonals share a word; those of this one end at the tile's border. */
        uint32_t room = cairn__get_lower(step_x > 0 ? 64 - inner_x : inner_x + 1,
                                         step_y > 0 ? 64 - inner_y : inner_y + 1);
        uint32_t found =
            step_y > 0 ? cairn__count_up(edges, inner_y) : cairn__count_down(edges, inner_y);
        count += cairn__get_lower(found, room);
        if (found < room)
            break;
    }
    return cairn__get_lower(count, limit);
}

#endif
