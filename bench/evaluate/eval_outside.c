/* eval_outside.c: a program that a suite names as an agent, on one of the suite's maps. */
#include "evaluate.h"

#include <stdlib.h>
#include <string.h>

int eval_outside_fail(const struct suite_agent *agent, const struct outside *outside,
                      cairn_status status)
{
    if (status == CAIRN_INTERRUPTED)
        return CLI_SIGNAL + cli_signal;
    const char *text =
        outside->sentence[0] != '\0' ? outside->sentence : cairn_status_get_text(status);
    return cli_fail(CLI_BAD, "%s: %s", agent->name, text);
}

/* The folder of a file. */
static char *find_folder(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash != NULL ? strndup(file, (size_t)(slash - file) + 1) : strdup(".");
}

int eval_outside_open(const struct eval *eval, const size_t pair[2], const cairn_map *map,
                      struct outside *outside)
{
    const struct suite_agent *agent = &eval->suite.agents[pair[1]];
    char *path = eval_get_map_path(eval, pair[0]);
    char *whole = path != NULL ? realpath(path, NULL) : NULL; /* it runs in another folder */
    char *folder = find_folder(eval->suite.path);
    char *log = eval_get_run_path(eval, pair[0], pair[1], "log");
    cairn_status status = CAIRN_MEMORY;
    if (whole != NULL && folder != NULL && log != NULL) {
        const struct outside_request request = {
            .words = agent->program.words, .folder = folder, .log = log, .timeout = agent->timeout};
        status = outside_start(&request, outside);
        if (status == CAIRN_OK)
            status = outside_open_map(outside, map, whole);
    }
    int code = status == CAIRN_OK ? CLI_YES : eval_outside_fail(agent, outside, status);
    free(path);
    free(whole);
    free(folder);
    free(log);
    return code;
}
