/* cmd_db_info.c: `cairn db info`: what a database's header says. */
#include "cli.h"

static const struct argp_child children[] = {{&cli_common_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {.parser = cli_parse_arguments,
                                 .args_doc = "DB",
                                 .doc = "Prints what a database's header says.",
                                 .children = children};

/* What only databases of this kind have. */
static void add_own(struct cli_report *report, const cairn_db_info *info)
{
    if (info->kind == CAIRN_DB_DLRTA) {
        cli_report_add_integer(report, "level", info->level);
        cli_report_add_integer(report, "regions", info->regions);
        cli_report_add_integer(report, "paper_bytes", cli_get_paper_bytes(info));
    } else if (info->kind == CAIRN_DB_KNN) {
        cli_report_add_integer(report, "seed", info->seed);
        cli_report_add_flag(report, "skip_direct", info->skip_direct);
    }
    if (info->kind == CAIRN_DB_LABELS) {
        cli_report_add_integer(report, "corners_count", info->corners_count);
        cli_report_add_integer(report, "entries", info->entries);
        cli_report_add_real(report, "eps", info->eps / 10000.0);
    }
    if (info->kind == CAIRN_DB_REGIONS || info->fallback)
        cli_report_add_integer(report, "regions", info->regions);
    if (info->kind != CAIRN_DB_REGIONS && info->kind != CAIRN_DB_DLRTA)
        cli_report_add_flag(report, "fallback", info->fallback);
}

int cli_db_info(int argc, char **argv)
{
    struct cli_arguments arguments = {0};
    cli_parse(&argp, argc, argv, &arguments);
    cairn_db *db = NULL;
    int code = cli_open_db(arguments.operands[0], &db);
    if (code != CLI_YES)
        return code;

    cairn_db_info info = cairn_db_get_info(db);
    struct cli_report report = cli_report_create();
    cli_report_add_integer(&report, "format_version", info.format_version);
    cli_report_add_word(&report, "kind", cairn_db_kind_get_name(info.kind));
    cli_report_add_integer(&report, "records", info.records);
    cli_report_add_integer(&report, "states", info.states);
    cli_report_add_integer(&report, "bytes", info.bytes);
    cli_report_add_integer(&report, "header_bytes", info.header_bytes);
    cli_report_add_word(&report, "corners", cli_get_corners_name(info.corners));
    cli_report_add_integer(&report, "width", info.width);
    cli_report_add_integer(&report, "height", info.height);
    cli_report_add_fingerprint(&report, "map_fingerprint", info.map_fingerprint);
    add_own(&report, &info);
    cairn_db_close(db);
    return cli_report_print(&report, stdout, arguments.json);
}
