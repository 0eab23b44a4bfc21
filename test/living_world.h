/* living_world.h: a changing map, and beside it its cells as one byte each, with neighbours,
 * components and nearest cells found by the plainest means: what agents on a changing map are
 * checked by. */
#ifndef CAIRN_TEST_LIVING_WORLD_H
#define CAIRN_TEST_LIVING_WORLD_H

#include "image.h"

/* A database of every kind, and one of kind knn with a net of regions to fall back on. */
enum { LIVING_KINDS = 7, LIVING_FALLBACK = 6 };

typedef struct living_world {
    test_random random;
    int width;
    int height;
    cairn_corners corners;
    cairn_map *map;
    unsigned char *cells; /* 1: open */
    unsigned char *first; /* as the map was opened */
    int *parts;           /* of each cell: the number of its component, -1 if it is blocked */
    int *queue;           /* room for a flood */
    cairn_planner *planner;
    test_image images[LIVING_KINDS];
    cairn_db *dbs[LIVING_KINDS];
} living_world;

/* World number `number`: corners, size and what it looks like follow from the number. */
void living_world_create(living_world *world, uint32_t number);
void living_world_destroy(living_world *world);

/* The database that an algorithm needs; null if it needs none. `falls_back`: knn with a net. */
const cairn_db *living_world_get_db(const living_world *world, cairn_algorithm algorithm,
                                    bool falls_back);

/* Blocks or opens the part of a rectangle that lies inside. */
void living_world_set(living_world *world, int x, int y, int width, int height, bool open);

/* Gives all cells back what they were at first. */
void living_world_undo(living_world *world);

/* A random cell, which may be outside by one. */
cairn_cell living_world_draw(living_world *world);

bool living_world_is_open(const living_world *world, cairn_cell cell);
bool living_world_is_joined(const living_world *world, cairn_cell a, cairn_cell b);

/* May one move lead from a cell to another? */
bool living_world_is_move(const living_world *world, cairn_cell from, cairn_cell to);

/* The open cell nearest to a cell, of the component of `joined_to` or of any if that is null; false
 * if there is none. */
bool living_world_find_nearest(const living_world *world, cairn_cell cell,
                               const cairn_cell *joined_to, cairn_cell *nearest);

#endif
