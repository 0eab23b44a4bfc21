/* gain.c: see gain.h. */
#include "route/gain.h"

/* A new try counts for one part of these, earlier ones for the rest. */
#define RATE_WEIGHT 32
#define HELPED_WEIGHT 16
#define ALL_HELPED 4096u

#define LEAST_SKIPPED 16
#define MOST_SKIPPED 4096

/* Every 128th problem that a guide would help with runs unguided, to measure the gain. */
#define MEASURED 128

static uint32_t mix(uint32_t mean, uint32_t number, uint32_t weight)
{
    return (uint32_t)(((uint64_t)mean * (weight - 1) + number) / weight);
}

void cairn__gains_note(cairn__gains *gains, cairn__gain_part part, uint64_t units,
                       uint32_t distance, bool helped)
{
    cairn__gain *known = &gains->parts[part];
    uint64_t exact = (units << 12) / (distance > 0 ? distance : 1);
    uint32_t rate = exact < UINT32_MAX ? (uint32_t)exact : UINT32_MAX;
    uint32_t help = helped ? ALL_HELPED : 0;
    known->rate = known->tried ? mix(known->rate, rate, RATE_WEIGHT) : rate;
    known->helped = known->tried ? mix(known->helped, help, HELPED_WEIGHT) : help;
    known->tried = true;
}

static bool try_part(cairn__gain *part, bool pays)
{
    if (pays)
        part->most = LEAST_SKIPPED;
    if (!pays && part->skipped++ < part->most)
        return false;
    part->skipped = 0;
    part->most = pays || part->most == MOST_SKIPPED ? part->most : 2 * part->most;
    return true;
}

/* True if a guided search takes less than jumps alone. */
static bool does_guide_pay(const cairn__gains *gains)
{
    const cairn__gain *guided = &gains->parts[CAIRN__GAIN_GUIDED];
    const cairn__gain *jumps = &gains->parts[CAIRN__GAIN_JUMPS];
    return !jumps->tried || !guided->tried || guided->rate <= jumps->rate;
}

/* True if labels save more than they take, by an eighth or more: units are not time. */
static bool do_labels_pay(const cairn__gains *gains)
{
    const cairn__gain *labels = &gains->parts[CAIRN__GAIN_LABELS];
    const cairn__gain *guided = &gains->parts[CAIRN__GAIN_GUIDED];
    const cairn__gain *jumps = &gains->parts[CAIRN__GAIN_JUMPS];
    uint64_t rest = guided->tried && does_guide_pay(gains) ? guided->rate : jumps->rate;
    uint64_t failed = rest * (ALL_HELPED - labels->helped) / ALL_HELPED;
    return !labels->tried || !jumps->tried ||
           8 * (labels->rate + failed) <= 7 * (uint64_t)jumps->rate;
}

bool cairn__gains_try_labels(cairn__gains *gains)
{
    return try_part(&gains->parts[CAIRN__GAIN_LABELS], do_labels_pay(gains));
}

bool cairn__gains_try_guide(cairn__gains *gains)
{
    bool pays = does_guide_pay(gains);
    if (pays && gains->unguided++ % MEASURED == 1)
        return false;
    return try_part(&gains->parts[CAIRN__GAIN_GUIDED], pays);
}
