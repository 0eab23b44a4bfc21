/* exits.c: chooses how exits are found. */
#include "research/dlrta/make/exits.h"

#include "base/memory.h"

/* The paths by labels that cost about as much as a search over a thousand open cells. */
#define PATHS_A_THOUSAND_CELLS 5

uint32_t cairn__find_last_joined(const cairn__dlrta_regions *regions, uint32_t region)
{
    uint32_t end = region + 1;
    while (end < regions->count && regions->table[end].first == regions->table[region].first)
        end++;
    return end;
}

/* True if a path to each region costs less than a search over all cells. */
static bool prefers_paths(const cairn__exit_task *task)
{
    uint64_t paths = (uint64_t)task->map->info.open_cells * PATHS_A_THOUSAND_CELLS / 1000;
    return task->regions.count <= paths;
}

cairn_status cairn__exits_start(cairn__exits *exits, const cairn__exit_task *task,
                                const cairn__preparation *how)
{
    cairn_status status = CAIRN_LIMIT;
    *exits = (cairn__exits){.task = *task};
    if (prefers_paths(task))
        status = cairn__engine_create(task->map, CAIRN_METHOD_LABELS, how, &task->allocator,
                                      &exits->engine);
    return status == CAIRN_LIMIT ? cairn__cell_exits_start(&exits->cells, task) : status;
}

void cairn__exits_end(cairn__exits *exits)
{
    cairn_engine_destroy(exits->engine);
    cairn__cell_exits_end(&exits->cells, &exits->task.allocator);
}

cairn_status cairn__exit_search_start(cairn__exit_search *search, const cairn__exits *exits,
                                      cairn__poll poll)
{
    *search = (cairn__exit_search){.exits = exits, .poll = poll};
    return exits->engine != NULL ? cairn__engine_create_search(exits->engine, &search->path)
                                 : cairn__cell_exit_search_start(search);
}

void cairn__exit_search_end(cairn__exit_search *search)
{
    if (search->exits == NULL)
        return;
    const cairn_allocator *allocator = &search->exits->task.allocator;
    cairn__path_destroy(search->path);
    cairn__release(allocator, search->cell.distances);
    cairn__release(allocator, search->cell.exits);
    for (uint32_t i = 0; i < CAIRN__EXIT_BUCKETS; i++)
        cairn__release(allocator, search->cell.buckets[i].cells);
}

cairn_status cairn__exit_search_run(cairn__exit_search *search, uint32_t region, cairn__xy *row)
{
    search->region = region;
    return search->path != NULL ? cairn__path_exit_search_run(search, row)
                                : cairn__cell_exit_search_run(search, row);
}
