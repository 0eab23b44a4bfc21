/* kinds.h: holds databases of kinds labels and regions against A* on random pairs of cells, for
 * `make check-kinds` and for the suite. */
#ifndef CAIRN_TEST_KINDS_H
#define CAIRN_TEST_KINDS_H

#include <cairn/cairn.h>

/* What was looked at, and what was wrong. A difference also prints a line that says where. */
typedef struct kinds_totals {
    uint64_t maps;
    uint64_t refused;       /* of them, without labels: LIMIT */
    uint64_t pairs;         /* walked by regions, and by labels where there are any */
    uint64_t walks_wrong;   /* labels: another cost than A*'s, or a move that is not legal */
    uint64_t lengths_wrong; /* a planner says another cost than A* */
    uint64_t regions_wrong; /* regions: no arrival, something learned, or not legal */
    uint64_t unsound;       /* databases that cairn_db_verify() does not like */
    double optimal;         /* tenths, of all pairs */
    double by_regions;      /* the same of the walks by regions */
} kinds_totals;

/* Builds both databases for a map with strict corners and walks `pairs` random pairs. */
void kinds_check_map(const cairn_map *map, const char *name, uint32_t pairs, kinds_totals *totals);

void kinds_add(kinds_totals *sum, const kinds_totals *part);
uint64_t kinds_get_wrong(const kinds_totals *totals);

/* A line: pairs, differences, what regions cost above A*. */
void kinds_print(const char *name, const kinds_totals *totals);

#endif
