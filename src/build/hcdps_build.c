/* hcdps_build.c: makes databases of kind hcdps: a net of regions that climb to a seed, and the region
 * of every cell. */
#include "base/detail.h"
#include "base/memory.h"
#include "build/db_write.h"
#include "build/make.h"
#include "build/regions/region_net_maker.h"

static uint32_t get(const cairn__make *make, uint32_t option)
{
    return (uint32_t)cairn__settings_get(&make->settings, option);
}

static cairn_status fail(const cairn__make *make, cairn_status status, uint32_t regions)
{
    if (status != CAIRN_LIMIT)
        return cairn__make_fail(make, status);
    return cairn__fail(make->detail, CAIRN_LIMIT,
                       "the map has %u regions, too many for routes between all of them, or for "
                       "ways in so wide a neighbourhood; choose another kind",
                       (unsigned)regions);
}

static cairn_status write(const cairn__make *make, const cairn__net_image *net, cairn__image *image)
{
    cairn__hcdps_content content = {.map = make->map,
                                    .neighbourhood = get(make, CAIRN_OPTION_NEIGHBOURHOOD),
                                    .net = net->bytes,
                                    .net_bytes = net->count,
                                    .runs = net->runs.count,
                                    .rows = net->runs.rows,
                                    .run_regions = net->runs.regions,
                                    .run_firsts = net->runs.firsts};
    cairn_status status =
        cairn__image_allocate(make, cairn__hcdps_write_image(&content, NULL), image);
    if (status != CAIRN_OK)
        return cairn__make_fail(make, status);
    (void)cairn__hcdps_write_image(&content, image->bytes);
    return CAIRN_OK;
}

cairn_status cairn__hcdps_make(const cairn__make *make, cairn__image *image)
{
    cairn__net_image net = {0};
    cairn__net_task task = {.map = make->map,
                            .cutoff = get(make, CAIRN_OPTION_REGION_CUTOFF),
                            .neighbourhood = get(make, CAIRN_OPTION_NEIGHBOURHOOD)};
    cairn_status status = cairn__net_make_task(make, &task, &net);
    status = status == CAIRN_OK ? write(make, &net, image) : fail(make, status, net.regions);
    cairn__release(&make->allocator, net.bytes);
    cairn__cover_runs_end(&net.runs, &make->allocator);
    if (status == CAIRN_OK)
        cairn__progress_tell(make->progress);
    return status;
}
