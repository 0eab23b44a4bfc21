/* worth.c: see worth.h. */
#include "route/worth.h"

/* What was before counts for all but one part of so many. */
#define RATE_WEIGHT 32
#define HELPED_WEIGHT 16

#define LEAST_SKIPPED 16
#define MOST_SKIPPED 4096

uint32_t cairn__worth_get_rate(uint64_t units, uint32_t distance)
{
    uint64_t rate = (units << 12) / (distance > 0 ? distance : 1);
    return rate < UINT32_MAX ? (uint32_t)rate : UINT32_MAX;
}

static uint32_t mix(uint32_t mean, uint32_t number, uint32_t weight)
{
    return (uint32_t)(((uint64_t)mean * (weight - 1) + number) / weight);
}

void cairn__worth_note(cairn__worth *kept, uint32_t rate, bool helped)
{
    uint32_t help = helped ? CAIRN__HELPED : 0;
    kept->rate = kept->tried ? mix(kept->rate, rate, RATE_WEIGHT) : rate;
    kept->helped = kept->tried ? mix(kept->helped, help, HELPED_WEIGHT) : help;
    kept->tried = true;
}

bool cairn__worth_try(cairn__worth *kept, bool worth)
{
    if (worth)
        kept->most = LEAST_SKIPPED;
    if (!worth && kept->skipped++ < kept->most)
        return false;
    kept->skipped = 0;
    kept->most = worth || kept->most == MOST_SKIPPED ? kept->most : 2 * kept->most;
    return true;
}
