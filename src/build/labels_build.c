/* labels_build.c: makes databases of kind labels: the section of bends, and the file around it. */
#include "base/detail.h"
#include "base/memory.h"
#include "build/bend_maker.h"
#include "build/db_write.h"
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

static cairn_status make_section(labels_run *self, cairn__bend_section *section)
{
    const cairn__make *make = self->make;
    cairn__poll poll = {tell_and_look, self};
    cairn__preparation how = {make->threads, &poll};
    cairn__bend_rule rule = {
        .limits = cairn__bend_most,
        .entries = cairn__settings_get(&make->settings, CAIRN_OPTION_MAX_ENTRIES),
        .finished = &self->finished,
        .begin_labels = begin_labels,
        .context = self,
    };
    cairn__progress_begin(make->progress, (cairn__phase){"preparing the map", NULL, 0, 0});
    return cairn__bend_section_create(make->map, &make->allocator, &rule, &how, section);
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

cairn_status cairn__labels_make(const cairn__make *make, cairn__image *image)
{
    labels_run self = {.make = make};
    cairn__bend_section section;
    cairn_status status = make_section(&self, &section);
    if (status != CAIRN_OK)
        return fail(make, status);
    cairn__labels_content content = {.map = make->map,
                                     .entries = section.entries,
                                     .section = section.bytes,
                                     .section_bytes = section.count};
    status = cairn__image_allocate(make, cairn__labels_write_image(&content, NULL), image);
    if (status == CAIRN_OK)
        (void)cairn__labels_write_image(&content, image->bytes);
    cairn__bend_section_end(&section, &make->allocator);
    if (status == CAIRN_OK)
        (void)tell_and_look(&self); /* the end; too late to stop */
    return status;
}
