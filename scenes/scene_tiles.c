/* scene_tiles.c: coarse scenes for the natural kinds, and their enlargement.
 *
 * A level drawn with 256 tiles along its shorter side and enlarged is what the paper calls a grid
 * of arbitrary resolution: as many cells as wanted, no more corners than the level has. */
#include "scene_canvas.h"

#include <stdlib.h>
#include <string.h>

enum { TILES_ALONG_SIDE = 256 };

cairn_status cairn__scene_create_tiles(const cairn_scene *scene, cairn_scene *tiles)
{
    int32_t cells = cairn__scene_get_shorter_side(scene) / TILES_ALONG_SIDE;
    uint32_t side = (uint32_t)cairn__scene_most(cells, 1);
    return cairn__scene_create(scene->width / side, scene->height / side, tiles);
}

/* borders[i] is where tile i begins; borders[tiles] is the end. */
static void place_borders(uint32_t tiles, uint32_t cells, cairn__scene_random *random,
                          uint32_t *borders)
{
    int32_t slack = (int32_t)(cells / tiles) / 4;
    for (uint32_t i = 0; i <= tiles; i++) {
        int32_t even = (int32_t)((uint64_t)i * cells / tiles);
        int32_t moved = even + cairn__scene_between(random, -slack, slack);
        borders[i] = (uint32_t)(i == 0 || i == tiles ? even : moved);
    }
}

static void draw_tiles(const cairn_scene *tiles, const uint32_t *columns, const uint32_t *rows,
                       cairn_scene *scene)
{
    for (uint32_t v = 0; v < tiles->height; v++) {
        char *first = cairn__scene_at(scene, 0, (int32_t)rows[v]);
        for (uint32_t u = 0; u < tiles->width; u++)
            memset(first + columns[u], *cairn__scene_at(tiles, (int32_t)u, (int32_t)v),
                   columns[u + 1] - columns[u]);
        for (uint32_t y = rows[v] + 1; y < rows[v + 1]; y++)
            memcpy(cairn__scene_at(scene, 0, (int32_t)y), first, scene->width);
    }
}

cairn_status cairn__scene_enlarge(const cairn_scene *tiles, cairn__scene_random *random,
                                  cairn_scene *scene)
{
    uint32_t *columns = malloc((tiles->width + (size_t)1) * sizeof *columns);
    uint32_t *rows = malloc((tiles->height + (size_t)1) * sizeof *rows);
    bool enough = columns && rows;
    if (enough) {
        place_borders(tiles->width, scene->width, random, columns);
        place_borders(tiles->height, scene->height, random, rows);
        draw_tiles(tiles, columns, rows, scene);
    }
    free(columns);
    free(rows);
    return enough ? CAIRN_OK : CAIRN_MEMORY;
}
