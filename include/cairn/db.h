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

/** The kinds that every cairn has, in the columns of CAIRN_DB_KIND_LIST. */
#define CAIRN_CORE_KIND_LIST(X)                                                                    \
    X(KNN, knn, 1)         /* compressed optimal paths between random pairs of cells */            \
    X(REGIONS, regions, 3) /* regions of cells that climb to a seed, and ways between seeds */     \
    X(LABELS, labels, 4)   /* bends of the map, and the distances from each to shared hubs */

/** Kinds of algorithms to compare with, which a game may leave out (CAIRN_WITH_RESEARCH). */
#define CAIRN_RESEARCH_KIND_LIST(X)                                                                \
    X(DLRTA, dlrta, 2) /* regions of the map, and entry states between all pairs of them */        \
    X(DBA, dba, 5)     /* regions of square sectors, and ways between them */                      \
    X(HCDPS, hcdps, 6) /* regions of cells that climb to a seed, and a list of their cells */

/** The kinds of database: name, word, number. Numbers never change. */
#define CAIRN_DB_KIND_LIST(X) CAIRN_CORE_KIND_LIST(X) CAIRN_RESEARCH_KIND_LIST(X)

/** A kind of database. Where one is asked for, 0 is AUTO: the best kind for the map. */
typedef uint32_t cairn_kind;

enum {
#define CAIRN_DB_KIND_ENUM(name, word, number) CAIRN_DB_##name = number,
    CAIRN_DB_KIND_LIST(CAIRN_DB_KIND_ENUM)
#undef CAIRN_DB_KIND_ENUM
};

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
 *  Failures: IO, CORRUPT, VERSION, KIND, MEMORY. The file must not be changed while it is open. */
CAIRN_API cairn_status cairn_db_open(const char *path, const cairn_db_def *def, cairn_db **db);

/** Uses a database image in the caller's memory, 8-byte aligned, which must outlive it. */
CAIRN_API cairn_status cairn_db_open_memory(const void *image, size_t bytes,
                                            const cairn_db_def *def, cairn_db **db);

/** Closes a database. Null is fine. */
CAIRN_API void cairn_db_close(cairn_db *db);

/** Facts common to all kinds of databases. Facts of one kind are its figures (lab_db.h). */
typedef struct cairn_db_info {
    uint32_t size;         /**< sizeof this struct, set by the caller: no more is filled in */
    cairn_kind kind;       /**< CAIRN_DB_KNN and so on */
    uint32_t algorithm;    /**< that agents walk with: CAIRN_KNN and so on (lab.h) */
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
