/* cairn/agent.h: the on-line phase: one agent, moved one step a call.
 *
 * An agent needs a map and a database, and nothing else: its algorithm, and the options to walk
 * with, are those of the database. It belongs to one thread at a time; agents share maps and
 * databases freely. A moving agent allocates nothing, unless its table of learned values must grow;
 * the option no-growth forbids that. */
#ifndef CAIRN_AGENT_H
#define CAIRN_AGENT_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Landmarks for a better heuristic, and fragments of records (lab.h). */
typedef struct cairn_landmarks cairn_landmarks;
typedef struct cairn_fragments cairn_fragments;

/** Finds ways on a changing map for agents that need one. */
typedef struct cairn_scout cairn_scout;

/** How a scout is made. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_scout_def {
    uint32_t size;                    /**< sizeof this struct */
    uint32_t reserved;                /**< 0 */
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
    cairn_detail *detail;             /**< if not null, says why creating failed */
} cairn_scout_def;

/** Makes a scout for a changing map, which is kept, not owned: it has the memory of one search, got
 *  here, which all agents of one thread share (`scout` of cairn_agent_def). A scout and its agents
 *  belong to one thread at a time. Failures: ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_scout_create(const cairn_map *map, const cairn_scout_def *def,
                                          cairn_scout **scout);

/** Destroys a scout. Null is fine. Agents that were made with it must be gone. */
CAIRN_API void cairn_scout_destroy(cairn_scout *scout);

/** Algorithms to compare with, which a game may leave out (CAIRN_WITH_RIVALS), in the columns of
 *  CAIRN_ALGORITHM_LIST. */
#define CAIRN_RIVAL_LIST(X)                                                                        \
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
#define CAIRN_ALGORITHM_LIST(X)                                                                    \
    X(KNN, knn, 1)          /* kNN LRTA*: the subgoals of the most similar record */               \
    X(LRTA, lrta, 2)        /* LRTA* */                                                            \
    X(REGIONS, regions, 11) /* climbs from seed to seed: complete without learning */              \
    X(LABELS, labels, 12)   /* optimal paths by hub labels over the map's corners */               \
    CAIRN_RIVAL_LIST(X)

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

/** What an agent does in a step whose budget is used up before it knows where to go. */
enum {
    CAIRN_BUSY_WAIT = 0, /**< it stays where it is: CAIRN_STEP_WAITED */
    CAIRN_BUSY_MOVE = 1, /**< it goes straight towards the goal, at most CAIRN_BUSY_MOVES moves from
                            where its plan begins, then waits; it comes back if the plan begins
                            another way */
};

/** How far an agent goes while it is busy. */
#define CAIRN_BUSY_MOVES 16

/** Where an agent heads for if no path joins its start to the goal. */
enum {
    CAIRN_GOAL_EXACT = 0,   /**< nowhere: cairn_agent_start() answers BLOCKED or NO_PATH. If a
                               change blocks the goal or cuts it off, the agent stands still, and
                               goes on once a path joins it to the goal again:
                               CAIRN_STEP_CUT_OFF */
    CAIRN_GOAL_NEAREST = 1, /**< for the cell nearest to the goal among those that a path joins to
                               the start, as cairn_map_find_nearest_cell() has it, which steps look
                               for; the goal may be
                               blocked, walled off, or outside the map. Each change of the map
                               decides that anew: once the goal itself is joined, the agent heads
                               for it, even if it has arrived elsewhere. */
};

/** What an agent does whose own cell is blocked by a change of the map. */
enum {
    CAIRN_STRANDED_STAY = 0,  /**< it stays where it is until its cell is open again:
                                 CAIRN_STEP_STRANDED */
    CAIRN_STRANDED_LEAVE = 1, /**< it goes straight, through blocked cells, to the nearest open one
                                 that a path joins to the goal: CAIRN_STEP_LEAVING. If that is more
                                 than CAIRN_LEAVE_CELLS away, or there is none, any open cell will
                                 do; if that is as far, it stays. */
};

/** How far an agent goes through blocked cells, in cells of octile distance. */
#define CAIRN_LEAVE_CELLS 64

/** The least budget of a step. No indivisible piece of work exceeds it, so every step makes
 *  progress. */
#define CAIRN_MIN_WORK 1024

/** How an agent is made. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_agent_def {
    uint32_t size;             /**< sizeof this struct */
    cairn_algorithm algorithm; /**< default: the database's own; who wants LRTA* asks for LRTA* */
    uint32_t max_work;         /**< units of work that a step may spend, at least CAIRN_MIN_WORK;
                                    default: no limit */
    uint32_t busy;             /**< CAIRN_BUSY_WAIT or CAIRN_BUSY_MOVE; default: wait */
    uint32_t goal_policy;      /**< CAIRN_GOAL_EXACT or CAIRN_GOAL_NEAREST; default: exact */
    uint32_t stranded_policy;  /**< CAIRN_STRANDED_STAY or CAIRN_STRANDED_LEAVE; default: stay */
    uint32_t option_count;
    const cairn_option *options; /**< of the list in lab.h, in place of what the database
                                           recommends; not kept */
    const cairn_fragments
        *fragments; /**< knn: selects among fragments of records; kept, not owned */
    const cairn_landmarks
        *landmarks;     /**< a better heuristic, for all algorithms but knn; of the same
                                           map, which must not be a changing one; kept, not
                                           owned */
    cairn_scout *scout; /**< on a changing map: finds the way around what is in the way; kept, not
                             owned; default: none, and the algorithm's own fall-back leads around */
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
    cairn_detail *detail;             /**< if not null, says why creating failed */
} cairn_agent_def;

/** An agent. */
typedef struct cairn_agent cairn_agent;

/** Makes an agent. Map and database are kept, not owned. `db` may be null for an algorithm that
 *  needs none. Failures, each with a sentence in `detail` that says what to do: KIND (no database,
 *  or one of another kind than the algorithm needs), MISMATCH (database or landmarks of another
 *  map), ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_agent_create(const cairn_map *map, const cairn_db *db,
                                          const cairn_agent_def *def, cairn_agent **agent);

/** The bytes that an agent is created with. Failures: those of cairn_agent_create(). */
CAIRN_API cairn_status cairn_agent_get_size(const cairn_map *map, const cairn_db *db,
                                            const cairn_agent_def *def, size_t *bytes);

/** Makes an agent in the caller's memory, aligned for any type, which must outlive it; only a
 *  growing table still asks the allocator. Failures: CAPACITY, and those of
 *  cairn_agent_create(). */
CAIRN_API cairn_status cairn_agent_create_in(const cairn_map *map, const cairn_db *db,
                                             const cairn_agent_def *def, void *memory, size_t bytes,
                                             cairn_agent **agent);

/** Gives an agent another database of the same kind: the one that cairn_repair_swap() (repair.h) has
 *  handed out. The old one is not used any more. An agent under way keeps its problem and its figures;
 *  it plans anew from where it stands at its next step, within its budget. Agents of labels on a
 *  changing map have room for a quarter more bends than the database they were made with; for more
 *  the allocator is asked. On failure the old database stays. For algorithms labels, regions, and knn
 *  without fragments. Failures, with a sentence in `detail` if that is not null: MISMATCH (not of
 *  the map, or of another state of it), KIND, MEMORY, CAPACITY (there is no room, and option
 *  no-growth forbids to get it), ARGUMENT. */
CAIRN_API cairn_status cairn_agent_set_db(cairn_agent *agent, const cairn_db *db,
                                          cairn_detail *detail);

/** Destroys an agent. Null is fine. Memory given to create_in stays the caller's. */
CAIRN_API void cairn_agent_destroy(cairn_agent *agent);

/** Sets a new problem and forgets the learned values of the last one; their room is kept.
 *  With CAIRN_GOAL_NEAREST, if no path leads to the goal, the first steps look for the nearest cell,
 *  within their budget. Constant time but for the values.
 *  Failures: BLOCKED (the start or, with CAIRN_GOAL_EXACT, the goal), NO_PATH (with
 *  CAIRN_GOAL_EXACT alone), ARGUMENT. */
CAIRN_API cairn_status cairn_agent_start(cairn_agent *agent, cairn_cell start, cairn_cell goal);

/** What a step did. */
enum {
    CAIRN_STEP_MOVED = 0,    /**< one move */
    CAIRN_STEP_ARRIVED = 1,  /**< one move, into the goal; or it was there already */
    CAIRN_STEP_WAITED = 2,   /**< none: the budget was used up first; the next step goes on */
    CAIRN_STEP_STRANDED = 3, /**< none: a change has blocked the agent's own cell */
    CAIRN_STEP_CUT_OFF = 4,  /**< none: a change has blocked the goal, or no path joins it to the
                                agent any more; the next change may join them again */
    CAIRN_STEP_LEAVING = 5,  /**< one move out of blocked cells (CAIRN_STRANDED_LEAVE): into a
                                blocked cell, past any corner or, in the end, into an open one */
};

/** The answer of a step. */
typedef struct cairn_step {
    uint32_t kind;   /**< CAIRN_STEP_MOVED and so on */
    cairn_cell cell; /**< where the agent is now */
    uint64_t units;  /**< all the work that the step spent, at most `max_work` */
} cairn_step;

/** Moves the agent one cell. With a budget (`max_work`) no step spends more units, whatever the
 *  algorithm, the map and the options: longer work goes on in the next step, and until it is done
 *  the agent waits, or goes ahead (`busy`). Waiting changes no move: the walk is that of an agent
 *  without a budget, with waits in it.
 *
 *  If the map has changed since the last step, the agent notices first: no move but one of kind
 *  CAIRN_STEP_LEAVING enters a blocked cell or cuts a corner of the map as it is now. Moves that
 *  were planned are made as far as they still can be; then the agent plans anew from where it is.
 *  Noticing takes constant time and spends no units. Two things that may follow from it are work as
 *  planning is. With CAIRN_GOAL_NEAREST, if no path leads to the goal, the nearest cell is looked for,
 *  and the agent waits until it is found. With CAIRN_STRANDED_LEAVE an agent in a wall looks for the
 *  way out, at most 4,096 units, and its steps are of kind CAIRN_STEP_STRANDED until that is found.
 *
 *  Without a budget the work of a step has a bound that does not depend on the map's size, but for
 *  astar and labels; docs/research/algorithms.md has the bound of each algorithm. Failures: FULL or
 *  MEMORY: nothing moved, and another call tries again; LIMIT (astar, tba); NOT_STARTED; ARGUMENT. */
CAIRN_API cairn_status cairn_agent_step(cairn_agent *agent, cairn_step *step);

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

/** Where the agent is. */
CAIRN_API cairn_cell cairn_agent_get_cell(const cairn_agent *agent);

/** The goal of the problem that was started last: with CAIRN_GOAL_NEAREST, the cell that is really
 *  headed for, and until a step has found that the cell that was asked for. */
CAIRN_API cairn_cell cairn_agent_get_goal(const cairn_agent *agent);

#ifdef __cplusplus
}
#endif

#endif
