/* region_ways.h: the ways between neighbouring regions, and which neighbour is next. */
#ifndef CAIRN_REGION_WAYS_H
#define CAIRN_REGION_WAYS_H

#include "base/xy.h"
#include "build/regions/region_graph.h"

/* What makers of ways and routes work with. */
typedef struct cairn__region_work {
    const cairn_allocator *allocator;
    const cairn__poll *poll;
    uint32_t threads;
    void (*finished)(void *context); /* a region is; called from all threads */
    void *context;
} cairn__region_work;

/* The cost of a way that is closed: no route goes there. */
#define CAIRN__NO_WAY UINT32_MAX

/* The subgoals of a way and its costs, climbed from the lower region and from the higher one. */
typedef struct cairn__region_way {
    uint32_t first; /* among the lower region's subgoals */
    uint32_t count;
    uint32_t costs[2];
} cairn__region_way;

/* All ways: from lower regions to higher ones, in the order of both. */
typedef struct cairn__region_ways {
    uint32_t count; /* of regions */
    size_t *bases;  /* count + 1: ways of the lower regions */
    cairn__region_way *ways;
    cairn__xy **subgoals; /* by lower region */
} cairn__region_ways;

/* Finds an optimal path for each edge of the graph, and subgoals that climbs can follow there and
 * back. Failures: MEMORY, LIMIT, INTERRUPTED. */
cairn_status cairn__region_ways_create(const cairn__cover *cover, const cairn__region_graph *graph,
                                       const cairn__region_work *work, cairn__region_ways *ways);
void cairn__region_ways_end(cairn__region_ways *ways, const cairn_allocator *allocator);

/* A region's routes: runs of goals with the same next neighbour. */
typedef struct cairn__region_row {
    uint32_t count;
    uint16_t *firsts; /* the lowest goal of each run */
    uint16_t *places; /* of the next neighbour among the region's */
} cairn__region_row;

/* The cheapest way's number and direction for a place of a region's list. */
typedef struct cairn__region_table {
    uint32_t count;
    cairn__region_row *rows;
    bool *used; /* by place of the graph: some route goes there */
} cairn__region_table;

/* A region's next neighbours, by goal: of goal i at i * stride. */
typedef struct cairn__region_places {
    const uint16_t *places;
    size_t stride;
    uint32_t count;
} cairn__region_places;

/* No next neighbour: the goal is the region itself, or not joined to it. */
#define CAIRN__NO_PLACE UINT16_MAX

/* Starts a table with empty rows. Failures: MEMORY; the table must be ended then, too. */
cairn_status cairn__region_table_start(cairn__region_table *table, const cairn__region_graph *graph,
                                       const cairn_allocator *allocator);

/* Makes the row of a region; threads may make different ones at once. Failures: MEMORY. */
cairn_status cairn__region_table_make_row(cairn__region_table *table,
                                          const cairn__region_graph *graph, uint32_t region,
                                          const cairn__region_places *next,
                                          const cairn_allocator *allocator);
void cairn__region_table_end(cairn__region_table *table, const cairn_allocator *allocator);

/* Finds the cheapest routes between all regions of each component. */
cairn_status cairn__region_table_create(const cairn__region_graph *graph,
                                        const cairn__region_ways *ways,
                                        const cairn__region_work *work, cairn__region_table *table);

/* The same to ranges of 2^shift regions, from everywhere to the nearest region of each; its runs
 * are for ranges. */
cairn_status cairn__region_ranges_create(const cairn__region_graph *graph,
                                         const cairn__region_ways *ways, uint32_t shift,
                                         const cairn__region_work *work,
                                         cairn__region_table *table);

/* The cost of going to the neighbour at a place of the graph, or from it back. */
uint32_t cairn__region_ways_get_cost(const cairn__region_ways *ways,
                                     const cairn__region_graph *graph, uint32_t region,
                                     size_t place, bool back);

/* The way number of the neighbour at a place of the graph. */
size_t cairn__region_ways_find(const cairn__region_ways *ways, const cairn__region_graph *graph,
                               uint32_t region, size_t place);

#endif
