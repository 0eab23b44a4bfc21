/* cmd_db_info.c: `cairn db info`: what a database's header says. */
#include "cli.h"

static const struct argp_child children[] = {{&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_db_info_argp = {.parser = cli_parse_arguments,
                                      .args_doc = "DB",
                                      .doc = "Prints what a database's header says.",
                                      .children = children};

int cli_db_info(int argc, char **argv)
{
    struct cli_arguments arguments = {0};
    cli_parse(&cli_db_info_argp, argc, argv, &arguments);
    cairn_db *db = NULL;
    int code = cli_open_db(arguments.operands[0], &db);
    if (code != CLI_YES)
        return code;

    cairn_db_info info = cli_get_db_info(db);
    struct cli_report report = cli_report_create();
    cli_report_add_integer(&report, "format_version", info.format_version);
    cli_report_add_word(&report, "kind", cairn_kind_get_name(info.kind));
    cli_report_add_figures(&report, db, 0, 2);
    cli_report_add_integer(&report, "bytes", info.bytes);
    cli_report_add_integer(&report, "header_bytes", info.header_bytes);
    cli_report_add_word(&report, "corners", cli_get_corners_name(info.corners));
    cli_report_add_integer(&report, "width", info.width);
    cli_report_add_integer(&report, "height", info.height);
    cli_report_add_fingerprint(&report, "map_fingerprint", info.fingerprint);
    cli_report_add_figures(&report, db, 2, UINT32_MAX);
    cli_report_add_walk_options(&report, db);
    cairn_db_close(db);
    return cli_report_print(&report, stdout, arguments.json);
}
