/* exits.c: exits in one of two ways. By cells: from a shortest-path tree over all cells that are
 * joined to a representative (Dijkstra with a ring of buckets); slow, but of bounded work whatever
 * the map looks like. By paths: by a path to each other representative, found by labels. */
#include "research/dlrta/make/exits.h"

#include <string.h>

#include "base/memory.h"
#include "base/xy.h"
#include "grid/climb.h"
#include "grid/tiles.h"

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

/* ---- by cells ---- */

/* How many cells are settled between two looks at the poll. */
#define CELLS_A_POLL 0x10000

cairn_status cairn__cell_exits_start(cairn__cell_exits *cells, const cairn__exit_task *task)
{
    const cairn_map *map = task->map;
    cells->words = (map->info.width + 63) / 64;
    size_t count = (size_t)cells->words * map->info.height;
    cells->ranks = cairn__allocate(&task->allocator, count, sizeof *cells->ranks);
    if (cells->ranks == NULL)
        return CAIRN_MEMORY;
    uint32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        int32_t x = (int32_t)(i % cells->words * 64), y = (int32_t)(i / cells->words);
        cells->ranks[i] = before;
        before += cairn__count_ones(cairn__row_from(map, x, y));
    }
    return CAIRN_OK;
}

void cairn__cell_exits_end(cairn__cell_exits *cells, const cairn_allocator *allocator)
{
    cairn__release(allocator, cells->ranks);
}

cairn_status cairn__cell_exit_search_start(cairn__exit_search *search)
{
    const cairn__exit_task *task = &search->exits->task;
    cairn__cell_exit_search *self = &search->cell;
    size_t cells = task->map->info.open_cells;
    self->distances = cairn__allocate(&task->allocator, cells, sizeof *self->distances);
    self->exits = cairn__allocate(&task->allocator, cells, sizeof *self->exits);
    return self->distances == NULL || self->exits == NULL ? CAIRN_MEMORY : CAIRN_OK;
}

/* The number of open cells before a cell: if it is open, its index. */
static inline uint32_t get_index(const cairn__exits *exits, uint32_t x, uint32_t y)
{
    uint64_t row = cairn__tile_at(exits->task.map, (int32_t)x, (int32_t)y)->row[y & 63];
    uint64_t before = row & ((UINT64_C(1) << (x & 63)) - 1);
    return exits->cells.ranks[(size_t)y * exits->cells.words + x / 64] + cairn__count_ones(before);
}

#define MOVES_UP (1u << CAIRN__NW | 1u << CAIRN__N | 1u << CAIRN__NE)
#define MOVES_DOWN (1u << CAIRN__SW | 1u << CAIRN__S | 1u << CAIRN__SE)

/* The indices of a cell's neighbours, by move: open cells of a row follow each other. */
static inline void list_indices(const cairn__exits *exits, cairn__xy cell, uint32_t index,
                                uint32_t indices[CAIRN__MOVES])
{
    uint32_t open = cairn__open_neighbours(exits->task.map, cell.x, cell.y);
    uint32_t left = cell.x > 0 ? cell.x - 1u : 0;
    indices[CAIRN__W] = index - 1;
    indices[CAIRN__E] = index + 1;
    if ((open & MOVES_UP) != 0) {
        indices[CAIRN__NW] = get_index(exits, left, cell.y - 1u);
        indices[CAIRN__N] = indices[CAIRN__NW] + (open >> CAIRN__NW & 1);
        indices[CAIRN__NE] = indices[CAIRN__N] + (open >> CAIRN__N & 1);
    }
    if ((open & MOVES_DOWN) != 0) {
        indices[CAIRN__SW] = get_index(exits, left, cell.y + 1u);
        indices[CAIRN__S] = indices[CAIRN__SW] + (open >> CAIRN__SW & 1);
        indices[CAIRN__SE] = indices[CAIRN__S] + (open >> CAIRN__S & 1);
    }
}

static cairn_status push(cairn__exit_search *search, cairn__xy cell, uint32_t distance)
{
    cairn__cell_exit_search *self = &search->cell;
    uint32_t number = distance % CAIRN__EXIT_BUCKETS;
    size_t count = self->buckets[number].count;
    if (count == self->buckets[number].capacity) {
        cairn_cell *cells =
            cairn__grow(&search->exits->task.allocator, self->buckets[number].cells, count,
                        sizeof *cells, &self->buckets[number].capacity, 1024);
        if (cells == NULL)
            return CAIRN_MEMORY;
        self->buckets[number].cells = cells;
    }
    self->buckets[number].cells[count] = cairn__pack(cell);
    self->buckets[number].count++;
    self->open++;
    return CAIRN_OK;
}

/* Notes a shorter path to a cell than any before. It left the region at `exit`; without one it
 * leaves the region at this cell, if it does. */
static cairn_status reach(cairn__exit_search *search, cairn__xy cell, uint32_t index,
                          uint32_t distance, cairn_cell exit)
{
    cairn__cell_exit_search *self = &search->cell;
    if (exit == CAIRN__NO_CELL &&
        cairn__dlrta_find_region(&search->exits->task.regions, cell) != search->region)
        exit = cairn__pack(cell);
    self->distances[index] = distance;
    self->exits[index] = exit;
    return push(search, cell, distance);
}

static cairn_status settle(cairn__exit_search *search, cairn__xy cell, uint32_t distance)
{
    const cairn__cell_exit_search *self = &search->cell;
    uint32_t index = get_index(search->exits, cell.x, cell.y), indices[CAIRN__MOVES];
    if (self->distances[index] != distance)
        return CAIRN_OK; /* a shorter way was found since */
    cairn_cell exit = self->exits[index];
    uint32_t moves = cairn__legal_moves(search->exits->task.map, cell.x, cell.y);
    list_indices(search->exits, cell, index, indices);
    cairn_status status = CAIRN_OK;
    for (; status == CAIRN_OK && moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint32_t further = distance + cairn__move_cost(move);
        if (further < self->distances[indices[move]])
            status = reach(search, cairn__cell_after(cell, move, 1), indices[move], further, exit);
    }
    return status;
}

static cairn_status grow_tree(cairn__exit_search *search)
{
    const cairn__exit_task *task = &search->exits->task;
    cairn__cell_exit_search *self = &search->cell;
    uint32_t settled = 0;
    memset(self->distances, 0xff, task->map->info.open_cells * sizeof *self->distances);
    for (uint32_t i = 0; i < CAIRN__EXIT_BUCKETS; i++)
        self->buckets[i].count = 0;
    self->open = 0;
    cairn__xy root = task->regions.table[search->region].representative;
    cairn_status status =
        reach(search, root, get_index(search->exits, root.x, root.y), 0, CAIRN__NO_CELL);
    for (uint32_t distance = 0; status == CAIRN_OK && self->open > 0; distance++) {
        uint32_t number = distance % CAIRN__EXIT_BUCKETS;
        while (status == CAIRN_OK && self->buckets[number].count > 0) {
            cairn_cell link = self->buckets[number].cells[--self->buckets[number].count];
            self->open--;
            status = settle(search, cairn__unpack(link), distance);
            if (status == CAIRN_OK && ++settled % CELLS_A_POLL == 0)
                status = cairn__poll_check(&search->poll);
        }
    }
    return status;
}

cairn_status cairn__cell_exit_search_run(cairn__exit_search *search, cairn__xy *row)
{
    const cairn__dlrta_regions *regions = &search->exits->task.regions;
    uint32_t first = regions->table[search->region].first;
    uint32_t end = cairn__find_last_joined(regions, search->region);
    cairn_status status = end - first > 1 ? grow_tree(search) : CAIRN_OK;
    for (uint32_t goal = first; status == CAIRN_OK && goal < end; goal++)
        if (goal != search->region) {
            cairn__xy cell = regions->table[goal].representative;
            uint32_t index = get_index(search->exits, cell.x, cell.y);
            row[goal - first] = cairn__unpack(search->cell.exits[index]);
        }
    return status;
}

/* ---- by paths ---- */

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
