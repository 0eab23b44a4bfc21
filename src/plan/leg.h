/* leg.h: heading for one target by LRTA*: what lrta, knn and dlrta walk by, and the last
 * resort of the others. */
#ifndef CAIRN_LEG_H
#define CAIRN_LEG_H

#include "plan/learned.h"
#include "plan/lookahead.h"
#include "plan/plan.h"

struct cairn__leg {
    bool learning;       /* the climb is stuck: look at all neighbours */
    uint32_t nearest;    /* distance to the target from which all is unknown again; 0: never */
    cairn__local *local; /* look-ahead beyond the neighbours; null: none */
    cairn__lookahead look;
    cairn__learned learned;
};

/* Memory for a leg, and making slot->leg there. */
uint64_t cairn__leg_get_bytes(const cairn__setup *setup);
void cairn__leg_create(cairn__slot *slot, const cairn__setup *setup, void *memory);

/* For algorithms that hardly ever need a leg: it is made when it is needed, unless it is not
 * allowed to get memory then. */
uint64_t cairn__leg_get_reserve(const cairn__setup *setup);
void cairn__leg_create_reserve(cairn__slot *slot, const cairn__setup *setup, void *memory);

/* A new problem: nothing learned, heading for the goal. */
void cairn__leg_start(cairn__slot *slot);

/* The map has changed: a look-ahead begins again. Learned values stay, for LRTA* arrives whatever
 * they are; to forget them at each change could keep it in a dead end for good. */
void cairn__leg_notice(cairn__slot *slot);

/* Heads for another target, which must be joined to the agent's cell. */
void cairn__leg_set_target(cairn__slot *slot, cairn__xy target);

/* Heads for the goal after moves that were none of the leg's; makes the leg if there is none.
 * Failures: MEMORY. */
cairn_status cairn__leg_take_over(cairn__slot *slot);

/* True if a path joins the agent's cell to a state of a database, which is not trusted. */
bool cairn__leg_can_reach(const cairn__slot *slot, cairn__xy state);

/* Plans the next moves towards the target, which is not the present cell. */
cairn_status cairn__leg_plan(cairn__slot *slot);

/* Gives back what was got after the agent was made. */
void cairn__leg_end(cairn__slot *slot);

#endif
