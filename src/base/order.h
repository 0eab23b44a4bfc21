/* order.h: the order of bytes. Numbers in files are little-endian. On a big-endian machine they are
 * turned when a file is read and before it is written; on all others nothing here does anything. */
#ifndef CAIRN_ORDER_H
#define CAIRN_ORDER_H

#include <stddef.h>
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CAIRN__BIG_ENDIAN 1
#else
#define CAIRN__BIG_ENDIAN 0
#endif

/* A struct whose fields have another order on other machines: gcc warns where they are initialized
 * without their names. */
#if defined(__GNUC__) && !defined(__clang__)
#define CAIRN__BY_NAME __attribute__((designated_init))
#else
#define CAIRN__BY_NAME
#endif

#if CAIRN__BIG_ENDIAN

/* Turns the numbers in a stretch of bytes. `widths` has a digit for each: how many bytes it has; after
 * the last one it begins again. */
void cairn__order_numbers(void *bytes, uint64_t count, const char *widths);

/* A number as it stands in a file, and back. */
static inline uint16_t cairn__little16(uint16_t number)
{
    return (uint16_t)(number >> 8 | number << 8);
}

static inline uint32_t cairn__little32(uint32_t number)
{
    return cairn__little16((uint16_t)(number >> 16)) | (uint32_t)cairn__little16((uint16_t)number)
                                                           << 16;
}

static inline uint64_t cairn__little64(uint64_t number)
{
    return cairn__little32((uint32_t)(number >> 32)) | (uint64_t)cairn__little32((uint32_t)number)
                                                           << 32;
}

#else

#define cairn__order_numbers(bytes, count, widths) ((void)(bytes))

static inline uint16_t cairn__little16(uint16_t number)
{
    return number;
}

static inline uint32_t cairn__little32(uint32_t number)
{
    return number;
}

static inline uint64_t cairn__little64(uint64_t number)
{
    return number;
}

#endif

#endif
