/* map_copy.c: a map of its own with the cells that are open now. */
#include <string.h>

#include "base/memory.h"
#include "grid/components.h"
#include "grid/living.h"
#include "grid/map_maker.h"

static size_t count_places(const cairn_map *map)
{
    return (size_t)map->tiles_across * map->tiles_down;
}

/* Tiles up to the last one that has a place. */
static size_t count_tiles(const cairn_map *map)
{
    uint32_t last = CAIRN__TILE_OPEN;
    for (size_t place = 0; place < count_places(map); place++)
        last = map->directory[place] > last ? map->directory[place] : last;
    return (size_t)last + 1;
}

static void *copy_block(cairn_map *copy, const void *from, size_t count, size_t size)
{
    void *block = cairn__allocate(&copy->allocator, count, size);
    if (block != NULL)
        memcpy(block, from, count * size);
    copy->info.bytes += count * size;
    return block;
}

static cairn_status copy_tiles(cairn_map *copy, const cairn_map *map, size_t tiles)
{
    copy->directory = copy_block(copy, map->directory, count_places(map), sizeof *map->directory);
    copy->tiles = copy_block(copy, map->tiles, tiles, sizeof *map->tiles);
    copy->open_lines = copy_block(copy, map->open_lines, tiles, sizeof *map->open_lines);
    if (copy->directory == NULL || copy->tiles == NULL || copy->open_lines == NULL)
        return CAIRN_MEMORY;
    cairn_status status = cairn__coarse_copy(copy, map);
    copy->info.bytes += copy->coarse.bytes;
    return status;
}

static cairn_map *create_empty(const cairn_map *map, const cairn_allocator *allocator)
{
    cairn_map *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return NULL;
    cairn__why_start(&made->why, NULL);
    made->allocator = *allocator;
    made->info = map->info;
    made->info.fingerprint = map->info.state;
    made->info.version = 0;
    made->info.bytes = sizeof *made;
    made->tiles_across = map->tiles_across;
    made->tiles_down = map->tiles_down;
    made->largest = map->largest;
    return made;
}

cairn_map *cairn__map_copy_tiles(const cairn_map *map, const cairn_allocator *allocator)
{
    cairn_map *made = create_empty(map, allocator);
    if (made != NULL && copy_tiles(made, map, count_tiles(map)) == CAIRN_OK)
        return made;
    cairn_map_close(made);
    return NULL;
}

static cairn_status copy_all(const cairn_map *map, cairn_map *copy, bool changing)
{
    size_t tiles = count_tiles(map);
    cairn_status status = copy_tiles(copy, map, tiles);
    if (status != CAIRN_OK)
        return status;
    return changing ? cairn__living_create(copy, tiles) : cairn__copy_components(copy, map);
}

cairn_status cairn_map_copy(const cairn_map *map, const cairn_map_def *def, cairn_map **copy)
{
    cairn_map_def known;
    cairn_allocator allocator;
    cairn_status status = cairn__map_def_read(def, &known, &allocator);
    if (status != CAIRN_OK)
        return status;
    if (map == NULL || copy == NULL)
        return cairn__fail_null(known.detail);
    cairn__map_enter(map);
    cairn_map *made = create_empty(map, &allocator);
    status = made != NULL ? copy_all(map, made, known.changing != 0) : CAIRN_MEMORY;
    cairn__map_leave(map);
    if (status == CAIRN_OK)
        *copy = made;
    else
        cairn_map_close(made);
    return status;
}
