/* db_format.h: the database file as it lies on the disk and in memory. docs/format.md is the
 * normative text; this is the same table for the compiler. All numbers are little-endian. */
#ifndef CAIRN_DB_FORMAT_H
#define CAIRN_DB_FORMAT_H

#include <assert.h>
#include <stddef.h>

#include "cairn/db.h"
#include "base/xy.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "databases are used in place and little-endian: this machine is not"
#endif

/* The first byte is not text and the line end is the one that text transfers damage. */
#define CAIRN__DB_MAGIC                                                                            \
    "\x89"                                                                                         \
    "CAIRN\r\n"

#define CAIRN__DB_SKIP_DIRECT UINT32_C(1)
#define CAIRN__DB_FALLBACK UINT32_C(2) /* knn, labels: the section NETS is there, the last one */

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
 *     52     4  flags: bit 0, direct records were drawn again; bit 1, there is a fall-back
 *     56     8  seed
 *     64     4  knn: records; dlrta, regions: regions; labels: corners
 *     68     4  dlrta: level; else zero
 *     72     8  knn: states in all records; dlrta: entry states; labels: entries
 *     80     4  dlrta: runs; else zero
 *     84     4  labels: eps in ten-thousandths; else zero
 *     88     8  bytes of the section NETS, or zero; a multiple of 4
 *     96     8  labels: bytes of the section LABL, a multiple of 4; else zero
 *    104    16  zero
 *    120     8  XXH64 of header and section table with this field as zero
 *    128        section table: 32 bytes a section */
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
    uint32_t flags;
    uint64_t seed;
    uint32_t records;
    uint32_t level;
    uint64_t states;
    uint32_t runs;
    uint32_t eps;
    uint64_t net_bytes;
    uint64_t label_bytes;
    unsigned char reserved[16];
    uint64_t checksum;
} cairn__db_header;

static_assert(sizeof(cairn__db_header) == 128, "the header has 128 bytes");
static_assert(offsetof(cairn__db_header, seed) == 56, "as in the table");
static_assert(offsetof(cairn__db_header, checksum) == 120, "as in the table");

/* offset bytes
 *      0     4  tag
 *      4     4  zero
 *      8     8  offset in the file
 *     16     8  bytes
 *     24     8  XXH64 of those bytes */
typedef struct cairn__db_section {
    unsigned char tag[4];
    uint32_t zero;
    uint64_t offset;
    uint64_t bytes;
    uint64_t checksum;
} cairn__db_section;

static_assert(sizeof(cairn__db_section) == 32, "a table entry has 32 bytes");

/* The sections of kind knn, in this order and without gaps. Place means place in the kd order. */
typedef enum cairn__knn_section {
    CAIRN__ENDS,    /* 8 bytes a place: the record's start and goal */
    CAIRN__IDS,     /* 4 bytes a place: the record's id */
    CAIRN__FIRSTS,  /* 4 bytes a place: where its inner subgoals begin in the next section */
    CAIRN__INNER,   /* 4 bytes a subgoal, the places' one after the other */
    CAIRN__LENGTHS, /* 4 bytes a place: the cost of the record's optimal path */
    CAIRN__KNN_SECTIONS,
} cairn__knn_section;

/* The sections of kind dlrta, in this order and without gaps, each aligned for its numbers. */
typedef enum cairn__dlrta_section {
    CAIRN__REGIONS,     /* 16 bytes a region: its representative and where its entries begin */
    CAIRN__ENTRIES,     /* 4 bytes an entry state, the regions' rows one after the other */
    CAIRN__ROWS,        /* 4 bytes a row of the map, and one more: runs in the rows above */
    CAIRN__RUN_REGIONS, /* 4 bytes a run: the region of its open cells */
    CAIRN__RUN_FIRSTS,  /* 2 bytes a run: x of its first cell */
    CAIRN__DLRTA_SECTIONS,
} cairn__dlrta_section;

/* Kind labels has one section, LABL (label_set.h). Kind regions has one, NETS (region_net.h), which
 * databases of kinds knn and labels may have as their last: the fall-back. Each describes itself. */
#define CAIRN__MOST_SECTIONS (CAIRN__DLRTA_SECTIONS + 1)

/* The most entry states a database of kind dlrta has: 4 GiB of them. */
#define CAIRN__MOST_ENTRIES (UINT64_C(1) << 30)

/* A state is 4 bytes: x, then y, 16 bits each. */
static_assert(sizeof(cairn__xy) == 4, "a state has 4 bytes");
static_assert(offsetof(cairn__xy, y) == 2, "x comes first");

/* The ends of a record. */
typedef struct cairn__ends {
    cairn__xy start;
    cairn__xy goal;
} cairn__ends;

static_assert(sizeof(cairn__ends) == 8, "ends have 8 bytes");

/* A region of a database of kind dlrta. Regions that a path joins have numbers in a row, and each
 * of them has one entry state for each. */
typedef struct cairn__dlrta_region {
    cairn__xy representative;
    uint32_t first;   /* of the regions that a path joins to it */
    uint64_t entries; /* entry states in the rows of the regions before */
} cairn__dlrta_region;

static_assert(sizeof(cairn__dlrta_region) == 16, "a region has 16 bytes");
static_assert(offsetof(cairn__dlrta_region, entries) == 8, "as in docs/format.md");

/* Where the only valid layout of a header's numbers has its sections. */
typedef struct cairn__db_layout {
    uint32_t sections;
    uint32_t header_bytes; /* section table included */
    const char *tags[CAIRN__MOST_SECTIONS];
    uint64_t bytes[CAIRN__MOST_SECTIONS];
} cairn__db_layout;

/* The layout that a header demands; false if its kind is unknown. Sums may overflow: see that its
 * numbers are within the file first. */
bool cairn__db_get_layout(const cairn__db_header *header, cairn__db_layout *layout);

/* The bytes of the whole file. */
uint64_t cairn__db_layout_get_bytes(const cairn__db_layout *layout);

/* The checksum of a header and its section table, which follow each other in memory. */
uint64_t cairn__db_get_header_checksum(const cairn__db_header *header);

#endif
