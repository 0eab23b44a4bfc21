/* scene_warzone.c: ground for two armies, each seeing the same land turned by half a circle.
 *
 * Smooth noise is the height of the land. Its lowest parts are lakes, its highest plateaus with
 * cliffs around them. Ramps are cut through the cliffs at random, then to each plateau that still
 * has none. A second noise sows woods. */
#include "scene_canvas.h"

#include <stdlib.h>

enum {
    LEAST_TILES = 16, /* a narrower scene stays open ground */
    OCTAVES = 3,
    LEVELS = 1024, /* distinct heights when the land is cut by percentage */
    LAKE_PERCENT = 13,
    PLATEAU_PERCENT = 30,
    WOOD_PERCENT = 7,
    RAMP_TRIES_A_TILE = 64 /* one try to place a ramp in this number of tiles */
};

typedef struct land {
    cairn_scene *tiles;
    cairn__scene_random *random;
    uint16_t *heights; /* below LEVELS, one a tile */
    int32_t side;      /* tiles along the shorter side */
} land;

/* ---- noise: hashed lattice values, blended by a cubic in fixed point ---- */

static int32_t get_lattice(uint64_t salt, int32_t x, int32_t y)
{
    uint64_t place = ((uint64_t)(uint32_t)x << 32) | (uint32_t)y;
    return (int32_t)(cairn__scene_mix(place ^ salt) >> 48);
}

/* From a to b as t goes from 0 to 256. */
static int32_t blend(int32_t a, int32_t b, int32_t t)
{
    return a + (int32_t)(((int64_t)(b - a) * t) / 256);
}

static int32_t get_noise(uint64_t salt, int32_t period, int32_t x, int32_t y)
{
    int32_t u = x / period;
    int32_t v = y / period;
    int32_t s = x % period * 256 / period;
    int32_t t = y % period * 256 / period;
    s = s * s * (768 - 2 * s) / 65536;
    t = t * t * (768 - 2 * t) / 65536;
    int32_t upper = blend(get_lattice(salt, u, v), get_lattice(salt, u + 1, v), s);
    int32_t lower = blend(get_lattice(salt, u, v + 1), get_lattice(salt, u + 1, v + 1), s);
    return blend(upper, lower, t);
}

/* Coarse noise and weaker finer ones: below 2 * 65536. */
static int32_t get_rough_noise(uint64_t salt, int32_t period, int32_t x, int32_t y)
{
    int32_t sum = 0;
    for (int32_t i = 0; i < OCTAVES; i++)
        sum += get_noise(salt + (uint64_t)i, cairn__scene_most(period >> i, 1), x, y) >> i;
    return sum;
}

/* The sum of a place and its image is smooth and the same for both. */
static void raise_land(const land *l, int32_t period)
{
    uint64_t salt = cairn__scene_draw(l->random);
    int32_t width = (int32_t)l->tiles->width;
    int32_t height = (int32_t)l->tiles->height;
    uint16_t *next = l->heights;
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            int32_t sum = get_rough_noise(salt, period, x, y) +
                          get_rough_noise(salt, period, width - 1 - x, height - 1 - y);
            *next++ = (uint16_t)(sum / (4 * 65536 / LEVELS));
        }
    }
}

/* The height below which `percent` of the tiles lie. */
static uint16_t find_level(const land *l, uint32_t percent)
{
    uint32_t counts[LEVELS] = {0};
    size_t count = cairn__scene_get_cell_count(l->tiles);
    for (size_t i = 0; i < count; i++)
        counts[l->heights[i]]++;
    size_t below = 0;
    uint16_t level = 0;
    while (level < LEVELS - 1 && (below + counts[level]) * 100 <= count * percent)
        below += counts[level++];
    return level;
}

/* ---- drawing ---- */

static void draw_lakes(const land *l)
{
    uint16_t shore = find_level(l, LAKE_PERCENT);
    size_t count = cairn__scene_get_cell_count(l->tiles);
    for (size_t i = 0; i < count; i++)
        if (l->heights[i] < shore)
            l->tiles->cells[i] = 'W';
}

static bool is_edge(const land *l, uint16_t level, int32_t x, int32_t y, int32_t reach)
{
    cairn__scene_rect around = {cairn__scene_most(x - reach, 0), cairn__scene_most(y - reach, 0),
                                cairn__scene_least(x + reach, (int32_t)l->tiles->width - 1),
                                cairn__scene_least(y + reach, (int32_t)l->tiles->height - 1)};
    for (int32_t v = around.y0; v <= around.y1; v++)
        for (int32_t u = around.x0; u <= around.x1; u++)
            if (l->heights[(size_t)v * l->tiles->width + (size_t)u] < level)
                return true;
    return false;
}

static void draw_cliffs(const land *l, int32_t thickness)
{
    uint16_t level = find_level(l, 100 - PLATEAU_PERCENT);
    for (int32_t y = 0; y < (int32_t)l->tiles->height; y++) {
        for (int32_t x = 0; x < (int32_t)l->tiles->width; x++) {
            size_t tile = (size_t)y * l->tiles->width + (size_t)x;
            if (l->heights[tile] >= level && is_edge(l, level, x, y, thickness))
                l->tiles->cells[tile] = '@';
        }
    }
}

static void cut_ramp(cairn_scene *tiles, int32_t x, int32_t y, int32_t reach)
{
    for (int32_t v = y - reach; v <= y + reach; v++)
        for (int32_t u = x - reach; u <= x + reach; u++)
            if (cairn__scene_is_inside(tiles, u, v) && *cairn__scene_at(tiles, u, v) == '@')
                *cairn__scene_at(tiles, u, v) = '.';
}

static void cut_ramps(const land *l, int32_t reach)
{
    int32_t width = (int32_t)l->tiles->width;
    int32_t height = (int32_t)l->tiles->height;
    int64_t tries = (int64_t)width * height / ((int64_t)reach * reach * RAMP_TRIES_A_TILE);
    for (int64_t i = 0; i < tries; i++) {
        int32_t x = cairn__scene_between(l->random, 0, width - 1);
        int32_t y = cairn__scene_between(l->random, 0, height - 1);
        if (*cairn__scene_at(l->tiles, x, y) != '@')
            continue;
        cut_ramp(l->tiles, x, y, reach);
        cut_ramp(l->tiles, width - 1 - x, height - 1 - y, reach);
    }
}

static void sow_woods(const land *l)
{
    raise_land(l, cairn__scene_most(l->side / 10, 2));
    uint16_t level = find_level(l, 100 - WOOD_PERCENT);
    size_t count = cairn__scene_get_cell_count(l->tiles);
    for (size_t i = 0; i < count; i++)
        if (l->heights[i] >= level && l->tiles->cells[i] == '.')
            l->tiles->cells[i] = 'T';
}

static cairn_status draw_land(const land *l)
{
    int32_t thickness = 1 + l->side / 100;
    raise_land(l, cairn__scene_most(l->side / 4, 2));
    draw_lakes(l);
    draw_cliffs(l, thickness);
    cut_ramps(l, 2 * thickness);
    sow_woods(l);
    size_t least = (size_t)l->side * (size_t)l->side / 512;
    cairn_status status = cairn__scene_fill_pockets(l->tiles, least);
    if (status == CAIRN_OK)
        status = cairn__scene_join_regions(l->tiles, 3 * thickness);
    return status;
}

cairn_status cairn__scene_draw_warzone(cairn_scene *scene, cairn__scene_random *random)
{
    if (cairn__scene_get_shorter_side(scene) < LEAST_TILES)
        return CAIRN_OK;
    cairn_scene tiles;
    cairn_status status = cairn__scene_create_tiles(scene, &tiles);
    if (status != CAIRN_OK)
        return status;
    land l = {.tiles = &tiles, .random = random, .side = cairn__scene_get_shorter_side(&tiles)};
    l.heights = malloc(cairn__scene_get_cell_count(&tiles) * sizeof *l.heights);
    status = l.heights ? draw_land(&l) : CAIRN_MEMORY;
    if (status == CAIRN_OK)
        status = cairn__scene_enlarge(&tiles, random, scene);
    free(l.heights);
    cairn_scene_free(&tiles);
    return status;
}
