/* living_walks.h: agents of all algorithms on one changing map, every step of them checked, for the
 * suite and for `make soak-living`. */
#ifndef CAIRN_TEST_LIVING_WALKS_H
#define CAIRN_TEST_LIVING_WALKS_H

#include <cairn/cairn.h>

/* What was seen, and what was wrong. Something wrong also prints a line that says where. */
typedef struct living_totals {
    uint64_t steps;
    uint64_t kinds[6]; /* of steps */
    uint64_t changes;
    uint64_t problems;
    uint64_t walks; /* to the end, on a map that does not change any more */
    uint64_t full;  /* tables of learned values that may not grow */
    uint64_t wrong;
    uint64_t hash; /* of all steps */
} living_totals;

/* Walks on world number `number`. A round has changes between steps at first, and then lets all
 * agents that can arrive. Its end is the first something that is wrong. */
void living_walk(uint32_t number, uint32_t rounds, living_totals *totals);

#endif
