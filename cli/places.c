/* places.c: the file of places beside a map, MAP.json. The .map format has no room for them, and
 * other programs that read maps would stumble over more lines. */
#include "places.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

char *cli_places_make_name(const char *map_path)
{
    char *name = NULL;
    return asprintf(&name, "%s.json", map_path) >= 0 ? name : NULL;
}

static int fail_memory(void)
{
    return cli_fail(CLI_BAD, "%s; free some and try again", cairn_status_get_text(CAIRN_MEMORY));
}

int cli_places_write(const char *map_path, struct cli_report *places)
{
    struct cli_file file;
    char *name = cli_places_make_name(map_path);
    int code = name != NULL ? cli_file_open(name, &file) : fail_memory();
    if (code != CLI_YES) {
        cli_report_destroy(places);
    } else {
        code = cli_report_print(places, file.stream, true);
        int closed = cli_file_close(&file, code == CLI_YES);
        code = code == CLI_YES ? closed : code;
    }
    free(name);
    return code;
}

void cli_places_remove(const char *map_path)
{
    char *name = cli_places_make_name(map_path);
    if (name != NULL)
        (void)remove(name);
    free(name);
}

/* ---- reading ---- */

static int read_places(const char *name, json_t **places)
{
    json_error_t error;
    errno = 0;
    *places = json_load_file(name, 0, &error);
    if (*places != NULL)
        return CLI_YES;
    if (errno == ENOENT)
        return cli_fail(CLI_BAD,
                        "there is no %s, which `cairn map import' writes beside a map; give a cell "
                        "X,Y or random",
                        name);
    return cli_fail(CLI_BAD, "%s: %s; import the level again", name, error.text);
}

static bool is_of_map(const json_t *places, const cairn_map *map)
{
    char text[32];
    const char *fingerprint = json_string_value(json_object_get(places, "fingerprint"));
    snprintf(text, sizeof text, "%016" PRIx64, cli_get_map_info(map).fingerprint);
    return fingerprint != NULL && strcmp(fingerprint, text) == 0;
}

static int find_start(const char *name, const json_t *places, const cairn_map *map, uint64_t number,
                      cairn_cell *cell)
{
    const json_t *starts = json_object_get(places, "start_cells");
    size_t count = json_array_size(starts);
    if (!is_of_map(places, map))
        return cli_fail(CLI_BAD, "%s belongs to another map; import the level again", name);
    if (number > count)
        return cli_fail(CLI_BAD,
                        "%s has no start %" PRIu64 ", for it has %zu in all; give a cell X,Y or "
                        "random",
                        name, number, count);
    const json_t *start = json_array_get(starts, (size_t)number - 1);
    const struct cli_point point = {.x = json_integer_value(json_array_get(start, 0)),
                                    .y = json_integer_value(json_array_get(start, 1)),
                                    .given = true};
    return cli_find_cell(name, map, "start", &point, cell);
}

int cli_places_find_start(const char *map_path, const cairn_map *map, uint64_t number,
                          cairn_cell *cell)
{
    json_t *places = NULL;
    char *name = cli_places_make_name(map_path);
    int code = name != NULL ? read_places(name, &places) : fail_memory();
    if (code == CLI_YES)
        code = find_start(name, places, map, number, cell);
    json_decref(places);
    free(name);
    return code;
}
