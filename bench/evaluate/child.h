/* child.h: a command of ours, run in a process of its own. */
#ifndef CAIRN_EVALUATE_CHILD_H
#define CAIRN_EVALUATE_CHILD_H

#include "cli.h"

enum { CLI_CHILD_ARGUMENTS = 64 };

/** The words after `cairn`. */
struct cli_words {
    char *words[CLI_CHILD_ARGUMENTS + 1]; /**< owned; null after the last */
    int count;
    bool failed; /**< memory or room ran out */
};

/** Adds a word, made as by printf. */
void cli_words_add(struct cli_words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_words_close(struct cli_words *words);

/** How a child ended. */
struct cli_outcome {
    int code;           /**< its exit code; CLI_SIGNAL plus a signal's number */
    char *out;          /**< its standard output, or null; owned */
    char sentence[512]; /**< the first line of its standard error, without "cairn: " */
    double seconds;     /**< on the clock */
    double cpu_seconds; /**< of all its threads */
};

/** Runs `cairn WORD...` and waits for it; a caught signal is handed on to it. The child inherits
 *  the processors of the calling thread. False if it could not be started; `sentence` says why. */
bool cli_child_run(const struct cli_words *words, struct cli_outcome *outcome);
void cli_outcome_close(struct cli_outcome *outcome);

#endif
