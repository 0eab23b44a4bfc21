/* build_whole.c: `cairn build` of the kinds that are made in one go: dlrta, regions, labels, or
 * whichever is best. */
#include "build_image.h"
#include "build_job.h"

#include <stdlib.h>
#include <string.h>

struct whole {
    const struct cli_build_request *request;
    const struct cli_build_job *names;
    cairn_detail detail;
    struct cli_recipe recipe;
    struct cli_choice choice; /* unless the kind was given */
    uint64_t spent_ns;
    char *path; /* of the database */
    cairn_map *map;
    struct cli_image image;
};

uint64_t cli_get_paper_bytes(const cairn_db_info *info)
{
    return 4 * ((uint64_t)info->width * info->height + info->states);
}

static int open_map(struct whole *whole)
{
    const char *map_path = whole->names->map;
    int code = cli_find_output(whole->names->output, map_path, &whole->path);
    if (code == CLI_YES)
        code = cli_open_map(map_path, whole->request->shared.corners, &whole->map);
    return code;
}

static int run(struct whole *whole)
{
    const struct cli_build_request *request = whole->request;
    struct cli_image_maker maker = {.map = whole->map,
                                    .threads = request->def.threads,
                                    .shared = &request->shared,
                                    .title = whole->names->title,
                                    .detail = &whole->detail};
    uint64_t began = cli_get_time();
    cairn_status status =
        request->chooses ? cli_choose(&maker, request->max_bytes, &whole->choice, &whole->image)
                         : cli_image_make(&maker, &whole->recipe, &whole->image);
    whole->spent_ns = cli_get_time() - began;
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal,
                        "interrupted: a database of this kind is whole or useless, nothing was "
                        "written");
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, whole->names->map, status, &whole->detail);
    return cli_image_write(&whole->image, whole->path, whole->names->map);
}

/* ---- what was made ---- */

/* The size of it, in the words of its kind. */
static void add_size(const cairn_db_info *info, struct cli_report *report)
{
    if (info->kind == CAIRN_DB_DLRTA)
        cli_report_add_integer(report, "level", info->level);
    if (info->regions > 0)
        cli_report_add_integer(report, "regions", info->regions);
    if (info->kind == CAIRN_DB_LABELS) {
        cli_report_add_integer(report, "corners_count", info->corners_count);
        cli_report_add_integer(report, "entries", info->entries);
        cli_report_add_real(report, "eps", info->eps / 10000.0);
    } else {
        cli_report_add_integer(report, "records", info->records);
    }
    if (info->kind == CAIRN_DB_REGIONS || info->kind == CAIRN_DB_KNN)
        cli_report_add_integer(report, "states", info->states);
    if (info->kind == CAIRN_DB_LABELS || info->kind == CAIRN_DB_KNN)
        cli_report_add_flag(report, "fallback", info->fallback);
    cli_report_add_integer(report, "bytes", info->bytes);
    if (info->kind == CAIRN_DB_DLRTA)
        cli_report_add_integer(report, "paper_bytes", cli_get_paper_bytes(info));
}

/* What agents can expect of a choice. */
static void add_choice(const struct cli_choice *choice, struct cli_report *report)
{
    cli_report_add_word(report, "because", choice->reason);
    if (choice->problems == 0)
        return;
    cli_report_add_integer(report, "problems", choice->problems);
    cli_report_add_real(report, "mean_suboptimality", choice->quality.mean);
    cli_report_add_real(report, "median_suboptimality", choice->quality.median);
    if (choice->quality.cut > 0)
        cli_report_add_integer(report, "cut", choice->quality.cut);
    if (choice->options != NULL)
        cli_report_add_word(report, "walk_with", choice->options);
}

static int print_report(const struct whole *whole, const cairn_db_info *info)
{
    const struct cli_arguments *shared = &whole->request->shared;
    double seconds = (double)(whole->spent_ns / 1000000) / 1e3;
    if (whole->names->title[0] != '\0' && !shared->json) {
        int printed = printf("%s%s, %ju bytes, %.1f s, %s\n", whole->names->title,
                             cairn_db_kind_get_name(info->kind), (uintmax_t)info->bytes, seconds,
                             whole->names->output);
        return printed < 0 ? CLI_BAD : CLI_YES;
    }
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", whole->names->output);
    cli_report_add_word(&report, "kind", cairn_db_kind_get_name(info->kind));
    if (whole->request->chooses)
        add_choice(&whole->choice, &report);
    add_size(info, &report);
    cli_report_add_integer(&report, "threads", whole->request->def.threads);
    cli_report_add_real(&report, "seconds", seconds);
    return cli_report_print(&report, stdout, shared->json);
}

/* As the file itself says it. */
static int print_result(const struct whole *whole)
{
    const struct cli_arguments *shared = &whole->request->shared;
    if (shared->quiet && !shared->json)
        return CLI_YES;
    cairn_db *db = NULL;
    int code = cli_open_db(whole->path, &db);
    if (code != CLI_YES)
        return code;
    cairn_db_info info = cairn_db_get_info(db);
    cairn_db_close(db);
    return print_report(whole, &info);
}

/* ---- what is there already ---- */

static bool is_wanted(const struct whole *whole, const cairn_db_info *info)
{
    const struct cli_recipe *recipe = &whole->recipe;
    if (whole->request->chooses)
        return whole->request->max_bytes == 0 || info->bytes <= whole->request->max_bytes;
    return info->kind == recipe->kind && info->eps == recipe->eps &&
           info->fallback == recipe->fallback;
}

static bool is_up_to_date(const struct whole *whole)
{
    cairn_db_def def = cairn_default_db_def();
    cairn_db *db = NULL;
    if (cairn_db_open(whole->names->output, &def, &db) != CAIRN_OK)
        return false;
    cairn_db_info info = cairn_db_get_info(db);
    bool good = is_wanted(whole, &info) && cairn_db_verify(db, whole->map, NULL) == CAIRN_OK;
    cairn_db_close(db);
    return good;
}

static int skip(const struct whole *whole)
{
    const struct cli_arguments *shared = &whole->request->shared;
    if (!shared->quiet && !shared->json)
        printf("%s%s is up to date\n", whole->names->title, whole->names->output);
    return CLI_YES;
}

int cli_build_whole(const struct cli_build_request *request, const struct cli_build_job *names)
{
    struct whole whole = {.request = request,
                          .names = names,
                          .recipe = {.kind = request->kind,
                                     .level = request->level,
                                     .eps = request->eps,
                                     .fallback = request->fallback}};
    int code = open_map(&whole);
    if (code == CLI_YES && request->update && is_up_to_date(&whole)) {
        code = skip(&whole);
    } else {
        if (code == CLI_YES)
            code = run(&whole);
        if (code == CLI_YES)
            code = print_result(&whole);
    }
    cli_image_free(&whole.image);
    cairn_map_close(whole.map);
    free(whole.path);
    return code;
}
