/* crowd_places.h: which member stands on a cell, and which cells are kept free, for crowds whose
 * members keep clear of each other. For others nothing is taken, and there is nothing to keep. */
#ifndef CAIRN_CROWD_PLACES_H
#define CAIRN_CROWD_PLACES_H

#include "crowd/crowd_state.h"

/* ---- memory ---- */

/* The bytes of all that a crowd of `capacity` members needs; its tables are laid out one behind the other,
 * all zero. */
uint64_t cairn__apart_get_bytes(uint32_t capacity);
void cairn__apart_lay_out(cairn_crowd *crowd, char *memory);

/* Makes the table of places anew from the members' cells. */
void cairn__places_restore(cairn_crowd *crowd);

/* Forgets hints, and keeps no cell free: while a saved state is loaded. */
void cairn__apart_forget(cairn_crowd *crowd);

/* Empties the table of places, for those of a saved state that may yet be refused. */
void cairn__places_empty(cairn_crowd *crowd);

/* ---- members ---- */

/* The slot that a cell would be in if there were no others. */
static inline uint32_t cairn__place_get_slot(const cairn__apart *apart, cairn_cell cell)
{
    uint32_t hash = cell * UINT32_C(0x9e3779b1);
    return (uint32_t)((uint64_t)hash * apart->slots >> 32);
}

/* The member on a cell, or CAIRN__NO_MEMBER. */
static inline uint32_t cairn__place_find(const cairn_crowd *crowd, cairn_cell cell)
{
    const cairn__apart *apart = &crowd->apart;
    if (apart->slots == 0)
        return CAIRN__NO_MEMBER;
    uint32_t slot = cairn__place_get_slot(apart, cell);
    while (apart->places[slot].member != 0 && apart->places[slot].cell != cell)
        slot = slot + 1 < apart->slots ? slot + 1 : 0;
    return apart->places[slot].member - 1;
}

/* Notes who stands on a cell now, whoever did before. */
void cairn__place_set(cairn__apart *apart, cairn_cell cell, uint32_t i);

/* Nobody stands on a cell any more. */
void cairn__place_clear(cairn__apart *apart, cairn_cell cell);

/* True if a member stands on the cell, or it is kept free in the next frame. */
bool cairn__place_is_taken(const cairn_crowd *crowd, cairn_cell cell);

/* A member comes to stand on its cell, leaves it, or goes to another one that is free. */
void cairn__place_add(cairn_crowd *crowd, uint32_t i);
void cairn__place_remove(cairn_crowd *crowd, uint32_t i);
void cairn__place_move(cairn_crowd *crowd, uint32_t i, cairn_cell cell);

/* A member has a new order: it has not waited for anything yet. */
static inline void cairn__place_set_out(const cairn_crowd *crowd, uint32_t i)
{
    if (crowd->occupancy != CAIRN_OCCUPANCY_OFF)
        crowd->apart.spots[i].waits = crowd->apart.spots[i].barred = 0;
}

/* Where a member's ring begins. */
static inline void cairn__place_aim(const cairn_crowd *crowd, uint32_t i, cairn_cell aim)
{
    if (crowd->occupancy != CAIRN_OCCUPANCY_OFF)
        crowd->apart.spots[i].aim = aim;
}

/* ---- reservations ---- */

/* Keeps a cell free up to a frame; there must be room. */
void cairn__kept_set(cairn_crowd *crowd, cairn_cell cell, uint32_t last);

bool cairn__kept_find(const cairn_crowd *crowd, cairn_cell cell, uint32_t frame);

/* The last frame in which a cell that is kept free is. */
uint32_t cairn__kept_get_last(const cairn_crowd *crowd, cairn_cell cell);

/* True if nobody may enter the cell in this frame. */
static inline bool cairn__place_is_kept(const cairn_crowd *crowd, cairn_cell cell)
{
    return crowd->apart.kept_last >= crowd->frame && cairn__kept_find(crowd, cell, crowd->frame);
}

/* ---- rest (crowd_settle.c) ---- */

/* A member at rest leaves its cell, or the game keeps it free no longer: there may be a free cell more near
 * the goals around. */
void cairn__rest_end(cairn_crowd *crowd, cairn_cell cell);

/* What a member that stays where it is has done: arrived, if it is around its goal, or settled. */
uint8_t cairn__rest_get_state(const cairn_crowd *crowd, uint32_t i);

/* The free cell nearest to a goal among those nearer than a distance, in tenths, from which a climb
 * leads to the goal; false if there is none. */
bool cairn__rest_find(cairn_crowd *crowd, cairn__xy goal, uint32_t distance, cairn__xy *cell);

/* ---- moves (crowd_turns.c) ---- */

/* What the members did in a frame. */
typedef struct cairn__turn_sum {
    uint32_t moved;
    uint32_t arrived;
    uint32_t ended;  /* of those under way: at rest now, with those that arrived */
    uint32_t rested; /* of those that moved, members at rest */
} cairn__turn_sum;

/* A member wants to move from now on: its turn is behind those that want to already. One that wants to
 * already keeps its turn. */
void cairn__turn_join(cairn_crowd *crowd, uint32_t i);

/* One move of each member that can move, on one thread. */
void cairn__crowd_take_turns(cairn_crowd *crowd, cairn__turn_sum *sum);

#endif
