/* bend_join.h: reading labels to their ends: those of the start's nodes are spread over the desk, those
 * of the goal's nodes are joined with what lies there. */
#ifndef CAIRN_BEND_JOIN_H
#define CAIRN_BEND_JOIN_H

#include "route/bend_desk.h"

/* A label that is being read. */
typedef struct cairn__bend_source {
    uint32_t node;
    uint32_t base; /* distance from the node to its end of the way */
    cairn__bend_label label;
} cairn__bend_source;

/* Where ways from both ends meet. */
typedef struct cairn__bend_meeting {
    uint32_t distance; /* of the whole way */
    uint32_t hub;
    uint32_t to_hub; /* distance from the start */
    uint32_t nodes[2];
} cairn__bend_meeting;

/* Notes the ways from the start over the node to its hubs; PAUSED if the units are used up first. */
cairn__answer cairn__bend_spread(cairn__bend_source *source, const cairn__bend_set *set,
                                 cairn__bend_desk *desk, cairn__meter *meter);

/* Joins the ways from the goal over the node to its hubs with those on the desk. A shorter one
 * replaces the best. PAUSED if the units are used up first. */
cairn__answer cairn__bend_join(cairn__bend_source *source, const cairn__bend_set *set,
                               const cairn__bend_desk *desk, cairn__bend_meeting *best,
                               cairn__meter *meter);

#endif
