/* cairn/search.h: optimal search (A*), for tools, checks and the off-line phase.
 *
 * A search object is a workspace for one map; it is used by one thread at a time and again and
 * again without clearing. */
#ifndef CAIRN_SEARCH_H
#define CAIRN_SEARCH_H

#include "landmarks.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A reusable A* workspace. */
typedef struct cairn_search cairn_search;

/** How a search is made. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_search_def {
    uint32_t size;                    /**< sizeof this struct */
    cairn_costs costs;                /**< default: octile */
    const cairn_landmarks *landmarks; /**< if not null, a better h, under octile costs; kept, not
                                         owned; of the same map */
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
} cairn_search_def;

/** Makes a search on a map, which is kept, not owned. Memory: 16 bytes a map cell are reserved; only pages that a search visits are
 *  touched. Later calls allocate nothing. Failures: ARGUMENT, MISMATCH (landmarks of another
 *  map), MEMORY. */
CAIRN_API cairn_status cairn_search_create(const cairn_map *map, const cairn_search_def *def,
                                           cairn_search **search);

/** Destroys a search. Null is fine. */
CAIRN_API void cairn_search_destroy(cairn_search *search);

/** What a search found and spent. */
typedef struct cairn_search_result {
    uint32_t cardinal;  /**< cardinal moves on the path */
    uint32_t diagonal;  /**< diagonal moves on the path */
    uint32_t expanded;  /**< states expanded */
    uint32_t generated; /**< largest open and closed list together, in states */
} cairn_search_result;

/** Finds an optimal path. The same map and pair give the same path everywhere.
 *  Failures: BLOCKED, NO_PATH (known at once), LIMIT if a path is too long to count. */
CAIRN_API cairn_status cairn_search_run(cairn_search *search, cairn_cell start, cairn_cell goal,
                                        cairn_search_result *result);

/** Copies the last path found, start first: `cardinal + diagonal + 1` cells.
 *  Failures: CAPACITY, NO_PATH if the last run found none. */
CAIRN_API cairn_status cairn_search_get_path(const cairn_search *search, size_t capacity,
                                             cairn_cell *cells);

/** A path's cost in tenths. */
static inline uint32_t cairn_search_result_get_cost(const cairn_search_result *result)
{
    return 10 * result->cardinal + 14 * result->diagonal;
}

/** A path's length with diagonals of the square root of 2. */
static inline double cairn_search_result_get_length(const cairn_search_result *result)
{
    return result->cardinal + 1.4142135623730951 * result->diagonal;
}

#ifdef __cplusplus
}
#endif

#endif
