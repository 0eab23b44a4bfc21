/* build_lab.c: builds of kind knn record by record, for drivers that share the work out. */
#include "bake/bake.h"

#include "base/detail.h"
#include "base/sized.h"

/* Answers of these functions for null and for other kinds. */
static cairn_status check(const cairn_build *build)
{
    if (build == NULL)
        return CAIRN_ARGUMENT;
    if (build->records != NULL)
        return CAIRN_OK;
    return cairn__fail(build->make.detail, CAIRN_KIND, "only a build of kind knn has records");
}

cairn_status cairn_build_set_driver(cairn_build *build, const cairn_build_driver *driver)
{
    cairn_build_driver known;
    cairn_status status = check(build);
    if (status == CAIRN_OK)
        status = cairn__sized_read(driver, &known, sizeof known);
    if (status != CAIRN_OK)
        return status;
    build->driver = known.run;
    build->driver_context = known.context;
    build->records->engine = known.engine;
    return CAIRN_OK;
}

cairn_status cairn_build_set_records(cairn_build *build, uint32_t records)
{
    cairn_status status = check(build);
    if (status != CAIRN_OK)
        return status;
    cairn__bake_forget_image(build);
    return cairn__records_set_count(build->records, records);
}

cairn_status cairn_build_get_records(const cairn_build *build, uint32_t first, uint32_t *wanted,
                                     uint32_t *finished)
{
    if (build == NULL || build->records == NULL)
        return build == NULL ? CAIRN_ARGUMENT : CAIRN_KIND; /* why a run failed stays in `detail` */
    if (first > build->records->wanted)
        return CAIRN_ARGUMENT;
    if (wanted != NULL)
        *wanted = build->records->wanted;
    if (finished != NULL)
        *finished = cairn__records_get_finished(build->records, first);
    return CAIRN_OK;
}

cairn_status cairn_build_run_records(cairn_build *build, uint32_t first, uint32_t end)
{
    cairn_status status = check(build);
    if (status != CAIRN_OK)
        return status;
    cairn__progress_start(&build->progress);
    return cairn__records_run(build->records, first, end);
}

cairn_status cairn_build_tell_progress(cairn_build *build)
{
    if (build == NULL)
        return CAIRN_ARGUMENT;
    cairn__progress_start(&build->progress);
    cairn__progress_tell(&build->progress);
    return atomic_load(&build->progress.stop) ? CAIRN_INTERRUPTED : CAIRN_OK;
}

/* ---- records from elsewhere ---- */

cairn_status cairn_build_add_db(cairn_build *build, const cairn_db *db)
{
    cairn_status status = check(build);
    if (status == CAIRN_OK && db == NULL)
        status = cairn__fail_null(build->make.detail);
    if (status != CAIRN_OK)
        return status;
    cairn__bake_forget_image(build);
    status = cairn__bake_make_room(build, db);
    return status == CAIRN_OK ? cairn__records_add_db(build->records, db) : status;
}

cairn_status cairn_build_write_part(const cairn_build *build, uint32_t first, uint32_t end,
                                    size_t capacity, void *part, size_t *bytes)
{
    cairn_status status = check(build);
    if (status != CAIRN_OK)
        return status;
    return cairn__records_write_part(build->records, first, end, capacity, part, bytes);
}

cairn_status cairn_build_add_part(cairn_build *build, const void *part, size_t bytes)
{
    cairn_status status = check(build);
    if (status == CAIRN_OK && part == NULL)
        status = cairn__fail_null(build->make.detail);
    if (status != CAIRN_OK)
        return status;
    return cairn__records_add_part(build->records, part, bytes);
}

cairn_status cairn_build_use_checkpoint(cairn_build *build, const char *folder, uint32_t action)
{
    cairn_status status = check(build);
    if (status == CAIRN_OK && folder == NULL)
        status = cairn__fail_null(build->make.detail);
    if (status != CAIRN_OK)
        return status;
    switch (action) {
    case CAIRN_CHECKPOINT_WRITE:
        return cairn__records_write_checkpoint(build->records, folder);
    case CAIRN_CHECKPOINT_READ:
        return cairn__records_read_checkpoint(build->records, folder);
    case CAIRN_CHECKPOINT_REMOVE:
        return cairn__records_remove_checkpoint(build->records, folder);
    default:
        return cairn__fail(build->make.detail, CAIRN_ARGUMENT, "there is no action number %u",
                           (unsigned)action);
    }
}
