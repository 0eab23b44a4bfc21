/* dba_build.c: makes databases of kind dba: a net of the regions of sectors, and which of its regions
 * each sector has. */
#include "base/detail.h"
#include "base/memory.h"
#include "build/db_write.h"
#include "build/make.h"
#include "build/regions/region_net_maker.h"
#include "db/region_net.h"
#include "grid/sectors.h"

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

/* Lists the regions by the sectors of their representatives, in ascending order within each. */
static void list_regions(const cairn__dba_content *content, const cairn__region_net *net,
                         uint32_t *firsts, uint32_t *list)
{
    uint32_t width = content->map->info.width;
    for (uint32_t i = 0; i < content->regions; i++)
        firsts[cairn__get_sector(width, content->side, net->seeds[i]) + 1]++;
    for (uint32_t i = 0; i < content->sectors; i++)
        firsts[i + 1] += firsts[i];
    for (uint32_t i = content->regions; i > 0; i--)
        list[--firsts[cairn__get_sector(width, content->side, net->seeds[i - 1]) + 1]] = i - 1;
    for (uint32_t i = 0; i < content->sectors; i++)
        firsts[i] = firsts[i + 1];
    firsts[content->sectors] = content->regions;
}

static cairn_status write(const cairn__make *make, cairn__dba_content *content, cairn__image *image)
{
    const cairn_map_info *info = &make->map->info;
    cairn__region_net net;
    (void)cairn__net_open(content->net, content->net_bytes,
                          (const uint32_t[2]){info->width, info->height}, &net);
    uint32_t *firsts =
        cairn__allocate_zeroed(&make->allocator, (uint64_t)content->sectors + 1, sizeof *firsts);
    uint32_t *list = cairn__allocate(&make->allocator, content->regions, sizeof *list);
    cairn_status status = CAIRN_MEMORY;
    if (firsts != NULL && list != NULL) {
        list_regions(content, &net, firsts, list);
        content->firsts = firsts;
        content->list = list;
        status = cairn__image_allocate(make, cairn__dba_write_image(content, NULL), image);
        if (status == CAIRN_OK)
            (void)cairn__dba_write_image(content, image->bytes);
    }
    cairn__release(&make->allocator, firsts);
    cairn__release(&make->allocator, list);
    return status;
}

cairn_status cairn__dba_make(const cairn__make *make, cairn__image *image)
{
    const cairn_map_info *info = &make->map->info;
    uint32_t side = get_side(make);
    cairn__net_image net = {0};
    cairn__net_task task = {.map = make->map, .cutoff = side, .sector = side};
    cairn_status status = cairn__net_make_task(make, &task, &net);
    if (status != CAIRN_OK)
        return fail(make, status, net.regions);
    cairn__dba_content content = {.map = make->map,
                                  .side = side,
                                  .net = net.bytes,
                                  .net_bytes = net.count,
                                  .sectors = cairn__count_sectors(info->width, side) *
                                             cairn__count_sectors(info->height, side),
                                  .regions = net.regions};
    status = write(make, &content, image);
    cairn__release(&make->allocator, net.bytes);
    if (status != CAIRN_OK)
        return cairn__make_fail(make, status);
    cairn__progress_tell(make->progress);
    return CAIRN_OK;
}
