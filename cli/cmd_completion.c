/* cmd_completion.c: `cairn completion SHELL`: a script for a shell that completes commands, options and
 * the words that options take; and what the scripts of all shells are made of. */
#include "completion.h"

#include <ctype.h>
#include <string.h>

#include "../scenes/scenes.h"

const struct argp cli_completion_argp = {
    .parser = cli_parse_arguments,
    .args_doc = "SHELL",
    .doc = "Prints the script that completes the words of cairn in a shell: bash, zsh or fish. "
           "`source <(cairn completion bash)' reads it in bash, the same with zsh in zsh, after "
           "compinit, and `cairn completion fish | source' in fish. `make install' puts all three "
           "where the shells find them."};

/* ---- words ---- */

void completion_visit_words(const char *group, completion_word_function function)
{
    const char *last = "";
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        const struct cli_command *command = &cli_commands[i];
        bool own = strcmp(command->group, group) == 0;
        if (own)
            function(group, command->word, command->summary);
        else if (group[0] == '\0' && strcmp(command->group, last) != 0)
            function(group, command->group, "more commands");
        last = command->group;
    }
}

void completion_visit_groups(void (*function)(const char *group))
{
    const char *last = "";
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        const char *group = cli_commands[i].group;
        if (group[0] != '\0' && strcmp(group, last) != 0)
            function(group);
        last = group;
    }
}

void completion_print_clause(const char *text, const char *special, const char *quote)
{
    putchar('\'');
    for (const char *at = text; *at != '\0' && *at != ';'; at++) {
        if (at[0] == '.' && at[1] == ' ')
            break;
        if (strchr(special, *at) != NULL)
            putchar('\\');
        if (*at == '\'')
            fputs(quote, stdout);
        else
            putchar(*at);
    }
    putchar('\'');
}

/* ---- values ---- */

static bool is_file(const char *argument)
{
    static const char *const names[] = {"FILE", "DIR", "DB", "MAP", "OLD", "PNG", "COMMAND"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(argument, names[i]) == 0)
            return true;
    return false;
}

/* Words of an argument's name, such as "strict|free"; what has capitals in it stands for something else. */
static void split_words(const char *name, char words[COMPLETION_CAPACITY])
{
    size_t used = 0;
    while (*name != '\0') {
        size_t length = strcspn(name, "|");
        bool literal = true;
        for (size_t i = 0; i < length; i++)
            literal = literal && !isupper((unsigned char)name[i]);
        if (literal)
            used += (size_t)snprintf(words + used, COMPLETION_CAPACITY - used, "%.*s ", (int)length,
                                     name);
        name += length + (name[length] == '|');
    }
}

enum completion_value completion_find_value(const struct argp_option *option,
                                            char words[COMPLETION_CAPACITY])
{
#define WORD(name, word, number) #word " "
    if (is_file(option->arg))
        return COMPLETION_FILE;
    if (strcmp(option->arg, "CELL") == 0)
        strcpy(words, "start random ");
    else if (option->name != NULL && strcmp(option->name, "algorithm") == 0)
        strcpy(words, CAIRN_ALGORITHM_LIST(WORD));
    else if (strcmp(option->arg, "KIND") == 0)
        strcpy(words, CAIRN_DB_KIND_LIST(WORD));
    else if (strchr(option->arg, '|') != NULL)
        split_words(option->arg, words);
    else
        return COMPLETION_NOTHING;
    return COMPLETION_WORDS;
#undef WORD
#undef KIND
}

enum completion_value completion_find_operand(const char *command, char words[COMPLETION_CAPACITY])
{
#define SHELL(name) #name " "
    size_t used = 0;
    if (strcmp(command, "completion") == 0) {
        strcpy(words, COMPLETION_SHELL_LIST(SHELL));
        return COMPLETION_WORDS;
    }
    if (strcmp(command, "help") == 0)
        return COMPLETION_NOTHING;
    if (strcmp(command, "map generate") != 0)
        return COMPLETION_FILE;
    for (uint32_t i = 0; i < cairn_scene_kind_get_count(); i++)
        used += (size_t)snprintf(words + used, COMPLETION_CAPACITY - used, "%s ",
                                 cairn_scene_kind_get_name((cairn_scene_kind)i));
    return COMPLETION_WORDS;
#undef SHELL
}

/* ---- the command ---- */

int cli_completion(int argc, char **argv)
{
#define ROW(name) {#name, completion_print_##name},
    static const struct {
        const char *word;
        void (*print)(void);
    } shells[] = {COMPLETION_SHELL_LIST(ROW)};
#undef ROW
    struct cli_arguments arguments = {0};
    cli_parse(&cli_completion_argp, argc, argv, &arguments);
    const char *word = arguments.operands[0];
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shells[i].word, word) != 0)
            continue;
        printf("%s# Completes the words of cairn %s in %s; made by `cairn completion %s'.\n",
               strcmp(word, "zsh") == 0 ? "#compdef cairn\n" : "", cairn_get_version(), word, word);
        shells[i].print();
        return CLI_YES;
    }
    return cli_fail(CLI_USAGE, "there are completions for bash, zsh and fish, not for '%s'", word);
}
