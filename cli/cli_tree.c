/* cli_tree.c: the options of a command: those of its argp and of the parsers below it, as one list.
 * argp itself neither hands them out nor says what a mistyped one may be meant to be. */
#include "cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void cli_visit_options(const struct argp *argp, cli_option_function function, void *context)
{
    const struct argp_option *option = argp->options;
    for (; option != NULL && (option->name != NULL || option->key != 0 || option->doc != NULL);
         option++)
        if (option->name != NULL || option->key != 0)
            function(context, option);
    for (const struct argp_child *child = argp->children; child != NULL && child->argp != NULL;
         child++)
        cli_visit_options(child->argp, function, context);
}

/* ---- mistyped options ---- */

/* What an argument is held against. */
struct search {
    const char *name; /* of a long option, */
    size_t length;
    char letter;                      /* or a short one */
    const struct argp_option *option; /* found; null: none */
    struct cli_suggestion suggestion;
};

/* getopt takes the beginning of a name for it, too; whether that is the only one is its to say. */
static void hold_name(void *context, const struct argp_option *option)
{
    struct search *search = context;
    char name[CLI_NAME_CAPACITY];
    if (option->name == NULL)
        return;
    if (strncmp(option->name, search->name, search->length) == 0 &&
        (search->option == NULL || option->name[search->length] == '\0'))
        search->option = option;
    snprintf(name, sizeof name, "--%s", option->name);
    cli_suggestion_add(&search->suggestion, option->name, name);
}

static void hold_letter(void *context, const struct argp_option *option)
{
    struct search *search = context;
    if (option->key == search->letter)
        search->option = option;
}

/* The end of the process, in the words of argp. */
static void refuse(const char *program, const char *name, const struct search *search)
{
    char suggestion[4 * CLI_NAME_CAPACITY];
    cli_suggestion_write(&search->suggestion, suggestion, sizeof suggestion);
    fprintf(stderr,
            "%s: there is no option '--%s'%s\nTry `%s --help' or `%s --usage' for more "
            "information.\n",
            program, name, suggestion, program, program);
    exit(CLI_USAGE);
}

/* True if the next argument is the value of this one, a long option. */
static bool check_long(const struct argp *argp, const char *program, const char *argument)
{
    char name[CLI_NAME_CAPACITY];
    struct search search = {.name = argument + 2, .length = strcspn(argument + 2, "=")};
    snprintf(name, sizeof name, "%.*s", (int)search.length, search.name);
    search.suggestion.word = name;
    cli_visit_options(argp, hold_name, &search);
    if (search.option == NULL)
        refuse(program, name, &search);
    return search.option->arg != NULL && search.name[search.length] == '\0';
}

/* The same of letters. What letters there are is for getopt to say. */
static bool check_letters(const struct argp *argp, const char *letters)
{
    for (; *letters != '\0'; letters++) {
        struct search search = {.letter = *letters};
        cli_visit_options(argp, hold_letter, &search);
        if (search.option == NULL)
            return false;
        if (search.option->arg != NULL)
            return letters[1] == '\0';
    }
    return false;
}

void cli_check_options(const struct argp *argp, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        bool is_long = strncmp(argv[i], "--", 2) == 0;
        bool is_short = argv[i][0] == '-' && argv[i][1] != '\0' && !is_long;
        if ((is_long && check_long(argp, argv[0], argv[i])) ||
            (is_short && check_letters(argp, argv[i] + 1)))
            i++;
    }
}
