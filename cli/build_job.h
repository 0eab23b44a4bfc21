/* build_job.h: what the files of `cairn build` share: a request, and one map's way from file to
 * database. `cairn-mpi build` uses them too, with another driver. */
#ifndef CAIRN_BUILD_JOB_H
#define CAIRN_BUILD_JOB_H

#include "cli.h"

enum { CLI_MOST_THREADS = 1024, CLI_BUILD_OPTIONS = HARNESS_OPTIONS, CLI_MOST_TRIES = 16 };

struct cli_build_request;
struct cli_build_list;

/** The definition of a build, and where its options lie. */
struct cli_build_plan {
    cairn_build_def def;
    cairn_option options[CLI_BUILD_OPTIONS];
};

/** Who builds: the threads of this process, or more than that. */
struct cli_build_driver {
    /** Makes all records that are not there yet; `plan` and `map` are the build's. May be null. */
    cairn_status (*run)(void *context, cairn_build *build, const struct cli_build_plan *plan,
                        const cairn_map *map);
    /** Called with the progress of each build; a failure ends it. May be null. */
    cairn_status (*serve)(void *context, cairn_build *build);
    /** Builds all maps of a list, several at a time. May be null. */
    int (*run_list)(void *context, const struct cli_build_request *request,
                    const struct cli_build_list *list);
    void *context;
    uint32_t threads;        /**< by default */
    uint32_t threads_alone;  /**< by default, where this process builds alone */
    const char *interrupted; /**< what a signal may mean */
};

/** What `cairn build` was asked for. */
struct cli_build_request {
    struct cli_arguments shared;
    cairn_kind kind;    /**< 0: the best one */
    uint64_t max_bytes; /**< what it may have; 0: no limit */
    uint32_t threads;
    harness_options options; /**< of the library's list, as far as given */
    bool target_given;
    double target;          /**< mean suboptimality in percent */
    const char *knn_option; /**< another one that was given and that knn alone has, or null */
    const char *checkpoint;
    const char *extend;
    const char *out_dir;
    bool update;
    bool shares_maps; /**< the driver builds several maps at a time */
    const struct cli_build_driver *driver;
    char **maps; /**< maps and folders, as typed */
    uint32_t map_count;
};

/** One map and the database to make of it. */
struct cli_build_names {
    char *map;
    char *output;
    char *checkpoint; /**< null without --checkpoint */
    char title[96];   /**< before the progress, if there are several */
};

/** The maps of a request, in order. */
struct cli_build_list {
    struct cli_build_names *names;
    size_t count;
    size_t capacity;
};

/** Finds the maps that a request names, and makes the folders for their databases. */
int cli_build_list_open(const struct cli_build_request *request, struct cli_build_list *list);
void cli_build_list_close(struct cli_build_list *list);

/* ---- build_options.c ---- */

/** Whether an option of the list was given, and its value: that given, or the default. */
bool cli_build_has(const struct cli_build_request *request, uint32_t option);
uint64_t cli_build_get(const struct cli_build_request *request, uint32_t option);
void cli_build_set(struct cli_build_request *request, uint32_t option, uint64_t value);

/** Without --kind, takes that of the options given; options that are not for the kind end the
 *  command as wrong usage. */
void cli_build_choose_kind(struct argp_state *state, struct cli_build_request *request);

/** What a request asks of a build; hooks and detail are still empty. */
void cli_build_plan_make(const struct cli_build_request *request, struct cli_build_plan *plan);

/** Sets an option of a plan, whether it was given or not. */
void cli_build_plan_set(struct cli_build_plan *plan, uint32_t option, uint64_t value);

/* ---- build_report.c: what was made ---- */

/** What became of a build, without pointers: it may come from another process. */
struct cli_build_outcome {
    uint64_t spent_ns;
    uint32_t made;   /**< records, in that time */
    uint32_t wanted; /**< records in the end; 0 for other kinds */
    cairn_kind kind;
    uint32_t problems; /**< measured; 0: none */
    uint32_t cut;
    uint32_t target_met;
    double suboptimality; /**< percent */
    double median;
    char reason[256]; /**< empty unless the kind was chosen */
    uint32_t tried;
    cairn_build_try tries[CLI_MOST_TRIES]; /**< what was tried, if the kind was chosen */
};

/** What a build says of itself. */
void cli_build_outcome_take(const cairn_build *build, struct cli_build_outcome *outcome);

/** Prints what was made, as the file itself says it; `path` is the database. */
int cli_build_print(const struct cli_build_request *request, const struct cli_build_names *names,
                    const char *path, const struct cli_build_outcome *outcome);

/* ---- build_job.c: one map ---- */

/** A map on its way. */
struct cli_job;

/** Opens the map and makes sure that its database can be written. `job` is null afterwards if
 *  there is nothing to do: it is up to date. */
int cli_job_open(const struct cli_build_request *request, const struct cli_build_names *names,
                 struct cli_job **job);
const cairn_map *cli_job_get_map(const struct cli_job *job);

/** Builds the database here, writes it and prints what was made, or why not. */
int cli_job_run(struct cli_job *job);

/** Writes a database that was made elsewhere, and prints what was made. */
int cli_job_take(struct cli_job *job, const void *image, size_t bytes,
                 const struct cli_build_outcome *outcome);

/** Says why a build elsewhere failed. */
int cli_job_fail(const struct cli_job *job, cairn_status status, const cairn_detail *detail);
void cli_job_close(struct cli_job *job);

/* ---- cmd_build.c ---- */

/** The cores of this machine, or the most threads there may be. */
uint32_t cli_count_cores(void);

/** `cairn build` with a driver. */
int cli_build_with(const struct cli_build_driver *driver, int argc, char **argv);

#endif
