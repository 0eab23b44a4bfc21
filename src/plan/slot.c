/* slot.c: see slot.h. */
#include "plan/slot.h"

#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/memory.h"
#include "db/kind_labels.h"
#include "grid/components.h"
#include "grid/living.h"
#include "plan/detour.h"
#include "plan/leg.h"
#include "plan/scout.h"

/* ---- memory ---- */

uint64_t cairn__slot_get_bytes(const cairn__setup *setup, const cairn__algorithm *algorithm)
{
    return cairn__round_up(sizeof(cairn__slot)) + algorithm->get_bytes(setup);
}

cairn__slot *cairn__slot_create(const cairn__setup *setup, const cairn__algorithm *algorithm,
                                const cairn_allocator *allocator, cairn__scout *scout, void *memory)
{
    cairn__slot *slot = memory;
    *slot = (cairn__slot){
        .algorithm = algorithm,
        .map = setup->map,
        .db = setup->db,
        .scout = scout,
        .allocator = *allocator,
        .heuristic = {setup->landmarks, cairn__setup_get(setup, CAIRN_OPTION_WEIGHT)},
        .g_max = cairn__setup_get(setup, CAIRN_OPTION_G_MAX),
        .learned_capacity = cairn__setup_get(setup, CAIRN_OPTION_LEARNED_CAPACITY),
        .may_grow = cairn__setup_get(setup, CAIRN_OPTION_NO_GROWTH) == 0,
        .keeps = cairn__setup_get(setup, CAIRN_OPTION_KEEP_LEARNING) != 0,
    };
    algorithm->create(slot, setup, (char *)memory + cairn__round_up(sizeof *slot));
    return slot;
}

void cairn__slot_end(cairn__slot *slot)
{
    cairn__slot_stop(slot);
    if (slot->leg != NULL)
        cairn__leg_end(slot);
    else if (slot->learned != NULL)
        cairn__learned_end(slot->learned);
    if (slot->marks != NULL)
        cairn__learned_end(slot->marks);
    cairn__release(&slot->allocator, slot->db_room);
}

uint64_t cairn__slot_get_grown_bytes(const cairn__slot *slot)
{
    uint64_t bytes = slot->leg_bytes + slot->db_bytes;
    if (slot->learned != NULL)
        bytes += cairn__learned_get_grown_bytes(slot->learned);
    if (slot->marks != NULL)
        bytes += cairn__learned_get_grown_bytes(slot->marks);
    return bytes;
}

/* ---- another database ---- */

/* It must be made for the map that the databases in use are made for, and be walked as the old one. */
static cairn_status check_db(const cairn__slot *slot, const cairn_db *db, cairn_detail *detail)
{
    const cairn__algorithm *algorithm = slot->algorithm;
    if (slot->db == NULL || algorithm->set_db == NULL)
        return cairn__fail(detail, CAIRN_KIND,
                           "agents of this algorithm take no other database: make them anew");
    cairn_status status = cairn__db_check_kind(db, slot->db->header->kind, detail);
    return status == CAIRN_OK ? cairn__db_check_base(db, slot->map, detail) : status;
}

/* Why a slot cannot take a database that is the right one. */
static cairn_status refuse_db(cairn_status status, const cairn_db *db, cairn_detail *detail)
{
    if (status == CAIRN_CAPACITY) /* labels alone */
        return cairn__fail(detail, status,
                           "the agent has no room for %u bends, and may not grow: make it anew",
                           (unsigned)cairn__db_get_labels(db)->nodes);
    if (status == CAIRN_KIND)
        return cairn__fail(
            detail, status,
            "the agent needs fragments of the old database, or a net of regions that "
            "this one has not: make it anew");
    return cairn__fail(detail, status, "%s", cairn_status_get_text(status));
}

cairn_status cairn__slot_set_db(cairn__slot *slot, const cairn_db *db, cairn_detail *detail)
{
    cairn_status status = check_db(slot, db, detail);
    if (status != CAIRN_OK)
        return status;
    status = slot->algorithm->set_db(slot, db);
    if (status != CAIRN_OK)
        return refuse_db(status, db, detail);
    slot->db = db;
    if (!db->has_net)
        slot->walk = NULL;
    slot->renewal = CAIRN__RENEW_START;
    return CAIRN_OK;
}

/* ---- its plan ---- */

/* Values belong to one problem, unless they are kept. */
static void begin_learning(cairn__slot *slot)
{
    if (slot->learned == NULL)
        return;
    if (!slot->keeps)
        cairn__learned_clear(slot->learned);
    slot->learned->raises = 0;
}

void cairn__slot_clear(cairn__slot *slot)
{
    slot->cost = slot->open_closed = 0;
    slot->selections = slot->failures = 0;
    slot->run = (cairn__run){0};
    begin_learning(slot);
    cairn__detour_end(slot);
}

void cairn__slot_stop(cairn__slot *slot)
{
    if (slot->ask != NULL)
        cairn__scout_forget(slot->scout, slot->ask);
}

void cairn__slot_renew(cairn__slot *slot, cairn__renewal renewal, bool is_cut)
{
    const cairn__algorithm *algorithm = slot->algorithm;
    bool begins = renewal == CAIRN__RENEW_START;
    if (begins)
        cairn__detour_end(slot);
    if (algorithm->notice == NULL && slot->learned != NULL)
        cairn__learned_clear(slot->learned);
    if (algorithm->notice == NULL || begins)
        algorithm->start(slot);
    else
        algorithm->notice(slot, is_cut);
}

/* ---- plans that are loaded ---- */

void cairn__slot_share(cairn__slot *slot)
{
    slot->guided = true;
}

void cairn__slot_load(cairn__slot *slot, const cairn__plan *plan)
{
    slot->cell = plan->cell;
    slot->goal = plan->goal;
    slot->version = cairn__get_version(slot->map);
    slot->renewal = CAIRN__RENEW_NOT;
    slot->run = (cairn__run){0};
    slot->cost = 0;
    cairn__detour_end(slot);
    slot->resumed = plan->begun != 0 && slot->algorithm->unpack(slot, plan->words);
    if (!slot->resumed)
        slot->algorithm->start(slot);
}

void cairn__slot_notice(cairn__slot *slot)
{
    if (slot->resumed)
        slot->renewal = CAIRN__RENEW_NOTICE;
}

bool cairn__slot_is_joined(const cairn__slot *slot)
{
    return cairn__is_open_cell(slot->map, slot->cell) &&
           cairn__is_open_cell(slot->map, slot->goal) &&
           cairn__component_key(slot->map, slot->cell) ==
               cairn__component_key(slot->map, slot->goal);
}

bool cairn__slot_look(cairn__slot *slot)
{
    uint32_t version = cairn__get_version(slot->map);
    if (slot->version == version)
        return false;
    slot->version = version;
    if (slot->renewal == CAIRN__RENEW_NOT)
        slot->renewal = CAIRN__RENEW_NOTICE;
    return true;
}

/* A walk ends at the goal, also if a run leads over it. */
static void end_at_goal(const cairn__slot *slot, cairn__run *run)
{
    int32_t x = slot->goal.x - slot->cell.x, y = slot->goal.y - slot->cell.y;
    uint32_t count = (uint32_t)(abs(x) > abs(y) ? abs(x) : abs(y));
    if (count < run->count &&
        cairn__is_same_cell(cairn__cell_after(slot->cell, run->move, count), slot->goal))
        run->count = count;
}

cairn_status cairn__slot_plan(cairn__slot *slot, cairn__run *run)
{
    cairn__renewal renewal = (cairn__renewal)slot->renewal;
    slot->renewal = CAIRN__RENEW_NOT;
    if (renewal != CAIRN__RENEW_NOT)
        cairn__slot_renew(slot, renewal, false);
    slot->run.count = 0;
    cairn_status status = slot->algorithm->plan(slot);
    end_at_goal(slot, &slot->run);
    *run = slot->run;
    if (status != CAIRN_OK || run->count == 0)
        return status;
    slot->cell = cairn__cell_after(slot->cell, run->move, run->count);
    slot->cost += (uint64_t)cairn__move_cost(run->move) * run->count;
    slot->run.count = 0;
    return CAIRN_OK;
}

void cairn__slot_store(const cairn__slot *slot, cairn__plan *plan)
{
    plan->cell = slot->cell;
    plan->goal = slot->goal;
    memset(plan->words, 0, sizeof plan->words);
    plan->begun = slot->algorithm->pack(slot, plan->words) ? 1 : 0;
    if (plan->begun == 0)
        memset(plan->words, 0, sizeof plan->words);
}
