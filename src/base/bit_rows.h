/* bit_rows.h: rows of numbers of the same width in bits, packed. */
#ifndef CAIRN_BIT_ROWS_H
#define CAIRN_BIT_ROWS_H

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

#if defined(__SSE2__)

/* What eight numbers are read with. */
typedef struct cairn__row_reader {
    uint32_t second;   /* where the second four begin, in whole bytes */
    __m128i to_second; /* bits from there */
    __m128i pair;      /* ones: two numbers */
    __m128i to_lane;   /* bits from the second pair to the upper half of a word */
    __m128i number;    /* ones: a number */
    __m128i to_odd;    /* bits from a pair's second number */
    __m128i base;
} cairn__row_reader;

/* Eight numbers: two words of four each are parted into four pairs, and these into numbers. The second word is
 * not read if all numbers are in the first. */
static inline void cairn__read_eight(const uint8_t *row, size_t count,
                                     const cairn__row_reader *reader, uint32_t *numbers)
{
    const uint8_t *second = count > 4 ? row + reader->second : row;
    __m128i upper = _mm_srl_epi64(_mm_loadl_epi64((const void *)second), reader->to_second);
    __m128i words = _mm_unpacklo_epi64(_mm_loadl_epi64((const void *)row), upper);
    __m128i firsts = _mm_and_si128(words, reader->pair);
    __m128i others = _mm_sll_epi64(_mm_xor_si128(words, firsts), reader->to_lane);
    __m128i pairs = _mm_or_si128(firsts, others);
    __m128i even = _mm_and_si128(pairs, reader->number);
    __m128i odd = _mm_and_si128(_mm_srl_epi32(pairs, reader->to_odd), reader->number);
    __m128i low = _mm_unpacklo_epi32(even, odd), high = _mm_unpackhi_epi32(even, odd);
    _mm_storeu_si128((void *)numbers, _mm_add_epi32(low, reader->base));
    _mm_storeu_si128((void *)(numbers + 4), _mm_add_epi32(high, reader->base));
}

static inline void cairn__read_narrow_row(const uint8_t *row, size_t count, uint32_t width,
                                          uint32_t base, uint32_t *numbers)
{
    __m128i ones = _mm_set1_epi32(-1);
    int bits = (int)width;
    cairn__row_reader reader = {
        .second = width / 2,
        .to_second = _mm_cvtsi32_si128(4 * (bits & 1)),
        .pair = _mm_srl_epi64(ones, _mm_cvtsi32_si128(64 - 2 * bits)),
        .to_lane = _mm_cvtsi32_si128(32 - 2 * bits),
        .number = _mm_srl_epi32(ones, _mm_cvtsi32_si128(32 - bits)),
        .to_odd = _mm_cvtsi32_si128(bits),
        .base = _mm_set1_epi32((int)base),
    };
    cairn__read_eight(row, count, &reader, numbers);
    if (count > 8)
        cairn__read_eight(row + width, count - 8, &reader, numbers + 8);
}

#else

static inline void cairn__read_narrow_row(const uint8_t *row, size_t count, uint32_t width,
                                          uint32_t base, uint32_t *numbers)
{
    uint64_t word, mask = (UINT64_C(1) << width) - 1;
    uint32_t bit = 0;
    for (size_t i = 0; i < count; i += 4, bit += 4 * width) {
        memcpy(&word, row + bit / 8, sizeof word);
        word = cairn__little64(word) >> bit % 8;
        for (size_t k = 0; k < 4; k++, word >>= width)
            numbers[i + k] = base + (uint32_t)(word & mask);
    }
}

#endif

/* The first `count` numbers of a row, 1 to 16 of at most 32 bits each, and `base` added to each. `numbers` has room
 * for 16; up to a multiple of four those behind the last are any that `width` bits can hold, and `base`. It may
 * read 8 bytes on. */
static inline void cairn__read_row(const uint8_t *row, size_t count, uint32_t width, uint32_t base,
                                   uint32_t *numbers)
{
    if (CAIRN__LIKELY(width <= CAIRN__FOUR_WIDTH)) {
        cairn__read_narrow_row(row, count, width, base, numbers);
        return;
    }
    for (size_t i = 0; i < (count + 3) / 4 * 4; i++)
        numbers[i] = base + (i < count ? cairn__read_bits(row, (uint32_t)i, width) : 0);
}

static inline uint32_t cairn__get_row_bytes(uint32_t count, uint32_t width)
{
    return (count * width + 7) / 8;
}

#endif
