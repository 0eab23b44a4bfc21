/* build_dlrta.c: `cairn build --kind dlrta`: the off-line phase of D LRTA*. */
#include "build_job.h"

#include <stdlib.h>

struct dlrta {
    const struct cli_arguments *shared;
    const struct cli_build_job *names;
    cairn_dlrta_build_def def;
    cairn_detail detail;
    struct cli_progress progress;
    uint64_t spent_ns;
    char *path; /* of the database */
    cairn_map *map;
    cairn_dlrta_build *build;
};

uint64_t cli_get_paper_bytes(const cairn_db_info *info)
{
    return 4 * ((uint64_t)info->width * info->height + info->states);
}

static bool show_progress(void *context, const cairn_dlrta_progress *progress)
{
    struct cli_progress *shown = context;
    shown->phase = progress->phase == CAIRN_DLRTA_ENTRIES ? NULL : "preparing the map";
    cli_progress_update(shown, progress->finished, progress->regions);
    return cli_signal == 0;
}

static int open_build(struct dlrta *dlrta)
{
    const char *map_path = dlrta->names->map;
    int code = cli_find_output(dlrta->names->output, map_path, &dlrta->path);
    if (code == CLI_YES)
        code = cli_open_map(map_path, dlrta->shared->corners, &dlrta->map);
    if (code != CLI_YES)
        return code;
    dlrta->def.map = dlrta->map;
    dlrta->def.detail = &dlrta->detail;
    dlrta->def.progress = show_progress;
    dlrta->def.progress_context = &dlrta->progress;
    cairn_status status = cairn_dlrta_build_create(&dlrta->def, &dlrta->build);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, map_path, status, &dlrta->detail);
}

static int run(struct dlrta *dlrta)
{
    cli_progress_begin(&dlrta->progress, "regions", dlrta->shared);
    dlrta->progress.title = dlrta->names->title;
    cairn_status status = cairn_dlrta_build_run(dlrta->build);
    dlrta->spent_ns = cli_progress_get_elapsed(&dlrta->progress);
    cli_progress_end(&dlrta->progress);
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal,
                        "interrupted: a database of regions is whole or useless, nothing was "
                        "written");
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, dlrta->names->map, status, &dlrta->detail);
    status = cairn_dlrta_build_write(dlrta->build, dlrta->path);
    return status == CAIRN_OK ? CLI_YES
                              : cli_fail_file(CLI_BAD, dlrta->path, status, &dlrta->detail);
}

/* What was made, as the file itself says it. */
static int print_result(const struct dlrta *dlrta)
{
    if (dlrta->shared->quiet && !dlrta->shared->json)
        return CLI_YES;
    cairn_db *db = NULL;
    int code = cli_open_db(dlrta->path, &db);
    if (code != CLI_YES)
        return code;
    cairn_db_info info = cairn_db_get_info(db);
    cairn_db_close(db);
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", dlrta->names->output);
    cli_report_add_integer(&report, "level", info.level);
    cli_report_add_integer(&report, "regions", info.regions);
    cli_report_add_integer(&report, "records", info.records);
    cli_report_add_integer(&report, "bytes", info.bytes);
    cli_report_add_integer(&report, "paper_bytes", cli_get_paper_bytes(&info));
    cli_report_add_integer(&report, "threads", dlrta->def.threads);
    cli_report_add_real(&report, "seconds", (double)(dlrta->spent_ns / 1000000) / 1e3);
    return cli_report_print(&report, stdout, dlrta->shared->json);
}

int cli_build_dlrta(const struct cli_build_request *request, const struct cli_build_job *names)
{
    struct dlrta dlrta = {
        .shared = &request->shared, .names = names, .def = cairn_default_dlrta_build_def()};
    dlrta.def.level = request->level > 0 ? request->level : dlrta.def.level;
    dlrta.def.threads = request->def.threads;
    int code = open_build(&dlrta);
    if (code == CLI_YES)
        code = run(&dlrta);
    if (code == CLI_YES)
        code = print_result(&dlrta);
    cairn_dlrta_build_destroy(dlrta.build);
    cairn_map_close(dlrta.map);
    free(dlrta.path);
    return code;
}
