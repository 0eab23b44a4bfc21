/* cell_runs.h: sets of cells as runs in row-major order: cell (x, y) of a map has the number
 * y * width + x. Runs rise, and between two of them there is at least one cell. */
#ifndef CAIRN_CELL_RUNS_H
#define CAIRN_CELL_RUNS_H

#include "cairn/base.h"

typedef struct cairn__cell_run {
    uint32_t first;
    uint32_t count;
} cairn__cell_run;

/* A growing set. Begin with its allocator, and zeros. */
typedef struct cairn__cell_runs {
    cairn_allocator allocator;
    cairn__cell_run *runs;
    size_t count;
    size_t capacity;
} cairn__cell_runs;

/* Adds cells behind all that are there. Failures: MEMORY. */
cairn_status cairn__cell_runs_add(cairn__cell_runs *runs, uint32_t first, uint32_t count);

/* Adds to an empty set the cells that are in one of two others, and not in both. Failures: MEMORY. */
cairn_status cairn__cell_runs_add_difference(cairn__cell_runs *runs, const cairn__cell_runs *a,
                                             const cairn__cell_runs *b);

/* How many cells there are. */
uint64_t cairn__cell_runs_count_cells(const cairn__cell_runs *runs);

void cairn__cell_runs_end(cairn__cell_runs *runs);

#endif
