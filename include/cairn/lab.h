/* cairn/lab.h: what tools and researchers need and games do not. No promise of stability. */
#ifndef CAIRN_LAB_H
#define CAIRN_LAB_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- options ---- */

/** What the value of an option counts. */
enum {
    CAIRN_UNIT_NUMBER = 0, /**< a whole number */
    CAIRN_UNIT_TENTHS = 1, /**< tenths; the command takes one decimal */
    CAIRN_UNIT_FLAG = 2,   /**< 0 or 1; the command takes the word alone */
    CAIRN_UNIT_CHOICE = 3, /**< the place among the words of `argument`, from 0 */
    CAIRN_UNIT_SET = 4,    /**< bit n is member n + 1; the command takes "1,3" or "all" */
};

/** Whom an option is for: bit n is algorithm number n, bit 32 + n is databases of kind number n. */
#define CAIRN_FOR_ALGORITHM(number) (UINT64_C(1) << (number))
#define CAIRN_FOR_KIND(number) (UINT64_C(1) << (32 + (number)))

/* Scopes of the list below, by the numbers of agent.h and db.h. */
#define CAIRN_FOR_KNN CAIRN_FOR_ALGORITHM(1)
#define CAIRN_FOR_ASTAR CAIRN_FOR_ALGORITHM(3)
#define CAIRN_FOR_TBA CAIRN_FOR_ALGORITHM(4)
#define CAIRN_FOR_LRTS CAIRN_FOR_ALGORITHM(5)
#define CAIRN_FOR_RTAA (CAIRN_FOR_ALGORITHM(6) | CAIRN_FOR_ALGORITHM(7))
#define CAIRN_FOR_WEIGHT (CAIRN_FOR_ALGORITHM(2) | CAIRN_FOR_LRTS)
/* knn, lrta, dlrta, regions, labels: LRTA* is their last resort. */
#define CAIRN_FOR_LEGS                                                                             \
    (CAIRN_FOR_KNN | CAIRN_FOR_ALGORITHM(2) | CAIRN_FOR_ALGORITHM(10) | CAIRN_FOR_ALGORITHM(11) |  \
     CAIRN_FOR_ALGORITHM(12))
#define CAIRN_FOR_LEARNERS (CAIRN_FOR_LEGS | CAIRN_FOR_LRTS | CAIRN_FOR_RTAA)

/** The options of agents and builds: number, name, word, unit, least, most, default, scope, the
 *  argument's name in help texts, help. Numbers are fixed for good: 1 to 63 for agents, from 64 for
 *  builds. Where `most` is UINT32_MAX (CAIRN_UNLIMITED), the command takes the word "unlimited" for
 *  it. */
#define CAIRN_OPTION_LIST(X)                                                                       \
    X(1, CANDIDATES, "candidates", NUMBER, 1, UINT32_MAX, 10, CAIRN_FOR_KNN, "M",                  \
      "knn: records checked in a selection; an agent has 12 bytes for each")                       \
    X(2, CUTOFF, "cutoff", NUMBER, 0, UINT32_MAX, 250, CAIRN_FOR_KNN, "K",                         \
      "knn: moves that a reachability check may take")                                             \
    X(3, QUOTA, "quota", TENTHS, 0, 10000000, 30, CAIRN_FOR_KNN, "Q",                              \
      "knn: after a failed selection, select again after Q times the distance to the goal")        \
    X(4, G_MAX, "g-max", TENTHS, 14, 1000, 14, CAIRN_FOR_LEGS, "G",                                \
      "Look-ahead of LRTA* in cells; 1.4 is the neighbours alone")                                 \
    X(5, WITHOUT, "without", SET, 0, 63, 0, CAIRN_FOR_KNN, "LIST",                                 \
      "knn: switch enhancements off: numbers from 1 to 6 with commas between, or all")             \
    X(6, RANK, "rank", FLAG, 0, 1, 0, CAIRN_FOR_KNN, NULL,                                         \
      "knn: of the candidates in reach, take the one with the shortest way, not the most similar") \
    X(7, SKIP, "skip", FLAG, 0, 1, 0, CAIRN_FOR_KNN, NULL,                                         \
      "knn: head for the farthest of the next 16 states of a record that is in reach")             \
    X(8, WEIGHT, "weight", TENTHS, 10, 1000, 10, CAIRN_FOR_WEIGHT, "W",                            \
      "lrta, lrts: begin with W times the distance as the heuristic")                              \
    X(9, LOOKAHEAD, "lookahead", NUMBER, 1, 4096, 100, CAIRN_FOR_RTAA, "N",                        \
      "rtaa, lss: states expanded in a search")                                                    \
    X(10, MOVEMENTS, "movements", NUMBER, 1, UINT32_MAX, UINT32_MAX, CAIRN_FOR_RTAA, "N",          \
      "rtaa, lss: moves taken after a search; unlimited takes all that it found")                  \
    X(11, DEPTH, "depth", NUMBER, 1, 100, 10, CAIRN_FOR_LRTS, "D", "lrts: look-ahead in moves")    \
    X(12, LEARNING_QUOTA, "learning-quota", TENTHS, 0, UINT32_MAX, UINT32_MAX, CAIRN_FOR_LRTS,     \
      "T", "lrts: go back after each learning beyond so much, in cells")                           \
    X(13, HISTORY, "history", NUMBER, 0, 1048576, 1024, CAIRN_FOR_LRTS, "N",                       \
      "lrts: moves kept for going back")                                                           \
    X(14, SLICE, "slice", NUMBER, 1, UINT32_MAX, 100, CAIRN_FOR_TBA, "R",                          \
      "tba: units of work a move; an expansion is one")                                            \
    X(15, TRACE_RATIO, "trace-ratio", NUMBER, 1, 1000, 10, CAIRN_FOR_TBA, "N",                     \
      "tba: steps of tracing a path back that make a unit")                                        \
    X(16, LEARNED_CAPACITY, "learned-capacity", NUMBER, 0, 1073741824, 16, CAIRN_FOR_LEARNERS,     \
      "N", "Learned values that an agent has room for when it is made")                            \
    X(17, NO_GROWTH, "no-growth", FLAG, 0, 1, 0, CAIRN_FOR_LEARNERS, NULL,                         \
      "Fail when the room for learned values is full, instead of getting more")                    \
    X(18, COSTS, "costs", CHOICE, 0, 1, 0, CAIRN_FOR_ASTAR, "octile|sqrt2",                        \
      "Cost of a diagonal move: 1.4 (octile) or, astar alone, the square root of 2 (sqrt2)")

/** The numbers of the options: CAIRN_OPTION_CANDIDATES and so on. */
enum {
#define CAIRN_OPTION_ENUM(number, name, word, unit, least, most, standard, scope, argument, help)  \
    CAIRN_OPTION_##name = number,
    CAIRN_OPTION_LIST(CAIRN_OPTION_ENUM)
#undef CAIRN_OPTION_ENUM
};

/** What there is to know about an option. */
typedef struct cairn_option_info {
    uint32_t size;        /**< sizeof, set by the caller: no more is filled in */
    uint32_t option;      /**< its number */
    const char *word;     /**< as the command and suites spell it, without dashes */
    const char *argument; /**< the argument's name in help texts, or null for flags */
    const char *help;     /**< a sentence without its full stop */
    uint64_t least;
    uint64_t most;
    uint64_t standard; /**< the value of one that is not given */
    uint64_t scope;    /**< CAIRN_FOR_ALGORITHM() and CAIRN_FOR_KIND() */
    uint32_t unit;
    uint32_t reserved;
} cairn_option_info;

/** The option at a place of the list, from 0. ARGUMENT behind the last. */
CAIRN_API cairn_status cairn_option_get_info(uint32_t index, cairn_option_info *info);

/** The number of the option with a word, such as "g-max". ARGUMENT if there is none. */
CAIRN_API cairn_status cairn_option_find(const char *word, uint32_t *option);

/* ---- files that appear whole or not at all ---- */

/** A file in the making. It grows under a temporary name in the folder it belongs in, and gets its
 *  own name when it is finished and on the disk. */
typedef struct cairn_file cairn_file;

/** Creates the temporary file beside `path`. `detail`, if not null, is kept: it says why this or a
 *  later call failed. Failures: ARGUMENT, MEMORY, IO. */
CAIRN_API cairn_status cairn_file_create(const char *path, cairn_detail *detail, cairn_file **file);

/** Appends bytes. Interrupted and short writes are continued. Failures: ARGUMENT, IO. */
CAIRN_API cairn_status cairn_file_write(cairn_file *file, const void *bytes, size_t count);

/** Gives the file another name to get in the end, in the same folder. Failures: ARGUMENT,
 *  MEMORY. */
CAIRN_API cairn_status cairn_file_set_path(cairn_file *file, const char *path);

/** Ends the file, whatever it answers. If `keep` is not 0: flushes it, renames it, and flushes its
 *  folder; the temporary file is removed if that fails. If `keep` is 0: removes it.
 *  Failures: ARGUMENT, IO. */
CAIRN_API cairn_status cairn_file_finish(cairn_file *file, int32_t keep);

#ifdef __cplusplus
}
#endif

#endif
