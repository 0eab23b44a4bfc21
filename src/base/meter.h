/* meter.h: the one device that counts work.
 *
 * A step of an agent, or a slice of a search, begins with a number of units. Work takes them in one
 * of two ways:
 * - A piece whose units are known beforehand asks for them, and does nothing if fewer are left.
 * - A piece whose units are known only once it is done takes them from an open meter. Opening keeps
 *   CAIRN__RESERVE units back for the last piece, which may take more than are left; closing gives
 *   the reserve back.
 * Either way the units are counted as one of the figures of cairn_work, so the units spent are the
 * sum of the figures. */
#ifndef CAIRN_METER_H
#define CAIRN_METER_H

#include <assert.h>

#include "cairn/agent.h"
#include "cairn/lab.h"

/* The units of a meter without a limit. */
#define CAIRN__NO_LIMIT INT64_MAX

/* The units kept back while a meter is open. No piece of work that runs on an open meter takes more. */
#define CAIRN__RESERVE 128

static_assert(CAIRN__RESERVE < CAIRN_MIN_WORK, "every step can do a piece of work");

/* How far work on a meter has come. */
typedef enum cairn__answer {
    CAIRN__DONE,   /* it has what it looked for */
    CAIRN__PAUSED, /* the units are used up: another call goes on */
    CAIRN__NONE,   /* there is nothing, or nothing more */
    CAIRN__FAILED, /* what it read is damaged, or does not hold on this map */
} cairn__answer;

typedef struct cairn__meter {
    int64_t left; /* units that may still be spent; below 0 only while it is open */
    cairn_work work;
} cairn__meter;

/* No indivisible piece of work exceeds CAIRN_MIN_WORK, so every step makes progress. */
static inline bool cairn__meter_can_spend(const cairn__meter *meter, int64_t units)
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

/* The units of a meter for a figure of a caller; 0 stands for no limit. */
static inline int64_t cairn__meter_get_units(uint64_t figure)
{
    return figure == 0 || figure > INT64_MAX ? CAIRN__NO_LIMIT : (int64_t)figure;
}

/* Parts a meter: the new one gets the units that are left, at most `most`. */
static inline cairn__meter cairn__meter_split(cairn__meter *meter, int64_t most)
{
    int64_t units = most < meter->left ? most : meter->left;
    meter->left -= units;
    return (cairn__meter){.left = units};
}

/* Gives what is left of a part back. Its figures are the caller's business. */
static inline void cairn__meter_join(cairn__meter *meter, const cairn__meter *part)
{
    meter->left += part->left;
}

/* Keeps the reserve back. Returns what is left, not above 0 if no piece can be done. */
static inline int64_t cairn__meter_open(cairn__meter *meter)
{
    meter->left -= CAIRN__RESERVE;
    return meter->left;
}

/* Gives the reserve back, and counts the units taken since the meter was opened with `begun` left. */
static inline void cairn__meter_close(cairn__meter *meter, uint32_t *figure, int64_t begun)
{
    *figure += (uint32_t)(begun - meter->left);
    meter->left += CAIRN__RESERVE;
    assert(begun <= 0 || meter->left >= 0);
}

#endif
