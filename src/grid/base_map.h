/* base_map.h: the base of a changing map (living.h), as a map of its own that scans can read. */
#ifndef CAIRN_BASE_MAP_H
#define CAIRN_BASE_MAP_H

#include "grid/living.h"

/* Copies the tiles of a map, its frames of blocks and what its info says, but no components; null
 * if there is no memory. cairn_map_close() gives it back. */
cairn_map *cairn__base_map_create(const cairn_map *map, const cairn_allocator *allocator);

/* The map with this fingerprint that labels can be read on: the map itself if its cells are those
 * now, its base if that is the one, otherwise null. */
static inline const cairn_map *cairn__find_base_map(const cairn_map *map, uint64_t fingerprint)
{
    if (map->info.state == fingerprint)
        return map;
    return map->living->base_fingerprint == fingerprint ? map->living->base_map : NULL;
}

#endif
