/* eval_paths.c: where things are in the output folder. */
#include "evaluate.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SHORT_KEY = 8 }; /* hex digits of a key in a name */

char *eval_get_path(const struct eval *eval, const char *format, ...)
{
    char *name = NULL, *path = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&name, format, arguments) < 0)
        name = NULL;
    va_end(arguments);
    if (name != NULL && asprintf(&path, "%s/%s", eval->shared.output, name) < 0)
        path = NULL;
    free(name);
    return path;
}

char *eval_get_map_path(const struct eval *eval, size_t map)
{
    const struct suite_map *entry = &eval->suite.maps[map];
    return eval_get_path(eval, "maps/%s-%.*s.map", entry->name, SHORT_KEY, entry->map_key);
}

char *eval_get_problems_path(const struct eval *eval, size_t map, const char *ending)
{
    const struct suite_map *entry = &eval->suite.maps[map];
    return eval_get_path(eval, "problems/%s-%.*s.%s", entry->name, SHORT_KEY, entry->key, ending);
}

char *eval_get_database_path(const struct eval *eval, size_t map, size_t agent, const char *ending)
{
    const struct suite_map *entry = &eval->suite.maps[map];
    return eval_get_path(eval, "databases/%s-%.*s-%.*s.%s", entry->name, SHORT_KEY, entry->base_key,
                         SHORT_KEY, eval->suite.agents[agent].database_key, ending);
}

char *eval_get_picture_path(const struct eval *eval, size_t map, const struct suite_agent *agent)
{
    const struct suite_map *entry = &eval->suite.maps[map];
    return eval_get_path(eval, "pictures/%s-%.*s%s%.*s.png", entry->name, SHORT_KEY, entry->key,
                         agent != NULL ? "-" : "", SHORT_KEY, agent != NULL ? agent->key : "");
}

char *eval_get_run_path(const struct eval *eval, size_t map, size_t agent, const char *ending)
{
    const struct suite_map *entry = &eval->suite.maps[map];
    return eval_get_path(eval, "runs/%s-%.*s-%.*s.%s", entry->name, SHORT_KEY, entry->key,
                         SHORT_KEY, eval->suite.agents[agent].key, ending);
}

static int make_folder(const char *path)
{
    if (path == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    struct stat status;
    if (mkdir(path, 0777) == 0 ||
        (errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
        return CLI_YES;
    return cli_fail(CLI_BAD, "%s: the folder cannot be made: %s; choose another place", path,
                    strerror(errno));
}

int eval_make_folders(const struct eval *eval)
{
    static const char *const names[] = {"maps", "problems", "databases", "pictures", "runs"};
    int code = make_folder(eval->shared.output);
    for (size_t i = 0; code == CLI_YES && i < sizeof names / sizeof names[0]; i++) {
        char *path = eval_get_path(eval, "%s", names[i]);
        code = make_folder(path);
        free(path);
    }
    return code;
}
