/* suite_agent.c: the agents of a suite: lists expanded, and each made a recipe of the harness, which
 * reads options by the library's list. */
#include "suite.h"

#include "commit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Members of an agent's entry that are not options of the agent. */
static const char *const own_members[] = {"name",  "group",   "database", "picture",
                                          "crowd", "program", "timeout",  NULL};

/* A picture shows the first trial. */
static const char *const not_for_pictures[] = {"name",  "group",  "database", "picture",
                                               "crowd", "trials", NULL};

static bool is_own(const char *key)
{
    const char *const *name = own_members;
    while (*name != NULL && strcmp(*name, key) != 0)
        name++;
    return *name != NULL;
}

/* ---- lists ---- */

/* The first member of an object that is a list; null if there is none. */
static const char *find_list(json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        if (json_is_array(value) && strcmp(key, "crowd") != 0 && strcmp(key, "program") != 0)
            return key;
    }
    return NULL;
}

static int add_agent(struct suite *suite, json_t *entry, size_t number);

/* One entry for each value of the first list there is; deeper lists follow in turn. */
static int expand(struct suite *suite, json_t *entry, size_t number)
{
    json_t *database = json_object_get(entry, "database");
    const char *in_entry = find_list(entry);
    const char *key = in_entry != NULL ? in_entry : find_list(database);
    if (key == NULL)
        return add_agent(suite, entry, number);
    json_t *list = json_object_get(in_entry != NULL ? entry : database, key);
    int code = CLI_YES;
    for (size_t i = 0; code == CLI_YES && i < json_array_size(list); i++) {
        json_t *copy = json_deep_copy(entry);
        json_t *target = in_entry != NULL ? copy : json_object_get(copy, "database");
        json_object_set(target, key, json_array_get(list, i));
        code = expand(suite, copy, number);
        json_decref(copy);
    }
    return code;
}

/* ---- names ---- */

/* A name such as "TBA*({slice})" with the values in. */
static char *make_name(json_t *entry, const char *form)
{
    char *name = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&name, &bytes);
    if (stream == NULL)
        return NULL;
    while (*form != '\0') {
        size_t plain = strcspn(form, "{");
        size_t end = strcspn(form, "}");
        fwrite(form, 1, plain, stream);
        form += plain;
        if (*form != '{' || form[end - plain] != '}')
            continue;
        char *key = strndup(form + 1, end - plain - 1);
        json_t *value = key != NULL ? json_object_get(entry, key) : NULL;
        if (value == NULL && key != NULL)
            value = json_object_get(json_object_get(entry, "database"), key);
        char *text = suite_get_text(value);
        fputs(text != NULL ? text : "?", stream);
        free(text);
        free(key);
        form += end - plain + 1;
    }
    fclose(stream);
    return name;
}

/* The words of a program as one: "python3+agent.py". */
static void write_program(FILE *stream, json_t *words)
{
    size_t i;
    json_t *word;
    json_array_foreach(words, i, word)
    {
        const char *text = json_string_value(word);
        fputs(i == 0 ? "program=" : "+", stream);
        for (; text != NULL && *text != '\0'; text++)
            fputc(isspace((unsigned char)*text) ? '+' : *text, stream);
    }
}

/* "key=value key=value"; the caller frees it. */
static char *list_options(json_t *object, bool of_agent)
{
    char *list = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&list, &bytes);
    if (stream == NULL)
        return NULL;
    const char *key;
    json_t *value;
    write_program(stream, of_agent ? json_object_get(object, "program") : NULL);
    bool first = ftell(stream) == 0;
    json_object_foreach(object, key, value)
    {
        if (of_agent && (is_own(key) || strcmp(key, "algorithm") == 0))
            continue;
        char *text = suite_get_text(value);
        fprintf(stream, "%s%s=%s", first ? "" : " ", key, text != NULL ? text : "false");
        free(text);
        first = false;
    }
    fclose(stream);
    return list;
}

/* ---- options ---- */

static int check_members(const struct suite *suite, const char *part, json_t *entry)
{
    const char *key;
    json_t *value;
    json_object_foreach(entry, key, value)
    {
        if (is_own(key))
            continue;
        bool is_flag = false;
        if (!harness_recipe_knows(key, &is_flag))
            return suite_fail(suite, part,
                              "there is no option '%s' of agents; `cairn run --help' has them all",
                              key);
        if (json_is_object(value) || is_flag != json_is_boolean(value))
            return suite_fail(suite, part, "'%s' wants %s", key,
                              is_flag ? "true or false" : "a value or a list of them");
    }
    if (json_object_get(entry, "program") == NULL &&
        !json_is_string(json_object_get(entry, "algorithm")))
        return suite_fail(suite, part, "\"algorithm\" wants a word, such as \"knn\"");
    return CLI_YES;
}

static int check_database(const struct suite *suite, const char *part, uint32_t algorithm,
                          json_t *database)
{
    static const char *const none[] = {NULL};
    const char *kind = cairn_algorithm_get_name(algorithm);
    if (database == NULL && harness_needs_database(algorithm))
        return suite_fail(suite, part, "%s needs a database; add \"database\": {\"kind\": \"%s\"}",
                          kind, kind);
    if (database == NULL)
        return CLI_YES;
    if (!json_is_object(database))
        return suite_fail(suite, part, "\"database\" wants an object of options of `cairn build'");
    struct cli_words words = {0};
    suite_add_options(&words, database, none);
    int code = suite_check_options(suite, part, "build", &words);
    cli_words_close(&words);
    return code;
}

/* The recipe of an agent whose members were checked. */
static int make_recipe(const struct suite *suite, struct suite_agent *agent)
{
    const char *key;
    json_t *value;
    cairn_detail detail = {0};
    cairn_status status = CAIRN_OK;
    agent->recipe = harness_default_recipe();
    json_object_foreach(agent->entry, key, value)
    {
        if (status != CAIRN_OK || is_own(key) || json_is_false(value))
            continue;
        char *text = json_is_true(value) ? NULL : suite_get_text(value);
        status = harness_recipe_set(&agent->recipe, key, text, &detail);
        free(text);
    }
    return status == CAIRN_OK ? CLI_YES : suite_fail(suite, agent->name, "%s", detail.text);
}

static int read_crowds(const struct suite *suite, const char *part, struct suite_agent *agent)
{
    json_t *crowd = json_object_get(agent->entry, "crowd");
    for (size_t i = 0; i < json_array_size(crowd); i++) {
        json_int_t agents = json_integer_value(json_array_get(crowd, i));
        if (agents < 1 || agents > 100000 || i == SUITE_CROWDS)
            return suite_fail(suite, part,
                              "\"crowd\" wants at most %d whole numbers from 1 to 100000",
                              SUITE_CROWDS);
        agent->crowds[agent->crowd_count++] = (uint32_t)agents;
    }
    return CLI_YES;
}

/* ---- an agent ---- */

static int fill_agent(struct suite *suite, const char *part, struct suite_agent *agent)
{
    json_t *entry = agent->entry;
    json_t *limit = json_object_get(suite->root, "max-moves");
    if (json_object_get(entry, "max-moves") == NULL && limit != NULL)
        json_object_set(entry, "max-moves", limit);
    int code = check_members(suite, part, entry);
    if (code != CLI_YES)
        return code;
    const char *form = json_string_value(json_object_get(entry, "name"));
    const char *algorithm = json_string_value(json_object_get(entry, "algorithm"));
    const char *group = json_string_value(json_object_get(entry, "group"));
    agent->name = make_name(entry, form != NULL ? form : algorithm != NULL ? algorithm : "program");
    agent->group = group != NULL ? group : "agents";
    agent->database = json_object_get(entry, "database");
    agent->picture = json_is_true(json_object_get(entry, "picture"));
    agent->parameters = list_options(entry, true);
    agent->database_text = list_options(agent->database, false);
    suite_add_options(&agent->words, entry, not_for_pictures);
    if (agent->name == NULL || agent->parameters == NULL || agent->database_text == NULL ||
        agent->words.failed)
        return suite_fail(suite, part, "%s", cairn_status_get_text(CAIRN_MEMORY));
    json_t *files = NULL;
    code = suite_read_program(suite, part, agent, &files);
    if (code == CLI_YES)
        code = make_recipe(suite, agent);
    if (code == CLI_YES && agent->program.count == 0)
        code = check_database(suite, agent->name, agent->recipe.algorithm, agent->database);
    json_t *commit = json_string(CAIRN_COMMIT);
    json_t *const makes[] = {entry, json_object_get(suite->root, "cut"), commit, files};
    suite_make_key(makes, 4, agent->key); /* times of two builds are not to be mixed */
    json_decref(commit);
    json_decref(files);
    if (agent->database != NULL)
        suite_make_key(&agent->database, 1, agent->database_key);
    return code == CLI_YES ? read_crowds(suite, part, agent) : code;
}

static int add_agent(struct suite *suite, json_t *entry, size_t number)
{
    char part[64];
    snprintf(part, sizeof part, "agents[%zu]", number);
    struct suite_agent *larger =
        realloc(suite->agents, (suite->agent_count + 1) * sizeof *suite->agents);
    if (larger == NULL)
        return suite_fail(suite, part, "%s", cairn_status_get_text(CAIRN_MEMORY));
    suite->agents = larger;
    struct suite_agent *agent = &suite->agents[suite->agent_count++];
    *agent = (struct suite_agent){.entry = json_deep_copy(entry)};
    int code = fill_agent(suite, part, agent);
    for (size_t i = 0; code == CLI_YES && i + 1 < suite->agent_count; i++)
        if (strcmp(suite->agents[i].name, agent->name) == 0)
            return suite_fail(suite, part, "the name '%s' is taken; choose another", agent->name);
    return code;
}

int suite_add_agents(struct suite *suite, json_t *entry, size_t number)
{
    char part[64];
    snprintf(part, sizeof part, "agents[%zu]", number);
    if (!json_is_object(entry))
        return suite_fail(suite, part, "an agent is a JSON object");
    return expand(suite, entry, number);
}
