/* meter.h: the one device that counts work.
 *
 * A step of an agent, or a slice of a search, begins with a number of units. Every piece of work
 * asks for the units it will take, does nothing if fewer are left, and otherwise spends
 * them as one of the figures of cairn_work. So the units spent are the sum of the figures. */
#ifndef CAIRN_METER_H
#define CAIRN_METER_H

#include <assert.h>

#include "cairn/lab.h"

/* The units of a meter without a limit. */
#define CAIRN__NO_LIMIT UINT64_MAX

typedef struct cairn__meter {
    uint64_t left; /* units that may still be spent */
    cairn_work work;
} cairn__meter;

/* No indivisible piece of work exceeds CAIRN_MIN_WORK, so every step makes progress. */
static inline bool cairn__meter_can_spend(const cairn__meter *meter, uint64_t units)
{
    return units <= meter->left;
}

/* Spends units that are there as `figure`, a field of meter->work. */
static inline void cairn__meter_spend(cairn__meter *meter, uint32_t *figure, uint32_t units)
{
    assert(units <= meter->left);
    *figure += units;
    meter->left -= units;
}

/* Spends units as one of the figures if enough are left. */
static inline bool cairn__meter_try(cairn__meter *meter, uint32_t *figure, uint32_t units)
{
    if (!cairn__meter_can_spend(meter, units))
        return false;
    cairn__meter_spend(meter, figure, units);
    return true;
}

/* What is left of the units, for work that is counted in 32 bits. */
static inline uint32_t cairn__meter_get_left(const cairn__meter *meter)
{
    return meter->left < UINT32_MAX ? (uint32_t)meter->left : UINT32_MAX;
}

#endif
