/* gates.h: where a path of the base may come to cells that were opened since.
 *
 * The border of a box of opened cells are the cells beside them that are open in the base. It falls into pieces,
 * each with a middle from which paths of the base lead to all its cells nearby, and a piece into gates: cells side by
 * side. Distances of middles and gates, less how far the cells are from these, bound those of the cells from below. */
#ifndef CAIRN_GATES_H
#define CAIRN_GATES_H

#include "grid/living.h"

/* Finds the gates of a box that was just set; none where the box is large or the border falls into many
 * pieces. */
void cairn__find_gates(const cairn_map *map, cairn__opened *box);

#endif
