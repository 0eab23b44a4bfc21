/* labels_build.c: makes databases of kind labels, and reports the progress. */
#include "base/detail.h"
#include "build/labels/labels_maker.h"
#include "build/make.h"

typedef struct labels_run {
    const cairn__make *make;
    uint32_t nodes;
    uint32_t finished; /* nodes that are hubs already */
} labels_run;

/* Hubs are counted in a plain number, by the thread that runs the build. */
static bool tell_and_look(void *context)
{
    labels_run *self = context;
    cairn__poll poll = cairn__progress_get_poll(self->make->progress);
    atomic_store(&self->make->progress->done, self->finished);
    return poll.should_stop(poll.context);
}

/* The graph is known, and its labels come next. */
static void begin_labels(void *context, uint32_t nodes)
{
    labels_run *self = context;
    self->nodes = nodes;
    cairn__progress_begin(self->make->progress,
                          (cairn__phase){"labelling bends", "bends", nodes, 0});
}

static cairn_status fail(const cairn__make *make, cairn_status status)
{
    if (status == CAIRN_LIMIT)
        return cairn__fail(
            make->detail, status,
            "paths bend at too many places of the map, or bends reach too many others, "
            "for labels; build kind regions or knn");
    return cairn__make_fail(make, status);
}

static cairn_status run(labels_run *self, cairn__labels_maker *maker, cairn__image *image)
{
    const cairn__make *make = self->make;
    cairn__poll poll = {tell_and_look, self};
    cairn__preparation how = {make->threads, &poll};
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    cairn__bend_rule rule = {
        .limits = cairn__bend_most,
        .entries = cairn__settings_get(&make->settings, CAIRN_OPTION_MAX_ENTRIES),
        .finished = &self->finished,
        .begin_labels = begin_labels,
        .context = self,
    };
    if (make->short_lists)
        rule.limits.test_bytes = 0;
    cairn_status status =
        cairn__labels_maker_start(maker, make->map, &make->allocator, &rule, make->threads);
    if (status == CAIRN_OK)
        status = cairn__labels_maker_run(maker, &how, &meter);
    if (status == CAIRN_OK)
        image->bytes = cairn__labels_maker_take(maker, &image->count);
    return status;
}

cairn_status cairn__labels_make(const cairn__make *make, cairn__image *image)
{
    labels_run self = {.make = make};
    cairn__labels_maker maker;
    *image = (cairn__image){0};
    cairn__progress_begin(make->progress, (cairn__phase){"preparing the map", NULL, 0, 0});
    cairn_status status = run(&self, &maker, image);
    cairn__labels_maker_end(&maker);
    if (status != CAIRN_OK)
        return fail(make, status);
    (void)tell_and_look(&self); /* the end; too late to stop */
    return CAIRN_OK;
}

static uint64_t write_bare(const void *content, const cairn_db *db, void *image)
{
    cairn__db_draft draft;
    (void)content;
    cairn__draft_copy(&draft, db);
    cairn__draft_leave_out(&draft, "MARK");
    return cairn__draft_write_image(&draft, image);
}

cairn_status cairn__labels_leave_out_landmarks(const cairn__make *make, cairn__image *image)
{
    return cairn__image_add(make, write_bare, NULL, image);
}
