/* crowd_goals.h: goals of members that have to be looked for (CAIRN_GOAL_NEAREST): the cell nearest to the
 * one that was asked for, of the component in which a member stands.
 *
 * Who asks stands in a line of its own. The answer is the same for all that ask for one cell from one
 * component, so it is found once, and kept until a change may make it wrong. */
#ifndef CAIRN_CROWD_GOALS_H
#define CAIRN_CROWD_GOALS_H

#include "crowd/crowd_state.h"

void cairn__goals_create(cairn_crowd *crowd);

/* Finds goals, the oldest question first, by half of the units at most. */
void cairn__goals_run(cairn_crowd *crowd, cairn__meter *meter);

/* Tiles in a box have changed, and perhaps the components: forgets the answers that may be others now. */
void cairn__goals_drop(cairn_crowd *crowd, bool rejoined, const cairn__tile_box *box);

#endif
