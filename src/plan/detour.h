/* detour.h: paths around changes, found by a scout, for agents whose database was made for an earlier
 * state of the map. Without a scout, and on an unchanged map, there are none. */
#ifndef CAIRN_DETOUR_H
#define CAIRN_DETOUR_H

#include "grid/living.h"
#include "plan/reach.h"
#include "plan/scout.h"

struct cairn__detour {
    cairn__ask ask;
    bool active;  /* the agent is on a detour, or waits for one */
    cairn__xy to; /* where it ends */
    /* Looking at the legs of a way before it is gone. */
    cairn__reach reach;
    uint32_t excess; /* tenths that detours add to the legs so far */
};

/* Memory for slot->detour, none without a scout, and making it there. */
uint64_t cairn__detour_get_bytes(const cairn__setup *setup);
void cairn__detour_create(cairn__slot *slot, const cairn__setup *setup, void *memory);

/* Leaves the scout alone: a new problem begins, or the agent is gone. */
void cairn__detour_end(cairn__slot *slot);

/* True if a way around something may be asked for. */
static inline bool cairn__may_detour(const cairn__slot *slot)
{
    return slot->detour != NULL && !cairn__is_as_built(slot->map);
}

/* True if the agent is on a detour that is not over where it stands. */
bool cairn__is_on_detour(cairn__slot *slot);

/* Sets out for a cell that is joined to the agent's. */
void cairn__detour_start(cairn__slot *slot, cairn__xy to);

/* Packs the way of a detour for members of a crowd, or as much of its beginning as `room` words
 * hold, which are 0 before. Sets out again for its end along the packed way; without one it is asked for again. */
void cairn__detour_pack(const cairn__slot *slot, uint32_t *words, uint32_t room);
void cairn__detour_unpack(cairn__slot *slot, cairn__xy to, const uint32_t *words, uint32_t room);

/* The next moves of the detour that the agent is on. DONE: slot->run has them; PAUSED: the units are
 * used up; NONE: the scout has failed, and the detour is over. A detour that is much longer than a
 * straight line leads to the goal instead. */
cairn__answer cairn__detour_plan(cairn__slot *slot);

/* The map has changed: a way that is not whole is asked for again. False if the detour is over, for
 * its end is blocked or cut off. */
bool cairn__detour_notice(cairn__slot *slot, bool is_cut);

/* Begins to look at the legs of a way, and looks at one more: does a climb lead from one cell to the
 * other or, if not, how long is the detour? Both cells are open and joined. DONE: go on with the next
 * leg; NONE: detours make the way too long, or the scout has failed; PAUSED: the units are used up. */
void cairn__detour_start_legs(cairn__slot *slot);
cairn__answer cairn__detour_check_leg(cairn__slot *slot, cairn__xy from, cairn__xy to);

#endif
