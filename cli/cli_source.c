/* cli_source.c: what the user named as an input: a file, or standard input; and the sentence if it is
 * something else than what is wanted there. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- standard input ---- */

#define STANDARD_INPUT "standard input"

/* The most bytes that are spooled of standard input, which may be endless. */
enum { MOST_SPOOLED = 1 << 30 };

const char *cli_parse_input(const char *text)
{
    return strcmp(text, "-") == 0 ? STANDARD_INPUT : text;
}

static bool is_standard_input(const char *name)
{
    return strcmp(name, STANDARD_INPUT) == 0;
}

static int fail_spool(const char *why)
{
    return cli_fail(CLI_BAD, "%s: %s; give a file", STANDARD_INPUT, why);
}

/* Copies standard input to a file without a name, which the command's end removes. */
static int spool(char *path, size_t capacity)
{
    enum { PIECE = 1 << 16 };
    static char piece[PIECE];
    FILE *file = tmpfile();
    size_t total = 0, count = 1;
    while (file != NULL && count > 0 && total <= MOST_SPOOLED) {
        count = fread(piece, 1, sizeof piece, stdin);
        total += count;
        if (fwrite(piece, 1, count, file) != count)
            count = 0;
    }
    if (file == NULL || ferror(stdin) || ferror(file) || fflush(file) != 0)
        return fail_spool(strerror(errno));
    if (total > MOST_SPOOLED)
        return fail_spool("it is longer than a gigabyte");
    snprintf(path, capacity, "/dev/fd/%d", fileno(file));
    return CLI_YES;
}

int cli_find_input(const char *name, bool whole, const char **path)
{
    static char spooled[32];
    static bool taken;
    struct stat status;
    *path = name;
    if (!is_standard_input(name))
        return CLI_YES;
    if (taken)
        return fail_spool("it is two inputs of this command");
    taken = true;
    *path = "/dev/stdin";
    if (!whole || (fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode)))
        return CLI_YES;
    *path = spooled;
    return spool(spooled, sizeof spooled);
}

int cli_open_text(const char *name, FILE **stream)
{
    const char *path;
    int code = cli_find_input(name, false, &path);
    if (code != CLI_YES)
        return code;
    *stream = fopen(path, "r");
    return *stream != NULL ? CLI_YES
                           : cli_fail(CLI_BAD,
                                      "%s: it cannot be read: %s; check its path and "
                                      "permissions",
                                      name, strerror(errno));
}

/* ---- what a file is ---- */

/* By its first bytes. */
static const struct {
    const char *bytes;
    enum cli_source source;
    const char *what;
    const char *advice;
} beginnings[] = {
    {"type octile", CLI_SOURCE_MAP, "a map",
     "`cairn map info' says what it holds, and `cairn build' makes its database"},
    {"\x89"
     "CAIRN\r\n",
     CLI_SOURCE_DB, "a database of cairn", "`cairn db info' says what it holds, and --db takes it"},
    {"version 1", CLI_SOURCE_SCENARIO, "a scenario", "`cairn run MAP SCEN' solves its problems"},
    {"\x89PNG\r\n", CLI_SOURCE_LEVEL, "a PNG picture", "`cairn map import' makes a map of it"},
    {"IWAD", CLI_SOURCE_LEVEL, "a Doom WAD", "`cairn map import' makes maps of its levels"},
    {"PWAD", CLI_SOURCE_LEVEL, "a Doom WAD", "`cairn map import' makes maps of its levels"},
    {"IBSP", CLI_SOURCE_LEVEL, "a Quake 3 BSP", "`cairn map import' makes a map of it"},
    {"PK\3\4", CLI_SOURCE_LEVEL, "an archive", "`cairn map import' makes maps of a PK3's levels"},
    {"<?xml", CLI_SOURCE_LEVEL, "XML", "`cairn map import' makes a map of a Tiled map"},
    {"{", CLI_SOURCE_LEVEL, "JSON", "`cairn map import' makes a map of a Tiled map"},
    {"\x89"
     "CHNGS\r\n",
     CLI_SOURCE_CHANGES, "the saved changes of a map",
     "`cairn replay MAP EVENTS --load' takes them"},
    {"\x89"
     "CPART\r\n",
     CLI_SOURCE_PART, "a part of a checkpoint", "`cairn build --checkpoint' takes its folder"},
};

/* Its place in the list, or the list's length. What is no regular file cannot be read again. */
static size_t find_beginning(const char *path)
{
    enum { COUNT = sizeof beginnings / sizeof beginnings[0] };
    char bytes[16] = "";
    struct stat status;
    size_t i = 0;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return COUNT;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return COUNT;
    size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    while (i < COUNT && (strlen(beginnings[i].bytes) > count ||
                         memcmp(bytes, beginnings[i].bytes, strlen(beginnings[i].bytes)) != 0))
        i++;
    return i;
}

int cli_fail_input(enum cli_source wanted, const char *name, cairn_status status,
                   const cairn_detail *detail)
{
    static const char *const nouns[] = {[CLI_SOURCE_MAP] = "a map",
                                        [CLI_SOURCE_DB] = "a database",
                                        [CLI_SOURCE_SCENARIO] = "a scenario",
                                        [CLI_SOURCE_LEVEL] = "a level, a picture or a tile map",
                                        [CLI_SOURCE_EVENTS] = "a text of events",
                                        [CLI_SOURCE_CHANGES] = "the saved changes of a map"};
    size_t found = find_beginning(is_standard_input(name) ? "/dev/stdin" : name);
    bool is_other = found < sizeof beginnings / sizeof beginnings[0] &&
                    beginnings[found].source != wanted && status != CAIRN_IO;
    return is_other ? cli_fail(CLI_BAD, "%s: it is %s, not %s; %s", name, beginnings[found].what,
                               nouns[wanted], beginnings[found].advice)
                    : cli_fail_file(CLI_BAD, name, status, detail);
}
