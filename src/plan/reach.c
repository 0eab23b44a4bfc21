/* reach.c: see reach.h. */
#include "plan/reach.h"

/* A climb takes at least as many moves as the longer axis. */
static bool is_too_far(cairn__xy from, cairn__xy to, uint32_t cutoff)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    uint32_t dx = (uint32_t)(x < 0 ? -x : x), dy = (uint32_t)(y < 0 ? -y : y);
    return (dx > dy ? dx : dy) > cutoff;
}

cairn__answer cairn__reach_check(cairn__slot *slot, cairn__reach *reach, const cairn__xy ends[2],
                                 uint32_t cutoff)
{
    cairn__meter *meter = &slot->meter;
    if (!reach->begun) {
        if (!cairn__meter_try(meter, &meter->work.others, 1))
            return CAIRN__PAUSED;
        if (is_too_far(ends[0], ends[1], cutoff))
            return CAIRN__NONE;
        *reach = (cairn__reach){true, ends[0], cutoff};
    }
    uint32_t budget = cairn__meter_get_left(meter);
    uint32_t most = reach->left < budget ? reach->left : budget;
    cairn__climb_result climb = cairn__climb(slot->map, reach->cell, ends[1], most);
    cairn__meter_spend(meter, &meter->work.moves, climb.moves);
    reach->cell = climb.end;
    reach->left -= climb.moves;
    reach->begun = !climb.reached && climb.moves == most && reach->left > 0;
    if (reach->begun)
        return CAIRN__PAUSED;
    return climb.reached ? CAIRN__DONE : CAIRN__NONE;
}
