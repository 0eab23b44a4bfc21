/* completion_zsh.c: the script for zsh: tables for _describe and _arguments, which know the rest. It may lie in a
 * folder of fpath or be read by source. */
#include "completion.h"

#include <ctype.h>

static const char epilogue[] = "_cairn() {\n"
                               "    local -a words_here specs\n"
                               "    local last=2 command\n"
                               "    [[ ${words[2]} == help ]] && (( CURRENT > 2 )) && last=3\n"
                               "    _cairn_commands ''\n"
                               "    if (( CURRENT > last )); then\n"
                               "        command=${words[last]}\n"
                               "        _cairn_commands $command\n"
                               "        if (( $#words_here )); then\n"
                               "            (( last++ ))\n"
                               "            command+=\" ${words[last]}\"\n"
                               "        fi\n"
                               "    fi\n"
                               "    if (( CURRENT == last )); then\n"
                               "        _describe -t commands 'command of cairn' words_here\n"
                               "        return\n"
                               "    fi\n"
                               "    [[ ${words[2]} == help ]] && return 1\n"
                               "    _cairn_options $command || return 1\n"
                               "    shift $(( last - 1 )) words\n"
                               "    (( CURRENT -= last - 1 ))\n"
                               "    _arguments $specs\n"
                               "}\n\n"
                               "if [[ $funcstack[1] == _cairn ]]; then\n"
                               "    _cairn \"$@\"\n"
                               "else\n"
                               "    compdef _cairn cairn\n"
                               "fi\n";

/* What _arguments would take for the end of a description. */
static const char SPECIAL[] = "[]:\\", QUOTE[] = "'\\''";

/* ---- commands ---- */

static void print_word(const char *group, const char *word, const char *summary)
{
    (void)group;
    printf("        '%s:'", word);
    completion_print_clause(summary, "", QUOTE);
    putchar('\n');
}

static void print_group(const char *group)
{
    printf("    '%s') words_here=(\n", group);
    completion_visit_words(group, print_word);
    puts("    ) ;;");
}

static void print_commands(void)
{
    puts("_cairn_commands() {\n    case $1 in");
    print_group("");
    completion_visit_groups(print_group);
    puts("    *) words_here=() ;;\n    esac\n}\n");
}

/* ---- options ---- */

/* The end of a specification: what the value is called, and what completes it. */
static void print_action(const char *name, enum completion_value value, const char *words)
{
    static const char *const actions[] = {[COMPLETION_FILE] = "_files", [COMPLETION_NOTHING] = " "};
    if (value == COMPLETION_WORDS)
        printf("':%s:(%s)'", name, words);
    else
        printf("':%s:%s'", name, actions[value]);
}

/* An option, of which a word has the letter or the name. */
static void print_form(const struct argp_option *option, bool letter)
{
    char words[COMPLETION_CAPACITY];
    if (letter)
        printf("        '-%c['", option->key);
    else
        printf("        '--%s%s['", option->name, option->arg != NULL ? "=" : "");
    completion_print_clause(option->doc != NULL ? option->doc : "", SPECIAL, QUOTE);
    fputs("']'", stdout);
    if (option->arg != NULL) {
        enum completion_value value = completion_find_value(option, words);
        print_action("value", value, words);
    }
    putchar('\n');
}

static void print_option(void *context, const struct argp_option *option)
{
    (void)context;
    if (option->name == NULL || (option->flags & OPTION_HIDDEN) != 0)
        return;
    print_form(option, false);
    if (option->key > 0 && option->key < 0x80 && isalpha(option->key))
        print_form(option, true);
}

static void print_operands(const char *command)
{
    char words[COMPLETION_CAPACITY];
    enum completion_value value = completion_find_operand(command, words);
    fputs("        '*'", stdout);
    print_action("operand", value, words);
    putchar('\n');
}

static void print_options(void)
{
    puts("_cairn_options() {\n    case $1 in");
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        char name[CLI_NAME_CAPACITY];
        cli_command_write_name(&cli_commands[i], name);
        printf("    '%s') specs=(\n", name);
        cli_visit_options(cli_commands[i].argp, print_option, NULL);
        cli_visit_options(&cli_standard_argp, print_option, NULL);
        print_operands(name);
        puts("    ) ;;");
    }
    puts("    *) return 1 ;;\n    esac\n}\n");
}

void completion_print_zsh(void)
{
    print_commands();
    print_options();
    fputs(epilogue, stdout);
}
