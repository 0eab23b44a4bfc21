/* scene_city.c: a city. The area is split into blocks with streets between; blocks hold houses,
 * squares or parks; a ring road joins the streets; a river with quays and bridges crosses it all.
 *
 * All lengths are in units of a 256th of the shorter side, so that a finer city is the same
 * city. */
#include "scene_canvas.h"

enum {
    UNITS_ALONG_SIDE = 256,
    LEAST_SIDE = 16,      /* cells; a smaller city has no house */
    LEAST_RIVER_SIDE = 96 /* cells; a smaller city has no river */
};

typedef struct city {
    cairn_scene *scene;
    cairn__scene_random *random;
    int32_t unit; /* cells */
} city;

static int32_t between_units(const city *c, int32_t low, int32_t high)
{
    return cairn__scene_between(c->random, low * c->unit, high * c->unit);
}

/* ---- blocks ---- */

static cairn__scene_rect shrink(cairn__scene_rect rect, int32_t by)
{
    return cairn__scene_grow(rect, -by);
}

/* A court in the middle of a house, with a gate to one of the four sides. */
static void open_court(const city *c, cairn__scene_rect house)
{
    int32_t width = house.x1 - house.x0;
    int32_t height = house.y1 - house.y0;
    cairn__scene_rect court =
        shrink(house, cairn__scene_most(cairn__scene_least(width, height) / 4, 1));
    cairn__scene_fill_rect(c->scene, court, '.');
    int32_t wide = cairn__scene_most(2 * c->unit, 1);
    int32_t x = cairn__scene_between(c->random, court.x0, court.x1 - wide);
    int32_t y = cairn__scene_between(c->random, court.y0, court.y1 - wide);
    cairn__scene_rect gates[4] = {{x, house.y0, x + wide, court.y0},
                                  {x, court.y1, x + wide, house.y1},
                                  {house.x0, y, court.x0, y + wide},
                                  {court.x1, y, house.x1, y + wide}};
    cairn__scene_fill_rect(c->scene, gates[cairn__scene_between(c->random, 0, 3)], '.');
}

/* Takes one corner off a house. */
static void cut_corner(const city *c, cairn__scene_rect house)
{
    int32_t x = house.x0 + (house.x1 - house.x0) / 2;
    int32_t y = house.y0 + (house.y1 - house.y0) / 2;
    cairn__scene_rect quarters[4] = {{house.x0, house.y0, x, y},
                                     {x, house.y0, house.x1, y},
                                     {house.x0, y, x, house.y1},
                                     {x, y, house.x1, house.y1}};
    cairn__scene_fill_rect(c->scene, quarters[cairn__scene_between(c->random, 0, 3)], '.');
}

static void build_house(const city *c, cairn__scene_rect house)
{
    int32_t shorter = cairn__scene_least(house.x1 - house.x0, house.y1 - house.y0);
    cairn__scene_fill_rect(c->scene, house, '@');
    int32_t style = cairn__scene_between(c->random, 0, 5);
    if (style <= 1 && shorter >= 10 * c->unit)
        open_court(c, house);
    else if (style == 2)
        cut_corner(c, house);
}

static cairn_status build_houses(const city *c, cairn__scene_rect block)
{
    cairn__scene_split_def def = {.least = 9 * c->unit, .gap = 2 * c->unit, .far = INT32_MAX};
    cairn__scene_split lots;
    cairn_status status = cairn__scene_split_create(&def, block, c->random, &lots);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t i = 0; i < lots.part_count; i++)
        build_house(c, lots.parts[i]);
    cairn__scene_split_destroy(&lots);
    return CAIRN_OK;
}

static void build_square(const city *c, cairn__scene_rect block)
{
    int32_t x = (block.x0 + block.x1) / 2;
    int32_t y = (block.y0 + block.y1) / 2;
    int32_t half = between_units(c, 2, 3);
    cairn__scene_fill_rect(c->scene, (cairn__scene_rect){x - half, y - half, x + half, y + half},
                           '@');
}

static void plant_park(const city *c, cairn__scene_rect block)
{
    int32_t pitch = 7 * c->unit;
    cairn__scene_rect inner = shrink(block, c->unit);
    for (int32_t y = inner.y0; y + pitch <= inner.y1; y += pitch) {
        for (int32_t x = inner.x0; x + pitch <= inner.x1; x += pitch) {
            int32_t left = x + between_units(c, 0, 2);
            int32_t top = y + between_units(c, 0, 2);
            int32_t side = between_units(c, 2, 4);
            if (!cairn__scene_once_in(c->random, 4))
                cairn__scene_fill_rect(
                    c->scene, (cairn__scene_rect){left, top, left + side, top + side}, 'T');
        }
    }
}

static cairn_status build_block(const city *c, cairn__scene_rect block)
{
    int32_t use = cairn__scene_between(c->random, 0, 15);
    if (use == 0)
        build_square(c, block);
    else if (use == 1)
        plant_park(c, block);
    else
        return build_houses(c, block);
    return CAIRN_OK;
}

/* ---- the river ---- */

enum { MAX_REACHES = 2048 };

/* A straight piece of the river, from the end of the last one to `end`. */
typedef struct reach {
    int32_t end;
    int32_t middle; /* row */
} reach;

/* Draws the river `half` to each side: pieces, and the bends between their ends. */
static void draw_river(const city *c, const reach *reaches, int32_t count, int32_t half, char fill)
{
    int32_t begin = 0;
    for (int32_t i = 0; i < count; i++) {
        reach r = reaches[i];
        int32_t next = i + 1 < count ? reaches[i + 1].middle : r.middle;
        cairn__scene_rect piece = {begin, r.middle, r.end, r.middle};
        cairn__scene_rect bend = {r.end, cairn__scene_least(r.middle, next), r.end,
                                  cairn__scene_most(r.middle, next)};
        cairn__scene_fill_rect(c->scene, cairn__scene_grow(piece, half), fill);
        cairn__scene_fill_rect(c->scene, cairn__scene_grow(bend, half), fill);
        begin = r.end;
    }
}

static void build_bridges(const city *c, const reach *reaches, int32_t count, int32_t half)
{
    int32_t begin = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t x = (begin + reaches[i].end) / 2;
        int32_t y = reaches[i].middle;
        begin = reaches[i].end;
        if (i % 2 == 1)
            continue;
        cairn__scene_fill_rect(
            c->scene, (cairn__scene_rect){x - 2 * c->unit, y - half, x + 2 * c->unit, y + half},
            '.');
    }
}

static void dig_river(const city *c)
{
    int32_t width = (int32_t)c->scene->width;
    int32_t height = (int32_t)c->scene->height;
    int32_t half = cairn__scene_most(between_units(c, 3, 5), 2);
    int32_t quay = 3 * c->unit;
    int32_t at = 0;
    int32_t middle = cairn__scene_between(c->random, height / 3, 2 * height / 3);
    reach reaches[MAX_REACHES];
    int32_t count = 0;
    do {
        at += between_units(c, 20, 44);
        reaches[count++] = (reach){at, middle};
        middle += between_units(c, -14, 14);
        middle = cairn__scene_least(cairn__scene_most(middle, height / 5), height - height / 5);
    } while (at < width && count < MAX_REACHES);
    draw_river(c, reaches, count, half + quay, '.');
    draw_river(c, reaches, count, half, 'W');
    build_bridges(c, reaches, count, half);
}

cairn_status cairn__scene_draw_city(cairn_scene *scene, cairn__scene_random *random)
{
    int32_t side = cairn__scene_get_shorter_side(scene);
    if (side < LEAST_SIDE)
        return CAIRN_OK;
    city c = {scene, random, cairn__scene_most(side / UNITS_ALONG_SIDE, 1)};
    cairn__scene_split_def def = {
        .least = cairn__scene_least(20 * c.unit, cairn__scene_most(side / 5, 8)),
        .gap = 4 * c.unit,
        .avenue = 7 * c.unit,
        .far = side / 3,
    };
    cairn__scene_rect inside_ring = shrink(cairn__scene_get_bounds(scene), 3 * c.unit);
    cairn__scene_split blocks;
    cairn_status status = cairn__scene_split_create(&def, inside_ring, random, &blocks);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t i = 0; i < blocks.part_count && status == CAIRN_OK; i++)
        status = build_block(&c, blocks.parts[i]);
    cairn__scene_split_destroy(&blocks);
    if (status != CAIRN_OK)
        return status;
    if (side >= LEAST_RIVER_SIDE)
        dig_river(&c);
    return cairn__scene_fill_pockets(scene, SIZE_MAX);
}
