/* suite.c: reading a suite file: its maps and problems. Agents are in suite_agent.c. */
#include "suite.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../../scenes/scenes.h"

#define HASH_START UINT64_C(0xcbf29ce484222325) /* FNV-1a, 64 bits */
#define HASH_PRIME UINT64_C(0x100000001b3)

int suite_fail(const struct suite *suite, const char *part, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return cli_fail(CLI_BAD, "%s: %s: %s", suite->path, part, text);
}

char *suite_get_text(const json_t *value)
{
    if (json_is_string(value))
        return strdup(json_string_value(value));
    if (json_is_number(value))
        return json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
    return json_is_true(value) ? strdup("true") : NULL;
}

void suite_make_key(json_t *const *values, size_t count, char key[SUITE_KEY_CAPACITY])
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < count; i++) {
        char *text = values[i] != NULL
                         ? json_dumps(values[i], JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS)
                         : NULL;
        for (const char *at = text; at != NULL && *at != '\0'; at++)
            hash = (hash ^ (unsigned char)*at) * HASH_PRIME;
        free(text);
    }
    snprintf(key, SUITE_KEY_CAPACITY, "%016" PRIx64, hash);
}

void suite_add_options(struct cli_words *words, json_t *object, const char *const *except)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        const char *const *name = except;
        while (*name != NULL && strcmp(*name, key) != 0)
            name++;
        if (*name != NULL || json_is_false(value) || json_is_null(value))
            continue;
        char *text = suite_get_text(value);
        if (json_is_true(value))
            cli_words_add(words, "--%s", key);
        else
            cli_words_add(words, "--%s=%s", key, text != NULL ? text : "");
        free(text);
    }
}

/* With --help at its end a command looks at its options and does nothing else. */
int suite_check_options(const struct suite *suite, const char *part, const char *command,
                        const struct cli_words *words)
{
    struct cli_words all = {0};
    struct cli_outcome outcome;
    cli_words_add(&all, "%s", command);
    for (int i = 0; i < words->count; i++)
        cli_words_add(&all, "%s", words->words[i]);
    cli_words_add(&all, "--help");
    bool started = cli_child_run(&all, &outcome);
    cli_words_close(&all);
    cli_outcome_close(&outcome);
    if (started && outcome.code == CLI_YES)
        return CLI_YES;
    return suite_fail(suite, part, "%s", outcome.sentence);
}

/* ---- members ---- */

const char *suite_get_string(json_t *object, const char *key, const char *otherwise)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : otherwise;
}

/* Refuses members that are not in the list: a misspelt one would go unnoticed. */
int suite_check_members(const struct suite *suite, const char *part, json_t *object,
                        const char *const *known)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        const char *const *name = known;
        while (*name != NULL && strcmp(*name, key) != 0)
            name++;
        if (*name == NULL)
            return suite_fail(suite, part, "'%s' is not a member of it; correct the suite", key);
    }
    return CLI_YES;
}

/* ---- maps ---- */

static int fail_missing(const struct suite *suite, const char *part, json_t *entry,
                        const char *member)
{
    return suite_fail(suite, part,
                      "%s cannot be read, and nothing is given \"otherwise\"; check the path, or "
                      "set the variable in it",
                      suite_get_string(entry, member, "the file"));
}

/* A map that is made in code: the options of `cairn map generate`. */
static int check_generated(const struct suite *suite, const char *part, json_t *request)
{
    static const char *const others[] = {"name", "kind", NULL};
    struct cli_words words = {0};
    const char *word = suite_get_string(request, "kind", "");
    cairn_scene_kind kind;
    if (!cairn_scene_kind_find(word, &kind))
        return suite_fail(suite, part,
                          "there is no kind '%s'; `cairn map generate --help' has them", word);
    cli_words_add(&words, "generate");
    cli_words_add(&words, "%s", word);
    suite_add_options(&words, request, others);
    int code = suite_check_options(suite, part, "map", &words);
    cli_words_close(&words);
    return code;
}

static void make_keys(const struct suite *suite, struct suite_map *map)
{
    const struct suite_set *set = &suite->sets[map->set];
    json_t *corners = json_string(cli_get_corners_name(set->corners));
    json_t *const makes[] = {map->request, corners, set->problems};
    suite_make_key(makes, 1, map->map_key);
    suite_make_key(makes, 2, map->base_key);
    suite_make_key(makes, 3, map->key);
    json_decref(corners);
}

static int read_map(struct suite *suite, json_t *entry, const char *part, struct suite_map *map)
{
    static const char *const known[] = {"name", "file", "scale", "otherwise", "scenario",
                                        "kind", "size", "seed",  NULL};
    int code = suite_check_members(suite, part, entry, known);
    if (code != CLI_YES)
        return code;
    *map = (struct suite_map){
        .name = suite_get_string(entry, "name", NULL), .set = map->set, .request = entry};
    if (map->name == NULL || map->name[strspn(map->name, "abcdefghijklmnopqrstuvwxyz"
                                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                         "0123456789_-")] != '\0')
        return suite_fail(suite, part, "\"name\" wants letters, digits, _ and - alone");
    map->file = suite_find_file(suite, suite_get_string(entry, "file", NULL));
    if (json_object_get(entry, "file") != NULL && map->file == NULL) {
        map->request = json_object_get(entry, "otherwise");
        if (map->request == NULL)
            return fail_missing(suite, part, entry, "file");
    } else if (json_object_get(entry, "scenario") != NULL) {
        map->scenario = suite_find_file(suite, suite_get_string(entry, "scenario", NULL));
        if (map->scenario == NULL)
            return fail_missing(suite, part, entry, "scenario");
    }
    make_keys(suite, map);
    return map->file == NULL ? check_generated(suite, part, map->request) : CLI_YES;
}

static int check_map_names(const struct suite *suite, json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = suite_get_string(json_array_get(list, i), "name", "");
        for (size_t j = 0; j < i; j++) {
            char part[64];
            snprintf(part, sizeof part, "maps[%zu]", i);
            if (strcmp(suite_get_string(json_array_get(list, j), "name", ""), name) == 0)
                return suite_fail(suite, part, "the name '%s' is taken; choose another", name);
        }
    }
    return CLI_YES;
}

/* Those of the list that belong to a set. */
static int read_maps_of(struct suite *suite, json_t *list, size_t set)
{
    int code = CLI_YES;
    for (size_t i = 0; code == CLI_YES && i < json_array_size(list); i++) {
        json_t *entry = json_array_get(list, i);
        char part[64];
        snprintf(part, sizeof part, "maps[%zu]", i);
        if (!suite_set_has_map(&suite->sets[set], suite_get_string(entry, "name", "")))
            continue;
        struct suite_map *map = &suite->maps[suite->map_count++];
        map->set = set;
        code = read_map(suite, entry, part, map);
    }
    return code;
}

static int read_maps(struct suite *suite)
{
    json_t *list = json_object_get(suite->root, "maps");
    size_t count = json_array_size(list);
    if (count == 0)
        return suite_fail(suite, "maps", "there is no map; name at least one");
    suite->maps = calloc(count * suite->set_count, sizeof *suite->maps);
    if (suite->maps == NULL)
        return suite_fail(suite, "maps", "%s", cairn_status_get_text(CAIRN_MEMORY));
    int code = check_map_names(suite, list);
    for (size_t set = 0; code == CLI_YES && set < suite->set_count; set++)
        code = read_maps_of(suite, list, set);
    return code;
}

/* ---- the whole ---- */

static int read_agents(struct suite *suite)
{
    json_t *list = json_object_get(suite->root, "agents");
    int code = CLI_YES;
    for (size_t i = 0; code == CLI_YES && i < json_array_size(list); i++)
        code = suite_add_agents(suite, json_array_get(list, i), i);
    if (code == CLI_YES && suite->agent_count == 0)
        return suite_fail(suite, "agents", "there is no agent; name at least one");
    return code;
}

static int read_numbers(struct suite *suite)
{
    json_t *cut = json_object_get(suite->root, "cut");
    json_int_t times = json_integer_value(cut);
    if (cut != NULL && (!json_is_integer(cut) || times < 1 || times > 1000000))
        return suite_fail(suite, "cut", "wants a whole number from 1 to 1000000");
    suite->cut = (uint32_t)times;
    suite->sample = (uint32_t)json_integer_value(json_object_get(suite->root, "sample"));
    return CLI_YES;
}

int suite_open(const char *name, struct suite *suite)
{
    static const char *const known[] = {"name",    "title", "description", "credit", "paper",
                                        "corners", "maps",  "problems",    "sample", "max-moves",
                                        "agents",  "notes", "sets",        "cut",    NULL};
    json_error_t error;
    *suite = (struct suite){0};
    int found = suite_find(name, &suite->path);
    if (found != CLI_YES)
        return found;
    const char *path = suite->path;
    suite->root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (suite->root == NULL && error.line < 0)
        return cli_fail(CLI_BAD, "%s: it cannot be read: %s; check its path", path, error.text);
    if (suite->root == NULL)
        return cli_fail(CLI_BAD, "%s:%d: %s; correct the JSON", path, error.line, error.text);
    if (!json_is_object(suite->root))
        return cli_fail(CLI_BAD, "%s:1: a suite is one JSON object; correct the file", path);
    int code = suite_check_members(suite, "the suite", suite->root, known);
    if (code != CLI_YES)
        return code;
    suite->name = suite_get_string(suite->root, "name", "suite");
    suite->description = suite_get_string(suite->root, "description", "");
    json_t *paper = json_object_get(suite->root, "paper");
    if (paper != NULL && !json_is_boolean(paper))
        return suite_fail(suite, "paper", "wants true or false");
    code = read_numbers(suite);
    if (code == CLI_YES)
        code = suite_read_sets(suite);
    if (code == CLI_YES)
        code = read_maps(suite);
    if (code == CLI_YES)
        code = read_agents(suite);
    return code == CLI_YES ? suite_check_sets(suite) : code;
}

void suite_close(struct suite *suite)
{
    for (size_t i = 0; i < suite->map_count; i++) {
        free(suite->maps[i].file);
        free(suite->maps[i].scenario);
    }
    for (size_t i = 0; i < suite->agent_count; i++) {
        struct suite_agent *agent = &suite->agents[i];
        free(agent->name);
        free(agent->parameters);
        free(agent->database_text);
        cli_words_close(&agent->words);
        cli_words_close(&agent->program);
        json_decref(agent->entry);
    }
    free(suite->sets);
    free(suite->maps);
    free(suite->agents);
    free(suite->path);
    json_decref(suite->root);
}
