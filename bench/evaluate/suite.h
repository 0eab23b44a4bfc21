/* suite.h: what `cairn evaluate` is to measure: a suite file, read, checked and expanded.
 *
 * A suite names maps, problems and agents. Wherever an agent or its database has a list of values,
 * there is an agent for each of them. The words for an agent's parameters are the options of
 * `cairn run`, those for a database the options of `cairn build`: an algorithm or a kind that the
 * commands learn is known here at once. docs/research/evaluation.md has the format. */
#ifndef CAIRN_EVALUATE_SUITE_H
#define CAIRN_EVALUATE_SUITE_H

#include "child.h"

enum { SUITE_KEY_CAPACITY = 17, SUITE_CROWDS = 8 };

/** Problems on some of the maps, with a corner setting, for some of the agents. */
struct suite_set {
    const char *name; /**< "" in a suite without sets */
    cairn_corners corners;
    json_t *problems; /**< options of `cairn problems`; borrowed, as the others */
    json_t *maps;     /**< names; null: all */
    json_t *agents;   /**< names of agents or of their groups; null: all */
};

/** A map of a set. */
struct suite_map {
    const char *name;
    size_t set;
    json_t *request;              /**< {file, scale} or {kind, size, seed}; borrowed */
    char *file;                   /**< with its variables replaced; null: the map is generated */
    char *scenario;               /**< null: problems are drawn */
    char key[SUITE_KEY_CAPACITY]; /**< of all that makes the map and its problems what they are */
    char map_key[SUITE_KEY_CAPACITY];  /**< of the map alone */
    char base_key[SUITE_KEY_CAPACITY]; /**< of the map and its corners: what databases depend on */
};

struct suite_agent {
    char *name;
    const char *group;             /**< "agents" unless the suite says more */
    json_t *entry;                 /**< the expanded entry; owned */
    json_t *database;              /**< the build's options, or null; borrowed from the entry */
    char *parameters;              /**< "slice=100 ..." */
    char *database_text;           /**< "kind=knn records=60000", or "" */
    struct cli_words words;        /**< the agent's options as words, for other commands */
    harness_recipe recipe;         /**< the same, read */
    struct cli_words program;      /**< of someone else's program; empty: the agent is ours */
    uint32_t timeout;              /**< seconds within which it must answer */
    bool picture;                  /**< draw its walk of the sample problem */
    uint32_t crowds[SUITE_CROWDS]; /**< numbers of agents that move at the same time */
    uint32_t crowd_count;
    char key[SUITE_KEY_CAPACITY];          /**< of the agent and its database */
    char database_key[SUITE_KEY_CAPACITY]; /**< of the database alone; "" without one */
};

struct suite {
    char *path; /**< of its file; owned */
    json_t *root;
    const char *name;
    const char *description;
    uint32_t sample; /**< number of the problem whose walk is drawn */
    uint32_t cut;    /**< the most a walk may cost, as a multiple of the optimal cost; 0: any */
    struct suite_set *sets;
    size_t set_count;
    struct suite_map *maps; /**< of the first set, then of the second, and so on */
    size_t map_count;
    struct suite_agent *agents;
    size_t agent_count;
};

/** Reads a suite, by its path or its name; prints the sentence about what is wrong. Close it even
 *  if this fails. */
int suite_open(const char *name, struct suite *suite);
void suite_close(struct suite *suite);

/** Adds "--key=value" for each member of an object but those in `except` (null at its end). */
void suite_add_options(struct cli_words *words, json_t *object, const char *const *except);

/* ---- suite_set.c ---- */

/** Reads the sets; without any the whole suite is one. */
int suite_read_sets(struct suite *suite);

/** Whether a map belongs to a set. */
bool suite_set_has_map(const struct suite_set *set, const char *name);

/** Whether an agent is measured on a map; and whether its walk is drawn there, and its crowds moved:
 *  in the first set alone. */
bool suite_measures(const struct suite *suite, size_t map, size_t agent);
bool suite_draws(const struct suite *suite, size_t map, size_t agent);

/** Whether the sets name maps and agents that there are. */
int suite_check_sets(const struct suite *suite);

/* ---- suite_path.c ---- */

/** The file of a suite: a path, or the name of a suite in the folder CAIRN_SUITES names, in the
 *  installed ones, or in those of the source beside the build folder. The caller frees `path`. */
int suite_find(const char *name, char **path);

/** A text such as "${NAME}/rest" with the variable's value; null if it is not set. The caller frees
 *  it. */
char *suite_replace_variables(const char *text);

/** A file that the suite names, relative to the suite's own folder, with its variables replaced.
 *  Null if it cannot be read; the caller frees it. */
char *suite_find_file(const struct suite *suite, const char *name);

/* ---- suite_program.c ---- */

/** The word for an agent's algorithm; "program" if it is one. */
const char *suite_get_algorithm(const struct suite_agent *agent);

/** Reads the members of an agent that is a program; does nothing about others. `files` gets a value
 *  that differs where the files that the program's words name do; null for others. */
int suite_read_program(const struct suite *suite, const char *part, struct suite_agent *agent,
                       json_t **files);

/* ---- between suite.c and suite_agent.c ---- */

/** Refuses members of an object that are not in the list (null at its end). */
int suite_check_members(const struct suite *suite, const char *part, json_t *object,
                        const char *const *known);

/** The text of a member; `otherwise` if there is none. */
const char *suite_get_string(json_t *object, const char *key, const char *otherwise);

/** Expands the entry of an agent and adds what comes of it. */
int suite_add_agents(struct suite *suite, json_t *entry, size_t number);

/** A sentence about a part of the suite file. Returns CLI_BAD. */
int suite_fail(const struct suite *suite, const char *part, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** The text of a string, number or truth, as an option has it; the caller frees it. Null for any
 *  other value. */
char *suite_get_text(const json_t *value);

/** A key that differs where the JSON texts of the values do; null values are left out. */
void suite_make_key(json_t *const *values, size_t count, char key[SUITE_KEY_CAPACITY]);

/** Asks a command whether it takes some options, without having it work. */
int suite_check_options(const struct suite *suite, const char *part, const char *command,
                        const struct cli_words *words);

#endif
