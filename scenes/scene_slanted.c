/* scene_slanted.c: walls, buildings and boulders at all angles, as levels that were not drawn on a
 * grid give them: rasterised from polygons, so their edges are stairs with a corner at every step.
 *
 * Angles come from integer vectors and integer square roots; no edge depends on a rounding mode. */
#include "scene_canvas.h"

enum {
    SITES_ALONG_SIDE = 11, /* one shape each */
    LEAST_PITCH = 4,       /* cells between sites */
    BUSH_REACH = 8,        /* cells from a wall at most */
    BUSH_ONCE_IN = 20,     /* open cells so near */
    LEAST_SIDE = 16,       /* a narrower scene stays open: one shape would cut it in two */
    FULL = 1024            /* length of a direction */
};

typedef struct outline {
    cairn__scene_point points[CAIRN__SCENE_MAX_POINTS];
    uint32_t count;
} outline;

static int32_t find_square_root(int32_t square)
{
    int32_t root = 0;
    for (int32_t bit = 1 << 15; bit > 0; bit >>= 1)
        if ((int64_t)(root + bit) * (root + bit) <= square)
            root += bit;
    return root;
}

static cairn__scene_point choose_direction(cairn__scene_random *random)
{
    for (;;) {
        int32_t x = cairn__scene_between(random, -FULL, FULL);
        int32_t y = cairn__scene_between(random, -FULL, FULL);
        int32_t length = find_square_root(x * x + y * y);
        if (length >= FULL / 4 && length <= FULL)
            return (cairn__scene_point){x * FULL / length, y * FULL / length};
    }
}

/* `along` cells in a direction and `aside` cells across it, from a centre. */
static cairn__scene_point go(cairn__scene_point centre, cairn__scene_point direction, int32_t along,
                             int32_t aside)
{
    int64_t x = (int64_t)along * direction.x - (int64_t)aside * direction.y;
    int64_t y = (int64_t)along * direction.y + (int64_t)aside * direction.x;
    return (cairn__scene_point){centre.x + (int32_t)(x / FULL), centre.y + (int32_t)(y / FULL)};
}

static outline make_bar(cairn__scene_point centre, cairn__scene_point direction,
                        int32_t half_length, int32_t half_width)
{
    outline bar = {.count = 4};
    bar.points[0] = go(centre, direction, -half_length, -half_width);
    bar.points[1] = go(centre, direction, half_length, -half_width);
    bar.points[2] = go(centre, direction, half_length, half_width);
    bar.points[3] = go(centre, direction, -half_length, half_width);
    return bar;
}

static outline make_boulder(cairn__scene_point centre, cairn__scene_point direction, int32_t radius,
                            cairn__scene_random *random)
{
    /* Eight directions of length 12, near enough. */
    static const int32_t compass[8][2] = {{12, 0},  {8, 8},   {0, 12},  {-8, 8},
                                          {-12, 0}, {-8, -8}, {0, -12}, {8, -8}};
    outline boulder = {.count = 8};
    for (uint32_t i = 0; i < 8; i++) {
        int32_t reach = cairn__scene_between(random, radius / 2, radius);
        boulder.points[i] =
            go(centre, direction, reach * compass[i][0] / 12, reach * compass[i][1] / 12);
    }
    return boulder;
}

/* Gives every edge a new corner at its middle, pushed in or out by up to a `part` of its length. */
static void roughen(outline *shape, int32_t part, cairn__scene_random *random)
{
    outline rough = {.count = 2 * shape->count};
    for (uint32_t i = 0; i < shape->count; i++) {
        cairn__scene_point a = shape->points[i];
        cairn__scene_point b = shape->points[i + 1 < shape->count ? i + 1 : 0];
        int32_t push = cairn__scene_between(random, -FULL, FULL);
        int64_t dx = (int64_t)(b.x - a.x) * push / ((int64_t)part * FULL);
        int64_t dy = (int64_t)(b.y - a.y) * push / ((int64_t)part * FULL);
        rough.points[2 * i] = a;
        rough.points[2 * i + 1] = (cairn__scene_point){(int32_t)((a.x + (int64_t)b.x) / 2 - dy),
                                                       (int32_t)((a.y + (int64_t)b.y) / 2 + dx)};
    }
    *shape = rough;
}

/* A shape for a site. Most fit into the site's own square, so that few of them touch and hardly
 * any ground is walled in; one in nine is a long wall that reaches over to its neighbours. */
static outline make_shape(cairn__scene_point centre, int32_t pitch, cairn__scene_random *random)
{
    cairn__scene_point direction = choose_direction(random);
    int32_t kind = cairn__scene_between(random, 0, 8);
    outline shape;
    if (kind <= 2) {
        int32_t half_length = cairn__scene_between(random, pitch / 4, pitch / 2);
        int32_t half_width = cairn__scene_between(random, pitch / 6, pitch / 3);
        return make_bar(centre, direction, half_length, half_width);
    }
    if (kind <= 5) {
        int32_t radius = cairn__scene_between(random, pitch / 4, pitch / 2 + pitch / 8);
        shape = make_boulder(centre, direction, radius, random);
    } else {
        int32_t half_length = kind == 8 ? pitch : pitch / 2;
        shape = make_bar(centre, direction, half_length, cairn__scene_most(pitch / 16, 1));
        roughen(&shape, 12, random);
    }
    for (int32_t part = 6; part <= 8; part++)
        roughen(&shape, part, random);
    return shape;
}

static void draw_shapes(cairn_scene *scene, cairn__scene_random *random)
{
    int32_t side = cairn__scene_get_shorter_side(scene);
    if (side < LEAST_SIDE)
        return;
    int32_t pitch = cairn__scene_most(side / SITES_ALONG_SIDE, LEAST_PITCH);
    for (int32_t y = 0; y < (int32_t)scene->height; y += pitch) {
        for (int32_t x = 0; x < (int32_t)scene->width; x += pitch) {
            int32_t right = cairn__scene_between(random, pitch / 4, pitch - pitch / 4);
            int32_t down = cairn__scene_between(random, pitch / 4, pitch - pitch / 4);
            cairn__scene_point centre = {x + right, y + down};
            outline shape = make_shape(centre, pitch, random);
            cairn__scene_fill_polygon(scene, shape.points, shape.count, '@');
        }
    }
}

cairn_status cairn__scene_draw_slanted(cairn_scene *scene, cairn__scene_random *random)
{
    draw_shapes(scene, random);
    return cairn__scene_fill_pockets(scene, SIZE_MAX);
}

static bool is_wall(const cairn_scene *scene, int32_t x, int32_t y)
{
    return cairn__scene_is_inside(scene, x, y) && *cairn__scene_at(scene, x, y) == '@';
}

static bool is_near_wall(const cairn_scene *scene, int32_t x, int32_t y)
{
    for (int32_t far = 1; far <= BUSH_REACH; far++)
        if (is_wall(scene, x - far, y) || is_wall(scene, x + far, y) ||
            is_wall(scene, x, y - far) || is_wall(scene, x, y + far))
            return true;
    return false;
}

/* Bushes are of one cell and stand apart from each other and from most walls: each brings up to
 * four corners, more than any fringe of the walls themselves would. */
static void grow_bushes(cairn_scene *scene, cairn__scene_random *random)
{
    for (int32_t y = 0; y < (int32_t)scene->height; y++) {
        for (int32_t x = 0; x < (int32_t)scene->width; x++) {
            char *cell = cairn__scene_at(scene, x, y);
            if (*cell == '.' && cairn__scene_once_in(random, BUSH_ONCE_IN) &&
                is_near_wall(scene, x, y))
                *cell = 'T';
        }
    }
}

cairn_status cairn__scene_draw_rough(cairn_scene *scene, cairn__scene_random *random)
{
    draw_shapes(scene, random);
    grow_bushes(scene, random);
    return cairn__scene_fill_pockets(scene, SIZE_MAX);
}
