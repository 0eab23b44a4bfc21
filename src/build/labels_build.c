/* labels_build.c: the off-line phase of kind labels: corners, edges, hub labels, their code. */
#include "cairn/labels.h"

#include "base/detail.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/worker.h"
#include "build/label_maker.h"
#include "build/db_write.h"
#include "db/label_set.h"

/* Time between two calls of the progress function. */
#define PROGRESS_MILLISECONDS 50

/* Labels are pruned by three quarters of eps: what is left out may add up on a path. */
#define PRUNED_EPS 3
#define WHOLE_EPS 4

#define MOST_EDGES 32000000
#define MOST_ENTRIES 64000000

struct cairn_labels_build {
    cairn_labels_build_def def;
    cairn_allocator allocator;
    uint32_t corners; /* 0: not known yet */
    uint32_t finished;
    uint64_t reported; /* when progress was last told, in milliseconds */
    bool stop;
    uint64_t entries;
    cairn__label_section section; /* empty: the build has not run to its end */
};

cairn_labels_build_def cairn_default_labels_build_def(void)
{
    return (cairn_labels_build_def){
        .max_entries = MOST_ENTRIES, .threads = 1, .cookie = CAIRN__LABELS_BUILD_COOKIE};
}

cairn_status cairn_labels_build_create(const cairn_labels_build_def *def,
                                       cairn_labels_build **build)
{
    if (def == NULL || def->cookie != CAIRN__LABELS_BUILD_COOKIE || def->map == NULL ||
        build == NULL || def->threads < 1 || def->threads > CAIRN__MOST_THREADS ||
        def->eps > CAIRN_MAX_EPS)
        return CAIRN_ARGUMENT;
    if (def->map->info.corners != CAIRN_CORNERS_STRICT)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "kind labels needs strict corners");
    cairn_allocator allocator = cairn__allocator_or_default(def->allocator);
    cairn_labels_build *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(def->detail, CAIRN_MEMORY, "out of memory");
    made->def = *def;
    made->allocator = allocator;
    *build = made;
    return CAIRN_OK;
}

void cairn_labels_build_destroy(cairn_labels_build *build)
{
    if (build == NULL)
        return;
    cairn_allocator allocator = build->allocator;
    cairn__release(&allocator, build->section.bytes);
    cairn__release(&allocator, build);
}

/* ---- running ---- */

static bool report_and_look(void *context)
{
    cairn_labels_build *build = context;
    if (cairn__get_milliseconds() - build->reported < PROGRESS_MILLISECONDS)
        return build->stop;
    cairn_labels_progress progress = {build->finished, build->corners};
    if (build->def.progress != NULL && !build->def.progress(build->def.progress_context, &progress))
        build->stop = true;
    build->reported = cairn__get_milliseconds();
    return build->stop;
}

static cairn_status code_labels(cairn_labels_build *build, const cairn__corner_graph *graph,
                                const cairn__preparation *how)
{
    cairn__hub_labels labels;
    uint32_t eps = build->def.eps * PRUNED_EPS / WHOLE_EPS;
    cairn__hub_rule rule = {(size_t)build->def.max_entries, eps, &build->finished};
    cairn_status status = cairn__hub_labels_create(graph, &rule, how, &labels);
    if (status != CAIRN_OK)
        return status;
    build->entries = labels.firsts[labels.nodes];
    status = cairn__label_section_create(graph, &labels, build->def.eps == 0, &build->section);
    cairn__hub_labels_end(&labels);
    return status;
}

static cairn_status make_labels(cairn_labels_build *build)
{
    cairn__poll poll = {report_and_look, build};
    cairn__preparation how = {build->def.threads, &poll};
    cairn__corner_graph graph;
    cairn_status status = cairn__corner_graph_create(build->def.map, &build->allocator,
                                                     CAIRN__MOST_NODES, &how, &graph);
    if (status != CAIRN_OK)
        return status;
    build->corners = graph.nodes;
    status = cairn__label_section_check(&graph);
    if (status == CAIRN_OK)
        status = cairn__corner_graph_find_edges(&graph, MOST_EDGES, &how);
    if (status == CAIRN_OK)
        status = code_labels(build, &graph, &how);
    cairn__corner_graph_end(&graph);
    return status;
}

static cairn_status fail(const cairn_labels_build *build, cairn_status status)
{
    if (status == CAIRN_LIMIT)
        return cairn__fail(build->def.detail, status,
                           "the map has too many corners, or too many that see each other, for "
                           "labels; build kind regions or knn");
    return cairn__fail(build->def.detail, status, "%s", cairn_status_get_text(status));
}

cairn_status cairn_labels_build_run(cairn_labels_build *build)
{
    if (build == NULL)
        return CAIRN_ARGUMENT;
    if (build->section.bytes != NULL)
        return CAIRN_OK;
    build->stop = false;
    build->corners = build->finished = 0;
    build->reported = 0;
    cairn_status status = make_labels(build);
    if (status != CAIRN_OK)
        return fail(build, status);
    build->reported = 0;
    (void)report_and_look(build); /* the end; too late to stop */
    return CAIRN_OK;
}

/* ---- results ---- */

static cairn__labels_content get_content(const cairn_labels_build *build)
{
    return (cairn__labels_content){.map = build->def.map,
                                   .eps = build->def.eps,
                                   .corners = build->corners,
                                   .entries = build->entries,
                                   .section = build->section.bytes,
                                   .section_bytes = build->section.count};
}

cairn_status cairn_labels_build_write_memory(const cairn_labels_build *build, size_t capacity,
                                             void *image, size_t *bytes)
{
    if (build == NULL || bytes == NULL || (image == NULL && capacity > 0) ||
        (uintptr_t)image % 8 != 0 || build->section.bytes == NULL)
        return CAIRN_ARGUMENT;
    cairn__labels_content content = get_content(build);
    *bytes = (size_t)cairn__labels_get_image_bytes(&content);
    if (capacity < *bytes)
        return CAIRN_CAPACITY;
    cairn__labels_write_image(&content, image);
    return CAIRN_OK;
}

cairn_status cairn_labels_build_write(const cairn_labels_build *build, const char *path)
{
    if (build == NULL || path == NULL || build->section.bytes == NULL)
        return CAIRN_ARGUMENT;
    cairn__labels_content content = get_content(build);
    size_t bytes = (size_t)cairn__labels_get_image_bytes(&content);
    void *image = cairn__allocate(&build->allocator, bytes, 1);
    if (image == NULL)
        return cairn__fail(build->def.detail, CAIRN_MEMORY, "out of memory");
    cairn__labels_write_image(&content, image);
    cairn_status status =
        cairn__file_write(path, image, bytes, &build->allocator, build->def.detail);
    cairn__release(&build->allocator, image);
    return status;
}
