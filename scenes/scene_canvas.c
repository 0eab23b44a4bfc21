/* scene_canvas.c: random numbers and the drawing of rectangles and polygons, in integers. */
#include "scene_canvas.h"

#include <stdlib.h>
#include <string.h>

uint64_t cairn__scene_mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

uint64_t cairn__scene_draw(cairn__scene_random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64's odd step */
    return cairn__scene_mix(random->state);
}

int32_t cairn__scene_between(cairn__scene_random *random, int32_t low, int32_t high)
{
    if (high <= low)
        return low;
    uint64_t range = (uint64_t)((int64_t)high - low) + 1;
    return (int32_t)(low + (int64_t)(((cairn__scene_draw(random) >> 32) * range) >> 32));
}

bool cairn__scene_once_in(cairn__scene_random *random, int32_t times)
{
    return cairn__scene_between(random, 1, times) == 1;
}

cairn_status cairn__scene_create(uint32_t width, uint32_t height, cairn_scene *scene)
{
    *scene = (cairn_scene){width, height, malloc((size_t)width * height)};
    if (!scene->cells) {
        *scene = (cairn_scene){0};
        return CAIRN_MEMORY;
    }
    memset(scene->cells, '.', cairn__scene_get_cell_count(scene));
    return CAIRN_OK;
}

void cairn__scene_fill_rect(cairn_scene *scene, cairn__scene_rect rect, char fill)
{
    int32_t x0 = cairn__scene_most(rect.x0, 0);
    int32_t x1 = cairn__scene_least(rect.x1, (int32_t)scene->width);
    int32_t y1 = cairn__scene_least(rect.y1, (int32_t)scene->height);
    if (x0 >= x1)
        return;
    for (int32_t y = cairn__scene_most(rect.y0, 0); y < y1; y++)
        memset(cairn__scene_at(scene, x0, y), fill, (size_t)(x1 - x0));
}

static int64_t divide_down(int64_t a, int64_t b)
{
    int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

/* The first cell of row y whose centre is to the right of each edge that the row's middle crosses,
 * in order. In half cells a middle is odd and a corner even, so no edge is met at its end. */
static uint32_t find_crossings(const cairn__scene_point *points, uint32_t count, int32_t y,
                               int32_t crossings[CAIRN__SCENE_MAX_POINTS])
{
    uint32_t found = 0;
    int64_t middle = 2 * (int64_t)y + 1;
    for (uint32_t i = 0; i < count; i++) {
        cairn__scene_point a = points[i];
        cairn__scene_point b = points[i + 1 < count ? i + 1 : 0];
        if ((2 * (int64_t)a.y < middle) == (2 * (int64_t)b.y < middle))
            continue;
        int64_t dx = b.x - (int64_t)a.x;
        int64_t dy = b.y - (int64_t)a.y;
        int64_t x = 2 * (int64_t)a.x + divide_down((middle - 2 * (int64_t)a.y) * dx, dy);
        int32_t cell = (int32_t)divide_down(x + 1, 2);
        uint32_t at = found++;
        for (; at > 0 && crossings[at - 1] > cell; at--)
            crossings[at] = crossings[at - 1];
        crossings[at] = cell;
    }
    return found;
}

void cairn__scene_fill_polygon(cairn_scene *scene, const cairn__scene_point *points, uint32_t count,
                               char fill)
{
    int32_t top = INT32_MAX;
    int32_t bottom = INT32_MIN;
    for (uint32_t i = 0; i < count; i++) {
        top = cairn__scene_least(top, points[i].y);
        bottom = cairn__scene_most(bottom, points[i].y);
    }
    top = cairn__scene_most(top, 0);
    bottom = cairn__scene_least(bottom, (int32_t)scene->height);
    int32_t crossings[CAIRN__SCENE_MAX_POINTS];
    for (int32_t y = top; y < bottom; y++) {
        uint32_t found = find_crossings(points, count, y, crossings);
        for (uint32_t i = 0; i + 1 < found; i += 2)
            cairn__scene_fill_rect(
                scene, (cairn__scene_rect){crossings[i], y, crossings[i + 1], y + 1}, fill);
    }
}
