/* crowd_goals.h: searches goals of members (CAIRN_GOAL_NEAREST): the cell of a member's component that is
 * nearest to the ordered one.
 *
 * Members that ask stand in a line of their own. All that ask for one cell from one component get the same
 * answer, so it is found once, and stored until a change may make it wrong. */
#ifndef CAIRN_CROWD_GOALS_H
#define CAIRN_CROWD_GOALS_H

#include "crowd/crowd_state.h"

void cairn__goals_create(cairn_crowd *crowd);

/* Finds goals, the oldest question first, by half of the units at most. */
void cairn__goals_run(cairn_crowd *crowd, cairn__meter *meter);

/* Tiles in a box have changed, and perhaps the components: forgets the answers that may be others now. */
void cairn__goals_drop(cairn_crowd *crowd, bool rejoined, const cairn__tile_box *box);

#endif
