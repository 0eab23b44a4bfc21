/* region_plan.c: stored walks by a net of regions: the route's next states, and how
 * it goes on behind them. */
#include "plan/detour.h"
#include "plan/slot.h"
#include "plan/region_walk.h"

/* Words before the window. */
#define HEAD_WORDS 7

/* Words behind them; a detour has what the window leaves. */
#define MOST_CELLS (CAIRN__PLAN_WORDS - 1 - HEAD_WORDS)

_Static_assert(HEAD_WORDS + CAIRN__WALK_WINDOW < CAIRN__PLAN_WORDS, "the last word is left");

bool cairn__region_walk_pack(const cairn__slot *slot, uint32_t *words)
{
    const cairn__region_walk *walk = slot->walk;
    bool follows = walk->phase == CAIRN__WALK_FOLLOW || walk->phase == CAIRN__WALK_DETOUR;
    if (!follows || walk->stage == CAIRN__ROUTE_HOP || walk->count == 0)
        return false;
    /* A detour past all of the route: its states are of no use any more. */
    bool leads_on =
        walk->phase == CAIRN__WALK_DETOUR && cairn__is_same_cell(slot->detour->to, slot->goal);
    uint32_t count = leads_on ? 1 : walk->count;
    cairn__route_stage stage = leads_on ? CAIRN__ROUTE_END : walk->stage;
    words[0] = (uint32_t)walk->phase | (uint32_t)stage << 4 | count << 8 | walk->moves_left << 16 |
               (walk->hop.in_tree ? UINT32_C(1) << 24 : 0) |
               (walk->way.backward ? UINT32_C(1) << 25 : 0);
    words[1] = walk->region;
    words[2] = walk->goal_region;
    words[3] = walk->states < UINT32_MAX ? (uint32_t)walk->states : UINT32_MAX;
    words[4] = walk->way.first;
    words[5] = walk->way.count;
    words[6] = walk->index;
    for (uint32_t i = 0; i < count; i++)
        words[HEAD_WORDS + i] = cairn__pack(leads_on ? slot->goal : walk->window[i]);
    if (walk->phase == CAIRN__WALK_DETOUR)
        cairn__detour_pack(slot, words + HEAD_WORDS + count, MOST_CELLS - count);
    return true;
}

/* A saved game may say anything. */
static bool is_sound(const cairn__slot *slot, const cairn__region_walk *walk)
{
    const cairn__net_header *header = &slot->db->net.header;
    bool knows_way =
        walk->stage != CAIRN__ROUTE_WAY || (walk->way.first <= header->subgoals &&
                                            walk->way.count <= header->subgoals - walk->way.first);
    return walk->region < header->regions && walk->goal_region < header->regions && knows_way &&
           walk->count > 0 && walk->count <= CAIRN__WALK_WINDOW &&
           walk->stage <= CAIRN__ROUTE_END && walk->stage != CAIRN__ROUTE_HOP &&
           (walk->phase == CAIRN__WALK_FOLLOW || walk->phase == CAIRN__WALK_DETOUR);
}

bool cairn__region_walk_unpack(cairn__slot *slot, const uint32_t *words)
{
    cairn__region_walk *walk = slot->walk;
    *walk = (cairn__region_walk){
        .phase = (cairn__walk_phase)(words[0] & 15),
        .stage = (cairn__route_stage)(words[0] >> 4 & 15),
        .count = words[0] >> 8 & 0xff,
        .moves_left = words[0] >> 16 & 0xff,
        .region = words[1],
        .goal_region = words[2],
        .states = words[3],
        .hop = {.in_tree = (words[0] >> 24 & 1) != 0},
        .way = {words[1], words[4], words[5], (words[0] >> 25 & 1) != 0},
        .index = words[6],
    };
    if (!is_sound(slot, walk))
        return false;
    for (uint32_t i = 0; i < walk->count; i++) {
        walk->window[i] = cairn__unpack(words[HEAD_WORDS + i]);
        if (!cairn__is_open_cell(slot->map, walk->window[i]))
            return false;
    }
    slot->target = walk->window[0];
    if (walk->phase == CAIRN__WALK_DETOUR && !cairn__may_detour(slot))
        walk->phase = CAIRN__WALK_FOLLOW;
    else if (walk->phase == CAIRN__WALK_DETOUR)
        cairn__detour_unpack(slot, walk->window[0], words + HEAD_WORDS + walk->count,
                             MOST_CELLS - walk->count);
    return true;
}
