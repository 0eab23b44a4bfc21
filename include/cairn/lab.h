/* cairn/lab.h: what tools and researchers need and games do not. No promise of stability. */
#ifndef CAIRN_LAB_H
#define CAIRN_LAB_H

#include "agent.h"
#include "lab_build.h"
#include "lab_db.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- algorithms ---- */

/** The algorithms that every cairn has, in the columns of CAIRN_ALGORITHM_LIST. */
#define CAIRN_CORE_ALGORITHM_LIST(X)                                                               \
    X(KNN, knn, 1)          /* kNN LRTA*: the subgoals of the most similar record */               \
    X(LRTA, lrta, 2)        /* LRTA* */                                                            \
    X(REGIONS, regions, 11) /* climbs from seed to seed: complete without learning */              \
    X(LABELS, labels, 12)   /* optimal paths by hub labels over the map's bends */

/** Algorithms to compare with, which a game may leave out (CAIRN_WITH_RESEARCH). */
#define CAIRN_RESEARCH_ALGORITHM_LIST(X)                                                           \
    X(ASTAR, astar, 3)      /* A*: the whole path before the first move; not real-time */          \
    X(TBA, tba, 4)          /* TBA*: time-bounded A* */                                            \
    X(LRTS, lrts, 5)        /* LRTS: look-ahead by depth, max of mins, backtracking */             \
    X(RTAA, rtaa, 6)        /* RTAA*: look-ahead by A*, learns in all expanded states */           \
    X(LSS, lss, 7)          /* LSS-LRTA*: the same look-ahead, learns by Dijkstra's algorithm */   \
    X(DLRTA, dlrta, 10)     /* D LRTA*: LRTA* to the entry state of the next region */             \
    X(LRTAK, lrtak, 16)     /* LRTA*(k): carries what it learns on to states visited before */     \
    X(PLRTA, plrta, 17)     /* P-LRTA*: makes the most promising updates, from a queue */          \
    X(FALCONS, falcons, 18) /* FALCONS: learns g as well as h, and goes by their sum */            \
    X(DBA, dba, 13)         /* DBA*: from region to region of square sectors, without learning */  \
    X(HCDPS, hcdps, 14)     /* HCDPS: from seed to seed by climbs, without learning */

/** The algorithms: name, word, number. Numbers never change. docs/research/algorithms.md describes
 *  each of them. */
#define CAIRN_ALGORITHM_LIST(X) CAIRN_CORE_ALGORITHM_LIST(X) CAIRN_RESEARCH_ALGORITHM_LIST(X)

/** An algorithm: CAIRN_KNN and so on. */
typedef uint32_t cairn_algorithm;

enum {
    CAIRN_ALGORITHM_AUTO = 0, /**< the one that the database is made for */
#define CAIRN_ALGORITHM_ENUM(name, word, number) CAIRN_##name = number,
    CAIRN_ALGORITHM_LIST(CAIRN_ALGORITHM_ENUM)
#undef CAIRN_ALGORITHM_ENUM
};

/** The word for an algorithm, such as "knn"; null for an unknown number. */
CAIRN_API const char *cairn_algorithm_get_name(cairn_algorithm algorithm);

/** Finds the algorithm for a word. Failures: ARGUMENT if there is none. */
CAIRN_API cairn_status cairn_algorithm_find(const char *word, cairn_algorithm *algorithm);

/* ---- options ---- */

/** No limit, where an option says so. */
#define CAIRN_UNLIMITED UINT32_MAX

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
/* knn, lrta, dlrta, regions, labels, dba, hcdps: LRTA* is their last resort. */
#define CAIRN_FOR_LEGS                                                                             \
    (CAIRN_FOR_KNN | CAIRN_FOR_ALGORITHM(2) | CAIRN_FOR_ALGORITHM(10) | CAIRN_FOR_ALGORITHM(11) |  \
     CAIRN_FOR_ALGORITHM(12) | CAIRN_FOR_ALGORITHM(13) | CAIRN_FOR_ALGORITHM(14))
#define CAIRN_FOR_PLRTA CAIRN_FOR_ALGORITHM(17)
#define CAIRN_FOR_UPDATES (CAIRN_FOR_ALGORITHM(16) | CAIRN_FOR_PLRTA)
#define CAIRN_FOR_STATES (CAIRN_FOR_UPDATES | CAIRN_FOR_ALGORITHM(18))
#define CAIRN_FOR_LEARNERS (CAIRN_FOR_LEGS | CAIRN_FOR_LRTS | CAIRN_FOR_RTAA | CAIRN_FOR_STATES)

/* Scopes by the numbers of db.h; 0 is AUTO. */
#define CAIRN_FOR_RECORDS CAIRN_FOR_KIND(1)
#define CAIRN_FOR_NETS (CAIRN_FOR_KIND(1) | CAIRN_FOR_KIND(3) | CAIRN_FOR_KIND(4))
#define CAIRN_FOR_EVERY_KIND                                                                       \
    (CAIRN_FOR_KIND(0) | CAIRN_FOR_KIND(2) | CAIRN_FOR_KIND(5) | CAIRN_FOR_KIND(6) | CAIRN_FOR_NETS)

/** The most records a database can have: UINT32_MAX / 16. */
#define CAIRN_MAX_RECORDS 268435455

/** The most moves of a climb between a seed and a cell of its region. */
#define CAIRN_MAX_REGION_CUTOFF 500

/** The most regions that routes can have a table for. */
#define CAIRN_MAX_TABLE_REGIONS 65536

/** The options of builds, in the columns of CAIRN_AGENT_OPTION_LIST. */
#define CAIRN_BUILD_OPTION_LIST(X)                                                                 \
    X(64, RECORDS, "records", NUMBER, 0, CAIRN_MAX_RECORDS, 10000, CAIRN_FOR_RECORDS, "N",         \
      "knn: how many records; with a target the most of them, then by default 1000000")            \
    X(65, SEED, "seed", NUMBER, 0, UINT64_MAX, 1, CAIRN_FOR_RECORDS, "S",                          \
      "knn: seed of the records' random pairs; the same seed gives the same database")             \
    X(66, SKIP_DIRECT, "skip-direct", FLAG, 0, 1, 0, CAIRN_FOR_RECORDS, NULL,                      \
      "knn: replace records without an intermediate subgoal by others")                            \
    X(67, FALLBACK, "fallback", FLAG, 0, 1, 0, CAIRN_FOR_RECORDS | CAIRN_FOR_KIND(4), NULL,        \
      "knn, labels: add a net of regions that agents walk by where a record or label is lacking")  \
    X(69, MAX_ENTRIES, "max-entries", NUMBER, 1, UINT32_MAX, 64000000, CAIRN_FOR_KIND(4), "N",     \
      "labels: the most entries of all labels together")                                           \
    X(70, LEVEL, "level", NUMBER, CAIRN_MIN_LEVEL, CAIRN_MAX_LEVEL, 9, CAIRN_FOR_KIND(2), "L",     \
      "dlrta: how often the map is abstracted")                                                    \
    X(71, REGION_CUTOFF, "region-cutoff", NUMBER, 1, CAIRN_MAX_REGION_CUTOFF, 250,                 \
      CAIRN_FOR_NETS | CAIRN_FOR_KIND(6), "K",                                                     \
      "regions, hcdps: the most moves of a climb between a seed and a cell of its region")         \
    X(72, TABLE_REGIONS, "table-regions", NUMBER, 0, CAIRN_MAX_TABLE_REGIONS, 4096,                \
      CAIRN_FOR_NETS, "N", "regions: up to N regions, routes have a table between all")            \
    X(73, RANGE_REGIONS, "range-regions", NUMBER, 0, CAIRN_MAX_TABLE_REGIONS,                      \
      CAIRN_MAX_TABLE_REGIONS, CAIRN_FOR_NETS, "N",                                                \
      "regions: up to N regions, routes have a table to ranges of them; above, a tree")            \
    X(74, PROBLEMS, "problems", NUMBER, 1, 1000000, 500, CAIRN_FOR_EVERY_KIND, "N",                \
      "How many sampled problems measure suboptimality; by default 300 where AUTO chooses")        \
    X(75, MAX_SECONDS, "max-seconds", NUMBER, 0, 31536000, 0, CAIRN_FOR_RECORDS, "S",              \
      "knn with a target: for how many seconds records are added; 0 is no limit")                  \
    X(76, CLIQUES, "cliques", CHOICE, 0, 1, 0, CAIRN_FOR_KIND(2), "any|four",                      \
      "dlrta: cliques of any size, and from level 2 on none left alone (any), as its authors "     \
      "have "                                                                                      \
      "them; or of at most four (four), which leaves far more regions")                            \
    X(77, SECTOR, "sector", CHOICE, 0, 3, 1, CAIRN_FOR_KIND(5), "8|16|32|64",                      \
      "dba: cells across a sector")                                                                \
    X(78, NEIGHBOURHOOD, "neighbourhood", NUMBER, 1, 8, 4, CAIRN_FOR_KIND(6), "N",                 \
      "hcdps: ways lead to regions that are at most N steps away")

/** The options of agents: number, name, word, unit, least, most, default, scope, the argument's name
 *  in help texts, help. Numbers never change: 1 to 63 for agents, from 64 for builds. Where
 *  `most` is UINT32_MAX (CAIRN_UNLIMITED), the command takes the word "unlimited" for it. */
#define CAIRN_AGENT_OPTION_LIST(X)                                                                 \
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
      "T", "lrts: go back whenever the learning exceeds T, in cells")                              \
    X(13, HISTORY, "history", NUMBER, 0, 1048576, 1024, CAIRN_FOR_LRTS, "N",                       \
      "lrts: moves kept for going back")                                                           \
    X(14, SLICE, "slice", NUMBER, 2, UINT32_MAX, 100, CAIRN_FOR_TBA, "R",                          \
      "tba: units of work a move; an expansion is one, and nine tenths, rounded down, are those")  \
    X(15, TRACE_RATIO, "trace-ratio", NUMBER, 1, 1000, 10, CAIRN_FOR_TBA, "N",                     \
      "tba: steps of tracing a path back that make a unit")                                        \
    X(16, LEARNED_CAPACITY, "learned-capacity", NUMBER, 0, 16777216, 16, CAIRN_FOR_LEARNERS, "N",  \
      "Learned values that an agent has room for when it is made")                                 \
    X(17, NO_GROWTH, "no-growth", FLAG, 0, 1, 0, CAIRN_FOR_LEARNERS, NULL,                         \
      "Fail when the room for learned values is full, instead of getting more")                    \
    X(18, COSTS, "costs", CHOICE, 0, 1, 0, CAIRN_FOR_ASTAR, "octile|sqrt2",                        \
      "Cost of a diagonal move: 1.4 (octile) or, astar alone, the square root of 2 (sqrt2)")       \
    X(19, LOOKUP, "lookup", CHOICE, 0, 1, 0, CAIRN_FOR_ALGORITHM(10), "subgoal|border",            \
      "dlrta: look up an entry state once the last one is reached (subgoal), as the paper has "    \
      "it, or in every region entered as well (border)")                                           \
    X(24, UPDATES, "updates", NUMBER, 1, 65536, 10, CAIRN_FOR_UPDATES, "K",                        \
      "lrtak: states a step may update, its own and visited ones; plrta: those from the queue")    \
    X(25, QUEUE, "queue", NUMBER, 1, 256, 39, CAIRN_FOR_PLRTA, "N",                                \
      "plrta: states that may wait for an update")                                                 \
    X(26, KEEP_LEARNING, "keep-learning", FLAG, 0, 1, 0, CAIRN_FOR_LEARNERS, NULL,                 \
      "Keep learned values from problem to problem")                                               \
    X(27, ADAPTIVE, "adaptive", FLAG, 0, 1, 0, CAIRN_FOR_LRTS, NULL,                               \
      "lrts: in each state take the least depth that finds something to learn, D at most")

/** All options. */
#define CAIRN_OPTION_LIST(X)                                                                       \
    CAIRN_AGENT_OPTION_LIST(X)                                                                     \
    CAIRN_BUILD_OPTION_LIST(X)

/** The numbers of the options: CAIRN_OPTION_CANDIDATES and so on. */
enum {
#define CAIRN_OPTION_ENUM(number, name, word, unit, least, most, standard, scope, argument, help)  \
    CAIRN_OPTION_##name = number,
    CAIRN_OPTION_LIST(CAIRN_OPTION_ENUM)
#undef CAIRN_OPTION_ENUM
};

/** The properties of an option. */
typedef struct cairn_option_info {
    uint32_t size;        /**< sizeof, set by the caller: no more is filled in */
    uint32_t option;      /**< its number */
    const char *word;     /**< as the command and suites spell it, without dashes */
    const char *argument; /**< the argument's name in help texts, or null for flags */
    const char *help;     /**< a sentence without its full stop; empty in a library without the
                               off-line phase */
    uint64_t least;
    uint64_t most;
    uint64_t standard; /**< the value of one that is not given */
    uint64_t scope;    /**< CAIRN_FOR_ALGORITHM() and CAIRN_FOR_KIND() */
    uint32_t unit;
    uint32_t reserved;
} cairn_option_info;

/** The option at a place of the list, from 0. ARGUMENT behind the last. */
CAIRN_API cairn_status cairn_option_get_info(uint32_t index, cairn_option_info *info);

/* ---- agents ---- */

/** What an agent did since cairn_agent_start(). */
typedef struct cairn_agent_stats {
    uint32_t size;          /**< sizeof this struct, set by the caller */
    uint32_t selections;    /**< times a record, an entry state or a way was looked for */
    uint32_t failures;      /**< of them, without success */
    uint32_t reserved;      /**< 0 */
    uint64_t cost;          /**< travelled, in tenths (also under sqrt2) */
    uint64_t moves;         /**< made */
    uint64_t diagonal;      /**< of them, diagonal ones */
    uint64_t learned;       /**< heuristic values raised and stored, over all targets; with option
                                 keep-learning those of earlier problems too */
    uint64_t open_closed;   /**< largest open and closed list together, in states */
    uint64_t memory_states; /**< strictly on-line memory: learned + open_closed */
    uint64_t memory_bytes;  /**< bytes that the agent holds now */
    uint64_t raises;        /**< how often a value was raised; 0: nothing was learned */
} cairn_agent_stats;

/** An agent's figures. Constant time. Failures: NOT_SIZED if `stats->size` was not set. */
CAIRN_API cairn_status cairn_agent_get_stats(const cairn_agent *agent, cairn_agent_stats *stats);

/** Forgets all learned values, and the problem: start another. It is for agents with option
 *  keep-learning; others forget with every start. Time: linear in the first room for values.
 *  Failures: ARGUMENT. */
CAIRN_API cairn_status cairn_agent_forget(cairn_agent *agent);

/** The six enhancements of kNN LRTA* (docs/research/algorithms.md), each a bit of option `without`,
 *  which switches them off. Without all six the agent follows the basic algorithm. */
enum {
    CAIRN_ENHANCE_GOAL = 1 << 0,  /**< 1: head for the goal at once if it can be climbed to */
    CAIRN_ENHANCE_START = 1 << 1, /**< 2: skip a record's start if its second state is in reach */
    CAIRN_ENHANCE_END = 1 << 2,   /**< 3: skip a record's goal if the goal is in reach */
    CAIRN_ENHANCE_FEW = 1 << 3,   /**< 4: check option `candidates` records instead of all */
    CAIRN_ENHANCE_TREE = 1 << 4,  /**< 5: find them by the kd-tree instead of a scan */
    CAIRN_ENHANCE_QUOTA =
        1 << 5, /**< 6: after a failed selection, select once more after a while */
    CAIRN_ENHANCE_ALL = (1 << 6) - 1,
};

/** How many states of a record option `skip` looks at. */
#define CAIRN_MOST_AHEAD 16

/** What a step spent its units on. The sum of the figures is `units` of the step. */
typedef struct cairn_work {
    uint32_t states;  /**< states whose g + h was looked at; astar, tba: states expanded */
    uint32_t moves;   /**< moves that reachability checks took */
    uint32_t records; /**< records compared for similarity; dlrta: entry states looked up */
    uint32_t traced;  /**< tba: steps of tracing back a path */
    uint32_t scans;   /**< labels: looks along a line, up to 64 cells each */
    uint32_t
        entries; /**< labels: entries of labels read; regions, dlrta, dba, hcdps: regions looked up */
    uint32_t
        others; /**< second looks: candidates put in order and checks begun (knn, regions), states
                           taken off an open list or gone through again (deep look-aheads, lrts,
                           rtaa, lss), looks through a queue (plrta) or at the start (falcons), moves of the path traced (astar) */
} cairn_work;

/** No record. */
#define CAIRN_NO_RECORD_ID UINT32_MAX

/** What an agent plans by at the moment. Of an agent whose plans a planner makes: the goal, no record, and
 *  no work but that of a move. */
typedef struct cairn_agent_plan {
    uint32_t size;     /**< sizeof this struct, set by the caller */
    cairn_cell target; /**< what it heads for: a subgoal, or the goal */
    uint32_t record;   /**< id of the record that it follows, or CAIRN_NO_RECORD_ID */
    cairn_work work;   /**< what the last step spent */
} cairn_agent_plan;

/** The plan of an agent. Constant time. Failures: NOT_SIZED if `plan->size` was not set. */
CAIRN_API cairn_status cairn_agent_get_plan(const cairn_agent *agent, cairn_agent_plan *plan);

/* ---- hill-climbing ---- */

/** No cut-off: climb until the target or a standstill. */
#define CAIRN_NO_CUTOFF UINT32_MAX

/** How a hill-climb went. */
typedef struct cairn_climb {
    int32_t reached; /**< 1 if it ended in the target, else 0 */
    uint32_t moves;  /**< moves taken */
    uint32_t cost;   /**< their cost in tenths */
    cairn_cell end;  /**< where it stopped */
} cairn_climb;

/** Climbs from one cell towards another; docs/research/algorithms.md has the rule.
 *  Takes at most `cutoff` moves; exactly `cutoff` still counts. The work is bounded by the moves,
 *  and is far below them in open ground. Failures: BLOCKED if `from` is not open. A blocked
 *  target is never reached. */
CAIRN_API cairn_status cairn_map_find_climb(const cairn_map *map, cairn_cell from, cairn_cell to,
                                            uint32_t cutoff, cairn_climb *climb);

/* ---- drawing cells at random ----
 *
 * Pairs are drawn the same on every machine. Records are drawn so, and the problems that an
 * evaluation uses. */

/** A stream of random numbers. */
typedef struct cairn_random {
    uint64_t state;
} cairn_random;

/** Starts stream number `stream` of a seed; streams of one seed are unrelated.
 *  Failures: ARGUMENT. */
CAIRN_API cairn_status cairn_random_start(uint64_t seed, uint64_t stream, cairn_random *random);

/** Draws open cells of a map, each as likely as any other. Immutable: any number of threads may
 *  use it, each with a stream of its own. */
typedef struct cairn_sampler cairn_sampler;

/** Makes a sampler; `allocator` may be null for malloc and free. Memory: 4 bytes a row.
 *  Failures: ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_sampler_create(const cairn_map *map, const cairn_allocator *allocator,
                                            cairn_sampler **sampler);

/** Destroys a sampler. Null is fine. */
CAIRN_API void cairn_sampler_destroy(cairn_sampler *sampler);

/** Draws two open cells that a path joins: pairs are drawn until one is, at most `draws` of them,
 *  which counts down. They may be equal. Failures: NO_PATH when `draws` is used up. */
CAIRN_API cairn_status cairn_sampler_draw_pair(const cairn_sampler *sampler, cairn_random *random,
                                               uint64_t *draws, cairn_cell pair[2]);

/* ---- landmarks ----
 *
 * True distances bound the distance of any two cells from below, closer than octile distance does in
 * a maze. Landmarks are immutable once made: any number of threads may read them. */

/** What distances are known. */
enum {
    CAIRN_DIFFERENTIAL = 0, /**< of every cell to every landmark: the differential heuristic */
    CAIRN_CANONICAL = 1, /**< of every cell to the nearest landmark, and between all landmarks: the
                            canonical heuristic. It is not consistent: astar, tba, rtaa, lss and
                            planners refuse it */
};

/** The most landmarks of a map, by what distances are known. */
#define CAIRN_MAX_LANDMARKS 64
#define CAIRN_MAX_CANONICAL 4096

/** How landmarks are made. Zero in a field, and null instead of a definition, mean the
 *  defaults. */
typedef struct cairn_landmarks_def {
    uint32_t size;  /**< sizeof this struct */
    uint32_t count; /**< at most CAIRN_MAX_LANDMARKS or CAIRN_MAX_CANONICAL; default 8 */
    uint64_t seed;  /**< of the cell that the first one is farthest from; default 1 */
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
    uint32_t distances;               /**< CAIRN_DIFFERENTIAL, the default, or CAIRN_CANONICAL */
    uint32_t reserved;
} cairn_landmarks_def;

/** Places landmarks in the map's largest component, each as far as can be from those before it,
 *  and finds all distances to them. The map is not kept. The same map, count and seed give the same landmarks.
 *  Time: linear in the map's cells, for each landmark. Memory: 4 bytes a cell and landmark or, for the
 *  canonical heuristic, 6 bytes a cell and 4 bytes a pair of landmarks; and 16 bytes a cell while
 *  they are made. Failures: ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_landmarks_create(const cairn_map *map, const cairn_landmarks_def *def,
                                              cairn_landmarks **landmarks);

/** Destroys landmarks. Null is fine. Agents and searches made with them need them. */
CAIRN_API void cairn_landmarks_destroy(cairn_landmarks *landmarks);

/** The properties of landmarks. */
typedef struct cairn_landmarks_info {
    uint32_t size;  /**< sizeof this struct, set by the caller */
    uint32_t count; /**< fewer than asked for only where the component has fewer cells */
    size_t bytes;   /**< memory they hold */
} cairn_landmarks_info;

/** Count and size. Constant time. Failures: NOT_SIZED if `info->size` was not set. */
CAIRN_API cairn_status cairn_landmarks_get_info(const cairn_landmarks *landmarks,
                                                cairn_landmarks_info *info);

/* ---- planners ---- */

/** How questions are answered. Costs are the same by all methods. */
enum {
    CAIRN_METHOD_AUTO = 0,   /**< labels if the planner has some; otherwise jump, or astar where
                                jumps cannot be made: with landmarks and under sqrt2 */
    CAIRN_METHOD_ASTAR = 1,  /**< A* over cells */
    CAIRN_METHOD_JUMP = 2,   /**< jump point search */
    CAIRN_METHOD_LABELS = 3, /**< labels of a database of kind labels, or of an engine */
};

/** What a planner did for the question that was asked last. */
typedef struct cairn_planner_stats {
    uint32_t size;      /**< sizeof this struct, set by the caller */
    uint32_t method;    /**< CAIRN_METHOD_ASTAR and so on, never AUTO */
    uint32_t cardinal;  /**< moves on the path found; 0 before */
    uint32_t diagonal;  /**< diagonal moves on it; 0 before */
    uint32_t expanded;  /**< astar: states, jump: jump points, else 0 */
    uint32_t generated; /**< astar: largest open and closed list together, in states; else 0 */
    uint64_t units;     /**< spent */
    uint64_t bytes;     /**< of memory that the planner holds for questions */
} cairn_planner_stats;

/** A planner's figures. Time: linear in the path's cells. Failures: NOT_SIZED if `stats->size` was not
 *  set, CORRUPT. */
CAIRN_API cairn_status cairn_planner_get_stats(cairn_planner *planner, cairn_planner_stats *stats);

#ifdef __cplusplus
}
#endif

#endif
