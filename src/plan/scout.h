/* scout.h: a scout finds ways on the map as it is, for agents of one thread, one after the other.
 *
 * What an agent asks waits in a queue. Each agent that waits spends its own units on whatever is
 * first there; so none waits longer than if all had searched for themselves, and one memory serves
 * all. */
#ifndef CAIRN_SCOUT_H
#define CAIRN_SCOUT_H

#include "base/meter.h"
#include "cairn/agent.h"
#include "search/way.h"

typedef enum cairn__ask_state {
    CAIRN__ASK_NONE, /* nothing is asked */
    CAIRN__ASK_WAITS,
    CAIRN__ASK_FOUND, /* the way is there */
    CAIRN__ASK_FAILED,
} cairn__ask_state;

/* A question. It lies in the agent that asks it. */
typedef struct cairn__ask {
    struct cairn__ask *next; /* in the queue */
    cairn__ask_state state;
    cairn__xy from;
    cairn__xy to;
    uint32_t distance; /* of the way found, or of all that it is the beginning of */
    cairn__way way;
} cairn__ask;

/* Asks for an optimal way between two joined cells. */
void cairn__scout_ask(cairn_scout *scout, cairn__ask *ask, cairn__xy from, cairn__xy to);

/* Takes a question back; nothing happens if there is none. */
void cairn__scout_forget(cairn_scout *scout, cairn__ask *ask);

/* Spends units until the question is answered, or there are no more. */
void cairn__scout_run(cairn_scout *scout, const cairn__ask *ask, cairn__meter *meter);

#endif
