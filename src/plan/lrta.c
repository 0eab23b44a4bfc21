/* lrta.c: LRTA* with the goal as its only target. */
#include "plan/leg.h"

static void notice(cairn__slot *slot, bool is_cut)
{
    (void)is_cut;
    cairn__leg_notice(slot);
}

const cairn__algorithm cairn__algorithm_lrta = {
    .get_bytes = cairn__leg_get_bytes,
    .create = cairn__leg_create,
    .start = cairn__leg_start,
    .notice = notice,
    .plan = cairn__leg_plan,
};
