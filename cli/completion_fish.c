/* completion_fish.c: the script for fish: a line for each word, option and value, with the condition that it is for. */
#include "completion.h"

#include <ctype.h>

static const char prologue[] = "# The words before the cursor, without cairn and a help after it, "
                               "without options and what follows them.\n"
                               "function __cairn_words\n"
                               "    set -l words (commandline -opc)\n"
                               "    set -e words[1]\n"
                               "    test \"$words[1]\" = help; and set -e words[1]\n"
                               "    string join ' ' -- $words\n"
                               "end\n\n"
                               "# These words and no more are there.\n"
                               "function __cairn_after\n"
                               "    test \"$(__cairn_words)\" = \"$argv\"\n"
                               "end\n\n"
                               "# These words are there first, and there was no help.\n"
                               "function __cairn_in\n"
                               "    set -l words (commandline -opc)\n"
                               "    string match -q -- \"$argv *\" \"$words[2..] \"\n"
                               "end\n\n"
                               "complete -c cairn -f\n";

static const char SPECIAL[] = "\\", QUOTE[] = "\\'";

/* ---- commands ---- */

static void print_word(const char *group, const char *word, const char *summary)
{
    printf("complete -c cairn -n '__cairn_after %s' -a %s -d ", group, word);
    completion_print_clause(summary, SPECIAL, QUOTE);
    putchar('\n');
}

static void print_group(const char *group)
{
    completion_visit_words(group, print_word);
}

/* ---- options ---- */

/* What follows: files, some words, or nothing that is known. */
static void print_value(enum completion_value value, const char *words)
{
    if (value == COMPLETION_FILE)
        fputs(" -r -F", stdout);
    else if (value == COMPLETION_WORDS)
        printf(" -x -a '%s'", words);
    else
        fputs(" -x", stdout);
}

static void print_option(void *context, const struct argp_option *option)
{
    const char *command = context;
    char words[COMPLETION_CAPACITY];
    if (option->name == NULL || (option->flags & OPTION_HIDDEN) != 0)
        return;
    printf("complete -c cairn -n '__cairn_in %s' -l %s", command, option->name);
    if (option->key > 0 && option->key < 0x80 && isalpha(option->key))
        printf(" -s %c", option->key);
    if (option->arg != NULL) {
        enum completion_value value = completion_find_value(option, words);
        print_value(value, words);
    }
    fputs(" -d ", stdout);
    completion_print_clause(option->doc != NULL ? option->doc : "", SPECIAL, QUOTE);
    putchar('\n');
}

static void print_operands(const char *command)
{
    char words[COMPLETION_CAPACITY];
    enum completion_value value = completion_find_operand(command, words);
    if (value != COMPLETION_NOTHING)
        printf("complete -c cairn -n '__cairn_in %s' %s%s%s\n", command,
               value == COMPLETION_FILE ? "-F" : "-a '", value == COMPLETION_FILE ? "" : words,
               value == COMPLETION_FILE ? "" : "'");
}

void completion_print_fish(void)
{
    fputs(prologue, stdout);
    print_group("");
    completion_visit_groups(print_group);
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        char name[CLI_NAME_CAPACITY];
        cli_command_write_name(&cli_commands[i], name);
        cli_visit_options(cli_commands[i].argp, print_option, name);
        cli_visit_options(&cli_standard_argp, print_option, name);
        print_operands(name);
    }
}
