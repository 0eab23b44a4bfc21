/* crowd_cells.h: the moves of all cells to a goal that many members of a crowd go to (search/cell_field.h):
 * what is known to a goal of many where a flood of the map is cheaper than their plans.
 *
 * A crowd by labels has room for it on a small map. A flood takes two units a cell. A plan of the order with
 * the next ones of its way took some 500 units of each member when that was measured, so a flood pays where
 * there are at most 256 open cells for each member. All plans of members to such a goal are made by its
 * cells then, in no time: no search, no straight test. They stay plans, in rings: whoever walks by a goal that the
 * crowd forgets goes on by labels from the end of its ring.
 *
 * After a change of the map nothing is known of any goal. Those that enough members still head for are flooded
 * again; one whose flood a change has ended only after some frames, twice as many each time, so that a map
 * that never rests does not use up the budget. What decides which goals are known is saved: the goals and how many
 * quanta they had (crowd_save.c), by which they are flooded again. */
#ifndef CAIRN_CROWD_CELLS_H
#define CAIRN_CROWD_CELLS_H

#include "crowd/crowd_state.h"

/* Memory, none if the crowd has no such goals, and laying it out. */
uint64_t cairn__crowd_cells_get_bytes(const cairn_map *map, const cairn_db *db, uint32_t capacity);
void cairn__crowd_cells_create(cairn_crowd *crowd, void *memory);

/* ---- goals ---- */

/* Nothing is known after a change of the map. */
void cairn__crowd_cells_notice(cairn_crowd *crowd);

/* An order of `members` members waits for plans to a goal. If a flood is the way, it will be made, in place of
 * that to the goal that fewest members head for. Its goal, or null. */
cairn__goal_cells *cairn__crowd_cells_ask(cairn_crowd *crowd, cairn__xy goal, uint32_t members);

/* Continues floods until fewer than a quantum more than `keep` units are left. */
void cairn__crowd_cells_run(cairn_crowd *crowd, cairn__meter *meter, int64_t keep);

/* ---- plans ---- */

/* Lets a guide make its member's plan by cells, if they are known; false if they are not. */
bool cairn__cells_seat(const cairn_crowd *crowd, cairn__guide *guide);

/* The whole next part of the plan; false if the cells are not known any more, and the plan was begun otherwise. */
bool cairn__cells_tell(const cairn_crowd *crowd, cairn__guide *guide);

void cairn__cells_pack(const cairn__guide *guide, cairn__plan *plan);

/* ---- saved crowds ---- */

#define CAIRN__CELLS_WORDS (4 * CAIRN__CELL_GOALS)

void cairn__crowd_cells_put(const cairn_crowd *crowd, uint32_t *words);

/* Does again what was saved. */
void cairn__crowd_cells_take(cairn_crowd *crowd, const uint32_t *words);

#endif
