/* repair_world.h: a changing map, the database in use, and a repair, for tests of repairs. */
#ifndef CAIRN_TEST_REPAIR_WORLD_H
#define CAIRN_TEST_REPAIR_WORLD_H

#include "support.h"

typedef struct repair_world {
    uint32_t width;
    uint32_t height;
    cairn_map *map;
    cairn_build *build;
    cairn_db *db; /* made for the map as it was at first */
    cairn_repair *repair;
    test_random random;
} repair_world;

/* A scene of `width` x `height` cells, a database of a kind, and a repair that rebuilds after `changes`
 * changes (0: the default), with an allocator of its own unless that is null. */
void repair_world_create(repair_world *world, cairn_scene_kind scene, uint32_t width,
                         uint32_t height, cairn_corners corners, cairn_kind kind);
void repair_world_create_repair(repair_world *world, uint32_t changes,
                                const cairn_allocator *allocator);
void repair_world_destroy(repair_world *world);

/* Sets a rectangle somewhere. */
void repair_world_change(repair_world *world, uint32_t side, bool open);

/* A random open cell. */
cairn_cell repair_world_draw(repair_world *world);

/* Runs a rebuild to its end in slices (0: in one go); returns the calls that it took. */
uint32_t repair_world_run(repair_world *world, uint64_t units);

/* Follows, runs to the end, and swaps: the new database. */
const cairn_db *repair_world_renew(repair_world *world, uint64_t units);

uint32_t repair_world_get_phase(const repair_world *world);

/* The length of the shortest path on the map as it is, by A*. */
uint32_t repair_world_measure(const repair_world *world, cairn_cell from, cairn_cell to);

#endif
