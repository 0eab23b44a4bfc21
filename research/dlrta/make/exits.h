/* exits.h: where optimal paths from one region's representative to all others leave the region.
 *
 * There are two methods, chosen by a rule on the map and the number of regions alone: a path to each
 * of the others by labels, or one search over all cells that answers for all of them. Which of
 * equally long paths is taken depends on the map and the method alone. */
#ifndef CAIRN_EXITS_H
#define CAIRN_EXITS_H

#include "base/xy.h"
#include "build/labels/engine.h"
#include "grid/octile.h"
#include "research/dlrta/dlrta_regions.h"

/* What both methods work with. */
typedef struct cairn__exit_task {
    cairn_allocator allocator;
    const cairn_map *map;
    cairn__dlrta_regions regions; /* entry states are not looked at */
} cairn__exit_task;

/* ---- over cells ---- */

/* Numbers open cells in row-major order: how many are before each 64 cells of each row. */
typedef struct cairn__cell_exits {
    uint32_t *ranks;
    uint32_t words; /* 64 cells in a row */
} cairn__cell_exits;

cairn_status cairn__cell_exits_start(cairn__cell_exits *cells, const cairn__exit_task *task);
void cairn__cell_exits_end(cairn__cell_exits *cells, const cairn_allocator *allocator);

/* Above the cost of any move. */
#define CAIRN__EXIT_BUCKETS 16

typedef struct cairn__cell_exit_search {
    uint32_t *distances; /* by open cell */
    cairn_cell *exits;   /* by open cell */
    struct {
        cairn_cell *cells;
        size_t count;
        size_t capacity;
    } buckets[CAIRN__EXIT_BUCKETS]; /* the open list, by distance */
    size_t open;                    /* cells in all of them */
} cairn__cell_exit_search;

/* ---- either of them ---- */

/* What is prepared once and used by all threads. */
typedef struct cairn__exits {
    cairn__exit_task task;
    cairn_engine *engine; /* with labels; null: over cells */
    cairn__cell_exits cells;
} cairn__exits;

/* Prepares it; `exits` may be ended even if this fails. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__exits_start(cairn__exits *exits, const cairn__exit_task *task,
                                const cairn__preparation *how);
void cairn__exits_end(cairn__exits *exits);

/* One thread's workspace. */
typedef struct cairn__exit_search {
    const cairn__exits *exits;
    cairn__poll poll;
    uint32_t region;          /* the present one */
    cairn__path_search *path; /* by labels */
    cairn__cell_exit_search cell;
} cairn__exit_search;

/* Makes a workspace; `search` may be ended even if this fails. Failures: MEMORY. */
cairn_status cairn__exit_search_start(cairn__exit_search *search, const cairn__exits *exits,
                                      cairn__poll poll);
void cairn__exit_search_end(cairn__exit_search *search);

/* Fills in a region's row of entry states, except its own. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__exit_search_run(cairn__exit_search *search, uint32_t region, cairn__xy *row);

/* The same by one method. */
cairn_status cairn__path_exit_search_run(cairn__exit_search *search, cairn__xy *row);
cairn_status cairn__cell_exit_search_start(cairn__exit_search *search);
cairn_status cairn__cell_exit_search_run(cairn__exit_search *search, cairn__xy *row);

/* One more than the last region joined to a region. */
uint32_t cairn__find_last_joined(const cairn__dlrta_regions *regions, uint32_t region);

#endif
