/* lrta.c: LRTA* with the goal as its only target. */
#include "plan/leg.h"

const cairn__algorithm cairn__algorithm_lrta = {
    .get_bytes = cairn__leg_get_bytes,
    .create = cairn__leg_create,
    .start = cairn__leg_start,
    .plan = cairn__leg_plan,
};
