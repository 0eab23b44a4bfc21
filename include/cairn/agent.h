/* cairn/agent.h: one agent on its way, moved one cell a call.
 *
 *     cairn_agent_create(map, db, NULL, &agent);
 *     cairn_agent_start(agent, start, goal);
 *     do
 *         cairn_agent_step(agent, &step);
 *     while (step.kind != CAIRN_STEP_ARRIVED);
 *
 * An agent needs only a map and a database, which contains the algorithm and the options to walk
 * with. An agent belongs to one thread at a time; agents share maps and databases freely. A moving
 * agent allocates nothing, unless its table of learned values must grow; the option no-growth
 * forbids that. */
#ifndef CAIRN_AGENT_H
#define CAIRN_AGENT_H

#include "planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An agent. */
typedef struct cairn_agent cairn_agent;

/** How an agent is made. */
typedef struct cairn_agent_def cairn_agent_def;

/** Makes an agent. Map and database are kept, not owned. `db` may be null for an algorithm that
 *  needs none. Failures, each with a sentence in `detail` that says what to do: KIND (no database,
 *  or one of another kind than the algorithm needs), MISMATCH (database or landmarks of another
 *  map), ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_agent_create(const cairn_map *map, const cairn_db *db,
                                          const cairn_agent_def *def, cairn_agent **agent);

/** Destroys an agent. Null is fine. Memory given to create_in stays the caller's. */
CAIRN_API void cairn_agent_destroy(cairn_agent *agent);

/** Sets a new problem and forgets the learned values of the last one; their room is kept.
 *  With CAIRN_GOAL_NEAREST, if no path leads to the goal, the first steps look for the nearest cell,
 *  within their budget. Constant time, and that of forgetting the values.
 *  Failures: BLOCKED (the start or, with CAIRN_GOAL_EXACT, the goal), NO_PATH (with
 *  CAIRN_GOAL_EXACT alone), ARGUMENT. */
CAIRN_API cairn_status cairn_agent_start(cairn_agent *agent, cairn_cell start, cairn_cell goal);

/** What a step did. */
enum {
    CAIRN_STEP_MOVED = 0,    /**< one move */
    CAIRN_STEP_ARRIVED = 1,  /**< one move, into the goal; or it was there already */
    CAIRN_STEP_WAITED = 2,   /**< none: the budget was used up first; the next step continues */
    CAIRN_STEP_STRANDED = 3, /**< none: a change has blocked the agent's own cell */
    CAIRN_STEP_CUT_OFF = 4,  /**< none: a change has blocked the goal, or no path joins it to the
                                agent any more; the next change may join them again */
    CAIRN_STEP_LEAVING = 5,  /**< one move out of blocked cells (CAIRN_STRANDED_LEAVE): into a
                                blocked cell, past any corner, and at last into an open one */
};

/** The answer of a step. */
typedef struct cairn_step {
    uint32_t kind;   /**< CAIRN_STEP_MOVED and so on */
    cairn_cell cell; /**< where the agent is now */
    uint64_t units;  /**< all the work that the step spent, at most `max_work` */
} cairn_step;

/** Moves the agent one cell. With a budget (`max_work`) no step spends more units, for every
 *  algorithm, map and option: a plan that needs more continues in the next step, and until it is
 *  ready the agent waits, or goes ahead (`busy`). Waiting changes no move: the walk is that of an
 *  agent without a budget, with waits in it.
 *
 *  If the map has changed since the last step, the agent notices first: except for steps
 *  of kind CAIRN_STEP_LEAVING, no move enters a blocked cell or cuts a corner of the map as it is now.
 *  The agent makes planned moves as long as they are legal; then it plans anew. Noticing takes constant
 *  time and spends no units. Two searches that may follow spend units like planning:
 *  - With CAIRN_GOAL_NEAREST, if no path leads to the goal, the agent searches the nearest cell, and
 *    waits until it is found.
 *  - With CAIRN_STRANDED_LEAVE an agent in a wall searches the way out, in at most 4,096 units. Its
 *    steps are of kind CAIRN_STEP_STRANDED until that is found.
 *
 *  Without a budget the work of a step has a bound that does not depend on the map's size, except by
 *  astar and labels; docs/research/algorithms.md has the bound of each algorithm. Failures: FULL or
 *  MEMORY: nothing moved, and another call tries again; CORRUPT: the same, the database is damaged,
 *  and a planner that makes the plan has no fall-back; LIMIT (astar, tba); NOT_STARTED; ARGUMENT. */
CAIRN_API cairn_status cairn_agent_step(cairn_agent *agent, cairn_step *step);

/** Where the agent is. */
CAIRN_API cairn_cell cairn_agent_get_cell(const cairn_agent *agent);

/** The goal of the problem that was started last. With CAIRN_GOAL_NEAREST it is the cell that the
 *  agent really heads for; until a step has found that, the cell given to cairn_agent_start(). */
CAIRN_API cairn_cell cairn_agent_get_goal(const cairn_agent *agent);

/* ---- how it is made ---- */

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
    CAIRN_GOAL_NEAREST = 1, /**< for the nearest cell to the goal that a path joins to the start
                               (cairn_map_find_nearest_cell()), which steps search; the goal may be
                               blocked, walled off, or outside the map. Each change of the map
                               decides anew: once a path leads to the goal itself, the agent heads
                               for it, even if it has arrived elsewhere. */
};

/** What an agent does whose own cell is blocked by a change of the map. */
enum {
    CAIRN_STRANDED_STAY = 0,  /**< it stays where it is until its cell is open again:
                                 CAIRN_STEP_STRANDED */
    CAIRN_STRANDED_LEAVE = 1, /**< it goes straight, through blocked cells, to the nearest open one
                                 that a path joins to the goal: CAIRN_STEP_LEAVING. If there is
                                 none within CAIRN_LEAVE_CELLS, it goes to the nearest open cell; if
                                 that is farther away too, it stays. */
};

/** The farthest that an agent goes through blocked cells, in cells of octile distance. */
#define CAIRN_LEAVE_CELLS 64

/** Fragments of records (lab.h). */
typedef struct cairn_fragments cairn_fragments;

/** How an agent is made. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_agent_def {
    uint32_t size;            /**< sizeof this struct */
    uint32_t algorithm;       /**< for research: CAIRN_LRTA and so on (lab.h); default: that of the
                                    database */
    uint32_t max_work;        /**< units of work that a step may spend, at least CAIRN_MIN_WORK;
                                    default: no limit */
    uint32_t busy;            /**< CAIRN_BUSY_WAIT or CAIRN_BUSY_MOVE; default: wait */
    uint32_t goal_policy;     /**< CAIRN_GOAL_EXACT or CAIRN_GOAL_NEAREST; default: exact */
    uint32_t stranded_policy; /**< CAIRN_STRANDED_STAY or CAIRN_STRANDED_LEAVE; default: stay */
    uint32_t option_count;
    const cairn_option *options;      /**< for research: options of the list in lab.h, in place of
                                           what the database recommends; not kept */
    const cairn_fragments *fragments; /**< for research: knn selects among fragments of records;
                                           kept, not owned */
    const cairn_landmarks *landmarks; /**< for research: a better heuristic, for all algorithms but
                                           knn; of the same map, which must not be a changing one;
                                           kept, not owned */
    cairn_planner *planner;           /**< of the same map; kept, not owned; it must outlive the
                                           agent. On a changing map: finds ways around obstacles;
                                           default: none, and agents use their algorithm's own
                                           fall-back. On other maps: makes the plans of all agents
                                           that share it, so that each takes 320 or 376 bytes
                                           (planner.h), if it has the same database, of kind labels
                                           or regions, and the agent has no options, landmarks or
                                           other algorithm; otherwise it is not used */
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
    cairn_detail *detail;             /**< if not null, says why creating failed */
} cairn_agent_def;

/* ---- in the caller's memory, by another database ---- */

/** The bytes that an agent is created with. Failures: those of cairn_agent_create(). */
CAIRN_API cairn_status cairn_agent_get_size(const cairn_map *map, const cairn_db *db,
                                            const cairn_agent_def *def, size_t *bytes);

/** Makes an agent in the caller's memory, aligned for any type, which must outlive it; only a
 *  growing table still asks the allocator. Failures: CAPACITY, and those of
 *  cairn_agent_create(). */
CAIRN_API cairn_status cairn_agent_create_in(const cairn_map *map, const cairn_db *db,
                                             const cairn_agent_def *def, void *memory, size_t bytes,
                                             cairn_agent **agent);

/** Gives an agent another database of the same kind: that of cairn_repair_swap() (repair.h).
 *  The old one is not used any more. An agent under way keeps its problem and its figures; at its next
 *  step it plans anew, within its budget. Agents of labels on a changing map have room for a quarter
 *  more bends than their first database had; for more they allocate. On failure the old database
 *  stays. For algorithms labels, regions, and knn without fragments. A planner that makes the agent's
 *  plans is given the database first. Failures, with a sentence in `detail` if that is not null: MISMATCH
 *  (not of the map, of another state of it, or not the planner's), KIND, MEMORY, CAPACITY (there is no room, and option
 *  no-growth forbids to get it), ARGUMENT. */
CAIRN_API cairn_status cairn_agent_set_db(cairn_agent *agent, const cairn_db *db,
                                          cairn_detail *detail);

#ifdef __cplusplus
}
#endif

#endif
