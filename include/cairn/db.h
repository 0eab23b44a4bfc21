/* cairn/db.h: subgoal databases, opened by mapping and used in place.
 *
 * A database is immutable once opened: any number of agents and threads may share it.
 * docs/format.md has the file byte by byte. */
#ifndef CAIRN_DB_H
#define CAIRN_DB_H

#include "map.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAIRN_DB_FORMAT_VERSION 1

/** The kinds of database. Numbers are fixed for good. */
typedef enum cairn_db_kind {
    CAIRN_DB_KNN = 1, /**< compressed optimal paths between random pairs (the paper's) */
} cairn_db_kind;

/** A subgoal database. */
typedef struct cairn_db cairn_db;

/** How a database is opened. Make it with cairn_default_db_def(). */
typedef struct cairn_db_def {
    cairn_allocator allocator; /**< default: malloc and free; holds the handle, not the records */
    cairn_detail *detail;      /**< if not null, says where and why opening failed */
    uint32_t cookie;
} cairn_db_def;

/** The defaults of a database's definition. */
CAIRN_API cairn_db_def cairn_default_db_def(void);

/** Maps a database file and checks its frame: magic, version, sizes, header checksum.
 *  Constant time; the records themselves are checked by cairn_db_verify().
 *  Failures: IO, CORRUPT, VERSION, MEMORY. The file must not be changed while it is open. */
CAIRN_API cairn_status cairn_db_open(const char *path, const cairn_db_def *def, cairn_db **db);

/** Uses a database image in the caller's memory, 8-byte aligned, which must outlive it. */
CAIRN_API cairn_status cairn_db_open_memory(const void *image, size_t bytes,
                                            const cairn_db_def *def, cairn_db **db);

/** Closes a database. Null is fine. */
CAIRN_API void cairn_db_close(cairn_db *db);

/** What a database's header says. */
typedef struct cairn_db_info {
    uint32_t format_version;
    cairn_db_kind kind;
    cairn_corners corners;
    bool skip_direct; /**< records without an intermediate subgoal were drawn again */
    uint32_t width;   /**< of the map */
    uint32_t height;
    uint32_t records;
    uint64_t states; /**< in all records, starts and goals included */
    uint64_t seed;
    uint64_t map_fingerprint;
    uint64_t bytes; /**< of the whole file */
    uint64_t header_bytes;
} cairn_db_info;

/** A database's properties. Constant time. */
CAIRN_API cairn_db_info cairn_db_get_info(const cairn_db *db);

/** A record in place: its states from start to goal. Inner subgoals lie in the mapped file. */
typedef struct cairn_record {
    uint32_t id;
    uint32_t states;         /**< K, at least 2 */
    cairn_cell start;        /**< state 0 */
    cairn_cell goal;         /**< state K - 1 */
    const cairn_cell *inner; /**< states 1 .. K - 2 */
} cairn_record;

/** State `index` of a record, 0 its start, `states - 1` its goal. */
static inline cairn_cell cairn_record_get_state(const cairn_record *record, uint32_t index)
{
    return index == 0                   ? record->start
           : index + 1 < record->states ? record->inner[index - 1]
                                        : record->goal;
}

/** The record at a place of the kd order, 0 to records - 1. Constant time.
 *  Failures: ARGUMENT, CORRUPT. */
CAIRN_API cairn_status cairn_db_get_record(const cairn_db *db, uint32_t place,
                                           cairn_record *record);

/** A record near a query. */
typedef struct cairn_neighbour {
    uint32_t similarity; /**< in tenths; smaller is more similar */
    uint32_t id;         /**< of the record */
    uint32_t place;      /**< of the record in the kd order */
} cairn_neighbour;

/** Finds the records most similar to going from `from` to `to`: the smallest
 *  max(distance(from, record start), distance(record goal, to)), ties to the lower id.
 *  Writes at most `capacity` neighbours, most similar first, and how many to `count`. The answer
 *  equals a full scan's. `compared`, if not null, gets the number of records compared, at most
 *  all of them. */
CAIRN_API cairn_status cairn_db_find_nearest(const cairn_db *db, const cairn_cell query[2],
                                             uint32_t capacity, cairn_neighbour *neighbours,
                                             uint32_t *count, uint32_t *compared);

/** The same by comparing every record; for checks, and for enhancement 5 switched off. */
CAIRN_API cairn_status cairn_db_find_nearest_by_scan(const cairn_db *db, const cairn_cell query[2],
                                                     uint32_t capacity, cairn_neighbour *neighbours,
                                                     uint32_t *count, uint32_t *compared);

/** Checks everything: checksums, kd order, ids, and against the map its fingerprint, every state
 *  and every leg's hill-climb. Without a map (null) only what needs none.
 *  Failures: CORRUPT, MISMATCH, INVALID, MEMORY; `detail`, if not null, says what and where. */
CAIRN_API cairn_status cairn_db_verify(const cairn_db *db, const cairn_map *map,
                                       cairn_detail *detail);

/** An index in memory over all fragments of all records (section 6.2, end): any states i < j of
 *  a record serve as a record of their own. */
typedef struct cairn_fragments cairn_fragments;

/** Makes the fragment index of a database. Memory: 20 bytes a fragment; a record of K states has
 *  K * (K - 1) / 2. Failures: CORRUPT, LIMIT, MEMORY. */
CAIRN_API cairn_status cairn_fragments_create(const cairn_db *db, const cairn_db_def *def,
                                              cairn_fragments **fragments);

/** Destroys a fragment index. Null is fine. The database must outlive it. */
CAIRN_API void cairn_fragments_destroy(cairn_fragments *fragments);

/** How many fragments an index holds. */
CAIRN_API uint32_t cairn_fragments_get_count(const cairn_fragments *fragments);

#ifdef __cplusplus
}
#endif

#endif
