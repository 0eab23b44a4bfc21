/* suite_set.c: the sets of a suite: which problems, on which maps, with which corners, for which
 * agents. */
#include "suite.h"

#include <stdlib.h>
#include <string.h>

/* Whether a list of names has one; no list has all. */
static bool has_name(json_t *list, const char *name)
{
    size_t i;
    json_t *value;
    if (list == NULL)
        return true;
    json_array_foreach(list, i, value)
    {
        const char *text = json_string_value(value);
        if (text != NULL && strcmp(text, name) == 0)
            return true;
    }
    return false;
}

bool suite_set_has_map(const struct suite_set *set, const char *name)
{
    return has_name(set->maps, name);
}

bool suite_measures(const struct suite *suite, size_t map, size_t agent)
{
    const struct suite_set *set = &suite->sets[suite->maps[map].set];
    const struct suite_agent *entry = &suite->agents[agent];
    return has_name(set->agents, entry->name) || has_name(set->agents, entry->group);
}

bool suite_draws(const struct suite *suite, size_t map, size_t agent)
{
    return suite->maps[map].set == 0 && suite_measures(suite, map, agent);
}

static int read_problems(const struct suite *suite, const char *part, json_t *problems)
{
    static const char *const none[] = {NULL};
    static const char *const known[] = {"count", "min-cost", "max-cost", "max-difficulty",
                                        "like",  "seed",     NULL};
    struct cli_words words = {0};
    int code = suite_check_members(suite, part, problems, known);
    suite_add_options(&words, problems, none);
    if (code == CLI_YES)
        code = suite_check_options(suite, part, "problems", &words);
    cli_words_close(&words);
    return code;
}

/* What a set does not say, the suite does. */
static int read_set(const struct suite *suite, const char *part, json_t *entry,
                    struct suite_set *set)
{
    const char *corners = suite_get_string(entry, "corners", NULL);
    json_t *problems = json_object_get(entry, "problems");
    if (corners == NULL)
        corners = suite_get_string(suite->root, "corners", "strict");
    if (strcmp(corners, "strict") != 0 && strcmp(corners, "free") != 0)
        return suite_fail(suite, part, "\"corners\" wants strict or free, not '%s'", corners);
    *set = (struct suite_set){
        .name = suite_get_string(entry, "name", ""),
        .corners = corners[0] == 'f' ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT,
        .problems = problems != NULL ? problems : json_object_get(suite->root, "problems")};
    return read_problems(suite, problems != NULL ? part : "problems", set->problems);
}

static int read_listed(const struct suite *suite, json_t *list, size_t number)
{
    static const char *const known[] = {"name", "corners", "problems", "maps", "agents", NULL};
    struct suite_set *set = &suite->sets[number];
    json_t *entry = json_array_get(list, number);
    char part[64];
    snprintf(part, sizeof part, "sets[%zu]", number);
    int code = suite_check_members(suite, part, entry, known);
    if (code == CLI_YES)
        code = read_set(suite, part, entry, set);
    set->maps = json_object_get(entry, "maps");
    set->agents = json_object_get(entry, "agents");
    if (code == CLI_YES && set->name[0] == '\0')
        return suite_fail(suite, part, "\"name\" is missing; name every set");
    for (size_t i = 0; code == CLI_YES && i < number; i++)
        if (strcmp(suite->sets[i].name, set->name) == 0)
            return suite_fail(suite, part, "the name '%s' is taken; choose another", set->name);
    return code;
}

int suite_read_sets(struct suite *suite)
{
    json_t *list = json_object_get(suite->root, "sets");
    size_t count = json_array_size(list);
    if (list != NULL && count == 0)
        return suite_fail(suite, "sets", "wants a list of sets; leave it out if there is one");
    suite->sets = calloc(count + 1, sizeof *suite->sets);
    if (suite->sets == NULL)
        return suite_fail(suite, "sets", "%s", cairn_status_get_text(CAIRN_MEMORY));
    suite->set_count = list != NULL ? count : 1;
    if (list == NULL)
        return read_set(suite, "the suite", NULL, &suite->sets[0]);
    int code = CLI_YES;
    for (size_t i = 0; code == CLI_YES && i < count; i++)
        code = read_listed(suite, list, i);
    return code;
}

/* ---- names that lead nowhere ---- */

static bool is_map(const struct suite *suite, const char *name)
{
    for (size_t i = 0; i < suite->map_count; i++)
        if (strcmp(suite->maps[i].name, name) == 0)
            return true;
    return false;
}

static bool is_agent(const struct suite *suite, const char *name)
{
    for (size_t i = 0; i < suite->agent_count; i++)
        if (strcmp(suite->agents[i].name, name) == 0 || strcmp(suite->agents[i].group, name) == 0)
            return true;
    return false;
}

static int check_names(const struct suite *suite, const struct suite_set *set, json_t *list,
                       const char *noun, bool (*is_known)(const struct suite *, const char *))
{
    size_t i;
    json_t *value;
    if (list != NULL && json_array_size(list) == 0)
        return suite_fail(suite, set->name, "\"%ss\" wants a list of names", noun);
    json_array_foreach(list, i, value)
    {
        const char *name = json_string_value(value);
        if (name == NULL || !is_known(suite, name))
            return suite_fail(suite, set->name, "there is no %s '%s' in the suite", noun,
                              name != NULL ? name : "");
    }
    return CLI_YES;
}

int suite_check_sets(const struct suite *suite)
{
    int code = CLI_YES;
    for (size_t i = 0; code == CLI_YES && i < suite->set_count; i++) {
        const struct suite_set *set = &suite->sets[i];
        code = check_names(suite, set, set->maps, "map", is_map);
        if (code == CLI_YES)
            code = check_names(suite, set, set->agents, "agent", is_agent);
    }
    return code;
}
