/* cairn/finder.h: questions beside walking: how far is it, which way, over which corners.
 *
 * A finder answers by the labels of a database, or without one by jump point search. It belongs to
 * one thread at a time; finders share maps and databases freely. It gets all its memory when it is
 * made. Each question may be asked in one call, or in slices: cairn_finder_start(), then
 * cairn_finder_run() once a frame until it is done, then the answers.
 *
 * On a changing map answers are those of the map as it is, optimal whatever was closed or opened:
 * labels of the map as it was are used where they still tell an optimal path, jumps where they do
 * not (docs/research/changing-proof.md). What was found before a change is not told any more. */
#ifndef CAIRN_FINDER_H
#define CAIRN_FINDER_H

#include "agent.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How paths are found. Costs are the same by all of them; which one of equally short paths is
 *  found depends on the map, the two cells and the method alone. */
enum {
    CAIRN_METHOD_AUTO = 0,  /**< labels if the finder has some; otherwise jump, or astar where jumps
                                cannot be made: with landmarks and under sqrt2 */
    CAIRN_METHOD_ASTAR = 1, /**< A* over cells */
    CAIRN_METHOD_JUMP = 2,  /**< jump point search */
    CAIRN_METHOD_LABELS = 3, /**< labels of a database of kind labels, or of an engine */
};

/** What a finder may use that was prepared for it (cairn/lab.h). */
typedef struct cairn_engine cairn_engine;

/** How a finder is made. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_finder_def {
    uint32_t size;                    /**< sizeof this struct */
    uint32_t method;                  /**< default: AUTO */
    cairn_costs costs;                /**< default: octile; sqrt2 by astar alone */
    const cairn_landmarks *landmarks; /**< a better heuristic, for astar alone; of the same map;
                                           kept, not owned */
    const cairn_engine *engine;       /**< of the same map; kept, not owned */
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
    cairn_detail *detail;             /**< if not null, says why creating failed */
} cairn_finder_def;

/** A finder. */
typedef struct cairn_finder cairn_finder;

/** Makes a finder. Map and database are kept, not owned; `db` may be null. A database of kind
 *  labels is what answers come from; one of any other kind is checked and then not used, since it
 *  has no optimal paths: the finder jumps. Memory: by labels that of an agent; otherwise, and on a
 *  changing map, 16 bytes a cell of the map, and by jumps 2 bytes an open cell more. Only pages that
 *  a search visits are touched. Failures, each with a sentence in `detail`: MISMATCH (database,
 *  landmarks or engine of another map or corner setting), KIND (labels are demanded and there are
 *  none), ARGUMENT (landmarks or an engine on a changing map are among it), MEMORY. */
CAIRN_API cairn_status cairn_finder_create(const cairn_map *map, const cairn_db *db,
                                           const cairn_finder_def *def, cairn_finder **finder);

/** Destroys a finder. Null is fine. */
CAIRN_API void cairn_finder_destroy(cairn_finder *finder);

/** Gives a finder another database: the one that cairn_repair_swap() (repair.h) has handed out. The
 *  old one is not used any more. A search that was started begins again, also if its path was found:
 *  cairn_finder_run() goes on. A finder that does not find by labels only checks the database. On
 *  failure the old one stays. Failures, with a sentence in `detail` if that is not null: MISMATCH
 *  (not of the map, or of another state of it), KIND, MEMORY, ARGUMENT. */
CAIRN_API cairn_status cairn_finder_set_db(cairn_finder *finder, const cairn_db *db,
                                           cairn_detail *detail);

/* ---- in one call ---- */

/** Finds the length of the shortest path between two cells, in tenths. Time: that of the search; by
 *  labels tens to hundreds of microseconds, by jumps up to that of a search of the whole map.
 *  Failures: BLOCKED, NO_PATH (known at once), CORRUPT (damaged labels), LIMIT (a path too long to
 *  count), ARGUMENT. */
CAIRN_API cairn_status cairn_finder_find_distance(cairn_finder *finder, cairn_cell from,
                                                  cairn_cell to, uint32_t *tenths);

/** Finds a shortest path: all its cells, both ends included. `count` gets how many there are, also
 *  if there are more than `capacity`. Failures: CAPACITY, and those of
 *  cairn_finder_find_distance(). */
CAIRN_API cairn_status cairn_finder_find_path(cairn_finder *finder, cairn_cell from, cairn_cell to,
                                              size_t capacity, cairn_cell *cells, size_t *count);

/** Finds a shortest path: its waypoints. These are the first cell, every cell where the direction
 *  changes, and the last one. Between two of them that follow each other the path goes straight on
 *  in one of the eight directions, and the line between their centres crosses open cells only: a
 *  game with smooth movement goes from one to the next. Failures: as cairn_finder_find_path(). */
CAIRN_API cairn_status cairn_finder_find_waypoints(cairn_finder *finder, cairn_cell from,
                                                   cairn_cell to, size_t capacity,
                                                   cairn_cell *cells, size_t *count);

/* ---- in slices ---- */

/** Starts a search, in place of the one before. Constant time. Failures: BLOCKED, NO_PATH,
 *  ARGUMENT. */
CAIRN_API cairn_status cairn_finder_start(cairn_finder *finder, cairn_cell from, cairn_cell to);

/** Goes on with the search that was started last, and spends at most `units` of work, the same
 *  units as those of an agent: at least CAIRN_MIN_WORK, or 0 for no limit. `spent`, if not null,
 *  gets what was spent. OK once the path is known; slices change nothing about it. A search by an
 *  engine is not broken off. If the map has changed since it was started, it begins again, even if
 *  the path was found. Failures: UNFINISHED (call again), NOT_STARTED, CORRUPT, LIMIT, ARGUMENT;
 *  BLOCKED or NO_PATH after a change. */
CAIRN_API cairn_status cairn_finder_run(cairn_finder *finder, uint64_t units, uint64_t *spent);

/** The length of the path that was found, in tenths. Constant time. Failures: NOT_STARTED,
 *  UNFINISHED (not found yet, or the map has changed since), ARGUMENT. */
CAIRN_API cairn_status cairn_finder_get_distance(const cairn_finder *finder, uint32_t *tenths);

/** Copies the cells of the path that was found from number `first` on, at most `capacity`. `count`
 *  gets how many were copied: fewer than `capacity` at the path's end. Time: linear in the cells
 *  copied where `first` is where the last call ended; otherwise also in those before. By labels,
 *  each corner takes at most CAIRN_MIN_WORK units more. Failures: NOT_STARTED, UNFINISHED, CORRUPT, ARGUMENT. */
CAIRN_API cairn_status cairn_finder_get_path(cairn_finder *finder, size_t first, size_t capacity,
                                             cairn_cell *cells, size_t *count);

/** The same for the waypoints of the path. Time: linear in the cells between them. */
CAIRN_API cairn_status cairn_finder_get_waypoints(cairn_finder *finder, size_t first,
                                                  size_t capacity, cairn_cell *cells,
                                                  size_t *count);

#ifdef __cplusplus
}
#endif

#endif
