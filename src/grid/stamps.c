/* stamps.c: see stamps.h. */
#include "grid/stamps.h"

#define MOST_TILES 64
#define MOST_SEEN 1024

/* True if no cell of the tile at a place was blocked after a version; 0: if it is as in the base. */
static bool is_tile_untouched(const cairn_map *map, size_t place, uint32_t version)
{
    return version > 0 ? cairn__get_stamp(map, place) <= version : map->living->base_at[place] == 0;
}

bool cairn__is_untouched(const cairn_map *map, cairn__xy from, cairn__xy to, uint32_t version)
{
    uint32_t left = from.x < to.x ? from.x : to.x, right = from.x < to.x ? to.x : from.x;
    uint32_t top = from.y < to.y ? from.y : to.y, bottom = from.y < to.y ? to.y : from.y;
    uint32_t across = (right >> 6) - (left >> 6) + 1, down = (bottom >> 6) - (top >> 6) + 1;
    if (across * down > MOST_TILES)
        return false;
    size_t place = cairn__tile_place(map, (int32_t)left, (int32_t)top);
    for (uint32_t y = 0; y < down; y++, place += map->tiles_across)
        for (uint32_t x = 0; x < across; x++)
            if (!is_tile_untouched(map, place + x, version))
                return false;
    return true;
}

bool cairn__is_unchanged(const cairn_map *map, cairn__xy low, cairn__xy high, uint32_t version)
{
    uint32_t across = (uint32_t)(high.x >> 6) - (low.x >> 6) + 1;
    uint32_t down = (uint32_t)(high.y >> 6) - (low.y >> 6) + 1;
    if (across * down > MOST_SEEN)
        return false;
    const uint32_t *changes = &map->living->changes[cairn__tile_place(map, low.x, low.y)];
    for (uint32_t y = 0; y < down; y++, changes += map->tiles_across)
        for (uint32_t x = 0; x < across; x++)
            if (changes[x] > version)
                return false;
    return true;
}
