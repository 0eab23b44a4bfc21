/* places.c: the file of places beside a map, MAP.json. The .map format has no room for them, and
 * other programs that read maps would stumble over more lines. */
#include "places.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "component_colours.h"

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

/* Outside of any map if the file has no two whole numbers there. */
static struct cli_point get_point(const json_t *starts, size_t place)
{
    const json_t *start = json_array_get(starts, place);
    const json_t *x = json_array_get(start, 0), *y = json_array_get(start, 1);
    bool good = json_is_integer(x) && json_is_integer(y);
    return (struct cli_point){.x = good ? json_integer_value(x) : -1,
                              .y = good ? json_integer_value(y) : -1,
                              .given = true};
}

/* ---- the start that is meant when none is named ---- */

/* A map of one component needs no search. */
static int find_largest(const cairn_map *map, uint32_t *largest)
{
    struct cli_components components = {0};
    *largest = 0;
    if (cli_get_map_info(map).components < 2)
        return CLI_YES;
    bool good = cli_components_find(map, &components);
    if (good)
        *largest = cli_components_get_largest(&components);
    cli_components_close(&components);
    return good ? CLI_YES : fail_memory();
}

/* The first start of the largest component: those of the file that are no open cells are left out. */
static bool find_start_in(const json_t *starts, const cairn_map *map, uint32_t component,
                          cairn_cell *cell)
{
    cairn_map_info info = cli_get_map_info(map);
    for (size_t i = 0; i < json_array_size(starts); i++) {
        const struct cli_point point = get_point(starts, i);
        if (point.x < 0 || point.x >= info.width || point.y < 0 || point.y >= info.height)
            continue;
        *cell = cairn_cell_at((uint32_t)point.x, (uint32_t)point.y);
        if (cairn_map_get_component(map, *cell) == component)
            return true;
    }
    return false;
}

/* Where the players are in small places of their own, the way from there leads to hardly anything. */
static int choose_start(const char *name, const json_t *starts, const cairn_map *map,
                        cairn_cell *cell)
{
    const struct cli_point first = get_point(starts, 0);
    uint32_t largest;
    cairn_cell near;
    int code = find_largest(map, &largest);
    if (code != CLI_YES || find_start_in(starts, map, largest, cell))
        return code;
    code = cli_find_cell(name, map, "start", &first, &near);
    if (code != CLI_YES)
        return code;
    (void)cairn_map_find_nearest_cell(map, near, largest, cell);
    return cli_fail(
        CLI_YES,
        "warning: no start of %s lies in the largest component of the map; the cell of it that is "
        "nearest to the first one is taken, %u,%u; start:1 is the start itself",
        name, cairn_cell_get_x(*cell), cairn_cell_get_y(*cell));
}

static int find_start(const char *name, const json_t *places, const cairn_map *map, uint64_t number,
                      cairn_cell *cell)
{
    const json_t *starts = json_object_get(places, "start_cells");
    size_t count = json_array_size(starts);
    if (!is_of_map(places, map))
        return cli_fail(CLI_BAD, "%s belongs to another map; import the level again", name);
    if (count == 0)
        return cli_fail(CLI_BAD, "%s has no start; give a cell X,Y or random", name);
    if (number > count)
        return cli_fail(CLI_BAD,
                        "%s has no start %" PRIu64 ", for it has %zu in all; give a cell X,Y or "
                        "random",
                        name, number, count);
    if (number == 0)
        return choose_start(name, starts, map, cell);
    const struct cli_point point = get_point(starts, (size_t)number - 1);
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
