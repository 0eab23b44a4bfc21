/* regions_agent.c: agents that walk by a net of regions and nothing else. */
#include "plan/detour.h"
#include "plan/leg.h"
#include "plan/region_walk.h"

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__region_walk_get_bytes(setup) + cairn__detour_get_bytes(setup) +
           cairn__leg_get_reserve(setup);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    char *next = memory;
    cairn__region_walk_create(slot, setup, next);
    next += cairn__region_walk_get_bytes(setup);
    cairn__detour_create(slot, setup, next);
    next += cairn__detour_get_bytes(setup);
    cairn__leg_create_reserve(slot, setup, next);
}

static void start(cairn__slot *slot)
{
    cairn__leg_start(slot);
    cairn__region_walk_start(slot);
}

/* No memory depends on the net. */
static cairn_status set_db(cairn__slot *slot, const cairn_db *db)
{
    (void)slot;
    return db->has_net ? CAIRN_OK : CAIRN_KIND;
}

const cairn__algorithm cairn__algorithm_regions = {
    .kind = CAIRN_DB_REGIONS,
    .by_any_net = true,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .notice = cairn__region_walk_notice,
    .set_db = set_db,
    .plan = cairn__region_walk_plan,
    .pack = cairn__region_walk_pack,
    .unpack = cairn__region_walk_unpack,
};
