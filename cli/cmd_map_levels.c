/* cmd_map_levels.c: `cairn map levels`: what a file of a game holds, and how large it is. */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "import_output.h"

static const struct argp_child children[] = {{&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_map_levels_argp = {
    .parser = cli_parse_arguments,
    .args_doc = "FILE",
    .doc = "Lists the levels in a Doom WAD, a Quake 3 BSP or PK3, the size of a PNG picture, or "
           "the layers of a Tiled map: name, width and height in units, pixels or tiles, and "
           "bytes.",
    .children = children};

static void add_levels(struct cli_report *report, const import_level *levels, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_t *name = json_string(levels[i].name); /* none if it is not UTF-8 */
        json_t *level = json_pack("{s:o, s:f, s:f, s:I}", "name", name != NULL ? name : json_null(),
                                  "width", levels[i].width, "height", levels[i].height, "bytes",
                                  (json_int_t)levels[i].bytes);
        report->failed = json_array_append_new(array, level) != 0 || report->failed;
    }
    cli_report_add(report, "levels", array);
}

static int print_levels(const struct cli_arguments *arguments, const import_file *file,
                        const import_level *levels, uint32_t count)
{
    if (arguments->json) {
        struct cli_report report = cli_report_create();
        cli_report_add_word(&report, "format",
                            import_format_get_name(import_file_get_format(file)));
        add_levels(&report, levels, count);
        return cli_report_print(&report, stdout, true);
    }
    for (uint32_t i = 0; i < count; i++) {
        char *name = cli_escape(levels[i].name);
        if (name == NULL)
            return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
        printf("%-16s %7.0f x %-7.0f %10" PRIu64 "\n", name, levels[i].width, levels[i].height,
               levels[i].bytes);
        free(name);
    }
    return CLI_YES;
}

int cli_map_levels(int argc, char **argv)
{
    struct cli_arguments arguments = {0};
    cli_parse(&cli_map_levels_argp, argc, argv, &arguments);
    const char *path = arguments.operands[0];
    cairn_detail detail = {0};
    import_file *file = NULL;
    import_level *levels = NULL;
    uint32_t count = 0;
    int code = cli_open_level(path, &file);
    if (code != CLI_YES)
        return code;
    cairn_status status = import_file_find_levels(file, &detail, &levels, &count);
    code = status == CAIRN_OK ? print_levels(&arguments, file, levels, count)
                              : cli_fail_file(CLI_BAD, path, status, &detail);
    free(levels);
    import_file_close(file);
    return code;
}
