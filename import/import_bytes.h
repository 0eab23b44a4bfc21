/* import_bytes.h: what all readers share: bytes with a border, and failing with a sentence. */
#ifndef CAIRN_IMPORT_BYTES_H
#define CAIRN_IMPORT_BYTES_H

#include <string.h>

#include "import.h"

/* Bytes of a file, or a part of it. */
typedef struct import_bytes {
    const uint8_t *data;
    size_t count;
} import_bytes;

/* A part of the bytes; false if it leads out of them. */
static inline bool import_find_part(import_bytes bytes, uint64_t offset, uint64_t count,
                                    import_bytes *part)
{
    if (offset > bytes.count || count > bytes.count - offset)
        return false;
    *part = (import_bytes){bytes.data + offset, (size_t)count};
    return true;
}

/* Little-endian numbers; the caller has checked that they are there. */
static inline uint16_t import_get_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

static inline int16_t import_get_i16(const uint8_t *at)
{
    return (int16_t)import_get_u16(at);
}

static inline uint32_t import_get_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline float import_get_float(const uint8_t *at)
{
    uint32_t bits = import_get_u32(at);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Fills the detail, if there is one, with a sentence's middle. Returns `status`. */
cairn_status import_fail(cairn_detail *detail, cairn_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for want of memory. */
cairn_status import_fail_memory(cairn_detail *detail);

/* Gives a growing array room for one element more; false if there is no memory for it. */
bool import_grow(void **array, size_t element_bytes, uint32_t count, uint32_t *capacity);

/* The level's own number for one that was not given. */
static inline double import_choose(double given, double usual)
{
    if (given == IMPORT_NOTHING)
        return 0;
    return given == 0 ? usual : given;
}

/* Reports the progress; false if the work has to end. */
static inline bool import_tell(const import_def *def, uint64_t done, uint64_t total)
{
    return def->progress == NULL || def->progress(def->context, done, total);
}

#endif
