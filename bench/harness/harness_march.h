/* harness_march.h: a crowd that is sent over a map: every frame is timed, and every move is held
 * against the map by a rule of its own. Like harness.h, nothing here prints or ends the program. */
#ifndef CAIRN_HARNESS_MARCH_H
#define CAIRN_HARNESS_MARCH_H

#include "harness.h"

/* ---- harness_pool.c: threads that a crowd is lent ---- */

typedef struct harness_pool harness_pool;

/** The most threads of a pool. */
enum { HARNESS_MOST_THREADS = 64 };

/** A pool of `threads` threads, of which the caller is one. Failures: MEMORY, also if the system has
 *  no thread left. */
cairn_status harness_pool_open(uint32_t threads, harness_pool **pool);
void harness_pool_close(harness_pool *pool);

/** The function `share` of a crowd; its context is the pool. */
void harness_pool_share(void *pool, uint32_t count, cairn_task_function task, void *argument);

/* ---- harness_ground.c: where a crowd is ---- */

/** The open cells of a map's largest component: a path joins any two. */
typedef struct harness_ground {
    const cairn_map *map;
    cairn_cell *cells; /**< row by row, until some are drawn */
    uint32_t count;
} harness_ground;

/** Finds them. Failures: MEMORY. */
cairn_status harness_ground_open(const cairn_map *map, harness_ground *ground);
void harness_ground_close(harness_ground *ground);

/** A cell, uniformly. There must be one. */
cairn_cell harness_ground_draw(const harness_ground *ground, uint64_t *state);

/** Draws `count` cells, all different if there are enough. Puts the cells of the ground into
 *  another order. */
void harness_ground_scatter(harness_ground *ground, uint64_t *state, cairn_cell *cells,
                            uint32_t count);

/** The first `counts[0]` cells lie around one place, the others around one that is far from it: all
 *  different if there are enough. Failures: MEMORY. */
cairn_status harness_ground_split(const harness_ground *ground, uint64_t *state,
                                  const uint32_t counts[2], cairn_cell *cells);

/* ---- harness_board.c: the cells once more ---- */

/** A copy of a map's cells that is changed apart from the map, and knows by itself what a move may
 *  do: what the library answers is held against it. */
typedef struct harness_board {
    uint32_t width;
    uint32_t height;
    bool cuts; /**< diagonals may cut corners */
    bool
        leaves; /**< who stands in a wall may go to any cell around it; set by who opened the board */
    uint8_t *open; /**< a bit for each cell, row by row */
} harness_board;

/** Copies the cells as they are. Close the board even if this fails. Failures: MEMORY. */
cairn_status harness_board_open(const cairn_map *map, harness_board *board);
void harness_board_close(harness_board *board);
void harness_board_set(harness_board *board, const cairn_change *change);
bool harness_board_is_open(const harness_board *board, cairn_cell cell);

/** What a move costs in tenths; 0 if it is none that may be made. */
uint32_t harness_board_find_cost(const harness_board *board, cairn_cell from, cairn_cell to);

/** The same for one who leaves a wall, whose way may lead across open cells into the next one: any of the
 *  eight cells around will do. */
uint32_t harness_board_find_cost_out(const harness_board *board, cairn_cell from, cairn_cell to);

/* ---- harness_watch.c: what a crowd must not do ---- */

/** The cell of who is not there. */
#define HARNESS_NOWHERE UINT32_MAX

/** Looks at a crowd after each frame. */
typedef struct harness_watch {
    const harness_board *board; /**< not owned */
    uint32_t count;             /**< members, with the indices from 0 on */
    cairn_cell *before;         /**< where they were; HARNESS_NOWHERE: not there, then and now */
    uint64_t *table;            /**< of cells, and of moves */
    uint32_t slots;             /**< of the table, a power of two */
    uint32_t grid[2];           /**< columns and rows over all of the map for visits; 0: none */
    uint32_t *visits;           /**< moves into the cells of each field of the grid */
    const bool *leaving;        /**< by index, who is on its way out of a wall; null: nobody */
    uint64_t moves;
    uint64_t cost;     /**< of them in tenths */
    uint64_t illegal;  /**< moves that the board does not allow */
    uint64_t overlaps; /**< members on a cell that one before them is on, in all frames */
    uint64_t swaps;    /**< pairs of cells whose members changed places in a frame */
} harness_watch;

/** `board`, `count` and `grid` are set. Failures: MEMORY. Close the watch even if this fails. */
cairn_status harness_watch_open(harness_watch *watch, const cairn_cell *cells);
void harness_watch_close(harness_watch *watch);

/** Members are where `cells` says now. */
void harness_watch_look(harness_watch *watch, const cairn_cell *cells);

/* ---- harness_march.c ---- */

/** Where members are sent. */
enum {
    HARNESS_ORDERS_RANDOM, /**< each to a place of its own */
    HARNESS_ORDERS_SAME,   /**< all to one place */
    HARNESS_ORDERS_SWAP,   /**< two armies: each to the place of one of the other army */
};

typedef struct harness_march_def {
    const cairn_map *map;
    const cairn_db *db;
    uint32_t agents;
    cairn_planner *planner;   /**< of the crowd alone; needed on a changing map */
    const cairn_cell *starts; /**< where they begin, all of the largest component; null: drawn */
    uint32_t orders;
    uint32_t reorder; /**< members, drawn at random, that are sent elsewhere before each frame */
    uint64_t max_work;
    uint32_t occupancy;
    uint32_t threads; /**< 0 is 1 */
    uint64_t seed;
    uint32_t grid[2];     /**< of harness_watch */
    cairn_detail *detail; /**< if not null, says why opening failed */
} harness_march_def;

typedef struct harness_march {
    harness_march_def def;
    cairn_crowd *crowd;
    harness_pool *pool; /**< null: one thread */
    harness_ground ground;
    harness_board board;
    harness_watch watch;
    harness_histogram
        times; /**< of frames, in nanoseconds: of processor time with one thread, else of
                                  the wall clock. Orders are part of it, the watch is not. */
    cairn_crowd_frame frame; /**< the last one */
    uint64_t orders_ns;      /**< of its orders, and */
    uint64_t frame_ns;       /**< of all of it */
    uint64_t max_units;
    uint32_t longest_wait;
    uint64_t random;
    cairn_member *members; /**< all of them */
    cairn_cell *places;    /**< where each began */
    bool *is_away;         /**< swap: it was sent to the other army's place */
    cairn_member *ordered; /**< who gets an order before the next frame, */
    cairn_cell *goals;     /**< and where to */
    uint32_t order_count;
} harness_march;

/** Makes the crowd, places its members, and draws their first orders. Failures: CAPACITY (with
 *  CAIRN_OCCUPANCY_CELLS, more members than joined open cells), BLOCKED (no open cell), and those of
 *  cairn_crowd_create(). Close the march even if this fails; it must stay where it is until then. */
cairn_status harness_march_open(const harness_march_def *def, harness_march *march);
void harness_march_close(harness_march *march);

/** Orders and a frame, which is timed and watched; then draws the orders for the next one. */
cairn_status harness_march_step(harness_march *march);

/** Members that have arrived. */
uint32_t harness_march_count_arrived(const harness_march *march);

#endif
