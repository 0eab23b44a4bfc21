/* reference_dba.h: the regions of DBA* and of HCDPS, and their walk once more, slow and literal. As in reference.h,
 * nothing is shared with src/. */
#ifndef CAIRN_TEST_REFERENCE_DBA_H
#define CAIRN_TEST_REFERENCE_DBA_H

#include "reference.h"

/* The regions of square sectors: `regions` gets that of each cell, REF_NONE for blocked ones, and
 * `centres` the representative of each. Both have room for all cells. Returns how many there are. */
int ref_find_sector_regions(const ref_map *map, int side, int *regions, int *centres);

/* The regions of HCDPS: `owners` gets the seed of each cell's region, REF_NONE for blocked ones.
 * Returns how many there are. */
int ref_find_climb_regions(const ref_map *map, int cutoff, int *owners);

/* The cost of the cheapest path between two cells of a sector inside it, REF_NONE if there is
 * none. */
int ref_find_sector_cost(const ref_map *map, int side, int from, int to);

/* A walk along the states of a route, of which the first is the representative of the start's
 * region and the last the goal. Returns its cost; `same_region` is for start and goal. A side of 0:
 * HCDPS, where climbs always lead to the own seed, and from its seed to the goal. */
long long ref_walk_dba(const ref_map *map, int side, int start, const int *states, int count,
                       bool same_region);

#endif
