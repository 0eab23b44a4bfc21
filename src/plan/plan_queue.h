/* plan_queue.h: plans of agents that share a planner, and the one slot that extends them.
 *
 * An agent's plan is stored between two services. A plan that needs more runs enters the queue: first in,
 * first out. The slot stays with the first plan until that is served or leaves, so no search is broken off
 * for another one. Whoever pays spends on the first plan. */
#ifndef CAIRN_PLAN_QUEUE_H
#define CAIRN_PLAN_QUEUE_H

#include "plan/short_run.h"
#include "plan/slot.h"

#define CAIRN__SHARED_RUNS 12

typedef enum cairn__shared_state {
    CAIRN__SHARED_RESTS,
    CAIRN__SHARED_WAITS,  /* in the queue */
    CAIRN__SHARED_FAILED, /* the database leads no further */
} cairn__shared_state;

typedef struct cairn__plan_queue cairn__plan_queue;
typedef struct cairn__shared_plan cairn__shared_plan;

/* It lies in its agent. */
struct cairn__shared_plan {
    cairn__plan_queue *queue;
    cairn__shared_plan *previous; /* in the queue */
    cairn__shared_plan *next;
    cairn_allocator allocator; /* of the agent's memory */
    cairn__xy cell;            /* where its next part begins */
    cairn__xy goal;
    uint32_t version; /* of the queue, when the words were stored; 0: nothing is stored */
    cairn__short_run runs[CAIRN__SHARED_RUNS]; /* from `first` up to `count`: still to take */
    uint8_t first;
    uint8_t count;
    uint8_t state;    /* a cairn__shared_state */
    uint32_t words[]; /* that the algorithm uses */
};

struct cairn__plan_queue {
    cairn_allocator allocator;
    cairn__slot *slot;
    cairn__shared_plan *first;
    cairn__shared_plan *last;
    bool is_loaded;   /* the slot has the first plan */
    uint32_t version; /* rises with every database */
    uint32_t words;   /* of a plan */
};

/* Makes a queue with the memory of its slot, and destroys it. Failures: MEMORY. */
cairn_status cairn__plan_queue_create(const cairn__setup *setup, const cairn__algorithm *algorithm,
                                      const cairn_allocator *allocator, cairn__plan_queue **queue);
void cairn__plan_queue_destroy(cairn__plan_queue *queue);

/* Serves plans as far as the units lead; true if none waits any more. */
bool cairn__plan_queue_serve(cairn__plan_queue *queue, cairn__meter *meter);

/* Plans by another database of the same kind; all plans begin again. Failures: those of cairn__slot_set_db(). */
cairn_status cairn__plan_queue_set_db(cairn__plan_queue *queue, const cairn_db *db,
                                      cairn_detail *detail);

/* ---- one plan ---- */

/* The bytes of a plan, and making it there. */
uint64_t cairn__shared_plan_get_bytes(const cairn__algorithm *algorithm, const cairn_map *map);
cairn__shared_plan *cairn__shared_plan_create(cairn__plan_queue *queue,
                                              const cairn_allocator *allocator, void *memory);

/* A new problem. */
void cairn__shared_plan_begin(cairn__shared_plan *plan, cairn__xy from, cairn__xy goal);

/* Leaves the queue, in constant time, and its runs: a new problem or another database follows. */
void cairn__shared_plan_leave(cairn__shared_plan *plan);

/* The next run. If none is planned, the units of the slot's meter go to the queue until the plan is served. A run
 * of no moves: they are used up, and another call goes on. Failures: CORRUPT, the database leads no further. */
cairn_status cairn__shared_plan_next(cairn__shared_plan *plan, cairn__run *run);

/* ---- the queue of a planner (planner.c) ---- */

/* True if a planner was made with this database. */
bool cairn__planner_has_db(const cairn_planner *planner, const cairn_db *db);

/* The queue for agents of a database; the first call makes it. Failures: MEMORY. */
cairn_status cairn__planner_get_queue(cairn_planner *planner, const cairn__setup *setup,
                                      const cairn__algorithm *algorithm, cairn__plan_queue **queue);

#endif
