/* db_internal.h: an open database, for the files of db/ and for agents. */
#ifndef CAIRN_DB_INTERNAL_H
#define CAIRN_DB_INTERNAL_H

#include "base/file.h"
#include "base/xy.h"
#include "db/db_format.h"
#include "db/kd_tree.h"
#include "db/label_set.h"
#include "db/region_net.h"
#include "db/dlrta_regions.h"

struct cairn_db {
    cairn_allocator allocator;
    cairn__file_view view; /* of a mapped file; else empty */
    const unsigned char *image;
    const cairn__db_header *header;
    const cairn__db_section *sections;
    cairn__kd_tree tree;
    const uint32_t *firsts;
    const cairn__xy *inner;
    uint64_t inner_count;
    const uint32_t *lengths;
    cairn__dlrta_regions regions; /* of kind dlrta; else none */
    cairn__label_set labels;      /* of kind labels; else none */
    cairn__region_net net;        /* of kind regions, or the fall-back; else none */
    bool has_net;
};

/* ARGUMENT if the definition was not made by its function. */
cairn_status cairn__db_def_check(const cairn_db_def *def, cairn_allocator *allocator);

/* MISMATCH if the database was made for another map or corner setting. */
cairn_status cairn__db_check_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail);

/* KIND if the database is of another kind than the caller needs. */
cairn_status cairn__db_check_kind(const cairn_db *db, cairn_db_kind kind, cairn_detail *detail);

/* The deep check of the sections of kind dlrta: what needs no map, and what needs one. */
cairn_status cairn__dlrta_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__dlrta_verify_map(const cairn_db *db, const cairn_map *map,
                                     cairn_detail *detail);

/* The deep check of a net, of kind regions or a fall-back: the same two parts. */
cairn_status cairn__net_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__net_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail);
/* The same of the section of kind labels. */
cairn_status cairn__labels_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__labels_verify_map(const cairn_db *db, const cairn_map *map,
                                      cairn_detail *detail);

/* A record in place: its states from start to goal. */
typedef struct cairn__record {
    uint32_t id;
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
