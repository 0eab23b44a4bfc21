/* cairn/build.h: builds a database for a map, off-line. A game that ships its databases leaves it out;
 * a game with a level editor calls it.
 *
 * The same request gives the same file, byte for byte, for any number of threads or processes, and
 * however often the work was interrupted. */
#ifndef CAIRN_BUILD_H
#define CAIRN_BUILD_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A database in the making. */
typedef struct cairn_build cairn_build;

/** The progress of a build. Numbers of phases rise. Within a phase `done` never falls, unless records
 *  have to be made again after an interruption. */
typedef struct cairn_progress {
    uint32_t phase;   /**< number of the present phase, from 1 */
    cairn_kind kind;  /**< of the database that is being made or walked with */
    const char *name; /**< of the phase, such as "labels: preparing the map" */
    const char *unit; /**< what is counted, such as "records"; null if nothing is */
    uint64_t done;
    uint64_t total; /**< 0: not known */
} cairn_progress;

/** Called by the thread that runs the build, several times a second. Returning 0 interrupts the
 *  build; any other number continues it. */
typedef int32_t (*cairn_progress_function)(void *context, const cairn_progress *progress);

/** A target that only optimal walks meet; a target of 0 means that there is none. */
#define CAIRN_TARGET_OPTIMAL UINT32_MAX

/** How a database is built. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_build_def {
    uint32_t size;      /**< sizeof this struct */
    cairn_kind kind;    /**< default: AUTO, the best kind for the map */
    uint32_t threads;   /**< default: 1, the calling thread alone */
    uint32_t target;    /**< mean suboptimality to reach, in hundredths of a percent: knn adds
                              records until walks on sampled problems reach it, AUTO takes the
                              first kind that does; default: none */
    uint64_t max_bytes; /**< AUTO: the most bytes the database may have; default: no limit */
    uint32_t option_count;
    const cairn_option *options; /**< of the list in lab.h; copied */
    cairn_progress_function progress;
    void *progress_context;
    const cairn_allocator *allocator; /**< copied; used from all threads of the build at once;
                                           default: malloc and free */
    cairn_detail *detail;             /**< if not null, says why a call failed, this or a later one;
                                           kept, not owned: it must outlive the build */
} cairn_build_def;

/** Makes a build; cairn_build_run() does the work. The map is kept, not owned. Failures: ARGUMENT (with a
 *  sentence in `detail`), MEMORY. */
CAIRN_API cairn_status cairn_build_create(const cairn_map *map, const cairn_build_def *def,
                                          cairn_build **build);

/** Destroys a build. Null is fine. */
CAIRN_API void cairn_build_destroy(cairn_build *build);

/** Builds the database. Long work: seconds for most maps. After INTERRUPTED, another call continues
 *  with the records of kind knn; other kinds begin again.
 *
 *  AUTO takes labels if they fit: agents then walk optimal paths. If `max_bytes` are few, it first
 *  leaves out what only makes planning faster: landmarks, then details of lists that save straight
 *  tests. If labels do not fit even so, as for noise, it makes regions, and records with regions as a
 *  fall-back, walks on sampled problems with each that fits, and takes the one with the lowest mean
 *  suboptimality. If nothing fits, the detail has the bytes of the smallest database.
 *
 *  Failures: INTERRUPTED, MEMORY, LIMIT (nothing fits in `max_bytes`, or the map has too many
 *  bends or regions for the kind), NO_RECORD (knn: no pair of cells has a path of 3 cells). */
CAIRN_API cairn_status cairn_build_run(cairn_build *build);

/** The outcome of a build. */
typedef struct cairn_build_report {
    uint32_t size;          /**< sizeof this struct, set by the caller: no more is filled in */
    cairn_kind kind;        /**< of the database; AUTO as long as none is chosen */
    uint64_t bytes;         /**< of the database; 0 before the run has ended */
    const char *reason;     /**< why this kind, as a sentence without its full stop; null unless
                                  AUTO chose it; valid as long as the build */
    uint32_t problems;      /**< walked to measure suboptimality; 0: nothing was measured */
    uint32_t cut;           /**< of them, walks given up at 100 times the optimal cost */
    uint64_t suboptimality; /**< mean, in millionths; a lower bound if walks were cut */
    uint64_t median;        /**< median suboptimality, in millionths */
    int32_t target_met;     /**< 1 if there was a target and it is met, else 0 */
    uint32_t tried;         /**< databases that were made or begun: cairn_build_get_try() (lab.h) */
} cairn_build_report;

/** The report of a build, at any time. Failures: NOT_SIZED if `report->size` was not set. */
CAIRN_API cairn_status cairn_build_get_report(const cairn_build *build, cairn_build_report *report);

/** Writes the database to a file: to a temporary name, flushed, then renamed. After an interrupted
 *  run of kind knn these are the records finished without a gap. Failures: NOT_RUN (there is nothing
 *  to write), IO, MEMORY, LIMIT (more than 2^32 states), ARGUMENT. */
CAIRN_API cairn_status cairn_build_write(const cairn_build *build, const char *path);

/** The same into the caller's memory, 8-byte aligned; `bytes` gets the size. Failures: CAPACITY
 *  (with `bytes` set), NOT_RUN, MEMORY, LIMIT, ARGUMENT. */
CAIRN_API cairn_status cairn_build_write_memory(const cairn_build *build, size_t capacity,
                                                void *image, size_t *bytes);

/** Opens the database of a finished build, to be used at once. It lies in the build's memory: close
 *  it before the build is destroyed. Failures: NOT_RUN, MEMORY, ARGUMENT. */
CAIRN_API cairn_status cairn_build_open_db(cairn_build *build, cairn_db **db);

#ifdef __cplusplus
}
#endif

#endif
