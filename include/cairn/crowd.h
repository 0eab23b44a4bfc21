/* cairn/crowd.h: many agents that share one budget a frame.
 *
 * A crowd has room for a fixed number of members, in one block of memory. Each frame the game calls
 * cairn_crowd_step(): it makes plans within the budget, the oldest orders first, and one move of every
 * member that can move. Members without a plan go straight ahead meanwhile. No step allocates anything.
 *
 *     cairn_crowd_def def = {.size = sizeof def, .capacity = 10000, .max_work = 65536};
 *     cairn_crowd_create(map, db, &def, &crowd);
 *     cairn_crowd_add(crowd, cell, &member);
 *     cairn_crowd_order(crowd, &member, 1, goal);
 *     each frame:  cairn_crowd_step(crowd, &frame);
 *                  const cairn_cell *cells = cairn_crowd_get_cells(crowd);
 *
 * The same calls give the same moves on every machine, for any number of threads that the game lends.
 * A crowd belongs to one thread at a time; maps and databases are shared freely. */
#ifndef CAIRN_CROWD_H
#define CAIRN_CROWD_H

#include "agent.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A crowd. */
typedef struct cairn_crowd cairn_crowd;

/** A member of a crowd. The low 20 bits are its place in the arrays of the crowd
 *  (cairn_member_get_index()); the others count how often that place was taken before. The number of a
 *  removed member comes again only after its place was taken 4,095 times. 0 is none. */
typedef uint32_t cairn_member;

/** The place of a member in the arrays of its crowd. */
static inline uint32_t cairn_member_get_index(cairn_member member)
{
    return member & 0xfffff;
}

/** The most members of a crowd. */
#define CAIRN_MAX_CAPACITY 0x100000

/** The states of a member. An order ends when its member has arrived or settled; docs/crowds.md says
 *  what happens to members in blocked cells. */
enum {
    CAIRN_MEMBER_NONE = 0,     /**< the place is free */
    CAIRN_MEMBER_IDLE = 1,     /**< it has no order */
    CAIRN_MEMBER_WAITING = 2,  /**< it has no plan yet; it may go ahead meanwhile */
    CAIRN_MEMBER_WALKING = 3,  /**< it walks by its plan */
    CAIRN_MEMBER_ARRIVED = 4,  /**< it is where it was ordered to; with CAIRN_OCCUPANCY_CELLS, if
                                    others are in its way, around it: at most 16 cells away, or
                                    beside a member that has arrived at the same goal */
    CAIRN_MEMBER_STRANDED = 5, /**< a change has blocked its own cell; it has an order, or none */
    CAIRN_MEMBER_LEAVING = 6,  /**< the same, and it goes to an open one (CAIRN_STRANDED_LEAVE) */
    CAIRN_MEMBER_CUT_OFF = 7,  /**< a change has blocked its goal or the way there; the next change
                                    may open it again */
    CAIRN_MEMBER_LOST = 8, /**< the database, which is damaged, leads no further: order it again */
    CAIRN_MEMBER_SETTLED = 9, /**< others are in its way, and it stays farther from its goal than
                                   one that has arrived: order it again (CAIRN_OCCUPANCY_CELLS) */
};

/** Whether members keep clear of each other. With CAIRN_OCCUPANCY_CELLS no two are in one cell, and no
 *  two change places in a frame: the member that has been under way longest goes first and pushes others
 *  aside.
 *  Members at rest that were pushed come back. docs/research/algorithms.md has the rules. With it the
 *  thread that calls cairn_crowd_step() makes all moves; plans are shared among threads either way. */
enum {
    CAIRN_OCCUPANCY_OFF = 0,   /**< any number of members may share a cell */
    CAIRN_OCCUPANCY_CELLS = 1, /**< at most one member in a cell */
};

/** A piece of work of a frame: any thread may call it, with the number of the piece. */
typedef void (*cairn_task_function)(void *argument, uint32_t number);

/** Shares the work of a frame among threads of the game: calls `task(argument, i)` for all i below
 *  `count`, each once, in any order, on any threads, and returns when all are done. */
typedef void (*cairn_share_function)(void *context, uint32_t count, cairn_task_function task,
                                     void *argument);

/** How a crowd is made. Zero in a field, and null instead of a definition, mean the defaults. */
typedef struct cairn_crowd_def {
    uint32_t size;            /**< sizeof this struct */
    uint32_t capacity;        /**< the most members, up to CAIRN_MAX_CAPACITY; default: 1,024 */
    uint64_t max_work;        /**< units of planning that a frame may spend on all members together,
                                   at least CAIRN_MIN_CROWD_WORK; default: no limit */
    uint32_t stays;           /**< 1: a member without a plan stays where it is; default: it goes
                                   straight ahead, at most CAIRN_BUSY_MOVES moves, or before a wall
                                   one move to the neighbour nearest to the goal */
    uint32_t goal_policy;     /**< CAIRN_GOAL_EXACT or CAIRN_GOAL_NEAREST; default: exact */
    uint32_t stranded_policy; /**< CAIRN_STRANDED_STAY or CAIRN_STRANDED_LEAVE; default: stay */
    uint32_t occupancy;       /**< CAIRN_OCCUPANCY_OFF or CAIRN_OCCUPANCY_CELLS; default: off */
    cairn_planner *planner;   /**< finds ways around changes: needed on a changing map; of the same
                                   map, and shared with nobody else; kept, not owned */
    cairn_share_function share; /**< shares a frame among threads, which changes nothing but time;
                                     default: the thread that calls cairn_crowd_step() does it all */
    void *share_context;
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
    cairn_detail *detail;             /**< if not null, says why creating failed */
} cairn_crowd_def;

/** The least budget of a frame. */
#define CAIRN_MIN_CROWD_WORK 32768

/** Units that an order takes of the next frame, for each member. */
#define CAIRN_ORDER_WORK 8

/** Makes a crowd. Map and database are kept, not owned. A database of kind knn must have a fall-back
 *  (option fallback of a build). Failures, each with a sentence in `detail`: KIND (no database, or one
 *  that no crowd walks by), MISMATCH (of another map), ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_crowd_create(const cairn_map *map, const cairn_db *db,
                                          const cairn_crowd_def *def, cairn_crowd **crowd);

/** The bytes of a crowd, all included but map, database and planner. Failures: those of
 *  cairn_crowd_create(). */
CAIRN_API cairn_status cairn_crowd_get_size(const cairn_map *map, const cairn_db *db,
                                            const cairn_crowd_def *def, size_t *bytes);

/** Makes a crowd in the caller's memory, aligned for any type, which must outlive it. Failures:
 *  CAPACITY, and those of cairn_crowd_create(). */
CAIRN_API cairn_status cairn_crowd_create_in(const cairn_map *map, const cairn_db *db,
                                             const cairn_crowd_def *def, void *memory, size_t bytes,
                                             cairn_crowd **crowd);

/** Destroys a crowd. Null is fine. Memory given to create_in stays the caller's. */
CAIRN_API void cairn_crowd_destroy(cairn_crowd *crowd);

/* ---- members ---- */

/** Adds an idle member on an open cell. Constant time. Failures: BLOCKED, FULL, TAKEN (with
 *  CAIRN_OCCUPANCY_CELLS, by a member or a reservation), ARGUMENT. */
CAIRN_API cairn_status cairn_crowd_add(cairn_crowd *crowd, cairn_cell cell, cairn_member *member);

/** Removes a member. Constant time. Failures: NO_MEMBER. */
CAIRN_API cairn_status cairn_crowd_remove(cairn_crowd *crowd, cairn_member member);

/** Orders members to one goal, in place of earlier orders. They set out in the next step. An order costs
 *  CAIRN_ORDER_WORK units of that step for each member, all together at most three quarters of it. With
 *  CAIRN_OCCUPANCY_CELLS members stop on free cells near a goal that others have taken. With
 *  CAIRN_GOAL_NEAREST, if no path leads to the goal, the next steps search the nearest cell, within their
 *  budget, once for all members of one component, which wait until then. Constant time for each member.
 *  If it fails, no member is ordered. Failures: BLOCKED and NO_PATH (for any member; with
 *  CAIRN_GOAL_EXACT alone), NO_MEMBER (any of them), ARGUMENT. */
CAIRN_API cairn_status cairn_crowd_order(cairn_crowd *crowd, const cairn_member *members,
                                         size_t count, cairn_cell goal);

/** Takes a member's order back: it becomes idle; in a blocked cell it is stranded or leaves. Constant
 *  time. Failures: NO_MEMBER. */
CAIRN_API cairn_status cairn_crowd_halt(cairn_crowd *crowd, cairn_member member);

/** Puts a member on another open cell, such as behind a portal. Its order stays, and is planned anew.
 *  Constant time. Failures: NO_MEMBER, BLOCKED, TAKEN; with CAIRN_GOAL_EXACT alone also NO_PATH (from
 *  there to its goal) and BLOCKED (the goal): take back the order first (cairn_crowd_halt()). */
CAIRN_API cairn_status cairn_crowd_push(cairn_crowd *crowd, cairn_member member, cairn_cell cell);

/* ---- frames ---- */

/** The results of a frame. */
typedef struct cairn_crowd_frame {
    uint32_t size;    /**< sizeof this struct, set by the caller */
    uint32_t frame;   /**< its number, from 1 */
    uint32_t moved;   /**< members that moved, also those that others pushed */
    uint32_t arrived; /**< members that arrived in this frame */
    uint32_t walking; /**< members that were under way before this frame: not idle, arrived or
                           settled */
    uint32_t waiting; /**< walking members that did not move: without a plan, blocked by others,
                           or kept by a change */
    uint32_t
        pending; /**< plans that are still to be made, also those to goals that are looked for */
    uint32_t longest_wait; /**< frames that the oldest plan, pending or made now, is waited for */
    uint64_t units;        /**< that were spent: on orders, plans, ways to shared goals, looking for
                                goals (CAIRN_GOAL_NEAREST), looks at a changed map; at most
                                `max_work` */
} cairn_crowd_frame;

/** Makes a frame: plans, and one move of each member that can move. `frame` may be null. No more than
 *  `max_work` units are spent on planning. Moves are not counted: they take some nanoseconds each, and
 *  about a hundred with CAIRN_OCCUPANCY_CELLS. Nor is a pass over all members and all tiles of 64 x 64
 *  cells in the frame after a change, some nanoseconds each. Looks at a changed map take at most a
 *  quarter of the budget; searches of nearest cells at most half of what these and new orders leave. Of
 *  the rest, orders get half, walking members the other half; either may use what the other leaves.
 *  Orders are planned in the order in which they were made, so the longest wait in frames is the units
 *  of the pending plans divided by that half.
 *
 *  If the map has changed, no move enters a blocked cell or cuts a corner, except those of members that
 *  leave blocked cells (CAIRN_MEMBER_LEAVING). Failures: NOT_SIZED if `frame->size` was not set:
 *  nothing has happened then. */
CAIRN_API cairn_status cairn_crowd_step(cairn_crowd *crowd, cairn_crowd_frame *frame);

/** The cells of all members, by index (cairn_member_get_index()): cairn_crowd_info.used of them. The
 *  array never moves; its content changes with every call. */
CAIRN_API const cairn_cell *cairn_crowd_get_cells(const cairn_crowd *crowd);

/** The states of all members, CAIRN_MEMBER_NONE and so on; like cairn_crowd_get_cells(). */
CAIRN_API const uint8_t *cairn_crowd_get_states(const cairn_crowd *crowd);

/** The properties of a crowd. */
typedef struct cairn_crowd_info {
    uint32_t size;     /**< sizeof this struct, set by the caller: no more is filled in */
    uint32_t capacity; /**< the most members */
    uint32_t members;  /**< there are now */
    uint32_t used;     /**< places of the arrays that were ever taken: all indices are below it */
    uint64_t bytes;    /**< memory of the crowd */
    uint64_t hash;     /**< of its whole state: equal hashes, equal moves from now on. Time: linear
                            in the members */
} cairn_crowd_info;

/** The properties of a crowd. Constant time if `info->size` ends before the hash: set it to
 *  offsetof(cairn_crowd_info, hash). Failures: NOT_SIZED if `info->size` was not set. */
CAIRN_API cairn_status cairn_crowd_get_info(const cairn_crowd *crowd, cairn_crowd_info *info);

/** The properties of a member. */
typedef struct cairn_member_info {
    uint32_t size;   /**< sizeof this struct, set by the caller */
    uint32_t state;  /**< CAIRN_MEMBER_IDLE and so on */
    cairn_cell cell; /**< where it is */
    cairn_cell goal; /**< where it goes; with CAIRN_GOAL_NEAREST the cell that it really heads
                          for, and until that is found the ordered one; without an order its
                          own */
} cairn_member_info;

/** A member's properties. Constant time. Failures: NO_MEMBER, NOT_SIZED if `info->size` was not set. */
CAIRN_API cairn_status cairn_crowd_get_member(const cairn_crowd *crowd, cairn_member member,
                                              cairn_member_info *info);

/* ---- cells that are taken ---- */

/** With CAIRN_OCCUPANCY_CELLS: the member on a cell, 0 if there is none. Constant time. */
CAIRN_API cairn_member cairn_crowd_find(const cairn_crowd *crowd, cairn_cell cell);

/** With CAIRN_OCCUPANCY_CELLS: keeps a cell free for `frames` frames, from the next one on; 0 ends
 *  that. No member enters it; a member there may stay. There is room for as many reservations as
 *  members. Constant time; when the room is used up, at most once a frame the expired ones are removed.
 *  Failures: FULL, BLOCKED, NO_OCCUPANCY. */
CAIRN_API cairn_status cairn_crowd_reserve(cairn_crowd *crowd, cairn_cell cell, uint32_t frames);

/* ---- databases, saved games ---- */

/** Gives a crowd another database: that of cairn_repair_swap() (repair.h). Members under way plan anew,
 *  within the budget of the next frames; meanwhile they walk on as planned. On a changing map there is
 *  room for a quarter more bends than the first database had; for more this call allocates, never a
 *  step. On failure the old database stays. Failures, with a
 *  sentence in `detail` if that is not null: MISMATCH, KIND, MEMORY, ARGUMENT. */
CAIRN_API cairn_status cairn_crowd_set_db(cairn_crowd *crowd, const cairn_db *db,
                                          cairn_detail *detail);

/** Writes the whole state of a crowd into the caller's memory; docs/format.md has it byte by byte.
 *  `bytes` gets its size, even if that is above `capacity`; with a capacity of 0 `block` may be null. A
 *  game that rolls back saves every frame. Plans under way lose nothing by it;
 *  only one that was begun before the last change of the map begins again, here too. Time: that
 *  of copying. Failures: CAPACITY, ARGUMENT. */
CAIRN_API cairn_status cairn_crowd_save(cairn_crowd *crowd, size_t capacity, void *block,
                                        size_t *bytes);

/** Brings a crowd to a saved state, its own or that of another crowd of the same definition, map and
 *  database. The map must be in the same state as then. If it fails, nothing is changed. The block may
 *  come from anyone: all of it is checked; it need not be aligned, and is not kept. Time: that of
 *  copying, of repeating the few plans that were under way, and of finding again the ways to goals of
 *  large orders, which no budget limits: one goal by labels and, where floods of the cells pay, two by
 *  cells, about a unit a cell each. Failures,
 *  each with a sentence in `detail` if that is not null: CORRUPT, VERSION (of the format), MISMATCH
 *  (another map or definition, or a database of another kind or made for another map), ARGUMENT. A
 *  database of the same kind and map with other records or regions is not noticed: members plan anew
 *  where their old plan does not fit. */
CAIRN_API cairn_status cairn_crowd_load(cairn_crowd *crowd, const void *block, size_t bytes,
                                        cairn_detail *detail);

#ifdef __cplusplus
}
#endif

#endif
