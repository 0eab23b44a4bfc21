/* suite_program.c: agents of a suite that are programs of someone else's. */
#include "suite.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cairn/tools.h>

enum { TIMEOUT_SECONDS = 60, MOST_TIMEOUT = 86400 };

const char *suite_get_algorithm(const struct suite_agent *agent)
{
    return agent->program.count > 0 ? "program" : cairn_algorithm_get_name(agent->recipe.algorithm);
}

/* What other agents have and a program has not. */
static int check_others(const struct suite *suite, const char *part, json_t *entry)
{
    static const char *const known[] = {"name", "group", "program", "timeout", "max-moves", NULL};
    const char *key;
    json_t *value;
    json_object_foreach(entry, key, value)
    {
        const char *const *name = known;
        while (*name != NULL && strcmp(*name, key) != 0)
            name++;
        if (*name == NULL)
            return suite_fail(suite, part, "'%s' is not for a program; leave it out", key);
    }
    if (json_object_get(entry, "max-moves") == NULL && suite->cut == 0)
        return suite_fail(suite, part,
                          "a program needs \"max-moves\", or the suite \"cut\", so that its walks "
                          "end");
    return CLI_YES;
}

static int read_timeout(const struct suite *suite, const char *part, struct suite_agent *agent)
{
    json_t *timeout = json_object_get(agent->entry, "timeout");
    json_int_t seconds = timeout != NULL ? json_integer_value(timeout) : TIMEOUT_SECONDS;
    if (seconds < 1 || seconds > MOST_TIMEOUT)
        return suite_fail(suite, part, "\"timeout\" wants seconds, a whole number from 1 to %d",
                          MOST_TIMEOUT);
    agent->timeout = (uint32_t)seconds;
    return CLI_YES;
}

/* The hash of a file, as a text; an empty one where a word names none. */
static json_t *hash_file(const struct suite *suite, const char *word)
{
    char text[32] = "";
    uint64_t hash = 0;
    struct stat status;
    char *path = suite_find_file(suite, word);
    if (path != NULL && stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
        cairn_file_find_hash(path, NULL, &hash) == CAIRN_OK)
        snprintf(text, sizeof text, "%016" PRIx64, hash);
    free(path);
    return json_string(text);
}

int suite_read_program(const struct suite *suite, const char *part, struct suite_agent *agent,
                       json_t **files)
{
    json_t *program = json_object_get(agent->entry, "program");
    size_t i;
    json_t *value;
    if (program == NULL)
        return CLI_YES;
    *files = json_array();
    json_array_foreach(program, i, value)
    {
        const char *word = json_string_value(value);
        char *text = word != NULL ? suite_replace_variables(word) : NULL;
        if (text == NULL)
            return suite_fail(suite, part, "\"program\" wants words; set the variables in them");
        cli_words_add(&agent->program, "%s", text);
        json_array_append_new(*files, hash_file(suite, word));
        free(text);
    }
    if (agent->program.count == 0 || agent->program.failed || agent->program.words[0][0] == '\0')
        return suite_fail(suite, part,
                          "\"program\" wants a list of words, such as [\"python3\", \"agent.py\"]");
    int code = check_others(suite, part, agent->entry);
    return code == CLI_YES ? read_timeout(suite, part, agent) : code;
}
