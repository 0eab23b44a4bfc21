/* db_format.h: the database file as it lies on the disk and in memory. docs/format.md is the
 * normative text; this is the same table for the compiler. All numbers are little-endian; a
 * big-endian machine has a copy in its own order (db_order.h). */
#ifndef CAIRN_DB_FORMAT_H
#define CAIRN_DB_FORMAT_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "cairn/db.h"
#include "base/xy.h"

/* The first byte is not text and the line end is the one that text transfers damage. */
#define CAIRN__DB_MAGIC                                                                            \
    "\x89"                                                                                         \
    "CAIRN\r\n"

/* The most sections of a file: opening looks at each of them, in constant time. */
#define CAIRN__MOST_SECTIONS 64

/* Sections begin at multiples of this; zeros fill the gaps. */
#define CAIRN__SECTION_ALIGNMENT 8

/* offset bytes
 *      0     8  magic
 *      8     4  format version
 *     12     4  kind
 *     16     8  bytes of the whole file
 *     24     4  bytes of header and section table
 *     28     4  number of sections
 *     32     8  map fingerprint
 *     40     4  map width
 *     44     4  map height
 *     48     4  corners: 0 strict, 1 free
 *     52     4  features: a reader refuses a file with a bit that it does not know
 *     56    16  zero
 *     72     8  XXH64 of header and section table with this field as zero
 *     80        section table: 40 bytes a section */
typedef struct cairn__db_header {
    unsigned char magic[8];
    uint32_t format_version;
    uint32_t kind;
    uint64_t file_bytes;
    uint32_t header_bytes;
    uint32_t sections;
    uint64_t map_fingerprint;
    uint32_t width;
    uint32_t height;
    uint32_t corners;
    uint32_t features;
    unsigned char reserved[16];
    uint64_t checksum;
} cairn__db_header;

static_assert(sizeof(cairn__db_header) == 80, "the header has 80 bytes");
static_assert(offsetof(cairn__db_header, width) == 40, "as in the table");
static_assert(offsetof(cairn__db_header, checksum) == 72, "as in the table");

/* A reader that does not know the section refuses the file; without the bit it skips the
 * section. */
#define CAIRN__SECTION_REQUIRED 1

/* offset bytes
 *      0     4  tag
 *      4     2  version of the section's content, from 1
 *      6     2  flags: bit 0, required
 *      8     4  view of the map that the section is for; 0 the map itself
 *     12     4  zero
 *     16     8  offset in the file, a multiple of 8
 *     24     8  bytes
 *     32     8  XXH64 of those bytes */
typedef struct cairn__db_section {
    char tag[4];
    uint16_t version;
    uint16_t flags;
    uint32_t view;
    uint32_t zero;
    uint64_t offset;
    uint64_t bytes;
    uint64_t checksum;
} cairn__db_section;

/* The version of a section's content that this library reads and writes: lists of kind labels have been laid out
 * anew once. */
static inline uint16_t cairn__db_get_version(const char tag[4])
{
    return memcmp(tag, "BEND", 4) == 0 ? 2 : 1;
}

static_assert(sizeof(cairn__db_section) == 40, "a table entry has 40 bytes");
static_assert(offsetof(cairn__db_section, offset) == 16, "as in the table");

/* ---- recommended options: section OPTS, of any kind ---- */

/* offset bytes
 *      0     4  number of the algorithm to walk with; 0: the kind's own
 *      4     4  number of options, at most 64
 *      8        options, ascending by number, 16 bytes each */
typedef struct cairn__option_head {
    uint32_t algorithm;
    uint32_t count;
} cairn__option_head;

#define CAIRN__MOST_OPTIONS 64

static_assert(sizeof(cairn__option_head) == 8, "as in docs/format.md");
static_assert(sizeof(cairn_option) == 16, "as in docs/format.md");

/* ---- kind knn: KNNH, then ENDS, IDS, FRST, INNR and LENG ---- */

#define CAIRN__KNN_SKIP_DIRECT UINT32_C(1) /* direct records were drawn again */

typedef struct cairn__knn_head {
    uint32_t records;
    uint32_t flags;
    uint64_t states; /* in all records, starts and goals included */
    uint64_t seed;
} cairn__knn_head;

static_assert(sizeof(cairn__knn_head) == 24, "as in docs/format.md");

/* ---- kind labels: LABH, then BEND (bend_set.h) and MARK (bend_marks.h) ---- */

typedef struct cairn__labels_head {
    uint64_t entries; /* in all labels */
    uint64_t zero;
} cairn__labels_head;

static_assert(sizeof(cairn__labels_head) == 16, "as in docs/format.md");

/* Kind regions has NETS alone (region_net.h); kinds knn and labels may have it as well, as their
 * fall-back. */

/* A state is 4 bytes: x, then y, 16 bits each. */
static_assert(sizeof(cairn__xy) == 4, "a state has 4 bytes");

/* The ends of a record. */
typedef struct cairn__ends {
    cairn__xy start;
    cairn__xy goal;
} cairn__ends;

static_assert(sizeof(cairn__ends) == 8, "ends have 8 bytes");

/* The bytes of a header with `sections` sections. */
static inline uint32_t cairn__db_get_header_bytes(uint32_t sections)
{
    return (uint32_t)(sizeof(cairn__db_header) + sections * sizeof(cairn__db_section));
}

/* Where the next section begins if the one before ends at `offset`. */
static inline uint64_t cairn__db_align(uint64_t offset)
{
    return (offset + CAIRN__SECTION_ALIGNMENT - 1) / CAIRN__SECTION_ALIGNMENT *
           CAIRN__SECTION_ALIGNMENT;
}

/* The checksum of a header and its section table, `header_bytes` bytes, as they stand in a file. */
uint64_t cairn__db_get_header_checksum(const void *file, uint32_t header_bytes);

#endif
