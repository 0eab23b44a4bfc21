/* bit_rows.h: rows of numbers of the same width in bits, packed. */
#ifndef CAIRN_BIT_ROWS_H
#define CAIRN_BIT_ROWS_H

#include <string.h>

#include "base/bits.h"
#include "base/order.h"

static inline uint32_t cairn__count_bits(uint32_t number)
{
    return number == 0 ? 0 : 64 - cairn__count_leading_zeros(number);
}

/* Number `index` of a row of numbers of `width` bits, at most 32; it may read 8 bytes on. */
static inline uint32_t cairn__read_bits(const uint8_t *row, uint32_t index, uint32_t width)
{
    uint64_t word;
    uint32_t bit = index * width;
    memcpy(&word, row + bit / 8, sizeof word);
    return (uint32_t)(cairn__little64(word) >> bit % 8 & ((UINT64_C(1) << width) - 1));
}

/* The most bits of numbers that are read four at a time: 64 bits from a byte on hold them, wherever in
 * the byte the first begins. */
#define CAIRN__FOUR_WIDTH 14

/* The first `count` numbers of a row, at most 32 bits each. `numbers` gets a multiple of four; those behind
 * the last mean nothing. It may read 8 bytes on. */
static inline void cairn__read_row(const uint8_t *row, size_t count, uint32_t width,
                                   uint32_t *numbers)
{
    uint64_t word, mask = (UINT64_C(1) << width) - 1;
    uint32_t bit = 0;
    for (size_t i = 0; width > CAIRN__FOUR_WIDTH && i < count; i++)
        numbers[i] = cairn__read_bits(row, (uint32_t)i, width);
    for (size_t i = 0; width <= CAIRN__FOUR_WIDTH && i < count; i += 4, bit += 4 * width) {
        memcpy(&word, row + bit / 8, sizeof word);
        word = cairn__little64(word) >> bit % 8;
        for (size_t k = 0; k < 4; k++, word >>= width)
            numbers[i + k] = (uint32_t)(word & mask);
    }
}

static inline uint32_t cairn__get_row_bytes(uint32_t count, uint32_t width)
{
    return (count * width + 7) / 8;
}

#endif
