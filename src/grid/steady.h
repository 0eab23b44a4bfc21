/* steady.h: changes after which the same patches touch each other. Then components are as they were,
 * but for how many cells they have. */
#ifndef CAIRN_STEADY_H
#define CAIRN_STEADY_H

#include "grid/patches.h"

struct cairn__changed;

typedef enum cairn__steadiness {
    CAIRN__STEADY_NO, /* patches may be others */
    CAIRN__STEADY_MAYBE, /* the same patches; whom they touch is to be seen when the tiles have changed */
    CAIRN__STEADY_YES,
} cairn__steadiness;

/* True if a tile has one patch, and keeps it with the same first cell, because the open cells around those that change are
 * joined there. Others may keep it too. */
bool cairn__keeps_patch(const cairn_map *map, const struct cairn__changed *changed);

/* Before the changed tiles change: what is known. Unless that is enough, notes whom their patches touch. */
cairn__steadiness cairn__steady_start(const cairn_map *map);

/* When they have changed: true if their patches touch the same ones. */
bool cairn__steady_check(const cairn_map *map);

/* Takes the patches of the changed tiles over into the components of before. */
void cairn__steady_finish(cairn_map *map);

#endif
