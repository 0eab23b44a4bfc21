/* cli.h: what the files of the `cairn` command share.
 *
 * A command is one function in one file: it parses its arguments with argp, works through the
 * public headers, and returns its exit code. It owns what it opens and closes it on every way
 * out; errors are one sentence on stderr, written where they are found. */
#ifndef CAIRN_CLI_H
#define CAIRN_CLI_H

#include <argp.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>

#include <cairn/agent.h>
#include <cairn/build.h>
#include <cairn/db.h>
#include <cairn/lab.h>
#include <cairn/map.h>
#include <cairn/tools.h>

#include "cli_file.h"
#include "commands.h"

#include "harness.h"

/** The exit codes; a caught signal ends with CLI_SIGNAL plus its number. */
enum cli_exit {
    CLI_YES = 0,   /**< success */
    CLI_NO = 1,    /**< the answer is no: not solved, not reachable, not valid */
    CLI_USAGE = 2, /**< wrong usage */
    CLI_BAD = 3,   /**< bad input, or a file that cannot be read or written */
    CLI_SIGNAL = 128,
};

/* ---- cli_options.c: arguments ---- */

/** How a cell is named. */
enum cli_place {
    CLI_PLACE_CELL,    /**< X,Y */
    CLI_PLACE_START,   /**< start or start:N: where a player starts in the level */
    CLI_PLACE_NEAREST, /**< nearest:X,Y: the open cell nearest to X,Y */
    CLI_PLACE_RANDOM,  /**< random or random:SEED: any open cell */
};

/** A cell as typed, to be held against a map later; coordinates are any whole numbers. */
struct cli_point {
    int64_t x;
    int64_t y;
    bool given;
    enum cli_place place;
    uint64_t number; /**< of the start, from 1, or 0 for any; or the seed */
};

/** The arguments that several commands have. A command's own argument struct begins with it, so
 *  that the child parsers below can all share the command's input. */
struct cli_arguments {
    const struct argp *argp;
    const char *operands[2]; /**< as the argp's args_doc names them */
    const char *output;      /**< -o */
    struct cli_point from;
    struct cli_point to;
    cairn_corners corners;
    bool corners_given;
    bool json;
    bool quiet;
};

extern const struct argp cli_corners_argp; /**< --corners */
extern const struct argp cli_common_argp;  /**< --json and --quiet: for every command */
extern const struct argp cli_ends_argp;    /**< --from and --to, both demanded */
extern const struct argp_option cli_ends_options[];
/** --help, --usage and --version: cli_parse() adds them to each command's. */
extern const struct argp cli_standard_argp;
extern const struct argp cli_output_argp; /**< -o, demanded */

/** The parser of every command: hands its input to the child parsers, and takes exactly the
 *  operands that args_doc names before its options. A command with options of its own calls it for
 *  other keys. */
error_t cli_parse_arguments(int key, char *arg, struct argp_state *state);

/** Parses a command's arguments. Wrong usage is reported and ends the process. */
void cli_parse(const struct argp *argp, int argc, char **argv, struct cli_arguments *arguments);

/** A whole number from `least` to `most`; anything else ends the command as wrong usage. */
uint64_t cli_parse_number(struct argp_state *state, const char *name, const char *text,
                          uint64_t least, uint64_t most);

/** A number with at most one decimal, in tenths. */
uint32_t cli_parse_tenths(struct argp_state *state, const char *name, const char *text,
                          uint32_t least, uint32_t most);

/** A number with a decimal point or without, from `least` to `most`. */
double cli_parse_real(struct argp_state *state, const char *name, const char *text, double least,
                      double most);

/** A size such as 640x480, each side from 1 to `most`. */
void cli_parse_size(struct argp_state *state, const char *text, uint32_t most, uint32_t size[2]);

/** A point such as 12,34; `name` is what the sentence about anything else calls it. */
void cli_parse_point(struct argp_state *state, const char *name, const char *text,
                     struct cli_point *point);

/** The same without a sentence: false if the text is no point. */
bool cli_read_point(const char *text, struct cli_point *point);

/** The word for a corner setting. */
const char *cli_get_corners_name(cairn_corners corners);

/* ---- cli_tree.c: the options of a command and of its child parsers ---- */

/** Calls a function for each option that has a name or a letter, headings left out. */
typedef void (*cli_option_function)(void *context, const struct argp_option *option);
void cli_visit_options(const struct argp *argp, cli_option_function function, void *context);

/** Ends the process as wrong usage, with the option that may be meant, if an argument is an option
 *  that a command does not have. */
void cli_check_options(const struct argp *argp, int argc, char **argv);

/* ---- cli_option.c: options of the library's list ---- */

/** The key of argp for an option of CAIRN_OPTION_LIST is this plus its number. */
enum { CLI_KEY_OPTION = 0x4000 };

/** The row of argp for an option: CAIRN_BUILD_OPTION_LIST(CLI_OPTION_ROW). */
#define CLI_OPTION_ROW(number, name, word, unit, least, most, standard, scope, argument, help)     \
    {word, CLI_KEY_OPTION + (number), argument, 0, help, 0},

/** What the list says of a key; false if it is none of the list's. */
bool cli_find_option(int key, cairn_option_info *info);

/** Writes the kinds of database, or the algorithms, that an option is for: "knn alone", "rtaa and lss". */
void cli_write_kinds(const cairn_option_info *info, char *text, size_t capacity);
void cli_write_algorithms(const cairn_option_info *info, char *text, size_t capacity);

/** Sets the option of a key; anything else ends the command as wrong usage. */
error_t cli_parse_option(int key, const char *arg, struct argp_state *state,
                         harness_options *options);

/** A help_filter for argp: completes the help of such options by their range and default. */
char *cli_filter_option_help(int key, const char *text, void *input);

/* ---- cli_suggest.c: what a mistyped word may be meant to be ---- */

/** The words that are nearest to a mistyped one, up to CLI_SUGGESTIONS of them. */
enum { CLI_SUGGESTIONS = 3 };
struct cli_suggestion {
    const char *word; /**< that was typed */
    uint32_t distance;
    uint32_t count;
    char names[CLI_SUGGESTIONS][CLI_NAME_CAPACITY];
};

/** Compares the typed word with one that could be meant; `name` is what it is called in full. */
void cli_suggestion_add(struct cli_suggestion *suggestion, const char *word, const char *name);

/** Writes "; did you mean 'build'?", or nothing if no word is near. */
void cli_suggestion_write(const struct cli_suggestion *suggestion, char *text, size_t capacity);

/* ---- cli_output.c: sentences, reports, the end of stdout ---- */

/** Prints "cairn: " and one sentence on stderr. Returns `code`. */
int cli_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Prints a line on stdout. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** A copy of a text for a terminal, without control characters and bytes that are not UTF-8: these
 *  become \n, \x1b and so on. Names that come from files may hold any bytes; sentences, lines and
 *  reports are printed so. Null without memory; the caller frees it. */
char *cli_escape(const char *text);

/** The sentence for a status of the library about a file. Returns `code`. */
int cli_fail_file(int code, const char *path, cairn_status status, const cairn_detail *detail);

/** The middle of that sentence: what is wrong and what to do, without the file's name. */
void cli_explain(cairn_status status, const cairn_detail *detail, char *text, size_t capacity);

/** The fields a command answers with. Text and JSON are both made from this one list. */
struct cli_report {
    json_t *object;
    bool failed; /**< memory ran out on the way; reported when it is printed */
};

struct cli_report cli_report_create(void);
void cli_report_add_integer(struct cli_report *report, const char *key, uint64_t value);
void cli_report_add_real(struct cli_report *report, const char *key, double value);
void cli_report_add_word(struct cli_report *report, const char *key, const char *word);
void cli_report_add_flag(struct cli_report *report, const char *key, bool flag);
void cli_report_add_fingerprint(struct cli_report *report, const char *key, uint64_t fingerprint);

/** Adds the options that a database recommends to walk with, as they are typed (cli_option.c). */
void cli_report_add_walk_options(struct cli_report *report, const cairn_db *db);

/** Adds any value; takes it over. */
void cli_report_add(struct cli_report *report, const char *key, json_t *value);

/** Prints the report, as one JSON object or as lines "key value", and frees it. */
int cli_report_print(struct cli_report *report, FILE *stream, bool as_json);

/** Frees a report that is not printed after all. */
void cli_report_destroy(struct cli_report *report);

/** A cell as [x, y]. */
json_t *cli_make_cell(cairn_cell cell);

/** Cells as [[x, y], ...]. */
json_t *cli_make_cells(const cairn_cell *cells, size_t count);

/** Cells as lines "x y". */
void cli_print_cells(const cairn_cell *cells, size_t count);

/** Prepares stdout: a large buffer, and a check at exit that all of it was written. */
void cli_prepare_output(void);

/* ---- cli_input.c: opening what the user named ---- */

/** The properties of a map. */
static inline cairn_map_info cli_get_map_info(const cairn_map *map)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    return info;
}

/** Facts common to all kinds of databases. */
static inline cairn_db_info cli_get_db_info(const cairn_db *db)
{
    cairn_db_info info = {.size = sizeof info};
    (void)cairn_db_get_info(db, &info);
    return info;
}

/** A figure of a database; 0 if its kind has none of that name. */
static inline uint64_t cli_get_figure(const cairn_db *db, const char *name)
{
    uint64_t value = 0;
    (void)cairn_db_find_figure(db, name, &value);
    return value;
}

/** The memory that landmarks hold. */
static inline size_t cli_get_landmarks_bytes(const cairn_landmarks *landmarks)
{
    cairn_landmarks_info info = {.size = sizeof info};
    (void)cairn_landmarks_get_info(landmarks, &info);
    return info.bytes;
}

/** Adds the figures of a database from number `first` to `end` - 1, as far as there are. */
void cli_report_add_figures(struct cli_report *report, const cairn_db *db, uint32_t first,
                            uint32_t end);

/** Opens a map; prints the sentence if that fails. */
int cli_open_map(const char *name, cairn_corners corners, cairn_map **map);

/** Opens a map by a definition without a detail. */
int cli_open_map_by(const char *name, cairn_map_def *def, cairn_map **map);

/** Opens a scenario; prints the sentence if that fails. */
int cli_open_scenario(const char *name, cairn_scenario **scenario);

/** Refuses a map without an open cell, on which there is nothing to do; `path` is its file. */
int cli_check_open(const char *path, const cairn_map *map);

/** Opens a database and checks all of it that needs no map; prints the sentence if that fails. */
int cli_open_db(const char *name, cairn_db **db);

/** Turns a typed point into a cell of the map, open or not; `role` is "start" or "goal". */
int cli_find_any_cell(const char *path, const cairn_map *map, const char *role,
                      const struct cli_point *point, cairn_cell *cell);

/** The same; it must be open. */
int cli_find_cell(const char *path, const cairn_map *map, const char *role,
                  const struct cli_point *point, cairn_cell *cell);

/* ---- cli_place.c: cells that the map decides ---- */

/** A point such as 12,34, or a word for a place: start, start:N, nearest:X,Y, random, random:SEED. */
void cli_parse_place(struct argp_state *state, const char *name, const char *text,
                     struct cli_point *point);

/** The open cell of a place. `component`: that of the other end, which nearest and random cells are
 *  then joined to, or CAIRN_ANY_COMPONENT. */
int cli_find_place(const char *path, const cairn_map *map, const char *role, uint32_t component,
                   const struct cli_point *point, cairn_cell *cell);

/** Both ends of a problem; a goal may be blocked if the nearest cell will do. */
int cli_find_ends(const struct cli_arguments *arguments, uint32_t policy, const cairn_map *map,
                  cairn_cell ends[2]);

/* ---- cli_input.c: what was opened ---- */

/** The sentence for a database of another kind than `user` needs. Returns CLI_BAD. */
int cli_fail_kind(const char *path, const cairn_db *db, const char *user, cairn_kind needed);

/** Writes why a database does not belong to a map; false if it does. */
bool cli_find_mismatch(const cairn_db *db, const cairn_map *map, char *text, size_t capacity);

/* ---- cli_signal.c: Ctrl-C ---- */

/** The signal that asked the command to stop, or 0. */
extern volatile sig_atomic_t cli_signal;

/** From now on the first SIGINT or SIGTERM only sets cli_signal; a second one ends at once. */
void cli_catch_signals(void);

/* ---- cli_progress.c: how far long work is ---- */

enum { CLI_PROGRESS_SAMPLES = 16 };

/** A moment of the work, for the moving average. */
struct cli_sample {
    uint64_t time_ns;
    uint64_t done;
};

/** A progress display on stderr: a bar on a terminal, else a line every few seconds; with --json
 *  an object a line every second. */
struct cli_progress {
    const char *noun;  /**< what is counted, in the plural */
    const char *title; /**< before it, or null */
    const char *phase; /**< what is done before anything is counted, or null */
    const char *name;  /**< of the phase, for JSON; null: phase or noun */
    bool barless;      /**< on a terminal, too: text alone */
    bool quiet;
    bool json;
    bool terminal;
    uint64_t start_ns;
    uint64_t shown_ns; /**< when it was last drawn */
    uint32_t samples;  /**< taken so far; the last CLI_PROGRESS_SAMPLES are kept in a ring */
    struct cli_sample ring[CLI_PROGRESS_SAMPLES];
};

void cli_progress_begin(struct cli_progress *progress, const char *noun,
                        const struct cli_arguments *arguments);
void cli_progress_update(struct cli_progress *progress, uint64_t done, uint64_t total);

/** Erases the bar, if there is one. */
void cli_progress_end(struct cli_progress *progress);

/** Nanoseconds since the display began. */
uint64_t cli_progress_get_elapsed(const struct cli_progress *progress);

/* ---- cli_built.c ---- */

/** A database that was built in memory. */
struct cli_built {
    cairn_build *build; /**< whose memory it lies in */
    cairn_db *db;
};

/** Builds one of a kind (0: what walks best), with progress; a caught signal interrupts it. Close it
 *  even if this fails. */
cairn_status cli_built_open(const cairn_map *map, cairn_kind kind,
                            const struct cli_arguments *arguments, struct cli_built *built,
                            cairn_detail *detail);
void cli_built_close(struct cli_built *built);

/* ---- cli_agent.c: agents as the options describe them ---- */

/** The options of the commands that move agents. */
struct cli_agent_options {
    harness_recipe recipe;
    const char *db;
};

extern const struct argp cli_agent_argp; /**< input: struct cli_agent_options */

/** The place of a word among choices, such as 1 for cells in "off|cells". */
uint32_t cli_parse_choice(struct argp_state *state, const char *name, const char *text,
                          const char *choices);

/** The defaults of these options. */
struct cli_agent_options cli_default_agent_options(void);

/* ---- cli_world.c ---- */

/** All that an agent needs, and the agent. */
struct cli_world {
    cairn_map *map;
    cairn_db *db;         /**< null without --db */
    harness_world shared; /**< the same for the harness, and what it adds */
    cairn_agent *agent;
    cairn_planner *planner; /**< made when an optimal cost is first asked for */
    cairn_corners corners;
    cairn_algorithm algorithm;
    cairn_costs costs;
};

/** Opens map and database and makes the agent; corners and algorithm not given are taken from the
 *  database. Close the world even if this fails. */
int cli_world_open(const struct cli_arguments *arguments, const struct cli_agent_options *options,
                   struct cli_world *world);
void cli_world_close(struct cli_world *world);

/** The optimal cost of a problem in tenths. NO_PATH is a status, not a failure. */
cairn_status cli_world_find_optimal(struct cli_world *world, const cairn_cell ends[2],
                                    uint32_t *cost);

/* ---- cli_walk.c: moving the agent of a world ---- */

/** Opens a walker for the agent of a world: a watched walk, and
 *  for all but A* a plain one for the planning time. A caught signal interrupts it. Close the walker
 *  even if this fails. */
cairn_status cli_walker_open(const struct cli_world *world, const struct cli_agent_options *options,
                             harness_walker *walker);

/** The sentence for a walk that failed. */
int cli_fail_walk(cairn_status status);

/** The length of a path with diagonals of the square root of 2. */
static inline double cli_get_length(uint64_t cardinal, uint64_t diagonal)
{
    return (double)cardinal + 1.4142135623730951 * (double)diagonal;
}

/** The length of a walk with diagonals of the square root of 2. */
double cli_walk_get_length(const harness_walk *walk);

/* ---- csv_line.c ---- */

/** Cuts a line of a CSV table into at most `capacity` fields, in place; quotes are taken off. Returns
 *  how many there are. */
size_t cli_split_fields(char *line, char **fields, size_t capacity);

/** Writes a field of a table, in quotes if it needs them, and a comma. */
void cli_write_field(FILE *stream, const char *text);

/* ---- path_text.c ---- */

/** Whether a move leads from one open cell to another under the map's corner setting. */
bool cli_is_legal_move(const cairn_map *map, cairn_cell from, cairn_cell to);

/** Reads a path, lines "x y" or "x,y", and checks that it is a walk of legal moves. `name` stands
 *  for the stream in the sentence about what is wrong. */
int cli_read_path(FILE *stream, const char *name, const cairn_map *map, harness_cells *path);

#endif
