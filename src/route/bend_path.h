/* bend_path.h: labels of bends as a path search: those of a database, or those of an engine. */
#ifndef CAIRN_BEND_PATH_H
#define CAIRN_BEND_PATH_H

#include "db/bend_set.h"
#include "search/path_search.h"

/* Makes a search; map and labels, which are of this map, are kept, not owned. If `around` it looks for a near
 * goal without labels, as agents do. Failures: MEMORY. */
cairn_status cairn__bend_path_create(const cairn_map *map, const cairn__bend_set *set, bool around,
                                     const cairn_allocator *allocator, cairn__path_search **search);

#endif
