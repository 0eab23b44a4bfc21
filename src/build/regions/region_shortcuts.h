/* region_shortcuts.h: pairs of regions that are no neighbours but worth a way of their own. */
#ifndef CAIRN_REGION_SHORTCUTS_H
#define CAIRN_REGION_SHORTCUTS_H

#include "base/xy.h"
#include "build/regions/region_ways.h"

/* Two neighbours of one region, and what it costs to go from one to the other through the best
 * region that joins them. */
typedef struct cairn__region_shortcut {
    uint64_t pair; /* as in cairn__region_pairs */
    uint32_t cost;
} cairn__region_shortcut;

typedef struct cairn__region_shortcuts {
    cairn__region_shortcut *list; /* ascending by pair */
    size_t count;
    size_t capacity;
} cairn__region_shortcuts;

/* Finds the shortcuts that may save most, in parts of their cost, at most `limit` of them or a few
 * more. Failures: MEMORY. */
cairn_status cairn__region_shortcuts_find(const cairn__region_graph *graph,
                                          const cairn__region_ways *ways, const cairn__xy *seeds,
                                          const cairn_allocator *allocator, size_t limit,
                                          cairn__region_shortcuts *shortcuts);

/* Closes the ways of shortcuts that save next to nothing, now that their cost is known. */
void cairn__region_shortcuts_close(const cairn__region_shortcuts *shortcuts,
                                   const cairn__region_graph *graph, cairn__region_ways *ways);

#endif
