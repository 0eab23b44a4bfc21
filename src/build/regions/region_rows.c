/* region_rows.c: the rows of a table of routes, as runs of goals with the same next neighbour. */
#include "build/regions/region_ways.h"

#include "base/memory.h"

cairn_status cairn__region_table_start(cairn__region_table *table, const cairn__region_graph *graph,
                                       const cairn_allocator *allocator)
{
    size_t places = graph->firsts[graph->count];
    *table = (cairn__region_table){.count = graph->count};
    table->rows = cairn__allocate_zeroed(allocator, graph->count, sizeof *table->rows);
    table->used = cairn__allocate_zeroed(allocator, places, sizeof *table->used);
    return table->rows != NULL && table->used != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

/* Goals without a next neighbour fit into any run. Without `row` only counts them. */
static uint32_t write_runs(const cairn__region_places *next, cairn__region_row *row)
{
    uint32_t runs = 0;
    uint16_t present = CAIRN__NO_PLACE;
    for (uint32_t i = 0; i < next->count; i++) {
        uint16_t place = next->places[i * next->stride];
        if (place == CAIRN__NO_PLACE || place == present)
            continue;
        present = place;
        if (row != NULL) {
            row->firsts[runs] = (uint16_t)i;
            row->places[runs] = place;
        }
        runs++;
    }
    return runs;
}

cairn_status cairn__region_table_make_row(cairn__region_table *table,
                                          const cairn__region_graph *graph, uint32_t region,
                                          const cairn__region_places *next,
                                          const cairn_allocator *allocator)
{
    cairn__region_row *row = &table->rows[region];
    row->count = write_runs(next, NULL);
    row->firsts = cairn__allocate(allocator, row->count, sizeof *row->firsts);
    row->places = cairn__allocate(allocator, row->count, sizeof *row->places);
    if (row->firsts == NULL || row->places == NULL)
        return CAIRN_MEMORY;
    (void)write_runs(next, row);
    for (uint32_t i = 0; i < row->count; i++)
        table->used[graph->firsts[region] + row->places[i]] = true;
    return CAIRN_OK;
}

void cairn__region_table_end(cairn__region_table *table, const cairn_allocator *allocator)
{
    for (uint32_t i = 0; table->rows != NULL && i < table->count; i++) {
        cairn__release(allocator, table->rows[i].firsts);
        cairn__release(allocator, table->rows[i].places);
    }
    cairn__release(allocator, table->rows);
    cairn__release(allocator, table->used);
    *table = (cairn__region_table){0};
}
