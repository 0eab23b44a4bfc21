/* bend_join.c: a block of entries at a time, without a branch an entry. */
#include "db/bend_join.h"

/* A block decoded: hubs, and distances from the end of the way. */
typedef struct entries {
    uint32_t count;
    uint32_t hubs[CAIRN__BEND_BLOCK];
    uint32_t distances[CAIRN__BEND_BLOCK];
} entries;

/* Where the hubs of a block are, and how much longer than octile the ways to them are. */
typedef struct places {
    int32_t x[CAIRN__BEND_BLOCK];
    int32_t y[CAIRN__BEND_BLOCK];
    uint32_t excesses[CAIRN__BEND_BLOCK];
} places;

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

/* Octile distances, 10 * max(dx, dy) + 4 * min(dx, dy), of all at once, as many as a block may have:
 * compilers make this loop without branches. */
static inline void add_distances(const places *at, cairn__xy cell, uint32_t base,
                                 uint32_t *distances)
{
    for (uint32_t i = 0; i < CAIRN__BEND_BLOCK; i++) {
        int32_t x = at->x[i] - cell.x, y = at->y[i] - cell.y;
        x = x < 0 ? -x : x;
        y = y < 0 ? -y : y;
        int32_t gap = x < y ? y - x : x - y;
        distances[i] = base + (uint32_t)(7 * (x + y) + 3 * gap) + 2 * at->excesses[i];
    }
}

/* Decodes the next block; false at the end and at damage. */
static inline bool read_block(cairn__bend_source *source, const cairn__bend_set *set, places *at,
                              entries *read)
{
    cairn__bend_block block;
    if (!cairn__bend_label_next(&source->label, &block) || !read_hubs(set, &block, read->hubs))
        return false;
    read->count = block.count;
    for (uint32_t i = 0; i < block.count; i++) {
        cairn__xy hub = set->hubs[read->hubs[i]];
        at->x[i] = hub.x;
        at->y[i] = hub.y;
        at->excesses[i] = cairn__read_bits(block.excesses, i, block.excess_width);
    }
    add_distances(at, source->label.cell, source->base, read->distances);
    return true;
}

bool cairn__bend_spread(cairn__bend_source *source, const cairn__bend_set *set,
                        cairn__bend_desk *desk, int64_t *units)
{
    cairn__bend_reach common = cairn__bend_desk_get_reach(desk, 0, source->node);
    entries read;
    places at = {{0}, {0}, {0}};
    while (*units > 0) {
        if (!read_block(source, set, &at, &read))
            return true;
        *units -= 1 + read.count / 4;
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
    places at = {{0}, {0}, {0}};
    while (*units > 0) {
        if (!read_block(source, set, &at, &read))
            return true;
        *units -= 1 + read.count / 4;
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
