/* loop.h: a loop whose turns run on several threads.
 *
 * Threads take the turns in order, one at a time. What a turn leaves behind must depend on its
 * number alone: then the number of threads changes nothing but the time. */
#ifndef CAIRN_LOOP_H
#define CAIRN_LOOP_H

#include "base/poll.h"

typedef struct cairn__loop {
    const cairn_allocator *allocator; /* for the threads */
    const cairn__poll *poll;          /* asked by the calling thread alone; may be null */
    uint32_t threads;                 /* 1: the calling thread itself */
    uint32_t turns;
    /* Does turn number `turn`; `worker`, below `threads`, says whose workspace to use. A failure
     * ends the loop. */
    cairn_status (*run)(void *context, uint32_t worker, uint32_t turn);
    void *context;
} cairn__loop;

/* How what takes long is run off-line. */
typedef struct cairn__preparation {
    uint32_t threads;        /* the result does not depend on it */
    const cairn__poll *poll; /* asked by the calling thread; may be null */
} cairn__preparation;

/* Runs all turns. Failures: those of a turn, INTERRUPTED if the poll said so, MEMORY if not one
 * thread could be started. */
cairn_status cairn__loop_run(const cairn__loop *loop);

#endif
