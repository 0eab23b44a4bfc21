/* cairn/path.h: optimal paths at the speed that preparing a map allows, for the off-line phase and
 * for tools. A game ships without it.
 *
 * An engine is prepared once for a map and is immutable from then on: any number of threads may
 * use it, each through a finder of its own. Every method finds paths of the same, optimal cost
 * (10/14); which one of equally long paths depends on the map, the pair and the method alone. */
#ifndef CAIRN_PATH_H
#define CAIRN_PATH_H

#include "map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How paths are found: name, number, word. Numbers are fixed for good. */
#define CAIRN_PATH_METHOD_LIST(X)                                                                  \
    X(AUTO, 0, "auto")     /* labels where they pay, else jump: by a rule on the map alone */      \
    X(ASTAR, 1, "astar")   /* A* over cells; no preparation */                                     \
    X(JUMP, 2, "jump")     /* jump point search over word scans; no preparation */                 \
    X(LABELS, 3, "labels") /* hub labels over the graph of obstacle corners; strict corners only */

typedef enum cairn_path_method {
#define CAIRN_PATH_METHOD_ENUM(name, number, word) CAIRN_PATH_##name = number,
    CAIRN_PATH_METHOD_LIST(CAIRN_PATH_METHOD_ENUM)
#undef CAIRN_PATH_METHOD_ENUM
} cairn_path_method;

/** The word for a method, such as "jump"; null for an unknown number. */
CAIRN_API const char *cairn_path_method_get_name(cairn_path_method method);

/** Called now and then during long work, from the thread that asked for it; false ends it. */
typedef bool (*cairn_go_on_function)(void *context);

/** How an engine is made. Make it with cairn_default_path_engine_def(). */
typedef struct cairn_path_engine_def {
    const cairn_map *map;       /**< kept, not owned */
    cairn_path_method method;   /**< default: auto */
    uint32_t threads;           /**< for the preparation; default: 1, the calling thread alone */
    cairn_go_on_function go_on; /**< may be null */
    void *go_on_context;
    cairn_allocator allocator; /**< used from all threads at once; default: malloc and free */
    uint32_t cookie;
} cairn_path_engine_def;

/** The defaults of an engine's definition. */
CAIRN_API cairn_path_engine_def cairn_default_path_engine_def(void);

/** An engine. */
typedef struct cairn_path_engine cairn_path_engine;

/** Prepares an engine; the result does not depend on the threads. Failures: ARGUMENT, MEMORY,
 *  INTERRUPTED, LIMIT (labels were demanded, and corners are free or the graph is too large). */
CAIRN_API cairn_status cairn_path_engine_create(const cairn_path_engine_def *def,
                                                cairn_path_engine **engine);

/** Destroys an engine; its finders must be gone. Null is fine. */
CAIRN_API void cairn_path_engine_destroy(cairn_path_engine *engine);

/** What an engine holds. The last three are 0 for other methods than labels. */
typedef struct cairn_path_engine_info {
    cairn_path_method method; /**< the one in use, never auto */
    uint32_t corners;         /**< nodes of the corner graph */
    uint64_t edges;           /**< of the corner graph, each counted from both ends */
    uint64_t entries;         /**< of all hub labels */
} cairn_path_engine_info;

/** An engine's properties. Constant time. */
CAIRN_API cairn_path_engine_info cairn_path_engine_get_info(const cairn_path_engine *engine);

/** One thread's workspace. */
typedef struct cairn_path_finder cairn_path_finder;

/** Makes a finder. Failures: ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_path_finder_create(const cairn_path_engine *engine,
                                                cairn_path_finder **finder);

/** Destroys a finder. Null is fine. */
CAIRN_API void cairn_path_finder_destroy(cairn_path_finder *finder);

/** A path as found. */
typedef struct cairn_path {
    uint32_t cost; /**< in tenths */
    size_t states; /**< both ends included; a path from a cell to itself has one */
} cairn_path;

/** Finds an optimal path. Failures: BLOCKED, NO_PATH (known at once), MEMORY, LIMIT if a path is
 *  too long to count. */
CAIRN_API cairn_status cairn_path_finder_run(cairn_path_finder *finder, cairn_cell start,
                                             cairn_cell goal, cairn_path *path);

/** Copies the last path found, start first. Failures: CAPACITY, NO_PATH if the last run found
 *  none. */
CAIRN_API cairn_status cairn_path_finder_get_path(const cairn_path_finder *finder, size_t capacity,
                                                  cairn_cell *cells);

#ifdef __cplusplus
}
#endif

#endif
