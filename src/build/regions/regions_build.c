/* regions_build.c: makes databases of kind regions, and nets of regions as the fall-backs of
 * others. */
#include "base/memory.h"
#include "build/db_draft.h"
#include "build/make.h"
#include "build/regions/region_net_maker.h"

static void begin_phase(void *context, int phase, uint32_t regions)
{
    static const cairn__phase phases[] = {{"growing regions", NULL, 0, 0},
                                          {"finding ways", NULL, 0, 0},
                                          {"finding routes", "regions", 0, 0}};
    cairn__phase next = phases[phase];
    next.total = regions;
    cairn__progress_begin(context, next);
}

static void count_region(void *context)
{
    cairn__progress_count(context);
}

cairn_status cairn__net_make_task(const cairn__make *make, const cairn__net_task *task,
                                  cairn__net_image *net)
{
    cairn__poll poll = cairn__progress_get_poll(make->progress);
    cairn__region_work work = {&make->allocator, &poll, make->threads, count_region,
                               make->progress};
    cairn__net_stage stage = {begin_phase, make->progress};
    return cairn__net_make(task, &work, &stage, net);
}

cairn_status cairn__net_make_for(const cairn__make *make, cairn__net_image *net)
{
    const cairn__settings *settings = &make->settings;
    cairn__net_task task = {.map = make->map};
    task.cutoff = (uint32_t)cairn__settings_get(settings, CAIRN_OPTION_REGION_CUTOFF);
    task.table_regions = (uint32_t)cairn__settings_get(settings, CAIRN_OPTION_TABLE_REGIONS);
    task.range_regions = (uint32_t)cairn__settings_get(settings, CAIRN_OPTION_RANGE_REGIONS);
    cairn_status status = cairn__net_make_task(make, &task, net);
    if (status != CAIRN_OK)
        return cairn__make_fail(make, status);
    cairn__progress_tell(make->progress);
    return CAIRN_OK;
}

cairn_status cairn__net_write(const cairn__make *make, const cairn__net_image *net,
                              cairn__image *image)
{
    cairn__db_draft draft;
    cairn__draft_start(&draft, CAIRN_DB_REGIONS, make->map);
    cairn__draft_put(&draft, "NETS", CAIRN__SECTION_REQUIRED, net->count, net->bytes);
    return cairn__image_write(make, &draft, image);
}

/* A reader may do without a fall-back. */
static uint64_t write_joined(const void *content, const cairn_db *db, void *image)
{
    const cairn__net_image *net = content;
    cairn__db_draft draft;
    cairn__draft_copy(&draft, db);
    cairn__draft_put(&draft, "NETS", 0, net->count, net->bytes);
    return cairn__draft_write_image(&draft, image);
}

cairn_status cairn__net_add(const cairn__make *make, const cairn__net_image *net,
                            cairn__image *image)
{
    return cairn__image_add(make, write_joined, net, image);
}

cairn_status cairn__regions_make(const cairn__make *make, cairn__image *image)
{
    cairn__net_image net = {0};
    cairn_status status = cairn__net_make_for(make, &net);
    if (status == CAIRN_OK)
        status = cairn__net_write(make, &net, image);
    cairn__release(&make->allocator, net.bytes);
    return status;
}
