/* path_exits.c: exits by a path to each other representative, found by labels. */
#include "research/dlrta/make/exits.h"

#include "grid/climb.h"

/* The first cell outside the region on the path that was found, which leads out of it. */
static cairn_status find_exit(const cairn__exit_search *search, cairn__xy *exit)
{
    cairn__path_search *path = search->path;
    cairn__xy cell = path->from;
    path->operations->rewind(path);
    for (;;) {
        cairn__run run;
        cairn_status status = path->operations->next(path, cell, &run);
        if (status != CAIRN_OK)
            return status;
        for (uint32_t i = 0; i < run.count; i++) {
            cell = cairn__cell_after(cell, run.move, 1);
            if (cairn__dlrta_find_region(&search->exits->task.regions, cell) != search->region) {
                *exit = cell;
                return CAIRN_OK;
            }
        }
    }
}

cairn_status cairn__path_exit_search_run(cairn__exit_search *search, cairn__xy *row)
{
    const cairn__dlrta_regions *regions = &search->exits->task.regions;
    cairn__xy from = regions->table[search->region].representative;
    uint32_t first = regions->table[search->region].first, cost;
    uint32_t end = cairn__find_last_joined(regions, search->region);
    cairn_status status = CAIRN_OK;
    for (uint32_t goal = first; status == CAIRN_OK && goal < end; goal++) {
        if (goal != search->region) {
            status =
                cairn__path_find(search->path, from, regions->table[goal].representative, &cost);
            if (status == CAIRN_OK)
                status = find_exit(search, &row[goal - first]);
        }
        if (status == CAIRN_OK && (goal & 0xff) == 0)
            status = cairn__poll_check(&search->poll);
    }
    return status;
}
