/* dlrta_build.c: the off-line phase of D LRTA* by any number of threads: regions first, then their
 * entry states. Each region's row of them depends on the map and the level alone. */
#include "cairn/dlrta.h"

#include <stdatomic.h>

#include "base/detail.h"
#include "base/file.h"
#include "base/loop.h"
#include "base/memory.h"
#include "base/worker.h"
#include "base/xy.h"
#include "build/exits.h"
#include "build/dlrta_maker.h"
#include "build/db_write.h"

/* Time between two calls of the progress function. */
#define PROGRESS_MILLISECONDS 50

struct cairn_dlrta_build {
    cairn_dlrta_build_def def;
    cairn_allocator allocator;
    bool has_regions;
    cairn__dlrta_set set;
    atomic_bool *done; /* by region */
    cairn__exits exits;
    cairn__exit_search *searches; /* of the running threads */
    uint64_t reported;            /* when progress was last told, in milliseconds */
    atomic_uint finished;
    atomic_bool stop;
};

cairn_dlrta_build_def cairn_default_dlrta_build_def(void)
{
    return (cairn_dlrta_build_def){.level = 9, .threads = 1, .cookie = CAIRN__DLRTA_BUILD_COOKIE};
}

cairn_status cairn_dlrta_build_create(const cairn_dlrta_build_def *def, cairn_dlrta_build **build)
{
    if (def == NULL || def->cookie != CAIRN__DLRTA_BUILD_COOKIE || def->map == NULL ||
        build == NULL || def->threads < 1 || def->threads > CAIRN__MOST_THREADS ||
        def->level < CAIRN_MIN_LEVEL || def->level > CAIRN_MAX_LEVEL)
        return CAIRN_ARGUMENT;
    cairn_allocator allocator = cairn__allocator_or_default(def->allocator);
    cairn_dlrta_build *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(def->detail, CAIRN_MEMORY, "out of memory");
    made->def = *def;
    made->allocator = allocator;
    *build = made;
    return CAIRN_OK;
}

void cairn_dlrta_build_destroy(cairn_dlrta_build *build)
{
    if (build == NULL)
        return;
    cairn_allocator allocator = build->allocator;
    cairn__dlrta_set_end(&build->set, &allocator);
    cairn__release(&allocator, build->done);
    cairn__release(&allocator, build);
}

/* ---- progress ---- */

static void report(cairn_dlrta_build *build)
{
    cairn_dlrta_progress progress = {CAIRN_DLRTA_REGIONS, 0, 0};
    if (build->has_regions)
        progress = (cairn_dlrta_progress){CAIRN_DLRTA_ENTRIES, atomic_load(&build->finished),
                                          build->set.count};
    if (build->def.progress != NULL && !build->def.progress(build->def.progress_context, &progress))
        atomic_store(&build->stop, true);
    build->reported = cairn__get_milliseconds();
}

static bool has_stopped(void *context)
{
    const cairn_dlrta_build *build = context;
    return atomic_load_explicit(&build->stop, memory_order_relaxed);
}

/* For the thread that runs the build alone. */
static bool report_and_look(void *context)
{
    cairn_dlrta_build *build = context;
    if (cairn__get_milliseconds() - build->reported >= PROGRESS_MILLISECONDS)
        report(build);
    return has_stopped(build);
}

/* ---- regions ---- */

static cairn_status fail_limit(const cairn_dlrta_build *build)
{
    return cairn__fail(build->def.detail, CAIRN_LIMIT,
                       "level %u leaves %u regions, too many for entry states between all of them; "
                       "choose a higher level",
                       (unsigned)build->def.level, (unsigned)build->set.count);
}

static cairn_status make_regions(cairn_dlrta_build *build, const cairn__poll *poll)
{
    cairn__abstraction abstraction;
    cairn__abstraction_work work = {&build->allocator, poll};
    cairn_status status =
        cairn__abstraction_create(build->def.map, build->def.level, &work, &abstraction);
    if (status != CAIRN_OK)
        return status;
    status = cairn__dlrta_set_create(build->def.map, &abstraction, &build->allocator, &build->set);
    cairn__abstraction_end(&abstraction, &build->allocator);
    if (status != CAIRN_OK)
        return status;
    build->done = cairn__allocate_zeroed(&build->allocator, build->set.count, sizeof *build->done);
    if (build->done == NULL) {
        cairn__dlrta_set_end(&build->set, &build->allocator);
        return CAIRN_MEMORY;
    }
    build->has_regions = true;
    return CAIRN_OK;
}

/* ---- entry states ---- */

/* A turn of the loop: one region. */
static cairn_status make_row(void *context, uint32_t worker, uint32_t region)
{
    cairn_dlrta_build *build = context;
    if (atomic_load(&build->done[region]))
        return CAIRN_OK;
    cairn__xy *row = build->set.entries + build->set.table[region].entries;
    cairn_status status = cairn__exit_search_run(&build->searches[worker], region, row);
    if (status == CAIRN_OK) {
        atomic_store(&build->done[region], true);
        atomic_fetch_add(&build->finished, 1);
    }
    return status;
}

static cairn_status make_rows(cairn_dlrta_build *build, const cairn__poll *poll)
{
    uint32_t threads = build->def.threads;
    cairn__poll own = {threads == 1 ? report_and_look : has_stopped, build};
    cairn_status status = CAIRN_OK;
    build->searches = cairn__allocate_zeroed(&build->allocator, threads, sizeof *build->searches);
    if (build->searches == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; status == CAIRN_OK && i < threads; i++)
        status = cairn__exit_search_start(&build->searches[i], &build->exits, own);
    if (status == CAIRN_OK)
        status = cairn__loop_run(
            &(cairn__loop){&build->allocator, poll, threads, build->set.count, make_row, build});
    for (uint32_t i = 0; i < threads; i++)
        cairn__exit_search_end(&build->searches[i]);
    cairn__release(&build->allocator, build->searches);
    build->searches = NULL;
    return status;
}

static cairn_status make_entries(cairn_dlrta_build *build, const cairn__poll *poll)
{
    cairn__preparation how = {build->def.threads, poll};
    cairn__exit_task task = {build->allocator, build->def.map,
                             cairn__dlrta_set_get_view(&build->set, build->def.map)};
    cairn_status status = cairn__exits_start(&build->exits, &task, &how);
    if (status == CAIRN_OK)
        status = make_rows(build, poll);
    cairn__exits_end(&build->exits);
    return status;
}

static bool is_finished(const cairn_dlrta_build *build)
{
    return build->has_regions && atomic_load(&build->finished) == build->set.count;
}

cairn_status cairn_dlrta_build_run(cairn_dlrta_build *build)
{
    if (build == NULL)
        return CAIRN_ARGUMENT;
    cairn__poll poll = {report_and_look, build};
    cairn_status status = CAIRN_OK;
    atomic_store(&build->stop, false);
    build->reported = 0;
    if (!build->has_regions)
        status = make_regions(build, &poll);
    if (status == CAIRN_LIMIT)
        return fail_limit(build);
    if (status == CAIRN_OK && !is_finished(build))
        status = make_entries(build, &poll);
    if (status == CAIRN_INTERRUPTED && is_finished(build))
        status = CAIRN_OK; /* too late to matter */
    if (status != CAIRN_OK)
        return cairn__fail(build->def.detail, status, "%s", cairn_status_get_text(status));
    report(build);
    return CAIRN_OK;
}

/* ---- results ---- */

static cairn__dlrta_content get_content(const cairn_dlrta_build *build)
{
    return (cairn__dlrta_content){build->def.map, build->def.level,
                                  cairn__dlrta_set_get_view(&build->set, build->def.map)};
}

cairn_status cairn_dlrta_build_write_memory(const cairn_dlrta_build *build, size_t capacity,
                                            void *image, size_t *bytes)
{
    if (build == NULL || bytes == NULL || (image == NULL && capacity > 0) ||
        (uintptr_t)image % 8 != 0 || !is_finished(build))
        return CAIRN_ARGUMENT;
    cairn__dlrta_content content = get_content(build);
    *bytes = (size_t)cairn__dlrta_get_image_bytes(&content);
    if (capacity < *bytes)
        return CAIRN_CAPACITY;
    cairn__dlrta_write_image(&content, image);
    return CAIRN_OK;
}

cairn_status cairn_dlrta_build_write(const cairn_dlrta_build *build, const char *path)
{
    if (build == NULL || path == NULL || !is_finished(build))
        return CAIRN_ARGUMENT;
    cairn__dlrta_content content = get_content(build);
    size_t bytes = (size_t)cairn__dlrta_get_image_bytes(&content);
    void *image = cairn__allocate(&build->allocator, bytes, 1);
    if (image == NULL)
        return cairn__fail(build->def.detail, CAIRN_MEMORY, "out of memory");
    cairn__dlrta_write_image(&content, image);
    cairn_status status =
        cairn__file_write(path, image, bytes, &build->allocator, build->def.detail);
    cairn__release(&build->allocator, image);
    return status;
}
