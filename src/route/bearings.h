/* bearings.h: what distances to landmarks tell of ways.
 *
 * A landmark is the cell of a node; a node's bearings are the lengths of the ways from the landmarks to
 * it. Bearings of two nodes that differ by n are of nodes that no way shorter than n joins. So of two
 * ends of a way most nodes in their lists need not be looked at. docs/research/bends.md has why. */
#ifndef CAIRN_BEARINGS_H
#define CAIRN_BEARINGS_H

#include "db/bend_list.h"
#include "db/bend_marks.h"

/* The bearings of an end of a way, over all nodes of its lists. In steps, as those of nodes. */
typedef struct cairn__bearings {
    int16_t least[CAIRN__LANDMARKS]; /* from the end over a node to the landmark, at least */
    int16_t most[CAIRN__LANDMARKS];  /* from a node to the landmark, less the way to the node */
    int16_t sure[CAIRN__LANDMARKS];  /* from the end to the landmark, at most */
    bool lonely;                     /* the end has no local nodes */
} cairn__bearings;

/* Those of an end without nodes. */
void cairn__bearings_clear(cairn__bearings *bearings);

/* Adds items of a list, which is that of a cell so far from the end; if it is `own`, that of the end itself. */
void cairn__bearings_add(cairn__bearings *bearings, const cairn__bend_set *set,
                         const cairn__list_item *items, uint32_t count, cairn__xy cell,
                         uint32_t base, bool own);

/* The least length of a way from a node to the end. */
uint32_t cairn__bearings_get_least(const cairn__bearings *bearings, const cairn__bend_set *set,
                                   uint32_t node);

/* True if they show that no leg joins the cells of two ends. */
bool cairn__bearings_exclude_leg(const cairn__bearings ends[2], const cairn__bend_set *set,
                                 const cairn__xy cells[2]);

#endif
