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

void cairn__detour_create(cairn__slot *agent, const cairn__setup *setup, void *memory)
{
    if (setup->planner == NULL)
        return;
    agent->detour = memory;
    *agent->detour = (cairn__detour){0};
    agent->ask = &agent->detour->ask;
}

void cairn__detour_end(cairn__slot *agent)
{
    cairn__detour *detour = agent->detour;
    if (detour == NULL)
        return;
    cairn__scout_forget(agent->scout, &detour->ask);
    detour->active = detour->reach.begun = false;
}

/* ---- going ---- */

/* What detours may add to a way. */
static uint32_t get_most_excess(const cairn__slot *agent)
{
    return cairn__get_distance(agent->cell, agent->goal) / EXCESS_PART + EXCESS_TENTHS;
}

static void ask(cairn__slot *agent, cairn__xy from, cairn__xy to, uint32_t most)
{
    const cairn__way_question question = {.from = from, .to = to, .most = most};
    cairn__scout_ask(agent->scout, &agent->detour->ask, &question);
}

static void set_out(cairn__slot *agent, cairn__xy to)
{
    agent->detour->active = true;
    agent->detour->to = to;
    if (agent->leg != NULL)
        cairn__leg_set_target(agent, to);
    agent->target = to;
}

void cairn__detour_start(cairn__slot *agent, cairn__xy to)
{
    uint32_t most = cairn__get_distance(agent->cell, to) + get_most_excess(agent);
    set_out(agent, to);
    ask(agent, agent->cell, to, cairn__is_same_cell(to, agent->goal) ? UINT32_MAX : most);
}

/* Sets the next run of the way; false where it ends, or is blocked. */
static bool follow_way(cairn__slot *agent)
{
    cairn__way *way = &agent->detour->ask.way;
    while (way->next < way->count && cairn__is_same_cell(agent->cell, way->cells[way->next]))
        way->next++;
    agent->run = cairn__way_get_run(way, agent->map, agent->cell);
    return agent->run.count > 0;
}

/* Where the way is too long to be kept, or is blocked, the rest is asked for from there. */
cairn__answer cairn__detour_plan(cairn__slot *agent)
{
    cairn__detour *detour = agent->detour;
    cairn__meter *meter = &agent->meter;
    for (;;) {
        cairn__scout_run(agent->scout, &detour->ask, meter);
        if (detour->ask.state == CAIRN__ASK_WAITS ||
            !cairn__meter_try(meter, &meter->work.states, 1))
            return CAIRN__PAUSED;
        bool found = detour->ask.state == CAIRN__ASK_FOUND;
        if (found && follow_way(agent))
            return CAIRN__DONE;
        if (!found && cairn__is_same_cell(detour->to, agent->goal)) {
            cairn__detour_end(agent);
            return CAIRN__NONE;
        }
        cairn__detour_start(agent, found ? detour->to : agent->goal);
    }
}

bool cairn__is_on_detour(cairn__slot *agent)
{
    if (agent->detour == NULL || !agent->detour->active)
        return false;
    if (cairn__is_same_cell(agent->cell, agent->detour->to))
        cairn__detour_end(agent);
    return agent->detour->active;
}

bool cairn__detour_notice(cairn__slot *agent, bool is_cut)
{
    cairn__detour *detour = agent->detour;
    if (!cairn__leg_can_reach(agent, detour->to)) {
        cairn__detour_end(agent);
        return false;
    }
    if (is_cut)
        cairn__detour_start(agent, detour->to);
    return true;
}

/* ---- looking ahead ---- */

void cairn__detour_start_legs(cairn__slot *agent)
{
    cairn__detour_end(agent);
    agent->detour->excess = 0;
}

/* The detour of a leg that no climb leads along; the way of it is not kept. */
static cairn__answer measure_leg(cairn__slot *agent, cairn__xy from, cairn__xy to)
{
    cairn__detour *detour = agent->detour;
    cairn__ask *asked = &detour->ask;
    uint32_t most = get_most_excess(agent), straight = cairn__get_distance(from, to);
    uint32_t left = most > detour->excess ? most - detour->excess : 0;
    if (asked->state == CAIRN__ASK_NONE)
        ask(agent, from, to, straight + left);
    cairn__scout_run(agent->scout, asked, &agent->meter);
    if (asked->state == CAIRN__ASK_WAITS)
        return CAIRN__PAUSED;
    bool found = asked->state == CAIRN__ASK_FOUND;
    detour->excess += found ? asked->distance - straight : 0;
    cairn__scout_forget(agent->scout, asked);
    return found ? CAIRN__DONE : CAIRN__NONE;
}

cairn__answer cairn__detour_check_leg(cairn__slot *agent, cairn__xy from, cairn__xy to)
{
    cairn__detour *detour = agent->detour;
    const cairn__xy ends[2] = {from, to};
    if (detour->ask.state == CAIRN__ASK_NONE) {
        if (!detour->reach.begun && cairn__is_untouched(agent->map, from, to, 0))
            return cairn__meter_try(&agent->meter, &agent->meter.work.others, 1) ? CAIRN__DONE
                                                                                 : CAIRN__PAUSED;
        cairn__answer answer = cairn__reach_check(agent, &detour->reach, ends, LEG_CUTOFF);
        if (answer != CAIRN__NONE)
            return answer;
    }
    return measure_leg(agent, from, to);
}

/* ---- packed ---- */

void cairn__detour_pack(const cairn__slot *agent, uint32_t *words, uint32_t room)
{
    const cairn__ask *asked = &agent->detour->ask;
    const cairn__way *way = &asked->way;
    if (asked->state != CAIRN__ASK_FOUND || room < 2)
        return;
    words[0] = cairn__get_lower(way->count - way->next, room - 1);
    for (uint32_t i = 0; i < words[0]; i++)
        words[1 + i] = cairn__pack(way->cells[way->next + i]);
}

/* Cells of the map, whether they are open is looked at when they are gone to; false if one lies outside. */
static bool unpack_way(const cairn__slot *agent, const uint32_t *words, uint32_t room)
{
    cairn__way *way = &agent->detour->ask.way;
    if (room < 2 || words[0] == 0 || words[0] >= room)
        return false;
    way->count = (uint16_t)words[0];
    way->next = 0;
    for (uint32_t i = 0; i < words[0]; i++) {
        way->cells[i] = cairn__unpack(words[1 + i]);
        if (!cairn__is_inside(agent->map, way->cells[i]))
            return false;
    }
    return true;
}

void cairn__detour_unpack(cairn__slot *agent, cairn__xy to, const uint32_t *words, uint32_t room)
{
    if (!unpack_way(agent, words, room)) {
        cairn__detour_start(agent, to);
        return;
    }
    set_out(agent, to);
    agent->detour->ask.state = CAIRN__ASK_FOUND;
}
