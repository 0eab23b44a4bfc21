/* builder.c: `computeSubgoals` (Fig. 5) by any number of threads. Records are made in ranges that
 * threads take in turn; a finished range is a part, and the parts in order are the database. What
 * a record holds depends on its number alone, so the threads cannot change it. */
#include "cairn/build.h"

#include <stdatomic.h>
#include <string.h>

#include "base/detail.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/worker.h"
#include "build/compress.h"
#include "build/sample.h"
#include "db/db_write.h"
#include "grid/components.h"
#include "search/path_engine.h"

/* Records a thread takes at a time: small, so that an interrupt loses little. */
#define RANGE 16

/* How often a pair is drawn for one record before the map is given up: enough where one pair in
 * ten million is joined, and about a minute. */
#define MAX_DRAWS (UINT64_C(1) << 30)

/* How many paths for one record may be too short, or need no subgoal with `skip_direct`. */
#define MAX_PATHS 1000000

/* Time between two calls of the progress function. */
#define PROGRESS_MILLISECONDS 50

/* The finished records of a range. */
typedef struct part {
    cairn_cell *states;
    uint32_t counts[RANGE]; /* states of each record */
    atomic_bool done;
} part;

struct cairn_build {
    cairn_build_def def;
    cairn_allocator allocator;
    cairn__sampler sampler;
    cairn__path_engine *engine; /* prepared when the build runs for the first time */
    uint32_t ranges;
    part *parts;
    atomic_uint next_range;
    atomic_uint finished; /* records, for progress */
    atomic_ullong states;
    atomic_bool stop;
    atomic_int status; /* the first failure of a thread */
};

/* What one thread works with. */
typedef struct maker {
    cairn_build *build;
    cairn__path_finder *finder;
    cairn_cell *path;
    size_t path_capacity;
    cairn_cell *subgoals; /* of the present range */
    size_t subgoal_capacity;
    size_t subgoal_count;
    bool reports;      /* calls the progress function itself */
    uint64_t reported; /* when it last did, in milliseconds */
} maker;

cairn_build_def cairn_default_build_def(void)
{
    return (cairn_build_def){
        .records = 10000, .seed = 1, .threads = 1, .cookie = CAIRN__BUILD_COOKIE};
}

cairn_status cairn_build_create(const cairn_build_def *def, cairn_build **build)
{
    if (def == NULL || def->cookie != CAIRN__BUILD_COOKIE || def->map == NULL || build == NULL ||
        def->threads < 1 || def->threads > 4096)
        return CAIRN_ARGUMENT;
    if (def->records > UINT32_MAX / 16)
        return cairn__fail(def->detail, CAIRN_LIMIT, "a database has at most %u records",
                           (unsigned)(UINT32_MAX / 16));
    cairn_allocator allocator = cairn__allocator_or_default(def->allocator);
    cairn_build *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(def->detail, CAIRN_MEMORY, "out of memory");
    made->def = *def;
    made->allocator = allocator;
    made->ranges = (def->records + RANGE - 1) / RANGE;
    made->parts = cairn__allocate_zeroed(&allocator, made->ranges, sizeof *made->parts);
    cairn_status status = made->parts == NULL ? CAIRN_MEMORY : CAIRN_OK;
    if (status == CAIRN_OK)
        status = cairn__sampler_create(def->map, &allocator, &made->sampler);
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
    cairn__sampler_destroy(&build->sampler, &allocator);
    cairn__path_engine_destroy(build->engine);
    cairn__release(&allocator, build);
}

/* ---- one record ---- */

static void report(maker *self)
{
    cairn_build *build = self->build;
    if (!self->reports || build->def.progress == NULL)
        return;
    cairn_build_progress progress = {atomic_load(&build->finished), build->def.records,
                                     atomic_load(&build->states)};
    if (!build->def.progress(build->def.progress_context, &progress))
        atomic_store(&build->stop, true);
    self->reported = cairn__get_milliseconds();
}

/* True if the work is to end. Called between paths and now and then between draws. */
static bool should_stop(void *context)
{
    maker *self = context;
    if (self->reports && cairn__get_milliseconds() - self->reported >= PROGRESS_MILLISECONDS)
        report(self);
    return atomic_load_explicit(&self->build->stop, memory_order_relaxed);
}

/* Line 3: a pair that a path joins; the start and goal may be too close still. `draws` counts all
 * pairs drawn for the record. */
static cairn_status draw_pair(maker *self, cairn__random *random, uint64_t *draws,
                              cairn_cell pair[2])
{
    const cairn__sampler *sampler = &self->build->sampler;
    if (sampler->map->info.largest_component < 3)
        return CAIRN_NO_RECORD;
    while (*draws < MAX_DRAWS) {
        ++*draws;
        pair[0] = cairn__sampler_draw(sampler, random);
        pair[1] = cairn__sampler_draw(sampler, random);
        if (cairn__component_of(sampler->map, pair[0]) ==
            cairn__component_of(sampler->map, pair[1]))
            return CAIRN_OK;
        if (*draws % 4096 == 0 && should_stop(self))
            return CAIRN_INTERRUPTED;
    }
    return CAIRN_NO_RECORD;
}

/* Room for `wanted` cells beside those in use. */
static cairn_status reserve(maker *self, cairn_cell **cells, size_t used, size_t *capacity,
                            size_t wanted)
{
    if (used + wanted <= *capacity)
        return CAIRN_OK;
    cairn_cell *larger =
        cairn__grow(&self->build->allocator, *cells, used, sizeof **cells, capacity, used + wanted);
    if (larger == NULL)
        return CAIRN_MEMORY;
    *cells = larger;
    return CAIRN_OK;
}

/* Line 4: an optimal path, its states counted. */
static cairn_status find_path(maker *self, const cairn_cell pair[2], size_t *count)
{
    cairn_status status = cairn__path_finder_run(self->finder, pair[0], pair[1], count);
    if (status == CAIRN_OK)
        status = reserve(self, &self->path, 0, &self->path_capacity, *count);
    if (status == CAIRN_OK)
        cairn__path_finder_get_path(self->finder, self->path);
    return status;
}

/* Lines 3 to 6: one pair and its path, compressed behind the range's subgoals; `written` gets the
 * number of states, or 0 if the pair does not make a record. */
static cairn_status try_pair(maker *self, cairn__random *random, uint64_t *draws, size_t *written)
{
    const cairn_build_def *def = &self->build->def;
    cairn_cell pair[2];
    size_t states = 0;
    cairn_status status = draw_pair(self, random, draws, pair);
    if (status == CAIRN_OK)
        status = find_path(self, pair, &states);
    if (status == CAIRN_OK)
        status =
            reserve(self, &self->subgoals, self->subgoal_count, &self->subgoal_capacity, states);
    *written = 0;
    if (status != CAIRN_OK || states < 3)
        return status;
    *written = cairn__compress(def->map, self->path, states, self->subgoals + self->subgoal_count);
    if (def->skip_direct && *written == 2)
        *written = 0;
    return CAIRN_OK;
}

/* Lines 3 to 7 for record number `id`: appends its states, tells how many. */
static cairn_status make_record(maker *self, uint32_t id, uint32_t *count)
{
    cairn__random random = cairn__random_start(self->build->def.seed, id);
    uint64_t draws = 0;
    for (uint32_t paths = 0; paths < MAX_PATHS; paths++) {
        size_t written;
        cairn_status status = try_pair(self, &random, &draws, &written);
        if (status != CAIRN_OK)
            return status;
        if (should_stop(self))
            return CAIRN_INTERRUPTED;
        if (written > 0) {
            self->subgoal_count += written;
            *count = (uint32_t)written;
            return CAIRN_OK;
        }
    }
    return CAIRN_NO_RECORD;
}

/* ---- ranges and threads ---- */

static uint32_t get_range_records(const cairn_build *build, uint32_t range)
{
    uint32_t left = build->def.records - range * RANGE;
    return left < RANGE ? left : RANGE;
}

static cairn_status keep_part(maker *self, part *made)
{
    made->states =
        cairn__allocate(&self->build->allocator, self->subgoal_count, sizeof *made->states);
    if (made->states == NULL)
        return CAIRN_MEMORY;
    memcpy(made->states, self->subgoals, self->subgoal_count * sizeof *made->states);
    atomic_store_explicit(&made->done, true, memory_order_release);
    return CAIRN_OK;
}

/* Counts the record for progress; a range that does not get finished takes its own back. */
static void count_record(cairn_build *build, uint32_t states)
{
    atomic_fetch_add(&build->finished, 1);
    atomic_fetch_add(&build->states, states);
}

static cairn_status make_range(maker *self, uint32_t range)
{
    cairn_build *build = self->build;
    part *made = &build->parts[range];
    uint32_t records = get_range_records(build, range), i = 0;
    cairn_status status = CAIRN_OK;
    self->subgoal_count = 0;
    for (; status == CAIRN_OK && i < records; i += status == CAIRN_OK) {
        status = make_record(self, range * RANGE + i, &made->counts[i]);
        if (status == CAIRN_OK) {
            count_record(build, made->counts[i]);
            report(self);
        }
    }
    if (status == CAIRN_OK)
        status = keep_part(self, made);
    if (status != CAIRN_OK) {
        atomic_fetch_sub(&build->finished, i);
        atomic_fetch_sub(&build->states, self->subgoal_count);
    }
    return status;
}

static void end_maker(maker *self)
{
    cairn__path_finder_destroy(self->finder);
    cairn__release(&self->build->allocator, self->path);
    cairn__release(&self->build->allocator, self->subgoals);
}

/* Takes ranges until there is none left or something stops it. */
static void make_ranges(maker *self)
{
    cairn_build *build = self->build;
    cairn_status status = cairn__path_finder_create(build->engine, &self->finder);
    while (status == CAIRN_OK && !should_stop(self)) {
        uint32_t range = atomic_fetch_add(&build->next_range, 1);
        if (range >= build->ranges)
            break;
        if (!atomic_load_explicit(&build->parts[range].done, memory_order_acquire))
            status = make_range(self, range);
    }
    if (status != CAIRN_OK) {
        int none = CAIRN_OK;
        (void)atomic_compare_exchange_strong(&build->status, &none, (int)status);
        atomic_store(&build->stop, true);
    }
    end_maker(self);
}

static void run_thread(void *context)
{
    maker self = {.build = context};
    make_ranges(&self);
}

static cairn_status run_threads(cairn_build *build)
{
    cairn__crew *crew;
    cairn_status status =
        cairn__crew_start(&build->allocator, build->def.threads, run_thread, build, &crew);
    if (status != CAIRN_OK)
        return status;
    maker reporter = {.build = build, .reports = true};
    while (!cairn__crew_wait(crew, PROGRESS_MILLISECONDS))
        report(&reporter);
    cairn__crew_join(crew);
    return CAIRN_OK;
}

static cairn_status explain(const cairn_build *build, cairn_status status)
{
    if (status == CAIRN_NO_RECORD && build->def.skip_direct)
        return cairn__fail(
            build->def.detail, status,
            "no path that needs a subgoal was found in %d draws; keep direct records or "
            "use another map",
            MAX_PATHS);
    return cairn__fail(build->def.detail, status, "%s", cairn_status_get_text(status));
}

/* What an earlier run left finished, gaps and all. */
static void count_finished(cairn_build *build)
{
    uint32_t finished = 0;
    uint64_t states = 0;
    for (uint32_t i = 0; i < build->ranges; i++) {
        uint32_t records = atomic_load(&build->parts[i].done) ? get_range_records(build, i) : 0;
        for (uint32_t j = 0; j < records; j++)
            states += build->parts[i].counts[j];
        finished += records;
    }
    atomic_store(&build->finished, finished);
    atomic_store(&build->states, states);
}

cairn_status cairn_build_run(cairn_build *build)
{
    if (build == NULL)
        return CAIRN_ARGUMENT;
    count_finished(build);
    atomic_store(&build->next_range, 0);
    atomic_store(&build->stop, false);
    atomic_store(&build->status, CAIRN_OK);
    cairn_status status = CAIRN_OK;
    maker self = {.build = build, .reports = true};
    if (build->engine == NULL)
        status = cairn__path_engine_create(build->def.map, &build->allocator,
                                           &(cairn__poll){should_stop, &self}, &build->engine);
    if (status != CAIRN_OK)
        return explain(build, status);
    if (build->def.threads > 1)
        status = run_threads(build);
    else
        make_ranges(&self);
    if (status == CAIRN_OK)
        status = (cairn_status)atomic_load(&build->status);
    if (status == CAIRN_OK && cairn_build_get_finished(build) < build->def.records)
        status = CAIRN_INTERRUPTED;
    if (status == CAIRN_OK)
        report(&(maker){.build = build, .reports = true});
    return status == CAIRN_OK ? status : explain(build, status);
}

uint32_t cairn_build_get_finished(const cairn_build *build)
{
    uint32_t finished = 0;
    for (uint32_t i = 0; i < build->ranges; i++) {
        if (!atomic_load_explicit(&build->parts[i].done, memory_order_acquire))
            break;
        finished += get_range_records(build, i);
    }
    return finished;
}

/* ---- writing ---- */

/* Joins the parts; `content` then owns two blocks, which release_content() gives back. */
static cairn_status join_parts(const cairn_build *build, cairn__db_content *content)
{
    const cairn_allocator *allocator = &build->allocator;
    uint32_t records = cairn_build_get_finished(build);
    uint64_t *firsts = cairn__allocate(allocator, (size_t)records + 1, sizeof *firsts);
    if (firsts == NULL)
        return CAIRN_MEMORY;
    firsts[0] = 0;
    for (uint32_t i = 0; i < records; i++)
        firsts[i + 1] = firsts[i] + build->parts[i / RANGE].counts[i % RANGE];
    cairn_cell *states = cairn__allocate(allocator, (size_t)firsts[records], sizeof *states);
    if (states == NULL) {
        cairn__release(allocator, firsts);
        return CAIRN_MEMORY;
    }
    for (uint32_t i = 0; i < records; i += RANGE) {
        uint32_t end = records - i < RANGE ? records : i + RANGE;
        memcpy(states + firsts[i], build->parts[i / RANGE].states,
               (size_t)(firsts[end] - firsts[i]) * sizeof *states);
    }
    *content = (cairn__db_content){.map = build->def.map,
                                   .seed = build->def.seed,
                                   .skip_direct = build->def.skip_direct,
                                   .records = records,
                                   .firsts = firsts,
                                   .states = states};
    return CAIRN_OK;
}

static void release_content(const cairn_build *build, cairn__db_content *content)
{
    cairn__release(&build->allocator, (void *)(uintptr_t)content->firsts);
    cairn__release(&build->allocator, (void *)(uintptr_t)content->states);
}

cairn_status cairn_build_write_memory(const cairn_build *build, size_t capacity, void *image,
                                      size_t *bytes)
{
    cairn__db_content content;
    if (build == NULL || bytes == NULL || (image == NULL && capacity > 0) ||
        (uintptr_t)image % 8 != 0)
        return CAIRN_ARGUMENT;
    cairn_status status = join_parts(build, &content);
    if (status != CAIRN_OK)
        return explain(build, status);
    *bytes = (size_t)cairn__db_get_image_bytes(&content);
    if (capacity < *bytes)
        status = CAIRN_CAPACITY;
    else
        status = cairn__db_write_image(&content, &build->allocator, image);
    release_content(build, &content);
    return status == CAIRN_OK ? status : explain(build, status);
}

static cairn_status write_file(const cairn_build *build, const char *path, const void *image,
                               size_t bytes)
{
    cairn__file_sink sink;
    cairn_detail *detail = build->def.detail;
    cairn_status status = cairn__file_sink_open(path, &build->allocator, detail, &sink);
    if (status != CAIRN_OK)
        return status;
    status = cairn__file_sink_write(&sink, image, bytes, detail);
    if (status != CAIRN_OK) {
        (void)cairn__file_sink_close(&sink, false, NULL);
        return status;
    }
    return cairn__file_sink_close(&sink, true, detail);
}

cairn_status cairn_build_write(const cairn_build *build, const char *path)
{
    cairn__db_content content;
    if (build == NULL || path == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = join_parts(build, &content);
    if (status != CAIRN_OK)
        return explain(build, status);
    size_t bytes = (size_t)cairn__db_get_image_bytes(&content);
    void *image = cairn__allocate(&build->allocator, bytes, 1);
    status = CAIRN_MEMORY;
    if (image != NULL)
        status = cairn__db_write_image(&content, &build->allocator, image);
    release_content(build, &content);
    status = status == CAIRN_OK ? write_file(build, path, image, bytes) : explain(build, status);
    cairn__release(&build->allocator, image);
    return status;
}
