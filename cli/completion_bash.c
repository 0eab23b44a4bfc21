/* completion_bash.c: the script for bash. */
#include "completion.h"

#include <ctype.h>

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

static void print_word(const char *group, const char *word, const char *summary)
{
    (void)group;
    (void)summary;
    printf("%s ", word);
}

static void print_group(const char *group)
{
    printf("    '%s') echo '", group);
    completion_visit_words(group, print_word);
    puts("' ;;");
}

static void print_commands(void)
{
    puts("_cairn_commands() {\n    case $1 in");
    print_group("");
    completion_visit_groups(print_group);
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

static void print_words(enum completion_value value, const char *words)
{
    static const char *const marks[] = {
        [COMPLETION_FILE] = "FILE", [COMPLETION_NOTHING] = "NOTHING"};
    printf(") echo '%s' ;;\n", value == COMPLETION_WORDS ? words : marks[value]);
}

static void print_value(void *context, const struct argp_option *option)
{
    const char *command = context;
    char words[COMPLETION_CAPACITY];
    if (option->arg == NULL)
        return;
    printf("    '%s --%s'", command, option->name);
    if (option->key < 0x80 && isalpha(option->key))
        printf(" | '%s -%c'", command, option->key);
    enum completion_value value = completion_find_value(option, words);
    print_words(value, words);
}

static void print_operand(const char *command)
{
    char words[COMPLETION_CAPACITY];
    enum completion_value value = completion_find_operand(command, words);
    if (value == COMPLETION_FILE)
        return;
    printf("    '%s '*", command);
    print_words(value, words);
}

static void print_values(void)
{
    char name[CLI_NAME_CAPACITY];
    puts("_cairn_values() {\n    case \"$1 $2\" in");
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        cli_command_write_name(&cli_commands[i], name);
        cli_visit_options(cli_commands[i].argp, print_value, name);
    }
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        cli_command_write_name(&cli_commands[i], name);
        print_operand(name);
    }
    puts("    *) echo 'FILE' ;;\n    esac\n}\n");
}

void completion_print_bash(void)
{
    fputs(prologue, stdout);
    print_commands();
    print_options();
    print_values();
    fputs(epilogue, stdout);
}
