/* hcdps_build.c: makes databases of kind hcdps: a net of regions that climb to a seed, and the region
 * of every cell. */
#include "base/detail.h"
#include "base/memory.h"
#include "build/db_draft.h"
#include "build/make.h"
#include "build/regions/region_net_maker.h"
#include "research/hcdps/hcdps_db.h"
#include "research/hcdps/make/hcdps_cover.h"

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

static cairn_status keep_runs(void *context, const cairn__cover *cover,
                              const cairn_allocator *allocator)
{
    return cairn__cover_runs_create(cover, allocator, context);
}

static cairn_status write(const cairn__make *make, const cairn__net_image *net,
                          const cairn__cover_runs *runs, cairn__image *image)
{
    uint64_t rows = (uint64_t)make->map->info.height + 1, count = runs->count;
    cairn__hcdps_head head = {get(make, CAIRN_OPTION_NEIGHBOURHOOD), runs->count};
    cairn__db_draft draft;
    cairn__draft_start(&draft, CAIRN_DB_HCDPS, make->map);
    cairn__draft_put(&draft, "HCDH", CAIRN__SECTION_REQUIRED, sizeof head, &head);
    cairn__draft_put(&draft, "NETS", CAIRN__SECTION_REQUIRED, net->count, net->bytes);
    cairn__draft_put(&draft, "ROWS", CAIRN__SECTION_REQUIRED, rows * sizeof *runs->rows,
                     runs->rows);
    cairn__draft_put(&draft, "RUNR", CAIRN__SECTION_REQUIRED, count * sizeof *runs->regions,
                     runs->regions);
    cairn__draft_put(&draft, "RUNX", CAIRN__SECTION_REQUIRED, count * sizeof *runs->firsts,
                     runs->firsts);
    return cairn__image_write(make, &draft, image);
}

cairn_status cairn__hcdps_make(const cairn__make *make, cairn__image *image)
{
    cairn__net_image net = {0};
    cairn__cover_runs runs = {0};
    cairn__net_task task = {.map = make->map,
                            .cutoff = get(make, CAIRN_OPTION_REGION_CUTOFF),
                            .neighbourhood = get(make, CAIRN_OPTION_NEIGHBOURHOOD),
                            .make_cover = cairn__hcdps_cover_create,
                            .keep_cover = keep_runs,
                            .context = &runs};
    cairn_status status = cairn__net_make_task(make, &task, &net);
    status = status == CAIRN_OK ? write(make, &net, &runs, image) : fail(make, status, net.regions);
    cairn__release(&make->allocator, net.bytes);
    cairn__cover_runs_end(&runs, &make->allocator);
    if (status == CAIRN_OK)
        cairn__progress_tell(make->progress);
    return status;
}
