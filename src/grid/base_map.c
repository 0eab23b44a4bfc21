/* base_map.c: copying tiles. */
#include "grid/base_map.h"

#include <string.h>

#include "base/memory.h"

/* A copy of `count` things; null if there is no memory. */
static void *copy(const cairn_allocator *allocator, const void *things, size_t count, size_t bytes)
{
    void *made = cairn__allocate(allocator, count, bytes);
    if (made != NULL)
        memcpy(made, things, count * bytes);
    return made;
}

static size_t count_tiles(const cairn_map *map, size_t places)
{
    uint32_t most = CAIRN__TILE_OPEN;
    for (size_t i = 0; i < places; i++)
        most = map->directory[i] > most ? map->directory[i] : most;
    return (size_t)most + 1;
}

static bool copy_frames(const cairn_map *map, cairn_map *made)
{
    made->coarse = map->coarse;
    for (uint32_t i = 0; i < CAIRN__FRAMES; i++)
        made->coarse.frames[i].across = NULL;
    for (uint32_t i = 0; i < CAIRN__FRAMES; i++) {
        cairn__coarse_frame *frame = &made->coarse.frames[i];
        size_t words = (size_t)frame->rows * frame->words;
        frame->across =
            copy(&made->allocator, map->coarse.frames[i].across, 2 * words, sizeof *frame->across);
        if (frame->across == NULL)
            return false;
        frame->down = frame->across + words;
    }
    return true;
}

cairn_map *cairn__base_map_create(const cairn_map *map, const cairn_allocator *allocator)
{
    size_t places = (size_t)map->tiles_across * map->tiles_down, tiles = count_tiles(map, places);
    cairn_map *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->allocator = *allocator;
    made->info = map->info;
    made->tiles_across = map->tiles_across;
    made->tiles_down = map->tiles_down;
    made->directory = copy(allocator, map->directory, places, sizeof *map->directory);
    made->tiles = copy(allocator, map->tiles, tiles, sizeof *map->tiles);
    made->open_lines = copy(allocator, map->open_lines, tiles, sizeof *map->open_lines);
    if (copy_frames(map, made) && made->directory != NULL && made->tiles != NULL &&
        made->open_lines != NULL)
        return made;
    cairn_map_close(made);
    return NULL;
}
