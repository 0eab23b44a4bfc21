/* path_engine.h: optimal paths for the off-line phase, as fast as the map allows.
 *
 * An engine is prepared once for a map and shared by all threads; a finder is one thread's
 * workspace. Where corners are strict and the corner graph and its labels are small enough, paths
 * come from hub labels over that graph; else from jump point search. That choice, and the choice
 * among equally long paths, depend on the map alone. */
#ifndef CAIRN_PATH_ENGINE_H
#define CAIRN_PATH_ENGINE_H

#include "base/poll.h"
#include "cairn/map.h"

typedef struct cairn__path_engine cairn__path_engine;
typedef struct cairn__path_finder cairn__path_finder;

/* Prepares an engine; `poll` may be null. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__path_engine_create(const cairn_map *map, const cairn_allocator *allocator,
                                       const cairn__poll *poll, cairn__path_engine **engine);
void cairn__path_engine_destroy(cairn__path_engine *engine);

/* True if paths come from hub labels. */
bool cairn__path_engine_has_labels(const cairn__path_engine *engine);

cairn_status cairn__path_finder_create(const cairn__path_engine *engine,
                                       cairn__path_finder **finder);
void cairn__path_finder_destroy(cairn__path_finder *finder);

/* Finds an optimal path (10/14) between two joined cells; `count` gets its states, both ends
 * included. Failures: MEMORY, LIMIT. */
cairn_status cairn__path_finder_run(cairn__path_finder *finder, cairn_cell start, cairn_cell goal,
                                    size_t *count);

/* Writes the last path found: as many cells as run() counted. */
void cairn__path_finder_get_path(const cairn__path_finder *finder, cairn_cell *cells);

#endif
