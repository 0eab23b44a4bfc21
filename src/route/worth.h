/* worth.h: what it has cost to try something, and how often it helped, so that what does not pay is hardly
 * ever tried. Work is counted in units, never by a clock: the same questions get the same tries. */
#ifndef CAIRN_WORTH_H
#define CAIRN_WORTH_H

#include <stdbool.h>
#include <stdint.h>

/* Means over the last times. */
typedef struct cairn__worth {
    uint32_t rate;    /* units of a try, for 4096 tenths of octile distance */
    uint32_t helped;  /* of CAIRN__HELPED tries */
    bool tried;       /* otherwise nothing is known */
    uint32_t skipped; /* since the last try */
    uint32_t most;    /* that are skipped if tries do not pay; twice as many each time */
} cairn__worth;

#define CAIRN__HELPED 4096u

/* Units by which trials of all distances can be compared. */
uint32_t cairn__worth_get_rate(uint64_t units, uint32_t distance);

/* Notes a try. */
void cairn__worth_note(cairn__worth *kept, uint32_t rate, bool helped);

/* True if a try is to be made now: if it is worth it, and now and then if it is not, for the map may have
 * changed. */
bool cairn__worth_try(cairn__worth *kept, bool worth);

#endif
