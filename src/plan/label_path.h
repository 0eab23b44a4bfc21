/* label_path.h: paths by the labels of a database, as agents of kind labels walk them. */
#ifndef CAIRN_LABEL_PATH_H
#define CAIRN_LABEL_PATH_H

#include "db/db_internal.h"
#include "search/path_search.h"

/* Makes a search; map and database, of kind labels and of this map, are kept, not owned. Failures:
 * MEMORY. */
cairn_status cairn__label_path_create(const cairn_map *map, const cairn_db *db,
                                      const cairn_allocator *allocator,
                                      cairn__path_search **search);

#endif
