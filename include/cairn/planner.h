/* cairn/planner.h: a planner finds shortest paths: their length, their cells, their waypoints.
 *
 *     cairn_planner_create(map, db, NULL, &planner);
 *     cairn_planner_find(planner, from, to, &tenths);
 *     cairn_planner_get_waypoints(planner, 0, 64, waypoints, &count);
 *
 * A planner uses the labels of a database, or without one jump point search. Agents and crowds on a
 * changing map share one: it finds their ways around obstacles. On other maps agents share it for
 * their memory: it makes the plans of all, one after the other.
 *
 * On a changing map answers are optimal for the map as it is: labels of the earlier map are used where
 * they still give an optimal path (docs/research/changing-proof.md). A change invalidates the answer.
 *
 * A planner belongs to one thread at a time, together with the agents and crowds that share it.
 * Planners share maps and databases freely. */
#ifndef CAIRN_PLANNER_H
#define CAIRN_PLANNER_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A planner. */
typedef struct cairn_planner cairn_planner;

/** True distances for a better heuristic (lab.h). */
typedef struct cairn_landmarks cairn_landmarks;

/** Optimal paths that were prepared off-line (lab.h). */
typedef struct cairn_engine cairn_engine;

/** How a planner is made. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_planner_def {
    uint32_t size;                    /**< sizeof this struct */
    uint32_t method;                  /**< for research: CAIRN_METHOD_ASTAR and so on (lab.h);
                                           default: labels if there are some, else jumps */
    cairn_costs costs;                /**< for research: sqrt2 by astar alone; default: octile */
    const cairn_landmarks *landmarks; /**< for research: of the same map, for astar alone; kept,
                                           not owned */
    const cairn_engine *engine;       /**< for research: of the same map; kept, not owned */
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
    cairn_detail *detail;             /**< if not null, says why creating failed */
} cairn_planner_def;

/** Makes a planner. Map and database are kept, not owned; `db` may be null. Questions are answered
 *  by a database of kind labels. One of any other kind is checked and then not used, since it has no
 *  optimal paths: the planner jumps.
 *
 *  Memory for questions is got at the first one: by labels that of an agent; otherwise, and on a
 *  changing map, 16 bytes a cell of the map, and by jumps 2 bytes an open cell more. Memory for
 *  agents is got with the first one that shares the planner: on a changing map as much again,
 *  otherwise that of one private agent. Only pages that a search visits are touched. Failures, each
 *  with a sentence in `detail`: MISMATCH (database, landmarks or engine of another map or corner
 *  setting), KIND (labels are demanded and there are none), ARGUMENT (landmarks or an engine on a
 *  changing map are among it), MEMORY. */
CAIRN_API cairn_status cairn_planner_create(const cairn_map *map, const cairn_db *db,
                                            const cairn_planner_def *def, cairn_planner **planner);

/** Destroys a planner. Null is fine. Agents and crowds that share it must be gone. */
CAIRN_API void cairn_planner_destroy(cairn_planner *planner);

/** Gives a planner another database: the one that cairn_repair_swap() (repair.h) has handed out. The
 *  old one is not used any more. A question that was asked is begun again, also if it was answered:
 *  cairn_planner_run() goes on. A planner that uses no labels for questions, and makes no plans of
 *  agents, only checks the database. Agents whose plans it makes are given the database after it. On
 *  failure the old one stays. Failures, with a sentence in `detail` if that is not null: MISMATCH
 *  (not of the map, or of another state of it), KIND, MEMORY, ARGUMENT. */
CAIRN_API cairn_status cairn_planner_set_db(cairn_planner *planner, const cairn_db *db,
                                            cairn_detail *detail);

/* ---- questions ---- */

/** Finds a shortest path between two cells, in one call. `tenths`, if not null, gets its length.
 *  The planner keeps the path until the next question. Which one of equally short paths is found
 *  depends on the map, the two cells and the method. By labels on a map that has changed since they
 *  were made, it depends on the planner's earlier questions too, as units do: a planner learns what
 *  pays there. The same questions in the same order get the same paths. Time: by labels tens to
 *  hundreds of microseconds, by jumps up to that of a search of the whole map. Failures: BLOCKED,
 *  NO_PATH (known at once), CORRUPT (damaged labels), LIMIT (a path too long to count), MEMORY,
 *  ARGUMENT. */
CAIRN_API cairn_status cairn_planner_find(cairn_planner *planner, cairn_cell from, cairn_cell to,
                                          uint32_t *tenths);

/** Asks for a shortest path without searching yet: cairn_planner_run() does that, once a frame until
 *  the question is answered. It takes the place of the question before. Constant time. Failures:
 *  BLOCKED, NO_PATH, MEMORY (at the first question), ARGUMENT. */
CAIRN_API cairn_status cairn_planner_ask(cairn_planner *planner, cairn_cell from, cairn_cell to);

/** The length of the path that was found, in tenths. Constant time. Failures: NOT_STARTED (nothing
 *  was asked), UNFINISHED (not found yet, or the map has changed since), ARGUMENT. */
CAIRN_API cairn_status cairn_planner_get_distance(const cairn_planner *planner, uint32_t *tenths);

/** Copies cells of the path that was found, both ends included: from number `first` on, at most
 *  `capacity`. `count` gets how many were copied: fewer than `capacity` at the path's end. A path of
 *  n tenths has at most n / 10 + 1 cells. Time: linear in the cells copied where `first` is where the
 *  last call ended; otherwise also in those before. By labels, each corner takes at most
 *  CAIRN_MIN_WORK units more. Failures: NOT_STARTED, UNFINISHED, CORRUPT, ARGUMENT. */
CAIRN_API cairn_status cairn_planner_get_path(cairn_planner *planner, size_t first, size_t capacity,
                                              cairn_cell *cells, size_t *count);

/** The same for the waypoints of the path: the first cell, every cell where the direction changes,
 *  and the last one. Between two of them that follow each other the path goes straight on in one of
 *  the eight directions, and the line between their centres crosses open cells only: a game with
 *  smooth movement goes from one to the next. Time: linear in the cells between them. */
CAIRN_API cairn_status cairn_planner_get_waypoints(cairn_planner *planner, size_t first,
                                                   size_t capacity, cairn_cell *cells,
                                                   size_t *count);

/* ---- frames ---- */

/** The fewest units of work that a call may be limited to. No indivisible piece of work exceeds it,
 *  so every call makes progress. */
#define CAIRN_MIN_WORK 1024

/** Works on what the planner was asked: the question first, then ways and plans that agents wait for,
 *  the oldest first. Spends at most `units`: at least CAIRN_MIN_WORK, or 0 for no limit. `spent`, if not
 *  null, gets what was spent. OK once nothing is left to do; slices change nothing about a path. A
 *  search by an engine is not broken off. If the map has changed since a question was asked, it is
 *  begun again, even if it was answered. Failures: UNFINISHED (call again), ARGUMENT; and those of
 *  the question: CORRUPT, LIMIT, and after a change BLOCKED and NO_PATH.
 *
 *  Plans of agents that share a planner on a map that does not change wait in its queue:
 *  - A plan enters the queue in the step that needs more moves. Once served, the agent has its next
 *    eight runs of equal moves or more, or all up to its goal. First in, first out; a search that was
 *    begun is not set aside for another one.
 *  - A step spends its own units on the first plan until its own is served or they are gone. So an
 *    agent may pay for others, never above its `max_work`; without a limit it pays for all before it.
 *  - A new problem, forgetting and destroying an agent take its plan out, in constant time.
 *  - The moves are those of private agents, for any order of calls and any budget, unless agents go
 *    ahead while they wait. Which step pays, and how long an agent waits, depend on the order. */
CAIRN_API cairn_status cairn_planner_run(cairn_planner *planner, uint64_t units, uint64_t *spent);

#ifdef __cplusplus
}
#endif

#endif
