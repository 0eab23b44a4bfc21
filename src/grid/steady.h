/* steady.h: changes after which the same patches touch each other, and others at most within a component. Then components
 * stay as they were; only their numbers of cells differ. */
#ifndef CAIRN_STEADY_H
#define CAIRN_STEADY_H

#include "grid/patches.h"

struct cairn__changed;

typedef enum cairn__steadiness {
    CAIRN__STEADY_NO, /* patches may be others */
    CAIRN__STEADY_MAYBE, /* the same patches; whom they touch is to be seen when the tiles have changed */
    CAIRN__STEADY_YES,
} cairn__steadiness;

/* True if a tile keeps its patches with their first cells, because the open cells around those that change are joined
 * there: `*number` is their patch. Others may keep them too. */
bool cairn__keeps_patches(const cairn_map *map, const struct cairn__changed *changed,
                          uint32_t *number);

/* Says of such a tile what its patches become. Failures: MEMORY. */
cairn_status cairn__keep_patches_of(cairn_map *map, struct cairn__changed *changed);

/* Before the changed tiles change: what is known. Unless that is enough, notes whom their patches touch. */
cairn__steadiness cairn__steady_start(const cairn_map *map);

/* When they have changed, and all may be steady: takes their patches over into the earlier components. */
void cairn__steady_settle(cairn_map *map);

/* After that: true if their patches touch the same ones, and more of their components at most. */
bool cairn__steady_check(const cairn_map *map);

#endif
