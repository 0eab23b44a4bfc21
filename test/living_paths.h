/* living_paths.h: paths on a map that changes at random, by labels of the map as it was at first,
 * against the reference's own search on the map as it is. */
#ifndef CAIRN_TEST_LIVING_PATHS_H
#define CAIRN_TEST_LIVING_PATHS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct living_check_totals {
    uint64_t maps;
    uint64_t changes;
    uint64_t pairs;
    uint64_t by_labels; /* of them, answered without a search of the whole problem */
    uint64_t wrong;
} living_check_totals;

/* What is done to one map. */
typedef struct living_plan {
    uint64_t seed; /* of the hard map, and of all that is random */
    uint32_t width;
    uint32_t height;
    uint32_t corners;
    bool painted; /* labels are made of the map with blocks in it that changes open again */
    uint32_t changes;
    uint32_t starts; /* cells to start from after each change; all if there are fewer */
    uint32_t goals;  /* and cells to go to */
} living_plan;

/* Prints what is wrong. */
void living_check_map(const living_plan *plan, living_check_totals *totals);

#endif
