/* bits.h: counting bits of 64-bit words, by the compiler's instructions where it has them.
 * It need not know what the bits mean. */
#ifndef CAIRN_BITS_H
#define CAIRN_BITS_H

#include <assert.h>
#include <stdint.h>

/* Processors that count ones by an instruction. For others compilers call a function of their library,
 * which takes longer than the sums below. */
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)

static inline uint32_t cairn__count_ones(uint64_t word)
{
    return (uint32_t)__builtin_popcountll(word);
}

#else

static inline uint32_t cairn__count_ones(uint64_t word)
{
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)((word * UINT64_C(0x0101010101010101)) >> 56);
}

#endif

#if defined(__GNUC__)

/* Index of the lowest set bit; the word must not be zero. */
static inline uint32_t cairn__count_trailing_zeros(uint64_t word)
{
    assert(word != 0);
    return (uint32_t)__builtin_ctzll(word);
}

/* Number of zero bits above the highest set one; the word must not be zero. */
static inline uint32_t cairn__count_leading_zeros(uint64_t word)
{
    assert(word != 0);
    return (uint32_t)__builtin_clzll(word);
}

#define CAIRN__LIKELY(condition) __builtin_expect(!!(condition), 1)
#define CAIRN__UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/* Memory that will be read soon; any address will do. */
#define CAIRN__PREFETCH(address) __builtin_prefetch(address)

/* A function that is to be kept out of its caller. */
#define CAIRN__NOINLINE __attribute__((noinline))

/* A function that is to be part of its caller, which knows some of its arguments. */
#ifdef __OPTIMIZE_SIZE__ /* who wants small code does not want it eight times */
#define CAIRN__ALWAYS_INLINE inline
#else
#define CAIRN__ALWAYS_INLINE inline __attribute__((always_inline))
#endif

#else

static inline uint32_t cairn__count_trailing_zeros(uint64_t word)
{
    assert(word != 0);
    return cairn__count_ones(~word & (word - 1));
}

static inline uint32_t cairn__count_leading_zeros(uint64_t word)
{
    assert(word != 0);
    for (uint32_t shift = 1; shift < 64; shift *= 2)
        word |= word >> shift;
    return 64 - cairn__count_ones(word);
}

#define CAIRN__LIKELY(condition) (condition)
#define CAIRN__UNLIKELY(condition) (condition)
#define CAIRN__PREFETCH(address) ((void)(address))
#define CAIRN__NOINLINE
#define CAIRN__ALWAYS_INLINE inline

#endif

static inline uint64_t cairn__rotate_left(uint64_t word, uint32_t count)
{
    return (word << (count & 63)) | (word >> (-count & 63));
}

/* Takes the lowest run of ones from a word. */
static inline uint64_t cairn__take_run(uint64_t *word)
{
    uint64_t rest = *word & (*word + (*word & (0 - *word)));
    uint64_t run = *word ^ rest;
    *word = rest;
    return run;
}

/* The bits of a word from the highest to the lowest. */
static inline uint64_t cairn__reverse_bits(uint64_t word)
{
    word = (word >> 1 & UINT64_C(0x5555555555555555)) | (word & UINT64_C(0x5555555555555555)) << 1;
    word = (word >> 2 & UINT64_C(0x3333333333333333)) | (word & UINT64_C(0x3333333333333333)) << 2;
    word = (word >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (word & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    word = (word >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (word & UINT64_C(0x00ff00ff00ff00ff)) << 8;
    word = (word >> 16 & UINT64_C(0x0000ffff0000ffff)) | (word & UINT64_C(0x0000ffff0000ffff))
                                                             << 16;
    return word >> 32 | word << 32;
}

#endif
