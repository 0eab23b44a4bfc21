/* completion.h: the scripts that complete the words of cairn in shells. All are made from the list of commands and
 * their parsers, as help is. */
#ifndef CAIRN_CLI_COMPLETION_H
#define CAIRN_CLI_COMPLETION_H

#include "cli.h"

/** The shells that there is a script for: a word, and the end of the name of a function and of
 *  its file. */
#define COMPLETION_SHELL_LIST(X)                                                                   \
    X(bash)                                                                                        \
    X(zsh)                                                                                         \
    X(fish)

#define COMPLETION_DECLARATION(name) void completion_print_##name(void);
COMPLETION_SHELL_LIST(COMPLETION_DECLARATION)
#undef COMPLETION_DECLARATION

/** What may stand where a value is wanted. */
enum completion_value {
    COMPLETION_FILE,
    COMPLETION_WORDS,   /**< some words alone */
    COMPLETION_NOTHING, /**< a number, a name: nothing to complete */
};

enum { COMPLETION_CAPACITY = 1024 };

/** What the argument of an option may be; its words with blanks between. */
enum completion_value completion_find_value(const struct argp_option *option,
                                            char words[COMPLETION_CAPACITY]);

/** What the operands of a command may be. */
enum completion_value completion_find_operand(const char *command, char words[COMPLETION_CAPACITY]);

/** Calls a function for each word that may follow `cairn GROUP` or, where that is "", `cairn`: commands without a
 *  group, and groups. */
typedef void (*completion_word_function)(const char *group, const char *word, const char *summary);
void completion_visit_words(const char *group, completion_word_function function);

/** Calls a function for each group. */
void completion_visit_groups(void (*function)(const char *group));

/** Prints the first clause of an option's help in single quotes; a backslash is put before each of `special`, and
 *  a single quote becomes `quote`. */
void completion_print_clause(const char *text, const char *special, const char *quote);

#endif
