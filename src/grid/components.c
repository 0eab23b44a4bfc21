/* components.c: which component each cell of a map that does not change is in, from those of a changing map with the same
 * cells. */
#include "grid/components.h"

#include "base/memory.h"
#include "grid/living.h"

cairn__extent cairn__get_extent(const cairn_map *map, uint32_t component)
{
    if (map->living == NULL)
        return map->extents[component];
    const cairn__components *components = &map->living->components;
    const cairn__joined *joined = &components->list[(uint32_t)components->order[component]];
    return (cairn__extent){cairn__unpack(joined->first), joined->cells};
}

/* What to do with each run in a tile. */
typedef void (*part_function)(cairn_map *map, size_t place, cairn__xy first, uint32_t component);

/* Of a tile without open cells. */
#define UNSEEN UINT32_MAX

static bool has_several(const cairn_map *map, size_t place)
{
    uint32_t component = map->components[place];
    return component != UNSEEN && (component & CAIRN__SEVERAL_COMPONENTS) != 0;
}

static cairn__tile_runs *get_tile_runs(const cairn_map *map, size_t place)
{
    return &map->tile_runs[map->components[place] & ~CAIRN__SEVERAL_COMPONENTS];
}

static void count_tile_runs(const cairn__tile *tile, cairn__tile_runs *runs)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < 64; y++) {
        runs->before[y] = (uint16_t)count;
        count += cairn__count_ones(tile->row[y] & ~(tile->row[y] << 1));
    }
    runs->first = runs->count = 0;
}

/* Gives every tile with several components its place in tile_runs. */
static cairn_status list_tiles(cairn_map *map, size_t places)
{
    uint32_t tiles = 0;
    for (size_t place = 0; place < places; place++)
        if (has_several(map, place))
            map->components[place] = CAIRN__SEVERAL_COMPONENTS | tiles++;
    map->tile_runs = cairn__allocate(&map->allocator, tiles, sizeof *map->tile_runs);
    if (map->tile_runs == NULL)
        return CAIRN_MEMORY;
    map->info.bytes += tiles * sizeof *map->tile_runs;
    for (size_t place = 0; place < places; place++)
        if (has_several(map, place))
            count_tile_runs(&map->tiles[map->directory[place]], get_tile_runs(map, place));
    return CAIRN_OK;
}

static void count_listed(cairn_map *map, size_t place, cairn__xy first, uint32_t component)
{
    (void)first;
    if (has_several(map, place) && component != map->largest)
        get_tile_runs(map, place)->count++;
}

/* Room for the lists; each tile's begins where the one before ends. `count` starts again at 0. */
static cairn_status reserve_lists(cairn_map *map, size_t places)
{
    uint32_t total = 0;
    for (size_t place = 0; place < places; place++)
        if (has_several(map, place)) {
            cairn__tile_runs *runs = get_tile_runs(map, place);
            runs->first = total;
            total += runs->count;
            runs->count = 0;
        }
    map->run_numbers = cairn__allocate(&map->allocator, total, sizeof *map->run_numbers);
    map->run_components = cairn__allocate(&map->allocator, total, sizeof *map->run_components);
    map->info.bytes += total * (sizeof *map->run_numbers + sizeof *map->run_components);
    return map->run_numbers != NULL && map->run_components != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

/* Parts come row by row and, in a row, from left to right: in the order of their numbers. */
static void list_run(cairn_map *map, size_t place, cairn__xy first, uint32_t component)
{
    if (!has_several(map, place) || component == map->largest)
        return;
    cairn__tile_runs *runs = get_tile_runs(map, place);
    uint64_t row = map->tiles[map->directory[place]].row[first.y & 63];
    uint64_t to_the_left = (UINT64_C(1) << (first.x & 63)) - 1;
    uint32_t next = runs->first + runs->count++;
    map->run_numbers[next] =
        (uint16_t)(runs->before[first.y & 63] + cairn__count_ones(row & ~(row << 1) & to_the_left));
    map->run_components[next] = component;
}

static cairn_status copy_extents(cairn_map *copy, const cairn_map *map)
{
    uint32_t count = map->info.components;
    copy->extents = cairn__allocate(&copy->allocator, count, sizeof *copy->extents);
    if (copy->extents == NULL)
        return CAIRN_MEMORY;
    copy->info.bytes += count * sizeof *copy->extents;
    for (uint32_t i = 0; i < count; i++)
        copy->extents[i] = cairn__get_extent(map, i);
    return CAIRN_OK;
}

/* Of the tiles with several components. */
static void for_each_listed(cairn_map *copy, const cairn_map *map, size_t places, part_function act)
{
    for (size_t place = 0; place < places; place++) {
        uint32_t left = (uint32_t)(place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
        uint32_t top = (uint32_t)(place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
        for (uint32_t y = 0; has_several(copy, place) && y < CAIRN__TILE_SIDE; y++) {
            uint64_t row = map->tiles[map->directory[place]].row[y];
            for (uint64_t starts = row & ~(row << 1); starts != 0; starts &= starts - 1) {
                uint32_t x = left + cairn__count_trailing_zeros(starts);
                cairn__xy first = {.x = (uint16_t)x, .y = (uint16_t)(top + y)};
                act(copy, place, first, cairn__component_of(map, first));
            }
        }
    }
}

/* What a map that does not change has at a place. */
static uint32_t get_number_at(const cairn_map *map, size_t place)
{
    uint32_t key = map->components[place];
    bool is_key = map->living != NULL && (key & CAIRN__SEVERAL_COMPONENTS) == 0;
    return is_key ? cairn__component_of_key(map, key) : key;
}

cairn_status cairn__copy_components(cairn_map *copy, const cairn_map *map)
{
    size_t places = (size_t)map->tiles_across * map->tiles_down;
    copy->components = cairn__allocate(&copy->allocator, places, sizeof *copy->components);
    if (copy->components == NULL)
        return CAIRN_MEMORY;
    copy->info.bytes += places * sizeof *copy->components;
    for (size_t place = 0; place < places; place++)
        copy->components[place] = get_number_at(map, place);
    cairn_status status = copy_extents(copy, map);
    if (status == CAIRN_OK)
        status = list_tiles(copy, places);
    if (status != CAIRN_OK)
        return status;
    for_each_listed(copy, map, places, count_listed);
    status = reserve_lists(copy, places);
    if (status == CAIRN_OK)
        for_each_listed(copy, map, places, list_run);
    return status;
}
