/* cli_file.c: files the command writes itself. They grow under a temporary name in the folder
 * they belong in, and get their own name only when they are whole and on the disk. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail_output(const char *name, const char *why)
{
    return cli_fail(CLI_BAD, "%s: cannot be written: %s; choose another place", name, why);
}

/* Creates an empty file with a new name beside `path`. The caller frees `temporary`. */
static int create_beside(const char *path, char **temporary)
{
    if (asprintf(temporary, "%s.XXXXXX", path) < 0) {
        *temporary = NULL;
        return -1;
    }
    int descriptor = mkstemp(*temporary);
    if (descriptor < 0) {
        int reason = errno;
        free(*temporary);
        *temporary = NULL;
        errno = reason;
    }
    return descriptor;
}

/* The file's true name: the temporary one must not replace a link that leads to it. */
static char *find_true_name(const char *name)
{
    char *path = realpath(name, NULL);
    return path != NULL ? path : strdup(name);
}

/* A name of something already open: a file renamed to it would replace what it leads to. */
static bool is_stream(const char *name)
{
    static const char *const names[] = {"/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return strcmp(name, "-") == 0;
}

static bool is_same_file(const char *name, const char *other)
{
    struct stat a, b;
    return other != NULL && stat(name, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

int cli_find_output(const char *name, const char *input, char **path)
{
    struct stat status;
    *path = NULL;
    if (is_stream(name))
        return fail_output(name, "it is not a regular file");
    if (is_same_file(name, input))
        return fail_output(name, "it is the input");
    if (stat(name, &status) == 0 && !S_ISREG(status.st_mode))
        return fail_output(name,
                           S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file");
    if (name[0] == '\0' || name[strlen(name) - 1] == '/')
        return fail_output(name, "it names no file");

    *path = find_true_name(name);
    if (*path == NULL)
        return fail_output(name, strerror(ENOMEM));
    char *temporary = NULL;
    int descriptor = create_beside(*path, &temporary);
    if (descriptor < 0) {
        fail_output(name, strerror(errno));
        free(*path);
        *path = NULL;
        return CLI_BAD;
    }
    close(descriptor);
    unlink(temporary);
    free(temporary);
    return CLI_YES;
}

/* A pipe or a device cannot be renamed to: it is written as it is. */
static bool is_special(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static void set_usual_mode(int descriptor)
{
    mode_t mask = umask(0);
    umask(mask);
    (void)fchmod(descriptor, 0666 & ~mask);
}

int cli_file_open(const char *name, const char *input, struct cli_file *file)
{
    *file = (struct cli_file){.stream = stdout};
    if (name == NULL || strcmp(name, "-") == 0)
        return CLI_YES;
    if (is_special(name)) {
        file->path = strdup(name);
        file->stream = file->path != NULL ? fopen(name, "w") : NULL;
    } else {
        int code = cli_find_output(name, input, &file->path);
        if (code != CLI_YES)
            return code;
        int descriptor = create_beside(file->path, &file->temporary);
        if (descriptor >= 0)
            set_usual_mode(descriptor);
        file->stream = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    }
    if (file->stream != NULL)
        return CLI_YES;
    fail_output(name, strerror(errno));
    cli_file_close(file, false);
    return CLI_BAD;
}

int cli_file_set_partial(struct cli_file *file)
{
    char *path = NULL;
    if (asprintf(&path, "%s.partial", file->path) < 0)
        return fail_output(file->path, strerror(ENOMEM));
    free(file->path);
    file->path = path;
    return CLI_YES;
}

static bool finish_stream(struct cli_file *file)
{
    bool good = fflush(file->stream) == 0 && !ferror(file->stream);
    if (good && file->temporary != NULL)
        good = fsync(fileno(file->stream)) == 0;
    int reason = errno;
    if (fclose(file->stream) != 0 && good) {
        good = false;
        reason = errno;
    }
    errno = reason;
    return good;
}

int cli_file_close(struct cli_file *file, bool keep)
{
    if (file->path == NULL) {
        fflush(stdout); /* so that a summary on stderr comes after it; checked at exit */
        return CLI_YES;
    }
    bool good = file->stream == NULL || finish_stream(file);
    if (file->temporary != NULL && keep && good)
        good = rename(file->temporary, file->path) == 0;
    int code = CLI_YES;
    if (keep && !good)
        code = fail_output(file->path, strerror(errno));
    if (file->temporary != NULL && code != CLI_YES)
        keep = false;
    if (file->temporary != NULL && !keep)
        unlink(file->temporary);
    free(file->temporary);
    free(file->path);
    *file = (struct cli_file){0};
    return code;
}
