/* jump_search.h: optimal search for the off-line phase: jump point search (Harabor and Grastien
 * 2011) over word scans. It needs no preparation, and finds paths of A*'s cost far faster. */
#ifndef CAIRN_JUMP_SEARCH_H
#define CAIRN_JUMP_SEARCH_H

#include "cairn/path.h"
#include "base/xy.h"

typedef struct cairn__jump_search cairn__jump_search;

cairn_status cairn__jump_search_create(const cairn_map *map, const cairn_allocator *allocator,
                                       cairn__jump_search **search);
void cairn__jump_search_destroy(cairn__jump_search *search);

/* Finds an optimal path (10/14) between two joined cells; which one of equal paths depends on the map and the pair alone.
 * Failures: MEMORY, LIMIT. */
cairn_status cairn__jump_search_run(cairn__jump_search *search, cairn__xy start, cairn__xy goal,
                                    cairn_path *path);

/* Writes the last path found: as many cells as it has states. */
void cairn__jump_search_get_path(const cairn__jump_search *search, cairn_cell *cells);

#endif
