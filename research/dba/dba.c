/* dba.c: DBA* on-line (Lee and Lawrence 2013): from the agent's region to the goal's, along ways
 * between representatives (net_walk.h), without learning.
 *
 * No cell knows its region: its sector follows from its coordinates, and a search inside the sector
 * finds the representative. Where no climb leads to the own representative, or from the last one
 * to the goal, the agent takes the cheapest path inside the sector. */
#include "base/memory.h"
#include "plan/detour.h"
#include "plan/leg.h"
#include "research/dba/dba_sectors.h"
#include "research/dba/sector_search.h"
#include "research/shared/net_walk.h"

typedef struct dba_state {
    cairn__net_walk walk;
    cairn__sector_search *search;
} dba_state;

/* Begins a search for the representatives of a cell's sector. A unit for each of them, and for
 * every 64 cells that are forgotten. */
static bool start_find(cairn__slot *slot, cairn__xy cell)
{
    const dba_state *self = slot->state;
    cairn__meter *meter = &slot->meter;
    cairn__sector_regions here = cairn__dba_get_regions(cairn__db_get_sectors(slot->db), cell);
    uint32_t units = here.count / 64 + self->search->side * self->search->side / 64 + 1;
    if (!cairn__meter_try(meter, &meter->work.entries, units))
        return false;
    cairn__sector_search_start(self->search, cell);
    for (uint32_t i = 0; i < here.count; i++)
        if (here.regions[i] < slot->db->net.header.regions)
            cairn__sector_search_mark(self->search, slot->db->net.seeds[here.regions[i]]);
    return true;
}

/* The region whose representative was found. */
static uint32_t get_found(const cairn__slot *slot)
{
    const dba_state *self = slot->state;
    const cairn__region_net *net = &slot->db->net;
    cairn__sector_regions here =
        cairn__dba_get_regions(cairn__db_get_sectors(slot->db), self->search->found);
    for (uint32_t i = 0; i < here.count; i++)
        if (here.regions[i] < net->header.regions &&
            cairn__is_same_cell(net->seeds[here.regions[i]], self->search->found))
            return here.regions[i];
    return CAIRN__NET_NONE;
}

static cairn__answer find_region(cairn__slot *slot, cairn__xy cell, uint32_t *region)
{
    const dba_state *self = slot->state;
    if (!self->search->begun && !start_find(slot, cell))
        return CAIRN__PAUSED;
    cairn__answer answer = cairn__sector_search_run(self->search, slot);
    if (answer == CAIRN__DONE)
        *region = get_found(slot);
    return answer;
}

/* Finds a path inside the sector: to the own representative, or from the last one to the goal. */
static cairn__answer find_path(cairn__slot *slot, cairn__xy root)
{
    const dba_state *self = slot->state;
    cairn__meter *meter = &slot->meter;
    if (!self->search->begun) {
        uint32_t units = self->search->side * self->search->side / 64 + 1;
        if (!cairn__is_same_sector(self->search->side, slot->cell, root))
            return CAIRN__NONE;
        if (!cairn__meter_try(meter, &meter->work.entries, units))
            return CAIRN__PAUSED;
        cairn__sector_search_start(self->search, root);
        cairn__sector_search_mark(self->search, slot->cell);
    }
    return cairn__sector_search_run(self->search, slot);
}

static cairn__run get_run(const cairn__slot *slot)
{
    const dba_state *self = slot->state;
    return cairn__sector_search_get_run(self->search, slot->cell);
}

static const cairn__net_walker walker = {find_region, find_path, get_run};

static uint32_t get_side(const cairn__setup *setup)
{
    return cairn__db_get_sectors(setup->db)->head->side;
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(dba_state)) + cairn__sector_search_get_bytes(get_side(setup)) +
           cairn__detour_get_bytes(setup) + cairn__leg_get_reserve(setup);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    dba_state *self = slot->state = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *self);
    self->search = cairn__sector_search_create(next, get_side(setup));
    next += cairn__sector_search_get_bytes(get_side(setup));
    cairn__detour_create(slot, setup, next);
    next += cairn__detour_get_bytes(setup);
    cairn__leg_create_reserve(slot, setup, next);
}

static void start(cairn__slot *slot)
{
    const dba_state *self = slot->state;
    self->search->begun = false;
    cairn__net_walk_start(slot, &walker);
}

const cairn__algorithm cairn__algorithm_dba = {
    .kind = CAIRN_DB_DBA,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .notice = cairn__net_walk_notice,
    .plan = cairn__net_walk_plan,
};
