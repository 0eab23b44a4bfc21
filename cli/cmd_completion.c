/* cmd_completion.c: `cairn completion bash`: a script for bash that completes commands, options and
 * the words that options take. It is made from the list of commands and their parsers, as help is. */
#include "cli.h"

#include <ctype.h>
#include <string.h>

#include "../scenes/scenes.h"

const struct argp cli_completion_argp = {
    .parser = cli_parse_arguments,
    .args_doc = "SHELL",
    .doc = "Prints the script that completes the words of cairn in a shell. There is one for bash: "
           "`source <(cairn completion bash)'. `make install' puts it where bash finds it."};

/* What comes before and after the tables. A word with `=' or `:' in it reaches the function in
 * pieces. */
static const char prologue[] = "_cairn_complete() {\n"
                               "    COMPREPLY=($(compgen -W \"$1\" -- \"$current\"))\n"
                               "}\n\n";
static const char epilogue[] =
    "_cairn() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words\n"
    "    local last=1 command\n"
    "    COMPREPLY=()\n"
    "    if [ \"$current\" = = ]; then\n"
    "        current=\n"
    "    elif [ \"$before\" = = ]; then\n"
    "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    [ \"$COMP_CWORD\" -gt 1 ] && [ \"${COMP_WORDS[1]}\" = help ] && last=2\n"
    "    command=${COMP_WORDS[last]}\n"
    "    if [ \"$COMP_CWORD\" -eq $last ]; then\n"
    "        _cairn_complete \"$(_cairn_commands '')\"\n"
    "        return\n"
    "    fi\n"
    "    words=$(_cairn_commands \"$command\")\n"
    "    if [ -n \"$words\" ]; then\n"
    "        last=$((last + 1))\n"
    "        command=\"$command ${COMP_WORDS[last]}\"\n"
    "    fi\n"
    "    if [ \"$COMP_CWORD\" -eq $last ]; then\n"
    "        _cairn_complete \"$words\"\n"
    "        return\n"
    "    fi\n"
    "    case $current in\n"
    "    -*)\n"
    "        _cairn_complete \"$(_cairn_options \"$command\")\"\n"
    "        return\n"
    "        ;;\n"
    "    esac\n"
    "    words=$(_cairn_values \"$command\" \"$before\")\n"
    "    case $words in\n"
    "    FILE) ;;\n"
    "    NOTHING) compopt +o default 2>/dev/null ;;\n"
    "    *) _cairn_complete \"$words\" ;;\n"
    "    esac\n"
    "}\n\n"
    "complete -o default -F _cairn cairn\n";

/* ---- commands ---- */

static void print_groups(void)
{
    const char *last = "";
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        const struct cli_command *command = &cli_commands[i];
        const char *word = command->group[0] != '\0' ? command->group : command->word;
        if (strcmp(word, last) != 0)
            printf("%s ", word);
        last = word;
    }
}

static void print_group(const char *group)
{
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        if (strcmp(cli_commands[i].group, group) == 0)
            printf("%s ", cli_commands[i].word);
}

static void print_commands(void)
{
    puts("_cairn_commands() {\n    case $1 in");
    printf("    '') echo '");
    print_groups();
    puts("' ;;");
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        const char *group = cli_commands[i].group;
        if (group[0] == '\0' || (i > 0 && strcmp(cli_commands[i - 1].group, group) == 0))
            continue;
        printf("    %s) echo '", group);
        print_group(group);
        puts("' ;;");
    }
    puts("    esac\n}\n");
}

/* ---- options ---- */

static void print_option(void *context, const struct argp_option *option)
{
    (void)context;
    if (option->name != NULL && (option->flags & OPTION_HIDDEN) == 0)
        printf("--%s ", option->name);
}

static void print_options(void)
{
    puts("_cairn_options() {\n    case $1 in");
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        char name[CLI_NAME_CAPACITY];
        cli_command_write_name(&cli_commands[i], name);
        printf("    '%s') echo '", name);
        cli_visit_options(cli_commands[i].argp, print_option, NULL);
        cli_visit_options(&cli_standard_argp, print_option, NULL);
        puts("' ;;");
    }
    puts("    esac\n}\n");
}

/* ---- values ---- */

static bool is_file(const char *argument)
{
    static const char *const names[] = {"FILE", "DIR", "DB", "MAP", "OLD"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(argument, names[i]) == 0)
            return true;
    return false;
}

/* The words an option takes, as its argument's name has them. */
static void print_words(const struct argp_option *option)
{
#define ALGORITHM(name, word, number) #word " "
#define KIND(name, number, word) word " "
    if (strcmp(option->arg, "CELL") == 0)
        fputs("start random", stdout);
    else if (option->name != NULL && strcmp(option->name, "algorithm") == 0)
        fputs(CAIRN_ALGORITHM_LIST(ALGORITHM), stdout);
    else if (strcmp(option->arg, "KIND") == 0)
        fputs(CAIRN_DB_KIND_LIST(KIND), stdout);
    else if (is_file(option->arg))
        fputs("FILE", stdout);
    else if (strchr(option->arg, '|') == NULL)
        fputs("NOTHING", stdout);
    else
        for (const char *at = option->arg; *at != '\0'; at++)
            putchar(*at == '|' ? ' ' : *at);
#undef ALGORITHM
#undef KIND
}

static void print_value(void *context, const struct argp_option *option)
{
    const char *command = context;
    if (option->arg == NULL)
        return;
    printf("    '%s --%s'", command, option->name);
    if (option->key < 0x80 && isalpha(option->key))
        printf(" | '%s -%c'", command, option->key);
    fputs(") echo '", stdout);
    print_words(option);
    puts("' ;;");
}

static void print_kinds(void)
{
    printf("    'map generate '*) echo '");
    for (uint32_t i = 0; i < cairn_scene_kind_get_count(); i++)
        printf("%s ", cairn_scene_kind_get_name((cairn_scene_kind)i));
    puts("' ;;");
}

static void print_values(void)
{
    puts("_cairn_values() {\n    case \"$1 $2\" in");
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        char name[CLI_NAME_CAPACITY];
        cli_command_write_name(&cli_commands[i], name);
        cli_visit_options(cli_commands[i].argp, print_value, name);
    }
    puts("    'completion '*) echo 'bash' ;;");
    print_kinds();
    puts("    *) echo 'FILE' ;;\n    esac\n}\n");
}

int cli_completion(int argc, char **argv)
{
    struct cli_arguments arguments = {0};
    cli_parse(&cli_completion_argp, argc, argv, &arguments);
    if (strcmp(arguments.operands[0], "bash") != 0)
        return cli_fail(CLI_USAGE, "there is a completion for bash alone, not for '%s'",
                        arguments.operands[0]);
    printf("# Completes the words of cairn %s in bash; made by `cairn completion bash'.\n",
           cairn_get_version());
    fputs(prologue, stdout);
    print_commands();
    print_options();
    print_values();
    fputs(epilogue, stdout);
    return CLI_YES;
}
