/* living_path.h: optimal paths on a changing map, by labels of its base where these tell them, and by
 * jump point search where they do not. */
#ifndef CAIRN_LIVING_PATH_H
#define CAIRN_LIVING_PATH_H

#include "cairn/db.h"
#include "db/bend_set.h"
#include "search/path_search.h"

/* Makes a search; the changing map and the labels, which were made for a map with this fingerprint,
 * are kept, not owned. Failures: MEMORY. */
cairn_status cairn__living_path_create(const cairn_map *map, const cairn__bend_set *set,
                                       uint64_t fingerprint, const cairn_allocator *allocator,
                                       cairn__path_search **search);

/* Makes a search by the labels of a database: on a changing map the one above, otherwise that of
 * bend_path.h. Failures: MEMORY. */
cairn_status cairn__labels_path_create(const cairn_map *map, const cairn_db *db,
                                       const cairn_allocator *allocator,
                                       cairn__path_search **search);

#endif
