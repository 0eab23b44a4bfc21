/* change.h: the two halves of a change of a map. */
#ifndef CAIRN_CHANGE_H
#define CAIRN_CHANGE_H

#include "grid/living.h"

/* Gives tiles the rows that were put together in `changed`. Failures: MEMORY; nothing is changed
 * then. */
cairn_status cairn__change_apply(cairn_map *map);

#endif
