/* build_image.c: each kind's build behind one function. */
#include "build_image.h"

#include <stdlib.h>

/* A finished build of any kind, and how it writes itself to memory. */
typedef cairn_status (*writer)(const void *build, size_t capacity, void *image, size_t *bytes);

static cairn_status write_image(writer write, const void *build, struct cli_image *image)
{
    size_t bytes = 0;
    cairn_status status = write(build, 0, NULL, &bytes);
    if (status != CAIRN_CAPACITY)
        return status;
    image->bytes = malloc(bytes);
    image->count = bytes;
    return image->bytes == NULL ? CAIRN_MEMORY : write(build, bytes, image->bytes, &bytes);
}

void cli_image_free(struct cli_image *image)
{
    free(image->bytes);
    *image = (struct cli_image){0};
}

static void begin_progress(const struct cli_image_maker *maker, const char *noun,
                           struct cli_progress *progress)
{
    cli_progress_begin(progress, noun, maker->shared);
    progress->title = maker->title;
}

/* ---- records ---- */

static bool show_records(void *context, const cairn_build_progress *progress)
{
    struct cli_progress *shown = context;
    shown->phase = progress->phase == CAIRN_BUILD_RECORDS ? NULL : "preparing the map";
    cli_progress_update(shown, progress->finished, progress->records);
    return cli_signal == 0;
}

static cairn_status write_records(const void *build, size_t capacity, void *image, size_t *bytes)
{
    return cairn_build_write_memory(build, capacity, image, bytes);
}

cairn_status cli_image_take_records(const cairn_build *build, struct cli_image *image)
{
    *image = (struct cli_image){0};
    return write_image(write_records, build, image);
}

static cairn_status make_records(const struct cli_image_maker *maker,
                                 const struct cli_recipe *recipe, struct cli_image *image)
{
    struct cli_progress progress;
    cairn_build *build = NULL;
    cairn_build_def def = cairn_default_build_def();
    def.map = maker->map;
    def.records = recipe->records;
    def.seed = recipe->seed;
    def.threads = maker->threads;
    def.engine = maker->engine;
    def.detail = maker->detail;
    def.progress = show_records;
    def.progress_context = &progress;
    begin_progress(maker, "records", &progress);
    cairn_status status = cairn_build_create(&def, &build);
    if (status == CAIRN_OK)
        status = cairn_build_run(build);
    cli_progress_end(&progress);
    if (status == CAIRN_OK)
        status = cli_image_take_records(build, image);
    cairn_build_destroy(build);
    return status;
}

/* ---- entry states ---- */

static bool show_entries(void *context, const cairn_dlrta_progress *progress)
{
    struct cli_progress *shown = context;
    shown->phase = progress->phase == CAIRN_DLRTA_ENTRIES ? NULL : "preparing the map";
    cli_progress_update(shown, progress->finished, progress->regions);
    return cli_signal == 0;
}

static cairn_status write_entries(const void *build, size_t capacity, void *image, size_t *bytes)
{
    return cairn_dlrta_build_write_memory(build, capacity, image, bytes);
}

static cairn_status make_entries(const struct cli_image_maker *maker,
                                 const struct cli_recipe *recipe, struct cli_image *image)
{
    struct cli_progress progress;
    cairn_dlrta_build *build = NULL;
    cairn_dlrta_build_def def = cairn_default_dlrta_build_def();
    def.map = maker->map;
    def.level = recipe->level > 0 ? recipe->level : def.level;
    def.threads = maker->threads;
    def.detail = maker->detail;
    def.progress = show_entries;
    def.progress_context = &progress;
    begin_progress(maker, "regions", &progress);
    cairn_status status = cairn_dlrta_build_create(&def, &build);
    if (status == CAIRN_OK)
        status = cairn_dlrta_build_run(build);
    cli_progress_end(&progress);
    if (status == CAIRN_OK)
        status = write_image(write_entries, build, image);
    cairn_dlrta_build_destroy(build);
    return status;
}

/* ---- regions ---- */

static bool show_regions(void *context, const cairn_regions_progress *progress)
{
    struct cli_progress *shown = context;
    static const char *const phases[] = {"growing regions", "finding ways", NULL};
    shown->phase = phases[progress->phase];
    cli_progress_update(shown, progress->finished, progress->regions);
    return cli_signal == 0;
}

cairn_status cli_make_net(const struct cli_image_maker *maker, cairn_regions_build **build)
{
    struct cli_progress progress;
    cairn_regions_build_def def = cairn_default_regions_build_def();
    def.map = maker->map;
    def.threads = maker->threads;
    def.detail = maker->detail;
    def.progress = show_regions;
    def.progress_context = &progress;
    begin_progress(maker, "regions", &progress);
    cairn_status status = cairn_regions_build_create(&def, build);
    if (status == CAIRN_OK)
        status = cairn_regions_build_run(*build);
    cli_progress_end(&progress);
    return status;
}

static cairn_status write_regions(const void *build, size_t capacity, void *image, size_t *bytes)
{
    return cairn_regions_build_write_memory(build, capacity, image, bytes);
}

static cairn_status make_regions(const struct cli_image_maker *maker,
                                 const struct cli_recipe *recipe, struct cli_image *image)
{
    cairn_regions_build *build = NULL;
    (void)recipe;
    cairn_status status = maker->net == NULL ? cli_make_net(maker, &build) : CAIRN_OK;
    if (status == CAIRN_OK)
        status = write_image(write_regions, build != NULL ? build : maker->net, image);
    cairn_regions_build_destroy(build);
    return status;
}

/* ---- labels ---- */

static bool show_labels(void *context, const cairn_labels_progress *progress)
{
    struct cli_progress *shown = context;
    shown->phase = progress->finished > 0 ? NULL : "preparing the map";
    cli_progress_update(shown, progress->finished, progress->corners);
    return cli_signal == 0;
}

static cairn_status write_labels(const void *build, size_t capacity, void *image, size_t *bytes)
{
    return cairn_labels_build_write_memory(build, capacity, image, bytes);
}

static cairn_status make_labels(const struct cli_image_maker *maker,
                                const struct cli_recipe *recipe, struct cli_image *image)
{
    struct cli_progress progress;
    cairn_labels_build *build = NULL;
    cairn_labels_build_def def = cairn_default_labels_build_def();
    def.map = maker->map;
    def.eps = recipe->eps;
    def.max_entries = recipe->max_entries > 0 ? recipe->max_entries : def.max_entries;
    def.threads = maker->threads;
    def.detail = maker->detail;
    def.progress = show_labels;
    def.progress_context = &progress;
    begin_progress(maker, "corners", &progress);
    cairn_status status = cairn_labels_build_create(&def, &build);
    if (status == CAIRN_OK)
        status = cairn_labels_build_run(build);
    cli_progress_end(&progress);
    if (status == CAIRN_OK)
        status = write_image(write_labels, build, image);
    cairn_labels_build_destroy(build);
    return status;
}

/* ---- any kind ---- */

/* A database and the net behind it, while they are joined. */
struct pair {
    const cairn_db *db;
    const cairn_regions_build *net;
};

static cairn_status write_pair(const void *build, size_t capacity, void *image, size_t *bytes)
{
    const struct pair *pair = build;
    return cairn_regions_build_write_fallback_memory(pair->net, pair->db, capacity, image, bytes);
}

/* Puts a net of regions behind the database of an image. */
static cairn_status add_fallback(const struct cli_image_maker *maker, struct cli_image *image)
{
    struct cli_image alone = *image;
    cairn_db *db = NULL;
    cairn_regions_build *build = NULL;
    cairn_db_def def = cairn_default_db_def();
    def.detail = maker->detail;
    *image = (struct cli_image){0};
    cairn_status status = cairn_db_open_memory(alone.bytes, alone.count, &def, &db);
    if (status == CAIRN_OK && maker->net == NULL)
        status = cli_make_net(maker, &build);
    struct pair pair = {db, build != NULL ? build : maker->net};
    if (status == CAIRN_OK)
        status = write_image(write_pair, &pair, image);
    cairn_regions_build_destroy(build);
    cairn_db_close(db);
    cli_image_free(&alone);
    return status;
}

static cairn_status make_kind(const struct cli_image_maker *maker, const struct cli_recipe *recipe,
                              struct cli_image *image)
{
    switch (recipe->kind) {
    case CAIRN_DB_KNN:
        return make_records(maker, recipe, image);
    case CAIRN_DB_DLRTA:
        return make_entries(maker, recipe, image);
    case CAIRN_DB_REGIONS:
        return make_regions(maker, recipe, image);
    case CAIRN_DB_LABELS:
        return make_labels(maker, recipe, image);
    }
    return CAIRN_ARGUMENT;
}

cairn_status cli_image_make(const struct cli_image_maker *maker, const struct cli_recipe *recipe,
                            struct cli_image *image)
{
    *image = (struct cli_image){0};
    cairn_status status = make_kind(maker, recipe, image);
    if (status == CAIRN_OK && recipe->fallback)
        status = add_fallback(maker, image);
    if (status != CAIRN_OK)
        cli_image_free(image);
    return status;
}

int cli_image_write(const struct cli_image *image, const char *output, const char *map)
{
    struct cli_file file;
    int code = cli_file_open(output, map, &file);
    if (code != CLI_YES)
        return code;
    (void)fwrite(image->bytes, 1, image->count, file.stream);
    return cli_file_close(&file, true);
}
