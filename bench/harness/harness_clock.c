/* harness_clock.c: the two clocks: one for single steps, one for whole walks. */
#include "harness.h"

#include <time.h>

enum { CLOCK_READINGS = 10000 };

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t harness_get_time(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t harness_get_cpu_time(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t harness_get_clock_cost(void)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < CLOCK_READINGS; i++) {
        uint64_t start = harness_get_time();
        uint64_t spent = harness_get_time() - start;
        least = spent < least ? spent : least;
    }
    return least;
}
