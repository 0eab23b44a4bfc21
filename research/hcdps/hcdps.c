/* hcdps.c: HCDPS on-line (Lawrence and Bulitko 2013): a climb straight to the goal, or along the ways
 * from the seed of the agent's region to that of the goal's (net_walk.h), without learning. Every
 * cell climbs to the seed of its region, and the seed to it. */
#include "base/memory.h"
#include "plan/detour.h"
#include "plan/leg.h"
#include "research/dlrta/dlrta_regions.h"
#include "research/shared/net_walk.h"

static cairn__answer find_region(cairn__slot *slot, cairn__xy cell, uint32_t *region)
{
    if (!cairn__meter_try(&slot->meter, &slot->meter.work.entries, 1))
        return CAIRN__PAUSED;
    *region = cairn__dlrta_find_region(cairn__db_get_regions(slot->db), cell);
    return *region != CAIRN__DLRTA_NONE ? CAIRN__DONE : CAIRN__NONE;
}

static const cairn__net_walker walker = {.find_region = find_region};

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(cairn__net_walk)) + cairn__detour_get_bytes(setup) +
           cairn__leg_get_reserve(setup);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    char *next = (char *)memory + cairn__round_up(sizeof(cairn__net_walk));
    slot->state = memory;
    cairn__detour_create(slot, setup, next);
    next += cairn__detour_get_bytes(setup);
    cairn__leg_create_reserve(slot, setup, next);
}

static void start(cairn__slot *slot)
{
    cairn__net_walk_start(slot, &walker);
}

const cairn__algorithm cairn__algorithm_hcdps = {
    .kind = CAIRN_DB_HCDPS,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .notice = cairn__net_walk_notice,
    .plan = cairn__net_walk_plan,
};
