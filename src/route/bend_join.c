/* bend_join.c: a block of entries at a time. Few hubs of the goal's labels are hubs of the start's as well,
 * and few of those can be on a shorter way: so of most entries that are joined only the hub is read. */
#include "route/bend_join.h"

/* A block whose hubs are decoded. Up to a multiple of four those behind the last mean nothing, but are nodes. */
typedef struct opened {
    cairn__bend_block block;
    uint32_t hubs[CAIRN__BEND_BLOCK];
} opened;

/* Whether all hubs are nodes. Those behind the last are then the first one. */
static bool check_hubs(opened *read, uint32_t nodes)
{
    uint32_t most = 0, *hubs = read->hubs;
    for (uint32_t i = 0; i < read->block.count; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): all of them are read */
        most = hubs[i] > most ? hubs[i] : most;
    for (uint32_t i = read->block.count; i < CAIRN__BEND_BLOCK; i++)
        hubs[i] = hubs[0];
    return most < nodes;
}

/* The next block; false at the end and at damage. Mostly the width alone shows that all hubs are nodes. */
static inline bool read_hubs(cairn__bend_source *source, const cairn__bend_set *set, opened *read)
{
    const cairn__bend_block *block = &read->block;
    if (!cairn__bend_label_next(&source->label, &read->block))
        return false;
    uint64_t last = block->first + ((UINT64_C(1) << block->rank_width) - 1);
    cairn__read_row(block->ranks, block->count, block->rank_width, block->first, read->hubs);
    return CAIRN__LIKELY(last < set->nodes) || check_hubs(read, set->nodes);
}

/* Those of a block's entries whose hubs' ways are below a limit; how many. No branch an entry. */
static inline size_t find_below(const opened *read, const cairn__bend_desk *desk,
                                cairn__bend_reach limit, uint32_t *found)
{
    const cairn__bend_reach *reach = desk->hubs;
    size_t count = 0;
    for (size_t i = 0; i < read->block.count; i += 4)
        for (size_t k = 0; k < 4; k++) {
            found[count] = (uint32_t)(i + k);
            /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): as many are read */
            count += reach[read->hubs[i + k]] < limit;
        }
    while (count > 0 && found[count - 1] >= read->block.count)
        count--;
    return count;
}

/* How far the label's node is from the hub of an entry. */
static inline uint32_t get_length(const cairn__bend_source *source, const cairn__bend_set *set,
                                  const opened *read, uint32_t i)
{
    const cairn__bend_block *block = &read->block;
    return cairn__get_distance(source->label.cell, set->hubs[read->hubs[i]]) +
           2 * cairn__read_bits(block->excesses, i, block->excess_width);
}

/* Where the hubs of a block are, and half of how much longer than octile the ways to them are. */
typedef struct places {
    cairn_cell cells[CAIRN__BEND_BLOCK];
    uint32_t excesses[CAIRN__BEND_BLOCK];
} places;

static inline void read_places(const cairn__bend_set *set, const opened *read, places *at)
{
    const cairn__bend_block *block = &read->block;
    const cairn_cell *cells = cairn__pack_all(set->hubs);
    cairn__read_row(block->excesses, block->count, block->excess_width, 0, at->excesses);
    for (size_t i = 0; i < block->count; i += 4)
        for (size_t k = 0; k < 4; k++)
            at->cells[i + k] = cells[read->hubs[i + k]];
}

/* The ways over the node to all hubs of a block: 10 * max(dx, dy) + 4 * min(dx, dy), and what they are
 * longer. Up to a multiple of four those behind the last mean nothing. */
#if defined(__SSE2__)

/* dx and dy are below 2^14: so 4 * (dx + dy) and 3 * (max + max) are sums of two products of 16 bits. */
static inline void get_ways(const places *at, size_t count, cairn__xy cell,
                            cairn__bend_reach common, cairn__bend_reach *ways)
{
    __m128i zero = _mm_setzero_si128(), from = _mm_set1_epi32((int32_t)cairn__pack(cell));
    __m128i base = _mm_set1_epi64x((int64_t)common);
    for (size_t i = 0; i < count; i += 4) {
        __m128i gaps = _mm_sub_epi16(_mm_loadu_si128((const void *)(at->cells + i)), from);
        gaps = _mm_max_epi16(gaps, _mm_sub_epi16(zero, gaps));
        __m128i swapped = _mm_shufflehi_epi16(_mm_shufflelo_epi16(gaps, 0xb1), 0xb1);
        __m128i straight = _mm_madd_epi16(gaps, _mm_set1_epi16(4));
        __m128i most = _mm_madd_epi16(_mm_max_epi16(gaps, swapped), _mm_set1_epi16(3));
        __m128i excess = _mm_loadu_si128((const void *)(at->excesses + i));
        __m128i length =
            _mm_add_epi32(_mm_add_epi32(straight, most), _mm_add_epi32(excess, excess));
        __m128i low = _mm_slli_epi64(_mm_unpacklo_epi32(length, zero), CAIRN__BEND_BITS);
        __m128i high = _mm_slli_epi64(_mm_unpackhi_epi32(length, zero), CAIRN__BEND_BITS);
        _mm_storeu_si128((void *)(ways + i), _mm_add_epi64(low, base));
        _mm_storeu_si128((void *)(ways + i + 2), _mm_add_epi64(high, base));
    }
}

#else

static inline void get_ways(const places *at, size_t count, cairn__xy cell,
                            cairn__bend_reach common, cairn__bend_reach *ways)
{
    for (size_t i = 0; i < count; i++) {
        int32_t x = (int32_t)(at->cells[i] & 0xffff) - cell.x;
        int32_t y = (int32_t)(at->cells[i] >> 16) - cell.y;
        x = x < 0 ? -x : x;
        y = y < 0 ? -y : y;
        int32_t gap = x < y ? y - x : x - y;
        uint32_t length = (uint32_t)(7 * (x + y) + 3 * gap) + 2 * at->excesses[i];
        ways[i] = common + ((cairn__bend_reach)length << CAIRN__BEND_BITS);
    }
}

#endif

/* Notes the ways to hubs of a block that are shorter than those known. Behind the last there are none. */
static inline void note_ways(const opened *read, cairn__bend_reach *ways, cairn__bend_reach *reach)
{
    uint32_t count = read->block.count;
    for (uint32_t i = count; i % 4 != 0; i++)
        ways[i] = UINT64_MAX;
    for (size_t i = 0; i < count; i += 4)
        for (size_t k = 0; k < 4; k++) {
            uint32_t hub = read->hubs[i + k];
            cairn__bend_reach known = reach[hub];
            reach[hub] = ways[i + k] < known ? ways[i + k] : known;
        }
}

cairn__answer cairn__bend_spread(cairn__bend_source *source, const cairn__bend_set *set,
                                 cairn__bend_desk *desk, cairn__meter *meter)
{
    cairn__bend_reach common = cairn__bend_desk_get_reach(desk, source->base, source->node);
    cairn__bend_reach ways[CAIRN__BEND_BLOCK];
    opened read;
    places at;
    while (meter->left > 0) {
        if (!read_hubs(source, set, &read))
            return CAIRN__DONE;
        meter->left -= 1 + read.block.count / 4;
        read_places(set, &read, &at);
        get_ways(&at, read.block.count, source->label.cell, common, ways);
        note_ways(&read, ways, desk->hubs);
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
    opened read;
    while (meter->left > 0) {
        if (!read_hubs(source, set, &read))
            return CAIRN__DONE;
        meter->left -= 1 + read.block.count / 8;
        if (source->base >= best->distance)
            continue;
        uint32_t most = best->distance - source->base;
        size_t count = find_below(&read, desk, cairn__bend_desk_get_reach(desk, most, 0), found);
        for (size_t k = 0; k < count; k++) {
            /* All that find_below() counts it has written: the analyzer does not follow that far.
             * NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript) */
            uint32_t hub = read.hubs[found[k]];
            join_entry(source, hub, get_length(source, set, &read, found[k]),
                       desk->hubs[hub] - least, best);
        }
    }
    return CAIRN__PAUSED;
}
