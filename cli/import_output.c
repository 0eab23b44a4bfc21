/* import_output.c: what `cairn map import` leaves. The grid becomes a map of the library at once;
 * the .map file, the picture and the file of places are made beside it. */
#include "import_output.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "picture.h"
#include "places.h"

static int fail_memory(void)
{
    return cli_fail(CLI_BAD, "%s; free some and try again", cairn_status_get_text(CAIRN_MEMORY));
}

static int fail_interrupted(const struct cli_imported *imported)
{
    return cli_fail(CLI_SIGNAL + cli_signal, "interrupted: %s was not written",
                    imported->arguments->output);
}

int cli_open_level(const char *name, import_file **file)
{
    const char *path;
    cairn_detail detail = {0};
    int code = cli_find_input(name, true, &path);
    if (code != CLI_YES)
        return code;
    cairn_status status = import_file_open(path, &detail, file);
    return status == CAIRN_OK ? CLI_YES : cli_fail_input(CLI_SOURCE_LEVEL, name, status, &detail);
}

/* ---- what is known of the grid ---- */

static json_t *make_pair(const double numbers[2])
{
    return json_pack("[f, f]", numbers[0], numbers[1]);
}

static json_t *make_starts(const struct cli_imported *imported, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++) {
        cairn_cell cell;
        import_grid_get_start(imported->grid, i, &cell);
        if (json_array_append_new(array, cli_make_cell(cell)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/* What the report and the file of places both say. */
static void add_frame(struct cli_report *report, const struct cli_imported *imported)
{
    import_info info;
    import_grid_get_info(imported->grid, &info);
    cli_report_add_word(report, "format", import_format_get_name(imported->format));
    if (info.level[0] != '\0')
        cli_report_add_word(report, "level", info.level);
    cli_report_add_real(report, "resolution", info.resolution);
    cli_report_add(report, "origin", make_pair(info.origin));
    cli_report_add(report, "cell_size", make_pair(info.cell_size));
    cli_report_add_integer(report, "width", info.width);
    cli_report_add_integer(report, "height", info.height);
    cli_report_add_integer(report, "open", info.open_cells);
    if (info.starts > 0)
        cli_report_add(report, "start_cells", make_starts(imported, info.start_cells));
}

/* ---- writing ---- */

static cairn_status write_rows(const struct cli_imported *imported, cairn_map_writer *writer,
                               const import_info *info)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < info->height; y++) {
        import_grid_get_row(imported->grid, y, imported->row);
        for (uint32_t x = 0; x < info->width; x++)
            imported->text[x] = imported->row[x] ? '.' : '@';
        status =
            cli_signal == 0 ? cairn_map_writer_write(writer, imported->text) : CAIRN_INTERRUPTED;
    }
    return status;
}

static int write_map(const struct cli_imported *imported, const import_info *info)
{
    const struct cli_arguments *arguments = imported->arguments;
    char *path = NULL;
    int code = cli_find_output(arguments->output, &path);
    if (code != CLI_YES)
        return code;
    cairn_detail detail = {0};
    const cairn_map_def def = {.size = sizeof def, .detail = &detail};
    cairn_map_writer *writer = NULL;
    cairn_status status = cairn_map_writer_open(path, info->width, info->height, &def, &writer);
    if (status == CAIRN_OK)
        status = write_rows(imported, writer, info);
    cairn_status closed = cairn_map_writer_close(writer, status == CAIRN_OK);
    status = status == CAIRN_OK ? closed : status;
    if (status == CAIRN_INTERRUPTED)
        code = fail_interrupted(imported);
    else if (status != CAIRN_OK)
        code = cli_fail_file(CLI_BAD, path, status, &detail);
    free(path);
    return code;
}

static int write_places(const struct cli_imported *imported)
{
    struct cli_report report = cli_report_create();
    add_frame(&report, imported);
    cli_report_add_fingerprint(&report, "fingerprint", cli_get_map_info(imported->map).fingerprint);
    return cli_places_write(imported->arguments->output, &report);
}

static const uint8_t *get_bits(void *context, uint32_t y)
{
    const struct cli_imported *imported = context;
    uint32_t width = cli_get_map_info(imported->map).width;
    uint8_t *bits = (uint8_t *)imported->text;
    import_grid_get_row(imported->grid, y, imported->row);
    memset(bits, 0, (width + 7) / 8);
    for (uint32_t x = 0; x < width; x++)
        bits[x / 8] = (uint8_t)(bits[x / 8] | imported->row[x] << (7 - x % 8));
    return bits;
}

static int write_picture(struct cli_imported *imported, const import_info *info)
{
    const struct cli_arguments *arguments = imported->arguments;
    const struct cli_bits bits = {info->width, info->height, get_bits, imported};
    struct cli_file file;
    int code = cli_file_open(arguments->output, &file);
    if (code != CLI_YES)
        return code;
    if (!cli_bits_write(&bits, file.stream))
        code = fail_memory();
    else if (cli_signal != 0)
        code = fail_interrupted(imported);
    int closed = cli_file_close(&file, code == CLI_YES);
    return code == CLI_YES ? closed : code;
}

static bool is_picture(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcasecmp(name + length - 4, ".png") == 0;
}

int cli_imported_check(const struct cli_arguments *arguments)
{
    char *path = NULL, *places = cli_places_make_name(arguments->output);
    const struct cli_names names = {
        {arguments->operands[0]},
        {arguments->output, is_picture(arguments->output) ? NULL : places}};
    int code = places != NULL ? cli_check_names(&names) : fail_memory();
    if (code == CLI_YES)
        code = cli_find_output(arguments->output, &path);
    free(places);
    free(path);
    return code;
}

int cli_imported_write(struct cli_imported *imported)
{
    import_info info;
    import_grid_get_info(imported->grid, &info);
    imported->row = malloc(info.width);
    imported->text = malloc(info.width);
    if (imported->row == NULL || imported->text == NULL ||
        import_grid_create_map(imported->grid, NULL, &imported->map) != CAIRN_OK)
        return fail_memory();
    if (is_picture(imported->arguments->output))
        return write_picture(imported, &info);
    /* Places without their map do no harm; a map is the sign that all went well. */
    int code = write_places(imported);
    if (code == CLI_YES) {
        code = write_map(imported, &info);
        if (code != CLI_YES)
            cli_places_remove(imported->arguments->output);
    }
    return code;
}

void cli_imported_close(struct cli_imported *imported)
{
    cairn_map_close(imported->map);
    free(imported->row);
    free(imported->text);
    *imported = (struct cli_imported){0};
}

/* ---- the report ---- */

static void add_ground(struct cli_report *report, const import_info *info)
{
    cli_report_add_integer(report, "starts", info->starts);
    cli_report_add_integer(report, "starts_used", info->starts_used);
    cli_report_add_integer(report, "overlaps", info->overlaps);
    cli_report_add_integer(report, "specks", info->specks);
}

/* A map of several components is no mistake of the command, but often one of the options. */
static void warn_of_pieces(const struct cli_imported *imported, const cairn_map_info *map)
{
    const char *output = imported->arguments->output;
    if (map->components < 2)
        return;
    cli_fail(CLI_YES,
             "warning: %s falls into %u components that no path joins; the largest has %u of %u "
             "open cells "
             "(%.1f %%)%s%s%s",
             output, map->components, map->largest_component, map->open_cells,
             100.0 * map->largest_component / map->open_cells,
             is_picture(output) ? "" : "; `cairn render --components ",
             is_picture(output) ? "" : output,
             is_picture(output) ? "" : " -o PICTURE.png' shows them");
}

int cli_imported_print(const struct cli_imported *imported)
{
    const struct cli_arguments *arguments = imported->arguments;
    if (arguments->quiet && !arguments->json)
        return CLI_YES;
    import_info info;
    import_grid_get_info(imported->grid, &info);
    cairn_map_info map = cli_get_map_info(imported->map);
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", arguments->output);
    add_frame(&report, imported);
    if (info.starts > 0)
        add_ground(&report, &info);
    cli_report_add_integer(&report, "components", map.components);
    cli_report_add_integer(&report, "largest_component", map.largest_component);
    cli_report_add_real(&report, "seconds", imported->seconds);
    if (!arguments->quiet)
        warn_of_pieces(imported, &map);
    return cli_report_print(&report, stdout, arguments->json);
}
