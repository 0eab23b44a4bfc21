/* label_search.h: optimal paths from hub labels over the corner graph: one thread's workspace. */
#ifndef CAIRN_LABEL_SEARCH_H
#define CAIRN_LABEL_SEARCH_H

#include "cairn/path.h"
#include "base/xy.h"
#include "build/hub_labels.h"

typedef struct cairn__label_search cairn__label_search;

/* Graph and labels are kept, not owned. */
cairn_status cairn__label_search_create(const cairn_map *map, const cairn__corner_graph *graph,
                                        const cairn__hub_labels *labels,
                                        cairn__label_search **search);
void cairn__label_search_destroy(cairn__label_search *search);

/* Finds an optimal path (10/14) between two joined cells; which one of equal paths depends on the map and the pair alone. Failures: MEMORY. */
cairn_status cairn__label_search_run(cairn__label_search *search, cairn__xy start, cairn__xy goal,
                                     cairn_path *path);

/* Writes the last path found: as many cells as it has states. */
void cairn__label_search_get_path(const cairn__label_search *search, cairn_cell *cells);

#endif
