/* cairn/build.h: the off-line phase: making subgoal databases. A game ships without it.
 *
 * Record i of a database depends on (map, corners, seed, i) and on nothing else: the same request
 * gives the same file, byte for byte, for any number of threads. */
#ifndef CAIRN_BUILD_H
#define CAIRN_BUILD_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A database in the making. */
typedef struct cairn_build cairn_build;

/** Where a build stands, for progress displays. */
typedef struct cairn_build_progress {
    uint32_t finished; /**< records made so far */
    uint32_t records;  /**< records wanted */
    uint64_t states;   /**< in the finished records */
} cairn_build_progress;

/** Called from the thread that runs the build, at least several times a second; false interrupts
 *  it. */
typedef bool (*cairn_build_progress_function)(void *context, const cairn_build_progress *progress);

/** How a database is built. Make it with cairn_default_build_def(). */
typedef struct cairn_build_def {
    const cairn_map *map; /**< kept, not owned */
    uint32_t records;     /**< default: 10,000 */
    uint64_t seed;        /**< default: 1 */
    uint32_t threads;     /**< default: 1, the calling thread alone */
    bool skip_direct;     /**< draw records without an intermediate subgoal again */
    cairn_build_progress_function progress; /**< may be null */
    void *progress_context;
    cairn_allocator allocator; /**< used from all threads of the build at once */
    cairn_detail *detail;      /**< if not null, says why a call failed */
    uint32_t cookie;
} cairn_build_def;

/** The defaults of a build's definition. */
CAIRN_API cairn_build_def cairn_default_build_def(void);

/** Makes a build that has no record yet. Failures: ARGUMENT, LIMIT, MEMORY. */
CAIRN_API cairn_status cairn_build_create(const cairn_build_def *def, cairn_build **build);

/** Destroys a build. Null is fine. */
CAIRN_API void cairn_build_destroy(cairn_build *build);

/** Makes the records (the paper's Fig. 5, `computeSubgoals`). Long work: first it prepares the map
 *  for optimal paths (some seconds at most), then it makes record after record.
 *  After INTERRUPTED another call goes on where it was, but for an unfinished preparation. Failures: INTERRUPTED, NO_RECORD,
 *  MEMORY, LIMIT. */
CAIRN_API cairn_status cairn_build_run(cairn_build *build);

/** How many records are finished without a gap: 0 .. finished - 1. */
CAIRN_API uint32_t cairn_build_get_finished(const cairn_build *build);

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
