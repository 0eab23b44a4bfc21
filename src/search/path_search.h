/* path_search.h: the common interface of all searches for optimal paths: A* and jump point search here,
 * labels of a database (db/), labels of an engine (build/). A search is started, run in slices,
 * and then returns its path as runs of moves, from its start on. */
#ifndef CAIRN_PATH_SEARCH_H
#define CAIRN_PATH_SEARCH_H

#include "cairn/planner.h"
#include "base/meter.h"
#include "base/xy.h"
#include "grid/climb.h"
#include "search/jump_search.h"

typedef struct cairn__path_search cairn__path_search;

/* What one way of searching does. */
typedef struct cairn__path_operations {
    uint32_t method; /* CAIRN_METHOD_ASTAR and so on */
    void (*destroy)(cairn__path_search *search);
    /* Starts a search between search->from and search->to, which a path joins. */
    void (*start)(cairn__path_search *search);
    /* Goes on with it. OK once the path is found. Failures: UNFINISHED (the meter has run out),
     * LIMIT, MEMORY, CORRUPT, NO_PATH (none is short enough, or the map was changed meanwhile). */
    cairn_status (*run)(cairn__path_search *search, cairn__meter *meter);
    /* The cost of the path found, in tenths. */
    uint32_t (*get_cost)(const cairn__path_search *search);
    /* Begins to tell the path found from its start on; may be null. */
    void (*rewind)(cairn__path_search *search);
    /* The next moves of the path from `cell`, where those before lead to, and not its end.
     * Failures: CORRUPT. */
    cairn_status (*next)(cairn__path_search *search, cairn__xy cell, cairn__run *run);
    /* States expanded, and the largest open and closed list together; may be null. */
    void (*get_figures)(const cairn__path_search *search, uint32_t figures[2]);
} cairn__path_operations;

/* What every search begins with. */
struct cairn__path_search {
    const cairn__path_operations *operations;
    cairn_allocator allocator;
    uint64_t bytes; /* got from it */
    cairn__xy from;
    cairn__xy to;
    cairn__jump_plan plan; /* jump point search alone */
};

/* An engine, as far as its planners know it: what was prepared off-line, and how it makes a
 * search. */
typedef struct cairn__engine_base {
    const cairn_map *map;
    uint32_t method; /* never auto */
    cairn_status (*create_search)(const struct cairn_engine *engine,
                                  const cairn_allocator *allocator, cairn__path_search **search);
} cairn__engine_base;

/* Makes a search by A*, and one by jump point search; the map is kept, not owned. All memory is got
 * here. Failures: MEMORY. */
cairn_status cairn__path_create_astar(const cairn_map *map, cairn_costs costs,
                                      const cairn_landmarks *landmarks,
                                      const cairn_allocator *allocator,
                                      cairn__path_search **search);
cairn_status cairn__path_create_jump(const cairn_map *map, const cairn_allocator *allocator,
                                     cairn__path_search **search);

/* The same by jump point search that keeps notes of a changing map for its next searches (jump_search.h). */
cairn_status cairn__path_create_noting_jump(const cairn_map *map, const cairn_allocator *allocator,
                                            cairn__path_search **search);

/* Destroys a search. Null is fine. */
void cairn__path_destroy(cairn__path_search *search);

/* Finds a path between two joined cells in one go, and its cost. Failures: those of `run`. */
cairn_status cairn__path_find(cairn__path_search *search, cairn__xy from, cairn__xy to,
                              uint32_t *cost);

/* Lists `count` cells of a run of equal moves, its first cell included. */
void cairn__list_run(cairn__xy first, uint32_t move, size_t count, cairn_cell *cells);

/* Cells of a path, in memory that grows. */
typedef struct cairn__path_cells {
    cairn_cell *cells;
    size_t count;
    size_t capacity;
} cairn__path_cells;

/* Lists the cells of the path found, both ends included. Failures: MEMORY, CORRUPT. */
cairn_status cairn__path_list(cairn__path_search *search, cairn__path_cells *path,
                              const cairn_allocator *allocator);

#endif
