/* cli_file.c: files the command writes itself. The library's writer keeps them under a temporary
 * name in the folder they belong in until they are whole and on the disk. */
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

static int fail_file(const struct cli_file *file)
{
    bool explained = file->detail != NULL && file->detail->text[0] != '\0';
    return explained
               ? cli_fail(CLI_BAD, "%s: %s; choose another place", file->path, file->detail->text)
               : fail_output(file->path, strerror(errno));
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

/* A pipe or a device cannot be renamed to: it is written as it is. */
static bool is_special(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bool is_same_file(const char *name, const char *other)
{
    struct stat a, b;
    return stat(name, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino && !S_ISCHR(a.st_mode);
}

/* The same for names of which no file need be there yet: one folder, and one name in it. */
static bool is_same_place(const char *name, const char *other)
{
    char *copies[2] = {strdup(name), strdup(other)};
    bool same = copies[0] != NULL && copies[1] != NULL;
    const char *ends[2] = {name, other}, *folders[2] = {".", "."};
    for (int i = 0; same && i < 2; i++) {
        char *slash = strrchr(copies[i], '/');
        if (slash == NULL)
            continue;
        ends[i] += slash + 1 - copies[i];
        slash[slash == copies[i]] = '\0';
        folders[i] = copies[i];
    }
    same = same && strcmp(ends[0], ends[1]) == 0 && is_same_file(folders[0], folders[1]);
    free(copies[0]);
    free(copies[1]);
    return same;
}

/* Devices such as /dev/null take in anything; standard output is one place. */
static bool is_same_output(const char *name, const char *other)
{
    if (strcmp(name, "-") == 0 || strcmp(other, "-") == 0)
        return strcmp(name, other) == 0;
    return is_same_file(name, other) || (!is_special(name) && is_same_place(name, other));
}

int cli_check_names(const struct cli_names *names)
{
    for (int i = 0; i < CLI_NAMES; i++) {
        const char *output = names->outputs[i];
        for (int j = 0; output != NULL && j < CLI_NAMES; j++) {
            if (names->inputs[j] != NULL && is_same_file(output, names->inputs[j]))
                return fail_output(output, "it is the input");
            if (j < i && names->outputs[j] != NULL && is_same_output(output, names->outputs[j]))
                return fail_output(output, "it is another output of this command, too");
        }
    }
    return CLI_YES;
}

int cli_find_output(const char *name, char **path)
{
    struct stat status;
    *path = NULL;
    if (is_stream(name))
        return fail_output(name, "it is not a regular file");
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

/* ---- streams into the library's writer ---- */

static ssize_t write_stream(void *cookie, const char *bytes, size_t count)
{
    const struct cli_file *file = cookie;
    /* 0 is a failure here; the detail says which. */
    return cairn_file_write(file->file, bytes, count) == CAIRN_OK ? (ssize_t)count : 0;
}

/* The stream's cookie is a copy, for the file itself may be moved. */
static int close_stream(void *cookie)
{
    free(cookie);
    return 0;
}

static FILE *open_stream(const struct cli_file *file)
{
    static const cookie_io_functions_t functions = {.write = write_stream, .close = close_stream};
    struct cli_file *cookie = malloc(sizeof *cookie);
    if (cookie == NULL)
        return NULL;
    *cookie = *file;
    FILE *stream = fopencookie(cookie, "w", functions);
    if (stream == NULL)
        free(cookie);
    return stream;
}

static int open_whole(struct cli_file *file)
{
    file->stream = NULL;
    file->detail = calloc(1, sizeof *file->detail);
    cairn_status status = file->detail != NULL
                              ? cairn_file_create(file->path, file->detail, &file->file)
                              : CAIRN_MEMORY;
    if (status == CAIRN_OK)
        file->stream = open_stream(file);
    if (file->stream != NULL)
        return CLI_YES;
    errno = ENOMEM;
    return fail_file(file);
}

static int open_special(const char *name, struct cli_file *file)
{
    file->path = strdup(name);
    file->stream = file->path != NULL ? fopen(name, "w") : NULL;
    return file->stream != NULL ? CLI_YES : fail_output(name, strerror(errno));
}

int cli_file_open(const char *name, struct cli_file *file)
{
    *file = (struct cli_file){.stream = stdout};
    if (name == NULL || strcmp(name, "-") == 0)
        return CLI_YES;
    int code = CLI_YES;
    if (is_special(name)) {
        code = open_special(name, file);
    } else {
        code = cli_find_output(name, &file->path);
        if (code != CLI_YES)
            return code;
        code = open_whole(file);
    }
    if (code != CLI_YES)
        (void)cli_file_close(file, false);
    return code;
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

/* ---- the end ---- */

/* Closes the stream; true if all that was written to it is in the file. */
static bool finish_stream(struct cli_file *file)
{
    bool good = fflush(file->stream) == 0 && !ferror(file->stream);
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
    if (file->file != NULL &&
        cairn_file_finish(file->file, keep && good ? file->path : NULL) != CAIRN_OK)
        good = false;
    int code = keep && !good ? fail_file(file) : CLI_YES;
    free(file->detail);
    free(file->path);
    *file = (struct cli_file){0};
    return code;
}
