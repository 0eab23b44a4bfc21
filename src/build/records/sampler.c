/* sampler.c: the k-th open cell of a map, by counts of whole rows and then of words. */
#include "cairn/lab.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/xy.h"
#include "grid/components.h"

struct cairn_sampler {
    cairn_allocator allocator;
    const cairn_map *map;
    uint32_t before[]; /* open cells in the rows above, one number a row */
};

cairn_status cairn_random_start(uint64_t seed, uint64_t stream, cairn_random *random)
{
    if (random == NULL)
        return CAIRN_ARGUMENT;
    *random = cairn__random_start(seed, stream);
    return CAIRN_OK;
}

static uint32_t count_row(const cairn_map *map, uint32_t y)
{
    uint32_t count = 0;
    for (uint32_t x = 0; x < map->info.width; x += 64)
        count += cairn__count_ones(cairn__row_from(map, (int32_t)x, (int32_t)y));
    return count;
}

cairn_status cairn_sampler_create(const cairn_map *map, const cairn_allocator *allocator,
                                  cairn_sampler **sampler)
{
    if (map == NULL || sampler == NULL)
        return CAIRN_ARGUMENT;
    cairn_allocator used = cairn__get_allocator(allocator);
    size_t rows_bytes = map->info.height * sizeof(uint32_t);
    cairn_sampler *made = cairn__allocate(&used, 1, sizeof *made + rows_bytes);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->allocator = used;
    made->map = map;
    uint32_t total = 0;
    for (uint32_t y = 0; y < map->info.height; y++) {
        made->before[y] = total;
        total += count_row(map, y);
    }
    *sampler = made;
    return CAIRN_OK;
}

void cairn_sampler_destroy(cairn_sampler *sampler)
{
    if (sampler != NULL)
        cairn__release(&sampler->allocator, sampler);
}

/* The last row with at most `index` open cells above it. */
static uint32_t find_row(const cairn_sampler *sampler, uint32_t index)
{
    uint32_t first = 0, end = sampler->map->info.height;
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;
        if (sampler->before[middle] <= index)
            first = middle;
        else
            end = middle;
    }
    return first;
}

static cairn__xy draw_cell(const cairn_sampler *sampler, cairn_random *random)
{
    const cairn_map *map = sampler->map;
    uint32_t index = cairn__random_below(random, map->info.open_cells);
    uint32_t y = find_row(sampler, index);
    uint32_t left = index - sampler->before[y];
    uint32_t x = 0;
    uint64_t word = cairn__row_from(map, 0, (int32_t)y);
    while (left >= cairn__count_ones(word)) {
        left -= cairn__count_ones(word);
        x += 64;
        word = cairn__row_from(map, (int32_t)x, (int32_t)y);
    }
    for (; left > 0; left--)
        word &= word - 1;
    return (cairn__xy){.x = (uint16_t)(x + cairn__count_trailing_zeros(word)), .y = (uint16_t)y};
}

cairn_status cairn_sampler_draw_pair(const cairn_sampler *sampler, cairn_random *random,
                                     uint64_t *draws, cairn_cell pair[2])
{
    if (sampler == NULL || random == NULL || draws == NULL || pair == NULL)
        return CAIRN_ARGUMENT;
    const cairn_map *map = sampler->map;
    if (map->info.open_cells == 0)
        return CAIRN_NO_PATH;
    while (*draws > 0) {
        --*draws;
        cairn__xy first = draw_cell(sampler, random), second = draw_cell(sampler, random);
        pair[0] = cairn__pack(first);
        pair[1] = cairn__pack(second);
        if (cairn__component_key(map, first) == cairn__component_key(map, second))
            return CAIRN_OK;
    }
    return CAIRN_NO_PATH;
}
