/* suite_path.c: where a suite is, and the files it names. */
#include "suite.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the files a suite names ---- */

char *suite_replace_variables(const char *text)
{
    const char *start = strstr(text, "${");
    const char *end = start != NULL ? strchr(start, '}') : NULL;
    if (end == NULL)
        return strdup(text);
    char *name = strndup(start + 2, (size_t)(end - start - 2));
    const char *value = name != NULL ? getenv(name) : NULL;
    char *joined = NULL;
    if (value != NULL &&
        asprintf(&joined, "%.*s%s%s", (int)(start - text), text, value, end + 1) < 0)
        joined = NULL;
    free(name);
    if (joined == NULL)
        return NULL;
    char *rest = suite_replace_variables(joined);
    free(joined);
    return rest;
}

/* A path as seen from the folder of a file. */
static char *join_to_folder(const char *file, const char *path)
{
    const char *slash = strrchr(file, '/');
    char *joined = NULL;
    if (path[0] == '/' || slash == NULL)
        return strdup(path);
    return asprintf(&joined, "%.*s/%s", (int)(slash - file), file, path) >= 0 ? joined : NULL;
}

/* Takes a path over; null if it is no file that can be read. */
static char *keep_readable(char *path)
{
    struct stat status;
    if (path == NULL ||
        (access(path, R_OK) == 0 && stat(path, &status) == 0 && !S_ISDIR(status.st_mode)))
        return path;
    free(path);
    return NULL;
}

char *suite_find_file(const struct suite *suite, const char *name)
{
    char *replaced = name != NULL ? suite_replace_variables(name) : NULL;
    char *path = replaced != NULL ? join_to_folder(suite->path, replaced) : NULL;
    free(replaced);
    return keep_readable(path);
}

/* ---- the suite itself ---- */

static char *find_in_folder(const char *folder, const char *name)
{
    char *path = NULL;
    if (folder == NULL || asprintf(&path, "%s/%s.json", folder, name) < 0)
        return NULL;
    return keep_readable(path);
}

/* Suites lie beside the command: in PREFIX/share for PREFIX/bin, in the source for a build
 * folder. */
static char *find_beside_command(const char *name)
{
    static const char *const folders[] = {"../share/cairn/suites", "../suites"};
    char command[4096];
    ssize_t length = readlink("/proc/self/exe", command, sizeof command - 1);
    char *path = NULL;
    command[length > 0 ? length : 0] = '\0';
    for (size_t i = 0; path == NULL && i < sizeof folders / sizeof folders[0]; i++) {
        char *folder = join_to_folder(command, folders[i]);
        path = find_in_folder(folder, name);
        free(folder);
    }
    return path;
}

int suite_find(const char *name, char **path)
{
    *path = keep_readable(strdup(name));
    if (*path == NULL && strchr(name, '/') == NULL) {
        *path = find_in_folder(getenv("CAIRN_SUITES"), name);
        if (*path == NULL)
            *path = find_beside_command(name);
    }
    if (*path != NULL)
        return CLI_YES;
    return cli_fail(CLI_BAD,
                    "%s: there is no such suite; name a file, or one of the suites in the folder "
                    "CAIRN_SUITES names or of those installed, such as quick",
                    name);
}
