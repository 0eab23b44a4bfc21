/* cli_built.c: a database that a command builds in memory before it begins. */
#include "cli.h"

static int32_t show(void *context, const cairn_progress *progress)
{
    cli_progress_update(context, progress->unit != NULL ? progress->done : 0,
                        progress->unit != NULL ? progress->total : 0);
    return cli_signal == 0;
}

cairn_status cli_built_open(const cairn_map *map, cairn_kind kind,
                            const struct cli_arguments *arguments, struct cli_built *built,
                            cairn_detail *detail)
{
    struct cli_progress progress = {0};
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = kind,
                                 .progress = show,
                                 .progress_context = &progress,
                                 .detail = detail};
    cli_progress_begin(&progress, "steps of building", arguments);
    cairn_status status = cairn_build_create(map, &def, &built->build);
    if (status == CAIRN_OK)
        status = cairn_build_run(built->build);
    if (status == CAIRN_OK)
        status = cairn_build_open_db(built->build, &built->db);
    cli_progress_end(&progress);
    return status;
}

void cli_built_close(struct cli_built *built)
{
    cairn_db_close(built->db);
    cairn_build_destroy(built->build);
}
