/* main.c: from the words after `cairn` to the command that does the work.
 *
 * The table of commands is the only list of them: dispatch and the help of every level are made
 * from it. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const struct command {
    const char *group; /* the word before the command's, or "" */
    const char *word;
    int (*run)(int argc, char **argv);
    const char *arguments;
    const char *summary;
} commands[] = {
    {"map", "info", cli_map_info, "MAP", "size, components and fingerprint of a map"},
    {"map", "scale", cli_map_scale, "MAP FACTOR -o OUT", "enlarge a map by a whole factor"},
    {"map", "generate", cli_map_generate, "KIND -o OUT", "make a map: rooms, maze, caves, ..."},
    {"map", "levels", cli_map_levels, "FILE", "the levels in a game's file, and their sizes"},
    {"map", "import", cli_map_import, "FILE -o OUT", "a map from a level, picture or tile map"},
    {"map", "nearest", cli_map_nearest, "MAP X,Y", "the open cell nearest to another cell"},
    {"", "build", cli_build, "MAP -o DB", "make the subgoal database of a map"},
    {"db", "info", cli_db_info, "DB", "what a database's header says"},
    {"db", "dump", cli_db_dump, "DB", "the records as text"},
    {"db", "verify", cli_db_verify, "DB --map MAP", "check every byte and every leg"},
    {"", "nearest", cli_nearest, "DB --from X,Y --to X,Y", "the records most similar to a problem"},
    {"", "reachable", cli_reachable, "MAP --from X,Y --to X,Y", "can hill-climbing get there?"},
    {"", "compress", cli_compress, "MAP < PATH", "the subgoals of a path"},
    {"", "solve", cli_solve, "MAP --from X,Y --to X,Y", "move one agent from start to goal"},
    {"", "run", cli_run, "MAP SCEN", "solve a scenario file's problems, into CSV"},
    {"", "problems", cli_problems, "MAP -o SCEN", "random problems and their optimal costs"},
    {"", "evaluate", cli_evaluate, "SUITE -o DIR", "maps x algorithms x parameters, measured"},
    {"", "render", cli_render, "MAP -o PNG", "draw a map, and an agent's walk on it"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0], NAME_CAPACITY = 64 };

/* One level of words: "" is `cairn` itself, else `cairn GROUP`. */
struct level {
    const char *group;
    int next; /* place in argv of the word that was chosen */
    const struct command *command;
    const char *subgroup;
};

static void choose(struct level *level, const char *word)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].group, level->group) == 0 && strcmp(commands[i].word, word) == 0)
            level->command = &commands[i];
        if (level->group[0] == '\0' && word[0] != '\0' && strcmp(commands[i].group, word) == 0)
            level->subgroup = commands[i].group;
    }
}

static error_t parse_level(int key, char *arg, struct argp_state *state)
{
    struct level *level = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        choose(level, arg);
        if (level->command == NULL && level->subgroup == NULL)
            argp_error(state, "there is no command '%s'", arg);
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

/* The list of commands, where argp would print the text after the options. */
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
    for (size_t i = 0; i < COMMANDS; i++) {
        const struct command *command = &commands[i];
        if (level->group[0] != '\0' && strcmp(command->group, level->group) != 0)
            continue;
        char form[NAME_CAPACITY];
        snprintf(form, sizeof form, "%s%s%s %s", command->group, command->group[0] ? " " : "",
                 command->word, command->arguments);
        fprintf(stream, "  %-33s %s\n", form, command->summary);
    }
    fputs("\nExit codes: 0 success; 1 the answer is no; 2 wrong usage; 3 bad input or I/O.\n"
          "`cairn COMMAND --help' has a command's options; `man cairn' has it all.",
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
    const struct argp argp = {.parser = parse_level,
                              .args_doc = "COMMAND [ARGUMENT...]",
                              .doc = get_summary(group),
                              .help_filter = filter_help};
    error_t error = argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &level);
    if (error != 0)
        return cli_fail(CLI_BAD, "%s", strerror(error));

    /* argp calls a program by its argv[0]: give it all the words so far. */
    char name[NAME_CAPACITY];
    snprintf(name, sizeof name, "%s %s", argv[0],
             level.command ? level.command->word : level.subgroup);
    argc -= level.next;
    argv += level.next;
    argv[0] = name;
    return level.command ? level.command->run(argc, argv) : dispatch(level.subgroup, argc, argv);
}

static void print_version(FILE *stream, struct argp_state *state)
{
    (void)state;
    fprintf(stream, "cairn %s\n", cairn_get_version());
}

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
    static char name[] = "cairn";
    hold_standard_streams();
    cli_prepare_output();
    argp_err_exit_status = CLI_USAGE;
    argp_program_version_hook = print_version;
    if (argc < 1)
        return CLI_USAGE;
    argv[0] = name;
    return dispatch("", argc, argv);
}
