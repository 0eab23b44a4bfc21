/* bend_legs.h: the cells at which a way found by labels of bends turns, one after the other.
 *
 * The way up to the hub is read from label to label. The way down is the way up from the goal's
 * node, read backwards: its nodes nearest to the hub are kept, the others read again when these are
 * used up. Labels are trusted for nothing: every node must be nearer to the hub than the one before
 * by the distance between them, so no way is endless. The straight test decides whether a leg leads
 * from one cell to the next. */
#ifndef CAIRN_BEND_LEGS_H
#define CAIRN_BEND_LEGS_H

#include "route/bend_search.h"

#define CAIRN__BEND_KEPT 16

typedef enum cairn__legs_phase {
    CAIRN__LEGS_BEGIN,
    CAIRN__LEGS_FIRST, /* the way's first node is next */
    CAIRN__LEGS_UP,    /* at a node of the way up */
    CAIRN__LEGS_LIST,  /* the way down is listed */
    CAIRN__LEGS_DOWN,  /* at a node of the way down, or at the hub */
    CAIRN__LEGS_LAST,  /* the goal's local node is next */
    CAIRN__LEGS_GOAL,  /* the goal is next */
    CAIRN__LEGS_DONE,
    CAIRN__LEGS_TURNS, /* a turn is next, or the goal */
} cairn__legs_phase;

/* A node of a way to the hub, and what is left of it; UINT32_MAX: not known. */
typedef struct cairn__legs_place {
    uint32_t node;
    uint32_t left;
} cairn__legs_place;

typedef struct cairn__bend_legs {
    cairn__bend_way way;
    cairn__xy goal;
    cairn__xy cell; /* the last one reported */
    cairn__legs_phase phase;
    uint32_t turn; /* the next one */
    cairn__legs_place at;
    cairn__legs_place listed;
    uint32_t kept[CAIRN__BEND_KEPT];
    uint32_t kept_end;
    uint32_t kept_left;
} cairn__bend_legs;

/* Begins at the start of a way that was found; of one from a cell whose ways are known, at the other
 * cell. */
void cairn__bend_legs_start(cairn__bend_legs *legs, const cairn__bend_search *search);

/* The next cell. DONE; PAUSED if the units are used up; NONE behind the goal, and at damage. A look
 * into a label is not broken off: the last one may take more units than there are. */
cairn__answer cairn__bend_legs_next(cairn__bend_legs *legs, const cairn__bend_set *set,
                                    cairn__meter *meter, cairn__xy *cell);

#endif
