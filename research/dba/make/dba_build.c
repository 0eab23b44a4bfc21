/* dba_build.c: makes databases of kind dba: a net of the regions of sectors, and which of its regions
 * each sector has. */
#include "base/detail.h"
#include "base/memory.h"
#include "build/db_draft.h"
#include "build/make.h"
#include "build/regions/region_net_maker.h"
#include "db/region_net.h"
#include "research/dba/dba_sectors.h"
#include "research/dba/make/sector_cover.h"

static uint32_t get_side(const cairn__make *make)
{
    return (uint32_t)CAIRN__LEAST_SECTOR
           << cairn__settings_get(&make->settings, CAIRN_OPTION_SECTOR);
}

static cairn_status fail(const cairn__make *make, cairn_status status, uint32_t regions)
{
    if (status != CAIRN_LIMIT || regions <= CAIRN__MOST_BARE_REGIONS)
        return cairn__make_fail(make, status);
    return cairn__fail(make->detail, CAIRN_LIMIT,
                       "sectors of %u cells leave %u regions, too many for routes between all of "
                       "them; choose larger sectors",
                       (unsigned)get_side(make), (unsigned)regions);
}

/* The regions of each sector, by their representatives. */
typedef struct sector_list {
    uint32_t sectors;
    uint32_t regions;
    uint32_t *firsts; /* sectors + 1 */
    uint32_t *list;   /* of regions, ascending within each sector */
} sector_list;

static void list_regions(sector_list *self, const cairn__region_net *net, uint32_t width,
                         uint32_t side)
{
    uint32_t *firsts = self->firsts;
    for (uint32_t i = 0; i < self->regions; i++)
        firsts[cairn__get_sector(width, side, net->seeds[i]) + 1]++;
    for (uint32_t i = 0; i < self->sectors; i++)
        firsts[i + 1] += firsts[i];
    for (uint32_t i = self->regions; i > 0; i--)
        self->list[--firsts[cairn__get_sector(width, side, net->seeds[i - 1]) + 1]] = i - 1;
    for (uint32_t i = 0; i < self->sectors; i++)
        firsts[i] = firsts[i + 1];
    firsts[self->sectors] = self->regions;
}

static cairn_status write_image(const cairn__make *make, const cairn__net_image *net,
                                const sector_list *self, cairn__image *image)
{
    cairn__dba_head head = {.side = get_side(make)};
    cairn__db_draft draft;
    cairn__draft_start(&draft, CAIRN_DB_DBA, make->map);
    cairn__draft_put(&draft, "DBAH", CAIRN__SECTION_REQUIRED, sizeof head, &head);
    cairn__draft_put(&draft, "NETS", CAIRN__SECTION_REQUIRED, net->count, net->bytes);
    cairn__draft_put(&draft, "SECF", CAIRN__SECTION_REQUIRED,
                     ((uint64_t)self->sectors + 1) * sizeof *self->firsts, self->firsts);
    cairn__draft_put(&draft, "SECR", CAIRN__SECTION_REQUIRED,
                     self->regions * (uint64_t)sizeof *self->list, self->list);
    return cairn__image_write(make, &draft, image);
}

static cairn_status write(const cairn__make *make, const cairn__net_image *made,
                          cairn__image *image)
{
    const cairn_map_info *info = &make->map->info;
    const cairn_allocator *allocator = &make->allocator;
    uint32_t side = get_side(make);
    cairn__region_net net;
    (void)cairn__net_open(made->bytes, made->count, (const uint32_t[2]){info->width, info->height},
                          &net);
    sector_list self = {.sectors = cairn__count_sectors(info->width, side) *
                                   cairn__count_sectors(info->height, side),
                        .regions = made->regions};
    self.firsts =
        cairn__allocate_zeroed(allocator, (uint64_t)self.sectors + 1, sizeof *self.firsts);
    self.list = cairn__allocate(allocator, self.regions, sizeof *self.list);
    cairn_status status = CAIRN_MEMORY;
    if (self.firsts != NULL && self.list != NULL) {
        list_regions(&self, &net, info->width, side);
        status = write_image(make, made, &self, image);
    }
    cairn__release(allocator, self.firsts);
    cairn__release(allocator, self.list);
    return status;
}

cairn_status cairn__dba_make(const cairn__make *make, cairn__image *image)
{
    uint32_t side = get_side(make);
    cairn__net_image net = {0};
    cairn__net_task task = {
        .map = make->map, .cutoff = side, .make_cover = cairn__sector_cover_create};
    cairn_status status = cairn__net_make_task(make, &task, &net);
    if (status != CAIRN_OK)
        return fail(make, status, net.regions);
    status = write(make, &net, image);
    cairn__release(&make->allocator, net.bytes);
    if (status != CAIRN_OK)
        return cairn__make_fail(make, status);
    cairn__progress_tell(make->progress);
    return CAIRN_OK;
}
