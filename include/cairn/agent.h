/* cairn/agent.h: the on-line phase: one agent, one interface, moved one step a call.
 *
 * An agent belongs to one thread at a time; agents share maps and databases freely. After it is
 * created a moving agent allocates nothing, unless its table of learned values must grow and its
 * definition allows that. */
#ifndef CAIRN_AGENT_H
#define CAIRN_AGENT_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Landmarks for a better heuristic, and fragments of records (cairn/lab.h). */
typedef struct cairn_landmarks cairn_landmarks;
typedef struct cairn_fragments cairn_fragments;

/** The algorithms: name, number, word. Numbers are fixed for good. */
#define CAIRN_ALGORITHM_LIST(X)                                                                    \
    X(KNN, 1, "knn")   /* kNN LRTA*: the most similar record's subgoals (sections 6.1 and 6.2) */  \
    X(LRTA, 2, "lrta") /* LRTA* (Fig. 1) */                                                        \
    X(ASTAR, 3, "astar")      /* A*: the whole path before the first move; not real-time */        \
    X(TBA, 4, "tba")          /* TBA*: time-bounded A* (section 4) */                              \
    X(LRTS, 5, "lrts")        /* LRTS: look-ahead by depth, max of mins, backtracking */           \
    X(RTAA, 6, "rtaa")        /* RTAA*: look-ahead by A*, learns in all expanded states */         \
    X(LSS, 7, "lss")          /* LSS-LRTA*: the same look-ahead, learns by Dijkstra's algorithm */ \
    X(DLRTA, 10, "dlrta")     /* D LRTA*: LRTA* to the entry state of the next region */           \
    X(REGIONS, 11, "regions") /* climbs from seed to seed: complete without learning */            \
    X(LABELS, 12, "labels")   /* optimal paths by hub labels over the map's corners */

typedef enum cairn_algorithm {
#define CAIRN_ALGORITHM_ENUM(name, number, word) CAIRN_##name = number,
    CAIRN_ALGORITHM_LIST(CAIRN_ALGORITHM_ENUM)
#undef CAIRN_ALGORITHM_ENUM
} cairn_algorithm;

/** The word for an algorithm, such as "knn"; null for an unknown number. */
CAIRN_API const char *cairn_algorithm_get_name(cairn_algorithm algorithm);

/** The algorithm for a word; false if there is none. */
CAIRN_API bool cairn_algorithm_find(const char *name, cairn_algorithm *algorithm);

/** The six enhancements of section 6.2, each a bit. All off: the basic algorithm of 6.1. */
typedef enum cairn_enhancement {
    CAIRN_ENHANCE_GOAL = 1 << 0,  /**< 1: head for the goal at once if it can be climbed to */
    CAIRN_ENHANCE_START = 1 << 1, /**< 2: skip a record's start if its second state is in reach */
    CAIRN_ENHANCE_END = 1 << 2,   /**< 3: skip a record's goal if the goal is in reach */
    CAIRN_ENHANCE_FEW = 1 << 3,   /**< 4: check `candidates` records instead of all */
    CAIRN_ENHANCE_TREE = 1 << 4,  /**< 5: find them by the kd-tree instead of a scan */
    CAIRN_ENHANCE_QUOTA =
        1 << 5, /**< 6: after a failed selection, select once more after a while */
    CAIRN_ENHANCE_ALL = (1 << 6) - 1,
} cairn_enhancement;

/** What happens when the table of learned values is full. */
typedef enum cairn_growth {
    CAIRN_GROWTH_ALLOWED = 0, /**< get more memory from the allocator, a piece at a time */
    CAIRN_GROWTH_STOP = 1,    /**< the step fails with FULL and the agent stays where it is */
} cairn_growth;

/** No limit, where a definition says so. */
#define CAIRN_UNLIMITED UINT32_MAX

/** What an agent does in a step whose budget is used up before it knows where to go. */
typedef enum cairn_busy {
    CAIRN_BUSY_WAIT = 0, /**< stays where it is: CAIRN_STEP_WAITED */
    CAIRN_BUSY_MOVE = 1, /**< goes straight towards the goal, at most CAIRN_BUSY_MOVES moves from
                            where it plans to begin, then waits; comes back if the plan begins
                            another way */
} cairn_busy;

/** Where an agent heads for if its start is not joined to the goal. */
typedef enum cairn_goal_policy {
    CAIRN_GOAL_EXACT = 0,   /**< nowhere: cairn_agent_start() answers BLOCKED or NO_PATH */
    CAIRN_GOAL_NEAREST = 1, /**< for the cell nearest to the goal among those that the start is
                               joined to, as cairn_map_find_nearest_cell() has it; the goal may
                               be blocked, walled off, or outside the map */
} cairn_goal_policy;

/** How far an agent goes while it is busy. */
#define CAIRN_BUSY_MOVES 16

/** How many states of a record skip_ahead looks at. */
#define CAIRN_MOST_AHEAD 16

/** The least budget of a step: the largest piece of work that is not broken off. */
#define CAIRN_MIN_WORK 1024

/** How an agent is made. Make it with cairn_default_agent_def(). */
typedef struct cairn_agent_def {
    const cairn_map *map; /**< kept, not owned */
    const cairn_db *db;   /**< knn, dlrta, regions, labels: of that kind, regions also one with a
                                           fall-back; kept, not owned; may be null, as if empty */
    /** labels: room that agents of one thread share; an agent that is stopped in mid-search keeps
     *  the others waiting until it is stepped, started or destroyed. Null: each has its own, of 8
     *  bytes a corner */
    cairn_desk *desk;
    const cairn_fragments *fragments; /**< knn: if not null, selects among fragments of records */
    const cairn_landmarks *landmarks; /**< if not null, a better h, for all but knn; kept, not
                                         owned; of the same map; not with sqrt2 */
    cairn_algorithm algorithm;        /**< default: knn */
    cairn_costs costs;                /**< default: octile; sqrt2 for astar alone */
    uint32_t enhancements;            /**< default: all six */
    /** M: records checked a selection, any number, 12 bytes of the agent each; default 10; 0: none,
     *  and every selection fails */
    uint32_t candidates;
    /** moves a reachability check may take, any number up to CAIRN_NO_CUTOFF; default 250 */
    uint32_t cutoff;
    /** knn: of the candidates that can be used, take the one with the smallest h(agent, start) +
     *  length + h(end, goal), not the most similar one; the length of a fragment is taken to be
     *  h(start, end); default: no */
    bool rank_by_length;
    /** knn: at each state of a record, and when it is chosen, head for the farthest of the next
     *  CAIRN_MOST_AHEAD states that is in reach; the goal comes after the last one; enhancements 2
     *  and 3 are part of it; default: no */
    bool skip_ahead;
    uint32_t
        quota_tenths; /**< enhancement 6: quota times 10; default 30; 0 selects again at once */
    uint32_t g_max;   /**< look-ahead in tenths, 14 to 1,000: a state is expanded if its g + 14 is
                         at most this; default 14, the neighbours and only them */
    /** lrta, lrts: h at first is the heuristic times this over 10; 10 to 1,000; default 10 */
    uint32_t weight_tenths;
    /** rtaa, lss: states expanded a search, 1 to 4,096; default 100 */
    uint32_t lookahead;
    /** rtaa, lss: moves taken after a search, at least 1; default unlimited: all the way found */
    uint32_t movements;
    /** lrts: look-ahead in moves, 1 to 100; default 10 */
    uint32_t depth;
    /** lrts: learning in tenths, over a problem, beyond which each raised value sends the agent
     *  back; default unlimited: never back */
    uint32_t learning_quota;
    /** lrts: moves kept for going back, at most 2^20; default 1,024 */
    uint32_t history;
    /** tba: units of work a step, at least 1, or unlimited; an expansion is one; default 100 */
    uint32_t slice;
    /** tba: steps of tracing a path back that make a unit, 1 to 1,000; default 10 */
    uint32_t trace_ratio;
    uint32_t
        learned_capacity; /**< learned values there is room for at first, at least; default 16 */
    cairn_growth growth;  /**< default: allowed */
    /** units of work a step may spend (cairn_work_get_units()), at least CAIRN_MIN_WORK; default
     *  unlimited */
    uint32_t max_work_per_step;
    cairn_busy busy;               /**< default: wait */
    cairn_goal_policy goal_policy; /**< default: exact */
    cairn_allocator allocator;     /**< default: malloc and free */
    uint32_t cookie;
} cairn_agent_def;

/** The defaults of an agent's definition. */
CAIRN_API cairn_agent_def cairn_default_agent_def(void);

/** An agent. */
typedef struct cairn_agent cairn_agent;

/** Makes an agent. Failures: ARGUMENT, MISMATCH (database or landmarks of another map), KIND
 *  (database of another algorithm), MEMORY. */
CAIRN_API cairn_status cairn_agent_create(const cairn_agent_def *def, cairn_agent **agent);

/** The bytes an agent of this definition is created with. */
CAIRN_API cairn_status cairn_agent_get_size(const cairn_agent_def *def, size_t *bytes);

/** Makes an agent in the caller's memory, aligned for any type, which must outlive it; only a
 *  growing table still asks the allocator. Failures: ARGUMENT, MISMATCH, KIND, CAPACITY. */
CAIRN_API cairn_status cairn_agent_create_in(const cairn_agent_def *def, void *memory, size_t bytes,
                                             cairn_agent **agent);

/** Destroys an agent. Null is fine. Memory given to create_in stays the caller's. */
CAIRN_API void cairn_agent_destroy(cairn_agent *agent);

/** Sets a new problem and forgets the last one's learned values (their room is kept).
 *  Constant time but for that and, with CAIRN_GOAL_NEAREST, for cairn_map_find_nearest_cell().
 *  Failures: BLOCKED (the start or, with CAIRN_GOAL_EXACT, the goal), NO_PATH (with
 *  CAIRN_GOAL_EXACT alone), ARGUMENT. */
CAIRN_API cairn_status cairn_agent_start(cairn_agent *agent, cairn_cell start, cairn_cell goal);

/** What a step spent. */
typedef struct cairn_work {
    uint32_t states;  /**< states whose g + h was looked at, or astar, tba: states expanded */
    uint32_t moves;   /**< moves that reachability checks took */
    uint32_t records; /**< records compared for similarity; dlrta: entry states looked up */
    uint32_t traced;  /**< tba: steps of tracing back a path */
    uint32_t scans;   /**< labels: looks along a line, up to 64 cells each */
    uint32_t entries; /**< labels: entries of labels read; regions, dlrta: regions looked up */
} cairn_work;

/** All of it in one number: the units of max_work_per_step. A budget also pays for second looks
 *  that these figures leave out, a unit each: candidates put in order and checks begun (knn), states
 *  taken off an open list or gone through again (deep look-aheads, lrts, rtaa, lss), moves of the
 *  path traced (astar). So what a step really does is bounded too: by some constant for a unit. */
static inline uint32_t cairn_work_get_units(const cairn_work *work)
{
    return work->states + work->moves + work->records + work->traced + work->scans + work->entries;
}

/** What a step did. */
typedef enum cairn_step_kind {
    CAIRN_STEP_MOVED = 0,   /**< one move */
    CAIRN_STEP_ARRIVED = 1, /**< one move, into the goal; or it was there already */
    CAIRN_STEP_WAITED = 2,  /**< none: the budget was used up first; the next step goes on */
} cairn_step_kind;

/** The answer of a step. */
typedef struct cairn_step {
    cairn_step_kind kind;
    cairn_cell cell; /**< where the agent is now */
    cairn_work work;
} cairn_step;

/** Moves the agent one cell. With a budget (max_work_per_step) no step spends more units, whatever
 *  the algorithm, the map and the parameters: what takes longer goes on in the next step, and until
 *  it is done the agent waits, or goes ahead (`busy`). Waiting changes no move: the walk is that of
 *  an agent without a budget, with waits in it.
 *
 *  Without one it is real-time all the same, but for astar and labels: the work has a bound that
 *  does not depend on the map's size.
 *  - knn: at most 2 * candidates + 3 reachability checks of `cutoff` moves each, one search among
 *    the database's records, and one look-ahead. (Without enhancement 4 all records are
 *    candidates; with a quota of 0 a failed selection is tried twice in one step; with skip_ahead
 *    there are CAIRN_MOST_AHEAD checks more.)
 *  - lrta: one look-ahead of at most (2 * (g_max / 10) + 1)^2 states.
 *  - lrts: at most (2 * depth + 1)^2 states; none on the way to where the last look-ahead led.
 *  - rtaa, lss: at most `lookahead` expansions, 8 * lookahead + 1 states; none on such a way.
 *  - tba: `slice` units: expansions, and trace_ratio steps of tracing for each unit left.
 *  - dlrta: one look-up of an entry state, one look-ahead, and the regions of at most 16 cells,
 *    each by a search among the runs of a row.
 *  - regions: at most 8 regions for each end of the problem, two climbs each, then 16 climbs ahead,
 *    of 500 moves each; most steps none.
 *  - labels: at first the corners that start and goal see, and their labels; later one label at
 *    each corner on the way, and now and then those of the way down from the hub. Without
 *    `max_work_per_step` that has no bound; with it, it is cut into steps.
 *  Failures: FULL or MEMORY: nothing moved, and another call tries again; LIMIT (astar, tba);
 *  ARGUMENT if no problem was started. */
CAIRN_API cairn_status cairn_agent_step(cairn_agent *agent, cairn_step *step);

/** What an agent did since cairn_agent_start(). */
typedef struct cairn_agent_stats {
    uint64_t cost; /**< travelled, in tenths (also under sqrt2) */
    uint64_t moves;
    uint64_t diagonal;      /**< of them, diagonal moves */
    uint64_t learned;       /**< heuristic values raised and stored, over all targets */
    uint64_t open_closed;   /**< largest open and closed list together, in states */
    uint64_t memory_states; /**< strictly on-line memory: learned + open_closed */
    uint64_t memory_bytes;  /**< bytes the agent holds now */
    uint32_t selections;    /**< times a record, or an entry state, was looked for */
    uint32_t failures;      /**< of them, without success */
} cairn_agent_stats;

/** An agent's figures. Constant time. */
CAIRN_API cairn_agent_stats cairn_agent_get_stats(const cairn_agent *agent);

/** Where the agent is. */
CAIRN_API cairn_cell cairn_agent_get_cell(const cairn_agent *agent);

/** The goal of the problem that was started last: with CAIRN_GOAL_NEAREST, the cell that is really
 *  headed for. */
CAIRN_API cairn_cell cairn_agent_get_goal(const cairn_agent *agent);

/** What the agent heads for at the moment: a subgoal, or the goal. */
CAIRN_API cairn_cell cairn_agent_get_target(const cairn_agent *agent);

/** No record. */
#define CAIRN_NO_RECORD_ID UINT32_MAX

/** The id of the record the agent follows, or CAIRN_NO_RECORD_ID. */
CAIRN_API uint32_t cairn_agent_get_record(const cairn_agent *agent);

#ifdef __cplusplus
}
#endif

#endif
