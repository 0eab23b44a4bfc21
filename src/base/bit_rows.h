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

static inline uint32_t cairn__get_row_bytes(uint32_t count, uint32_t width)
{
    return (count * width + 7) / 8;
}

#endif
