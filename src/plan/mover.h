/* mover.h: what walks by a plan, as plain data: an agent has one, and a crowd makes one of a member. On a
 * changing map a mover notices what a change means for where it stands, for its goal, and for the moves that
 * were planned for it; and it leaves walls. */
#ifndef CAIRN_MOVER_H
#define CAIRN_MOVER_H

#include "grid/living.h"
#include "grid/nearest_cell.h"
#include "plan/plan.h"

/* What keeps a mover from going on. */
typedef enum cairn__plight {
    CAIRN__PLIGHT_NONE,
    CAIRN__PLIGHT_STRANDED, /* its cell is blocked */
    CAIRN__PLIGHT_LEAVING,  /* the same, and it goes to an open one */
    CAIRN__PLIGHT_CUT_OFF,  /* no path joins it to its goal */
} cairn__plight;

/* Which exit a mover in a wall looks for. */
typedef enum cairn__wanted_exit {
    CAIRN__EXITS_NOT,
    CAIRN__EXITS_JOINED, /* one that a path joins to its goal */
    CAIRN__EXITS_ANY,
} cairn__wanted_exit;

/* Why it looks for its goal: CAIRN_GOAL_NEAREST, and no path leads to the cell that was asked for. */
typedef enum cairn__seeking {
    CAIRN__SEEKS_NOT,
    CAIRN__SEEKS_AT_START,     /* its plan has not been started */
    CAIRN__SEEKS_AFTER_CHANGE, /* it goes on if the goal is the same */
} cairn__seeking;

typedef struct cairn__mover {
    const cairn_map *map;
    uint8_t goal_policy;
    uint8_t stranded_policy;
    uint8_t plight;   /* a cairn__plight */
    uint8_t seeks;    /* a cairn__seeking */
    uint8_t exits;    /* a cairn__wanted_exit */
    uint8_t renewal;  /* a cairn__renewal: of its plan, before that goes on */
    bool is_cut;      /* a change ended moves that were planned: it is not where its plan led */
    bool starts;      /* its goal is known now: its plan is to be started */
    bool searching;   /* the search for its goal was broken off */
    cairn__xy cell;   /* where its run begins */
    cairn__xy goal;   /* of the problem */
    cairn__xy asked;  /* the goal that was asked for */
    cairn__xy exit;   /* leaving: the open cell that it goes to */
    uint32_t version; /* of the map, when it looked last */
    uint32_t sought;  /* the version with which its search for the goal began */
    cairn__nearest search; /* for its goal, or for its exit */
    cairn__run run;        /* planned moves still to take */
    cairn__run trail; /* moves made from `cell` while its plan was unfinished: it stands there */
} cairn__mover;

/* Where it stands. */
static inline cairn__xy cairn__mover_get_cell(const cairn__mover *mover)
{
    return cairn__cell_after(mover->cell, mover->trail.move, mover->trail.count);
}

/* The goal that is headed for from an open cell when `goal` is asked for, if that is plain to see. Failures:
 * BLOCKED, NO_PATH; by CAIRN_GOAL_NEAREST in place of both UNFINISHED: the nearest cell has to be looked for. */
cairn_status cairn__check_goal(const cairn_map *map, uint32_t goal_policy, cairn__xy from,
                               cairn__xy goal);

/* How many of a run's moves from a cell are legal on the map as it is. */
uint32_t cairn__count_legal(const cairn_map *map, cairn__xy from, uint32_t move, uint32_t count);

/* Begins to look for the goal, or goes on with that after a change of the map. */
void cairn__mover_seek(cairn__mover *mover, cairn__seeking why);

/* Looks for the goal as far as the units lead; true once it is found: the mover heads for it. */
bool cairn__mover_seek_on(cairn__mover *mover, cairn__meter *meter);

/* The map has changed since the mover looked last. Afterwards the moves of its run and of its trail are legal on
 * the map as it is, `plight` says what keeps it from going on, and `seeks` whether its goal has to be looked
 * for. */
void cairn__mover_notice(cairn__mover *mover, cairn__meter *meter);

/* Looks for the exit of a stranded mover as far as the units lead; it leaves once one is found. A search that was
 * broken off goes on over changes. */
void cairn__mover_seek_exit(cairn__mover *mover, cairn__meter *meter);

/* Its plan begins again from where it stands. */
void cairn__mover_begin_again(cairn__mover *mover);

/* Makes a stranded mover's next move out of blocked cells, and returns it; CAIRN__MOVES if it stands on its exit
 * already. On an open cell that is joined to the exit it plans again, or is cut off. */
uint32_t cairn__mover_leave(cairn__mover *mover);

#endif
