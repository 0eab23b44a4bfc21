/* part_format.h: a part as it travels and as a checkpoint keeps it. docs/format.md is the normative
 * text; this is the same table for the compiler. All numbers are little-endian. */
#ifndef CAIRN_PART_FORMAT_H
#define CAIRN_PART_FORMAT_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "cairn/base.h"

/* The first byte is not text and the line end is the one that text transfers damage. */
#define CAIRN__PART_MAGIC                                                                          \
    "\x89"                                                                                         \
    "CPART\r\n"
#define CAIRN__PART_FORMAT_VERSION 1
#define CAIRN__PART_SKIP_DIRECT UINT32_C(1)

/* Another version may choose other paths of the same cost. */
#define CAIRN__PART_LIBRARY_VERSION                                                                \
    (CAIRN_VERSION_MAJOR << 16 | CAIRN_VERSION_MINOR << 8 | CAIRN_VERSION_PATCH)

/* offset bytes
 *      0     8  magic
 *      8     4  format version
 *     12     4  library version: major << 16 | minor << 8 | patch
 *     16     8  bytes of the whole part
 *     24     8  map fingerprint
 *     32     4  map width
 *     36     4  map height
 *     40     4  corners: 0 strict, 1 free
 *     44     4  flags: bit 0, direct records were drawn again
 *     48     8  seed
 *     56     4  ranges
 *     60     4  records in all of them
 *     64     8  states in all of those
 *     72     8  XXH64 of the whole part with this field as zero
 *     80        8 bytes a range: its first record, and how many records it has
 *               8 bytes a record: its states, and its length
 *               4 bytes a state: x, then y */
typedef struct cairn__part_header {
    unsigned char magic[8];
    uint32_t format_version;
    uint32_t library_version;
    uint64_t bytes;
    uint64_t map_fingerprint;
    uint32_t width;
    uint32_t height;
    uint32_t corners;
    uint32_t flags;
    uint64_t seed;
    uint32_t ranges;
    uint32_t records;
    uint64_t states;
    uint64_t checksum;
} cairn__part_header;

/* The bytes of each number in it (order.h). Behind it all numbers have 4. */
#define CAIRN__PART_WIDTHS                                                                         \
    "11111111"                                                                                     \
    "44884444844"                                                                                  \
    "88"

typedef struct cairn__part_range {
    uint32_t first;
    uint32_t records;
} cairn__part_range;

static_assert(sizeof(cairn__part_header) == 80, "the header has 80 bytes");
static_assert(offsetof(cairn__part_header, checksum) == 72, "as in the table");
static_assert(sizeof(cairn__part_range) == 8, "a range has 8 bytes");

/* The checksum of a header and the bytes after it. */
uint64_t cairn__part_get_checksum(const cairn__part_header *header, const unsigned char *rest);

#endif
