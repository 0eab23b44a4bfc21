/* cmd_map_info.c: `cairn map info`: the properties of a map. */
#include "cli.h"

static const struct argp_child children[] = {
    {&cli_corners_argp, 0, NULL, 0}, {&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_map_info_argp = {.parser = cli_parse_arguments,
                                       .args_doc = "MAP",
                                       .doc = "Prints size, components and fingerprint of a map.",
                                       .children = children};

int cli_map_info(int argc, char **argv)
{
    struct cli_arguments arguments = {0};
    cli_parse(&cli_map_info_argp, argc, argv, &arguments);
    cairn_map *map = NULL;
    int code = cli_open_map(arguments.operands[0], arguments.corners, &map);
    if (code != CLI_YES)
        return code;

    cairn_map_info info = cli_get_map_info(map);
    struct cli_report report = cli_report_create();
    cli_report_add_integer(&report, "width", info.width);
    cli_report_add_integer(&report, "height", info.height);
    cli_report_add_word(&report, "corners", cli_get_corners_name(info.corners));
    cli_report_add_integer(&report, "open", info.open_cells);
    cli_report_add_integer(&report, "components", info.components);
    cli_report_add_integer(&report, "largest_component", info.largest_component);
    cli_report_add_fingerprint(&report, "fingerprint", info.fingerprint);
    cli_report_add_integer(&report, "bytes", info.bytes);
    cairn_map_close(map);
    return cli_report_print(&report, stdout, arguments.json);
}
