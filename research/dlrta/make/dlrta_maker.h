/* dlrta_maker.h: the nodes of an abstraction as regions of a map. */
#ifndef CAIRN_DLRTA_MAKER_H
#define CAIRN_DLRTA_MAKER_H

#include "base/xy.h"
#include "research/dlrta/dlrta_regions.h"
#include "research/dlrta/make/abstraction.h"

/* Regions in memory of their own. */
typedef struct cairn__dlrta_set {
    uint32_t count;
    uint32_t runs;
    size_t run_region_capacity;
    size_t run_first_capacity;
    uint64_t entry_count;
    cairn__dlrta_region *table;
    cairn__xy *entries;
    uint32_t *rows;
    uint32_t *run_regions;
    uint16_t *run_firsts;
} cairn__dlrta_set;

/* Makes the regions, with room for their entry states, of which only each region's own is set.
 * Regions are numbered by component, then by node; a representative is the open cell of a region
 * nearest to its centroid in octile distance, ties to the lower cell id. Failures: MEMORY, LIMIT
 * if there would be too many entry states: `count` and `entry_count` are set then. */
cairn_status cairn__dlrta_set_create(const cairn_map *map, const cairn__abstraction *abstraction,
                                     const cairn_allocator *allocator, cairn__dlrta_set *set);
void cairn__dlrta_set_end(cairn__dlrta_set *set, const cairn_allocator *allocator);

/* The set as a database shows it. */
cairn__dlrta_regions cairn__dlrta_set_get_view(const cairn__dlrta_set *set, const cairn_map *map);

#endif
