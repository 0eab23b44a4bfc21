/* build_choice.c: which kind of database is best for a map.
 *
 * Labels without eps are the end of the search: no agent walks a shorter path. They are taken if
 * they fit: into the bytes allowed, and where none are given into a number of entries that grows
 * with the map, so that noise and mazes of one cell's width end soon. Whatever else fits is built
 * and walked with on sampled problems; the lowest mean suboptimality wins. */
#include "build_image.h"
#include "build_job.h"

#include <stdlib.h>

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
enum { PROBLEMS = 300, CANDIDATES = 50, CUTOFF = 1000 };

/* Where optimal paths do not come from labels, each is a search among all cells: on maps with more
 * open cells than these no records are made, and fewer problems are measured. */
enum { MOST_SEARCHED = 400000, FEW_PROBLEMS = 50 };

struct chooser {
    struct cli_image_maker maker;
    uint64_t max_bytes; /* 0: no limit */
    uint64_t smallest;  /* of what did not fit */
    cairn_regions_build *net;
    struct cli_gauge gauge;
    bool found;
    struct cli_choice *choice;
    struct cli_image *best;
};

static bool fits(struct chooser *self, size_t bytes)
{
    if (self->max_bytes == 0 || bytes <= self->max_bytes)
        return true;
    if (self->smallest == 0 || bytes < self->smallest)
        self->smallest = bytes;
    return false;
}

/* ---- measuring ---- */

static cairn_status open_gauge(struct chooser *self)
{
    if (self->gauge.problems != NULL)
        return CAIRN_OK;
    cairn_build_def def = cairn_default_build_def();
    bool many = cli_get_map_info(self->maker.map).passable > MOST_SEARCHED;
    struct cli_target target = {.problems = many ? FEW_PROBLEMS : PROBLEMS};
    def.threads = self->maker.threads;
    cairn_status status = cli_gauge_open(self->maker.map, &def, &target, &self->gauge);
    if (status == CAIRN_OK)
        self->maker.engine = self->gauge.engine;
    return status;
}

/* Walks with an image, and keeps it if it is the best so far; frees the other one. */
static cairn_status consider(struct chooser *self, struct cli_image *image, bool ranked)
{
    struct cli_quality quality;
    cairn_agent_def def = cairn_default_agent_def();
    if (ranked) {
        def.rank_by_length = def.skip_ahead = true;
        def.candidates = CANDIDATES;
        def.cutoff = CUTOFF;
    }
    cairn_status status = open_gauge(self);
    if (status == CAIRN_OK)
        status = cli_gauge_walk(&self->gauge, image->bytes, image->count, &def, &quality);
    if (status == CAIRN_OK && (!self->found || quality.mean < self->choice->quality.mean)) {
        cli_image_free(self->best);
        *self->best = *image;
        *image = (struct cli_image){0};
        self->found = true;
        self->choice->quality = quality;
        self->choice->problems = self->gauge.count;
        self->choice->options = ranked ? "--rank --skip --candidates 50 --cutoff 1000" : NULL;
    }
    cli_image_free(image);
    return status;
}

/* ---- candidates ---- */

static uint64_t get_most_entries(const struct chooser *self)
{
    uint64_t most = LEAST_ENTRIES + cli_get_map_info(self->maker.map).passable / CELLS_AN_ENTRY;
    uint64_t room = self->max_bytes * 8 / LEAST_ENTRY_BITS;
    return self->max_bytes > 0 && room < most ? room + 1 : most;
}

/* Tries labels; exact ones are taken without measuring. LIMIT and what does not fit are no
 * failures. */
static cairn_status try_labels(struct chooser *self, uint32_t eps, bool *fitted)
{
    struct cli_image image;
    struct cli_recipe recipe = {
        .kind = CAIRN_DB_LABELS, .eps = eps, .max_entries = get_most_entries(self)};
    cairn_status status = cli_image_make(&self->maker, &recipe, &image);
    *fitted = status == CAIRN_OK && fits(self, image.count);
    if (*fitted && eps > 0)
        return consider(self, &image, false);
    if (*fitted) {
        *self->best = image;
        self->found = true;
        return CAIRN_OK;
    }
    cli_image_free(&image);
    return status == CAIRN_LIMIT ? CAIRN_OK : status;
}

/* The smallest eps that fits. */
static cairn_status try_eps(struct chooser *self)
{
    bool fitted = false;
    cairn_status status = CAIRN_OK;
    for (int i = 0; status == CAIRN_OK && !fitted && i < EPS_STEPS; i++)
        status = try_labels(self, eps_steps[i], &fitted);
    return status;
}

static cairn_status try_regions(struct chooser *self, uint64_t *bytes)
{
    struct cli_image image;
    struct cli_recipe recipe = {.kind = CAIRN_DB_REGIONS};
    cairn_status status = cli_make_net(&self->maker, &self->net);
    self->maker.net = self->net;
    if (status == CAIRN_OK)
        status = cli_image_make(&self->maker, &recipe, &image);
    if (status != CAIRN_OK)
        return status;
    *bytes = image.count;
    if (fits(self, image.count))
        return consider(self, &image, false);
    cli_image_free(&image);
    return CAIRN_OK;
}

/* How many records fit beside so many bytes. */
static cairn_status find_records(struct chooser *self, uint64_t beside, uint32_t *records)
{
    struct cli_image image;
    struct cli_recipe recipe = {.kind = CAIRN_DB_KNN, .records = SAMPLE_RECORDS, .seed = 1};
    *records = RECORDS;
    if (self->max_bytes == 0)
        return CAIRN_OK;
    cairn_status status = cli_image_make(&self->maker, &recipe, &image);
    if (status != CAIRN_OK)
        return status;
    /* A tenth less than the sample says: records differ. */
    uint64_t room = self->max_bytes > beside ? self->max_bytes - beside : 0;
    uint64_t fitting = room * SAMPLE_RECORDS / image.count * 9 / 10;
    *records = fitting < MOST_RECORDS ? (uint32_t)fitting : MOST_RECORDS;
    cli_image_free(&image);
    return CAIRN_OK;
}

/* True if thousands of optimal paths take seconds. */
static bool is_searched_fast(const struct chooser *self)
{
    return cairn_path_engine_get_info(self->gauge.engine).method == CAIRN_PATH_LABELS ||
           cli_get_map_info(self->maker.map).passable <= MOST_SEARCHED;
}

static cairn_status try_records(struct chooser *self, uint64_t net_bytes)
{
    struct cli_image image;
    struct cli_recipe recipe = {.kind = CAIRN_DB_KNN, .seed = 1, .fallback = true};
    cairn_status status = open_gauge(self);
    if (status != CAIRN_OK || !is_searched_fast(self))
        return status;
    status = find_records(self, net_bytes, &recipe.records);
    if (status == CAIRN_OK && recipe.records < LEAST_RECORDS) {
        recipe.fallback = false;
        status = find_records(self, 0, &recipe.records);
    }
    if (status != CAIRN_OK || recipe.records < LEAST_RECORDS)
        return status == CAIRN_NO_RECORD ? CAIRN_OK : status;
    status = cli_image_make(&self->maker, &recipe, &image);
    if (status != CAIRN_OK)
        return status == CAIRN_NO_RECORD ? CAIRN_OK : status;
    if (fits(self, image.count))
        return consider(self, &image, true);
    cli_image_free(&image);
    return CAIRN_OK;
}

/* ---- choosing ---- */

static cairn_status fail_to_fit(const struct chooser *self)
{
    (void)snprintf(self->maker.detail->text, sizeof self->maker.detail->text,
                   "no kind of database fits in %ju bytes; the smallest would have %ju",
                   (uintmax_t)self->max_bytes, (uintmax_t)self->smallest);
    return CAIRN_LIMIT;
}

static cairn_status choose(struct chooser *self)
{
    bool strict = cli_get_map_info(self->maker.map).corners == CAIRN_CORNERS_STRICT;
    uint64_t net_bytes = 0;
    bool fitted = false;
    cairn_status status = strict ? try_labels(self, 0, &fitted) : CAIRN_OK;
    if (fitted) {
        self->choice->reason = "labels give optimal paths, and they fit";
        return status;
    }
    self->choice->reason = "the lowest mean suboptimality of what fits";
    if (status == CAIRN_OK && strict)
        status = try_eps(self);
    if (status == CAIRN_OK)
        status = try_regions(self, &net_bytes);
    if (status == CAIRN_OK)
        status = try_records(self, net_bytes);
    return status == CAIRN_OK && !self->found ? fail_to_fit(self) : status;
}

cairn_status cli_choose(const struct cli_image_maker *maker, uint64_t max_bytes,
                        struct cli_choice *choice, struct cli_image *image)
{
    struct chooser self = {
        .maker = *maker, .max_bytes = max_bytes, .choice = choice, .best = image};
    *choice = (struct cli_choice){0};
    *image = (struct cli_image){0};
    cairn_status status = choose(&self);
    cairn_regions_build_destroy(self.net);
    cli_gauge_close(&self.gauge);
    if (status != CAIRN_OK)
        cli_image_free(image);
    return status;
}
