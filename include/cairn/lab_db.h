/* cairn/lab_db.h: what lies inside a database, for tools and researchers. Part of cairn/lab.h: no
 * promise of stability.
 *
 * How many there are of a thing is a figure: "records", "regions", "bends". */
#ifndef CAIRN_LAB_DB_H
#define CAIRN_LAB_DB_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- kinds and figures ---- */

/** The word for a kind, such as "knn"; null for an unknown number. */
CAIRN_API const char *cairn_kind_get_name(cairn_kind kind);

/** What a figure counts. */
enum {
    CAIRN_FIGURE_COUNT = 0, /**< a number as it is */
    CAIRN_FIGURE_FLAG = 1,  /**< 0 no, 1 yes */
};

/** A figure of a database: a number of its kind.
 *  - records: knn: records; dlrta: ordered pairs of distinct regions that a path joins; regions,
 *    dba, hcdps: ways between neighbours; labels: 0.
 *  - states: in all records, starts and goals included; dlrta: one entry state a record.
 *  - seed, skip_direct: knn: what the records were drawn with.
 *  - level, paper_bytes: dlrta: the level of abstraction; the bytes as papers count them, 4 for each
 *    cell and each entry state.
 *  - bends, entries: labels: bends that have a label; entries of all labels.
 *  - regions: dlrta, dba, hcdps, regions, and databases with a fall-back.
 *  - sector: dba: cells across a sector; neighbourhood: hcdps: how far ways lead, in regions.
 *  - fallback: knn, labels: whether there is a net of regions, for pairs without an answer. */
typedef struct cairn_figure {
    const char *name; /**< a string of the library */
    uint32_t unit;    /**< CAIRN_FIGURE_COUNT and so on */
    uint64_t value;
} cairn_figure;

/** Figure number `index` of a database, from 0: "records" and "states", then those of its kind.
 *  Constant time. Failures: ARGUMENT if there are no more. */
CAIRN_API cairn_status cairn_db_get_figure(const cairn_db *db, uint32_t index,
                                           cairn_figure *figure);

/** The value of the figure with a name. Constant time. Failures: ARGUMENT, KIND if databases of
 *  this kind have no such figure. */
CAIRN_API cairn_status cairn_db_find_figure(const cairn_db *db, const char *name, uint64_t *value);

/** Option number `index`, from 0, that the file recommends to walk with. Constant time.
 *  Failures: ARGUMENT if there are no more. */
CAIRN_API cairn_status cairn_db_get_option(const cairn_db *db, uint32_t index,
                                           cairn_option *option);

/* ---- places: all kinds but knn ---- */

/** The lowest and the highest level of an abstraction. */
#define CAIRN_MIN_LEVEL 1
#define CAIRN_MAX_LEVEL 32

/** Which places of a database are asked for. */
enum {
    CAIRN_PLACE_REGION =
        0, /**< dlrta, dba: representatives of regions; regions, hcdps and fall-backs: seeds */
    CAIRN_PLACE_BEND = 1, /**< labels: bends that have a label */
};

/** The cell of place number `index`, from 0. Constant time. Failures: ARGUMENT (also if there are
 *  no more), KIND if databases of this kind have no such places. */
CAIRN_API cairn_status cairn_db_get_place(const cairn_db *db, uint32_t which, uint32_t index,
                                          cairn_cell *cell);

/* ---- records: kind knn ---- */

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

/** Finds the records most similar to going from `query[0]` to `query[1]`: the smallest
 *  max(distance(query[0], record start), distance(record goal, query[1])), ties to the lower id.
 *  Writes at most `capacity` neighbours, most similar first. If `by_scan` is 0 it goes through the
 *  kd-tree, otherwise it compares every record; the answer is the same. `counts` gets how many
 *  neighbours were found and how many records were compared. Failures: ARGUMENT, KIND. */
CAIRN_API cairn_status cairn_db_find_nearest(const cairn_db *db, const cairn_cell query[2],
                                             uint32_t by_scan, uint32_t capacity,
                                             cairn_neighbour *neighbours, uint32_t counts[2]);

/** An index in memory over all fragments of all records: any states i < j of
 *  a record serve as a record of their own. */
typedef struct cairn_fragments cairn_fragments;

/** Makes the fragment index of a database, which must outlive it. Memory: 20 bytes a fragment; a
 *  record of K states has K * (K - 1) / 2. Failures: ARGUMENT, CORRUPT, LIMIT, MEMORY, KIND. */
CAIRN_API cairn_status cairn_fragments_create(const cairn_db *db, const cairn_db_def *def,
                                              cairn_fragments **fragments);

/** Destroys a fragment index. Null is fine. */
CAIRN_API void cairn_fragments_destroy(cairn_fragments *fragments);

/** How many fragments an index holds. */
CAIRN_API uint32_t cairn_fragments_get_count(const cairn_fragments *fragments);

/* ---- regions and entry states: kind dlrta ---- */

/** The region of an open cell. Time: logarithmic in the regions that a row of the map crosses.
 *  Failures: BLOCKED (outside the map, or a row without an open cell), KIND. What it says of a
 *  blocked cell means nothing. */
CAIRN_API cairn_status cairn_db_find_region(const cairn_db *db, cairn_cell cell, uint32_t *region);

/** The entry state for going from one region to another: the first state outside it on an optimal
 *  path between their representatives. Constant time. Failures: ARGUMENT, KIND, NO_PATH. */
CAIRN_API cairn_status cairn_db_get_entry(const cairn_db *db, uint32_t from, uint32_t to,
                                          cairn_cell *entry);

/* ---- ways between seeds: kind regions, and databases with a fall-back ---- */

/** A way in place, from a region's seed to a neighbour's. */
typedef struct cairn_way {
    uint32_t to;
    uint32_t count;             /**< subgoals between the two seeds */
    const cairn_cell *subgoals; /**< in the mapped file */
    uint32_t backward;          /**< 1 if the last subgoal comes first, else 0 */
} cairn_way;

/** The way to neighbour number `place` of a region; neighbours ascend. Time: logarithmic in the
 *  neighbours of the other region. Failures: ARGUMENT, KIND, NO_RECORD (the region has fewer
 *  neighbours, or the database is damaged). */
CAIRN_API cairn_status cairn_db_get_way(const cairn_db *db, uint32_t region, uint32_t place,
                                        cairn_way *way);

#ifdef __cplusplus
}
#endif

#endif
