/* glue_scenes.c: maps of scenes/ for JavaScript, in the half with the builder. */
#include <cairn/cairn.h>

#include "../../../scenes/scenes.h"

/* The word for a kind of scene; null behind the last. */
__attribute__((export_name("cairn_js_get_scene"))) const char *cairn_js_get_scene(uint32_t kind)
{
    return cairn_scene_kind_get_name((cairn_scene_kind)kind);
}

/* A map of a scene, as `cairn map generate` makes it. */
__attribute__((export_name("cairn_js_generate"))) cairn_status
cairn_js_generate(uint32_t kind, uint32_t width, uint32_t height, uint64_t seed,
                  const cairn_map_def *def, cairn_map **map)
{
    cairn_scene scene = {0};
    cairn_status status = cairn_scene_generate((cairn_scene_kind)kind, width, height, seed, &scene);
    if (status != CAIRN_OK)
        return status;
    size_t count = (size_t)width * height;
    uint8_t *open = (uint8_t *)scene.cells; /* nobody reads the characters any more */
    for (size_t i = 0; i < count; i++)
        open[i] = scene.cells[i] == '.';
    status = cairn_map_create(width, height, open, def, map);
    cairn_scene_free(&scene);
    return status;
}
