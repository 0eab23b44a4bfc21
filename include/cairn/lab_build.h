/* cairn/lab_build.h: the insides of builds, for tools and researchers: what AUTO tried, engines
 * that find paths, records made one by one. Part of cairn/lab.h: no promise of stability. */
#ifndef CAIRN_LAB_BUILD_H
#define CAIRN_LAB_BUILD_H

#include "build.h"
#include "planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what AUTO tried ---- */

/** A database that AUTO made or began to make. */
typedef struct cairn_build_try {
    uint32_t size; /**< sizeof this struct, set by the caller */
    cairn_kind kind;
    cairn_status status; /**< OK, or LIMIT: too large, or impossible for this map */
    uint32_t reserved;
    uint64_t bytes;         /**< 0: it was not finished */
    uint64_t milliseconds;  /**< spent on it, walks included */
    uint64_t suboptimality; /**< mean, in millionths */
    uint32_t problems;      /**< walked; 0: it was not measured */
} cairn_build_try;

/** Number `index` of what was tried, from 0, in order. Failures: ARGUMENT. */
CAIRN_API cairn_status cairn_build_get_try(const cairn_build *build, uint32_t index,
                                           cairn_build_try *one);

/* ---- engines ---- */

/** How an engine is made. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_engine_def {
    uint32_t size;    /**< sizeof this struct */
    uint32_t method;  /**< CAIRN_METHOD_ASTAR and so on; default: AUTO, labels where they pay in a
                           build of some ten thousand records, else jump: by a rule on the map alone */
    uint32_t threads; /**< for the preparation; default: 1, the calling thread alone */
    cairn_progress_function progress; /**< may end the preparation */
    void *progress_context;
    const cairn_allocator *allocator; /**< copied; used from all threads at once; default: malloc
                                           and free */
} cairn_engine_def;

/** Prepares an engine: what builds find paths by, far faster than any search on line. Planners and
 *  builds of the same map share it. The map is kept, not owned. The result does not depend on the
 *  threads. An engine is immutable: any number of threads may use it. Failures: ARGUMENT, MEMORY,
 *  INTERRUPTED, LIMIT (labels were demanded, and paths bend at too many places of the map). */
CAIRN_API cairn_status cairn_engine_create(const cairn_map *map, const cairn_engine_def *def,
                                           cairn_engine **engine);

/** Destroys an engine; its planners and builds must be gone. Null is fine. */
CAIRN_API void cairn_engine_destroy(cairn_engine *engine);

/** What an engine holds. The last three are 0 for other methods than labels. */
typedef struct cairn_engine_info {
    uint32_t size;   /**< sizeof this struct, set by the caller */
    uint32_t method; /**< the one in use, never AUTO */
    uint32_t bends;  /**< those that have a label */
    uint32_t reserved;
    uint64_t edges;   /**< between them, each counted from both ends */
    uint64_t entries; /**< of all hub labels */
} cairn_engine_info;

/** An engine's properties. Constant time. Failures: NOT_SIZED if `info->size` was not set. */
CAIRN_API cairn_status cairn_engine_get_info(const cairn_engine *engine, cairn_engine_info *info);

/* ---- builds of kind knn, record by record: for drivers that share the work out ---- */

/* All of these answer KIND for a build of another kind.
 *
 * Record i depends on the map, its corners, the seed, skip-direct and i, and on nothing else. */

/** Records are made, sent and stored in ranges of this length, which begin at multiples of it. */
#define CAIRN_BUILD_RANGE 16

/** Makes the records of a build that are not there yet, in place of the build's own threads. */
typedef cairn_status (*cairn_build_driver_function)(void *context, cairn_build *build);

/** Who makes the records of a build, and how. Zero in a field means the defaults. */
typedef struct cairn_build_driver {
    uint32_t size;                   /**< sizeof this struct */
    uint32_t reserved;               /**< 0 */
    cairn_build_driver_function run; /**< called by cairn_build_run() whenever records have to be
                                          made; default: the build's own threads */
    void *context;                   /**< of `run` */
    const cairn_engine *engine; /**< finds the paths; of the same map; kept, not owned; default:
                                          one of the build's own. Engines of other methods than auto
                                          choose other paths of the same cost, so other bytes */
} cairn_build_driver;

/** Sets how records are made. Not while the build runs. Failures: ARGUMENT. */
CAIRN_API cairn_status cairn_build_set_driver(cairn_build *build, const cairn_build_driver *driver);

/** Raises the number of records wanted; those made are kept. Not while the build runs.
 *  Failures: ARGUMENT if it is lower than it was, LIMIT, MEMORY. */
CAIRN_API cairn_status cairn_build_set_records(cairn_build *build, uint32_t records);

/** How many records are wanted at the moment, and `finished`: the records from `first` on up to
 *  finished - 1 are there without a gap; it is `first` if that one is not there. Either pointer may
 *  be null. Time: linear in the records. Failures: ARGUMENT. */
CAIRN_API cairn_status cairn_build_get_records(const cairn_build *build, uint32_t first,
                                               uint32_t *wanted, uint32_t *finished);

/** Makes the records `first` to `end` - 1, whole ranges, as far as they are not there.
 *  Failures: ARGUMENT, and those of cairn_build_run(). */
CAIRN_API cairn_status cairn_build_run_records(cairn_build *build, uint32_t first, uint32_t end);

/** Calls the progress function with the state of the build; for drivers that wait for others.
 *  Failures: INTERRUPTED if it answers 0. */
CAIRN_API cairn_status cairn_build_tell_progress(cairn_build *build);

/** Takes the records of a database as this build's first ones, as they are: to extend it. Each is
 *  checked against the map. Failures: MISMATCH (another map, corner setting, seed or choice of
 *  skip-direct, or more records than wanted), KIND, CORRUPT, INVALID, MEMORY. */
CAIRN_API cairn_status cairn_build_add_db(cairn_build *build, const cairn_db *db);

/** Writes the finished records among `first` to `end` - 1 as a part: a stretch of bytes that
 *  cairn_build_add_part() takes, in another process or later (docs/format.md). `bytes` gets its
 *  size. Failures: CAPACITY (with `bytes` set), ARGUMENT. */
CAIRN_API cairn_status cairn_build_write_part(const cairn_build *build, uint32_t first,
                                              uint32_t end, size_t capacity, void *part,
                                              size_t *bytes);

/** Adds the records of a part, after checking its bytes and each record against the map. Records
 *  there already are left as they are; none may be in the making at the time, but a progress
 *  function may call this. Failures: CORRUPT, VERSION (another library's), MISMATCH, INVALID,
 *  MEMORY. */
CAIRN_API cairn_status cairn_build_add_part(cairn_build *build, const void *part, size_t bytes);

/** What to do with a checkpoint: a folder of files with finished records. */
enum {
    CAIRN_CHECKPOINT_WRITE = 0,  /**< keep the finished records that are not kept yet as one more
                                    file; the folder is made if it is not there */
    CAIRN_CHECKPOINT_READ = 1,   /**< add what it has; a folder that is not there has nothing, and
                                    the number of records wanted may be another one now */
    CAIRN_CHECKPOINT_REMOVE = 2, /**< remove its files, and the folder if nothing else is in it */
};

/** Writes, reads or removes a checkpoint. A progress function may write one. Failures: IO, MEMORY,
 *  ARGUMENT; reading: those of cairn_build_add_part(). */
CAIRN_API cairn_status cairn_build_use_checkpoint(cairn_build *build, const char *folder,
                                                  uint32_t action);

/** Compresses a path into subgoals that climbing can follow, by the rule of
 *  docs/research/algorithms.md. `path` is a walk of legal moves of `count` cells, at least one.
 *  Writes at most `count` subgoals, start and goal included. Time: subgoals * log(count) climbs.
 *  Failures: BLOCKED if the first cell is not open, ARGUMENT if a move is not legal, CAPACITY if
 *  `capacity` is below `count`. */
CAIRN_API cairn_status cairn_compress_path(const cairn_map *map, size_t count,
                                           const cairn_cell *path, size_t capacity,
                                           cairn_cell *subgoals, size_t *written);

#ifdef __cplusplus
}
#endif

#endif
