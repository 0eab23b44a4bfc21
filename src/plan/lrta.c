/* lrta.c: LRTA* (Fig. 1) with the goal as its only target. */
#include "plan/plan.h"

const cairn__operations cairn__lrta_operations = {
    .get_bytes = cairn__leg_get_bytes,
    .create = cairn__leg_create,
    .start = cairn__leg_start,
    .plan = cairn__leg_plan,
};
