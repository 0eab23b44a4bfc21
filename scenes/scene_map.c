/* scene_map.c: from a scene to a map of the library. The only file here that calls libcairn. */
#include "scenes.h"

#include <stdlib.h>

static cairn_status create_map(uint32_t width, uint32_t height, const char *cells,
                               cairn_corners corners, cairn_map **map)
{
    size_t count = (size_t)width * height;
    uint8_t *open = malloc(count > 0 ? count : 1);
    if (!open)
        return CAIRN_MEMORY;
    for (size_t i = 0; i < count; i++)
        open[i] = cells[i] == '.';
    cairn_map_def def = {.size = sizeof def};
    def.corners = corners;
    cairn_status status = cairn_map_create(width, height, open, &def, map);
    free(open);
    return status;
}

cairn_status cairn_scene_create_map(const cairn_scene *scene, cairn_corners corners,
                                    cairn_map **map)
{
    return create_map(scene->width, scene->height, scene->cells, corners, map);
}

cairn_status cairn_scene_small_create_map(const cairn_scene_small *small, cairn_corners corners,
                                          cairn_map **map)
{
    return create_map(small->width, small->height, small->cells, corners, map);
}
