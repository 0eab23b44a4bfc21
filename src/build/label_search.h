/* label_search.h: optimal paths from hub labels over the corner graph: a search of an engine. It is
 * not broken off by a meter, and its lists may grow: it is for the off-line phase. */
#ifndef CAIRN_LABEL_SEARCH_H
#define CAIRN_LABEL_SEARCH_H

#include "build/hub_labels.h"
#include "search/path_search.h"

/* Makes a search for one thread. Graph and labels are kept, not owned. Failures: MEMORY. */
cairn_status cairn__label_search_create(const cairn_map *map, const cairn__corner_graph *graph,
                                        const cairn__hub_labels *labels,
                                        const cairn_allocator *allocator,
                                        cairn__path_search **search);

#endif
