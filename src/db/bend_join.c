/* bend_join.c: a block of entries at a time, without a branch an entry. */
#include "db/bend_join.h"

/* A block decoded: hubs, and distances from the end of the way. */
typedef struct entries {
    uint32_t count;
    uint32_t hubs[CAIRN__BEND_BLOCK];
    uint32_t distances[CAIRN__BEND_BLOCK];
} entries;

/* False if a hub is none. */
static inline bool read_hubs(const cairn__bend_set *set, const cairn__bend_block *block,
                             uint32_t *hubs)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        hubs[i] = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
        most = hubs[i] > most ? hubs[i] : most;
    }
    return most < set->nodes;
}

/* Decodes the next block; false at the end and at damage. */
static inline bool read_block(cairn__bend_source *source, const cairn__bend_set *set, entries *read)
{
    cairn__bend_block block;
    if (!cairn__bend_label_next(&source->label, &block) || !read_hubs(set, &block, read->hubs))
        return false;
    read->count = block.count;
    for (uint32_t i = 0; i < block.count; i++)
        read->distances[i] = source->base +
                             cairn__get_distance(source->label.cell, set->hubs[read->hubs[i]]) +
                             2 * cairn__read_bits(block.excesses, i, block.excess_width);
    return true;
}

bool cairn__bend_spread(cairn__bend_source *source, const cairn__bend_set *set,
                        cairn__bend_desk *desk, int64_t *units)
{
    cairn__bend_reach common = cairn__bend_desk_get_reach(desk, 0, source->node);
    entries read;
    while (*units > 0) {
        if (!read_block(source, set, &read))
            return true;
        *units -= read.count;
        for (uint32_t i = 0; i < read.count; i++) {
            cairn__bend_reach *reach = &desk->hubs[read.hubs[i]];
            cairn__bend_reach found =
                common + ((cairn__bend_reach)read.distances[i] << CAIRN__BEND_BITS);
            *reach = found < *reach ? found : *reach;
        }
    }
    return false;
}

bool cairn__bend_join(cairn__bend_source *source, const cairn__bend_set *set,
                      const cairn__bend_desk *desk, cairn__bend_meeting *best, int64_t *units)
{
    cairn__bend_reach least = cairn__bend_desk_get_reach(desk, 0, 0);
    entries read;
    while (*units > 0) {
        if (!read_block(source, set, &read))
            return true;
        *units -= read.count;
        for (uint32_t i = 0; i < read.count; i++) {
            /* An older way's is larger than any distance. */
            cairn__bend_reach reach = desk->hubs[read.hubs[i]] - least;
            uint64_t to_hub = reach >> CAIRN__BEND_BITS;
            if (to_hub + read.distances[i] >= best->distance)
                continue;
            *best = (cairn__bend_meeting){
                .distance = (uint32_t)to_hub + read.distances[i],
                .hub = read.hubs[i],
                .to_hub = (uint32_t)to_hub,
                .nodes = {(uint32_t)reach & (CAIRN__MOST_BENDS - 1), source->node},
            };
        }
    }
    return false;
}
