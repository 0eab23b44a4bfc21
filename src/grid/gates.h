/* gates.h: where a path of the base may come to cells that were opened since.
 *
 * The border of a box of opened cells are the cells beside them that are open in the base. A gate is one of
 * these, and `reach` is a distance within which paths of the base lead from it to all the border cells that
 * are its own. So the distance of a gate, less its reach, bounds those of its border cells from below. */
#ifndef CAIRN_GATES_H
#define CAIRN_GATES_H

#include "grid/living.h"

/* Finds the gates of a box that was just set; none where the box is large or the border falls into many
 * pieces. */
void cairn__find_gates(const cairn_map *map, cairn__opened *box);

#endif
