/* cairn/db.h: databases, opened by mapping and used in place.
 *
 * An open database never changes: any number of agents and threads may share it.
 * docs/format.md has the file byte by byte. */
#ifndef CAIRN_DB_H
#define CAIRN_DB_H

#include "map.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAIRN_DB_FORMAT_VERSION 2

/** The kinds of database: name, number, word. Numbers never change. */
#define CAIRN_DB_KIND_LIST(X)                                                                      \
    X(KNN, 1, "knn")         /* compressed optimal paths between random pairs of cells */          \
    X(DLRTA, 2, "dlrta")     /* regions of the map, and entry states between all pairs of them */  \
    X(REGIONS, 3, "regions") /* regions of cells that climb to a seed, and ways between seeds */   \
    X(LABELS, 4, "labels")   /* bends of the map, and the distances from each to shared hubs */    \
    X(DBA, 5, "dba")         /* regions of square sectors, and ways between them */                \
    X(HCDPS, 6, "hcdps")     /* regions of cells that climb to a seed, and a list of their cells */

/** A kind of database. Where one is asked for, 0 is AUTO: the best kind for the map. */
typedef uint32_t cairn_kind;

enum {
#define CAIRN_DB_KIND_ENUM(name, number, word) CAIRN_DB_##name = number,
    CAIRN_DB_KIND_LIST(CAIRN_DB_KIND_ENUM)
#undef CAIRN_DB_KIND_ENUM
};

/** The word for a kind, such as "knn"; null for an unknown number. */
CAIRN_API const char *cairn_kind_get_name(cairn_kind kind);

/** A database. */
typedef struct cairn_db cairn_db;

/** How a database is opened. Zero in a field, and null instead of a definition, mean the
 *  defaults. */
typedef struct cairn_db_def {
    uint32_t size;                    /**< sizeof this struct */
    const cairn_allocator *allocator; /**< copied; holds the handle, and the content only on a
                                           big-endian machine; default: malloc and free */
    cairn_detail *detail;             /**< if not null, says where and why opening failed */
} cairn_db_def;

/** Maps a database file and checks its frame: magic, version, sizes, header checksum. Constant time;
 *  linear on a big-endian machine, which copies it. cairn_db_verify() checks the content.
 *  Failures: IO, CORRUPT, VERSION, MEMORY. The file must not be changed while it is open. */
CAIRN_API cairn_status cairn_db_open(const char *path, const cairn_db_def *def, cairn_db **db);

/** Uses a database image in the caller's memory, 8-byte aligned, which must outlive it. */
CAIRN_API cairn_status cairn_db_open_memory(const void *image, size_t bytes,
                                            const cairn_db_def *def, cairn_db **db);

/** Closes a database. Null is fine. */
CAIRN_API void cairn_db_close(cairn_db *db);

/** Facts common to all kinds of databases. Facts of one kind are its figures. */
typedef struct cairn_db_info {
    uint32_t size;         /**< sizeof this struct, set by the caller: no more is filled in */
    cairn_kind kind;       /**< CAIRN_DB_KNN and so on */
    uint32_t algorithm;    /**< that agents walk with: CAIRN_KNN and so on (agent.h) */
    cairn_corners corners; /**< of the map it was made for */
    uint32_t width;        /**< of that map */
    uint32_t height;
    uint64_t fingerprint; /**< of that map */
    uint64_t bytes;       /**< of the whole file */
    uint32_t header_bytes;
    uint32_t format_version;
} cairn_db_info;

/** A database's properties. Constant time. Failures: NOT_SIZED if `info->size` was not set. */
CAIRN_API cairn_status cairn_db_get_info(const cairn_db *db, cairn_db_info *info);

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

/* ---- checking ---- */

/** Checks everything: checksums, order, numbers, and against the map its fingerprint, and:
 *  - knn: that every leg of a record can be climbed.
 *  - dlrta: that every open cell is in one region, that regions are connected, and that every entry
 *    state is a move away from its region.
 *  - regions, and a fall-back: that every open cell is in a region, that every leg of a way can be
 *    climbed both ways, and that every route arrives.
 *  - labels: that the nodes are bends of the map, that each way to a hub leads from node to node, and
 *    that a straight path joins each to the next.
 *  Without a map (null) it checks only what needs none. Failures: CORRUPT, MISMATCH, INVALID, MEMORY;
 *  `detail`, if not null, says what and where. */
CAIRN_API cairn_status cairn_db_verify(const cairn_db *db, const cairn_map *map,
                                       cairn_detail *detail);

#ifdef __cplusplus
}
#endif

#endif
