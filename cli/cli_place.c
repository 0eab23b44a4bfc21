/* cli_place.c: cells as the user names them: X,Y, or a place that the map decides: a start, the
 * open cell nearest to another, or one drawn at random. What the map decides is joined to the other
 * end by a path, wherever the other end is known. */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "places.h"

/* ---- as typed ---- */

/* The number after "start:" or "random:". */
static bool read_suffix(const char *text, uint64_t *number)
{
    char *end = NULL;
    if (text[0] < '0' || text[0] > '9')
        return false;
    *number = strtoull(text, &end, 10);
    return *end == '\0';
}

/* True if the text is the word, or the word with a number; `number` stays where none is given. */
static bool has_word(const char *text, const char *word, uint64_t *number)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0)
        return false;
    return text[length] == '\0' || (text[length] == ':' && read_suffix(text + length + 1, number));
}

/* A seed that is another one in every run. */
static uint64_t make_seed(void)
{
    return harness_get_time() * 1000003 + (uint64_t)getpid();
}

void cli_parse_place(struct argp_state *state, const char *name, const char *text,
                     struct cli_point *point)
{
    static const char nearest[] = "nearest:";
    *point = (struct cli_point){.given = true};
    if (has_word(text, "start", &point->number) &&
        (point->number > 0 || strcmp(text, "start") == 0)) {
        point->place = CLI_PLACE_START;
        return;
    }
    point->number = make_seed();
    if (has_word(text, "random", &point->number)) {
        point->place = CLI_PLACE_RANDOM;
    } else if (strncmp(text, nearest, sizeof nearest - 1) == 0) {
        cli_parse_point(state, name, text + sizeof nearest - 1, point);
        point->place = CLI_PLACE_NEAREST;
    } else if (!cli_read_point(text, point)) {
        argp_error(state,
                   "%s wants X,Y, two whole numbers, or start, start:N, random, random:SEED or "
                   "nearest:X,Y, not '%s'",
                   name, text);
    }
}

/* ---- on a map ---- */

/* Open cells of a component, or of any; up to and with the one at `index` of them, which is
 * kept. */
static uint64_t count_cells(const cairn_map *map, uint32_t component, uint64_t index,
                            cairn_cell *cell)
{
    cairn_map_info info = cli_get_map_info(map);
    uint64_t count = 0;
    for (uint32_t y = 0; y < info.height; y++) {
        for (uint32_t x = 0; x < info.width; x++) {
            uint32_t found = cairn_map_get_component(map, cairn_cell_at(x, y));
            if (found == CAIRN_NO_COMPONENT ||
                (component != CAIRN_ANY_COMPONENT && found != component))
                continue;
            *cell = cairn_cell_at(x, y);
            if (count++ == index)
                return count;
        }
    }
    return count;
}

/* All open cells are as likely. Start and goal of one seed are drawn apart. */
static int draw_cell(const char *path, const cairn_map *map, uint32_t component, uint64_t stream,
                     const struct cli_point *point, cairn_cell *cell)
{
    cairn_random random;
    if (cli_check_open(path, map) != CLI_YES)
        return CLI_BAD;
    uint64_t count = count_cells(map, component, UINT64_MAX, cell);
    (void)cairn_random_start(point->number, stream, &random);
    count_cells(map, component, random.state % count, cell);
    return CLI_YES;
}

static int find_nearest(const char *path, const cairn_map *map, const char *role,
                        uint32_t component, const struct cli_point *point, cairn_cell *cell)
{
    cairn_cell near;
    int code = cli_find_any_cell(path, map, role, point, &near);
    if (code == CLI_YES)
        code = cli_check_open(path, map);
    if (code == CLI_YES)
        (void)cairn_map_find_nearest_cell(map, near, component, cell);
    return code;
}

int cli_find_place(const char *path, const cairn_map *map, const char *role, uint32_t component,
                   const struct cli_point *point, cairn_cell *cell)
{
    switch (point->place) {
    case CLI_PLACE_START:
        return cli_places_find_start(path, map, point->number, cell);
    case CLI_PLACE_NEAREST:
        return find_nearest(path, map, role, component, point, cell);
    case CLI_PLACE_RANDOM:
        return draw_cell(path, map, component, strcmp(role, "goal") == 0, point, cell);
    default:
        return cli_find_cell(path, map, role, point, cell);
    }
}

/* The component of a cell, or any if it is blocked. */
static uint32_t get_component(const cairn_map *map, cairn_cell cell)
{
    uint32_t component = cairn_map_get_component(map, cell);
    return component != CAIRN_NO_COMPONENT ? component : CAIRN_ANY_COMPONENT;
}

static bool is_free(const struct cli_point *point)
{
    return point->place == CLI_PLACE_NEAREST || point->place == CLI_PLACE_RANDOM;
}

/* A goal, which may be blocked if the nearest cell will do. */
static int find_goal(const struct cli_arguments *arguments, uint32_t policy, const cairn_map *map,
                     uint32_t component, cairn_cell *goal)
{
    const char *path = arguments->operands[0];
    if (arguments->to.place == CLI_PLACE_CELL && policy == CAIRN_GOAL_NEAREST)
        return cli_find_any_cell(path, map, "goal", &arguments->to, goal);
    return cli_find_place(path, map, "goal", component, &arguments->to, goal);
}

int cli_find_ends(const struct cli_arguments *arguments, uint32_t policy, const cairn_map *map,
                  cairn_cell ends[2])
{
    const char *path = arguments->operands[0];
    uint32_t component = CAIRN_ANY_COMPONENT;
    bool goal_first = is_free(&arguments->from) && !is_free(&arguments->to);
    int code = CLI_YES;
    if (goal_first) {
        code = find_goal(arguments, policy, map, component, &ends[1]);
        component = code == CLI_YES ? get_component(map, ends[1]) : component;
    }
    if (code == CLI_YES)
        code = cli_find_place(path, map, "start", component, &arguments->from, &ends[0]);
    if (code == CLI_YES && !goal_first)
        code = find_goal(arguments, policy, map, get_component(map, ends[0]), &ends[1]);
    return code;
}
