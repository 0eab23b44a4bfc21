/* build_regions.c: `cairn build --kind regions`: the off-line phase of walking by regions, and the
 * net of it that other kinds fall back on. */
#include "build_job.h"

#include <stdlib.h>

struct regions {
    const struct cli_build_request *request;
    const struct cli_build_job *names;
    cairn_detail detail;
    uint64_t spent_ns;
    char *path; /* of the database */
    cairn_map *map;
    cairn_regions_build *build;
};

static bool show_progress(void *context, const cairn_regions_progress *progress)
{
    struct cli_progress *shown = context;
    static const char *const phases[] = {"growing regions", "finding ways", NULL};
    shown->phase = phases[progress->phase];
    cli_progress_update(shown, progress->finished, progress->regions);
    return cli_signal == 0;
}

cairn_status cli_make_net(struct cli_net_request *request, cairn_regions_build **build)
{
    struct cli_progress progress;
    cairn_regions_build_def def = cairn_default_regions_build_def();
    def.map = request->map;
    def.threads = request->threads;
    def.detail = request->detail;
    def.progress = show_progress;
    def.progress_context = &progress;
    cli_progress_begin(&progress, "regions", request->shared);
    progress.title = request->title;
    cairn_status status = cairn_regions_build_create(&def, build);
    if (status == CAIRN_OK)
        status = cairn_regions_build_run(*build);
    request->spent_ns = cli_progress_get_elapsed(&progress);
    cli_progress_end(&progress);
    return status;
}

static int open_map(struct regions *regions)
{
    const char *map_path = regions->names->map;
    int code = cli_find_output(regions->names->output, map_path, &regions->path);
    if (code == CLI_YES)
        code = cli_open_map(map_path, regions->request->shared.corners, &regions->map);
    return code;
}

static int run(struct regions *regions)
{
    struct cli_net_request net = {.map = regions->map,
                                  .threads = regions->request->def.threads,
                                  .shared = &regions->request->shared,
                                  .title = regions->names->title,
                                  .detail = &regions->detail};
    cairn_status status = cli_make_net(&net, &regions->build);
    regions->spent_ns = net.spent_ns;
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal,
                        "interrupted: a database of regions is whole or useless, nothing was "
                        "written");
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, regions->names->map, status, &regions->detail);
    status = cairn_regions_build_write(regions->build, regions->path);
    return status == CAIRN_OK ? CLI_YES
                              : cli_fail_file(CLI_BAD, regions->path, status, &regions->detail);
}

/* What was made, as the file itself says it. */
static int print_result(const struct regions *regions)
{
    const struct cli_arguments *shared = &regions->request->shared;
    if (shared->quiet && !shared->json)
        return CLI_YES;
    cairn_db *db = NULL;
    int code = cli_open_db(regions->path, &db);
    if (code != CLI_YES)
        return code;
    cairn_db_info info = cairn_db_get_info(db);
    cairn_db_close(db);
    double seconds = (double)(regions->spent_ns / 1000000) / 1e3;
    if (regions->names->title[0] != '\0' && !shared->json)
        return printf("%s%u regions, %ju bytes, %.1f s, %s\n", regions->names->title, info.regions,
                      (uintmax_t)info.bytes, seconds, regions->names->output) < 0
                   ? CLI_BAD
                   : CLI_YES;
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", regions->names->output);
    cli_report_add_integer(&report, "regions", info.regions);
    cli_report_add_integer(&report, "records", info.records);
    cli_report_add_integer(&report, "states", info.states);
    cli_report_add_integer(&report, "bytes", info.bytes);
    cli_report_add_integer(&report, "threads", regions->request->def.threads);
    cli_report_add_real(&report, "seconds", seconds);
    return cli_report_print(&report, stdout, shared->json);
}

/* True if the output is there already and is right for the map: there is no other choice. */
static bool is_up_to_date(const struct regions *regions)
{
    cairn_db_def def = cairn_default_db_def();
    cairn_db *db = NULL;
    if (cairn_db_open(regions->names->output, &def, &db) != CAIRN_OK)
        return false;
    bool same = cairn_db_get_info(db).kind == CAIRN_DB_REGIONS &&
                cairn_db_verify(db, regions->map, NULL) == CAIRN_OK;
    cairn_db_close(db);
    return same;
}

static int skip(const struct regions *regions)
{
    const struct cli_arguments *shared = &regions->request->shared;
    if (!shared->quiet && !shared->json)
        printf("%s%s is up to date\n", regions->names->title, regions->names->output);
    return CLI_YES;
}

int cli_build_regions(const struct cli_build_request *request, const struct cli_build_job *names)
{
    struct regions regions = {.request = request, .names = names};
    int code = open_map(&regions);
    if (code == CLI_YES && request->update && is_up_to_date(&regions)) {
        code = skip(&regions);
    } else {
        if (code == CLI_YES)
            code = run(&regions);
        if (code == CLI_YES)
            code = print_result(&regions);
    }
    cairn_regions_build_destroy(regions.build);
    cairn_map_close(regions.map);
    free(regions.path);
    return code;
}
