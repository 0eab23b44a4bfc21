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

/* Contacts of patches of changed tiles with those of other tiles; more are not looked at. */
#define CAIRN__MOST_CONTACTS 64

typedef struct cairn__contacts {
    uint32_t count;
    cairn__patch_id list[CAIRN__MOST_CONTACTS];
} cairn__contacts;

/* True if a change of a tile that has one patch blocks a box of open cells, or opens a box of blocked
 * ones, and all around the box is open: one patch is left, with the same first cell. */
bool cairn__is_island(const cairn_map *map, const struct cairn__changed *changed);

/* Before the changed tiles change: what is known, and whom their patches touch. */
cairn__steadiness cairn__steady_start(const cairn_map *map, cairn__contacts *contacts);

/* When they have changed: true if their patches touch the same ones. */
bool cairn__steady_check(const cairn_map *map, const cairn__contacts *contacts);

/* Takes the patches of the changed tiles over into the components of before. */
void cairn__steady_finish(cairn_map *map);

#endif
