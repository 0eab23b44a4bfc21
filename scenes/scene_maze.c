/* scene_maze.c: a perfect maze, dug depth first. About 50 corridors along the shorter side, 32 on
 * small scenes, where corridors are one cell wide.
 *
 * Each chamber keeps the way it was entered by, so going back needs no stack. */
#include "scene_canvas.h"

#include <stdlib.h>

enum { CORRIDORS_ALONG_SIDE = 64 }; /* if walls took no room */

enum { UNDUG = 0, ENTRANCE = 5 }; /* of a chamber's way; 1 .. 4: direction it was dug in, plus 1 */

static const int32_t steps[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

typedef struct maze {
    cairn_scene *scene;
    int32_t corridor; /* cells */
    int32_t pitch;    /* corridor and wall */
    int32_t columns;
    int32_t rows;
    uint8_t *ways;
} maze;

/* The cells of the box of chambers from (u0, v0) to (u1, v1); the last take what is left over. */
static cairn__scene_rect get_rect(const maze *m, int32_t u0, int32_t v0, int32_t u1, int32_t v1)
{
    return (cairn__scene_rect){
        u0 * m->pitch, v0 * m->pitch,
        u1 + 1 == m->columns ? (int32_t)m->scene->width : u1 * m->pitch + m->corridor,
        v1 + 1 == m->rows ? (int32_t)m->scene->height : v1 * m->pitch + m->corridor};
}

static uint8_t *get_way(const maze *m, int32_t u, int32_t v)
{
    return &m->ways[(size_t)v * (size_t)m->columns + (size_t)u];
}

static bool is_undug(const maze *m, int32_t u, int32_t v)
{
    return u >= 0 && v >= 0 && u < m->columns && v < m->rows && *get_way(m, u, v) == UNDUG;
}

/* One of the directions into undug chambers, or -1. */
static int32_t choose_direction(const maze *m, int32_t u, int32_t v, cairn__scene_random *random)
{
    int32_t choices[4] = {0};
    int32_t count = 0;
    for (int32_t d = 0; d < 4; d++)
        if (is_undug(m, u + steps[d][0], v + steps[d][1]))
            choices[count++] = d;
    return count > 0 ? choices[cairn__scene_between(random, 0, count - 1)] : -1;
}

static void dig(const maze *m, cairn__scene_random *random)
{
    int32_t u = cairn__scene_between(random, 0, m->columns - 1);
    int32_t v = cairn__scene_between(random, 0, m->rows - 1);
    *get_way(m, u, v) = ENTRANCE;
    cairn__scene_fill_rect(m->scene, get_rect(m, u, v, u, v), '.');
    for (;;) {
        int32_t d = choose_direction(m, u, v, random);
        if (d >= 0) {
            int32_t p = u + steps[d][0];
            int32_t q = v + steps[d][1];
            *get_way(m, p, q) = (uint8_t)(d + 1);
            cairn__scene_rect passage =
                get_rect(m, cairn__scene_least(u, p), cairn__scene_least(v, q),
                         cairn__scene_most(u, p), cairn__scene_most(v, q));
            cairn__scene_fill_rect(m->scene, passage, '.');
            u = p;
            v = q;
        } else if (*get_way(m, u, v) == ENTRANCE) {
            return;
        } else {
            d = *get_way(m, u, v) - 1;
            u -= steps[d][0];
            v -= steps[d][1];
        }
    }
}

cairn_status cairn__scene_draw_maze(cairn_scene *scene, cairn__scene_random *random)
{
    int32_t side = cairn__scene_get_shorter_side(scene);
    maze m = {.scene = scene, .corridor = cairn__scene_most(side / CORRIDORS_ALONG_SIDE, 1)};
    int32_t wall = cairn__scene_most(m.corridor / 4, 1);
    m.pitch = m.corridor + wall;
    m.columns = cairn__scene_most(((int32_t)scene->width + wall) / m.pitch, 1);
    m.rows = cairn__scene_most(((int32_t)scene->height + wall) / m.pitch, 1);
    m.ways = calloc((size_t)m.columns * (size_t)m.rows, sizeof *m.ways);
    if (!m.ways)
        return CAIRN_MEMORY;
    cairn__scene_fill_rect(scene, cairn__scene_get_bounds(scene), '@');
    dig(&m, random);
    free(m.ways);
    return CAIRN_OK;
}
