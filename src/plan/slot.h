/* slot.h: plans as plain data, and slots, which extend them.
 *
 * A plan says all that is kept between two parts of a way. It owns nothing: it can be copied and saved. A
 * slot has the memory of one unfinished plan. An agent's own slot stays with its plan. Members of a crowd
 * have no slot of their own: a member's plan is loaded into one of the crowd's slots, which plans some runs
 * ahead, and is stored again. Going on from there, any slot plans the very runs that the first one would
 * have planned. A plan that was broken off cannot be stored: the slot stays with it. */
#ifndef CAIRN_SLOT_H
#define CAIRN_SLOT_H

#include "plan/plan.h"

/* A plan as an algorithm stores it. Nothing in it is trusted when it is loaded: it may come out of a saved
 * game. */
#define CAIRN__PLAN_WORDS 24

typedef struct cairn__plan {
    cairn__xy cell;  /* where its next part begins */
    cairn__xy goal;  /* of the problem */
    cairn__xy asked; /* the goal that was asked for; slots need not know it */
    uint32_t begun;  /* 0: nothing is planned yet, and the words mean nothing; else 1 */
    uint32_t words[CAIRN__PLAN_WORDS];
} cairn__plan;

/* Words of plans that an algorithm uses on a map. */
static inline uint32_t cairn__plan_get_words(const cairn__algorithm *algorithm,
                                             const cairn_map *map)
{
    return algorithm->get_packed_words != NULL ? algorithm->get_packed_words(map)
                                               : CAIRN__PLAN_WORDS;
}

/* ---- memory ---- */

/* The bytes of a slot, and making it there; a scout is for changing maps, and may be null. */
uint64_t cairn__slot_get_bytes(const cairn__setup *setup, const cairn__algorithm *algorithm);
cairn__slot *cairn__slot_create(const cairn__setup *setup, const cairn__algorithm *algorithm,
                                const cairn_allocator *allocator, cairn__scout *scout,
                                void *memory);

/* Gives back what the slot got since it was made. */
void cairn__slot_end(cairn__slot *slot);

/* The bytes that it got since it was made. */
uint64_t cairn__slot_get_grown_bytes(const cairn__slot *slot);

/* Plans by another database of the same kind; its plan begins again. Failures, with a sentence in `detail`:
 * MISMATCH, KIND, MEMORY, CAPACITY. */
cairn_status cairn__slot_set_db(cairn__slot *slot, const cairn_db *db, cairn_detail *detail);

/* ---- its plan ---- */

/* A new problem: learned values are forgotten, unless they are kept, and figures are 0. */
void cairn__slot_clear(cairn__slot *slot);

/* Leaves its plan. */
void cairn__slot_stop(cairn__slot *slot);

/* The plan learns of a change before it goes on. */
void cairn__slot_renew(cairn__slot *slot, cairn__renewal renewal, bool is_cut);

/* ---- plans that are loaded ---- */

/* Makes it a slot for loaded plans: it never learns, so that no plan asks for memory, and gives up where a
 * database leads no further. */
void cairn__slot_share(cairn__slot *slot);

/* Goes on with a plan, or begins it. */
void cairn__slot_load(cairn__slot *slot, const cairn__plan *plan);

/* The map has changed since the plan was stored: it learns of that before it goes on. */
void cairn__slot_notice(cairn__slot *slot);

/* Looks at the map if it has changed since the plan was loaded or looked at; true if it has. */
bool cairn__slot_look(cairn__slot *slot);

/* True if a path leads on to the goal. */
bool cairn__slot_is_joined(const cairn__slot *slot);

/* Plans the next run and goes to its end. A run of no moves: the units of slot->meter are used up, and
 * another call goes on. Failures: the database leads no further. */
cairn_status cairn__slot_plan(cairn__slot *slot, cairn__run *run);

/* Stores the plan after a run. */
void cairn__slot_store(const cairn__slot *slot, cairn__plan *plan);

#endif
