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

#define CAIRN_DB_FORMAT_VERSION 2

/** The kinds of database: name, number, word. Numbers are fixed for good. */
#define CAIRN_DB_KIND_LIST(X)                                                                      \
    X(KNN, 1, "knn")         /* compressed optimal paths between random pairs (the paper's) */     \
    X(DLRTA, 2, "dlrta")     /* regions of the map, and entry states between all pairs of them */  \
    X(REGIONS, 3, "regions") /* regions of cells that climb to a seed, and ways between seeds */   \
    X(LABELS, 4, "labels")   /* the map's corners, and each one's way to hubs all share */

typedef enum cairn_db_kind {
#define CAIRN_DB_KIND_ENUM(name, number, word) CAIRN_DB_##name = number,
    CAIRN_DB_KIND_LIST(CAIRN_DB_KIND_ENUM)
#undef CAIRN_DB_KIND_ENUM
} cairn_db_kind;

/** The word for a kind, such as "knn"; null for an unknown number. */
CAIRN_API const char *cairn_db_kind_get_name(cairn_db_kind kind);

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
    uint32_t records; /**< dlrta: ordered pairs of distinct regions that a path joins; regions:
                           ways between neighbours; labels: 0 */
    uint64_t states;  /**< in all records, starts and goals included; dlrta: the same pairs, for
                           each has one entry state; labels: 0 */
    uint32_t level;   /**< dlrta: of the abstraction; else 0 */
    uint32_t regions; /**< dlrta, regions, and of a fall-back; else 0 */
    bool fallback;    /**< knn, labels: has a net of regions for what it has no answer to */
    uint32_t corners_count; /**< labels: corners of the map; else 0 */
    uint64_t entries;       /**< labels: in all labels; else 0 */
    uint32_t eps;           /**< labels: in ten-thousandths; 0 is exact */
    uint64_t seed;
    uint64_t map_fingerprint;
    uint64_t bytes; /**< of the whole file */
    uint64_t header_bytes;
} cairn_db_info;

/** A database's properties. Constant time. */
CAIRN_API cairn_db_info cairn_db_get_info(const cairn_db *db);

/** What a figure counts. */
typedef enum cairn_figure_unit {
    CAIRN_FIGURE_COUNT = 0,           /**< a number as it is */
    CAIRN_FIGURE_FLAG = 1,            /**< 0 no, 1 yes */
    CAIRN_FIGURE_TEN_THOUSANDTHS = 2, /**< 10,000 is one */
} cairn_figure_unit;

/** A figure of a database: what its kind counts. */
typedef struct cairn_figure {
    const char *name; /**< such as "records"; a string of the library */
    uint32_t unit;    /**< a cairn_figure_unit */
    uint64_t value;
} cairn_figure;

/** Figure number `index` of a database, from 0: "records" and "states", then those of its kind.
 *  Constant time. Failures: ARGUMENT if there are no more. */
CAIRN_API cairn_status cairn_db_get_figure(const cairn_db *db, uint32_t index,
                                           cairn_figure *figure);

/** The value of the figure with a name. Constant time. Failures: ARGUMENT, KIND if databases of this
 *  kind have no such figure. */
CAIRN_API cairn_status cairn_db_find_figure(const cairn_db *db, const char *name, uint64_t *value);

/** A record in place: its states from start to goal. Inner subgoals lie in the mapped file. */
typedef struct cairn_record {
    uint32_t id;
    uint32_t states;         /**< K, at least 2 */
    cairn_cell start;        /**< state 0 */
    cairn_cell goal;         /**< state K - 1 */
    const cairn_cell *inner; /**< states 1 .. K - 2 */
    uint32_t length;         /**< cost of the optimal path it was made of, in tenths */
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
 *  all of them. Failures: ARGUMENT, KIND. */
CAIRN_API cairn_status cairn_db_find_nearest(const cairn_db *db, const cairn_cell query[2],
                                             uint32_t capacity, cairn_neighbour *neighbours,
                                             uint32_t *count, uint32_t *compared);

/** The same by comparing every record; for checks, and for enhancement 5 switched off. */
CAIRN_API cairn_status cairn_db_find_nearest_by_scan(const cairn_db *db, const cairn_cell query[2],
                                                     uint32_t capacity, cairn_neighbour *neighbours,
                                                     uint32_t *count, uint32_t *compared);

/* ---- regions: databases of kind dlrta ---- */

/** The lowest and the highest level of an abstraction. */
#define CAIRN_MIN_LEVEL 1
#define CAIRN_MAX_LEVEL 32

/** The region of an open cell. Time: logarithmic in the regions that a row of the map crosses.
 *  Failures: BLOCKED (outside the map, or a row without an open cell), KIND. What it says of a
 *  blocked cell means nothing. */
CAIRN_API cairn_status cairn_db_find_region(const cairn_db *db, cairn_cell cell, uint32_t *region);

/** The representative of a region, 0 to regions - 1; of kind regions and of a fall-back, its seed.
 *  Constant time. Failures: ARGUMENT, KIND. */
CAIRN_API cairn_status cairn_db_get_representative(const cairn_db *db, uint32_t region,
                                                   cairn_cell *cell);

/** The entry state for going from one region to another: the first state outside it on an optimal
 *  path between their representatives. Constant time. Failures: ARGUMENT, KIND, NO_PATH. */
CAIRN_API cairn_status cairn_db_get_entry(const cairn_db *db, uint32_t from, uint32_t to,
                                          cairn_cell *entry);

/* ---- distances: databases of kind labels ---- */

/** Corner number `number` of the map, 0 to corners_count - 1. Constant time. Failures: ARGUMENT,
 *  KIND. */
CAIRN_API cairn_status cairn_db_get_corner(const cairn_db *db, uint32_t number, cairn_cell *cell);

/** Room to find ways on: 8 bytes a corner. One search at a time uses it: give each thread its own. */
typedef struct cairn_desk cairn_desk;

/** Makes a desk for databases of kind labels that have no more corners than this one. Failures:
 *  ARGUMENT, KIND, MEMORY. */
CAIRN_API cairn_status cairn_desk_create(const cairn_db *db, const cairn_db_def *def,
                                         cairn_desk **desk);

/** Destroys a desk. Null is fine. */
CAIRN_API void cairn_desk_destroy(cairn_desk *desk);

/** The length of the way that an agent of kind labels takes between two cells, in tenths: the
 *  optimal one, or with eps one that is longer by a part (an agent that passes its goal on that way
 *  stops there). Time: as an agent's first step, some tens of microseconds. Failures: BLOCKED,
 *  NO_PATH, MISMATCH, KIND, ARGUMENT (a desk too small or in use), CORRUPT if the labels know no
 *  way. */
CAIRN_API cairn_status cairn_db_get_distance(const cairn_db *db, const cairn_map *map,
                                             cairn_desk *desk, const cairn_cell ends[2],
                                             uint32_t *distance);
/* ---- ways: databases of kind regions, and those with a fall-back ---- */

/** A way in place, from a region's seed to a neighbour's. */
typedef struct cairn_way {
    uint32_t to;
    uint32_t count;             /**< subgoals between the two seeds */
    const cairn_cell *subgoals; /**< in the mapped file */
    bool backward;              /**< the last subgoal comes first */
} cairn_way;

/** The way to neighbour number `place` of a region; neighbours ascend. Time: logarithmic in the
 *  neighbours of the other region. Failures: ARGUMENT, KIND, NO_RECORD (the region has fewer
 *  neighbours, or the database is damaged). */
CAIRN_API cairn_status cairn_db_get_way(const cairn_db *db, uint32_t region, uint32_t place,
                                        cairn_way *way);

/* ---- checking ---- */

/** Checks everything: checksums, kd order, ids, and against the map its fingerprint, every state
 *  and every leg's hill-climb; of kind dlrta, that every open cell is in one region, that regions
 *  hang together, and that every entry state is a move away from its region; of kind regions and
 *  of a fall-back, that every open cell is in a region, that every leg of a way can be climbed both
 *  ways, and that every route comes to its goal; of kind labels, that every way to a hub goes on from
 *  node to node, that the nodes are the map's corners, and that each sees the next. Without a map
 *  (null) only what needs none.
 *  Failures: CORRUPT, MISMATCH, INVALID, MEMORY; `detail`, if not null, says what and where. */
CAIRN_API cairn_status cairn_db_verify(const cairn_db *db, const cairn_map *map,
                                       cairn_detail *detail);

/* ---- fragments ---- */

/** An index in memory over all fragments of all records (section 6.2, end): any states i < j of
 *  a record serve as a record of their own. */
typedef struct cairn_fragments cairn_fragments;

/** Makes the fragment index of a database. Memory: 20 bytes a fragment; a record of K states has
 *  K * (K - 1) / 2. Failures: CORRUPT, LIMIT, MEMORY, KIND. */
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
