/* dlrta_world.h: a world with a database of kind dlrta, sound, and the region of every cell. */
#ifndef CAIRN_TEST_DLRTA_WORLD_H
#define CAIRN_TEST_DLRTA_WORLD_H

#include "image.h"

typedef struct dlrta_world {
    test_image image;
    cairn_db *db;
    uint32_t count; /* of regions */
    int *regions;   /* by cell */
} dlrta_world;

/* `cliques` is the value of the option. */
void dlrta_world_create(dlrta_world *made, const test_world *world, uint32_t level,
                        uint32_t cliques);
void dlrta_world_destroy(dlrta_world *made);

#endif
