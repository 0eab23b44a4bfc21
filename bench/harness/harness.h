/* harness.h: agents made from words, walked and timed: for the command, the evaluation and the
 * benchmarks alike.
 *
 * Nothing here prints or ends the program: what can fail returns a status, and where the caller
 * gives a detail, a sentence about it. One thread at a time uses an object. */
#ifndef CAIRN_HARNESS_H
#define CAIRN_HARNESS_H

#include <signal.h>
#include <stdio.h>

#include <cairn/agent.h>
#include <cairn/build.h>
#include <cairn/crowd.h>
#include <cairn/lab.h>

/* ---- harness_clock.c ---- */

/** Nanoseconds of a clock that never goes back (wall clock). */
uint64_t harness_get_time(void);

/** Nanoseconds of processor time of the calling thread. It stands still while other work has the
 *  processor. Reading it takes too long for single moves. */
uint64_t harness_get_cpu_time(void);

/** The least nanoseconds that reading harness_get_time() adds to what it times. */
uint64_t harness_get_clock_cost(void);

/* ---- harness_figures.c: distributions ---- */

/** Suboptimality in percent; 0 where the optimal cost is 0. */
static inline double harness_get_suboptimality(uint64_t cost, uint64_t optimal)
{
    return optimal > 0 ? ((double)cost / (double)optimal - 1) * 100 : 0;
}

/** The statistics the paper prints of a list of numbers. */
typedef struct harness_figures {
    double least;
    double most;
    double mean;
    double median;    /**< of an even count, the mean of the middle two */
    double deviation; /**< standard deviation of a sample; 0 of less than two numbers */
} harness_figures;

/** The figures of `count` numbers, which are left sorted; all 0 if there are none. */
harness_figures harness_figures_find(double *numbers, size_t count);

/** Where the mean of `count` numbers lies with 95 % confidence: the bootstrap's percentiles, of a
 *  thousand samples of the numbers in their order, the same on every machine. One number, or none,
 *  has no interval: both ends are the mean. */
void harness_interval_find(const double *numbers, size_t count, double ends[2]);

/** Bins: one for each number below 256, then 128 for each power of two. */
enum { HARNESS_BINS = 256 + 128 * 56 };

/** How many times were how long. A bin is less than 1 % wide; mean and largest are exact. */
typedef struct harness_histogram {
    uint64_t count;
    uint64_t sum;
    uint64_t most;
    uint64_t bins[HARNESS_BINS];
} harness_histogram;

void harness_histogram_add(harness_histogram *histogram, uint64_t time_ns);

/** Adds all times of another histogram. */
void harness_histogram_join(harness_histogram *histogram, const harness_histogram *other);

/** The least time of the bin that holds the smallest time which at least `percent` of 100 times do
 *  not exceed; 0 if there are none. */
uint64_t harness_histogram_find(const harness_histogram *histogram, uint32_t percent);

/** The distribution of times, in nanoseconds. */
typedef struct harness_spread {
    double mean;
    double p50;
    double p99;
    double most;
} harness_spread;

harness_spread harness_histogram_get_spread(const harness_histogram *histogram);

/* ---- harness_words.c: options as words ---- */

/** The most options of an agent or a build: more than there are. */
enum { HARNESS_OPTIONS = 32 };

/** Options of the library's list, in the order given. */
typedef struct harness_options {
    uint32_t count;
    cairn_option options[HARNESS_OPTIONS];
} harness_options;

/** Whom an option is for. */
enum { HARNESS_OF_AGENTS = 0, HARNESS_OF_BUILDS = 1 };

/** The option of agents, or of builds, with a word; false if there is none. */
bool harness_find_option(const char *word, int whom, cairn_option_info *info);

/** Sets an option by the text that the command takes: "250" for "cutoff", null for the flag "rank".
 *  Failures: ARGUMENT, with a sentence. */
cairn_status harness_options_set(harness_options *options, const cairn_option_info *info,
                                 const char *text, cairn_detail *detail);

/** A whole number, with a sentence if it is none or out of range. */
cairn_status harness_read_number(const char *word, const char *text, const uint64_t bounds[2],
                                 uint64_t *number, cairn_detail *detail);

/** The place of a word among those of a list such as "wait|move", with a sentence if it is none. */
cairn_status harness_read_choice(const char *word, const char *text, const char *choices,
                                 uint64_t *place, cairn_detail *detail);

/** Calls a function for each of words such as "rank cutoff=1000": word and text, or word and null.
 *  The first failure ends it. */
typedef cairn_status (*harness_word_function)(void *context, const char *word, const char *text,
                                              cairn_detail *detail);
cairn_status harness_read_words(const char *words, harness_word_function take, void *context,
                                cairn_detail *detail);

/* ---- harness_recipe.c: how an agent is made ---- */

/** How an agent is made and when its walks are cut. Begin with harness_default_recipe(). */
typedef struct harness_recipe {
    uint32_t algorithm; /**< default 0: the database's own, A* without one */
    uint32_t max_work;  /**< units a step may spend; default 0: unlimited */
    uint32_t busy;
    uint32_t goal_policy;
    uint32_t stranded_policy;
    uint32_t landmarks; /**< how many; default 0: none */
    bool canonical;     /**< they make the canonical heuristic, not the differential one */
    bool fragments;     /**< knn: selects among fragments of records */
    uint64_t max_moves; /**< after which a walk is cut; default: never */
    uint32_t trials;    /**< of each problem, at most; default 0: no repeated trials */
    harness_options options;
} harness_recipe;

harness_recipe harness_default_recipe(void);

/** Sets what one word is about: a member above ("algorithm", "max-work", "busy", "goal",
 *  "landmarks", "canonical", "fragments", "max-moves", "trials") or an option of agents. `text` is null for a flag.
 *  Failures: ARGUMENT, with a sentence such as "--cutoff wants ...". */
cairn_status harness_recipe_set(harness_recipe *recipe, const char *word, const char *text,
                                cairn_detail *detail);

/** Whether harness_recipe_set() knows a word; `is_flag` gets whether it stands alone. */
bool harness_recipe_knows(const char *word, bool *is_flag);

/** A recipe of words: "knn rank skip candidates=50". */
cairn_status harness_recipe_read(const char *words, harness_recipe *recipe, cairn_detail *detail);

/* ---- harness_agent.c: the one file that fills in a cairn_agent_def ---- */

/** What agents share. */
typedef struct harness_world {
    const cairn_map *map;       /**< not owned */
    const cairn_db *db;         /**< not owned; may be null */
    cairn_fragments *fragments; /**< owned; null unless a recipe asks for them */
    cairn_landmarks *landmarks; /**< the same */
    cairn_planner *planner;     /**< not owned; of a changing map; may be null */
} harness_world;

/** Makes what a recipe needs beside map and database. Close the world even if this fails. */
cairn_status harness_world_prepare(harness_world *world, const harness_recipe *recipe,
                                   cairn_detail *detail);
void harness_world_close(harness_world *world);

/** Bytes that preparing a world has made in memory: agents share them. */
uint64_t harness_world_get_bytes(const harness_world *world);

/** Whether an algorithm needs a database: one of the kind that has its name. */
bool harness_needs_database(uint32_t algorithm);

/** The algorithm of an agent that is made of a recipe in a world. */
uint32_t harness_get_algorithm(const harness_world *world, const harness_recipe *recipe);

/** Makes an agent; `allocator` may be null for malloc and free. */
cairn_status harness_create_agent(const harness_world *world, const harness_recipe *recipe,
                                  const cairn_allocator *allocator, cairn_detail *detail,
                                  cairn_agent **agent);

/** The bytes it is made with. */
cairn_status harness_find_agent_size(const harness_world *world, const harness_recipe *recipe,
                                     size_t *bytes);

/* ---- harness_walk.c: one walk, measured ---- */

/** A growing row of cells. */
typedef struct harness_cells {
    cairn_cell *cells;
    size_t count;
    size_t capacity;
} harness_cells;

/** Adds a cell; false if there is no memory for it. */
bool harness_cells_add(harness_cells *cells, cairn_cell cell);

/** Walks of more steps are not walked again for the times of their steps. */
enum { HARNESS_SHORT_WALK = 20000 };

/** How often a problem is walked. An agent is deterministic, so all walks are the same, and the
 *  lowest time counts: what else the machine did drops out. */
typedef struct harness_care {
    uint32_t plain;   /**< walks with nothing in the loop but steps, for the planning time; 0: that
                           of the watched walk */
    uint32_t watched; /**< walks with a clock around each step; 0: no figures of single steps, no
                           re-visits, no path */
    uint32_t cold;    /**< the same again, with emptied caches at the start of each walk */
    bool keep_path;
} harness_care;

/** Costs of single trials are kept for trials 1, 2, 4, 8 and so on; there are fewer than 2^32. */
enum { HARNESS_TRIAL_COSTS = 32 };

/** Repeated trials of one problem by an agent that keeps what it learns: until a trial learns nothing,
 *  as many as were asked for, or one is cut. Without trials it is the one walk. */
typedef struct harness_trials {
    uint32_t count;
    bool converged; /**< the last one arrived and learned nothing */
    uint64_t moves; /**< of all trials together, as the cost */
    uint64_t cost;
    uint64_t last_cost;
    uint64_t learned;                    /**< values there are in the end */
    uint64_t memory_states;              /**< strictly on-line memory of the trial that took most */
    uint64_t costs[HARNESS_TRIAL_COSTS]; /**< of trial 2^i, as far as there are trials */
} harness_trials;

/** The columns of a table that tell of trials, and the end of a row with them: beside the above,
 *  `raises` of the walk. */
#define HARNESS_TRIALS_COLUMNS                                                                     \
    "raises,trials,converged,trials_moves,trials_cost,last_cost,trials_learned,"                   \
    "trials_memory_states,trial_costs"

/** How a problem went; with repeated trials all figures except `trials` are those of the first one. */
typedef struct harness_walk {
    bool solved;
    const char *ended; /**< how: arrived, no_path, max_moves or learned_full */
    cairn_cell goal;   /**< what was headed for: not the goal asked for if that is only near */
    uint64_t moves;
    uint64_t waited;        /**< steps without a move */
    uint64_t first_waited;  /**< of them, before the first move */
    uint64_t revisits;      /**< moves into a cell already visited; the start counts as visited */
    uint64_t time_ns;       /**< planning time: processor time of all steps */
    uint64_t first_move_ns; /**< wall clock, as all below; steps waited before it included */
    uint64_t max_move_ns;   /**< the longest step */
    uint64_t max_cold_ns;   /**< the longest step of the walks with emptied caches */
    uint64_t first_units;   /**< spent until the first move */
    uint64_t max_units;     /**< the most units of work that a step spent */
    cairn_agent_stats stats;
    harness_trials trials;
} harness_walk;

void harness_write_trials(FILE *stream, const harness_walk *walk);

/** Called after each step of the first watched walk; false: there is no memory to go on. */
typedef bool (*harness_notice_function)(void *context, const cairn_step *step);

/** What is moved in place of an agent: a program of someone else's, say. Its status goes to the
 *  caller of the walk. */
typedef struct harness_mover {
    void *context;
    cairn_status (*start)(void *context, const cairn_cell ends[2]);
    cairn_status (*step)(void *context, cairn_step *step);
    cairn_status (*end)(void *context, cairn_agent_stats *stats); /**< after the last step */
} harness_mover;

/** What walks: kept from problem to problem. */
typedef struct harness_walker {
    cairn_agent *agent;         /**< not owned; may be exchanged between problems */
    const harness_mover *mover; /**< if not null, moves in place of the agent: in one watched walk,
                                     whose planning time is by the wall clock */
    harness_care care;          /**< may be changed between problems */
    uint64_t max_moves;
    uint32_t trials; /**< of each problem, at most; 0: no repeated trials */
    bool keeps;      /**< what is learned on a problem goes on to the next: each is walked once */
    const volatile sig_atomic_t *stop; /**< other than 0: INTERRUPTED; null: nothing interrupts */
    harness_notice_function notice;    /**< null: none */
    void *notice_context;
    const cairn_map *map; /**< not owned */
    uint32_t width;
    uint64_t *visited;         /**< one bit a cell */
    harness_cells marked;      /**< the cells whose bit is set, each once */
    harness_cells path;        /**< of the last problem, if it is kept */
    uint32_t *times;           /**< of its first HARNESS_SHORT_WALK steps */
    harness_histogram *single; /**< of all its steps */
    unsigned char *cold;       /**< what empties caches; null until it is needed */
} harness_walker;

cairn_status harness_walker_open(const cairn_map *map, const harness_care *care,
                                 harness_walker *walker);
void harness_walker_close(harness_walker *walker);

/** Takes limits of moves and trials from a recipe. An agent that keeps what it learns from problem to
 *  problem, without trials, walks each problem once. */
void harness_walker_follow(harness_walker *walker, const harness_recipe *recipe);

/** Solves a problem and measures it. No path is no failure: the walk is then not solved.
 *  Failures: INTERRUPTED, MEMORY, and those of a step. */
cairn_status harness_walker_run(harness_walker *walker, const cairn_cell ends[2],
                                harness_walk *walk);

/* ---- harness_problems.c ---- */

/** A problem. */
typedef struct harness_problem {
    cairn_cell ends[2];
    uint32_t optimal;  /**< cost in tenths */
    uint32_t moves;    /**< of an optimal path; 0: not known */
    uint32_t expanded; /**< by A*; 0: not known */
} harness_problem;

/** SplitMix64: the same numbers on every machine. */
uint64_t harness_draw(uint64_t *state);

/** An open cell, uniformly. The map must have one. */
cairn_cell harness_draw_cell(const cairn_map *map, uint64_t *state);

/** Draws `count` problems whose optimal costs lie in a range, in tenths. The same seed gives the same
 *  problems. Never ends on a map that has none. Failures: MEMORY. */
cairn_status harness_draw_problems(const cairn_map *map, const uint32_t costs[2], uint64_t seed,
                                   uint32_t count, harness_problem *problems);

/* ---- harness_summary.c: an agent on many problems ---- */

/** What an agent did over all problems; plain values, which another process may hand on. */
typedef struct harness_summary {
    uint32_t problems;
    uint32_t unsolved;
    uint32_t longer;               /**< problems whose walk is not optimal */
    uint32_t revisited;            /**< problems in which a cell was visited twice */
    uint32_t failed;               /**< problems with a failed selection */
    harness_figures per_move;      /**< ns of processor time; of each problem its mean */
    harness_figures suboptimality; /**< percent; a cut walk counts with its cost by then */
    double learned;                /**< values a problem */
    double memory_states;          /**< strictly on-line memory, mean */
    double memory_bytes;           /**< the agent's own, mean */
    harness_spread single;         /**< ns of a step, reading the clock included */
    uint64_t max_cold_ns;          /**< of a step */
    uint64_t max_waited;           /**< steps before the first move, at most */
    uint64_t max_units;            /**< the most units of work that a step spent */
    double unit_ns;                /**< of a unit, in the steps up to the first move */
} harness_summary;

/** Walks every problem. */
cairn_status harness_summarise(const harness_world *world, const harness_recipe *recipe,
                               const harness_care *care, const harness_problem *problems,
                               uint32_t count, harness_summary *summary);

/* ---- harness_crowd.c: many agents at the same time ---- */

/** Agents of one recipe that move in turns. */
typedef struct harness_crowd {
    cairn_crowd
        *crowd; /**< moves them, if there is one that goes as they do: by labels, regions, or
                               knn with a fall-back, without options; */
    cairn_agent **agents; /**< else, each for itself */
    uint32_t count;
    uint64_t bytes; /**< that their allocator has given out */
    uint64_t arrived;
    uint64_t moves;
    uint64_t
        memory_states; /**< strictly on-line memory of all; members of a cairn_crowd have none */
} harness_crowd;

/** Makes the agents and starts them on the problems, again from the first after the last. Close the
 *  crowd even if this fails; it must stay where it is until then. */
cairn_status harness_crowd_open(const harness_world *world, const harness_recipe *recipe,
                                const harness_problem *problems, uint32_t problem_count,
                                harness_crowd *crowd);

/** A step for each that has not arrived, turn by turn, until all have arrived or `max_moves` turns
 *  are over in which one moved. Failures: INTERRUPTED, MEMORY, and those of a step. */
cairn_status harness_crowd_run(harness_crowd *crowd, uint64_t max_moves,
                               const volatile sig_atomic_t *stop);
void harness_crowd_close(harness_crowd *crowd);

/* ---- harness_build.c: databases from words ---- */

/** What to build: a kind and its options. */
typedef struct harness_order {
    cairn_kind kind; /**< 0: AUTO */
    harness_options options;
    uint32_t threads;
    cairn_progress_function progress; /**< null: none */
    void *progress_context;
} harness_order;

/** An order of words: "knn records=60000 fallback", "labels", "auto". */
cairn_status harness_order_read(const char *words, harness_order *order, cairn_detail *detail);

/** Builds a database and writes it to a file. `report`, if not null, gets the build's own; its reason
 *  is left out. Failures: those of cairn_build_run() and cairn_build_write(). */
cairn_status harness_build(const cairn_map *map, const harness_order *order, const char *path,
                           cairn_build_report *report, cairn_detail *detail);

#endif
