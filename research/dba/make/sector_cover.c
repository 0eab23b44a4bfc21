/* sector_cover.c: see sector_cover.h. */
#include "research/dba/make/sector_cover.h"

#include "base/memory.h"
#include "research/dba/sectors.h"

typedef struct sector_maker {
    const cairn_allocator *allocator;
    cairn__cover *cover;
    cairn__sector_flood *flood;
} sector_maker;

/* Makes a region of the cells listed. */
static cairn_status add_region(sector_maker *self)
{
    const cairn__sector_flood *flood = self->flood;
    cairn_status status =
        cairn__cover_add(self->cover, cairn__sector_flood_get_centre(flood), self->allocator);
    for (uint32_t i = 0; status == CAIRN_OK && i < flood->count; i++)
        status = cairn__cover_take(self->cover, flood->cells[i], self->allocator);
    return status;
}

static cairn_status take_cell(sector_maker *self, cairn__xy cell)
{
    return cairn__sector_flood_visit(self->flood, cell) ? add_region(self) : CAIRN_OK;
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
    sector_maker self = {.allocator = allocator, .cover = cover};
    cairn_status status = cairn__cover_begin(map, side, allocator, cover);
    self.flood = cairn__allocate(allocator, 1, sizeof *self.flood);
    if (self.flood == NULL)
        status = CAIRN_MEMORY;
    if (status == CAIRN_OK) {
        self.flood->map = map;
        self.flood->side = side;
        status = take_sectors(&self, poll);
    }
    cairn__release(allocator, self.flood);
    return status;
}
