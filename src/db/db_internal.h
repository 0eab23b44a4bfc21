/* db_internal.h: an open database, for the files of db/ and for agents, and the table of
 * operations that a kind of database fills in. */
#ifndef CAIRN_DB_INTERNAL_H
#define CAIRN_DB_INTERNAL_H

#include "base/file.h"
#include "base/xy.h"
#include "cairn/lab_db.h"
#include "db/bend_set.h"
#include "db/db_format.h"
#include "db/dba_sectors.h"
#include "db/dlrta_regions.h"
#include "db/kd_tree.h"
#include "db/region_net.h"

/* ---- kinds ---- */

/* The most figures that a kind tells. */
#define CAIRN__MOST_FIGURES 12

/* What one kind of database does. A new kind is a file that fills this in, and a line of the table
 * in db_kinds.c. */
typedef struct cairn__kind {
    cairn_kind number;
    const char *name;
    uint32_t algorithm;      /* that its databases are walked with */
    const char *const *tags; /* of its own sections; the last one is null */
    bool may_fall_back;      /* NETS may be there as well */
    /* Finds its sections and checks, in constant time, that they have room for what they say. */
    cairn_status (*open)(cairn_db *db, cairn_detail *detail);
    /* The deep check: what needs no map, and what needs one. */
    cairn_status (*verify)(const cairn_db *db, cairn_detail *detail);
    cairn_status (*verify_map)(const cairn_db *db, const cairn_map *map, cairn_detail *detail);
    /* Tells its figures, "records" and "states" first; returns how many there are. */
    uint32_t (*get_figures)(const cairn_db *db, cairn_figure figures[CAIRN__MOST_FIGURES]);
} cairn__kind;

extern const cairn__kind cairn__kind_knn;
extern const cairn__kind cairn__kind_dlrta;
extern const cairn__kind cairn__kind_regions;
extern const cairn__kind cairn__kind_labels;
extern const cairn__kind cairn__kind_dba;
extern const cairn__kind cairn__kind_hcdps;

/* The kind of a number; null if it is unknown. */
const cairn__kind *cairn__find_kind(uint32_t number);

/* ---- an open database ---- */

struct cairn_db {
    cairn_allocator allocator;
    cairn__file_view view;      /* of a mapped file; else empty */
    const unsigned char *file;  /* as it was written: what the checksums are of */
    const unsigned char *image; /* the same, or a copy in the machine's order (db_order.h) */
    const cairn__db_header *header;
    const cairn__db_section *sections;
    const cairn__kind *kind;
    uint32_t algorithm;          /* to walk with: the file's, or the kind's own */
    uint32_t option_count;       /* to walk with */
    const cairn_option *options; /* as the file has them; nothing is known of their values */
    /* Of kind knn; else no record. */
    cairn__kd_tree tree;
    const cairn__knn_head *knn;
    const uint32_t *firsts;
    const cairn__xy *inner;
    uint64_t inner_count;
    const uint32_t *lengths;
    /* Of kind dlrta; of kind hcdps without entry states; else no region. */
    const cairn__dlrta_head *dlrta;
    const cairn__hcdps_head *hcdps;
    cairn__dlrta_regions regions;
    /* Of kind labels; else no node. */
    const cairn__labels_head *labels_head;
    cairn__bend_set labels;
    /* Of kind regions, or the fall-back; of kind dba its ways alone. */
    bool has_net;
    bool has_ways;
    cairn__region_net net;
    /* Of kind dba; else no sector. */
    cairn__dba_sectors sectors;
};

/* What a definition says, with the defaults filled in. */
typedef struct cairn__db_opening {
    cairn_allocator allocator;
    cairn_detail *detail;
} cairn__db_opening;

/* ARGUMENT if the definition's size was not set. */
cairn_status cairn__db_def_read(const cairn_db_def *def, cairn__db_opening *opening);

/* MISMATCH if the database was made for another map or corner setting. */
cairn_status cairn__db_check_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail);

/* OK if, moreover, it was made for the map's base: all databases in use are. Failures: MISMATCH. */
cairn_status cairn__db_check_base(const cairn_db *db, const cairn_map *map, cairn_detail *detail);

/* KIND if the database is of another kind than the caller needs. */
cairn_status cairn__db_check_kind(const cairn_db *db, cairn_kind kind, cairn_detail *detail);

/* ---- sections (db_frame.c) ---- */

/* Checks all that opening checks of the header and the section table of the image, and sets the
 * kind. */
cairn_status cairn__db_check_frame(cairn_db *db, size_t bytes, cairn_detail *detail);

/* The section with a tag, for the map itself and in the version that this library knows; null if
 * there is none. */
const cairn__db_section *cairn__db_find_section(const cairn_db *db, const char *tag);

/* A section that must be there. */
typedef struct cairn__db_part {
    const char *tag;
    uint64_t bytes;
    const void *content; /* gets it */
} cairn__db_part;

/* Finds such sections; CORRUPT if one is missing or has another number of bytes. */
cairn_status cairn__db_find_parts(const cairn_db *db, cairn__db_part *parts, uint32_t count,
                                  cairn_detail *detail);

/* Finds the section with the counts of a kind, of so many bytes; null if it is missing. */
const void *cairn__db_find_head(const cairn_db *db, const char *tag, uint64_t bytes,
                                cairn_detail *detail);

/* The bytes of the file before something inside a section. */
static inline uint64_t cairn__db_get_offset(const cairn_db *db, const void *place)
{
    return (uint64_t)((const unsigned char *)place - db->image);
}

/* CORRUPT, and what is wrong at a place of the file. */
cairn_status cairn__db_fail_at(const cairn_db *db, const void *place, const char *what,
                               cairn_detail *detail);

/* ---- nets, of kind regions or a fall-back ---- */

/* Opens the section NETS if there is one; a bare net, without an index, has only ways. Failures:
 * CORRUPT, also if it is bare and should not be, or the other way about. */
cairn_status cairn__db_open_ways(cairn_db *db, bool is_bare, cairn_detail *detail);
cairn_status cairn__db_open_net(cairn_db *db, cairn_detail *detail);
cairn_status cairn__net_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__net_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail);

/* ---- deep checks of other kinds (verify/) ---- */

cairn_status cairn__labels_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__labels_verify_map(const cairn_db *db, const cairn_map *map,
                                      cairn_detail *detail);
cairn_status cairn__knn_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__knn_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail);
cairn_status cairn__dlrta_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__dlrta_verify_map(const cairn_db *db, const cairn_map *map,
                                     cairn_detail *detail);
/* The runs of kinds dlrta and hcdps; against the map, that they leave out no open cell. */
cairn_status cairn__runs_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__runs_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail);
cairn_status cairn__hcdps_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__hcdps_verify_map(const cairn_db *db, const cairn_map *map,
                                     cairn_detail *detail);
cairn_status cairn__dba_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__dba_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail);

/* ---- records ---- */

/* A record in place: its states from start to goal. */
typedef struct cairn__record {
    uint32_t id;
    uint32_t place;         /* among all records */
    uint32_t states;        /* K, at least 2 */
    cairn__xy start;        /* state 0 */
    cairn__xy goal;         /* state K - 1 */
    const cairn__xy *inner; /* states 1 .. K - 2 */
    uint32_t length;        /* cost of the optimal path it was made of, in tenths */
} cairn__record;

static inline cairn__xy cairn__record_get_state(const cairn__record *record, uint32_t index)
{
    return index == 0                   ? record->start
           : index + 1 < record->states ? record->inner[index - 1]
                                        : record->goal;
}

/* The record at a place below the number of records. */
cairn_status cairn__db_get_record(const cairn_db *db, uint32_t place, cairn__record *record);

/* INVALID unless the map lets an agent follow a record of at least two states; `offset` is where it
 * stands. */
cairn_status cairn__record_check(const cairn__record *record, const cairn_map *map,
                                 bool skip_direct, uint64_t offset, cairn_detail *detail);

/* A fragment is told by a number; ties among fragments go to the lower one. */
typedef struct cairn__fragment {
    uint32_t place; /* of its record */
    uint16_t first; /* state of the record */
    uint16_t last;
} cairn__fragment;

struct cairn_fragments {
    cairn_allocator allocator;
    const cairn_db *db;
    cairn__kd_tree tree;
    cairn__ends *ends;
    uint32_t *ids;
    cairn__fragment *fragments; /* by number */
};

#endif
