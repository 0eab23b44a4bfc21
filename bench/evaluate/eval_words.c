/* eval_words.c: the words after `cairn' that make each map, problem file, database and picture of
 * an evaluation, and the file they make. */
#include "evaluate.h"

#include <stdlib.h>

enum { PICTURE_SIZE = 640, CROP_MARGIN = 16 };

static const char *const none[] = {NULL};

static void add_corners(const struct eval *eval, size_t map, struct cli_words *words)
{
    cli_words_add(words, "--corners=%s", cli_get_corners_name(eval_get_set(eval, map)->corners));
    cli_words_add(words, "--quiet");
}

static void add_map_words(const struct suite_map *map, struct cli_words *words)
{
    static const char *const others[] = {"name", "kind", "scenario", NULL};
    cli_words_add(words, "map");
    if (map->file != NULL) {
        json_t *scale = json_object_get(map->request, "scale");
        cli_words_add(words, "scale");
        cli_words_add(words, "%s", map->file);
        cli_words_add(words, "%d", scale != NULL ? (int)json_integer_value(scale) : 1);
    } else {
        cli_words_add(words, "generate");
        cli_words_add(words, "%s", json_string_value(json_object_get(map->request, "kind")));
        suite_add_options(words, map->request, others);
    }
    cli_words_add(words, "--quiet");
}

static void add_problems_words(const struct eval *eval, size_t map, struct cli_words *words)
{
    char *table = eval_get_problems_path(eval, map, "csv");
    cli_words_add(words, "problems");
    suite_add_options(words, eval_get_set(eval, map)->problems, none);
    cli_words_add(words, "--csv=%s", table != NULL ? table : "");
    if (eval->suite.maps[map].scenario != NULL)
        cli_words_add(words, "--scenario=%s", eval->suite.maps[map].scenario);
    add_corners(eval, map, words);
    free(table);
}

static void add_database_words(const struct eval *eval, const struct eval_job *job,
                               struct cli_words *words)
{
    cli_words_add(words, "build");
    suite_add_options(words, eval->suite.agents[job->agent].database, none);
    cli_words_add(words, "--threads=%u", eval->processors.rest_count);
    cli_words_add(words, "--json");
    add_corners(eval, job->map, words);
}

/* A square of the map around a problem, the same for all agents, with a margin: "X,Y,W,H". */
static void write_crop(const uint32_t size[2], const cairn_cell ends[2], char *text,
                       size_t capacity)
{
    const uint32_t from[2] = {cairn_cell_get_x(ends[0]), cairn_cell_get_y(ends[0])},
                   to[2] = {cairn_cell_get_x(ends[1]), cairn_cell_get_y(ends[1])};
    uint32_t first[2], length[2], side = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t span = from[i] > to[i] ? from[i] - to[i] : to[i] - from[i];
        side = span > side ? span : side;
    }
    side += side / 2 + CROP_MARGIN;
    for (int i = 0; i < 2; i++) {
        uint32_t middle = (from[i] + to[i]) / 2;
        length[i] = side < size[i] ? side : size[i];
        first[i] = middle > length[i] / 2 ? middle - length[i] / 2 : 0;
        first[i] = first[i] + length[i] > size[i] ? size[i] - length[i] : first[i];
    }
    snprintf(text, capacity, "%u,%u,%u,%u", first[0], first[1], length[0], length[1]);
}

static void add_crop(const struct eval *eval, size_t map, const cairn_cell ends[2],
                     struct cli_words *words)
{
    char *path = eval_get_map_path(eval, map);
    cairn_map_def def = {.size = sizeof def};
    cairn_map_reader *reader = NULL;
    uint32_t size[2];
    char text[64];
    if (path != NULL && cairn_map_reader_open(path, &def, size, &reader) == CAIRN_OK) {
        write_crop(size, ends, text, sizeof text);
        cli_words_add(words, "--crop=%s", text);
    }
    cairn_map_reader_close(reader);
    free(path);
}

/* The walk of the sample problem, or of the last there is. */
static void add_walk_words(const struct eval *eval, const struct eval_job *job,
                           struct cli_words *words)
{
    const struct suite_agent *agent = &eval->suite.agents[job->agent];
    harness_problem *problems = NULL;
    uint32_t count = 0;
    if (eval_read_problems(eval, job->map, &problems, &count) != CLI_YES || count == 0) {
        words->failed = true;
        free(problems);
        return;
    }
    uint32_t sample = eval->suite.sample < count ? eval->suite.sample : count - 1;
    const cairn_cell *ends = problems[sample].ends;
    cli_words_add(words, "--from=%u,%u", cairn_cell_get_x(ends[0]), cairn_cell_get_y(ends[0]));
    cli_words_add(words, "--to=%u,%u", cairn_cell_get_x(ends[1]), cairn_cell_get_y(ends[1]));
    add_crop(eval, job->map, ends, words);
    for (int i = 0; i < agent->words.count; i++)
        cli_words_add(words, "%s", agent->words.words[i]);
    if (agent->database != NULL) {
        char *database = eval_get_database_path(eval, job->map, job->agent, "cairn");
        cli_words_add(words, "--db=%s", database != NULL ? database : "");
        free(database);
    }
    free(problems);
}

static void add_picture_words(const struct eval *eval, const struct eval_job *job,
                              struct cli_words *words)
{
    cli_words_add(words, "render");
    cli_words_add(words, "--size=%d", PICTURE_SIZE);
    cli_words_add(words, "--json");
    if (job->kind == EVAL_WALK_PICTURE)
        add_walk_words(eval, job, words);
    add_corners(eval, job->map, words);
}

char *eval_get_target(const struct eval *eval, const struct eval_job *job)
{
    switch (job->kind) {
    case EVAL_MAP:
        return eval_get_map_path(eval, job->map);
    case EVAL_PROBLEMS:
        return eval_get_problems_path(eval, job->map, "scen");
    case EVAL_DATABASE:
        return eval_get_database_path(eval, job->map, job->agent, "cairn");
    case EVAL_MAP_PICTURE:
        return eval_get_picture_path(eval, job->map, NULL);
    case EVAL_WALK_PICTURE:
        break;
    }
    return eval_get_picture_path(eval, job->map, &eval->suite.agents[job->agent]);
}

void eval_add_words(const struct eval *eval, const struct eval_job *job, struct cli_words *words)
{
    switch (job->kind) {
    case EVAL_MAP:
        add_map_words(&eval->suite.maps[job->map], words);
        return;
    case EVAL_PROBLEMS:
        add_problems_words(eval, job->map, words);
        break;
    case EVAL_DATABASE:
        add_database_words(eval, job, words);
        break;
    case EVAL_MAP_PICTURE:
    case EVAL_WALK_PICTURE:
        add_picture_words(eval, job, words);
        break;
    }
    char *map = eval_get_map_path(eval, job->map);
    cli_words_add(words, "%s", map != NULL ? map : "");
    free(map);
}
