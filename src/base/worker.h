/* worker.h: running one function on several threads, and waiting with a time-out.
 * worker_posix.c does it with POSIX threads, worker_win32.c with those of Windows; worker_none.c has only
 * the clock: there are no crews. */
#ifndef CAIRN_WORKER_H
#define CAIRN_WORKER_H

#include "base/platform.h"
#include "cairn/base.h"

/* The most threads that any definition may ask for. */
#define CAIRN__MOST_THREADS 4096

typedef struct cairn__crew cairn__crew;

/* Milliseconds of a clock that never goes back. */
uint64_t cairn__get_milliseconds(void);

#if !CAIRN__BARE

/* Starts up to `count` threads that each call `work(context)`.
 * Fewer may start if the system has no more to give; none at all is a failure. */
cairn_status cairn__crew_start(const cairn_allocator *allocator, uint32_t count,
                               void (*work)(void *context), void *context, cairn__crew **crew);

/* Waits until all threads have returned, or about `milliseconds`; true when all have. */
bool cairn__crew_wait(cairn__crew *crew, uint32_t milliseconds);

/* Joins all threads and frees the crew. Null is fine. */
void cairn__crew_join(cairn__crew *crew);

#endif

#endif
