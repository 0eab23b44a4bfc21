/* bend_goal.h: the shortest ways of all nodes of bends to one goal, found once for many that go there.
 *
 * The goal's labels are spread over a desk, then the label of every node is joined with them; then all cells
 * are found from which a leg may lead there. Who goes to the goal then only looks which nodes its own cell's
 * list has: it reads no label to find its way, and mostly makes no straight test. */
#ifndef CAIRN_BEND_GOAL_H
#define CAIRN_BEND_GOAL_H

#include "route/bend_search.h"

typedef struct cairn__bend_goal {
    cairn__xy goal;
    bool spread;   /* the goal's labels lie on the desk */
    uint32_t node; /* the next one whose label is joined */
    cairn__bend_search search;
    cairn__bend_source source;   /* its label */
    cairn__bend_meeting best;    /* of it so far */
    bool reading;                /* it */
    cairn__bend_toward *towards; /* of each node */
    cairn__leg_field legs;       /* that lead there */
} cairn__bend_goal;

/* Begins with an open cell; `towards` and the blocks of `legs` have been set. */
void cairn__bend_goal_start(cairn__bend_goal *field, const cairn__bend_tools *tools,
                            cairn__xy goal);

/* What is known once all is. */
cairn__bend_ways cairn__bend_goal_get_ways(const cairn__bend_goal *field);

/* Goes on while units are left; DONE once all ways are known. The last piece of work may take more
 * than there are, by less than CAIRN__RESERVE. */
cairn__answer cairn__bend_goal_run(cairn__bend_goal *field, const cairn__bend_tools *tools,
                                   cairn__meter *meter);

#endif
