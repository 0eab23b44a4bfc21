/* db_write.h: a database image from records in the order of their ids. */
#ifndef CAIRN_DB_WRITE_H
#define CAIRN_DB_WRITE_H

#include "cairn/db.h"
#include "base/xy.h"
#include "db/dlrta_regions.h"

/* What goes into a database. Record i has the states firsts[i] .. firsts[i + 1] - 1. */
typedef struct cairn__db_content {
    const cairn_map *map;
    uint64_t seed;
    bool skip_direct;
    uint32_t records;
    const uint64_t *firsts; /* records + 1 of them */
    const cairn__xy *states;
    const uint32_t *lengths; /* of the records, in tenths */
} cairn__db_content;

/* What a database of kind dlrta is made of. */
typedef struct cairn__dlrta_content {
    const cairn_map *map;
    uint32_t level;
    cairn__dlrta_regions regions;
} cairn__dlrta_content;

/* What a database of kind labels is made of, beside the sections BEND and MARK. */
typedef struct cairn__labels_content {
    const cairn_map *map;
    uint64_t entries;
    uint64_t bend_bytes;
    uint64_t mark_bytes;
} cairn__labels_content;

/* Where the section BEND begins in an image. */
uint64_t cairn__labels_get_lead(void);

/* Writes all of an image but the sections BEND and MARK and the checksums, to 8-byte aligned memory. MARK
 * begins at the first multiple of 8 behind BEND. Returns the image's bytes: at most 7 more than up to
 * the end of MARK. */
uint64_t cairn__labels_write_frame(const cairn__labels_content *content, void *image);

/* Writes an image to 8-byte aligned memory, unless that is null. Returns its bytes. */
uint64_t cairn__dlrta_write_image(const cairn__dlrta_content *content, void *image);

/* The same of a database of kind labels without its landmarks; `content` is null. */
uint64_t cairn__labels_write_bare_image(const void *content, const cairn_db *db, void *image);

/* What a database of kind dba is made of: a bare net, and the regions of each sector. */
typedef struct cairn__dba_content {
    const cairn_map *map;
    uint32_t side; /* of a sector */
    const void *net;
    size_t net_bytes;
    uint32_t sectors;
    uint32_t regions;
    const uint32_t *firsts; /* sectors + 1 */
    const uint32_t *list;   /* of regions, sector by sector */
} cairn__dba_content;

/* What a database of kind hcdps is made of: a bare net, and the runs of its cells. */
typedef struct cairn__hcdps_content {
    const cairn_map *map;
    uint32_t neighbourhood;
    const void *net;
    size_t net_bytes;
    uint32_t runs;
    const uint32_t *rows;
    const uint32_t *run_regions;
    const uint16_t *run_firsts;
} cairn__hcdps_content;

uint64_t cairn__hcdps_write_image(const cairn__hcdps_content *content, void *image);
uint64_t cairn__dba_write_image(const cairn__dba_content *content, void *image);

/* What a database of kind regions is made of: a net as the section NETS has it. */
typedef struct cairn__net_content {
    const cairn_map *map;
    const void *bytes;
    size_t count;
    uint32_t regions;
} cairn__net_content;

/* The same of a net; and of a database of another kind with the net as its fall-back. */
uint64_t cairn__net_write_image(const cairn__net_content *content, void *image);
uint64_t cairn__fallback_write_image(const cairn__net_content *content, const cairn_db *db,
                                     void *image);

/* Options to be recommended with a database, each number once. */
typedef struct cairn__option_content {
    uint32_t algorithm; /* 0: the kind's own */
    uint32_t count;     /* at most CAIRN__MOST_OPTIONS */
    const cairn_option *options;
} cairn__option_content;

/* The same of a database with these options, which replace those it has. */
uint64_t cairn__options_write_image(const cairn__option_content *content, const cairn_db *db,
                                    void *image);

/* The bytes of the image of records. */
uint64_t cairn__db_get_image_bytes(const cairn__db_content *content);

/* Writes the image to memory of that size, 8-byte aligned. Failures: MEMORY, LIMIT. */
cairn_status cairn__db_write_image(const cairn__db_content *content,
                                   const cairn_allocator *allocator, void *image);

#endif
