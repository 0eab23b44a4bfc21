/* exits.c: chooses how exits are found, and walks a straight leg to one. */
#include "base/xy.h"
#include "build/exits.h"

#include "base/memory.h"
#include "grid/climb.h"

cairn__link cairn__find_exit(const cairn__exit_task *task, uint32_t region, cairn__xy from,
                             cairn__xy to)
{
    while (!cairn__is_same_cell(from, to)) {
        cairn__run run = cairn__climb_run(task->map, from, to);
        assert(run.count > 0 && run.rise == 0);
        for (uint32_t i = 0; i < run.count; i++) {
            from = cairn__cell_after(from, run.move, 1);
            if (cairn__dlrta_find_region(&task->regions, from) != region)
                return cairn__link_to(from);
        }
    }
    return CAIRN__NO_LINK;
}

uint32_t cairn__find_last_joined(const cairn__dlrta_regions *regions, uint32_t region)
{
    uint32_t end = region + 1;
    while (end < regions->count && regions->table[end].first == regions->table[region].first)
        end++;
    return end;
}

cairn_status cairn__exits_start(cairn__exits *exits, const cairn__exit_task *task,
                                const cairn__preparation *how)
{
    *exits = (cairn__exits){.task = *task};
    exits->corners.graph.allocator = task->allocator;
    cairn_status status = cairn__corner_exits_start(&exits->corners, task, how);
    exits->uses_corners = status == CAIRN_OK;
    return status == CAIRN_LIMIT ? cairn__cell_exits_start(&exits->cells, task) : status;
}

void cairn__exits_end(cairn__exits *exits)
{
    cairn__corner_exits_end(&exits->corners, &exits->task.allocator);
    cairn__cell_exits_end(&exits->cells, &exits->task.allocator);
}

cairn_status cairn__exit_search_start(cairn__exit_search *search, const cairn__exits *exits,
                                      cairn__poll poll)
{
    *search = (cairn__exit_search){.exits = exits, .poll = poll};
    return exits->uses_corners ? cairn__corner_exit_search_start(search)
                               : cairn__cell_exit_search_start(search);
}

void cairn__exit_search_end(cairn__exit_search *search)
{
    if (search->exits == NULL)
        return;
    const cairn_allocator *allocator = &search->exits->task.allocator;
    cairn__release(allocator, search->corner.queue.keys);
    cairn__release(allocator, search->corner.distances);
    cairn__release(allocator, search->corner.parents);
    cairn__release(allocator, search->corner.exits);
    cairn__release(allocator, search->cell.distances);
    cairn__release(allocator, search->cell.exits);
    for (uint32_t i = 0; i < CAIRN__EXIT_BUCKETS; i++)
        cairn__release(allocator, search->cell.buckets[i].cells);
}

cairn_status cairn__exit_search_run(cairn__exit_search *search, uint32_t region, cairn__xy *row)
{
    search->region = region;
    return search->exits->uses_corners ? cairn__corner_exit_search_run(search, row)
                                       : cairn__cell_exit_search_run(search, row);
}
