/* cmd_compress.c: `cairn compress`: the subgoals of the path on stdin (Fig. 6). */
#include "cli.h"

#include <stdlib.h>

static const struct argp_child children[] = {
    {&cli_corners_argp, 0, NULL, 0}, {&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_compress_argp = {
    .parser = cli_parse_arguments,
    .args_doc = "MAP < PATH",
    .doc = "Reads a path from standard input, one cell \"x y\" a line, and prints its subgoals in "
           "the same form, start and goal included.",
    .children = children};

static int print_subgoals(const cairn_cell *subgoals, size_t count, bool as_json)
{
    if (!as_json) {
        cli_print_cells(subgoals, count);
        return CLI_YES;
    }
    struct cli_report report = cli_report_create();
    cli_report_add(&report, "subgoals", cli_make_cells(subgoals, count));
    return cli_report_print(&report, stdout, true);
}

static int compress(const cairn_map *map, const harness_cells *path, bool as_json)
{
    size_t count = 0;
    cairn_cell *subgoals = calloc(path->count, sizeof *subgoals);
    cairn_status status = CAIRN_MEMORY;
    if (subgoals != NULL)
        status = cairn_compress_path(map, path->count, path->cells, path->count, subgoals, &count);
    int code = status == CAIRN_OK ? print_subgoals(subgoals, count, as_json)
                                  : cli_fail(CLI_BAD, "the path cannot be compressed: %s",
                                             cairn_status_get_text(status));
    free(subgoals);
    return code;
}

static int read_path(const cairn_map *map, harness_cells *path)
{
    const char *name = cli_parse_input("-");
    FILE *stream = NULL;
    int code = cli_open_text(name, &stream);
    if (code != CLI_YES)
        return code;
    code = cli_read_path(stream, name, map, path);
    fclose(stream);
    return code;
}

int cli_compress(int argc, char **argv)
{
    struct cli_arguments arguments = {0};
    cli_parse(&cli_compress_argp, argc, argv, &arguments);
    cairn_map *map = NULL;
    harness_cells path = {0};
    int code = cli_open_map(arguments.operands[0], arguments.corners, &map);
    if (code == CLI_YES)
        code = read_path(map, &path);
    if (code == CLI_YES)
        code = compress(map, &path, arguments.json);
    free(path.cells);
    cairn_map_close(map);
    return code;
}
