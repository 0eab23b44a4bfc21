/* cell_exits.c: exits from a shortest-path tree over all cells that are joined to a representative
 * (Dijkstra with a ring of buckets). Slow but of bounded work, whatever the map looks like. */
#include <string.h>

#include "base/memory.h"
#include "base/xy.h"
#include "grid/tiles.h"
#include "research/dlrta/make/exits.h"

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
