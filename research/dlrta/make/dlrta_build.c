/* dlrta_build.c: makes databases of kind dlrta by any number of threads: regions first, then their
 * entry states. The entry states of a region depend on the map and the level alone. */
#include "base/detail.h"
#include "base/loop.h"
#include "base/memory.h"
#include "build/db_draft.h"
#include "research/dlrta/make/exits.h"
#include "research/dlrta/make/dlrta_maker.h"
#include "build/make.h"

typedef struct dlrta_run {
    const cairn__make *make;
    cairn__dlrta_set set;
    cairn__exits exits;
    cairn__exit_search *searches; /* of the running threads */
} dlrta_run;

static cairn__clique_rule get_rule(const dlrta_run *self)
{
    const cairn__settings *settings = &self->make->settings;
    return (cairn__clique_rule){(uint32_t)cairn__settings_get(settings, CAIRN_OPTION_CLIQUES),
                                (uint32_t)cairn__settings_get(settings, CAIRN_OPTION_LEVEL)};
}

/* ---- regions ---- */

static cairn_status fail_limit(const dlrta_run *self)
{
    return cairn__fail(self->make->detail, CAIRN_LIMIT,
                       "level %u leaves %u regions, too many for entry states between all of them; "
                       "choose a higher level",
                       (unsigned)get_rule(self).level, (unsigned)self->set.count);
}

static cairn_status make_regions(dlrta_run *self, const cairn__poll *poll)
{
    const cairn__make *make = self->make;
    cairn__abstraction abstraction;
    cairn__abstraction_work work = {&make->allocator, poll};
    cairn__clique_rule rule = get_rule(self);
    cairn__progress_begin(make->progress, (cairn__phase){"preparing the map", NULL, 0, 0});
    cairn_status status = cairn__abstraction_create(make->map, &rule, &work, &abstraction);
    if (status != CAIRN_OK)
        return status;
    status = cairn__dlrta_set_create(make->map, &abstraction, &make->allocator, &self->set);
    cairn__abstraction_end(&abstraction, &make->allocator);
    return status;
}

/* ---- entry states ---- */

/* A turn of the loop: one region. */
static cairn_status make_row(void *context, uint32_t worker, uint32_t region)
{
    dlrta_run *self = context;
    cairn__xy *row = self->set.entries + self->set.table[region].entries;
    cairn_status status = cairn__exit_search_run(&self->searches[worker], region, row);
    if (status == CAIRN_OK)
        cairn__progress_count(self->make->progress);
    return status;
}

static cairn_status make_rows(dlrta_run *self, const cairn__poll *poll)
{
    const cairn__make *make = self->make;
    uint32_t threads = make->threads;
    cairn__poll own = threads == 1 ? *poll : cairn__progress_get_quiet_poll(make->progress);
    cairn_status status = CAIRN_OK;
    self->searches = cairn__allocate_zeroed(&make->allocator, threads, sizeof *self->searches);
    if (self->searches == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; status == CAIRN_OK && i < threads; i++)
        status = cairn__exit_search_start(&self->searches[i], &self->exits, own);
    if (status == CAIRN_OK)
        status = cairn__loop_run(
            &(cairn__loop){&make->allocator, poll, threads, self->set.count, make_row, self});
    for (uint32_t i = 0; i < threads; i++)
        cairn__exit_search_end(&self->searches[i]);
    cairn__release(&make->allocator, self->searches);
    return status;
}

static cairn_status make_entries(dlrta_run *self, const cairn__poll *poll)
{
    const cairn__make *make = self->make;
    cairn__preparation how = {make->threads, poll};
    cairn__exit_task task = {make->allocator, make->map,
                             cairn__dlrta_set_get_view(&self->set, make->map)};
    cairn__progress_begin(make->progress,
                          (cairn__phase){"finding entry states", "regions", self->set.count, 0});
    cairn_status status = cairn__exits_start(&self->exits, &task, &how);
    if (status == CAIRN_OK)
        status = make_rows(self, poll);
    cairn__exits_end(&self->exits);
    return status;
}

static cairn_status run(dlrta_run *self)
{
    cairn__poll poll = cairn__progress_get_poll(self->make->progress);
    cairn_status status = make_regions(self, &poll);
    if (status == CAIRN_LIMIT)
        return fail_limit(self);
    if (status == CAIRN_OK)
        status = make_entries(self, &poll);
    if (status == CAIRN_INTERRUPTED && self->set.count > 0 &&
        atomic_load(&self->make->progress->done) == self->set.count)
        status = CAIRN_OK; /* too late to matter */
    return status == CAIRN_OK ? status : cairn__make_fail(self->make, status);
}

/* ---- the image ---- */

/* Fills in the rest of a head with its level, which must outlive the draft. */
static void draft_regions(const cairn_map *map, const cairn__dlrta_regions *regions,
                          cairn__dlrta_head *head, cairn__db_draft *draft)
{
    uint64_t runs = regions->runs, rows = (uint64_t)regions->height + 1;
    head->regions = regions->count;
    head->entries = regions->entry_count;
    head->runs = regions->runs;
    cairn__draft_start(draft, CAIRN_DB_DLRTA, map);
    cairn__draft_put(draft, "DLRH", CAIRN__SECTION_REQUIRED, sizeof *head, head);
    cairn__draft_put(draft, "RGNS", CAIRN__SECTION_REQUIRED,
                     regions->count * (uint64_t)sizeof *regions->table, regions->table);
    cairn__draft_put(draft, "ENTR", CAIRN__SECTION_REQUIRED,
                     regions->entry_count * sizeof *regions->entries, regions->entries);
    cairn__draft_put(draft, "ROWS", CAIRN__SECTION_REQUIRED, rows * sizeof *regions->rows,
                     regions->rows);
    cairn__draft_put(draft, "RUNR", CAIRN__SECTION_REQUIRED, runs * sizeof *regions->run_regions,
                     regions->run_regions);
    cairn__draft_put(draft, "RUNX", CAIRN__SECTION_REQUIRED, runs * sizeof *regions->run_firsts,
                     regions->run_firsts);
}

static cairn_status write(const dlrta_run *self, const cairn__dlrta_regions *regions,
                          cairn__image *image)
{
    cairn__db_draft draft;
    cairn__dlrta_head head = {.level = get_rule(self).level};
    draft_regions(self->make->map, regions, &head, &draft);
    return cairn__image_write(self->make, &draft, image);
}

cairn_status cairn__dlrta_make(const cairn__make *make, cairn__image *image)
{
    dlrta_run self = {.make = make};
    cairn_status status = run(&self);
    if (status == CAIRN_OK) {
        cairn__dlrta_regions regions = cairn__dlrta_set_get_view(&self.set, make->map);
        status = write(&self, &regions, image);
    }
    if (status == CAIRN_OK)
        cairn__progress_tell(make->progress);
    cairn__dlrta_set_end(&self.set, &make->allocator);
    return status;
}
