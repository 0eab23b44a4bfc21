/* exits.h: where optimal paths from one region's representative to all others leave the region.
 *
 * One search from the representative answers for all goals; no path is written out. There are two
 * methods, chosen by a rule on the map alone: a search over the corner graph if corners are strict
 * and the graph is not too large, otherwise one over cells. Which of equally long paths is taken
 * depends on the map alone. */
#ifndef CAIRN_EXITS_H
#define CAIRN_EXITS_H

#include "base/xy.h"
#include "db/dlrta_regions.h"
#include "build/hub_order.h"

/* What both ways work with. */
typedef struct cairn__exit_task {
    cairn_allocator allocator;
    const cairn_map *map;
    cairn__dlrta_regions regions; /* entry states are not looked at */
} cairn__exit_task;

/* The first cell outside a region on the climb from a cell of it to another cell, which must be of
 * octile length; CAIRN__NO_LINK if there is none. */
cairn__link cairn__find_exit(const cairn__exit_task *task, uint32_t region, cairn__xy from,
                             cairn__xy to);

/* ---- corner_exits.c: over the corner graph ---- */

typedef struct cairn__corner_exits {
    cairn__corner_graph graph;
    uint64_t *seen_firsts; /* of the nodes a representative sees; one more than there are regions */
    uint32_t *seen;
    size_t seen_capacity;
} cairn__corner_exits;

/* LIMIT if the corners are free or the graph is too large. */
cairn_status cairn__corner_exits_start(cairn__corner_exits *corners, const cairn__exit_task *task,
                                       const cairn__preparation *how);
void cairn__corner_exits_end(cairn__corner_exits *corners, const cairn_allocator *allocator);

typedef struct cairn__corner_exit_search {
    cairn__graph_queue queue;
    uint32_t *distances; /* by node */
    uint32_t *parents;   /* by node; CAIRN__NO_NODE: the representative */
    cairn__link *exits;  /* by node: where the path to it left the region, or no link */
} cairn__corner_exit_search;

/* ---- cell_exits.c: over cells ---- */

/* Numbers open cells in row-major order: so many are before each 64 cells of each row. */
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
    cairn__link *exits;  /* by open cell */
    struct {
        cairn__link *cells;
        size_t count;
        size_t capacity;
    } buckets[CAIRN__EXIT_BUCKETS]; /* the open list, by distance */
    size_t open;                    /* cells in all of them */
} cairn__cell_exit_search;

/* ---- either of them ---- */

/* What is prepared once and used by all threads. */
typedef struct cairn__exits {
    cairn__exit_task task;
    bool uses_corners;
    cairn__corner_exits corners;
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
    uint32_t region; /* the present one */
    cairn__corner_exit_search corner;
    cairn__cell_exit_search cell;
} cairn__exit_search;

/* Makes a workspace; `search` may be ended even if this fails. Failures: MEMORY. */
cairn_status cairn__exit_search_start(cairn__exit_search *search, const cairn__exits *exits,
                                      cairn__poll poll);
void cairn__exit_search_end(cairn__exit_search *search);

/* Fills in a region's row of entry states, but for its own. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__exit_search_run(cairn__exit_search *search, uint32_t region, cairn__xy *row);

/* The same by one way. */
cairn_status cairn__corner_exit_search_start(cairn__exit_search *search);
cairn_status cairn__corner_exit_search_run(cairn__exit_search *search, cairn__xy *row);
cairn_status cairn__cell_exit_search_start(cairn__exit_search *search);
cairn_status cairn__cell_exit_search_run(cairn__exit_search *search, cairn__xy *row);

/* One more than the last region joined to a region. */
uint32_t cairn__find_last_joined(const cairn__dlrta_regions *regions, uint32_t region);

#endif
