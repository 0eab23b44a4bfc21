/* cairn/map.h: maps: which cells are open, which are joined by a path, which is nearest; and maps
 * that change while the game runs.
 *
 * Any number of threads may read a map. A changing map is changed by one thread while no other one
 * uses it: neither the map itself nor an agent, a planner or a build that was made with it. */
#ifndef CAIRN_MAP_H
#define CAIRN_MAP_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A grid of open and blocked cells, ready for planning. */
typedef struct cairn_map cairn_map;

/** How a map is opened. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_map_def {
    uint32_t size;                    /**< sizeof this struct */
    cairn_corners corners;            /**< default: strict */
    int32_t changing;                 /**< 1: its cells may be set later (cairn_map_change());
                                           default: 0 */
    uint32_t reserved;                /**< 0 */
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
    cairn_detail *detail;             /**< if not null, says where and why opening failed */
} cairn_map_def;

/** Opens a `.map` file of MovingAI's format. Time: linear in the file. Memory: 4 bits a cell, and
 *  none for tiles of 64 x 64 cells that are all open or all blocked; 8 bytes for each component; and,
 *  in tiles with several components, 6 bytes for each run of open cells outside of the largest one.
 *  A changing map has room for a quarter more tiles, 40 bytes for each tile, about 80 bytes for each
 *  part of a tile that is joined within it, and 530 bytes for each tile that has changed. Failures:
 *  IO, SYNTAX, LIMIT, MEMORY. */
CAIRN_API cairn_status cairn_map_open(const char *path, const cairn_map_def *def, cairn_map **map);

/** Opens a `.map` text that is already in memory; the text is not kept. Failures: SYNTAX, LIMIT,
 *  MEMORY. */
CAIRN_API cairn_status cairn_map_open_memory(const void *text, size_t bytes,
                                             const cairn_map_def *def, cairn_map **map);

/** Makes a map from one byte for each cell, row by row: zero is blocked, any other value is open.
 *  Failures: ARGUMENT, LIMIT (size), MEMORY. */
CAIRN_API cairn_status cairn_map_create(uint32_t width, uint32_t height, const uint8_t *cells,
                                        const cairn_map_def *def, cairn_map **map);

/** Closes a map. Null is fine. Agents, planners and builds that were made with it must be gone;
 *  databases do not need it. */
CAIRN_API void cairn_map_close(cairn_map *map);

/** The properties of a map. */
typedef struct cairn_map_info {
    uint32_t size; /**< sizeof this struct, set by the caller */
    uint32_t width;
    uint32_t height;
    cairn_corners corners;
    uint32_t open_cells;        /**< cells that can be entered */
    uint32_t components;        /**< sets of open cells joined by moves */
    uint32_t largest_component; /**< open cells in the largest of them */
    uint64_t fingerprint;       /**< of its size and of which cells were open when it was opened;
                               docs/format.md defines it */
    size_t bytes;               /**< memory the map holds */
    uint64_t state;    /**< of which cells are open now: the fingerprint if these are the cells
                               that were open at first */
    uint32_t version;  /**< calls that have changed it so far */
    uint32_t reserved; /**< 0 */
} cairn_map_info;

/** The properties of a map. Constant time. Failures: NOT_SIZED if `info->size` was not set. */
CAIRN_API cairn_status cairn_map_get_info(const cairn_map *map, cairn_map_info *info);

/** 1 if a cell is inside the map and open, otherwise 0. Constant time; takes any cell. */
CAIRN_API int32_t cairn_map_is_open(const cairn_map *map, cairn_cell cell);

/** The component of a blocked cell: none. */
#define CAIRN_NO_COMPONENT UINT32_MAX

/** The component of a cell, from 0 in row-major order of first cells. Constant time. A path joins two
 *  open cells exactly if their components are equal. A change of the map may change all numbers. */
CAIRN_API uint32_t cairn_map_get_component(const cairn_map *map, cairn_cell cell);

/** 1 if a path joins two cells, otherwise 0. Constant time; takes any cells. A cell that is blocked
 *  or outside the map is joined to none, not even to itself. */
CAIRN_API int32_t cairn_map_has_path(const cairn_map *map, cairn_cell from, cairn_cell to);

/** Stands for any component in cairn_map_find_nearest_cell(). */
#define CAIRN_ANY_COMPONENT (UINT32_MAX - 1)

/** Finds the open cell of a component, or of any, that is nearest to a cell: the one with the least
 *  octile distance (cairn_cell_get_distance()); ties go to the lowest y, then to the lowest x.
 *  `cell` may be any cell: open, blocked, or outside the map. It is itself the answer if it is open
 *  and of the component. Time: bounded by the distance of the answer, d cells: a look at each of at
 *  most (d / 32 + 3)^2 tiles of 64 x 64 cells, and a scan of tiles in which the component lies. Tiles
 *  that a component of n cells cannot reach, n columns or rows away from its first cell, are left
 *  out. For a cell outside the map, d is three times the distance between the answer and the map's
 *  cell nearest to it. Failures: ARGUMENT, NO_PATH (no such component, or no open cell at all). */
CAIRN_API cairn_status cairn_map_find_nearest_cell(const cairn_map *map, cairn_cell cell,
                                                   uint32_t component, cairn_cell *nearest);

/** Cells (x, y) to (x + width - 1, y + height - 1). */
typedef struct cairn_rect {
    uint16_t x;
    uint16_t y;
    uint16_t width;
    uint16_t height;
} cairn_rect;

/** Reads the cells of a rectangle into the caller's memory: one byte for each cell, row by row: 1 is
 *  open, 0 is blocked. Time: linear in the cells. Failures: OUTSIDE (the rectangle is empty, or not
 *  all of it is inside the map), ARGUMENT. */
CAIRN_API cairn_status cairn_map_get_cells(const cairn_map *map, const cairn_rect *rect,
                                           uint8_t *cells);

/* ---- maps that change ---- */

/** A rectangle and its new cells. */
typedef struct cairn_change {
    cairn_rect rect;
    int32_t open;         /**< 1: all its cells are open then; 0: all are blocked */
    uint32_t reserved;    /**< 0 */
    const uint8_t *cells; /**< if not null, in place of `open`: one byte for each cell, row by
                               row: zero is blocked, any other value is open */
} cairn_change;

/** Sets rectangles of a changing map, in their order; they may overlap. When it returns, all questions
 *  to the map have new answers: cells, components and their numbers, nearest cells,
 *  cairn_map_get_info(). Agents notice at their next step. A call that sets no cell to another value
 *  changes nothing, not even the version. If it fails, nothing is changed.
 *
 *  Time: linear in the tiles of 64 x 64 cells that the rectangles lie in, about 2 microseconds each.
 *  Splitting, joining, making or removing components also takes a look at every tile, and time linear
 *  in the patches of the smaller of two parts (a patch: open cells of a tile that are joined within
 *  it); at most, as for a change of more than 16 tiles, linear in all patches of the map. On maps
 *  of ten million open cells 8 x 8 cells take about 2 microseconds, 64 x 64 cells 30, a wall across
 *  the map 0.4 milliseconds. One call for many changes is faster than many calls. Memory for more
 *  tiles is got now and then: such a call takes as long as copying the map.
 *
 *  Not while another thread uses the map. A library that was compiled without NDEBUG, as for
 *  debugging, refuses a change while another thread changes, copies, searches the nearest cell of or
 *  plans on the same map. Failures: NOT_CHANGING, OUTSIDE (a rectangle is empty, or not all of it is
 *  inside the map), IN_USE (by another thread), MEMORY, ARGUMENT. */
CAIRN_API cairn_status cairn_map_change(cairn_map *map, const cairn_change *changes, size_t count);

/** Sets one rectangle open (1) or blocked (0). Time and failures: those of cairn_map_change(). */
CAIRN_API cairn_status cairn_map_set_rect(cairn_map *map, const cairn_rect *rect, int32_t open);

/** Sets cells open (1) or blocked (0). Time and failures: those of cairn_map_change(). */
CAIRN_API cairn_status cairn_map_set_cells(cairn_map *map, const cairn_cell *cells, size_t count,
                                           int32_t open);

/** Makes a copy of the map as it is now, for a build beside the game. The copy's fingerprint is the
 *  state of this map, its version is 0, and its corners are the same; `def` gives its allocator, and
 *  whether it is a changing map. Only reads the map. Time: that of copying what the map holds, less than a millisecond for ten million open
 *  cells; a copy that is a changing map takes some milliseconds. Failures: ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_map_copy(const cairn_map *map, const cairn_map_def *def,
                                      cairn_map **copy);

/* ---- saved games ---- */

/** Writes the cells in which a changing map differs from the one that was opened into the caller's
 *  memory: a block of a few bytes for each run of such cells, for a saved game. `bytes` gets its
 *  size. The same cells give the same bytes, in whatever order they were changed. Time: a look at each tile,
 *  and linear in the runs. Failures: CAPACITY (with `bytes` set), NOT_CHANGING, MEMORY, ARGUMENT. */
CAIRN_API cairn_status cairn_map_save_changes_memory(const cairn_map *map, size_t capacity,
                                                     void *block, size_t *bytes);

/** Brings a changing map to the saved cells, whatever it is now, by one change like
 *  cairn_map_change(), with its rule of threads. The map must have been opened with the same cells as
 *  the saved one; its corner setting may be another. Everything is checked before anything is
 *  changed: if it fails, nothing is. The block need not be aligned, and is not kept. Failures, each with a
 *  sentence in `detail` if that is not null: CORRUPT, VERSION (of the format), MISMATCH (saved of
 *  another map), NOT_CHANGING, IN_USE, ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_map_load_changes_memory(cairn_map *map, const void *block,
                                                     size_t bytes, cairn_detail *detail);

#ifdef __cplusplus
}
#endif

#endif
