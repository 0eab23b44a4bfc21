/* hcdps_cover.c: see hcdps_cover.h. A region grows breadth first from its seed: a cell joins if it
 * climbs to the seed and the seed to it, both within the cut-off, and it is in no region or nearer
 * to this seed, by octile distance, than to its own. */
#include "research/hcdps/make/hcdps_cover.h"

#include <string.h>

#include "base/bits.h"
#include "base/memory.h"
#include "grid/climb.h"

typedef struct hcdps_grower {
    const cairn_map *map;
    const cairn_allocator *allocator;
    cairn__cover *cover;
    uint64_t *seen;   /* a bit a cell: met while the present region grows */
    cairn__xy *queue; /* cells that joined it */
} hcdps_grower;

static bool see(hcdps_grower *self, cairn__xy cell)
{
    size_t index = (size_t)cell.y * self->map->info.width + cell.x;
    uint64_t bit = UINT64_C(1) << (index % 64);
    bool was = (self->seen[index / 64] & bit) != 0;
    self->seen[index / 64] |= bit;
    return !was;
}

static bool is_joining(const hcdps_grower *self, cairn__xy cell, cairn__xy seed)
{
    const cairn__cover *cover = self->cover;
    uint32_t owner = cairn__cover_get(cover, cell.x, cell.y);
    if (owner != CAIRN__NO_OWNER &&
        cairn__get_distance(cell, cover->seeds[owner]) <= cairn__get_distance(cell, seed))
        return false;
    return cairn__climb(self->map, cell, seed, cover->cutoff).reached &&
           cairn__climb(self->map, seed, cell, cover->cutoff).reached;
}

static cairn_status take(hcdps_grower *self, cairn__xy cell)
{
    return cairn__cover_take(self->cover, cell, self->allocator);
}

static cairn_status add_seed(hcdps_grower *self, cairn__xy seed)
{
    cairn_status status = cairn__cover_add(self->cover, seed, self->allocator);
    return status == CAIRN_OK ? take(self, seed) : status;
}

static void forget(hcdps_grower *self)
{
    uint64_t cells = (uint64_t)self->map->info.width * self->map->info.height;
    memset(self->seen, 0, (size_t)(cells / 64 + 1) * sizeof *self->seen);
}

static cairn_status grow(hcdps_grower *self, cairn__xy seed)
{
    size_t count = 0;
    cairn_status status = add_seed(self, seed);
    forget(self);
    (void)see(self, seed);
    self->queue[count++] = seed;
    for (size_t i = 0; status == CAIRN_OK && i < count; i++) {
        cairn__xy cell = self->queue[i];
        uint32_t moves = cairn__legal_moves(self->map, cell.x, cell.y);
        for (; status == CAIRN_OK && moves != 0; moves &= moves - 1) {
            cairn__xy next = cairn__cell_after(cell, cairn__count_trailing_zeros(moves), 1);
            if (!see(self, next) || !is_joining(self, next, seed))
                continue;
            status = take(self, next);
            self->queue[count++] = next;
        }
    }
    return status;
}

/* Grows from the open cells of a lattice, or from all that are in no region. */
static cairn_status grow_lattice(hcdps_grower *self, bool takes_free, const cairn__poll *poll)
{
    const cairn_map_info *info = &self->map->info;
    uint32_t first = takes_free ? 0 : self->cover->cutoff / 2;
    uint32_t spacing = takes_free ? 1 : self->cover->cutoff;
    cairn_status status = CAIRN_OK;
    for (uint32_t y = first; status == CAIRN_OK && y < info->height; y += spacing) {
        for (uint32_t x = first; status == CAIRN_OK && x < info->width; x += spacing)
            if (cairn__is_open(self->map, (int32_t)x, (int32_t)y) &&
                (!takes_free || cairn__cover_get(self->cover, x, y) == CAIRN__NO_OWNER))
                status = grow(self, (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y});
        if (status == CAIRN_OK)
            status = cairn__poll_check(poll);
    }
    return status;
}

cairn_status cairn__hcdps_cover_create(const cairn_map *map, uint32_t cutoff,
                                       const cairn_allocator *allocator, const cairn__poll *poll,
                                       cairn__cover *cover)
{
    hcdps_grower self = {.map = map, .allocator = allocator, .cover = cover};
    uint64_t cells = (uint64_t)map->info.width * map->info.height;
    cairn_status status = cairn__cover_begin(map, cutoff, allocator, cover);
    self.seen = cairn__allocate(allocator, cells / 64 + 1, sizeof *self.seen);
    self.queue = cairn__allocate(allocator, map->info.open_cells, sizeof *self.queue);
    if (self.seen == NULL || self.queue == NULL)
        status = CAIRN_MEMORY;
    if (status == CAIRN_OK) {
        status = grow_lattice(&self, false, poll);
        if (status == CAIRN_OK)
            status = grow_lattice(&self, true, poll);
    }
    cairn__release(allocator, self.seen);
    cairn__release(allocator, self.queue);
    return status;
}

/* ---- runs ---- */

static cairn_status add_run(cairn__cover_runs *runs, uint32_t region, uint32_t first,
                            const cairn_allocator *allocator)
{
    if (runs->count == runs->region_capacity) {
        uint32_t *regions = cairn__grow(allocator, runs->regions, runs->count, sizeof *regions,
                                        &runs->region_capacity, 1024);
        if (regions == NULL)
            return CAIRN_MEMORY;
        runs->regions = regions;
    }
    if (runs->count == runs->first_capacity) {
        uint16_t *firsts = cairn__grow(allocator, runs->firsts, runs->count, sizeof *firsts,
                                       &runs->first_capacity, 1024);
        if (firsts == NULL)
            return CAIRN_MEMORY;
        runs->firsts = firsts;
    }
    runs->regions[runs->count] = region;
    runs->firsts[runs->count++] = (uint16_t)first;
    return CAIRN_OK;
}

static cairn_status add_row(const cairn__cover *cover, uint32_t y, const cairn_allocator *allocator,
                            cairn__cover_runs *runs)
{
    cairn_status status = CAIRN_OK;
    uint32_t last = CAIRN__NO_OWNER;
    for (uint32_t x = 0; status == CAIRN_OK && x < cover->map->info.width; x++) {
        if (!cairn__is_open(cover->map, (int32_t)x, (int32_t)y) ||
            cairn__cover_get(cover, x, y) == last)
            continue;
        last = cairn__cover_get(cover, x, y);
        status = add_run(runs, last, x, allocator);
    }
    return status;
}

cairn_status cairn__cover_runs_create(const cairn__cover *cover, const cairn_allocator *allocator,
                                      cairn__cover_runs *runs)
{
    uint32_t height = cover->map->info.height;
    cairn_status status = CAIRN_OK;
    *runs = (cairn__cover_runs){0};
    runs->rows = cairn__allocate(allocator, (uint64_t)height + 1, sizeof *runs->rows);
    if (runs->rows == NULL)
        return CAIRN_MEMORY;
    for (uint32_t y = 0; status == CAIRN_OK && y < height; y++) {
        runs->rows[y] = runs->count;
        status = add_row(cover, y, allocator, runs);
    }
    runs->rows[height] = runs->count;
    return status;
}

void cairn__cover_runs_end(cairn__cover_runs *runs, const cairn_allocator *allocator)
{
    cairn__release(allocator, runs->rows);
    cairn__release(allocator, runs->regions);
    cairn__release(allocator, runs->firsts);
    *runs = (cairn__cover_runs){0};
}
