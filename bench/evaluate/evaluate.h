/* evaluate.h: the evaluation: what its files share, and eval_measure() for `cairn evaluate`.
 *
 * One thread measures, pinned to a processor; another prepares what it will need (maps, problems,
 * databases, pictures) by running other commands on the rest of the processors. All that is made
 * stays in the output folder under a name that holds a key of how it was made, and is found there
 * by the next run. */
#ifndef CAIRN_EVALUATE_H
#define CAIRN_EVALUATE_H

#include "outside.h"
#include "suite.h"

#include <pthread.h>
#include <sched.h>

enum eval_job_kind {
    EVAL_MAP,
    EVAL_PROBLEMS,
    EVAL_DATABASE,
    EVAL_MAP_PICTURE,
    EVAL_WALK_PICTURE,
};

enum eval_job_state { EVAL_WAITING, EVAL_DONE, EVAL_FAILED };

/** Something to prepare. */
struct eval_job {
    enum eval_job_kind kind;
    size_t map;
    size_t agent; /**< of a database or a walk: the first that needs it */
    enum eval_job_state state;
    int code;
    char sentence[512]; /**< why it failed */
};

/** The processors: one for measuring, the rest for all else; the same if there is only one. */
struct eval_processors {
    uint32_t measuring;
    cpu_set_t rest;
    uint32_t rest_count;
};

struct eval;

/** Pieces of work that may be done in any order. */
struct eval_stage {
    struct eval *eval;
    size_t count;
    const size_t *units;                          /**< their numbers, as `run` knows them */
    int (*run)(struct eval *eval, size_t number); /**< does one; returns the exit code */
    int code; /**< of this process so far: it does nothing more unless it is CLI_YES */
};

/** Several processes that share an evaluation: each calls eval_measure(), with the same suite. They
 *  all see the output folder. */
struct eval_driver {
    void *context;
    bool leads;          /**< one of them does: it writes the tables and prints */
    uint32_t place;      /**< of this process among those on its machine, from 0 */
    uint32_t neighbours; /**< on this machine, itself included */
    /** Of the leader: has the others come in. */
    void (*begin)(void *context);
    /** Has each piece done by one of them; comes back when all are done, or when one has failed, with
     *  the same code to all. */
    int (*share)(void *context, const struct eval_stage *stage);
};

struct eval {
    struct cli_arguments shared;
    bool keep_moves;
    const struct eval_driver *driver; /**< null: this process does everything */
    struct suite suite;
    struct eval_processors processors;
    struct eval_job *jobs;
    size_t job_count;
    pthread_t thread;
    bool thread_runs;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct cli_progress progress;
    uint64_t done;  /**< problems measured, over all agents and maps */
    uint64_t total; /**< to measure */
};

/* ---- cli/cmd_evaluate.c ---- */

/** `cairn evaluate` with a driver; null: without. */
int cli_evaluate_with(const struct eval_driver *driver, int argc, char **argv);

/* ---- eval_measure.c ---- */

/** Measures all of a suite into the output folder; `shared` and `keep_moves` are what was asked
 *  for, the rest is zero. Returns the exit code; prints the sentence if something is wrong. */
int eval_measure(struct eval *eval, const char *suite);

/** The set that a map belongs to. */
static inline const struct suite_set *eval_get_set(const struct eval *eval, size_t map)
{
    return &eval->suite.sets[eval->suite.maps[map].set];
}

/** The problems of all agents and maps. */
uint64_t eval_count_problems(const struct suite *suite);

/** Has the calling thread run where is measured. */
void eval_pin(const struct eval *eval);

/* ---- eval_paths.c: names in the output folder ---- */

/** A file of the output folder; the caller frees it. Null if there is no memory for it. */
char *eval_get_path(const struct eval *eval, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *eval_get_map_path(const struct eval *eval, size_t map);
char *eval_get_problems_path(const struct eval *eval, size_t map, const char *ending);
char *eval_get_database_path(const struct eval *eval, size_t map, size_t agent, const char *ending);
char *eval_get_picture_path(const struct eval *eval, size_t map, const struct suite_agent *agent);
char *eval_get_run_path(const struct eval *eval, size_t map, size_t agent, const char *ending);

/** Makes the output folder and those in it. */
int eval_make_folders(const struct eval *eval);

/* ---- eval_words.c ---- */

/** The file a job makes; the caller frees it. */
char *eval_get_target(const struct eval *eval, const struct eval_job *job);

/** The words of the command that makes it, without its output. */
void eval_add_words(const struct eval *eval, const struct eval_job *job, struct cli_words *words);

/* ---- eval_prepare.c ---- */

/** Lists all jobs and starts the thread that does them. */
int eval_prepare_start(struct eval *eval);

/** The same without the thread; eval_prepare_do() does a job then, and prints why it failed. */
int eval_prepare_list(struct eval *eval);
int eval_prepare_do(struct eval *eval, size_t number);

/** Waits for a job; the progress display goes on. Prints the sentence if it failed. */
int eval_prepare_wait(struct eval *eval, enum eval_job_kind kind, size_t map, size_t agent);

/** Waits for all that is left. */
int eval_prepare_finish(struct eval *eval);

/** Ends the thread, after the job it is at. */
void eval_prepare_stop(struct eval *eval);

/* ---- eval_share.c ---- */

/** All of an evaluation, shared by the driver; `code` is that of this process so far. */
int eval_share(struct eval *eval, int code);

/* ---- eval_run.c ---- */

/** The problems of a map; the caller frees them. */
int eval_read_problems(const struct eval *eval, size_t map, harness_problem **problems,
                       uint32_t *count);

/** All that an agent of the suite needs on a map. */
struct eval_world {
    cairn_map *map;
    cairn_db *db;         /**< null without one */
    harness_world shared; /**< both, and an index made in memory */
};

/** Opens it. Close the world even if this fails. */
int eval_world_open(const struct eval *eval, size_t map, size_t agent, struct eval_world *world);
void eval_world_close(struct eval_world *world);

/** The sentence for an agent that cannot be made. */
int eval_fail_agent(const struct suite_agent *agent, cairn_status status,
                    const cairn_detail *detail);

/** Measures an agent on all problems of a map, unless an earlier run did. */
int eval_run(struct eval *eval, size_t map, size_t agent);

/* ---- eval_outside.c ---- */

/** Starts the program that an agent of the suite is, and gives it the map, which is open already.
 *  Close the program even if this fails. */
int eval_outside_open(const struct eval *eval, const size_t pair[2], const cairn_map *map,
                      struct outside *outside);

/** What a failed walk comes to: the exit code, and the sentence about the program. */
int eval_outside_fail(const struct suite_agent *agent, const struct outside *outside,
                      cairn_status status);

/* ---- eval_crowd.c ---- */

/** Moves the crowds of an agent on a map and measures their memory, unless an earlier run did. */
int eval_run_crowds(struct eval *eval, size_t map, size_t agent);

/** The first line of a table of crowds. */
extern const char eval_crowd_header[];

/* ---- eval_failure.c ---- */

/** Why the first failed selection of a walk has failed. */
struct eval_failure {
    const char
        *end; /**< which end no candidate reaches: start, goal, both; pair: some reach the one
                          and others the other; "": none failed, or nothing is known */
    uint32_t start_distance; /**< of the agent to the nearest candidate's start, in tenths */
    uint32_t goal_distance;  /**< of the nearest candidate's goal to the goal */
};

/** Finds it by walking again; the agent of the walk is started anew. */
struct eval_failure eval_find_failure(const struct eval_world *world, const harness_recipe *recipe,
                                      cairn_agent *agent, const cairn_cell ends[2],
                                      const harness_walk *walk);

/* ---- eval_rows.c ---- */

/** The first line of a table of results. */
extern const char eval_header[];

/** The files that rows have hashes of. */
enum { EVAL_HASH_MAP, EVAL_HASH_PROBLEMS, EVAL_HASH_DATABASE, EVAL_HASHES };

/** What is the same in all rows of one agent on one map. */
struct eval_context {
    const struct suite_set *set;
    const struct suite_map *map;
    const struct suite_agent *agent;
    uint64_t map_cells;
    uint32_t map_open;
    uint64_t database_records; /**< these three are zero without a database */
    uint64_t database_states;
    uint64_t database_bytes;
    uint64_t index_bytes; /**< of an index made in memory on opening */
    double preparation_seconds;
    uint64_t hashes[EVAL_HASHES]; /**< of a database 0 without one */
};

/** What a row is made of, beside the context. */
struct eval_walk {
    uint32_t number;
    const harness_problem *problem;
    const harness_walk *walk;
    const harness_histogram *single;
    const struct eval_failure *failure;
};

void eval_write_row(FILE *stream, const struct eval_context *context, const struct eval_walk *row);

/* ---- eval_tally.c ---- */

/** What is kept of each row: lists, for medians and intervals. */
enum { EVAL_SUBOPTIMALITY, EVAL_UNFAILED, EVAL_TIME, EVAL_MEMORY, EVAL_LISTS };

/** The rows of one agent in one set so far. */
struct eval_tally {
    size_t rows;
    size_t cut;
    size_t unfailed; /**< without a failed selection */
    size_t capacity;
    double *lists[EVAL_LISTS]; /**< percent (of a walk that was cut: of the cut), ns, states */
    double database_bytes;
    double preparation_seconds;
};

/** Adds a row as it stands in a table; the line is taken apart. False if there is no memory. */
bool eval_tally_add(struct eval_tally *tally, char *line);

/** Adds the figures to a report: means with their intervals of 95 %. The lists are left sorted. */
void eval_tally_report(struct eval_tally *tally, struct cli_report *report);
void eval_tally_close(struct eval_tally *tally);

/* ---- eval_summary.c ---- */

/** Joins the tables of all runs into results.csv and crowd.csv, writes summary.json, and prints
 *  the figures of each agent. */
int eval_summarise(struct eval *eval);

/* ---- eval_machine.c ---- */

/** What the machine and the program are. */
json_t *eval_describe_machine(const struct eval *eval);

/** Finds the processors this process may use; with a driver, its share of the machine's. */
struct eval_processors eval_find_processors(const struct eval_driver *driver);

#endif
