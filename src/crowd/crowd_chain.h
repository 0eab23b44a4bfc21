/* crowd_chain.h: members that push each other, and how one that walks finds its next move. */
#ifndef CAIRN_CROWD_CHAIN_H
#define CAIRN_CROWD_CHAIN_H

#include "crowd/crowd_places.h"

/* Members of a chain at most: one that would be longer waits. */
#define CAIRN__CHAIN 256

/* A member of a chain. */
typedef struct cairn__chain_link {
    uint32_t member;
    uint8_t move;   /* that it tries */
    uint8_t ranked; /* 1: its other moves are known */
    uint8_t next;   /* of its other moves */
    uint8_t count;  /* of them */
    uint8_t moves[CAIRN__MOVES];
} cairn__chain_link;

/* A chain, whose first member is the one whose turn it is, and what a frame needs. */
typedef struct cairn__chain {
    cairn_crowd *crowd;
    cairn__turn_sum *sum;
    uint32_t depth;
    uint32_t
        barred; /* member of it before which others have settled around the goal that it and the
                        first one share, or CAIRN__NO_MEMBER */
    cairn__chain_link links[CAIRN__CHAIN];
} cairn__chain;

/* A member whose order is over. */
static inline bool cairn__state_is_over(uint8_t state)
{
    return state == CAIRN_MEMBER_ARRIVED || state == CAIRN_MEMBER_SETTLED;
}

/* True if a member has arrived at a goal, or settled as near to it as it could get. */
static inline bool cairn__has_settled_at(const cairn_crowd *crowd, uint32_t j, cairn__xy goal)
{
    return cairn__state_is_over(crowd->states[j]) &&
           cairn__is_same_cell(crowd->all[j].plan.goal, goal);
}

/* A member that stands in a wall, or is on its way out: nobody pushes it. */
static inline bool cairn__state_is_in_wall(uint8_t state)
{
    return state == CAIRN_MEMBER_STRANDED || state == CAIRN_MEMBER_LEAVING;
}

/* A member that stays where it is unless it is pushed. */
static inline bool cairn__state_is_standing(uint8_t state)
{
    return cairn__state_is_resting(state) || state == CAIRN_MEMBER_CUT_OFF ||
           state == CAIRN_MEMBER_LOST;
}

/* True if one move leads from a member to one that has settled around its own goal. */
bool cairn__is_beside_settled(const cairn_crowd *crowd, uint32_t i);

/* Makes a move into a free cell; false if it is not free. */
bool cairn__chain_step(cairn__chain *chain, uint32_t i, uint32_t move);

/* Makes a move, or another one that leads nearer, pushing others; false if there is none. The member is
 * decided then: nobody pushes it in this frame. It fails at once if one of the chain is barred. */
bool cairn__chain_push(cairn__chain *chain, uint32_t i, uint32_t move);

/* The same with this move alone, which is not looked at. */
bool cairn__chain_force(cairn__chain *chain, uint32_t i, uint32_t move);

/* ---- walls (crowd_leave.c) ---- */

/* A move out of blocked cells, pushing others. */
void cairn__turn_leave(cairn__chain *chain, uint32_t i);

/* ---- one member (crowd_walk.c) ---- */

/* The move that a member would make if it were alone; CAIRN__MOVES: none. */
uint32_t cairn__walk_get_wish(cairn__chain *chain, uint32_t i);

/* Where a member goes to from where it stands, as the crow flies. */
cairn__xy cairn__walk_get_target(const cairn_crowd *crowd, uint32_t i);

/* A member has made a move. */
void cairn__walk_note(cairn__chain *chain, uint32_t i, uint32_t move);

/* A member has arrived where it stands. */
void cairn__walk_end(cairn__chain *chain, uint32_t i);

/* A member's plan is made anew from where it stands. */
void cairn__walk_renew(cairn_crowd *crowd, uint32_t i);

/* Leaves out where the ring begins if a climb leads to the end of its first run. */
void cairn__walk_skip(cairn_crowd *crowd, uint32_t i);

#endif
