/* bend_join.c: a block of entries at a time. Few hubs of the goal's labels are hubs of the start's as well,
 * and few of those can be on a shorter way: so of most entries that are joined only the hub is read. */
#include "route/bend_join.h"

/* A block whose hubs are decoded, less its first one; behind `count` they mean nothing. */
typedef struct hubs {
    cairn__bend_block block;
    uint32_t ranks[CAIRN__BEND_BLOCK];
} hubs;

/* The next block; false at the end and at damage. Mostly the width alone shows that all hubs are nodes. */
static inline bool read_hubs(cairn__bend_source *source, const cairn__bend_set *set, hubs *read)
{
    const cairn__bend_block *block = &read->block;
    if (!cairn__bend_label_next(&source->label, &read->block))
        return false;
    uint64_t last = block->first + ((UINT64_C(1) << block->rank_width) - 1);
    cairn__read_row(block->ranks, block->count, block->rank_width, read->ranks);
    if (CAIRN__LIKELY(last < set->nodes))
        return true;
    uint32_t most = 0;
    for (uint32_t i = 0; i < block->count; i++)
        most = read->ranks[i] > most ? read->ranks[i] : most;
    return (uint64_t)block->first + most < set->nodes;
}

/* Those of a block's entries whose hubs' ways are below a limit; how many. No branch an entry. */
static inline uint32_t find_below(const hubs *read, const cairn__bend_desk *desk,
                                  cairn__bend_reach limit, uint32_t *found)
{
    const cairn__bend_reach *reach = desk->hubs + read->block.first;
    uint32_t count = 0;
    for (size_t i = 0; i < read->block.count; i++) {
        found[count] = (uint32_t)i;
        count += reach[read->ranks[i]] < limit;
    }
    return count;
}

/* How far the label's node is from the hub of an entry. */
static inline uint32_t get_length(const cairn__bend_source *source, const cairn__bend_set *set,
                                  const hubs *read, uint32_t i)
{
    const cairn__bend_block *block = &read->block;
    return cairn__get_distance(source->label.cell, set->hubs[block->first + read->ranks[i]]) +
           2 * cairn__read_bits(block->excesses, i, block->excess_width);
}

/* Where the hubs of a block are, and half of how much longer than octile the ways to them are. */
typedef struct places {
    cairn_cell cells[CAIRN__BEND_BLOCK];
    uint32_t excesses[CAIRN__BEND_BLOCK];
} places;

static inline void read_places(const cairn__bend_set *set, const hubs *read, places *at)
{
    const cairn__bend_block *block = &read->block;
    const cairn_cell *cells = cairn__pack_all(set->hubs) + block->first;
    for (size_t i = 0; i < block->count; i++)
        at->cells[i] = cells[read->ranks[i]];
    cairn__read_row(block->excesses, block->count, block->excess_width, at->excesses);
}

/* How far the label's node is from all hubs of a block: 10 * max(dx, dy) + 4 * min(dx, dy), and what the
 * ways are longer; of as many as a block may have. Compilers make this loop without branches. */
static inline void get_lengths(const places *at, cairn__xy cell, uint32_t *lengths)
{
    for (size_t i = 0; i < CAIRN__BEND_BLOCK; i++) {
        int32_t x = (int32_t)(at->cells[i] & 0xffff) - cell.x;
        int32_t y = (int32_t)(at->cells[i] >> 16) - cell.y;
        x = x < 0 ? -x : x;
        y = y < 0 ? -y : y;
        int32_t gap = x < y ? y - x : x - y;
        lengths[i] = (uint32_t)(7 * (x + y) + 3 * gap) + 2 * at->excesses[i];
    }
}

cairn__answer cairn__bend_spread(cairn__bend_source *source, const cairn__bend_set *set,
                                 cairn__bend_desk *desk, cairn__meter *meter)
{
    cairn__bend_reach common = cairn__bend_desk_get_reach(desk, source->base, source->node);
    uint32_t lengths[CAIRN__BEND_BLOCK];
    places at = {{0}, {0}};
    hubs read;
    while (meter->left > 0) {
        if (!read_hubs(source, set, &read))
            return CAIRN__DONE;
        meter->left -= 1 + read.block.count / 4;
        read_places(set, &read, &at);
        get_lengths(&at, source->label.cell, lengths);
        for (size_t i = 0; i < read.block.count; i++) {
            cairn__bend_reach *reach = &desk->hubs[read.block.first + read.ranks[i]];
            cairn__bend_reach way = common + ((cairn__bend_reach)lengths[i] << CAIRN__BEND_BITS);
            *reach = way < *reach ? way : *reach;
        }
    }
    return CAIRN__PAUSED;
}

/* Joins an entry's way with the one on the desk. */
static inline void join_entry(const cairn__bend_source *source, uint32_t hub, uint32_t length,
                              cairn__bend_reach reach, cairn__bend_meeting *best)
{
    uint64_t to_hub = reach >> CAIRN__BEND_BITS, distance = to_hub + source->base + length;
    if (distance < best->distance)
        *best = (cairn__bend_meeting){
            .distance = (uint32_t)distance,
            .hub = hub,
            .to_hub = (uint32_t)to_hub,
            .nodes = {(uint32_t)reach & (CAIRN__MOST_BENDS - 1), source->node},
        };
}

cairn__answer cairn__bend_join(cairn__bend_source *source, const cairn__bend_set *set,
                               const cairn__bend_desk *desk, cairn__bend_meeting *best,
                               cairn__meter *meter)
{
    cairn__bend_reach least = cairn__bend_desk_get_reach(desk, 0, 0);
    uint32_t found[CAIRN__BEND_BLOCK];
    hubs read;
    while (meter->left > 0) {
        if (!read_hubs(source, set, &read))
            return CAIRN__DONE;
        meter->left -= 1 + read.block.count / 8;
        if (source->base >= best->distance)
            continue;
        uint32_t most = best->distance - source->base;
        uint32_t count = find_below(&read, desk, cairn__bend_desk_get_reach(desk, most, 0), found);
        for (uint32_t k = 0; k < count; k++) {
            /* All that find_below() counts it has written: the analyzer does not follow that far.
             * NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript) */
            uint32_t hub = read.block.first + read.ranks[found[k]];
            join_entry(source, hub, get_length(source, set, &read, found[k]),
                       desk->hubs[hub] - least, best);
        }
    }
    return CAIRN__PAUSED;
}
