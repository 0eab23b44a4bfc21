/* main.c: from the words after `cairn` to the command that does the work, and the help of every
 * level. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct cli_command cli_commands[CLI_COMMANDS] = {
#define ROW(group, word, name, summary) {group, word, cli_##name, &cli_##name##_argp, summary},
    CLI_COMMAND_LIST(ROW)
#undef ROW
};

void cli_command_write_name(const struct cli_command *command, char name[CLI_NAME_CAPACITY])
{
    snprintf(name, CLI_NAME_CAPACITY, "%s%s%s", command->group, command->group[0] ? " " : "",
             command->word);
}

/* ---- the words ---- */

/* One level of words: "" is `cairn` itself, else `cairn GROUP`. */
struct level {
    const char *group;
    int next; /* place in argv of the word that was chosen */
    const struct cli_command *command;
    const char *subgroup;
};

static void choose(struct level *level, const char *word)
{
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        const struct cli_command *command = &cli_commands[i];
        if (strcmp(command->group, level->group) == 0 && strcmp(command->word, word) == 0)
            level->command = command;
        if (level->group[0] == '\0' && word[0] != '\0' && strcmp(command->group, word) == 0)
            level->subgroup = command->group;
    }
}

/* A command may also be meant whose first word was left out. */
static void refuse(const struct level *level, const char *word, struct argp_state *state)
{
    struct cli_suggestion suggestion = {.word = word};
    char text[4 * CLI_NAME_CAPACITY], name[CLI_NAME_CAPACITY];
    for (size_t i = 0; i < CLI_COMMANDS; i++) {
        const struct cli_command *command = &cli_commands[i];
        if (level->group[0] != '\0' && strcmp(command->group, level->group) != 0)
            continue;
        cli_command_write_name(command, name);
        cli_suggestion_add(&suggestion, command->word, name);
        if (level->group[0] == '\0' && command->group[0] != '\0')
            cli_suggestion_add(&suggestion, command->group, command->group);
    }
    cli_suggestion_write(&suggestion, text, sizeof text);
    argp_error(state, "there is no command '%s'%s", word, text);
}

static error_t parse_level(int key, char *arg, struct argp_state *state)
{
    struct level *level = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        choose(level, arg);
        if (level->command == NULL && level->subgroup == NULL)
            refuse(level, arg, state);
        level->next = state->next - 1;
        state->next = state->argc; /* the rest is the command's own */
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_state_help(state, stderr, ARGP_HELP_USAGE | ARGP_HELP_POST_DOC | ARGP_HELP_EXIT_ERR);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- the list of commands ---- */

static void list_command(FILE *stream, const struct cli_command *command)
{
    const char *arguments = command->argp->args_doc;
    char name[CLI_NAME_CAPACITY], form[2 * CLI_NAME_CAPACITY];
    cli_command_write_name(command, name);
    snprintf(form, sizeof form, "%s %.*s", name, (int)strcspn(arguments, "\n"), arguments);
    fprintf(stream, "  %-36s %s\n", form, command->summary);
}

/* The list, where argp would print the text after the options. */
static char *filter_help(int key, const char *text, void *input)
{
    const struct level *level = input;
    if (key != ARGP_KEY_HELP_POST_DOC || level == NULL)
        return (char *)text;

    char *list = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&list, &bytes);
    if (stream == NULL)
        return (char *)text;
    fputs("Commands:\n", stream);
    for (size_t i = 0; i < CLI_COMMANDS; i++)
        if (level->group[0] == '\0' || strcmp(cli_commands[i].group, level->group) == 0)
            list_command(stream, &cli_commands[i]);
    fputs("\nExit codes: 0 success; 1 the answer is no; 2 wrong usage; 3 bad input or I/O.\n"
          "`cairn help COMMAND' has a command's options; `man cairn' has it all.",
          stream);
    fclose(stream);
    return list;
}

/* What stands above the list of commands; the list comes after the \v. */
static const char *get_summary(const char *group)
{
    if (strcmp(group, "map") == 0)
        return "Maps: what they hold, larger ones, new ones, those of games.\v";
    if (strcmp(group, "db") == 0)
        return "Databases: what they hold, and whether it is right.\v";
    return "Real-time pathfinding on grid maps.\v";
}

static int dispatch(const char *group, int argc, char **argv)
{
    struct level level = {.group = group};
    const struct argp_child children[] = {{&cli_standard_argp, 0, NULL, 0}, {0}};
    const struct argp argp = {.parser = parse_level,
                              .args_doc = "COMMAND [ARGUMENT...]",
                              .doc = get_summary(group),
                              .children = children,
                              .help_filter = filter_help};
    error_t error = argp_parse(&argp, argc, argv, ARGP_IN_ORDER | ARGP_NO_HELP, NULL, &level);
    if (error != 0)
        return cli_fail(CLI_BAD, "%s", strerror(error));

    /* argp calls a program by its argv[0]: give it all the words so far. */
    char name[CLI_NAME_CAPACITY];
    snprintf(name, sizeof name, "%s %s", argv[0],
             level.command ? level.command->word : level.subgroup);
    argc -= level.next;
    argv += level.next;
    argv[0] = name;
    return level.command ? level.command->run(argc, argv) : dispatch(level.subgroup, argc, argv);
}

/* ---- cairn help ---- */

static char program[] = "cairn";

static error_t parse_help(int key, char *arg, struct argp_state *state)
{
    struct cli_arguments *arguments = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (state->arg_num == sizeof arguments->operands / sizeof arguments->operands[0])
        argp_error(state, "'%s' is one argument too many", arg);
    arguments->operands[state->arg_num] = arg;
    return 0;
}

const struct argp cli_help_argp = {
    .parser = parse_help,
    .args_doc = "[COMMAND]",
    .doc = "Explains a command, as `cairn COMMAND --help' does, or lists all commands."};

int cli_help(int argc, char **argv)
{
    static char option[] = "--help";
    struct cli_arguments arguments = {0};
    char *words[] = {program, option, NULL, NULL, NULL};
    int count = 1;
    cli_parse(&cli_help_argp, argc, argv, &arguments);
    for (int i = 0; i < 2 && arguments.operands[i] != NULL; i++)
        words[count++] = (char *)arguments.operands[i];
    words[count++] = option;
    return dispatch("", count, words);
}

/* ---- the program ---- */

/* Were one of the three standard streams closed, the next file opened would take its number and
 * our text would go into it. Opened the wrong way round, so that using them still fails. */
static void hold_standard_streams(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF)
            (void)!open("/dev/null", modes[descriptor]);
    }
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    cli_prepare_output();
    argp_err_exit_status = CLI_USAGE;
    if (argc < 1)
        return CLI_USAGE;
    argv[0] = program;
    return dispatch("", argc, argv);
}
