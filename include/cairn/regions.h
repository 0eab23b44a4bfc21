/* cairn/regions.h: the off-line phase of agents that climb from seed to seed: databases of kind
 * regions, and the fall-back of other kinds. A game ships without it.
 *
 * A region is a seed and the cells that climb to it and that it climbs to; every open cell is in
 * one. Neighbouring regions are joined by ways that climbs can follow, and for every pair of
 * regions that a path joins the database says which neighbour is next. So an agent gets from any
 * cell to any other without learning (after Lawrence and Bulitko's HCDPS, 2010). The same request
 * gives the same file, byte for byte, for any number of threads. */
#ifndef CAIRN_REGIONS_H
#define CAIRN_REGIONS_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A net of regions in the making. */
typedef struct cairn_regions_build cairn_regions_build;

/** What a build is busy with. */
typedef enum cairn_regions_phase {
    CAIRN_REGIONS_SEEDS = 0,  /**< growing regions; their number is not known yet */
    CAIRN_REGIONS_WAYS = 1,   /**< finding ways between neighbours, region by region */
    CAIRN_REGIONS_ROUTES = 2, /**< finding which neighbour is next, region by region */
} cairn_regions_phase;

/** Where a build stands, for progress displays. */
typedef struct cairn_regions_progress {
    cairn_regions_phase phase;
    uint32_t finished; /**< regions, in this phase */
    uint32_t regions;  /**< of them all; 0 in the first phase */
} cairn_regions_progress;

/** Called from the thread that runs the build, at least several times a second; false interrupts
 *  it. */
typedef bool (*cairn_regions_progress_function)(void *context,
                                                const cairn_regions_progress *progress);

/** The most moves of a climb between a seed and a cell of its region. */
#define CAIRN_MAX_REGION_CUTOFF 500

/** The most regions that routes can have a table for. */
#define CAIRN_MAX_TABLE_REGIONS 65536

/** How a net is built. Make it with cairn_default_regions_build_def(). */
typedef struct cairn_regions_build_def {
    const cairn_map *map; /**< kept, not owned */
    uint32_t cutoff;      /**< moves of a climb between a seed and its cells; default 250 */
    /** up to so many regions routes have a table between all of them, whose making takes time and
     *  room with their square; default 4,096 */
    uint32_t table_regions;
    /** above, up to so many, a table to 128 to 256 ranges of regions, within which routes follow a
     *  tree; above that, a tree alone: smaller and longer; default 65,536 */
    uint32_t range_regions;
    uint32_t threads;                         /**< default: 1, the calling thread alone */
    cairn_regions_progress_function progress; /**< may be null */
    void *progress_context;
    cairn_allocator allocator; /**< used from all threads of the build at once */
    cairn_detail *detail;      /**< if not null, says why a call failed */
    uint32_t cookie;
} cairn_regions_build_def;

/** The defaults of a build's definition. */
CAIRN_API cairn_regions_build_def cairn_default_regions_build_def(void);

/** Makes a build that has no region yet. Failures: ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_regions_build_create(const cairn_regions_build_def *def,
                                                  cairn_regions_build **build);

/** Destroys a build. Null is fine. */
CAIRN_API void cairn_regions_build_destroy(cairn_regions_build *build);

/** Makes the regions, ways and routes. Long work: a second for every few million open cells; about
 *  3 bytes a cell. Noise and mazes of corridors one cell wide fall into more than `table_regions`
 *  regions: routes by ranges and along a tree are as sure, but longer. After INTERRUPTED another call begins
 *  anew. Failures: INTERRUPTED, MEMORY, LIMIT. */
CAIRN_API cairn_status cairn_regions_build_run(cairn_regions_build *build);

/** Writes a database of kind regions: to a temporary name, flushed, then renamed. Failures:
 *  ARGUMENT if the build has not run to its end, IO, MEMORY. */
CAIRN_API cairn_status cairn_regions_build_write(const cairn_regions_build *build,
                                                 const char *path);

/** The same into the caller's memory, 8-byte aligned; `bytes` gets the size. Failures: CAPACITY
 *  (with `bytes` set), ARGUMENT. */
CAIRN_API cairn_status cairn_regions_build_write_memory(const cairn_regions_build *build,
                                                        size_t capacity, void *image,
                                                        size_t *bytes);

/** Writes a database of kind knn or labels again, with this net as its fall-back: where it has no
 *  answer, agents walk by regions instead of learning. One that it had is replaced. The path may
 *  be that of the open database. Failures: ARGUMENT, MISMATCH (of another map), KIND, IO,
 *  MEMORY. */
CAIRN_API cairn_status cairn_regions_build_write_fallback(const cairn_regions_build *build,
                                                          const cairn_db *db, const char *path);

/** The same into the caller's memory, 8-byte aligned. Failures: CAPACITY (with `bytes` set),
 *  ARGUMENT, MISMATCH, KIND. */
CAIRN_API cairn_status cairn_regions_build_write_fallback_memory(const cairn_regions_build *build,
                                                                 const cairn_db *db,
                                                                 size_t capacity, void *image,
                                                                 size_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
