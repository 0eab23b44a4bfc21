/* worker_none.c: worker.h where there are no threads: the calling one does all the work (loop.c). */
#include "base/worker.h"

#if CAIRN__BARE

#include <time.h>

uint64_t cairn__get_milliseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

#endif
