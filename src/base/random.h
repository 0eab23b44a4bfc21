/* random.h: random numbers that depend on (seed, stream) alone, the same on every machine. */
#ifndef CAIRN_RANDOM_H
#define CAIRN_RANDOM_H

#include "base/hash.h"
#include "cairn/lab.h"

/* A cairn_random is a SplitMix64 stream. */
static inline cairn_random cairn__random_start(uint64_t seed, uint64_t stream)
{
    uint64_t key = cairn__mix(seed + UINT64_C(0x9e3779b97f4a7c15));
    return (cairn_random){cairn__mix(key ^ (stream * UINT64_C(0xd1342543de82ef95) + 1))};
}

static inline uint32_t cairn__random_draw(cairn_random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(cairn__mix(random->state) >> 32);
}

/* Uniform in 0 .. bound - 1, without bias (Lemire's multiplication method). */
static inline uint32_t cairn__random_below(cairn_random *random, uint32_t bound)
{
    uint64_t product = (uint64_t)cairn__random_draw(random) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (0 - bound) % bound;
        while ((uint32_t)product < threshold)
            product = (uint64_t)cairn__random_draw(random) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
