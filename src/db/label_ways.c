/* label_ways.c: a way is straight, or leads over the hub with the shortest sum of distances. */
#include "base/xy.h"
#include "db/label_ways.h"

#include <assert.h>

#include "base/memory.h"
#include "db/turns.h"
#include "grid/climb.h"

/* Moves of a climb after which it is asked whether it may still be straight. */
#define CLIMB_PIECE 512

/* Ways cleared together, and how many of them are one unit. */
#define CLEAR_PIECE 4096
#define CLEARED_A_UNIT 16

#define NO_CORNER UINT32_MAX

#define STAMP_LIMIT (UINT32_C(1) << (32 - CAIRN__NODE_BITS))

/* ---- desks ---- */

uint64_t cairn__desk_get_bytes(uint32_t nodes)
{
    return cairn__round_up(nodes * sizeof(cairn__desk_way));
}

void cairn__desk_start(cairn__desk *desk, uint32_t nodes, void *memory)
{
    *desk = (cairn__desk){.nodes = nodes, .cleared = nodes, .ways = memory};
    memset(memory, 0, nodes * sizeof *desk->ways);
}

/* A new stamp; when all were used the ways are cleared, some a step. */
static bool renew_desk(cairn__desk *desk, cairn__meter *meter)
{
    if (desk->cleared == desk->nodes && desk->stamp + 1 < STAMP_LIMIT) {
        desk->stamp++;
        return true;
    }
    if (desk->cleared == desk->nodes)
        desk->cleared = 0;
    while (desk->cleared < desk->nodes) {
        uint32_t left = desk->nodes - desk->cleared;
        uint32_t count = left < CLEAR_PIECE ? left : CLEAR_PIECE;
        if (!cairn__meter_can_spend(meter, count / CLEARED_A_UNIT + 1))
            return false;
        memset(desk->ways + desk->cleared, 0, count * sizeof *desk->ways);
        cairn__meter_spend(meter, &meter->work.entries, count / CLEARED_A_UNIT + 1);
        desk->cleared += count;
    }
    desk->stamp = 1;
    return true;
}

/* ---- a search ---- */

void cairn__way_search_start(cairn__way_search *search, cairn__xy start, cairn__xy goal)
{
    search->start = start;
    search->goal = goal;
    search->phase = CAIRN__WAYS_STRAIGHT;
    search->climbed = start;
    search->cost = 0;
    search->reading = false;
    search->corner = NO_CORNER;
    search->best = (cairn__label_way){.distance = UINT32_MAX};
}

/* Climbs on as long as that may be straight; true once it is known. */
static bool look_straight(cairn__way_search *search, const cairn_map *map, cairn__meter *meter)
{
    uint32_t octile = cairn__get_distance(search->start, search->goal);
    for (;;) {
        uint32_t most = cairn__meter_get_left(meter);
        if (most == 0)
            return false;
        most = most < CLIMB_PIECE ? most : CLIMB_PIECE;
        cairn__climb_result climb = cairn__climb(map, search->climbed, search->goal, most);
        cairn__meter_spend(meter, &meter->work.moves, climb.moves);
        search->climbed = climb.end;
        search->cost += climb.cost;
        bool stuck = !climb.reached && climb.moves < most;
        if (stuck || search->cost + cairn__get_distance(climb.end, search->goal) > octile)
            return true;
        if (climb.reached) {
            search->best = (cairn__label_way){.distance = octile, .straight = true};
            return true;
        }
    }
}

/* Hubs of a block; false if one is none. */
static inline bool read_hubs(const cairn__label_set *set, const cairn__label_block *block,
                             uint32_t hubs[CAIRN__LABEL_BLOCK])
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        hubs[i] = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
        most = hubs[i] > most ? hubs[i] : most;
    }
    return most < set->nodes;
}

static inline uint32_t get_distance(const cairn__way_search *search, const cairn__label_set *set,
                                    const cairn__label_block *block, uint32_t i, uint32_t hub)
{
    return search->base + cairn__get_distance(search->cursor.label.cell, set->hubs[hub]) +
           2 * cairn__read_bits(block->excesses, i, block->excess_width);
}

static void spread_block(const cairn__way_search *search, const cairn__label_set *set,
                         const cairn__label_block *block, const uint32_t *hubs, cairn__desk *desk)
{
    uint32_t tag = search->node | desk->stamp << CAIRN__NODE_BITS;
    for (uint32_t i = 0; i < block->count; i++) {
        cairn__desk_way *way = &desk->ways[hubs[i]];
        uint32_t distance = get_distance(search, set, block, i, hubs[i]);
        if (way->tag >> CAIRN__NODE_BITS != desk->stamp || distance < way->distance)
            *way = (cairn__desk_way){distance, tag};
    }
}

static void join_block(cairn__way_search *search, const cairn__label_set *set,
                       const cairn__label_block *block, const uint32_t *hubs,
                       const cairn__desk *desk)
{
    for (uint32_t i = 0; i < block->count; i++) {
        const cairn__desk_way *way = &desk->ways[hubs[i]];
        if (way->tag >> CAIRN__NODE_BITS != desk->stamp)
            continue;
        uint32_t distance = way->distance + get_distance(search, set, block, i, hubs[i]);
        if (distance < search->best.distance)
            search->best =
                (cairn__label_way){.distance = distance,
                                   .hub = hubs[i],
                                   .nodes = {way->tag & (CAIRN__MOST_NODES - 1), search->node}};
    }
}

/* Reads the next block of the cursor's group; false at its end. */
static bool read_block(cairn__way_search *search, const cairn__label_set *set, cairn__desk *desk,
                       cairn__meter *meter)
{
    cairn__label_block block;
    uint32_t hubs[CAIRN__LABEL_BLOCK];
    if (!cairn__label_cursor_next_block(&search->cursor, &block) || !read_hubs(set, &block, hubs))
        return false;
    cairn__meter_spend(meter, &meter->work.entries, block.count);
    if (search->phase == CAIRN__WAYS_START)
        spread_block(search, set, &block, hubs, desk);
    else
        join_block(search, set, &block, hubs, desk);
    return true;
}

/* Groups passed together. */
#define PASSED_GROUPS 512

static_assert(CAIRN__LABEL_BLOCK <= CAIRN_MIN_WORK, "reading a block is indivisible");
static_assert(CAIRN__BUCKET_UNITS <= CAIRN_MIN_WORK, "and so is looking through a bucket");

/* Enters the next group that a shortest path may go on with; false if there is none. A label's
 * first group is the node itself, which any path may need. Passing a group is a unit, and so is
 * entering one: a damaged label may have thousands of them without an entry. */
static bool enter_group(cairn__way_search *search, cairn__meter *meter, bool *more)
{
    uint32_t left = cairn__meter_get_left(meter) - 1;
    uint32_t most = left < PASSED_GROUPS ? left : PASSED_GROUPS, limit = most;
    uint32_t turns = search->begun ? search->turns : CAIRN__ALL_TURNS;
    bool found = cairn__label_cursor_next_group(&search->cursor, turns, &limit);
    cairn__meter_spend(meter, &meter->work.entries, most - limit + found);
    search->begun = true;
    *more = limit == 0;
    return found;
}

/* Reads the label at the cursor to its end; false if the meter has run out. */
static bool read_label(cairn__way_search *search, const cairn__label_set *set, cairn__desk *desk,
                       cairn__meter *meter)
{
    for (bool more = true;;) {
        if (!cairn__meter_can_spend(meter, CAIRN__LABEL_BLOCK))
            return false;
        if (!read_block(search, set, desk, meter) && !enter_group(search, meter, &more) && !more)
            return true;
    }
}

/* Begins with the label of a corner in sight, unless the way over it is too long anyway. */
static void open_label(cairn__way_search *search, const cairn__label_set *set, cairn__corner corner)
{
    cairn__label label;
    uint32_t node = cairn__corner_get_node(corner);
    if (!cairn__label_set_get(set, node, &label))
        return;
    cairn__xy cell = search->sweep.cell;
    cairn__xy other = search->phase == CAIRN__WAYS_START ? search->goal : search->start;
    search->node = node;
    search->base = cairn__get_distance(cell, label.cell);
    search->turns = CAIRN__ALL_TURNS;
    if (set->exact)
        search->turns =
            cairn__get_turns(cairn__get_direction(cell, label.cell), corner >> CAIRN__NODE_BITS);
    if (search->base + cairn__get_distance(label.cell, other) >= search->best.distance)
        return;
    cairn__label_cursor_start(&search->cursor, &label);
    search->reading = true;
    search->begun = false;
}

/* Reads the labels of all corners in sight, each while the next one's is fetched; false if the
 * meter has run out. */
static bool look_around(cairn__way_search *search, const cairn_map *map,
                        const cairn__label_set *set, cairn__desk *desk, cairn__meter *meter)
{
    for (;;) {
        if (search->reading && !read_label(search, set, desk, meter))
            return false;
        search->reading = false;
        cairn__corner corner, before = search->corner;
        cairn__sweep_answer answer =
            cairn__corner_sweep_next(&search->sweep, map, &set->corners, meter, &corner);
        if (answer == CAIRN__SWEEP_PAUSED || (answer == CAIRN__SWEEP_DONE && before == NO_CORNER))
            return answer == CAIRN__SWEEP_DONE;
        search->corner = answer == CAIRN__SWEEP_FOUND ? corner : NO_CORNER;
        if (search->corner != NO_CORNER)
            cairn__label_set_prefetch(set, cairn__corner_get_node(corner));
        if (before != NO_CORNER)
            open_label(search, set, before);
    }
}

cairn__ways_answer cairn__way_search_run(cairn__way_search *search, const cairn_map *map,
                                         const cairn__label_set *set, cairn__desk *desk,
                                         cairn__meter *meter)
{
    if (search->phase == CAIRN__WAYS_STRAIGHT) {
        if (!look_straight(search, map, meter))
            return CAIRN__WAYS_PAUSED;
        search->phase = search->best.straight ? CAIRN__WAYS_DONE : CAIRN__WAYS_DESK;
    }
    if (search->phase == CAIRN__WAYS_DESK) {
        if (!renew_desk(desk, meter))
            return CAIRN__WAYS_PAUSED;
        cairn__corner_sweep_start(&search->sweep, search->start, search->goal);
        search->phase = CAIRN__WAYS_START;
    }
    if (search->phase == CAIRN__WAYS_START) {
        if (!look_around(search, map, set, desk, meter))
            return CAIRN__WAYS_PAUSED;
        cairn__corner_sweep_start(&search->sweep, search->goal, search->start);
        search->phase = CAIRN__WAYS_GOAL;
    }
    if (search->phase == CAIRN__WAYS_GOAL) {
        if (!look_around(search, map, set, desk, meter))
            return CAIRN__WAYS_PAUSED;
        search->phase = CAIRN__WAYS_DONE;
    }
    return search->best.distance == UINT32_MAX ? CAIRN__WAYS_NONE : CAIRN__WAYS_FOUND;
}
