/* scene_plain.c: the two kinds without structure: nothing at all, and noise. */
#include "scene_canvas.h"

cairn_status cairn__scene_draw_open(cairn_scene *scene, cairn__scene_random *random)
{
    (void)scene;
    (void)random;
    return CAIRN_OK;
}

/* Two bits decide a cell, so a draw of 64 serves 32 cells. */
cairn_status cairn__scene_draw_random(cairn_scene *scene, cairn__scene_random *random)
{
    size_t count = cairn__scene_get_cell_count(scene);
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++) {
        bits = i % 32 == 0 ? cairn__scene_draw(random) : bits >> 2;
        scene->cells[i] = (bits & 3) == 0 ? '@' : '.';
    }
    return CAIRN_OK;
}
