/* dlrta_verify.c: the deep check of a database of kind dlrta: its runs, its table of regions, and
 * against the map that every open cell is in one region, that a region hangs together, and that
 * every entry state lies a legal move outside the region it leads out of. */
#include <string.h>

#include "base/bits.h"
#include "base/detail.h"
#include "base/memory.h"
#include "base/xy.h"
#include "grid/components.h"
#include "research/dlrta/dlrta_regions.h"
#include "verify/verify.h"

/* ---- without a map ---- */

/* A run begins to the right of the one before, and is of another region. */
static cairn_status check_row(const cairn_db *db, uint32_t first, uint32_t end,
                              cairn_detail *detail)
{
    const cairn__dlrta_regions *regions = cairn__db_get_regions(db);
    for (uint32_t i = first; i < end; i++) {
        if (regions->run_firsts[i] >= db->header->width ||
            (i > first && regions->run_firsts[i] <= regions->run_firsts[i - 1]))
            return cairn__db_fail_at(db, &regions->run_firsts[i], "a run is out of order", detail);
        if (regions->run_regions[i] >= regions->count ||
            (i > first && regions->run_regions[i] == regions->run_regions[i - 1]))
            return cairn__db_fail_at(db, &regions->run_regions[i], "a run is of no other region",
                                     detail);
    }
    return CAIRN_OK;
}

cairn_status cairn__runs_verify(const cairn_db *db, cairn_detail *detail)
{
    const cairn__dlrta_regions *regions = cairn__db_get_regions(db);
    const uint32_t *rows = regions->rows;
    if (rows[0] != 0 || rows[regions->height] != regions->runs)
        return cairn__db_fail_at(db, &rows[0], "the rows do not have all runs", detail);
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < regions->height; y++) {
        if (rows[y] > rows[y + 1] || rows[y + 1] > regions->runs)
            return cairn__db_fail_at(db, &rows[y], "the runs of a row are out of order", detail);
        status = check_row(db, rows[y], rows[y + 1], detail);
    }
    return status;
}

/* The regions from `first` to `end` - 1 are joined: each has a row of entry states from `entries`
 * on, and its own is its representative. */
static cairn_status check_group(const cairn_db *db, uint32_t first, uint32_t end, uint64_t entries,
                                cairn_detail *detail)
{
    const cairn__dlrta_regions *regions = cairn__db_get_regions(db);
    uint64_t count = end - first;
    if (count * count > regions->entry_count - entries)
        return cairn__db_fail_at(db, &regions->table[first],
                                 "a region has no room for its entry states", detail);
    for (uint32_t i = first; i < end; i++) {
        const cairn__dlrta_region *region = &regions->table[i];
        uint64_t own = entries + (i - first) * (count + 1);
        if (region->first != first || region->entries != entries + (i - first) * count)
            return cairn__db_fail_at(db, &regions->table[i], "a region is out of order", detail);
        if (!cairn__is_same_cell(regions->entries[own], region->representative))
            return cairn__db_fail_at(db, &regions->entries[own],
                                     "a region's own entry state is another", detail);
    }
    return CAIRN_OK;
}

cairn_status cairn__dlrta_verify(const cairn_db *db, cairn_detail *detail)
{
    const cairn__dlrta_regions *regions = cairn__db_get_regions(db);
    const cairn__dlrta_head *head = ((const cairn__dlrta_db *)cairn__db_get_state(db))->head;
    if (head->zero != 0)
        return cairn__db_fail_at(db, &head->zero, "reserved bytes are not zero", detail);
    cairn_status status = cairn__runs_verify(db, detail);
    uint64_t entries = 0;
    uint32_t end;
    for (uint32_t first = 0; status == CAIRN_OK && first < regions->count; first = end) {
        for (end = first + 1; end < regions->count && regions->table[end].first == first;)
            end++;
        status = check_group(db, first, end, entries, detail);
        entries += (uint64_t)(end - first) * (end - first);
    }
    if (status == CAIRN_OK && entries != regions->entry_count)
        return cairn__db_fail_at(db, &regions->entries[entries],
                                 "there are entry states of no region", detail);
    return status;
}

/* ---- against the map: cells ---- */

static cairn_status fail_invalid(const cairn_db *db, const void *section, const char *what,
                                 uint32_t region, cairn__xy cell, cairn_detail *detail)
{
    return cairn__fail_at_offset(detail, CAIRN_INVALID, cairn__db_get_offset(db, section),
                                 "%s: region %u, %u,%u", what, (unsigned)region, cell.x, cell.y);
}

/* A row's first run begins at its first open cell, and every run at an open cell. */
static cairn_status check_run_starts(const cairn_db *db, const cairn_map *map, uint32_t y,
                                     cairn_detail *detail)
{
    const cairn__dlrta_regions *regions = cairn__db_get_regions(db);
    uint32_t first = regions->rows[y], end = regions->rows[y + 1];
    for (uint32_t x = 0; x < map->info.width; x++)
        if (cairn__is_open(map, (int32_t)x, (int32_t)y)) {
            if (first < end && regions->run_firsts[first] == x)
                break;
            return fail_invalid(db, cairn__db_get_regions(db)->run_firsts,
                                "an open cell is in no region", CAIRN__DLRTA_NONE,
                                (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y}, detail);
        }
    for (uint32_t i = first; i < end; i++) {
        cairn__xy cell = {.x = regions->run_firsts[i], .y = (uint16_t)y};
        if (!cairn__is_open(map, cell.x, cell.y))
            return fail_invalid(db, cairn__db_get_regions(db)->run_firsts,
                                "a run begins at a blocked cell", regions->run_regions[i], cell,
                                detail);
    }
    return CAIRN_OK;
}

cairn_status cairn__runs_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < map->info.height; y++)
        status = check_run_starts(db, map, y, detail);
    return status;
}

/* A walk over all cells, region by region. */
typedef struct flood {
    const cairn_db *db;
    const cairn_map *map;
    uint64_t *visited; /* a bit a cell */
    uint64_t *met;     /* a bit a region */
    cairn__xy *stack;
    size_t count;
    size_t capacity;
} flood;

/* Sets a bit; false if it was set. */
static bool set_bit(uint64_t *bits, size_t index)
{
    uint64_t bit = UINT64_C(1) << (index % 64);
    bool was = (bits[index / 64] & bit) != 0;
    bits[index / 64] |= bit;
    return !was;
}

static size_t get_index(const flood *self, cairn__xy cell)
{
    return (size_t)cell.y * self->map->info.width + cell.x;
}

static cairn_status push(flood *self, cairn__xy cell)
{
    if (self->count == self->capacity) {
        cairn__xy *stack = cairn__grow(&self->db->allocator, self->stack, self->count,
                                       sizeof *stack, &self->capacity, 1024);
        if (stack == NULL)
            return CAIRN_MEMORY;
        self->stack = stack;
    }
    self->stack[self->count++] = cell;
    return CAIRN_OK;
}

/* Visits all cells that moves within its region join to a cell. */
static cairn_status visit_region(flood *self, cairn__xy from, uint32_t region)
{
    cairn_status status = push(self, from);
    while (status == CAIRN_OK && self->count > 0) {
        cairn__xy cell = self->stack[--self->count];
        uint32_t moves = cairn__legal_moves(self->map, cell.x, cell.y);
        for (; status == CAIRN_OK && moves != 0; moves &= moves - 1) {
            cairn__xy next = cairn__cell_after(cell, cairn__count_trailing_zeros(moves), 1);
            if (cairn__dlrta_find_region(cairn__db_get_regions(self->db), next) == region &&
                set_bit(self->visited, get_index(self, next)))
                status = push(self, next);
        }
    }
    return status;
}

/* A region that is met a second time does not hang together. */
static cairn_status visit_cell(flood *self, cairn__xy cell, cairn_detail *detail)
{
    if (!cairn__is_open(self->map, cell.x, cell.y) ||
        !set_bit(self->visited, get_index(self, cell)))
        return CAIRN_OK;
    uint32_t region = cairn__dlrta_find_region(cairn__db_get_regions(self->db), cell);
    if (region == CAIRN__DLRTA_NONE || !set_bit(self->met, region))
        return fail_invalid(self->db, cairn__db_get_regions(self->db)->run_regions,
                            "a region does not hang together", region, cell, detail);
    cairn_status status = visit_region(self, cell, region);
    return status == CAIRN_OK ? status : cairn__fail(detail, status, "out of memory");
}

static cairn_status visit_cells(flood *self, cairn_detail *detail)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < self->map->info.height; y++)
        for (uint32_t x = 0; status == CAIRN_OK && x < self->map->info.width; x++)
            status = visit_cell(self, (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y}, detail);
    return status;
}

static cairn_status check_cells(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    const cairn_allocator *allocator = &db->allocator;
    size_t cells = (size_t)map->info.width * map->info.height;
    flood self = {.db = db, .map = map};
    self.visited = cairn__allocate_zeroed(allocator, cells / 64 + 1, sizeof *self.visited);
    self.met = cairn__allocate_zeroed(allocator, cairn__db_get_regions(db)->count / 64 + 1,
                                      sizeof *self.met);
    cairn_status status = CAIRN_OK;
    if (self.visited == NULL || self.met == NULL)
        status = cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    if (status == CAIRN_OK)
        status = cairn__runs_verify_map(db, map, detail);
    if (status == CAIRN_OK)
        status = visit_cells(&self, detail);
    cairn__release(allocator, self.visited);
    cairn__release(allocator, self.met);
    cairn__release(allocator, self.stack);
    return status;
}

/* ---- against the map: representatives and entry states ---- */

/* A representative lies in its region; regions are numbered together exactly if a path joins them,
 * and in the order of components. */
static cairn_status check_representative(const cairn_db *db, const cairn_map *map, uint32_t region,
                                         cairn_detail *detail)
{
    const cairn__dlrta_region *table = cairn__db_get_regions(db)->table;
    cairn__xy cell = table[region].representative;
    if (!cairn__is_open_cell(map, cell) ||
        cairn__dlrta_find_region(cairn__db_get_regions(db), cell) != region)
        return fail_invalid(db, cairn__db_get_regions(db)->table,
                            "a representative is outside its region", region, cell, detail);
    if (region == 0)
        return CAIRN_OK;
    uint32_t own = cairn__component_of(map, cell);
    uint32_t before = cairn__component_of(map, table[region - 1].representative);
    bool joined = table[region].first == table[region - 1].first;
    if (joined ? own != before : own <= before)
        return fail_invalid(db, cairn__db_get_regions(db)->table,
                            "a region is not in the order of components", region, cell, detail);
    return CAIRN_OK;
}

/* Outside the region, and a legal move away from it. */
static bool is_entry(const cairn_db *db, const cairn_map *map, uint32_t from, cairn__xy entry)
{
    const cairn__dlrta_regions *regions = cairn__db_get_regions(db);
    if (!cairn__is_open_cell(map, entry) || cairn__dlrta_find_region(regions, entry) == from)
        return false;
    uint32_t moves = cairn__legal_moves(map, entry.x, entry.y);
    for (; moves != 0; moves &= moves - 1) {
        cairn__xy next = cairn__cell_after(entry, cairn__count_trailing_zeros(moves), 1);
        if (cairn__dlrta_find_region(regions, next) == from)
            return true;
    }
    return false;
}

static cairn_status check_entries(const cairn_db *db, const cairn_map *map, uint32_t from,
                                  cairn_detail *detail)
{
    const cairn__dlrta_regions *regions = cairn__db_get_regions(db);
    cairn__xy entry;
    for (uint32_t to = regions->table[from].first;
         to < regions->count && cairn__dlrta_get_entry(regions, from, to, &entry); to++)
        if (to != from && !is_entry(db, map, from, entry))
            return fail_invalid(db, cairn__db_get_regions(db)->entries,
                                "an entry state does not lead out of its region", from, entry,
                                detail);
    return CAIRN_OK;
}

cairn_status cairn__dlrta_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    cairn_status status = check_cells(db, map, detail);
    for (uint32_t i = 0; status == CAIRN_OK && i < cairn__db_get_regions(db)->count; i++)
        status = check_representative(db, map, i, detail);
    for (uint32_t i = 0; status == CAIRN_OK && i < cairn__db_get_regions(db)->count; i++)
        status = check_entries(db, map, i, detail);
    return status;
}
