/* dlrta_maker.c: three walks over the open cells of a map: which component a node is in, which
 * cells of a row are in one region, and which cell is nearest to its region's centroid. */
#include "base/xy.h"
#include "research/dlrta/make/dlrta_maker.h"

#include "base/memory.h"
#include "grid/components.h"

/* What is known of a region while it is made. Distances to the centroid are multiplied by `cells`,
 * so that they are whole numbers: at most 2^28 * 2^14 * 14. */
typedef struct region_sum {
    uint64_t cells;
    uint64_t x;
    uint64_t y;
    uint64_t nearest; /* of all cells so far */
} region_sum;

typedef struct region_maker {
    const cairn_map *map;
    const cairn__abstraction *abstraction;
    const cairn_allocator *allocator;
    cairn__dlrta_set *set;
    uint32_t *numbers;    /* by node: its component, then its region */
    uint32_t *components; /* by component: its nodes, then the first region not numbered yet */
    region_sum *sums;     /* by region */
} region_maker;

/* Calls `visit` with each open cell in row-major order. */
static cairn_status visit_cells(region_maker *self,
                                cairn_status (*visit)(region_maker *self, cairn__xy cell,
                                                      uint32_t node))
{
    const cairn_map *map = self->map;
    const uint32_t *node = self->abstraction->node_of;
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < map->info.height; y++)
        for (uint32_t x = 0; status == CAIRN_OK && x < map->info.width; x++)
            if (cairn__is_open(map, (int32_t)x, (int32_t)y))
                status = visit(self, (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y}, *node++);
    return status;
}

/* ---- numbers ---- */

static cairn_status note_component(region_maker *self, cairn__xy cell, uint32_t node)
{
    self->numbers[node] = cairn__component_of(self->map, cell);
    return CAIRN_OK;
}

/* Fills in the table without the representatives: components one after the other. */
static void lay_out_table(region_maker *self)
{
    cairn__dlrta_set *set = self->set;
    uint32_t first = 0;
    uint64_t entries = 0;
    for (uint32_t i = 0; i < self->map->info.components; i++) {
        uint32_t count = self->components[i];
        for (uint32_t j = 0; j < count; j++) {
            set->table[first + j] = (cairn__dlrta_region){.first = first, .entries = entries};
            entries += count;
        }
        self->components[i] = first;
        first += count;
    }
    set->entry_count = entries;
}

static cairn_status number_regions(region_maker *self)
{
    uint32_t nodes = self->abstraction->nodes;
    (void)visit_cells(self, note_component);
    for (uint32_t node = 0; node < nodes; node++)
        self->components[self->numbers[node]]++;
    lay_out_table(self);
    for (uint32_t node = 0; node < nodes; node++)
        self->numbers[node] = self->components[self->numbers[node]]++;
    return self->set->entry_count > CAIRN__MOST_ENTRIES ? CAIRN_LIMIT : CAIRN_OK;
}

/* ---- runs ---- */

static cairn_status add_run(region_maker *self, cairn__xy cell, uint32_t region)
{
    cairn__dlrta_set *set = self->set;
    const cairn_allocator *allocator = self->allocator;
    if (set->runs == set->run_region_capacity) {
        uint32_t *regions = cairn__grow(allocator, set->run_regions, set->runs, sizeof *regions,
                                        &set->run_region_capacity, 1024);
        if (regions == NULL)
            return CAIRN_MEMORY;
        set->run_regions = regions;
    }
    if (set->runs == set->run_first_capacity) {
        uint16_t *firsts = cairn__grow(allocator, set->run_firsts, set->runs, sizeof *firsts,
                                       &set->run_first_capacity, 1024);
        if (firsts == NULL)
            return CAIRN_MEMORY;
        set->run_firsts = firsts;
    }
    set->run_regions[set->runs] = region;
    set->run_firsts[set->runs++] = cell.x;
    return CAIRN_OK;
}

/* Until all are counted, rows[y + 1] is the number of runs in row y. */
static cairn_status note_run(region_maker *self, cairn__xy cell, uint32_t node)
{
    cairn__dlrta_set *set = self->set;
    uint32_t region = self->numbers[node];
    region_sum *sum = &self->sums[region];
    *sum = (region_sum){sum->cells + 1, sum->x + cell.x, sum->y + cell.y, UINT64_MAX};
    if (set->rows[cell.y + 1] > 0 && set->run_regions[set->runs - 1] == region)
        return CAIRN_OK;
    set->rows[cell.y + 1]++;
    return add_run(self, cell, region);
}

/* ---- representatives ---- */

static uint64_t get_difference(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

static cairn_status note_nearest(region_maker *self, cairn__xy cell, uint32_t node)
{
    uint32_t region = self->numbers[node];
    region_sum *sum = &self->sums[region];
    uint64_t dx = get_difference(cell.x * sum->cells, sum->x);
    uint64_t dy = get_difference(cell.y * sum->cells, sum->y);
    uint64_t distance = dx > dy ? 10 * dx + 4 * dy : 10 * dy + 4 * dx;
    if (distance < sum->nearest) {
        sum->nearest = distance;
        self->set->table[region].representative = cell;
    }
    return CAIRN_OK;
}

/* ---- all of it ---- */

static cairn_status make_regions(region_maker *self)
{
    cairn__dlrta_set *set = self->set;
    cairn_status status = number_regions(self);
    if (status == CAIRN_OK)
        status = visit_cells(self, note_run);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t y = 0; y < self->map->info.height; y++)
        set->rows[y + 1] += set->rows[y];
    (void)visit_cells(self, note_nearest);
    set->entries = cairn__allocate_zeroed(self->allocator, set->entry_count, sizeof *set->entries);
    if (set->entries == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; i < set->count; i++)
        set->entries[set->table[i].entries + i - set->table[i].first] =
            set->table[i].representative;
    return CAIRN_OK;
}

cairn_status cairn__dlrta_set_create(const cairn_map *map, const cairn__abstraction *abstraction,
                                     const cairn_allocator *allocator, cairn__dlrta_set *set)
{
    uint32_t nodes = abstraction->nodes;
    region_maker self = {.map = map, .abstraction = abstraction, .allocator = allocator};
    self.set = set;
    *set = (cairn__dlrta_set){.count = nodes};
    self.numbers = cairn__allocate(allocator, nodes, sizeof *self.numbers);
    self.components =
        cairn__allocate_zeroed(allocator, map->info.components, sizeof *self.components);
    self.sums = cairn__allocate_zeroed(allocator, nodes, sizeof *self.sums);
    set->table = cairn__allocate(allocator, nodes, sizeof *set->table);
    set->rows =
        cairn__allocate_zeroed(allocator, (uint64_t)map->info.height + 1, sizeof *set->rows);
    cairn_status status = CAIRN_MEMORY;
    if (self.numbers != NULL && self.components != NULL && self.sums != NULL &&
        set->table != NULL && set->rows != NULL)
        status = make_regions(&self);
    cairn__release(allocator, self.numbers);
    cairn__release(allocator, self.components);
    cairn__release(allocator, self.sums);
    if (status != CAIRN_OK) {
        uint64_t entry_count = set->entry_count;
        cairn__dlrta_set_end(set, allocator);
        set->count = nodes;
        set->entry_count = entry_count;
    }
    return status;
}

void cairn__dlrta_set_end(cairn__dlrta_set *set, const cairn_allocator *allocator)
{
    cairn__release(allocator, set->table);
    cairn__release(allocator, set->entries);
    cairn__release(allocator, set->rows);
    cairn__release(allocator, set->run_regions);
    cairn__release(allocator, set->run_firsts);
    *set = (cairn__dlrta_set){0};
}

cairn__dlrta_regions cairn__dlrta_set_get_view(const cairn__dlrta_set *set, const cairn_map *map)
{
    return (cairn__dlrta_regions){
        .count = set->count,
        .height = map->info.height,
        .runs = set->runs,
        .entry_count = set->entry_count,
        .table = set->table,
        .entries = set->entries,
        .rows = set->rows,
        .run_regions = set->run_regions,
        .run_firsts = set->run_firsts,
    };
}
