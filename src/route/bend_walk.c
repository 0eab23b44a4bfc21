/* bend_walk.c: search, then leg by leg: the cell where it ends, its straight test, its moves. */
#include "route/bend_walk.h"

void cairn__bend_walk_start(cairn__bend_walk *walk, cairn__xy start, cairn__xy goal)
{
    cairn__bend_search_start(&walk->search, start, goal);
}

void cairn__bend_walk_start_by_goal(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                    const cairn__bend_goal *goal, cairn__xy start)
{
    const cairn__bend_ways ways = cairn__bend_goal_get_ways(goal);
    cairn__bend_search_start_known(&walk->search, tools, &ways, start);
}

cairn__answer cairn__bend_walk_search(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                      cairn__meter *meter)
{
    int64_t begun = cairn__meter_open(meter);
    cairn__answer answer = CAIRN__PAUSED;
    if (begun > 0)
        answer = cairn__bend_search_run(&walk->search, tools, meter);
    cairn__meter_close(meter, &meter->work.entries, begun);
    if (answer == CAIRN__DONE)
        cairn__bend_walk_rewind(walk);
    return answer;
}

/* Where the first leg of a straight way ends, or of one over turns. */
static cairn__xy get_first(const cairn__bend_way *way)
{
    return way->turns.count > 0 ? cairn__near_turn_get_cell(way->turns.all[0], way->via[1])
                                : way->via[1];
}

void cairn__bend_walk_rewind(cairn__bend_walk *walk)
{
    const cairn__bend_search *search = &walk->search;
    const cairn__bend_way *way = &search->best;
    const cairn__straight *test = &search->straight;
    cairn__bend_legs_start(&walk->legs, search);
    walk->target = walk->legs.cell;
    walk->leg.phase = CAIRN__LEG_ENDED;
    walk->is_found = way->straight && search->purpose == CAIRN__BEND_FOR_WAY &&
                     cairn__is_same_cell(way->via[0], search->ends[0]) &&
                     cairn__is_same_cell(test->sides[0].end, search->ends[0]) &&
                     cairn__is_same_cell(test->sides[1].end, get_first(way));
}

/* Finds where the next leg ends, and begins to look for its moves. */
static cairn__answer start_leg(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                               cairn__meter *meter)
{
    cairn__xy from = walk->target;
    cairn__answer answer = cairn__bend_legs_next(&walk->legs, tools->set, meter, &walk->target);
    if (answer != CAIRN__DONE)
        return answer;
    if (!cairn__is_open_cell(tools->map, walk->target))
        return CAIRN__NONE; /* damaged labels may name any cell */
    if (walk->is_found)
        cairn__leg_walk_start_found(&walk->leg);
    else
        cairn__leg_walk_start(&walk->leg, &walk->search.straight, from, walk->target,
                              tools->desk->rows);
    walk->is_found = false;
    return answer;
}

static cairn__answer find_moves(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                cairn__meter *meter, cairn__run *run)
{
    for (;;) {
        cairn__answer leg = CAIRN__NONE;
        if (walk->leg.phase != CAIRN__LEG_ENDED)
            leg = cairn__leg_walk_next(&walk->leg, &walk->search.straight, tools->map, meter, run);
        if (leg == CAIRN__DONE)
            return CAIRN__DONE;
        if (leg != CAIRN__NONE)
            return leg == CAIRN__PAUSED ? CAIRN__PAUSED : CAIRN__NONE;
        cairn__answer answer = start_leg(walk, tools, meter);
        if (answer != CAIRN__DONE)
            return answer;
    }
}

cairn__answer cairn__bend_walk_next(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                    cairn__meter *meter, cairn__run *run)
{
    int64_t begun = cairn__meter_open(meter);
    cairn__answer answer = CAIRN__PAUSED;
    if (begun > 0) {
        meter->left--; /* telling moves is a unit as well */
        answer = find_moves(walk, tools, meter, run);
    }
    cairn__meter_close(meter, &meter->work.scans, begun);
    return answer;
}

/* ---- packed ---- */

/* The turns that are left take the place of nodes, two to a word. */
static_assert(CAIRN__NEAR_TURNS <= 12, "words 1 to 6");

/* How many they are, in the first word. */
#define TURNS_SHIFT 16

static uint32_t pack_turn(cairn__near_turn turn)
{
    return (uint8_t)turn.x | (uint32_t)(uint8_t)turn.y << 8;
}

static int8_t unpack_number(uint32_t byte)
{
    return (int8_t)((int32_t)(byte & 127) - (int32_t)(byte & 128));
}

static uint32_t pack_turns(const cairn__bend_legs *legs, uint32_t *words)
{
    uint32_t left = legs->phase == CAIRN__LEGS_TURNS ? legs->way.turns.count - legs->turn : 0;
    for (uint32_t i = 0; i < left; i++)
        words[i / 2] = (i % 2 == 0 ? 0 : words[i / 2]) |
                       pack_turn(legs->way.turns.all[legs->turn + i]) << 16 * (i % 2);
    return left;
}

static void unpack_turns(cairn__near_turns *turns, uint32_t count, const uint32_t *words)
{
    turns->count = count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bytes = words[i / 2] >> 16 * (i % 2);
        turns->all[i] = (cairn__near_turn){unpack_number(bytes), unpack_number(bytes >> 8)};
    }
}

void cairn__bend_walk_pack(const cairn__bend_walk *walk, uint32_t *words)
{
    const cairn__bend_legs *legs = &walk->legs;
    bool inside = walk->leg.phase == CAIRN__LEG_WALKING, by_hub = !legs->way.straight;
    bool at_node = legs->phase >= CAIRN__LEGS_UP && legs->phase <= CAIRN__LEGS_DOWN;
    words[0] = (uint32_t)legs->phase | (legs->way.straight ? UINT32_C(1) << 8 : 0) |
               (inside ? UINT32_C(1) << 9 : 0);
    words[1] = by_hub ? legs->way.hub : 0;
    words[2] = by_hub ? legs->way.nodes[0] : 0;
    words[3] = by_hub ? legs->way.nodes[1] : 0;
    words[4] = cairn__pack(legs->way.via[1]);
    words[5] = at_node ? legs->at.node : 0;
    words[6] = at_node ? legs->at.left : 0;
    words[0] |= pack_turns(legs, words + 1) << TURNS_SHIFT;
    words[7] = cairn__pack(walk->target);
    words[8] = inside ? cairn__pack(walk->search.straight.sides[0].end) : words[7];
    words[9] = inside ? walk->leg.place | walk->leg.row << 16 : 0;
}

/* Begins the leg that was being reported again, up to the cell that was reached. */
static bool unpack_leg(cairn__bend_walk *walk, const cairn__bend_tools *tools, cairn__xy cell,
                       const uint32_t *words)
{
    const cairn__xy ends[2] = {cairn__unpack(words[8]), walk->target};
    const uint32_t made[2] = {words[9] & 0xffff, words[9] >> 16};
    walk->leg = (cairn__leg_walk){.phase = CAIRN__LEG_ENDED};
    walk->is_found = false;
    if ((words[0] >> 9 & 1) == 0)
        return cairn__is_same_cell(cell, walk->target);
    return cairn__is_open_cell(tools->map, ends[0]) && cairn__is_open_cell(tools->map, ends[1]) &&
           cairn__leg_walk_resume(&walk->leg, &walk->search.straight, ends, made, cell,
                                  tools->desk->rows);
}

bool cairn__bend_walk_unpack(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                             const cairn__xy ends[2], const uint32_t *words)
{
    cairn__bend_legs *legs = &walk->legs;
    uint32_t phase = words[0] & 0xff, turns = words[0] >> TURNS_SHIFT;
    walk->target = cairn__unpack(words[7]);
    *legs = (cairn__bend_legs){
        .way = {.straight = (words[0] >> 8 & 1) != 0,
                .via = {walk->target, cairn__unpack(words[4])},
                .nodes = {words[2], words[3]},
                .hub = words[1]},
        .goal = ends[1],
        .cell = walk->target,
        .phase = (cairn__legs_phase)phase,
        .at = {words[5], words[6]},
        .listed = {words[3], UINT32_MAX},
    };
    if (phase <= CAIRN__LEGS_BEGIN || phase > CAIRN__LEGS_TURNS || turns > CAIRN__NEAR_TURNS)
        return false;
    if (phase == CAIRN__LEGS_TURNS) {
        legs->way.via[1] = ends[1];
        unpack_turns(&legs->way.turns, turns, words + 1);
    }
    bool by_nodes = phase >= CAIRN__LEGS_UP && phase <= CAIRN__LEGS_DOWN;
    if (by_nodes && (words[5] >= tools->set->nodes || words[3] >= tools->set->nodes))
        return false;
    return unpack_leg(walk, tools, ends[0], words);
}
