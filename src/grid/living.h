/* living.h: what a changing map keeps beside its tiles.
 *
 * Databases in use were made for the map's base: the cells that were open when it was opened, or
 * those of a copy that a later database was built for. */
#ifndef CAIRN_LIVING_H
#define CAIRN_LIVING_H

#include "base/xy.h"
#include "grid/tiles.h"

/* Cells of a tile that are open now and were not in the base lie in this box; without any,
 * `x1 < x0`. */
typedef struct cairn__opened {
    uint16_t x0, y0, x1, y1;
} cairn__opened;

typedef struct cairn__living {
    cairn_allocator allocator;
    uint64_t base_fingerprint; /* of the base */
    uint64_t *base;            /* its cells, row by row, `words` a row */
    uint32_t words;
    cairn_map *base_map; /* the base once more, for scans (base_map.h) */
    uint32_t *stamps; /* of each tile's place: the version that last blocked one of its cells */
    cairn__opened *opened;
    size_t opened_count;
} cairn__living;

/* Makes what a changing map needs; its tiles are finished. Failures: MEMORY. */
cairn_status cairn__living_create(cairn_map *map);
void cairn__living_end(cairn_map *map);

/* How often a map has changed: 0 for one that does not. */
static inline uint32_t cairn__get_version(const cairn_map *map)
{
    return map->info.version;
}

/* The version that last blocked a cell of the tile at a place of the directory. */
static inline uint32_t cairn__get_stamp(const cairn_map *map, size_t place)
{
    return map->living != NULL ? map->living->stamps[place] : 0;
}

/* The fingerprint of the map that databases in use were made for. */
static inline uint64_t cairn__get_base_fingerprint(const cairn_map *map)
{
    return map->living != NULL ? map->living->base_fingerprint : map->info.fingerprint;
}

/* A bound for paths that use what was opened since: the least octile distance from one cell to the
 * other over a cell that is open now and was not in the base; UINT32_MAX if there is none. A path
 * of the base that is whole and no longer than this is optimal. */
uint32_t cairn__get_opened_bound(const cairn_map *map, cairn__xy from, cairn__xy to);

/* From now on `base`, a copy that was made of the map, is what databases in use were made for. Its
 * cells are taken over, it is not kept. Failures: MEMORY. */
cairn_status cairn__living_set_base(cairn_map *map, const cairn_map *base);

#endif
