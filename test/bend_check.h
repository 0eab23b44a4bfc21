/* bend_check.h: a map's labels of bends against Dijkstra's algorithm, which shares no code with them. */
#ifndef CAIRN_TEST_BEND_CHECK_H
#define CAIRN_TEST_BEND_CHECK_H

#include <cairn/map.h>

typedef struct bend_totals {
    uint64_t maps;
    uint64_t pairs;
    uint64_t wrong;
} bend_totals;

/* Builds the labels of a map and compares distances and paths from `starts` cells (all, if there are
 * fewer) to `goals` cells. Prints what is wrong. */
void bend_check_map(const cairn_map *map, const char *name, uint64_t seed, uint32_t starts,
                    uint32_t goals, bend_totals *totals);

/* Makes a small map of text: '.' is open, each line ends with a new line. */
cairn_map *bend_check_make_map(const char *text, uint32_t corners);

#endif
