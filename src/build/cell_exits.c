/* cell_exits.c: exits from a shortest-path tree over all cells that are joined to a representative
 * (Dijkstra with a ring of buckets). Slow but of bounded work, whatever the map looks like. */
#include <string.h>

#include "base/memory.h"
#include "build/exits.h"
#include "grid/tiles.h"

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
    size_t cells = task->map->info.passable;
    self->distances = cairn__allocate(&task->allocator, cells, sizeof *self->distances);
    self->exits = cairn__allocate(&task->allocator, cells, sizeof *self->exits);
    return self->distances == NULL || self->exits == NULL ? CAIRN_MEMORY : CAIRN_OK;
}

/* The number of an open cell. */
static uint32_t get_index(const cairn__exits *exits, cairn_cell cell)
{
    uint64_t row = cairn__tile_at(exits->task.map, cell.x, cell.y)->row[cell.y & 63];
    uint64_t before = row & ((UINT64_C(1) << (cell.x & 63)) - 1);
    return exits->cells.ranks[(size_t)cell.y * exits->cells.words + cell.x / 64] +
           cairn__count_ones(before);
}

static cairn_status push(cairn__exit_search *search, cairn_cell cell, uint32_t distance)
{
    cairn__cell_exit_search *self = &search->cell;
    uint32_t number = distance % CAIRN__EXIT_BUCKETS;
    size_t count = self->buckets[number].count;
    if (count == self->buckets[number].capacity) {
        cairn__link *cells =
            cairn__grow(&search->exits->task.allocator, self->buckets[number].cells, count,
                        sizeof *cells, &self->buckets[number].capacity, 1024);
        if (cells == NULL)
            return CAIRN_MEMORY;
        self->buckets[number].cells = cells;
    }
    self->buckets[number].cells[count] = cairn__link_to(cell);
    self->buckets[number].count++;
    self->open++;
    return CAIRN_OK;
}

/* A way to a cell that left the region at `exit`, or not before this cell. */
static cairn_status offer(cairn__exit_search *search, cairn_cell cell, uint32_t distance,
                          cairn__link exit)
{
    cairn__cell_exit_search *self = &search->cell;
    uint32_t index = get_index(search->exits, cell);
    if (distance >= self->distances[index])
        return CAIRN_OK;
    if (exit == CAIRN__NO_LINK &&
        cairn__regions_find(&search->exits->task.regions, cell) != search->region)
        exit = cairn__link_to(cell);
    self->distances[index] = distance;
    self->exits[index] = exit;
    return push(search, cell, distance);
}

static cairn_status settle(cairn__exit_search *search, cairn_cell cell, uint32_t distance)
{
    uint32_t index = get_index(search->exits, cell);
    if (search->cell.distances[index] != distance)
        return CAIRN_OK; /* a shorter way was found since */
    cairn__link exit = search->cell.exits[index];
    uint32_t moves = cairn__legal_moves(search->exits->task.map, cell.x, cell.y);
    cairn_status status = CAIRN_OK;
    for (; status == CAIRN_OK && moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        status = offer(search, cairn__cell_after(cell, move, 1), distance + cairn__move_cost(move),
                       exit);
    }
    return status;
}

static cairn_status grow_tree(cairn__exit_search *search)
{
    const cairn__exit_task *task = &search->exits->task;
    cairn__cell_exit_search *self = &search->cell;
    uint32_t settled = 0;
    memset(self->distances, 0xff, task->map->info.passable * sizeof *self->distances);
    for (uint32_t i = 0; i < CAIRN__EXIT_BUCKETS; i++)
        self->buckets[i].count = 0;
    self->open = 0;
    cairn_status status =
        offer(search, task->regions.table[search->region].representative, 0, CAIRN__NO_LINK);
    for (uint32_t distance = 0; status == CAIRN_OK && self->open > 0; distance++) {
        uint32_t number = distance % CAIRN__EXIT_BUCKETS;
        while (status == CAIRN_OK && self->buckets[number].count > 0) {
            cairn__link link = self->buckets[number].cells[--self->buckets[number].count];
            self->open--;
            status = settle(search, cairn__cell_of(link), distance);
            if (status == CAIRN_OK && ++settled % CELLS_A_POLL == 0)
                status = cairn__poll_check(&search->poll);
        }
    }
    return status;
}

cairn_status cairn__cell_exit_search_run(cairn__exit_search *search, cairn_cell *row)
{
    const cairn__regions *regions = &search->exits->task.regions;
    uint32_t first = regions->table[search->region].first;
    uint32_t end = cairn__find_last_joined(regions, search->region);
    cairn_status status = end - first > 1 ? grow_tree(search) : CAIRN_OK;
    for (uint32_t goal = first; status == CAIRN_OK && goal < end; goal++)
        if (goal != search->region) {
            uint32_t index = get_index(search->exits, regions->table[goal].representative);
            row[goal - first] = cairn__cell_of(search->cell.exits[index]);
        }
    return status;
}
