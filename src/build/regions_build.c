/* regions_build.c: the off-line phase of regions by any number of threads, and its files. */
#include "cairn/regions.h"

#include <stdatomic.h>

#include "base/detail.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/worker.h"
#include "build/region_net_maker.h"
#include "db/db_internal.h"
#include "build/db_write.h"

/* Time between two calls of the progress function. */
#define PROGRESS_MILLISECONDS 50

struct cairn_regions_build {
    cairn_regions_build_def def;
    cairn_allocator allocator;
    cairn__net_image net; /* no bytes: not made yet */
    cairn_regions_phase phase;
    uint32_t regions;
    uint64_t reported; /* when progress was last told, in milliseconds */
    atomic_uint finished;
    atomic_bool stop;
};

cairn_regions_build_def cairn_default_regions_build_def(void)
{
    return (cairn_regions_build_def){.cutoff = 250,
                                     .table_regions = 4096,
                                     .range_regions = CAIRN_MAX_TABLE_REGIONS,
                                     .threads = 1,
                                     .cookie = CAIRN__REGIONS_BUILD_COOKIE};
}

cairn_status cairn_regions_build_create(const cairn_regions_build_def *def,
                                        cairn_regions_build **build)
{
    if (def == NULL || def->cookie != CAIRN__REGIONS_BUILD_COOKIE || def->map == NULL ||
        build == NULL || def->threads < 1 || def->threads > CAIRN__MOST_THREADS ||
        def->cutoff < 1 || def->cutoff > CAIRN_MAX_REGION_CUTOFF ||
        def->table_regions > CAIRN_MAX_TABLE_REGIONS ||
        def->range_regions > CAIRN_MAX_TABLE_REGIONS)
        return CAIRN_ARGUMENT;
    cairn_allocator allocator = cairn__allocator_or_default(def->allocator);
    cairn_regions_build *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(def->detail, CAIRN_MEMORY, "out of memory");
    made->def = *def;
    made->allocator = allocator;
    *build = made;
    return CAIRN_OK;
}

void cairn_regions_build_destroy(cairn_regions_build *build)
{
    if (build == NULL)
        return;
    cairn_allocator allocator = build->allocator;
    cairn__release(&allocator, build->net.bytes);
    cairn__release(&allocator, build);
}

/* ---- progress ---- */

static void report(cairn_regions_build *build)
{
    cairn_regions_progress progress = {build->phase, atomic_load(&build->finished), build->regions};
    if (build->def.progress != NULL && !build->def.progress(build->def.progress_context, &progress))
        atomic_store(&build->stop, true);
    build->reported = cairn__get_milliseconds();
}

/* Asked by the thread that runs the build alone. */
static bool report_and_look(void *context)
{
    cairn_regions_build *build = context;
    if (cairn__get_milliseconds() - build->reported >= PROGRESS_MILLISECONDS)
        report(build);
    return atomic_load_explicit(&build->stop, memory_order_relaxed);
}

static void begin_phase(void *context, int phase, uint32_t regions)
{
    cairn_regions_build *build = context;
    build->phase = (cairn_regions_phase)phase;
    build->regions = regions;
    atomic_store(&build->finished, 0);
    report(build);
}

static void count_region(void *context)
{
    cairn_regions_build *build = context;
    atomic_fetch_add(&build->finished, 1);
}

cairn_status cairn_regions_build_run(cairn_regions_build *build)
{
    if (build == NULL)
        return CAIRN_ARGUMENT;
    if (build->net.bytes != NULL)
        return CAIRN_OK;
    cairn__poll poll = {report_and_look, build};
    cairn__region_work work = {&build->allocator, &poll, build->def.threads, count_region, build};
    cairn__net_stage stage = {begin_phase, build};
    cairn__net_task task = {build->def.map, build->def.cutoff, build->def.table_regions,
                            build->def.range_regions};
    atomic_store(&build->stop, false);
    build->reported = 0;
    cairn_status status = cairn__net_make(&task, &work, &stage, &build->net);
    if (status != CAIRN_OK)
        return cairn__fail(build->def.detail, status, "%s", cairn_status_get_text(status));
    atomic_store(&build->finished, build->regions);
    report(build);
    return CAIRN_OK;
}

/* ---- results ---- */

static cairn__net_content get_content(const cairn_regions_build *build)
{
    return (cairn__net_content){build->def.map, build->net.bytes, build->net.count,
                                build->net.regions};
}

cairn_status cairn_regions_build_write_memory(const cairn_regions_build *build, size_t capacity,
                                              void *image, size_t *bytes)
{
    if (build == NULL || bytes == NULL || (image == NULL && capacity > 0) ||
        (uintptr_t)image % 8 != 0 || build->net.bytes == NULL)
        return CAIRN_ARGUMENT;
    cairn__net_content content = get_content(build);
    *bytes = (size_t)cairn__net_get_image_bytes(&content);
    if (capacity < *bytes)
        return CAIRN_CAPACITY;
    cairn__net_write_image(&content, image);
    return CAIRN_OK;
}

/* The database that the net is added to, or null. */
static cairn_status write_file(const cairn_regions_build *build, const cairn_db *db,
                               const char *path)
{
    size_t bytes;
    cairn__net_content content = get_content(build);
    bytes = (size_t)(db == NULL ? cairn__net_get_image_bytes(&content)
                                : cairn__fallback_get_image_bytes(&content, db));
    void *image = cairn__allocate(&build->allocator, bytes, 1);
    if (image == NULL)
        return cairn__fail(build->def.detail, CAIRN_MEMORY, "out of memory");
    if (db == NULL)
        cairn__net_write_image(&content, image);
    else
        cairn__fallback_write_image(&content, db, image);
    cairn_status status =
        cairn__file_write(path, image, bytes, &build->allocator, build->def.detail);
    cairn__release(&build->allocator, image);
    return status;
}

cairn_status cairn_regions_build_write(const cairn_regions_build *build, const char *path)
{
    if (build == NULL || path == NULL || build->net.bytes == NULL)
        return CAIRN_ARGUMENT;
    return write_file(build, NULL, path);
}

/* ---- fall-backs ---- */

static cairn_status check_fallback(const cairn_regions_build *build, const cairn_db *db)
{
    if (build == NULL || db == NULL || build->net.bytes == NULL)
        return CAIRN_ARGUMENT;
    if (!db->kind->may_fall_back)
        return cairn__fail(build->def.detail, CAIRN_KIND,
                           "a database of kind %s has no use for a fall-back", db->kind->name);
    return cairn__db_check_map(db, build->def.map, build->def.detail);
}

cairn_status cairn_regions_build_write_fallback(const cairn_regions_build *build,
                                                const cairn_db *db, const char *path)
{
    cairn_status status = path == NULL ? CAIRN_ARGUMENT : check_fallback(build, db);
    return status == CAIRN_OK ? write_file(build, db, path) : status;
}

cairn_status cairn_regions_build_write_fallback_memory(const cairn_regions_build *build,
                                                       const cairn_db *db, size_t capacity,
                                                       void *image, size_t *bytes)
{
    if (bytes == NULL || (image == NULL && capacity > 0) || (uintptr_t)image % 8 != 0)
        return CAIRN_ARGUMENT;
    cairn_status status = check_fallback(build, db);
    if (status != CAIRN_OK)
        return status;
    cairn__net_content content = get_content(build);
    *bytes = (size_t)cairn__fallback_get_image_bytes(&content, db);
    if (capacity < *bytes)
        return CAIRN_CAPACITY;
    cairn__fallback_write_image(&content, db, image);
    return CAIRN_OK;
}
