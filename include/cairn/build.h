/* cairn/build.h: the off-line phase: making subgoal databases. A game ships without it.
 *
 * Record i of a database depends on (map, corners, seed, i) and on nothing else: the same request
 * gives the same file, byte for byte, for any number of threads or processes, in whatever order
 * its records were made and however often the work was broken off. */
#ifndef CAIRN_BUILD_H
#define CAIRN_BUILD_H

#include "db.h"
#include "path.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A database in the making. */
typedef struct cairn_build cairn_build;

/** What a build is busy with. */
typedef enum cairn_build_phase {
    CAIRN_BUILD_PREPARING = 0, /**< the map, for optimal paths; no record yet */
    CAIRN_BUILD_RECORDS = 1,   /**< making records */
} cairn_build_phase;

/** Where a build stands, for progress displays. */
typedef struct cairn_build_progress {
    cairn_build_phase phase;
    uint32_t finished; /**< records made so far */
    uint32_t records;  /**< records wanted */
    uint64_t states;   /**< in the finished records */
} cairn_build_progress;

/** Called from the thread that runs the build, at least several times a second; false interrupts
 *  it. It may call cairn_build_add_part() and cairn_build_write_checkpoint(). */
typedef bool (*cairn_build_progress_function)(void *context, const cairn_build_progress *progress);

/** How a database is built. Make it with cairn_default_build_def(). */
typedef struct cairn_build_def {
    const cairn_map *map;            /**< kept, not owned */
    uint32_t records;                /**< default: 10,000 */
    uint64_t seed;                   /**< default: 1 */
    uint32_t threads;                /**< default: 1, the calling thread alone */
    bool skip_direct;                /**< draw records without an intermediate subgoal again */
    const cairn_path_engine *engine; /**< of the same map; kept, not owned. Null: the build prepares
                                          one of its own. Other methods than auto choose other
                                          paths of the same cost, so other bytes */
    cairn_build_progress_function progress; /**< may be null */
    void *progress_context;
    cairn_allocator allocator; /**< used from all threads of the build at once */
    cairn_detail *detail;      /**< if not null, says why a call failed */
    uint32_t cookie;
} cairn_build_def;

/** The most records a database can have. */
#define CAIRN_MAX_RECORDS (UINT32_MAX / 16)

/** Records are made, sent and kept in ranges of so many; a range begins at a multiple of it. */
#define CAIRN_BUILD_RANGE 16

/** The defaults of a build's definition. */
CAIRN_API cairn_build_def cairn_default_build_def(void);

/** Makes a build that has no record yet. Failures: ARGUMENT, LIMIT, MEMORY. */
CAIRN_API cairn_status cairn_build_create(const cairn_build_def *def, cairn_build **build);

/** Destroys a build. Null is fine. */
CAIRN_API void cairn_build_destroy(cairn_build *build);

/** Raises the number of records wanted; those made are kept. Not while the build runs.
 *  Failures: ARGUMENT if it is lower than it was, LIMIT, MEMORY. */
CAIRN_API cairn_status cairn_build_set_records(cairn_build *build, uint32_t records);

/** Makes all records that are not there yet (the paper's Fig. 5, `computeSubgoals`). Long work:
 *  first it prepares the map for optimal paths (some seconds at most), then it makes record after
 *  record. After INTERRUPTED another call goes on where it was, but for an unfinished preparation.
 *  Failures: INTERRUPTED, NO_RECORD, MEMORY, LIMIT. */
CAIRN_API cairn_status cairn_build_run(cairn_build *build);

/** The same for the records `first` to `end` - 1 alone, whole ranges: for drivers that share the
 *  work out. Failures: ARGUMENT too. */
CAIRN_API cairn_status cairn_build_run_records(cairn_build *build, uint32_t first, uint32_t end);

/** The engine a build finds its paths with; null unless it was given one or
 *  has made records. */
CAIRN_API const cairn_path_engine *cairn_build_get_engine(const cairn_build *build);

/** Where a build stands. While it runs: from its progress function alone. */
CAIRN_API cairn_build_progress cairn_build_get_progress(const cairn_build *build);

/** True if all the records `first` to `end` - 1 are finished. */
CAIRN_API bool cairn_build_is_done(const cairn_build *build, uint32_t first, uint32_t end);

/** How many records are finished without a gap: 0 .. finished - 1. */
CAIRN_API uint32_t cairn_build_get_finished(const cairn_build *build);

/* ---- records from elsewhere ---- */

/** Takes the records of a database as this build's first ones, as they are: to extend it. Each is
 *  checked against the map. Failures: MISMATCH (another map, corner setting, seed or choice of
 *  skip_direct, or more records than wanted), KIND, CORRUPT, INVALID, MEMORY. */
CAIRN_API cairn_status cairn_build_add_db(cairn_build *build, const cairn_db *db);

/** Writes the finished records among `first` to `end` - 1 as a part: a stretch of bytes that
 *  cairn_build_add_part() takes, in another process or later (docs/format.md). `bytes` gets its
 *  size. Failures: CAPACITY (with `bytes` set), ARGUMENT. */
CAIRN_API cairn_status cairn_build_write_part(const cairn_build *build, uint32_t first,
                                              uint32_t end, size_t capacity, void *part,
                                              size_t *bytes);

/** Adds the records of a part, after checking its bytes and each record against the map. Records
 *  there already are left as they are; none may be in the making at the time. Failures: CORRUPT,
 *  VERSION (another library's), MISMATCH, INVALID, MEMORY. */
CAIRN_API cairn_status cairn_build_add_part(cairn_build *build, const void *part, size_t bytes);

/** Keeps the finished records that are not kept yet as one more file in a folder, which is made if
 *  it is not there: a checkpoint. Does nothing if there are none. Failures: IO, MEMORY. */
CAIRN_API cairn_status cairn_build_write_checkpoint(cairn_build *build, const char *folder);

/** Adds what a checkpoint has; a folder that is not there has nothing. The number of records
 *  wanted may differ from the one before. Failures: IO, and those of cairn_build_add_part(). */
CAIRN_API cairn_status cairn_build_read_checkpoint(cairn_build *build, const char *folder);

/** Removes a checkpoint's files, and the folder if nothing else is in it. Failures: IO. */
CAIRN_API cairn_status cairn_build_remove_checkpoint(cairn_build *build, const char *folder);

/* ---- results ---- */

/** Writes the records finished without a gap as a database: to a temporary name, flushed, then
 *  renamed. The result is the same as that of a build of so many records.
 *  Failures: IO, MEMORY, LIMIT (more than 2^32 states). */
CAIRN_API cairn_status cairn_build_write(const cairn_build *build, const char *path);

/** The same into the caller's memory, 8-byte aligned; `bytes` gets the size. Failures: CAPACITY
 *  (with `bytes` set), ARGUMENT, MEMORY, LIMIT. */
CAIRN_API cairn_status cairn_build_write_memory(const cairn_build *build, size_t capacity,
                                                void *image, size_t *bytes);

/** Compresses a path into subgoals that climbing can follow (the paper's Fig. 6, `compress`).
 *  `path` is a walk of legal moves of `count` cells, at least one. Writes at most `count`
 *  subgoals, start and goal included. Time: subgoals * log(count) climbs.
 *  Failures: BLOCKED if the first cell is not open, ARGUMENT if a move is not legal, CAPACITY if
 *  `capacity` is below `count`. */
CAIRN_API cairn_status cairn_compress_path(const cairn_map *map, size_t count,
                                           const cairn_cell *path, size_t capacity,
                                           cairn_cell *subgoals, size_t *written);

#ifdef __cplusplus
}
#endif

#endif
