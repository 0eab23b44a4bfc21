/* sector_cover.c: see sector_cover.h. */
#include "research/dba/make/sector_cover.h"

#include "base/memory.h"
#include "research/dba/sectors.h"

typedef struct sector_maker {
    const cairn_allocator *allocator;
    cairn__cover *cover;
    cairn__sector_flood *flood;
} sector_maker;

/* Makes a region of the cells listed; `from` is one of them. */
static cairn_status add_region(sector_maker *self, cairn__xy from)
{
    cairn__cover *cover = self->cover;
    cairn__cover_tile *tile =
        &cover->tiles[(size_t)(from.y / 64) * cover->tiles_across + from.x / 64];
    if (cover->count == cover->capacity) {
        cairn__xy *seeds = cairn__grow(self->allocator, cover->seeds, cover->count, sizeof *seeds,
                                       &cover->capacity, 64);
        if (seeds == NULL)
            return CAIRN_MEMORY;
        cover->seeds = seeds;
    }
    if (tile->count == tile->capacity) {
        uint32_t *regions = cairn__grow(self->allocator, tile->regions, tile->count,
                                        sizeof *regions, &tile->capacity, 4);
        if (regions == NULL)
            return CAIRN_MEMORY;
        tile->regions = regions;
    }
    cover->seeds[cover->count] = cairn__sector_flood_get_centre(self->flood);
    tile->regions[tile->count++] = cover->count++;
    for (uint32_t i = 0; i < self->flood->count; i++) {
        cairn__xy cell = self->flood->cells[i];
        tile->slots[cell.y % 64 * 64 + cell.x % 64] = (uint16_t)tile->count;
    }
    return CAIRN_OK;
}

static cairn_status take_cell(sector_maker *self, cairn__xy cell)
{
    cairn__cover *cover = self->cover;
    cairn__cover_tile *tile =
        &cover->tiles[(size_t)(cell.y / 64) * cover->tiles_across + cell.x / 64];
    if (tile->slots == NULL)
        tile->slots =
            cairn__allocate_zeroed(self->allocator, UINT64_C(64) * 64, sizeof *tile->slots);
    if (tile->slots == NULL)
        return CAIRN_MEMORY;
    return cairn__sector_flood_visit(self->flood, cell) ? add_region(self, cell) : CAIRN_OK;
}

static cairn_status take_sector(sector_maker *self, uint32_t left, uint32_t top)
{
    const cairn_map *map = self->cover->map;
    uint32_t side = self->flood->side;
    cairn_status status = CAIRN_OK;
    cairn__sector_flood_start(self->flood);
    for (uint32_t y = top; y < top + side; y++)
        for (uint32_t x = left; status == CAIRN_OK && x < left + side; x++)
            if (cairn__is_open(map, (int32_t)x, (int32_t)y))
                status = take_cell(self, (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y});
    return status;
}

static cairn_status take_sectors(sector_maker *self, const cairn__poll *poll)
{
    const cairn_map_info *info = &self->cover->map->info;
    uint32_t side = self->flood->side;
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < info->height; y += side) {
        for (uint32_t x = 0; status == CAIRN_OK && x < info->width; x += side)
            status = take_sector(self, x, y);
        if (status == CAIRN_OK)
            status = cairn__poll_check(poll);
    }
    return status;
}

cairn_status cairn__sector_cover_create(const cairn_map *map, uint32_t side,
                                        const cairn_allocator *allocator, const cairn__poll *poll,
                                        cairn__cover *cover)
{
    *cover = (cairn__cover){.map = map,
                            .cutoff = side,
                            .tiles_across = (map->info.width + 63) / 64,
                            .tiles_down = (map->info.height + 63) / 64};
    sector_maker self = {.allocator = allocator, .cover = cover};
    cover->tiles = cairn__allocate_zeroed(
        allocator, (uint64_t)cover->tiles_across * cover->tiles_down, sizeof *cover->tiles);
    self.flood = cairn__allocate(allocator, 1, sizeof *self.flood);
    cairn_status status = CAIRN_MEMORY;
    if (cover->tiles != NULL && self.flood != NULL) {
        self.flood->map = map;
        self.flood->side = side;
        status = take_sectors(&self, poll);
    }
    cairn__release(allocator, self.flood);
    return status;
}
