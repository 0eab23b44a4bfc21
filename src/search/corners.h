/* corners.h: the convex corners of obstacles, and which of them a cell sees (simple subgoal graphs:
 * Uras, Koenig, Hernandez 2013). Strict corners only.
 *
 * A corner is an open cell with a blocked diagonal neighbour between two open cardinal ones. An
 * optimal path is straight (of octile length) between two cells, or leads through corners each of
 * which is seen from the one before. A cell sees a corner if a path of octile length leads there
 * and no such path meets another corner. */
#ifndef CAIRN_CORNERS_H
#define CAIRN_CORNERS_H

#include "grid/tiles.h"

/* Cells found by a sweep; the list grows as it needs. */
typedef struct cairn__cell_list {
    cairn_allocator allocator;
    cairn_cell *cells;
    size_t count;
    size_t capacity;
} cairn__cell_list;

cairn_status cairn__cell_list_add(cairn__cell_list *list, cairn_cell cell);
void cairn__cell_list_end(cairn__cell_list *list);

static inline bool cairn__is_corner(const cairn_map *map, cairn_cell cell)
{
    uint32_t open = cairn__open_neighbours(map, cell.x, cell.y);
    uint32_t north = open >> CAIRN__N & 1, south = open >> CAIRN__S & 1;
    uint32_t west = open >> CAIRN__W & 1, east = open >> CAIRN__E & 1;
    return ((north & west & ~(open >> CAIRN__NW)) | (north & east & ~(open >> CAIRN__NE)) |
            (south & west & ~(open >> CAIRN__SW)) | (south & east & ~(open >> CAIRN__SE))) &
           1;
}

/* Adds all corners of a map in row-major order; LIMIT if there are more than `most`. */
cairn_status cairn__find_corners(const cairn_map *map, size_t most, cairn__cell_list *corners);

/* Replaces the list by the corners that an open cell sees, in a fixed order. */
cairn_status cairn__find_seen_corners(const cairn_map *map, cairn_cell cell,
                                      cairn__cell_list *seen);

#endif
