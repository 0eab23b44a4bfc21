/* trail.h: where an agent has been on its way, how often, and what it headed for.
 *
 * The memory is bounded by the map and not by the moves: a walk may scrub one hollow for
 * millions of them. */
#ifndef CAIRN_CLI_TRAIL_H
#define CAIRN_CLI_TRAIL_H

#include "cli.h"

/** The moves between a cell and the four neighbours after it, row by row: bits of `edges`. */
enum { TRAIL_EDGES = 4 };
extern const int cli_trail_edges[TRAIL_EDGES][2]; /**< their dx, dy */

struct cli_trail {
    const cairn_db *db;     /**< may be null */
    uint32_t width;         /**< of the map */
    uint32_t *visits;       /**< a number a cell */
    uint8_t *edges;         /**< the moves made from or to a cell, in either direction */
    harness_cells cells;    /**< the cells visited, each once */
    harness_cells subgoals; /**< what the agent headed for before the goal, in order */
    uint8_t *chosen;        /**< for each record id, 1 if the agent followed the record */
    uint32_t records;       /**< in the database */
    harness_walk walk;      /**< how it went */
};

/** Moves the agent of a world from start to goal and keeps its trail. No path is no failure.
 *  Close the trail even if this fails. INTERRUPTED after a caught signal. */
cairn_status cli_trail_run(const struct cli_world *world, const cairn_cell ends[2],
                           uint64_t max_moves, struct cli_trail *trail);
void cli_trail_close(struct cli_trail *trail);

/** How often the agent was in a cell. */
uint32_t cli_trail_get_visits(const struct cli_trail *trail, cairn_cell cell);

/** Finds the first record at `place` of the database or after it that the agent followed, and
 *  moves `place` behind it; false if there is none. */
bool cli_trail_find_record(const struct cli_trail *trail, uint32_t *place, cairn_record *record);

#endif
