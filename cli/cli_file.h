/* cli_file.h: the files that the command reads and writes, and what they may not be. */
#ifndef CAIRN_CLI_FILE_H
#define CAIRN_CLI_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include <cairn/tools.h>

/* ---- cli_source.c: what is read ---- */

/** The name of an input as typed: `-' becomes what sentences call standard input, and stands for it. */
const char *cli_parse_input(const char *text);

/** The path of an input. Standard input is one input of a command, and is first copied to a file if it
 *  has to be a `whole` one. */
int cli_find_input(const char *name, bool whole, const char **path);

/** Opens a text for reading; prints the sentence if that fails. */
int cli_open_text(const char *name, FILE **stream);

/** What a file may be. */
enum cli_source {
    CLI_SOURCE_MAP,
    CLI_SOURCE_DB,
    CLI_SOURCE_SCENARIO,
    CLI_SOURCE_LEVEL,
    CLI_SOURCE_EVENTS,
    CLI_SOURCE_CHANGES,
    CLI_SOURCE_PART,
};

/** The sentence for an input that cannot be used; if it is something else than what is `wanted`, what it
 *  is, and which command takes it. Returns CLI_BAD. */
int cli_fail_input(enum cli_source wanted, const char *name, cairn_status status,
                   const cairn_detail *detail);

/* ---- cli_file.c: what is written ---- */

/** The files that a command reads and those that it writes, as the user named them; null: none. */
enum { CLI_NAMES = 4 };
struct cli_names {
    const char *inputs[CLI_NAMES];
    const char *outputs[CLI_NAMES];
};

/** Refuses an output that is an input, or another output too. */
int cli_check_names(const struct cli_names *names);

/** Finds the true name of an output (links followed) and makes sure, by trying, that a file can
 *  be created beside it. The caller frees `path`. */
int cli_find_output(const char *name, char **path);

/** A file in the making: under a temporary name until it is kept. */
struct cli_file {
    FILE *stream;
    char *path;           /**< null: stream is not ours to close */
    cairn_file *file;     /**< null: written in place (stdout, a pipe, a device) */
    cairn_detail *detail; /**< why writing to `file` failed */
};

/** Opens a file for writing; null or "-" means stdout. */
int cli_file_open(const char *name, struct cli_file *file);

/** Names an unfinished file NAME.partial instead, to be kept by cli_file_close(). */
int cli_file_set_partial(struct cli_file *file);

/** Ends the file: flushes it and gives it its name, or removes it. Says why if it is to be kept and
 *  cannot be. */
int cli_file_close(struct cli_file *file, bool keep);

#endif
