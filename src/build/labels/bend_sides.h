/* bend_sides.h: which nodes survive, and which sides of the others have cells to tell (bend_graph.h). */
#ifndef CAIRN_BEND_SIDES_H
#define CAIRN_BEND_SIDES_H

#include "search/bends.h"

/* True if bends lead from an edge to an edge; bit i of `sides`: there is an edge in cone i. */
bool cairn__bend_survives(cairn__bends bends, uint32_t sides);

/* The cones of a local node whose cells are filed, a bit each. `areas`: cells reached in each cone. */
uint32_t cairn__bend_choose_sides(cairn__bends bends, uint32_t sides, const uint32_t *areas);

#endif
