/* choose.c: which kind of database is best for a map.
 *
 * Labels without eps are the end of the search: no agent walks a shorter path. They are taken if
 * they fit: into the bytes allowed, and where none are given into a number of entries that grows
 * with the map, so that noise and mazes of one cell's width end soon. Whatever else fits is built
 * and walked with on sampled problems. The lowest mean suboptimality wins; with a target, the first
 * that meets it. */
#include "bake/bake.h"

#include <stdio.h>

#include "base/detail.h"
#include "base/memory.h"
#include "base/worker.h"
#include "grid/tiles.h"

/* Entries of labels without a limit on bytes: about 3.4 bytes each. */
enum { LEAST_ENTRIES = 4000000, CELLS_AN_ENTRY = 2 };

/* No entry of a label is smaller than so many bits. */
enum { LEAST_ENTRY_BITS = 8 };

/* Steps of eps, in ten-thousandths. */
static const uint32_t eps_steps[] = {200, 500, 1000, 2000, 5000};
enum { EPS_STEPS = sizeof eps_steps / sizeof *eps_steps };

/* Records without a limit on bytes; as many at most with one; to learn how large they are; fewer
 * are not worth it. */
enum { RECORDS = 10000, MOST_RECORDS = 100000, SAMPLE_RECORDS = 200, LEAST_RECORDS = 100 };

/* To measure with. */
enum { PROBLEMS = 300 };

/* How agents should walk with records. */
static const cairn_option ranked[] = {{.option = CAIRN_OPTION_RANK, .value = 1},
                                      {.option = CAIRN_OPTION_SKIP, .value = 1},
                                      {.option = CAIRN_OPTION_CANDIDATES, .value = 50},
                                      {.option = CAIRN_OPTION_CUTOFF, .value = 1000}};
enum { RANKED = sizeof ranked / sizeof ranked[0] };

/* Where optimal paths do not come from labels, each is a search among all cells: on maps with more
 * open cells than these no records are made, and fewer problems are measured. */
enum { MOST_SEARCHED = 400000, FEW_PROBLEMS = 50 };

/* A database with so many times fewer bytes than the chosen one is worth a word. */
enum { MUCH_SMALLER = 8 };

typedef struct chooser {
    cairn_build *build;
    cairn__make make; /* with the settings of the present try */
    cairn__net_image net;
    uint64_t smallest; /* bytes of what did not fit; 0: nothing */
    cairn_kind smallest_kind;
    bool found;
    bool ended; /* the target is met: nothing else is tried */
    cairn_build_try now;
    uint64_t began; /* the present try, in milliseconds */
} chooser;

static bool fits(chooser *self, const cairn__image *image)
{
    uint64_t most = self->build->max_bytes;
    if (most == 0 || image->count <= most)
        return true;
    if (self->smallest == 0 || image->count < self->smallest) {
        self->smallest = image->count;
        self->smallest_kind = self->now.kind;
    }
    return false;
}

/* ---- tries ---- */

static void begin_try(chooser *self, cairn_kind kind)
{
    self->make.settings = self->build->make.settings;
    self->make.walk_count = 0;
    self->make.progress->kind = kind;
    self->now = (cairn_build_try){.kind = kind};
    self->began = cairn__get_milliseconds();
}

static void set(chooser *self, uint32_t option, uint64_t value)
{
    cairn__settings_set(&self->make.settings, option, value);
}

static void end_try(chooser *self, cairn_status status, const cairn__image *image,
                    const cairn__quality *quality)
{
    self->now.status = status;
    self->now.bytes = image->count;
    self->now.milliseconds = cairn__get_milliseconds() - self->began;
    cairn__bake_note_try(self->build, &self->now, quality);
}

static void keep(chooser *self, cairn__image *image)
{
    cairn__image_release(&self->make, &self->build->image);
    self->build->image = *image;
    self->build->kind = self->now.kind;
    *image = (cairn__image){0};
    self->found = true;
}

static cairn_status open_gauge(chooser *self)
{
    bool many = self->make.map->info.open_cells > MOST_SEARCHED;
    cairn_status status = cairn__bake_open_gauge(self->build, many ? FEW_PROBLEMS : PROBLEMS);
    self->make.engine = self->build->gauge.engine;
    return status;
}

/* Walks with an image, and keeps it if it is the best so far; releases the other one. */
static cairn_status consider(chooser *self, cairn__image *image)
{
    cairn_build *build = self->build;
    cairn__quality quality;
    cairn_status status = open_gauge(self);
    if (status == CAIRN_OK)
        status = cairn__gauge_run(&build->gauge, &self->make, image, &quality);
    if (status == CAIRN_OK)
        end_try(self, status, image, &quality);
    if (status == CAIRN_OK && (!self->found || quality.mean < build->quality.mean)) {
        keep(self, image);
        build->quality = quality;
        build->measured = true;
        self->ended = cairn__bake_is_good(build, &quality);
    }
    cairn__image_release(&self->make, image);
    return status;
}

/* Makes a database of the present try. LIMIT, NO_RECORD and what does not fit are no failures:
 * `fitted` is then false. */
static cairn_status make_image(chooser *self, cairn__image *image, bool *fitted)
{
    cairn_status status = cairn__bake_kind(&self->make, self->now.kind, image);
    *fitted = status == CAIRN_OK && fits(self, image);
    if (*fitted)
        return CAIRN_OK;
    if (status == CAIRN_OK || status == CAIRN_LIMIT || status == CAIRN_NO_RECORD)
        end_try(self, CAIRN_LIMIT, image, NULL);
    cairn__image_release(&self->make, image);
    return status == CAIRN_LIMIT || status == CAIRN_NO_RECORD ? CAIRN_OK : status;
}

/* ---- labels ---- */

static uint64_t get_most_entries(const chooser *self)
{
    uint64_t most = LEAST_ENTRIES + self->make.map->info.open_cells / CELLS_AN_ENTRY;
    uint64_t room = self->build->max_bytes * 8 / LEAST_ENTRY_BITS;
    return room > 0 && room < most ? room + 1 : most;
}

/* Exact ones are taken without measuring. */
static cairn_status try_labels(chooser *self, uint32_t eps, bool *fitted)
{
    cairn__image image;
    begin_try(self, CAIRN_DB_LABELS);
    set(self, CAIRN_OPTION_EPS, eps);
    set(self, CAIRN_OPTION_MAX_ENTRIES, get_most_entries(self));
    self->now.eps = eps;
    cairn_status status = make_image(self, &image, fitted);
    if (!*fitted)
        return status;
    if (eps > 0)
        return consider(self, &image);
    end_try(self, status, &image, NULL);
    keep(self, &image);
    return CAIRN_OK;
}

/* The smallest eps that fits. */
static cairn_status try_eps(chooser *self)
{
    bool fitted = false;
    cairn_status status = CAIRN_OK;
    for (int i = 0; status == CAIRN_OK && !fitted && i < EPS_STEPS; i++)
        status = try_labels(self, eps_steps[i], &fitted);
    return status;
}

/* ---- regions ---- */

/* The net is kept: it can be the fall-back of records. */
static cairn_status try_regions(chooser *self, uint64_t *bytes)
{
    cairn__image image;
    begin_try(self, CAIRN_DB_REGIONS);
    cairn_status status = cairn__net_make_for(&self->make, &self->net);
    self->make.net = &self->net;
    if (status == CAIRN_OK)
        status = cairn__net_write(&self->make, &self->net, &image);
    if (status != CAIRN_OK)
        return status;
    *bytes = image.count;
    if (fits(self, &image))
        return consider(self, &image);
    end_try(self, CAIRN_LIMIT, &image, NULL);
    cairn__image_release(&self->make, &image);
    return CAIRN_OK;
}

/* ---- records ---- */

/* How many records fit beside so many bytes; 0 if the map has none. */
static cairn_status find_records(chooser *self, uint64_t beside, uint32_t *records)
{
    cairn__image image;
    *records = RECORDS;
    if (self->build->max_bytes == 0)
        return CAIRN_OK;
    begin_try(self, CAIRN_DB_KNN);
    set(self, CAIRN_OPTION_RECORDS, SAMPLE_RECORDS);
    cairn_status status = cairn__bake_kind(&self->make, CAIRN_DB_KNN, &image);
    *records = 0;
    if (status != CAIRN_OK)
        return status == CAIRN_NO_RECORD ? CAIRN_OK : status;
    /* A tenth less than the sample says: records differ. */
    uint64_t room = self->build->max_bytes > beside ? self->build->max_bytes - beside : 0;
    uint64_t fitting = room * SAMPLE_RECORDS / image.count * 9 / 10;
    *records = fitting < MOST_RECORDS ? (uint32_t)fitting : MOST_RECORDS;
    cairn__image_release(&self->make, &image);
    return CAIRN_OK;
}

/* True if thousands of optimal paths take seconds. */
static bool is_searched_fast(const chooser *self)
{
    return cairn__engine_get_method(self->make.engine) == CAIRN_METHOD_LABELS ||
           self->make.map->info.open_cells <= MOST_SEARCHED;
}

static cairn_status make_records(chooser *self, uint32_t records, bool fallback)
{
    cairn__image image;
    bool fitted;
    begin_try(self, CAIRN_DB_KNN);
    set(self, CAIRN_OPTION_RECORDS, records);
    set(self, CAIRN_OPTION_FALLBACK, fallback);
    self->make.walk = ranked;
    self->make.walk_count = RANKED;
    cairn_status status = make_image(self, &image, &fitted);
    return fitted ? consider(self, &image) : status;
}

static cairn_status try_records(chooser *self, uint64_t net_bytes)
{
    uint32_t records = 0;
    bool fallback = true;
    cairn_status status = open_gauge(self);
    if (status != CAIRN_OK || !is_searched_fast(self))
        return status;
    status = find_records(self, net_bytes, &records);
    if (status == CAIRN_OK && records < LEAST_RECORDS) {
        fallback = false;
        status = find_records(self, 0, &records);
    }
    /* Too little room for any: the fewest are tried where nothing else fits. */
    if (status != CAIRN_OK || (records < LEAST_RECORDS && self->found))
        return status;
    return make_records(self, records < LEAST_RECORDS ? LEAST_RECORDS : records, fallback);
}

/* ---- choosing ---- */

static cairn_status fail_to_fit(const chooser *self)
{
    if (self->smallest == 0)
        return cairn__fail(self->make.detail, CAIRN_LIMIT, "no kind of database fits in %llu bytes",
                           (unsigned long long)self->build->max_bytes);
    return cairn__fail(self->make.detail, CAIRN_LIMIT,
                       "no kind of database fits in %llu bytes; the smallest would have %llu, "
                       "kind %s",
                       (unsigned long long)self->build->max_bytes,
                       (unsigned long long)self->smallest,
                       cairn_kind_get_name(self->smallest_kind));
}

/* Why: and what a much smaller database would be like. */
static void explain(const chooser *self)
{
    cairn_build *build = self->build;
    const cairn_build_try *other = NULL;
    int written = snprintf(build->reason, sizeof build->reason, "%s",
                           self->ended ? "the first of what fits that meets the target"
                                       : "the lowest mean suboptimality of what fits");
    for (uint32_t i = 0; i < build->tried; i++)
        if (build->tries[i].problems > 0 &&
            build->tries[i].bytes < build->image.count / MUCH_SMALLER)
            other = &build->tries[i];
    if (other != NULL)
        (void)snprintf(build->reason + written, sizeof build->reason - (size_t)written,
                       "; %s would have %llu bytes, %.1f s and %.2f %%",
                       cairn_kind_get_name(other->kind), (unsigned long long)other->bytes,
                       (double)other->milliseconds / 1000, (double)other->suboptimality / 10000);
}

static cairn_status try_others(chooser *self, bool strict)
{
    uint64_t net_bytes = 0;
    cairn_status status = strict ? try_eps(self) : CAIRN_OK;
    if (status == CAIRN_OK && !self->ended)
        status = try_regions(self, &net_bytes);
    if (status == CAIRN_OK && !self->ended)
        status = try_records(self, net_bytes);
    if (status == CAIRN_OK && !self->found)
        status = fail_to_fit(self);
    if (status == CAIRN_OK)
        explain(self);
    return status;
}

cairn_status cairn__bake_choose(cairn_build *build)
{
    chooser self = {.build = build, .make = build->make};
    bool strict = build->make.map->info.corners == CAIRN_CORNERS_STRICT, fitted = false;
    build->tried = 0;
    cairn_status status = strict ? try_labels(&self, 0, &fitted) : CAIRN_OK;
    if (fitted)
        (void)snprintf(build->reason, sizeof build->reason,
                       "labels give optimal paths, and they fit");
    else if (status == CAIRN_OK)
        status = try_others(&self, strict);
    cairn__release(&build->make.allocator, self.net.bytes);
    if (status != CAIRN_OK)
        cairn__bake_forget_image(build);
    return status;
}
