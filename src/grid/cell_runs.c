/* cell_runs.c: sets of cells as runs. */
#include "grid/cell_runs.h"

#include "base/memory.h"

cairn_status cairn__cell_runs_add(cairn__cell_runs *runs, uint32_t first, uint32_t count)
{
    cairn__cell_run *last = runs->count > 0 ? &runs->runs[runs->count - 1] : NULL;
    if (last != NULL && last->first + last->count == first) {
        last->count += count;
        return CAIRN_OK;
    }
    if (runs->count == runs->capacity) {
        cairn__cell_run *grown = cairn__grow(&runs->allocator, runs->runs, runs->count,
                                             sizeof *grown, &runs->capacity, 64);
        if (grown == NULL)
            return CAIRN_MEMORY;
        runs->runs = grown;
    }
    runs->runs[runs->count++] = (cairn__cell_run){first, count};
    return CAIRN_OK;
}

/* Ends of runs, one after the other: where the first begins, where it ends, where the second
 * begins. */
static uint32_t get_end(const cairn__cell_runs *runs, size_t number)
{
    if (number / 2 == runs->count)
        return UINT32_MAX;
    const cairn__cell_run *run = &runs->runs[number / 2];
    return number % 2 == 0 ? run->first : run->first + run->count;
}

/* The ends of both, in order; where two fall together neither is one. */
cairn_status cairn__cell_runs_add_difference(cairn__cell_runs *runs, const cairn__cell_runs *a,
                                             const cairn__cell_runs *b)
{
    size_t in_a = 0, in_b = 0;
    uint32_t first = 0;
    bool within = false;
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && (in_a / 2 < a->count || in_b / 2 < b->count)) {
        uint32_t end_a = get_end(a, in_a), end_b = get_end(b, in_b);
        uint32_t end = end_a < end_b ? end_a : end_b;
        in_a += end_a == end;
        in_b += end_b == end;
        if (end_a == end_b)
            continue;
        if (within)
            status = cairn__cell_runs_add(runs, first, end - first);
        within = !within;
        first = end;
    }
    return status;
}

uint64_t cairn__cell_runs_count_cells(const cairn__cell_runs *runs)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < runs->count; i++)
        cells += runs->runs[i].count;
    return cells;
}

void cairn__cell_runs_end(cairn__cell_runs *runs)
{
    cairn__release(&runs->allocator, runs->runs);
    *runs = (cairn__cell_runs){.allocator = runs->allocator};
}
