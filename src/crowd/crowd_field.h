/* crowd_field.h: a goal that many members of a crowd go to: what leads there is found once for all of them.
 *
 * Where the map is small and the order large it is the move of each cell (crowd_cells.h), on any map; otherwise,
 * on a map that does not change, the ways of all nodes of bends (route/bend_goal.h), of one goal at a time. Both are
 * for crowds that walk by labels. */
#ifndef CAIRN_CROWD_FIELD_H
#define CAIRN_CROWD_FIELD_H

#include "crowd/crowd_state.h"

/* Memory for the ways to a goal, none if the crowd does not walk by labels, and laying it out. */
uint64_t cairn__crowd_field_get_bytes(const cairn_map *map, const cairn_db *db, uint32_t capacity);
void cairn__crowd_field_create(cairn_crowd *crowd, void *memory);

/* The crowd has another database: ways are found anew, if its bends have room in the memory. */
void cairn__crowd_field_set_db(cairn_crowd *crowd);

/* An order of `members` members to one goal was made. */
void cairn__crowd_field_note(cairn_crowd *crowd, size_t members);

/* Goes on with the ways to the goal that the oldest order leads many to, by half of the units at
 * most. */
void cairn__crowd_field_run(cairn_crowd *crowd, cairn__meter *meter);

/* While the members of the oldest order wait for its flood, that has what the frame has left over. */
void cairn__crowd_field_use_rest(cairn_crowd *crowd, cairn__meter *meter);

/* The ways to a goal, if they are known; else null. */
const cairn__bend_goal *cairn__crowd_field_get(const cairn_crowd *crowd, cairn__xy goal);

/* Repeats what was saved: `quanta` quanta for a goal; 0: there is no such goal. */
void cairn__crowd_field_resume(cairn_crowd *crowd, cairn__xy goal, uint32_t quanta, bool ready);

#endif
