/* scout.h: a scout finds ways on the map as it is, for agents of one thread, one after the other.
 *
 * Requests of agents wait in a queue. Each waiting agent spends its own units on the first request; so
 * none waits longer than if all had searched for themselves, and one memory serves all.
 *
 * A search begins again if the map changes meanwhile, for its path would perhaps not be optimal. If
 * every frame brings a change no search would ever end; so one that has been begun a second time
 * goes on. What it finds then is a path of the map as it was here and there; who walks a way looks
 * at each run first (way.h), and asks again where it ends. */
#ifndef CAIRN_SCOUT_H
#define CAIRN_SCOUT_H

#include "route/way_search.h"
#include "plan/plan.h"
#include "search/way.h"

typedef enum cairn__ask_state {
    CAIRN__ASK_NONE, /* nothing is asked */
    CAIRN__ASK_WAITS,
    CAIRN__ASK_FOUND, /* the way is there */
    CAIRN__ASK_FAILED,
} cairn__ask_state;

/* A question. It lies in the agent that asks it. */
struct cairn__ask {
    struct cairn__ask *next; /* in the queue */
    cairn__ask_state state;
    uint32_t begun; /* how often a search was begun */
    cairn__way_question question;
    uint32_t distance; /* of the way found, or of all that it is the beginning of */
    cairn__way way;
};

/* Makes a scout for a changing map, which is kept, not owned, with the memory of one search, and
 * destroys it. Failures: MEMORY. */
cairn_status cairn__scout_create(const cairn_map *map, const cairn_allocator *allocator,
                                 cairn__scout **scout);
void cairn__scout_destroy(cairn__scout *scout);

/* Asks for an optimal way between two joined cells. */
void cairn__scout_ask(cairn__scout *scout, cairn__ask *ask, const cairn__way_question *question);

/* Takes a question back; nothing happens if there is none. A way that was found stays. */
void cairn__scout_forget(cairn__scout *scout, cairn__ask *ask);

/* Spends units until the question is answered, or there are no more. */
void cairn__scout_run(cairn__scout *scout, const cairn__ask *ask, cairn__meter *meter);

/* Spends units until every question is answered; false if there are no more units. */
bool cairn__scout_serve(cairn__scout *scout, cairn__meter *meter);

/* ---- the scout of a planner (planner.c) ---- */

/* True if the planner was made for this map. */
bool cairn__planner_is_for(const cairn_planner *planner, const cairn_map *map);

/* The scout that finds ways for agents on a changing map; the first call makes it. Failures: MEMORY. */
cairn_status cairn__planner_get_scout(cairn_planner *planner, cairn__scout **scout);

#endif
