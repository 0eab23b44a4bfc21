/* living.c: making what a changing map keeps. */
#include "grid/living.h"

#include <string.h>

#include "base/memory.h"
#include "grid/components.h"

static size_t count_places(const cairn_map *map)
{
    return (size_t)map->tiles_across * map->tiles_down;
}

/* ---- tiles with room for more ---- */

static cairn_status make_room(cairn_map *map, size_t tiles)
{
    cairn__living *living = map->living;
    size_t capacity = tiles + tiles / 4 + 64, lines_capacity = 0;
    cairn__tile *grown = cairn__grow(&map->allocator, map->tiles, tiles, sizeof *grown,
                                     &living->tile_capacity, capacity);
    if (grown == NULL)
        return CAIRN_MEMORY;
    map->tiles = grown;
    cairn__open_lines *lines = cairn__grow(&map->allocator, map->open_lines, tiles, sizeof *lines,
                                           &lines_capacity, capacity);
    if (lines == NULL)
        return CAIRN_MEMORY;
    map->open_lines = lines;
    living->tile_count = tiles;
    return CAIRN_OK;
}

/* ---- patches ---- */

static cairn_status find_tile_patches(cairn_map *map, size_t place)
{
    cairn__living *living = map->living;
    uint32_t x = (uint32_t)(place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
    uint32_t y = (uint32_t)(place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
    cairn__find_patches(living->finder, map->tiles[map->directory[place]].row, map->info.corners,
                        (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y});
    living->patches.count += living->finder->count;
    if (living->finder->count == 1)
        living->patches.only[place] = living->finder->list[0];
    if (living->finder->count <= 1)
        return CAIRN_OK;
    cairn__tile_patches *several = cairn__keep_patches(living->finder, &map->allocator);
    living->patches.several[place] = several;
    living->patches.bytes += cairn__get_patches_bytes(several);
    return several != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

static cairn_status find_all_patches(cairn_map *map)
{
    cairn_status status = CAIRN_OK;
    for (size_t place = 0; status == CAIRN_OK && place < count_places(map); place++)
        if (map->directory[place] != CAIRN__TILE_BLOCKED)
            status = find_tile_patches(map, place);
    return status;
}

/* Finds the components of a map that has nothing else of a changing one; its arrays are there. */
static cairn_status join_patches(cairn_map *map)
{
    cairn__living *living = map->living;
    cairn_status status = find_all_patches(map);
    if (status == CAIRN_OK)
        status =
            cairn__components_reserve(&living->components, &map->allocator, living->patches.count);
    if (status == CAIRN_OK)
        cairn__join_all(map);
    return status;
}

static cairn_status get_patch_arrays(cairn_map *map)
{
    const cairn_allocator *allocator = &map->allocator;
    cairn__living *living = map->living;
    size_t places = count_places(map);
    map->components = cairn__allocate(allocator, places, sizeof *map->components);
    living->patches.only = cairn__allocate_zeroed(allocator, places, sizeof *living->patches.only);
    living->patches.several =
        cairn__allocate_zeroed(allocator, places, sizeof(cairn__tile_patches *));
    living->finder = cairn__allocate(allocator, 1, sizeof *living->finder);
    return map->components != NULL && living->patches.only != NULL &&
                   living->patches.several != NULL && living->finder != NULL
               ? CAIRN_OK
               : CAIRN_MEMORY;
}

/* The same cells change for as long as it takes. */
cairn_status cairn__find_components(cairn_map *map)
{
    cairn_map changing = *map;
    changing.living = cairn__allocate_zeroed(&map->allocator, 1, sizeof *changing.living);
    if (changing.living == NULL)
        return CAIRN_MEMORY;
    changing.living->allocator = map->allocator;
    cairn_status status = get_patch_arrays(&changing);
    if (status == CAIRN_OK)
        status = join_patches(&changing);
    if (status == CAIRN_OK) {
        map->info.components = changing.info.components;
        map->info.largest_component = changing.info.largest_component;
        map->largest = changing.largest;
        status = cairn__copy_components(map, &changing);
    }
    cairn__living_end(&changing);
    cairn__release(&map->allocator, changing.components);
    return status;
}

/* ---- all of it ---- */

/* The other arrays that have an element for each place. */
static cairn_status get_arrays(cairn_map *map)
{
    const cairn_allocator *allocator = &map->allocator;
    cairn__living *living = map->living;
    size_t places = count_places(map);
    living->stamps = cairn__allocate_zeroed(allocator, places, sizeof *living->stamps);
    living->changes = cairn__allocate_zeroed(allocator, places, sizeof *living->changes);
    living->base_at = cairn__allocate_zeroed(allocator, places, sizeof *living->base_at);
    living->changed_at = cairn__allocate_zeroed(allocator, places, sizeof *living->changed_at);
    living->is_touched = cairn__allocate_zeroed(allocator, places, sizeof *living->is_touched);
    living->contacts = cairn__allocate(allocator, 1, sizeof *living->contacts);
    return living->stamps != NULL && living->changes != NULL && living->base_at != NULL &&
                   living->changed_at != NULL && living->is_touched != NULL &&
                   living->contacts != NULL
               ? CAIRN_OK
               : CAIRN_MEMORY;
}

cairn_status cairn__living_create(cairn_map *map, size_t tiles)
{
    map->living = cairn__allocate_zeroed(&map->allocator, 1, sizeof *map->living);
    if (map->living == NULL)
        return CAIRN_MEMORY;
    map->living->allocator = map->allocator;
    map->living->base_fingerprint = map->info.fingerprint;
    map->living->base_map = cairn__map_copy_tiles(map, &map->allocator);
    if (map->living->base_map == NULL)
        return CAIRN_MEMORY;
    cairn_status status = get_patch_arrays(map);
    if (status == CAIRN_OK)
        status = get_arrays(map);
    if (status == CAIRN_OK)
        status = make_room(map, tiles);
    if (status == CAIRN_OK)
        status = join_patches(map);
    if (status == CAIRN_OK)
        map->info.bytes = cairn__living_get_bytes(map);
    return status;
}

void cairn__living_end(cairn_map *map)
{
    cairn__living *living = map->living;
    if (living == NULL)
        return;
    cairn_allocator allocator = living->allocator;
    cairn_map_close(living->base_map);
    if (living->patches.several != NULL)
        for (size_t place = 0; place < count_places(map); place++)
            cairn__release(&allocator, living->patches.several[place]);
    cairn__release(&allocator, living->patches.several);
    cairn__release(&allocator, living->patches.only);
    cairn__components_end(&living->components, &allocator);
    cairn__origin_end(map);
    cairn__release(&allocator, living->stamps);
    cairn__release(&allocator, living->changes);
    cairn__release(&allocator, living->base_at);
    cairn__release(&allocator, living->base);
    cairn__release(&allocator, living->opened);
    cairn__release(&allocator, living->finder);
    cairn__release(&allocator, living->contacts);
    cairn__release(&allocator, living->changed_at);
    cairn__release(&allocator, living->is_touched);
    cairn__release(&allocator, living->changed);
    cairn__release(&allocator, living->touched);
    cairn__release(&allocator, living);
}

size_t cairn__living_get_bytes(const cairn_map *map)
{
    const cairn__living *living = map->living;
    size_t a_place = sizeof *map->directory + sizeof *map->components + sizeof *living->stamps +
                     sizeof *living->changes + sizeof *living->base_at +
                     sizeof *living->changed_at + sizeof *living->is_touched +
                     sizeof *living->patches.only + sizeof(cairn__tile_patches *);
    size_t a_tile = sizeof *map->tiles + sizeof *map->open_lines;
    size_t a_base = sizeof *living->base + sizeof *living->opened;
    size_t a_change = sizeof *living->changed + CAIRN__TOUCHED_BY_ONE * sizeof *living->touched;
    return sizeof *map + sizeof *living + sizeof *living->finder + sizeof *living->contacts +
           map->coarse.bytes + living->base_map->info.bytes + count_places(map) * a_place +
           living->tile_capacity * a_tile + living->base_capacity * a_base +
           living->changed_capacity * a_change + living->patches.bytes +
           cairn__components_get_bytes(&living->components) +
           living->origin.count * sizeof *living->origin.tiles;
}
