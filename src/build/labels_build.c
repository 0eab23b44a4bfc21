/* labels_build.c: makes databases of kind labels: corners, edges, hub labels, their code. */
#include "base/detail.h"
#include "base/memory.h"
#include "build/label_maker.h"
#include "build/make.h"
#include "build/db_write.h"
#include "db/label_set.h"
#include "grid/tiles.h"

/* Labels are pruned by three quarters of eps: what is left out may add up on a path. */
#define PRUNED_EPS 3
#define WHOLE_EPS 4

#define MOST_EDGES 32000000

typedef struct labels_run {
    const cairn__make *make;
    uint32_t corners;
    uint32_t finished; /* corners that are hubs already */
    uint64_t entries;
    cairn__label_section section;
} labels_run;

/* Hubs are counted in a plain number, by the thread that runs the build. */
static bool tell_and_look(void *context)
{
    labels_run *self = context;
    cairn__poll poll = cairn__progress_get_poll(self->make->progress);
    atomic_store(&self->make->progress->done, self->finished);
    return poll.should_stop(poll.context);
}

static cairn_status code_labels(labels_run *self, const cairn__corner_graph *graph,
                                const cairn__preparation *how)
{
    cairn__hub_labels labels;
    const cairn__settings *settings = &self->make->settings;
    uint32_t eps = (uint32_t)cairn__settings_get(settings, CAIRN_OPTION_EPS);
    uint64_t most = cairn__settings_get(settings, CAIRN_OPTION_MAX_ENTRIES);
    cairn__hub_rule rule = {.most_entries = most,
                            .eps = eps * PRUNED_EPS / WHOLE_EPS,
                            .finished = &self->finished};
    cairn__progress_begin(self->make->progress,
                          (cairn__phase){"labelling corners", "corners", self->corners, 0});
    cairn_status status = cairn__hub_labels_create(graph, &rule, how, &labels);
    if (status != CAIRN_OK)
        return status;
    self->entries = labels.firsts[labels.nodes];
    status = cairn__label_section_create(graph, &labels, eps == 0, &self->section);
    cairn__hub_labels_end(&labels);
    return status;
}

static cairn_status make_labels(labels_run *self)
{
    const cairn__make *make = self->make;
    cairn__poll poll = {tell_and_look, self};
    cairn__preparation how = {make->threads, &poll};
    cairn__corner_graph graph;
    cairn__progress_begin(make->progress, (cairn__phase){"preparing the map", NULL, 0, 0});
    cairn_status status =
        cairn__corner_graph_create(make->map, &make->allocator, CAIRN__MOST_NODES, &how, &graph);
    if (status != CAIRN_OK)
        return status;
    self->corners = graph.nodes;
    status = cairn__label_section_check(&graph);
    if (status == CAIRN_OK)
        status = cairn__corner_graph_find_edges(&graph, MOST_EDGES, &how);
    if (status == CAIRN_OK)
        status = code_labels(self, &graph, &how);
    cairn__corner_graph_end(&graph);
    return status;
}

static cairn_status fail(const cairn__make *make, cairn_status status)
{
    if (status == CAIRN_LIMIT)
        return cairn__fail(make->detail, status,
                           "the map has too many corners, or too many that see each other, for "
                           "labels; build kind regions or knn");
    return cairn__make_fail(make, status);
}

cairn_status cairn__labels_make(const cairn__make *make, cairn__image *image)
{
    labels_run self = {.make = make};
    cairn_status status = make_labels(&self);
    if (status != CAIRN_OK)
        return fail(make, status);
    cairn__labels_content content = {
        .map = make->map,
        .eps = (uint32_t)cairn__settings_get(&make->settings, CAIRN_OPTION_EPS),
        .corners = self.corners,
        .entries = self.entries,
        .section = self.section.bytes,
        .section_bytes = self.section.count};
    status = cairn__image_allocate(make, cairn__labels_write_image(&content, NULL), image);
    if (status == CAIRN_OK)
        (void)cairn__labels_write_image(&content, image->bytes);
    cairn__release(&make->allocator, self.section.bytes);
    if (status == CAIRN_OK)
        (void)tell_and_look(&self); /* the end; too late to stop */
    return status;
}
