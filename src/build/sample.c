/* sample.c: the k-th open cell of a map, by counts of whole rows and then of words. */
#include "build/sample.h"

#include "base/memory.h"
#include "grid/tiles.h"

static uint32_t count_row(const cairn_map *map, uint32_t y)
{
    uint32_t count = 0;
    for (uint32_t x = 0; x < map->info.width; x += 64)
        count += cairn__count_ones(cairn__row_from(map, (int32_t)x, (int32_t)y));
    return count;
}

cairn_status cairn__sampler_create(const cairn_map *map, const cairn_allocator *allocator,
                                   cairn__sampler *sampler)
{
    sampler->map = map;
    sampler->before = cairn__allocate(allocator, map->info.height, sizeof *sampler->before);
    if (sampler->before == NULL)
        return CAIRN_MEMORY;
    uint32_t total = 0;
    for (uint32_t y = 0; y < map->info.height; y++) {
        sampler->before[y] = total;
        total += count_row(map, y);
    }
    return CAIRN_OK;
}

void cairn__sampler_destroy(cairn__sampler *sampler, const cairn_allocator *allocator)
{
    cairn__release(allocator, sampler->before);
    sampler->before = NULL;
}

/* The last row with at most `index` open cells above it. */
static uint32_t find_row(const cairn__sampler *sampler, uint32_t index)
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

cairn_cell cairn__sampler_draw(const cairn__sampler *sampler, cairn__random *random)
{
    const cairn_map *map = sampler->map;
    uint32_t index = cairn__random_below(random, map->info.passable);
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
    return (cairn_cell){(uint16_t)(x + cairn__count_trailing_zeros(word)), (uint16_t)y};
}
