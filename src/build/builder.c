/* builder.c: `computeSubgoals` (Fig. 5) by any number of threads. Records are made in ranges that
 * threads take in turn; a finished range is a part, and the parts in order are the database. What
 * a record holds depends on its number alone, so the threads cannot change it. */
#include <string.h>

#include "base/detail.h"
#include "base/loop.h"
#include "base/memory.h"
#include "base/worker.h"
#include "base/xy.h"
#include "build/build_state.h"

/* Time between two calls of the progress function while a record is in the making. */
#define PROGRESS_MILLISECONDS 50

cairn_build_def cairn_default_build_def(void)
{
    return (cairn_build_def){
        .records = 10000, .seed = 1, .threads = 1, .cookie = CAIRN__BUILD_COOKIE};
}

static cairn_status check_records(cairn_detail *detail, uint32_t records)
{
    if (records <= CAIRN_MAX_RECORDS)
        return CAIRN_OK;
    return cairn__fail(detail, CAIRN_LIMIT, "a database has at most %u records",
                       (unsigned)CAIRN_MAX_RECORDS);
}

static uint32_t count_ranges(uint32_t records)
{
    return (records + CAIRN_BUILD_RANGE - 1) / CAIRN_BUILD_RANGE;
}

cairn_status cairn_build_create(const cairn_build_def *def, cairn_build **build)
{
    if (def == NULL || def->cookie != CAIRN__BUILD_COOKIE || def->map == NULL || build == NULL ||
        def->threads < 1 || def->threads > CAIRN__MOST_THREADS)
        return CAIRN_ARGUMENT;
    cairn_status status = check_records(def->detail, def->records);
    if (status != CAIRN_OK)
        return status;
    cairn_allocator allocator = cairn__allocator_or_default(def->allocator);
    cairn_build *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(def->detail, CAIRN_MEMORY, "out of memory");
    made->def = *def;
    made->allocator = allocator;
    made->engine = def->engine;
    made->ranges = count_ranges(def->records);
    made->parts = cairn__allocate_zeroed(&allocator, made->ranges, sizeof *made->parts);
    status = made->parts == NULL ? CAIRN_MEMORY : CAIRN_OK;
    if (status == CAIRN_OK)
        status = cairn_sampler_create(def->map, &allocator, &made->sampler);
    if (status != CAIRN_OK) {
        cairn_build_destroy(made);
        return cairn__fail(def->detail, status, "out of memory");
    }
    *build = made;
    return CAIRN_OK;
}

void cairn_build_destroy(cairn_build *build)
{
    if (build == NULL)
        return;
    cairn_allocator allocator = build->allocator;
    for (uint32_t i = 0; build->parts != NULL && i < build->ranges; i++)
        cairn__release(&allocator, build->parts[i].states);
    cairn__release(&allocator, build->parts);
    cairn_sampler_destroy(build->sampler);
    cairn_path_engine_destroy(build->own_engine);
    cairn__release(&allocator, build);
}

/* ---- parts ---- */

uint32_t cairn__build_get_range_records(const cairn_build *build, uint32_t range)
{
    uint32_t left = build->def.records - range * CAIRN_BUILD_RANGE;
    return left < CAIRN_BUILD_RANGE ? left : CAIRN_BUILD_RANGE;
}

cairn_status cairn__build_set_part(cairn_build *build, uint32_t range, uint32_t ready,
                                   const cairn__figures *figures, const cairn__xy *states)
{
    cairn__part *part = &build->parts[range];
    size_t total = 0;
    for (uint32_t i = 0; i < ready; i++)
        total += figures[i].states;
    cairn__xy *copy = cairn__allocate(&build->allocator, total, sizeof *copy);
    if (copy == NULL)
        return CAIRN_MEMORY;
    memcpy(copy, states, total * sizeof *copy);
    cairn__release(&build->allocator, part->states);
    part->states = copy;
    memmove(part->figures, figures, ready * sizeof *figures);
    part->ready = ready;
    atomic_store_explicit(&part->done, ready == cairn__build_get_range_records(build, range),
                          memory_order_release);
    return CAIRN_OK;
}

/* The part that was the last one may now be too short. */
cairn_status cairn_build_set_records(cairn_build *build, uint32_t records)
{
    if (build == NULL || records < build->def.records)
        return CAIRN_ARGUMENT;
    cairn_status status = check_records(build->def.detail, records);
    uint32_t ranges = count_ranges(records), last = build->ranges;
    if (status != CAIRN_OK)
        return status;
    if (ranges > build->ranges) {
        cairn__part *parts = cairn__allocate_zeroed(&build->allocator, ranges, sizeof *parts);
        if (parts == NULL)
            return cairn__build_explain(build, CAIRN_MEMORY);
        memcpy(parts, build->parts, build->ranges * sizeof *parts);
        cairn__release(&build->allocator, build->parts);
        build->parts = parts;
        build->ranges = ranges;
    }
    build->def.records = records;
    if (last > 0 &&
        build->parts[last - 1].ready < cairn__build_get_range_records(build, last - 1)) {
        build->parts[last - 1].kept = false;
        atomic_store(&build->parts[last - 1].done, false);
    }
    return CAIRN_OK;
}

uint32_t cairn_build_get_finished(const cairn_build *build)
{
    uint32_t finished = 0;
    for (uint32_t i = 0; i < build->ranges; i++) {
        if (!cairn__part_is_done(&build->parts[i]))
            return finished + build->parts[i].ready;
        finished += build->parts[i].ready;
    }
    return finished;
}

const cairn_path_engine *cairn_build_get_engine(const cairn_build *build)
{
    return build->engine;
}

/* ---- progress ---- */

cairn_build_progress cairn_build_get_progress(const cairn_build *build)
{
    return (cairn_build_progress){build->phase, atomic_load(&build->finished), build->def.records,
                                  atomic_load(&build->states)};
}

static void report(cairn_build *build)
{
    cairn_build_progress progress = cairn_build_get_progress(build);
    if (build->def.progress != NULL && !build->def.progress(build->def.progress_context, &progress))
        atomic_store(&build->stop, true);
    build->reported = cairn__get_milliseconds();
}

static bool has_stopped(void *context)
{
    const cairn_build *build = context;
    return atomic_load_explicit(&build->stop, memory_order_relaxed);
}

/* For the thread that runs the build alone. */
static bool report_and_look(void *context)
{
    cairn_build *build = context;
    if (cairn__get_milliseconds() - build->reported >= PROGRESS_MILLISECONDS)
        report(build);
    return has_stopped(build);
}

static bool go_on_preparing(void *context)
{
    return !report_and_look(context);
}

/* What is finished already, gaps and all. */
static void count_finished(cairn_build *build)
{
    uint32_t finished = 0;
    uint64_t states = 0;
    for (uint32_t i = 0; i < build->ranges; i++) {
        for (uint32_t j = 0; j < build->parts[i].ready; j++)
            states += build->parts[i].figures[j].states;
        finished += build->parts[i].ready;
    }
    atomic_store(&build->finished, finished);
    atomic_store(&build->states, states);
}

/* ---- running ---- */

/* Makes the records that the range still lacks, behind those it has. */
static cairn_status make_records(cairn_build *build, cairn__maker *maker, uint32_t range,
                                 cairn__figures figures[CAIRN_BUILD_RANGE])
{
    uint32_t records = cairn__build_get_range_records(build, range);
    uint32_t ready = build->parts[range].ready;
    for (uint32_t i = ready; i < records; i++) {
        cairn_status status = cairn__maker_run(maker, range * CAIRN_BUILD_RANGE + i, &figures[i]);
        if (status != CAIRN_OK) {
            atomic_fetch_sub(&build->finished, i - ready);
            return status;
        }
        atomic_fetch_add(&build->finished, 1);
        atomic_fetch_add(&build->states, figures[i].states);
        if (build->def.threads == 1)
            report(build);
    }
    return CAIRN_OK;
}

/* A turn of the loop: a range that is not there yet. What an unfinished one counted for progress
 * is taken back. */
static cairn_status make_range(void *context, uint32_t worker, uint32_t turn)
{
    cairn_build *build = context;
    uint32_t range = build->first_range + turn;
    cairn__part *part = &build->parts[range];
    cairn__maker *maker = &build->makers[worker];
    cairn__figures figures[CAIRN_BUILD_RANGE];
    if (cairn__part_is_done(part))
        return CAIRN_OK;
    size_t before = 0;
    memcpy(figures, part->figures, sizeof figures);
    for (uint32_t i = 0; i < part->ready; i++)
        before += figures[i].states;
    maker->state_count = 0;
    cairn_status status = cairn__maker_add(maker, part->states, before);
    if (status == CAIRN_OK)
        status = make_records(build, maker, range, figures);
    if (status == CAIRN_OK)
        status = cairn__build_set_part(build, range, cairn__build_get_range_records(build, range),
                                       figures, maker->states);
    else
        atomic_fetch_sub(&build->states, maker->state_count - before);
    return status;
}

static cairn_status start_makers(cairn_build *build)
{
    const cairn__recipe recipe = {build->def.map, build->sampler, build->def.seed,
                                  build->def.skip_direct};
    bool alone = build->def.threads == 1;
    build->makers =
        cairn__allocate_zeroed(&build->allocator, build->def.threads, sizeof *build->makers);
    cairn_status status = build->makers == NULL ? CAIRN_MEMORY : CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < build->def.threads; i++) {
        status = cairn__maker_start(&build->makers[i], &recipe, build->engine, &build->allocator);
        build->makers[i].poll = (cairn__poll){alone ? report_and_look : has_stopped, build};
    }
    return status;
}

static void end_makers(cairn_build *build)
{
    for (uint32_t i = 0; build->makers != NULL && i < build->def.threads; i++)
        cairn__maker_end(&build->makers[i]);
    cairn__release(&build->allocator, build->makers);
    build->makers = NULL;
}

static cairn_status make_ranges(cairn_build *build, uint32_t ranges)
{
    cairn__poll poll = {report_and_look, build};
    build->phase = CAIRN_BUILD_RECORDS;
    cairn_status status = start_makers(build);
    if (status == CAIRN_OK)
        status = cairn__loop_run(&(cairn__loop){&build->allocator, &poll, build->def.threads,
                                                ranges, make_range, build});
    end_makers(build);
    return status;
}

static cairn_status prepare_engine(cairn_build *build)
{
    cairn_path_engine_def def = cairn_default_path_engine_def();
    def.map = build->def.map;
    def.threads = build->def.threads;
    def.allocator = build->allocator;
    def.go_on = go_on_preparing;
    def.go_on_context = build;
    build->phase = CAIRN_BUILD_PREPARING;
    cairn_status status = cairn_path_engine_create(&def, &build->own_engine);
    build->engine = build->own_engine;
    return status;
}

cairn_status cairn__build_explain(const cairn_build *build, cairn_status status)
{
    if (status == CAIRN_NO_RECORD && build->def.skip_direct)
        return cairn__fail(
            build->def.detail, status,
            "no path that needs a subgoal was found in %d draws; keep direct records or "
            "use another map",
            CAIRN__MOST_PATHS);
    return cairn__fail(build->def.detail, status, "%s", cairn_status_get_text(status));
}

bool cairn_build_is_done(const cairn_build *build, uint32_t first, uint32_t end)
{
    end = end < build->def.records ? end : build->def.records;
    for (uint32_t i = first / CAIRN_BUILD_RANGE; i < count_ranges(end); i++)
        if (!cairn__part_is_done(&build->parts[i]))
            return false;
    return true;
}

cairn_status cairn_build_run_records(cairn_build *build, uint32_t first, uint32_t end)
{
    if (build == NULL || first > end || end > build->def.records ||
        first % CAIRN_BUILD_RANGE != 0 ||
        (end % CAIRN_BUILD_RANGE != 0 && end != build->def.records))
        return CAIRN_ARGUMENT;
    count_finished(build);
    atomic_store(&build->stop, false);
    build->reported = 0;
    cairn_status status = CAIRN_OK;
    bool done = cairn_build_is_done(build, first, end);
    if (!done && build->engine == NULL)
        status = prepare_engine(build);
    build->first_range = first / CAIRN_BUILD_RANGE;
    if (!done && status == CAIRN_OK)
        status = make_ranges(build, count_ranges(end) - build->first_range);
    if (status == CAIRN_INTERRUPTED && cairn_build_is_done(build, first, end))
        status = CAIRN_OK; /* too late to matter */
    if (status == CAIRN_OK)
        report(build);
    return status == CAIRN_OK ? status : cairn__build_explain(build, status);
}

cairn_status cairn_build_run(cairn_build *build)
{
    return build == NULL ? CAIRN_ARGUMENT : cairn_build_run_records(build, 0, build->def.records);
}
