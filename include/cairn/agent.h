/* cairn/agent.h: one agent on its way, moved one cell a call.
 *
 *     cairn_agent_create(map, db, NULL, &agent);
 *     cairn_agent_start(agent, start, goal);
 *     do
 *         cairn_agent_step(agent, &step);
 *     while (step.kind != CAIRN_STEP_ARRIVED);
 *
 * An agent needs a map and a database, and nothing else: its algorithm, and the options to walk
 * with, are those of the database. It belongs to one thread at a time; agents share maps and
 * databases freely. A moving agent allocates nothing, unless its table of learned values must grow;
 * the option no-growth forbids that. */
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

/** Where the agent is. */
CAIRN_API cairn_cell cairn_agent_get_cell(const cairn_agent *agent);

/** The goal of the problem that was started last: with CAIRN_GOAL_NEAREST, the cell that is really
 *  headed for, and until a step has found that the cell that was asked for. */
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
    cairn_planner *planner;           /**< on a changing map: finds the way around what is in the
                                           way; of the same map; kept, not owned; default: none, and
                                           the algorithm's own fall-back leads around */
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

#ifdef __cplusplus
}
#endif

#endif
