/* short_run.h: a run of equal moves in 16 bits: bits 0 to 2 the move, bit 3 its owner's, bits 4 to 15 how many
 * moves are left. */
#ifndef CAIRN_SHORT_RUN_H
#define CAIRN_SHORT_RUN_H

#include <stdint.h>

typedef uint16_t cairn__short_run;

#define CAIRN__MOST_RUN 4095

static inline cairn__short_run cairn__make_run(uint32_t move, uint32_t count)
{
    return (cairn__short_run)(move | count << 4);
}

static inline uint32_t cairn__run_get_move(cairn__short_run run)
{
    return run & 7;
}

static inline uint32_t cairn__run_get_count(cairn__short_run run)
{
    return (uint32_t)run >> 4;
}

#endif
