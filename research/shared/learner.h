/* learner.h: what the learning searches over the look-ahead core share (lrts, rtaa, lss): a table
 * of learned values, a look-ahead, and walking the way that it found before looking ahead again. */
#ifndef CAIRN_LEARNER_H
#define CAIRN_LEARNER_H

#include "plan/learned.h"
#include "plan/local.h"
#include "plan/plan.h"

/* A look-ahead that may be broken off: its stage, 0 if there is none, and how far its loop is. */
typedef struct cairn__looking {
    uint32_t stage;
    uint32_t i;
    uint32_t number; /* of a state: rtaa, lss: to be expanded next; lrts: the lowest of its ring */
    uint32_t ring;   /* lrts: of that state, or the last ring */
    uint32_t f;      /* lrts: the highest of the rings' lowest */
    uint32_t unsettled; /* lss: states without their value */
} cairn__looking;

typedef struct cairn__learner {
    cairn__learned learned;
    cairn__local local;
    cairn__looking looking;
    cairn__local_way way;
} cairn__learner;

/* Memory for a learner with a look-ahead of the given size, and laying it out behind the learner
 * itself. Returns the memory behind all that. */
uint64_t cairn__learner_get_bytes(const cairn__setup *setup, cairn__local_size size);
void *cairn__learner_create(cairn__slot *slot, cairn__learner *learner, cairn__local_size size,
                            void *memory);
void cairn__learner_start(cairn__slot *slot, cairn__learner *learner);

/* Takes the next moves of the way; `look_ahead` learns and makes a new one when it is used up, or
 * leaves it as it is if the units left do not suffice. */
cairn_status cairn__learner_plan(cairn__slot *slot, cairn__learner *learner,
                                 cairn_status (*look_ahead)(cairn__slot *slot));

/* Begins the search of a look-ahead at the agent's cell, for a unit; false: not yet. */
bool cairn__learner_search(cairn__slot *slot, cairn__learner *learner, cairn__local_order order);

/* The look-ahead comes to another stage. */
static inline void cairn__looking_go_on(cairn__looking *look, uint32_t stage)
{
    look->stage = stage;
    look->i = 0;
}

#endif
