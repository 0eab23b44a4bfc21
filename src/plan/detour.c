/* detour.c: see detour.h. */
#include "plan/detour.h"

#include "base/memory.h"
#include "grid/scans.h"
#include "grid/scans.h"
#include "grid/stamps.h"
#include "plan/leg.h"

/* Detours may add this much to a way, in tenths: a part of the distance to the goal and some cells.
 * Small buildings add less; a door that is shut adds more, and there a way found anew is better. */
#define EXCESS_PART 32
#define EXCESS_TENTHS 160

/* Moves of a climb that looks at a leg, at most. */
#define LEG_CUTOFF 500

/* ---- memory ---- */

uint64_t cairn__detour_get_bytes(const cairn__setup *setup)
{
    return setup->planner != NULL ? cairn__round_up(sizeof(cairn__detour)) : 0;
}

void cairn__detour_create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    if (setup->planner == NULL)
        return;
    slot->detour = memory;
    *slot->detour = (cairn__detour){0};
    slot->ask = &slot->detour->ask;
}

void cairn__detour_end(cairn__slot *slot)
{
    cairn__detour *detour = slot->detour;
    if (detour == NULL)
        return;
    cairn__scout_forget(slot->scout, &detour->ask);
    detour->active = detour->reach.begun = false;
}

/* ---- going ---- */

/* What detours may add to a way. */
static uint32_t get_most_excess(const cairn__slot *slot)
{
    return cairn__get_distance(slot->cell, slot->goal) / EXCESS_PART + EXCESS_TENTHS;
}

static void ask(cairn__slot *slot, cairn__xy from, cairn__xy to, uint32_t most)
{
    const cairn__way_question question = {.from = from, .to = to, .most = most};
    cairn__scout_ask(slot->scout, &slot->detour->ask, &question);
}

static void set_out(cairn__slot *slot, cairn__xy to)
{
    slot->detour->active = true;
    slot->detour->to = to;
    if (slot->leg != NULL)
        cairn__leg_set_target(slot, to);
    slot->target = to;
}

void cairn__detour_start(cairn__slot *slot, cairn__xy to)
{
    uint32_t most = cairn__get_distance(slot->cell, to) + get_most_excess(slot);
    set_out(slot, to);
    ask(slot, slot->cell, to, cairn__is_same_cell(to, slot->goal) ? UINT32_MAX : most);
}

/* Sets the next run of the way; false where it ends, or is blocked. */
static bool follow_way(cairn__slot *slot)
{
    cairn__way *way = &slot->detour->ask.way;
    while (way->next < way->count && cairn__is_same_cell(slot->cell, way->cells[way->next]))
        way->next++;
    slot->run = cairn__way_get_run(way, slot->map, slot->cell);
    return slot->run.count > 0;
}

/* Where the way is too long to be kept, or is blocked, the rest is asked for from there. */
cairn__answer cairn__detour_plan(cairn__slot *slot)
{
    cairn__detour *detour = slot->detour;
    cairn__meter *meter = &slot->meter;
    for (;;) {
        cairn__scout_run(slot->scout, &detour->ask, meter);
        if (detour->ask.state == CAIRN__ASK_WAITS ||
            !cairn__meter_try(meter, &meter->work.states, 1))
            return CAIRN__PAUSED;
        bool found = detour->ask.state == CAIRN__ASK_FOUND;
        if (found && follow_way(slot))
            return CAIRN__DONE;
        if (!found && cairn__is_same_cell(detour->to, slot->goal)) {
            cairn__detour_end(slot);
            return CAIRN__NONE;
        }
        cairn__detour_start(slot, found ? detour->to : slot->goal);
    }
}

bool cairn__is_on_detour(cairn__slot *slot)
{
    if (slot->detour == NULL || !slot->detour->active)
        return false;
    if (cairn__is_same_cell(slot->cell, slot->detour->to))
        cairn__detour_end(slot);
    return slot->detour->active;
}

bool cairn__detour_notice(cairn__slot *slot, bool is_cut)
{
    cairn__detour *detour = slot->detour;
    if (!cairn__leg_can_reach(slot, detour->to)) {
        cairn__detour_end(slot);
        return false;
    }
    if (is_cut)
        cairn__detour_start(slot, detour->to);
    return true;
}

/* ---- looking ahead ---- */

void cairn__detour_start_legs(cairn__slot *slot)
{
    cairn__detour_end(slot);
    slot->detour->excess = 0;
}

/* The detour of a leg that no climb leads along; the way of it is not kept. */
static cairn__answer measure_leg(cairn__slot *slot, cairn__xy from, cairn__xy to)
{
    cairn__detour *detour = slot->detour;
    cairn__ask *asked = &detour->ask;
    uint32_t most = get_most_excess(slot), straight = cairn__get_distance(from, to);
    uint32_t left = most > detour->excess ? most - detour->excess : 0;
    if (asked->state == CAIRN__ASK_NONE)
        ask(slot, from, to, straight + left);
    cairn__scout_run(slot->scout, asked, &slot->meter);
    if (asked->state == CAIRN__ASK_WAITS)
        return CAIRN__PAUSED;
    bool found = asked->state == CAIRN__ASK_FOUND;
    detour->excess += found ? asked->distance - straight : 0;
    cairn__scout_forget(slot->scout, asked);
    return found ? CAIRN__DONE : CAIRN__NONE;
}

cairn__answer cairn__detour_check_leg(cairn__slot *slot, cairn__xy from, cairn__xy to)
{
    cairn__detour *detour = slot->detour;
    const cairn__xy ends[2] = {from, to};
    if (detour->ask.state == CAIRN__ASK_NONE) {
        if (!detour->reach.begun && cairn__is_untouched(slot->map, from, to, 0))
            return cairn__meter_try(&slot->meter, &slot->meter.work.others, 1) ? CAIRN__DONE
                                                                               : CAIRN__PAUSED;
        cairn__answer answer = cairn__reach_check(slot, &detour->reach, ends, LEG_CUTOFF);
        if (answer != CAIRN__NONE)
            return answer;
    }
    return measure_leg(slot, from, to);
}

/* ---- packed ---- */

void cairn__detour_pack(const cairn__slot *slot, uint32_t *words, uint32_t room)
{
    const cairn__ask *asked = &slot->detour->ask;
    const cairn__way *way = &asked->way;
    if (asked->state != CAIRN__ASK_FOUND || room < 2)
        return;
    words[0] = cairn__get_lower(way->count - way->next, room - 1);
    for (uint32_t i = 0; i < words[0]; i++)
        words[1 + i] = cairn__pack(way->cells[way->next + i]);
}

/* Cells of the map, whether they are open is looked at when they are gone to; false if one lies outside. */
static bool unpack_way(const cairn__slot *slot, const uint32_t *words, uint32_t room)
{
    cairn__way *way = &slot->detour->ask.way;
    if (room < 2 || words[0] == 0 || words[0] >= room)
        return false;
    way->count = (uint16_t)words[0];
    way->next = 0;
    for (uint32_t i = 0; i < words[0]; i++) {
        way->cells[i] = cairn__unpack(words[1 + i]);
        if (!cairn__is_inside(slot->map, way->cells[i]))
            return false;
    }
    return true;
}

void cairn__detour_unpack(cairn__slot *slot, cairn__xy to, const uint32_t *words, uint32_t room)
{
    if (!unpack_way(slot, words, room)) {
        cairn__detour_start(slot, to);
        return;
    }
    set_out(slot, to);
    slot->detour->ask.state = CAIRN__ASK_FOUND;
}
