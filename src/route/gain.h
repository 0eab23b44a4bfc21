/* gain.h: what the parts of a search for a way have cost so far, and how often they helped, so that a part that
 * does not pay is hardly ever tried. Work is counted in units, never by a clock: the same questions in the same
 * order get the same tries. What is learned changes units and the choice among equal paths, so a planner
 * learns of its questions alone: walks, which crowds save, learn nothing. */
#ifndef CAIRN_GAIN_H
#define CAIRN_GAIN_H

#include <stdbool.h>
#include <stdint.h>

/* Means over the last tries of one part. */
typedef struct cairn__gain {
    uint32_t rate;    /* units of a try, for 4096 tenths of octile distance */
    uint32_t helped;  /* tries that did, of 4096 */
    bool tried;       /* otherwise nothing is known */
    uint32_t skipped; /* since the last try */
    uint32_t most;    /* skipped tries where the part does not pay; twice as many each time */
} cairn__gain;

typedef enum cairn__gain_part {
    CAIRN__GAIN_LABELS, /* labels and detours, up to the proof that nothing is shorter */
    CAIRN__GAIN_GUIDED, /* jumps guided by labels */
    CAIRN__GAIN_JUMPS,  /* jumps alone */
    CAIRN__GAIN_PARTS,
} cairn__gain_part;

typedef struct cairn__gains {
    cairn__gain parts[CAIRN__GAIN_PARTS];
    uint32_t unguided; /* counts problems that a guide would help with, to measure jumps alone */
} cairn__gains;

/* True if labels are to be tried now, or a guide: where they pay, and now and then where they do not, for the
 * map may have changed. */
bool cairn__gains_try_labels(cairn__gains *gains);
bool cairn__gains_try_guide(cairn__gains *gains);

/* Notes a try of `units` units between two cells at an octile distance. */
void cairn__gains_note(cairn__gains *gains, cairn__gain_part part, uint64_t units,
                       uint32_t distance, bool helped);

#endif
