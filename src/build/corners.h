/* corners.h: the convex corners of obstacles, and which of them a cell sees (simple subgoal graphs:
 * Uras, Koenig, Hernandez 2013). Strict corners only.
 *
 * A corner is an open cell with a blocked diagonal neighbour between two open cardinal ones. An
 * optimal path is straight (of octile length) between two cells, or leads through corners each of
 * which is seen from the one before. A cell sees a corner if a path of octile length leads there
 * and no such path meets another corner. */
#ifndef CAIRN_CORNERS_H
#define CAIRN_CORNERS_H

#include "base/poll.h"
#include "base/xy.h"
#include "grid/tiles.h"

/* Cells found by a sweep; the list grows as it needs. */
typedef struct cairn__cell_list {
    cairn_allocator allocator;
    cairn__xy *cells;
    size_t count;
    size_t capacity;
} cairn__cell_list;

cairn_status cairn__cell_list_add(cairn__cell_list *list, cairn__xy cell);
void cairn__cell_list_end(cairn__cell_list *list);

/* How long preparations are run. */
typedef struct cairn__preparation {
    uint32_t threads;        /* the result does not depend on it */
    const cairn__poll *poll; /* asked by the calling thread; may be null */
} cairn__preparation;

/* Where looking along a row or a column ends, 64 x 64 cells: a bit for every cell that is a corner
 * or blocked. row[y] has bit x, column[x] bit y. */
typedef struct cairn__stops {
    uint64_t row[64];
    uint64_t column[64];
} cairn__stops;

/* The stops of a map, tile by tile, in a frame of blocked tiles so that every look ends. Two bits a
 * cell in all. Neighbouring lines lie together: a sweep goes from line to line. */
typedef struct cairn__sight {
    cairn_allocator allocator;
    const cairn_map *map;
    size_t tiles_across; /* with the frame */
    size_t tiles_down;
    cairn__stops *tiles;
} cairn__sight;

/* Prepares a map for looking. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__sight_create(const cairn_map *map, const cairn_allocator *allocator,
                                 const cairn__preparation *how, cairn__sight *sight);
void cairn__sight_end(cairn__sight *sight);

/* Adds all corners of a map in row-major order; LIMIT if there are more than `most`. */
cairn_status cairn__find_corners(const cairn__sight *sight, size_t most, cairn__cell_list *corners);

/* Replaces the list by the corners that an open cell sees, in a fixed order. */
cairn_status cairn__find_seen_corners(const cairn__sight *sight, cairn__xy cell,
                                      cairn__cell_list *seen);

#endif
