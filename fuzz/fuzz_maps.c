/* fuzz_maps.c: see fuzz_maps.h. Two small scenes under both corner settings. */
#include "fuzz_maps.h"

#include "fuzz.h"

#include <scenes.h>

const cairn_map *fuzz_get_map(uint32_t number)
{
    static cairn_map *maps[FUZZ_MAPS];
    cairn_corners corners = number % 2 != 0 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT;
    if (maps[number] != NULL)
        return maps[number];
    cairn_scene scene;
    FUZZ_CHECK(cairn_scene_generate(number < 2 ? CAIRN_SCENE_CAVES : CAIRN_SCENE_MAZE, 20, 16, 1,
                                    &scene) == CAIRN_OK);
    FUZZ_CHECK(cairn_scene_create_map(&scene, corners, &maps[number]) == CAIRN_OK);
    cairn_scene_free(&scene);
    return maps[number];
}
