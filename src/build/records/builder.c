/* builder.c: makes records by any number of threads. Records are made in ranges that
 * threads take in turn; a finished range is a part, and the parts in order are the database. What
 * a record holds depends on its number alone, so the threads cannot change it. */
#include <string.h>

#include "base/detail.h"
#include "base/loop.h"
#include "base/memory.h"
#include "base/worker.h"
#include "base/xy.h"
#include "build/records/build_state.h"

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

cairn_status cairn__records_create(const cairn__make *make, uint32_t records, cairn__records **made)
{
    cairn_status status = check_records(make->detail, records);
    if (status != CAIRN_OK)
        return status;
    cairn__records *self = cairn__allocate_zeroed(&make->allocator, 1, sizeof *self);
    if (self == NULL)
        return cairn__make_fail(make, CAIRN_MEMORY);
    self->make = *make;
    self->seed = cairn__settings_get(&make->settings, CAIRN_OPTION_SEED);
    self->skip_direct = cairn__settings_get(&make->settings, CAIRN_OPTION_SKIP_DIRECT) != 0;
    self->wanted = records;
    self->engine = make->engine;
    self->ranges = count_ranges(records);
    self->parts = cairn__allocate_zeroed(&make->allocator, self->ranges, sizeof *self->parts);
    status = self->parts == NULL ? CAIRN_MEMORY : CAIRN_OK;
    if (status == CAIRN_OK)
        status = cairn_sampler_create(make->map, &make->allocator, &self->sampler);
    if (status != CAIRN_OK) {
        cairn__records_destroy(self);
        return cairn__make_fail(make, status);
    }
    *made = self;
    return CAIRN_OK;
}

void cairn__records_destroy(cairn__records *self)
{
    if (self == NULL)
        return;
    cairn_allocator allocator = self->make.allocator;
    for (uint32_t i = 0; self->parts != NULL && i < self->ranges; i++)
        cairn__release(&allocator, self->parts[i].states);
    cairn__release(&allocator, self->parts);
    cairn_sampler_destroy(self->sampler);
    cairn_engine_destroy(self->own_engine);
    cairn__release(&allocator, self);
}

/* ---- parts ---- */

uint32_t cairn__records_get_range_records(const cairn__records *self, uint32_t range)
{
    uint32_t left = self->wanted - range * CAIRN_BUILD_RANGE;
    return left < CAIRN_BUILD_RANGE ? left : CAIRN_BUILD_RANGE;
}

cairn_status cairn__records_set_part(cairn__records *self, uint32_t range, uint32_t ready,
                                     const cairn__figures *figures, const cairn__xy *states)
{
    cairn__part *part = &self->parts[range];
    size_t total = 0;
    for (uint32_t i = 0; i < ready; i++)
        total += figures[i].states;
    cairn__xy *copy = cairn__allocate(&self->make.allocator, total, sizeof *copy);
    if (copy == NULL)
        return CAIRN_MEMORY;
    memcpy(copy, states, total * sizeof *copy);
    cairn__release(&self->make.allocator, part->states);
    part->states = copy;
    memmove(part->figures, figures, ready * sizeof *figures);
    part->ready = ready;
    atomic_store_explicit(&part->done, ready == cairn__records_get_range_records(self, range),
                          memory_order_release);
    return CAIRN_OK;
}

/* The part that was the last one may now be too short. */
cairn_status cairn__records_set_count(cairn__records *self, uint32_t records)
{
    if (records < self->wanted)
        return cairn__fail(self->make.detail, CAIRN_ARGUMENT, "%u records are wanted already",
                           (unsigned)self->wanted);
    cairn_status status = check_records(self->make.detail, records);
    uint32_t ranges = count_ranges(records), last = self->ranges;
    if (status != CAIRN_OK)
        return status;
    if (ranges > self->ranges) {
        cairn__part *parts = cairn__allocate_zeroed(&self->make.allocator, ranges, sizeof *parts);
        if (parts == NULL)
            return cairn__records_explain(self, CAIRN_MEMORY);
        memcpy(parts, self->parts, self->ranges * sizeof *parts);
        cairn__release(&self->make.allocator, self->parts);
        self->parts = parts;
        self->ranges = ranges;
    }
    self->wanted = records;
    if (last > 0 &&
        self->parts[last - 1].ready < cairn__records_get_range_records(self, last - 1)) {
        self->parts[last - 1].kept = false;
        atomic_store(&self->parts[last - 1].done, false);
    }
    return CAIRN_OK;
}

uint32_t cairn__records_get_finished(const cairn__records *self, uint32_t first)
{
    uint32_t range = first / CAIRN_BUILD_RANGE, finished = range * CAIRN_BUILD_RANGE;
    for (; range < self->ranges; range++) {
        finished += self->parts[range].ready;
        if (!cairn__part_is_done(&self->parts[range]))
            break;
    }
    return finished > first ? finished : first;
}

/* ---- progress ---- */

/* How many records are finished, also those behind a gap. */
static uint32_t count_finished(const cairn__records *self)
{
    uint32_t finished = 0;
    for (uint32_t i = 0; i < self->ranges; i++)
        finished += self->parts[i].ready;
    return finished;
}

static void begin_phase(cairn__records *self, const char *name, const char *unit)
{
    cairn__progress_begin(self->make.progress,
                          (cairn__phase){name, unit, self->wanted, count_finished(self)});
}

/* ---- running ---- */

/* Makes the records that the range still lacks, behind those it has. */
static cairn_status make_records(cairn__records *self, cairn__maker *maker, uint32_t range,
                                 cairn__figures figures[CAIRN_BUILD_RANGE])
{
    uint32_t records = cairn__records_get_range_records(self, range);
    uint32_t ready = self->parts[range].ready;
    for (uint32_t i = ready; i < records; i++) {
        cairn_status status = cairn__maker_run(maker, range * CAIRN_BUILD_RANGE + i, &figures[i]);
        if (status != CAIRN_OK) {
            atomic_fetch_sub(&self->make.progress->done, i - ready);
            return status;
        }
        cairn__progress_count(self->make.progress);
        if (self->make.threads == 1)
            cairn__progress_tell(self->make.progress);
    }
    return CAIRN_OK;
}

/* A turn of the loop: a range that is not there yet. What an unfinished one counted for progress
 * is taken back. */
static cairn_status make_range(void *context, uint32_t worker, uint32_t turn)
{
    cairn__records *self = context;
    uint32_t range = self->first_range + turn;
    cairn__part *part = &self->parts[range];
    cairn__maker *maker = &self->makers[worker];
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
        status = make_records(self, maker, range, figures);
    if (status == CAIRN_OK)
        status = cairn__records_set_part(self, range, cairn__records_get_range_records(self, range),
                                         figures, maker->states);
    return status;
}

static cairn_status start_makers(cairn__records *self)
{
    const cairn__recipe recipe = {self->make.map, self->sampler, self->seed, self->skip_direct};
    cairn__progress *progress = self->make.progress;
    cairn__poll poll = self->make.threads == 1 ? cairn__progress_get_poll(progress)
                                               : cairn__progress_get_quiet_poll(progress);
    self->makers =
        cairn__allocate_zeroed(&self->make.allocator, self->make.threads, sizeof *self->makers);
    cairn_status status = self->makers == NULL ? CAIRN_MEMORY : CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < self->make.threads; i++) {
        status = cairn__maker_start(&self->makers[i], &recipe, self->engine, &self->make.allocator);
        self->makers[i].poll = poll;
    }
    return status;
}

static void end_makers(cairn__records *self)
{
    for (uint32_t i = 0; self->makers != NULL && i < self->make.threads; i++)
        cairn__maker_end(&self->makers[i]);
    cairn__release(&self->make.allocator, self->makers);
    self->makers = NULL;
}

static cairn_status make_ranges(cairn__records *self, uint32_t ranges)
{
    cairn__poll poll = cairn__progress_get_poll(self->make.progress);
    begin_phase(self, "making records", "records");
    cairn_status status = start_makers(self);
    if (status == CAIRN_OK)
        status = cairn__loop_run(&(cairn__loop){&self->make.allocator, &poll, self->make.threads,
                                                ranges, make_range, self});
    end_makers(self);
    return status;
}

static cairn_status prepare_engine(cairn__records *self)
{
    cairn__poll poll = cairn__progress_get_poll(self->make.progress);
    cairn__preparation how = {self->make.threads, &poll};
    begin_phase(self, "preparing the map", NULL);
    cairn_status status = cairn__engine_create(self->make.map, CAIRN_METHOD_AUTO, &how,
                                               &self->make.allocator, &self->own_engine);
    self->engine = self->own_engine;
    return status;
}

cairn_status cairn__records_explain(const cairn__records *self, cairn_status status)
{
    if (status == CAIRN_NO_RECORD && self->skip_direct)
        return cairn__fail(
            self->make.detail, status,
            "no path that needs a subgoal was found in %d draws; keep direct records or "
            "use another map",
            CAIRN__MOST_PATHS);
    return cairn__fail(self->make.detail, status, "%s", cairn_status_get_text(status));
}

bool cairn__records_is_done(const cairn__records *self, uint32_t first, uint32_t end)
{
    end = end < self->wanted ? end : self->wanted;
    for (uint32_t i = first / CAIRN_BUILD_RANGE; i < count_ranges(end); i++)
        if (!cairn__part_is_done(&self->parts[i]))
            return false;
    return true;
}

cairn_status cairn__records_run(cairn__records *self, uint32_t first, uint32_t end)
{
    if (first > end || end > self->wanted || first % CAIRN_BUILD_RANGE != 0 ||
        (end % CAIRN_BUILD_RANGE != 0 && end != self->wanted))
        return cairn__fail(self->make.detail, CAIRN_ARGUMENT, "records %u to %u are no range",
                           (unsigned)first, (unsigned)end);
    cairn_status status = CAIRN_OK;
    bool done = cairn__records_is_done(self, first, end);
    if (!done && self->engine == NULL)
        status = prepare_engine(self);
    self->first_range = first / CAIRN_BUILD_RANGE;
    if (!done && status == CAIRN_OK)
        status = make_ranges(self, count_ranges(end) - self->first_range);
    if (status == CAIRN_INTERRUPTED && cairn__records_is_done(self, first, end))
        status = CAIRN_OK; /* too late to matter */
    if (status == CAIRN_OK)
        begin_phase(self, "making records", "records");
    return status == CAIRN_OK ? status : cairn__records_explain(self, status);
}

cairn_status cairn__knn_make(const cairn__make *make, cairn__image *image)
{
    cairn__records *self = NULL;
    uint32_t records = (uint32_t)cairn__settings_get(&make->settings, CAIRN_OPTION_RECORDS);
    cairn_status status = cairn__records_create(make, records, &self);
    if (status == CAIRN_OK)
        status = cairn__records_run(self, 0, records);
    if (status == CAIRN_OK)
        status = cairn__records_write(self, image);
    cairn__records_destroy(self);
    return status;
}
