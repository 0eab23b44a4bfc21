/* cairn/repair.h: a database for a map that has changed, built beside the game.
 *
 * Agents and planners of a changing map stay right with an old database, but changes cost them time. A
 * repair builds a new one for the map as it is: a bounded piece each frame, or all of it on a thread of
 * the game's own. The new one takes the place of the old one at a moment that the game chooses.
 *
 *     each frame:   cairn_repair_follow(repair);
 *                   cairn_repair_run(repair, 65536, NULL);
 *     when it suits: if (cairn_repair_swap(repair, &db) == CAIRN_OK)
 *                       for each agent and planner: cairn_agent_set_db(agent, db, NULL);
 *
 * The same changes and the same calls give the same databases at the same calls on every machine.
 *
 * Threads: the thread that changes the map calls cairn_repair_follow() and cairn_repair_swap(), the
 * latter while no other thread uses the map. cairn_repair_run() touches neither the map nor databases
 * in use: it may run beside changes of the map and steps of agents, but not beside another call for the
 * same repair. cairn_repair_get_info() alone may be called by any thread at any time. */
#ifndef CAIRN_REPAIR_H
#define CAIRN_REPAIR_H

#include "db.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Builds databases for a map that changes. */
typedef struct cairn_repair cairn_repair;

/** How a repair is made. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_repair_def {
    uint32_t size;    /**< sizeof this struct */
    uint32_t changes; /**< the changes of the map (cairn_map_info.version) after which a rebuild is
                           begun, if none of them opened anything; default: CAIRN_REPAIR_CHANGES */
    const cairn_allocator *allocator; /**< copied; used by the threads that follow and run;
                                           default: malloc and free */
    cairn_detail *detail;             /**< if not null, says why a call failed, this or a later one;
                                           kept, not owned: it must outlive the repair */
} cairn_repair_def;

/** The default of `changes`. A change that opens something begins a rebuild at once: until it is
 *  ready, paths through the opening are found by search. */
#define CAIRN_REPAIR_CHANGES 16

/** Makes a repair for a changing map and the database in use, of any kind; both are kept, not
 *  owned. Failures, with a sentence in `detail`: NOT_CHANGING, MISMATCH (the database was not made for
 *  the map, or for another state of it), MEMORY, ARGUMENT. */
CAIRN_API cairn_status cairn_repair_create(cairn_map *map, const cairn_db *db,
                                           const cairn_repair_def *def, cairn_repair **repair);

/** Destroys a repair, and closes the databases that it has handed out. Null is fine. */
CAIRN_API void cairn_repair_destroy(cairn_repair *repair);

/** Begins a rebuild from a copy of the map, if enough has changed, nothing is being built, and no
 *  database waits to be swapped in. Constant time, and that of the copy (cairn_map_copy()). After a
 *  rebuild that failed, the next one is begun after `changes` changes.
 *  Failures: MEMORY (another call tries again), ARGUMENT. */
CAIRN_API cairn_status cairn_repair_follow(cairn_repair *repair);

/** The least units of a call of cairn_repair_run(). No indivisible piece of work exceeds half of them,
 *  so every call makes progress. */
#define CAIRN_MIN_REPAIR 16384

/** Continues a rebuild, and spends at most `units` of work: at least CAIRN_MIN_REPAIR, or 0 for no
 *  limit. Units of a repair are smaller than those of an agent: a look at an edge or at a few words;
 *  2 to 3 ns on most machines. `spent`, if not null, gets what was spent. OK means that there is nothing
 *  to do, or that the database is ready to be swapped in. It equals, byte for byte, that of a build of
 *  the same kind with default settings: labels have no fall-back. Other kinds than labels need a call
 *  without a limit. It allocates. Failures: UNFINISHED (call again), LIMIT, NO_RECORD and MEMORY (the
 *  rebuild is given up), ARGUMENT. */
CAIRN_API cairn_status cairn_repair_run(cairn_repair *repair, uint64_t units, uint64_t *spent);

/** What a repair is doing. */
enum {
    CAIRN_REPAIR_IDLE = 0,     /**< it waits for changes */
    CAIRN_REPAIR_BUILDING = 1, /**< cairn_repair_run() has work to do */
    CAIRN_REPAIR_READY = 2,    /**< a database waits for cairn_repair_swap() */
};

/** The progress of a repair. */
typedef struct cairn_repair_info {
    uint32_t size;    /**< sizeof this struct, set by the caller: no more is filled in */
    uint32_t phase;   /**< CAIRN_REPAIR_IDLE and so on */
    uint64_t units;   /**< spent on the present rebuild, or on the last one */
    uint64_t before;  /**< spent on the last one swapped in, an estimate for this one; 0: none was,
                          or it was built without a limit */
    uint32_t version; /**< of the map when it was copied */
    uint32_t swaps;   /**< so far */
} cairn_repair_info;

/** The progress of a repair. Any thread, any time. Failures: NOT_SIZED if `info->size` was not set. */
CAIRN_API cairn_status cairn_repair_get_info(const cairn_repair *repair, cairn_repair_info *info);

/** Swaps the new database in. The map's changes are then counted from the copy that it was made of:
 *  later ones stay differences to it. Give it to all agents and planners (cairn_agent_set_db(),
 *  cairn_planner_set_db()) before they go on; without it they find their paths without labels, which
 *  takes longer. The repair owns the database; it stays open until the swap after the next one, or
 *  until the repair is destroyed. Time:
 *  linear in the map's tiles. If it fails nothing is lost: call again. Failures: UNFINISHED (no database
 *  waits), MEMORY, ARGUMENT. */
CAIRN_API cairn_status cairn_repair_swap(cairn_repair *repair, const cairn_db **db);

#ifdef __cplusplus
}
#endif

#endif
