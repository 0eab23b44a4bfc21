/* origin.c: what a changing map was when it was opened, and in which cells it differs from that. */
#include "grid/origin.h"

#include <string.h>

#include "base/memory.h"
#include "grid/living.h"

static const cairn__origin_tile *find_tile(const cairn__origin *origin, size_t place)
{
    size_t low = 0, high = origin->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (origin->tiles[middle].place < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low < origin->count && origin->tiles[low].place == place ? &origin->tiles[low] : NULL;
}

/* The rows of a tile when the map was opened. */
static const uint64_t *get_rows(const cairn_map *map, size_t place)
{
    const cairn__origin_tile *kept = find_tile(&map->living->origin, place);
    return kept != NULL ? kept->rows : cairn__get_base_rows(map, place);
}

static size_t count_places(const cairn_map *map)
{
    return (size_t)map->tiles_across * map->tiles_down;
}

/* ---- another base ---- */

/* True if another map has other cells in a tile than this one when it was opened. */
static bool differs(const cairn_map *map, const cairn_map *other, size_t place)
{
    const uint64_t *rows = other->tiles[other->directory[place]].row;
    return memcmp(get_rows(map, place), rows, CAIRN__TILE_SIDE * sizeof *rows) != 0;
}

cairn_status cairn__origin_follow(cairn_map *map, const cairn_map *base)
{
    cairn__origin made = {0};
    size_t capacity = 0;
    for (size_t place = 0; place < count_places(map); place++)
        capacity += differs(map, base, place);
    made.tiles = cairn__allocate(&map->allocator, capacity, sizeof *made.tiles);
    if (made.tiles == NULL)
        return CAIRN_MEMORY;
    for (size_t place = 0; place < count_places(map); place++) {
        if (!differs(map, base, place))
            continue;
        cairn__origin_tile *tile = &made.tiles[made.count++];
        tile->place = place;
        memcpy(tile->rows, get_rows(map, place), sizeof tile->rows);
    }
    cairn__origin_end(map);
    map->living->origin = made;
    return CAIRN_OK;
}

void cairn__origin_end(cairn_map *map)
{
    cairn__release(&map->allocator, map->living->origin.tiles);
    map->living->origin = (cairn__origin){0};
}

/* ---- differences ---- */

/* A row of tiles: which bits differ in each. */
typedef struct band {
    uint32_t across;
    uint64_t (*bits)[CAIRN__TILE_SIDE];
    bool *any;
} band;

/* True if there is a difference at all. */
static bool fill_band(const cairn_map *map, uint32_t tile_y, band *self)
{
    bool any = false;
    for (uint32_t x = 0; x < self->across; x++) {
        size_t place = (size_t)(tile_y + 1) * map->tiles_across + x + 1;
        const uint64_t *now = map->tiles[map->directory[place]].row;
        const uint64_t *opened = get_rows(map, place);
        uint64_t found = 0;
        for (uint32_t y = 0; opened != now && y < CAIRN__TILE_SIDE; y++) {
            self->bits[x][y] = opened[y] ^ now[y];
            found |= self->bits[x][y];
        }
        self->any[x] = found != 0;
        any = any || found != 0;
    }
    return any;
}

static cairn_status add_word(cairn__cell_runs *runs, uint32_t first, uint64_t word)
{
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && word != 0) {
        uint32_t from = cairn__count_trailing_zeros(word);
        uint64_t rest = word >> from;
        uint32_t count = rest == UINT64_MAX ? 64 : cairn__count_trailing_zeros(~rest);
        status = cairn__cell_runs_add(runs, first + from, count);
        word &= word + (UINT64_C(1) << from); /* the carry clears the run */
    }
    return status;
}

static cairn_status add_band(const cairn_map *map, uint32_t tile_y, const band *self,
                             cairn__cell_runs *runs)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; y < CAIRN__TILE_SIDE; y++)
        for (uint32_t x = 0; status == CAIRN_OK && x < self->across; x++)
            if (self->any[x])
                status =
                    add_word(runs, (tile_y * 64 + y) * map->info.width + x * 64, self->bits[x][y]);
    return status;
}

cairn_status cairn__origin_compare(const cairn_map *map, cairn__cell_runs *runs)
{
    const cairn_allocator *allocator = &map->allocator;
    band self = {.across = map->tiles_across - 2};
    cairn_status status = CAIRN_OK;
    self.bits = cairn__allocate(allocator, self.across, sizeof *self.bits);
    self.any = cairn__allocate(allocator, self.across, sizeof *self.any);
    if (self.bits == NULL || self.any == NULL)
        status = CAIRN_MEMORY;
    for (uint32_t y = 0; status == CAIRN_OK && y < map->tiles_down - 2; y++)
        if (fill_band(map, y, &self))
            status = add_band(map, y, &self, runs);
    cairn__release(allocator, self.bits);
    cairn__release(allocator, self.any);
    return status;
}
