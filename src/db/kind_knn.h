/* kind_knn.h: the records of an open database of kind knn. */
#ifndef CAIRN_KIND_KNN_H
#define CAIRN_KIND_KNN_H

#include "db/db_internal.h"
#include "db/kd_tree.h"

typedef struct cairn__knn_db {
    const cairn__knn_head *head;
    cairn__kd_tree tree;
    const uint32_t *firsts;
    const cairn__xy *inner;
    uint64_t inner_count;
    const uint32_t *lengths;
} cairn__knn_db;

/* Of a database of that kind. */
static inline const cairn__knn_db *cairn__db_get_knn(const cairn_db *db)
{
    return cairn__db_get_state(db);
}

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

/* ---- fragments ---- */

/* A fragment has a number; ties among fragments go to the lower one. */
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
