/* build_job.h: what the files of `cairn build` share: a request, and one map's way from file to
 * database. `cairn-mpi build` uses them too, with another driver. */
#ifndef CAIRN_BUILD_JOB_H
#define CAIRN_BUILD_JOB_H

#include "cli.h"

enum { CLI_MOST_THREADS = 1024 };

/** Who makes the records of a build: the threads of this process, or more than that. */
struct cli_build_driver {
    /** Makes all records that are not there yet, as cairn_build_run() does; `def` is the build's
     *  definition. */
    cairn_status (*run)(void *context, cairn_build *build, const cairn_build_def *def);
    /** Called with the progress of the build; a failure ends it. May be null. */
    cairn_status (*serve)(void *context, cairn_build *build);
    void *context;
    uint32_t threads;        /**< by default */
    bool records_only;       /**< what it drives is builds of kind knn */
    const char *interrupted; /**< what a signal may mean */
};

/** Grow the database until agents walk well enough. */
struct cli_target {
    bool wanted;
    double suboptimality; /**< mean, in percent */
    uint32_t problems;    /**< to measure with */
    uint32_t max_seconds; /**< 0: no limit */
};

/** What `cairn build` was asked for. */
struct cli_build_request {
    struct cli_arguments shared;
    cairn_db_kind kind;
    uint32_t level;     /**< dlrta; 0: not given */
    bool chooses;       /**< no kind was given: the best one */
    uint64_t max_bytes; /**< what it may have; 0: no limit */
    uint32_t eps;       /**< labels: in ten-thousandths */
    bool eps_given;
    bool fallback;          /**< a net of regions in the same file */
    const char *knn_option; /**< one that was given and that knn alone has, or null */
    cairn_build_def def;    /**< the parameters; map and hooks are still empty */
    bool records_given;
    bool seed_given;
    bool direct_given;
    const char *checkpoint;
    const char *extend;
    const char *out_dir;
    bool update;
    struct cli_target target;
    const struct cli_build_driver *driver;
    char **maps; /**< maps and folders, as typed */
    uint32_t map_count;
};

/** One map and the database to make of it. */
struct cli_build_job {
    char *map;
    char *output;
    char *checkpoint; /**< null without --checkpoint */
    char title[96];   /**< before the progress, if there are several */
};

/** The jobs of a request, in order. */
struct cli_build_list {
    struct cli_build_job *jobs;
    size_t count;
    size_t capacity;
};

/** Finds the maps that a request names, and makes the folders for their databases. */
int cli_build_list_open(const struct cli_build_request *request, struct cli_build_list *list);
void cli_build_list_close(struct cli_build_list *list);

/** Builds one database. Prints what was made, or why not. */
int cli_build_job_run(const struct cli_build_request *request, const struct cli_build_job *job);

/** The same of the other kinds, or of whichever is best. */
int cli_build_whole(const struct cli_build_request *request, const struct cli_build_job *names);

/** The cores of this machine, or the most threads there may be. */
uint32_t cli_count_cores(void);

/** `cairn build` with a driver. */
int cli_build_with(const struct cli_build_driver *driver, int argc, char **argv);

/* ---- build_target.c ---- */

/** A problem to measure with. */
struct cli_sampled_problem {
    cairn_cell ends[2];
    uint32_t optimal; /**< cost in tenths */
};

/** How well agents walk with a database. */
struct cli_quality {
    double mean; /**< suboptimality in percent; a lower bound if walks were cut */
    double median;
    uint32_t cut; /**< walks that were given up */
};

struct cli_gauge {
    const cairn_map *map;
    cairn_path_engine *engine;
    struct cli_sampled_problem *problems;
    double *suboptimality; /**< of each problem, for the median */
    uint32_t count;
};

/** Prepares an engine and draws problems; stops if a signal comes. */
cairn_status cli_gauge_open(const cairn_map *map, const cairn_build_def *def,
                            const struct cli_target *target, struct cli_gauge *gauge);
void cli_gauge_close(struct cli_gauge *gauge);

/** Walks all problems with the records a build has finished without a gap. */
cairn_status cli_gauge_run(struct cli_gauge *gauge, const cairn_build *build,
                           struct cli_quality *quality);

/** Walks them with a database in memory, by the algorithm of its kind; `def` has the agent's
 *  options. */
cairn_status cli_gauge_walk(struct cli_gauge *gauge, const void *image, size_t bytes,
                            const cairn_agent_def *def, struct cli_quality *quality);

/* ---- build_choice.c ---- */

/** What was chosen, and what to expect of it. */
struct cli_choice {
    const char *reason;
    const char *options; /**< of an agent, that it was measured with; null: none */
    uint32_t problems;   /**< measured; 0: none */
    struct cli_quality quality;
};

struct cli_image;
struct cli_image_maker;

/** Makes the best database for a map that has at most so many bytes; 0: no limit. Failures: LIMIT
 *  if none fits, and those of building. */
cairn_status cli_choose(const struct cli_image_maker *maker, uint64_t max_bytes,
                        struct cli_choice *choice, struct cli_image *image);

#endif
