/* cmd_map_scale.c: `cairn map scale`: each cell becomes FACTOR x FACTOR cells of its letter.
 * Row by row: memory stays at one row however large the map. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

struct scale {
    struct cli_arguments shared;
    cairn_map_def def;
    cairn_detail detail;
    uint64_t factor;
    uint32_t size[2]; /* of the map that is read */
    cairn_map_reader *reader;
    cairn_map_writer *writer;
    char *path; /* of the result */
    char *row;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct scale *scale = state->input;
    if (key == ARGP_KEY_ARG && state->arg_num == 1)
        scale->factor = cli_parse_number(state, "FACTOR", arg, 1, UINT32_MAX);
    return cli_parse_arguments(key, arg, state);
}

static const struct argp_child children[] = {{&cli_output_argp, 0, NULL, 0},
                                             {&cli_corners_argp, 0, NULL, 0},
                                             {&cli_common_argp, 0, NULL, 0},
                                             {0}};
const struct argp cli_map_scale_argp = {
    .parser = parse,
    .args_doc = "MAP FACTOR -o OUT",
    .doc = "Enlarges a map: each cell becomes FACTOR x FACTOR cells, terrain letters kept.",
    .children = children};

static int open_ends(struct scale *scale)
{
    const char *name = scale->shared.operands[0], *path;
    int code = cli_find_input(name, false, &path);
    if (code != CLI_YES)
        return code;
    cairn_status status = cairn_map_reader_open(path, &scale->def, scale->size, &scale->reader);
    if (status != CAIRN_OK)
        return cli_fail_input(CLI_SOURCE_MAP, name, status, &scale->detail);

    uint64_t width = scale->size[0] * scale->factor;
    uint64_t height = scale->size[1] * scale->factor;
    if (width > CAIRN_MAX_SIDE || height > CAIRN_MAX_SIDE)
        return cli_fail(CLI_BAD,
                        "%s: its %u x %u cells would become %ju x %ju, above %d x %d; choose a "
                        "smaller factor",
                        name, scale->size[0], scale->size[1], (uintmax_t)width, (uintmax_t)height,
                        CAIRN_MAX_SIDE, CAIRN_MAX_SIDE);

    const struct cli_names names = {{name}, {scale->shared.output}};
    code = cli_check_names(&names);
    if (code == CLI_YES)
        code = cli_find_output(scale->shared.output, &scale->path);
    if (code != CLI_YES)
        return code;
    status = cairn_map_writer_open(scale->path, (uint32_t)width, (uint32_t)height, &scale->def,
                                   &scale->writer);
    scale->row = malloc(width);
    if (status == CAIRN_OK && scale->row == NULL)
        status = CAIRN_MEMORY;
    return status == CAIRN_OK ? CLI_YES
                              : cli_fail_file(CLI_BAD, scale->path, status, &scale->detail);
}

static int write_rows(struct scale *scale)
{
    for (uint32_t y = 0; y < scale->size[1]; y++) {
        const char *row = NULL;
        cairn_status status = cairn_map_reader_find_row(scale->reader, &row);
        if (status != CAIRN_OK)
            return cli_fail_file(CLI_BAD, scale->shared.operands[0], status, &scale->detail);
        for (uint32_t x = 0; x < scale->size[0]; x++)
            memset(scale->row + x * scale->factor, row[x], scale->factor);
        for (uint64_t i = 0; status == CAIRN_OK && i < scale->factor; i++)
            status = cairn_map_writer_write(scale->writer, scale->row);
        if (status != CAIRN_OK)
            return cli_fail_file(CLI_BAD, scale->path, status, &scale->detail);
        if (cli_signal != 0)
            return cli_fail(CLI_SIGNAL + cli_signal, "interrupted: %s was not written",
                            scale->shared.output);
    }
    return CLI_YES;
}

static int print_result(const struct scale *scale)
{
    if (!scale->shared.json)
        return CLI_YES;
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", scale->shared.output);
    cli_report_add_integer(&report, "factor", scale->factor);
    cli_report_add_integer(&report, "width", scale->size[0] * scale->factor);
    cli_report_add_integer(&report, "height", scale->size[1] * scale->factor);
    return cli_report_print(&report, stdout, true);
}

int cli_map_scale(int argc, char **argv)
{
    struct scale scale = {.def = {.size = sizeof scale.def}};
    scale.def.detail = &scale.detail;
    cli_parse(&cli_map_scale_argp, argc, argv, &scale.shared);
    cli_catch_signals();
    int code = open_ends(&scale);
    if (code == CLI_YES)
        code = write_rows(&scale);
    cairn_status status = cairn_map_writer_close(scale.writer, code == CLI_YES);
    if (code == CLI_YES && status != CAIRN_OK)
        code = cli_fail_file(CLI_BAD, scale.path, status, &scale.detail);
    if (code == CLI_YES)
        code = print_result(&scale);
    cairn_map_reader_close(scale.reader);
    free(scale.path);
    free(scale.row);
    return code;
}
