/* commands.h: the commands, one file each. This is the only list of them: dispatch, help and
 * completion are made from it. */
#ifndef CAIRN_COMMANDS_H
#define CAIRN_COMMANDS_H

#include <argp.h>

/** The word before the command's or "", the command's, its name in the code, what it does. */
#define CLI_COMMAND_LIST(X)                                                                        \
    X("map", "info", map_info, "a map's size, components, fingerprint")                            \
    X("map", "scale", map_scale, "enlarge a map by a whole factor")                                \
    X("map", "generate", map_generate, "make a map: rooms, maze, caves, ...")                      \
    X("map", "levels", map_levels, "list the levels in a game's file")                             \
    X("map", "import", map_import, "a map from a level, picture or tiles")                         \
    X("map", "nearest", map_nearest, "find the open cell nearest to another")                      \
    X("", "build", build, "make the database of a map")                                            \
    X("db", "info", db_info, "what a database's header says")                                      \
    X("db", "dump", db_dump, "what a database holds, as text")                                     \
    X("db", "verify", db_verify, "check every byte of a database")                                 \
    X("", "nearest", nearest, "the records most similar to a problem")                             \
    X("", "reachable", reachable, "can hill-climbing get there?")                                  \
    X("", "compress", compress, "the subgoals of a path")                                          \
    X("", "solve", solve, "move one agent from start to goal")                                     \
    X("", "run", run, "solve a scenario's problems, into CSV")                                     \
    X("", "replay", replay, "replay a map that changes, into CSV")                                 \
    X("", "crowd", crowd, "move a crowd, and check every move")                                    \
    X("", "problems", problems, "draw problems, with optimal costs")                               \
    X("", "evaluate", evaluate, "measure agents on maps")                                          \
    X("", "compare", compare, "how two tables of results differ")                                  \
    X("", "render", render, "draw a map, and an agent's walk on it")                               \
    X("", "help", help, "explain a command")                                                       \
    X("", "completion", completion, "the script that completes commands")

#define CLI_COMMAND_DECLARATION(group, word, name, summary)                                        \
    int cli_##name(int argc, char **argv);                                                         \
    extern const struct argp cli_##name##_argp;
CLI_COMMAND_LIST(CLI_COMMAND_DECLARATION)
#undef CLI_COMMAND_DECLARATION

/** A command of the list. */
struct cli_command {
    const char *group;
    const char *word;
    int (*run)(int argc, char **argv);
    const struct argp *argp;
    const char *summary;
};

enum {
#define CLI_COMMAND_COUNT(group, word, name, summary) CLI_COMMAND_NUMBER_##name,
    CLI_COMMAND_LIST(CLI_COMMAND_COUNT) CLI_COMMANDS
#undef CLI_COMMAND_COUNT
};

extern const struct cli_command cli_commands[CLI_COMMANDS];

/** Bytes for the name of any command. */
enum { CLI_NAME_CAPACITY = 64 };

/** Writes a command's words, such as "map info". */
void cli_command_write_name(const struct cli_command *command, char name[CLI_NAME_CAPACITY]);

#endif
