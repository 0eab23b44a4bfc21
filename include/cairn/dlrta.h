/* cairn/dlrta.h: the off-line phase of D LRTA* (Bulitko, Lustrek, Schaeffer, Bjornsson,
 * Sigmundarson 2008): databases of kind dlrta. A game ships without it.
 *
 * The map is cut into regions, the nodes of a clique abstraction; for every ordered pair of
 * distinct regions that a path joins the database has an entry state: the first state outside the
 * first region on an optimal path from its representative to the other's. The same request gives
 * the same file, byte for byte, for any number of threads. */
#ifndef CAIRN_DLRTA_H
#define CAIRN_DLRTA_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A database of kind dlrta in the making. */
typedef struct cairn_dlrta_build cairn_dlrta_build;

/** What a build is busy with. */
typedef enum cairn_dlrta_phase {
    CAIRN_DLRTA_REGIONS = 0, /**< cutting the map into regions; their number is not known yet */
    CAIRN_DLRTA_ENTRIES = 1, /**< finding entry states, region by region */
} cairn_dlrta_phase;

/** Where a build stands, for progress displays. */
typedef struct cairn_dlrta_progress {
    cairn_dlrta_phase phase;
    uint32_t finished; /**< regions whose entry states are all there */
    uint32_t regions;  /**< of them all; 0 in the first phase */
} cairn_dlrta_progress;

/** Called from the thread that runs the build, at least several times a second; false interrupts
 *  it. */
typedef bool (*cairn_dlrta_progress_function)(void *context, const cairn_dlrta_progress *progress);

/** How a database is built. Make it with cairn_default_dlrta_build_def(). */
typedef struct cairn_dlrta_build_def {
    const cairn_map *map; /**< kept, not owned */
    uint32_t level;       /**< how often the abstraction is applied; default: 9. Each level leaves a
                               quarter to a half of the nodes, fewer entry states accordingly */
    uint32_t threads;     /**< default: 1, the calling thread alone */
    cairn_dlrta_progress_function progress; /**< may be null */
    void *progress_context;
    cairn_allocator allocator; /**< used from all threads of the build at once */
    cairn_detail *detail;      /**< if not null, says why a call failed */
    uint32_t cookie;
} cairn_dlrta_build_def;

/** The defaults of a build's definition. */
CAIRN_API cairn_dlrta_build_def cairn_default_dlrta_build_def(void);

/** Makes a build that has no region yet. Failures: ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_dlrta_build_create(const cairn_dlrta_build_def *def,
                                                cairn_dlrta_build **build);

/** Destroys a build. Null is fine. */
CAIRN_API void cairn_dlrta_build_destroy(cairn_dlrta_build *build);

/** Makes the regions and all entry states. Long work: first the abstraction (a second for every
 *  few million open cells, about 50 bytes each), then one search a region: over the graph of
 *  obstacle corners (milliseconds) or, with free corners and on maps that are mostly corners, over
 *  all cells (a second for every 10 million, and 8 bytes each a thread). After INTERRUPTED another
 *  call goes on with the regions that are not finished.
 *  Failures: INTERRUPTED, MEMORY, LIMIT (more than 2^30 entry states: choose a higher level). */
CAIRN_API cairn_status cairn_dlrta_build_run(cairn_dlrta_build *build);

/** Writes the database: to a temporary name, flushed, then renamed. Failures: ARGUMENT if the
 *  build has not run to its end, IO, MEMORY. */
CAIRN_API cairn_status cairn_dlrta_build_write(const cairn_dlrta_build *build, const char *path);

/** The same into the caller's memory, 8-byte aligned; `bytes` gets the size. Failures: CAPACITY
 *  (with `bytes` set), ARGUMENT. */
CAIRN_API cairn_status cairn_dlrta_build_write_memory(const cairn_dlrta_build *build,
                                                      size_t capacity, void *image, size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
