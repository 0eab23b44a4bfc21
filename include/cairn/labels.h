/* cairn/labels.h: the off-line phase of kind labels: the corners of a map's obstacles, and hub
 * labels that tell the way between any two of them. A game ships without it.
 *
 * Agents with such a database walk optimal paths. The same request gives the same file, byte for
 * byte, for any number of threads. Strict corners only. */
#ifndef CAIRN_LABELS_H
#define CAIRN_LABELS_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A database of kind labels in the making. */
typedef struct cairn_labels_build cairn_labels_build;

/** Where a build stands, for progress displays. */
typedef struct cairn_labels_progress {
    uint32_t finished; /**< corners that are hubs already */
    uint32_t corners;  /**< of them all; 0 while they are looked for */
} cairn_labels_progress;

/** Called from the thread that runs the build, at least several times a second; false interrupts
 *  it. */
typedef bool (*cairn_labels_progress_function)(void *context,
                                               const cairn_labels_progress *progress);

/** The largest eps: a way twice as long as the best one would do. */
#define CAIRN_MAX_EPS 10000

/** How a database is built. Make it with cairn_default_labels_build_def(). */
typedef struct cairn_labels_build_def {
    const cairn_map *map; /**< kept, not owned */
    /** In ten-thousandths, at most CAIRN_MAX_EPS; default 0: exact. A hub is left out of a label
     *  if others give a way there that is longer by three quarters of this part at most: 500 takes
     *  half the bytes or a little more, and makes paths 0.1 to 0.2 % longer in the mean. It is no
     *  strict bound, for what is left out adds up on a path: of 120,000 pairs on four maps one was
     *  longer by more than 5 % with 500, by 5.04 %. */
    uint32_t eps;
    uint64_t max_entries; /**< of all labels together; more is LIMIT; default 64 million */
    uint32_t threads;     /**< default: 1, the calling thread alone */
    cairn_labels_progress_function progress; /**< may be null */
    void *progress_context;
    cairn_allocator allocator; /**< used from all threads of the build at once */
    cairn_detail *detail;      /**< if not null, says why a call failed */
    uint32_t cookie;
} cairn_labels_build_def;

/** The defaults of a build's definition. */
CAIRN_API cairn_labels_build_def cairn_default_labels_build_def(void);

/** Makes a build that has nothing yet. Failures: ARGUMENT (free corners too), MEMORY. */
CAIRN_API cairn_status cairn_labels_build_create(const cairn_labels_build_def *def,
                                                 cairn_labels_build **build);

/** Destroys a build. Null is fine. */
CAIRN_API void cairn_labels_build_destroy(cairn_labels_build *build);

/** Makes the labels. Long work: seconds for some ten thousand corners. After INTERRUPTED another
 *  call begins again. Failures: INTERRUPTED, MEMORY, LIMIT (more than 2^18 corners, 16 million
 *  pairs of them that see each other, or `max_entries`; or corners too close together: the map is
 *  noise). */
CAIRN_API cairn_status cairn_labels_build_run(cairn_labels_build *build);

/** Writes the database: to a temporary name, flushed, then renamed. Failures: ARGUMENT if the
 *  build has not run to its end, IO, MEMORY. */
CAIRN_API cairn_status cairn_labels_build_write(const cairn_labels_build *build, const char *path);

/** The same into the caller's memory, 8-byte aligned; `bytes` gets the size. Failures: CAPACITY
 *  (with `bytes` set), ARGUMENT. */
CAIRN_API cairn_status cairn_labels_build_write_memory(const cairn_labels_build *build,
                                                       size_t capacity, void *image, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
