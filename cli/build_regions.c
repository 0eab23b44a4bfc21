/* build_regions.c: `cairn build --kind regions`: the off-line phase of walking by regions,
 * and the fall-back of other kinds. */
#include "build_job.h"

#include <stdlib.h>

struct regions {
    const struct cli_arguments *shared;
    const struct cli_build_job *names;
    cairn_regions_build_def def;
    cairn_detail detail;
    struct cli_progress progress;
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

static int open_build(struct regions *regions)
{
    const char *map_path = regions->names->map;
    int code = cli_find_output(regions->names->output, map_path, &regions->path);
    if (code == CLI_YES)
        code = cli_open_map(map_path, regions->shared->corners, &regions->map);
    if (code != CLI_YES)
        return code;
    regions->def.map = regions->map;
    regions->def.detail = &regions->detail;
    regions->def.progress = show_progress;
    regions->def.progress_context = &regions->progress;
    cairn_status status = cairn_regions_build_create(&regions->def, &regions->build);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, map_path, status, &regions->detail);
}

static int run(struct regions *regions)
{
    cli_progress_begin(&regions->progress, "regions", regions->shared);
    regions->progress.title = regions->names->title;
    cairn_status status = cairn_regions_build_run(regions->build);
    regions->spent_ns = cli_progress_get_elapsed(&regions->progress);
    cli_progress_end(&regions->progress);
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
    if (regions->shared->quiet && !regions->shared->json)
        return CLI_YES;
    cairn_db *db = NULL;
    int code = cli_open_db(regions->path, &db);
    if (code != CLI_YES)
        return code;
    cairn_db_info info = cairn_db_get_info(db);
    cairn_db_close(db);
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", regions->names->output);
    cli_report_add_integer(&report, "regions", info.regions);
    cli_report_add_integer(&report, "records", info.records);
    cli_report_add_integer(&report, "bytes", info.bytes);
    cli_report_add_integer(&report, "threads", regions->def.threads);
    cli_report_add_real(&report, "seconds", (double)(regions->spent_ns / 1000000) / 1e3);
    return cli_report_print(&report, stdout, regions->shared->json);
}

int cli_build_regions(const struct cli_build_request *request, const struct cli_build_job *names)
{
    struct regions regions = {
        .shared = &request->shared, .names = names, .def = cairn_default_regions_build_def()};
    regions.def.threads = request->def.threads;
    int code = open_build(&regions);
    if (code == CLI_YES)
        code = run(&regions);
    if (code == CLI_YES)
        code = print_result(&regions);
    cairn_regions_build_destroy(regions.build);
    cairn_map_close(regions.map);
    free(regions.path);
    return code;
}
