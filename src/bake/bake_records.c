/* bake_records.c: builds of kind knn: a number of records, or as many as a target needs. */
#include "bake/bake.h"

#include "base/memory.h"
#include "base/worker.h"

/* With a target: the first try, how much each one more adds to the one before, and the limit. */
enum { FIRST_RECORDS = 1008, GROWTH_PARTS = 2, MOST_TARGET_RECORDS = 1000000 };

static uint32_t get_most_records(const cairn_build *build)
{
    const cairn__settings *settings = &build->make.settings;
    if (build->target != 0 && !cairn__settings_has(settings, CAIRN_OPTION_RECORDS))
        return MOST_TARGET_RECORDS;
    return (uint32_t)cairn__settings_get(settings, CAIRN_OPTION_RECORDS);
}

cairn_status cairn__bake_create_records(cairn_build *build)
{
    uint32_t records = get_most_records(build);
    if (build->target != 0 && records > FIRST_RECORDS)
        records = FIRST_RECORDS;
    return cairn__records_create(&build->make, records, &build->records);
}

/* With a target a database may have more records than the first try. */
cairn_status cairn__bake_make_room(cairn_build *build, const cairn_db *db)
{
    uint64_t records = 0;
    (void)cairn_db_find_figure(db, "records", &records);
    if (build->target == 0 || records <= build->records->wanted ||
        records > get_most_records(build))
        return CAIRN_OK;
    return cairn__records_set_count(build->records, (uint32_t)records);
}

/* ---- running ---- */

static cairn_status make_records(cairn_build *build)
{
    if (build->driver != NULL)
        return build->driver(build->driver_context, build);
    return cairn__records_run(build->records, 0, build->records->wanted);
}

/* Half as many again, up to the limit; `grown` is false if that is reached. */
static cairn_status grow(cairn_build *build, bool *grown)
{
    uint32_t most = get_most_records(build), now = build->records->wanted;
    uint32_t step = now / GROWTH_PARTS;
    step -= step % CAIRN_BUILD_RANGE;
    *grown = now < most && !atomic_load(&build->progress.timed_out);
    if (!*grown)
        return CAIRN_OK;
    return cairn__records_set_count(build->records, most - now > step ? now + step : most);
}

static cairn_status measure(cairn_build *build)
{
    cairn__image image;
    cairn_status status = cairn__records_write(build->records, &image);
    if (status != CAIRN_OK)
        return status;
    uint64_t deadline = build->progress.deadline;
    build->progress.deadline = 0; /* what is made is measured */
    status = cairn__gauge_run(&build->gauge, &build->make, &image, &build->quality);
    build->progress.deadline = deadline;
    cairn__image_release(&build->make, &image);
    if (status != CAIRN_OK)
        return status;
    build->measured = true;
    cairn__progress_begin(&build->progress, (cairn__phase){"measured", NULL, 0, 0});
    return CAIRN_OK;
}

/* What is finished without a gap when the time is over is what there will be. */
static cairn_status make_in_time(cairn_build *build)
{
    cairn_status status = make_records(build);
    if (status != CAIRN_INTERRUPTED || !atomic_load(&build->progress.timed_out))
        return status;
    build->progress.deadline = 0; /* timed_out remembers it */
    atomic_store(&build->progress.stop, false);
    return CAIRN_OK;
}

/* Builds and measures until the target is met or a limit is. */
static cairn_status run_to_target(cairn_build *build)
{
    const cairn__settings *settings = &build->make.settings;
    uint64_t seconds = cairn__settings_get(settings, CAIRN_OPTION_MAX_SECONDS);
    cairn_status status = cairn__bake_open_gauge(
        build, (uint32_t)cairn__settings_get(settings, CAIRN_OPTION_PROBLEMS));
    if (status != CAIRN_OK)
        return status;
    if (build->records->engine == NULL)
        build->records->engine = build->gauge.engine;
    if (seconds > 0)
        build->progress.deadline = cairn__get_milliseconds() + seconds * 1000;
    for (bool grown = true; grown;) {
        status = make_in_time(build);
        if (status == CAIRN_OK)
            status = measure(build);
        if (status != CAIRN_OK || cairn__bake_is_good(build, &build->quality))
            return status;
        status = grow(build, &grown);
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_OK;
}

cairn_status cairn__bake_records(cairn_build *build)
{
    cairn_status status = build->target != 0 ? run_to_target(build) : make_records(build);
    if (status == CAIRN_OK)
        status = cairn__records_write(build->records, &build->image);
    if (status == CAIRN_OK &&
        cairn__settings_get(&build->make.settings, CAIRN_OPTION_FALLBACK) != 0) {
        status = cairn__bake_add_fallback(&build->make, &build->image);
        if (status != CAIRN_OK)
            cairn__bake_forget_image(build);
    }
    return status;
}
