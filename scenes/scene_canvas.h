/* scene_canvas.h: what the generators share: random numbers, drawing, regions, splitting.
 *
 * The compiler may evaluate the arguments of one call in any order, so no expression may hold two
 * draws: each draw stands in a statement of its own, or scenes would differ between compilers. */
#ifndef CAIRN_SCENE_CANVAS_H
#define CAIRN_SCENE_CANVAS_H

#include "scenes.h"

/* ---- random numbers ---- */

typedef struct cairn__scene_random {
    uint64_t state;
} cairn__scene_random;

/* A bijection of 64 bits that spreads every input bit (splitmix64's finaliser). */
uint64_t cairn__scene_mix(uint64_t value);

uint64_t cairn__scene_draw(cairn__scene_random *random);

/* Uniform in low .. high, both included; low if the range is empty. */
int32_t cairn__scene_between(cairn__scene_random *random, int32_t low, int32_t high);

/* True once in `times`. */
bool cairn__scene_once_in(cairn__scene_random *random, int32_t times);

/* ---- drawing ---- */

/* Cells x0 .. x1 - 1, y0 .. y1 - 1. */
typedef struct cairn__scene_rect {
    int32_t x0, y0, x1, y1;
} cairn__scene_rect;

typedef struct cairn__scene_point {
    int32_t x, y;
} cairn__scene_point;

static inline int32_t cairn__scene_least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t cairn__scene_most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline int32_t cairn__scene_get_shorter_side(const cairn_scene *scene)
{
    return cairn__scene_least((int32_t)scene->width, (int32_t)scene->height);
}

static inline size_t cairn__scene_get_cell_count(const cairn_scene *scene)
{
    return (size_t)scene->width * scene->height;
}

/* The cell must be inside. */
static inline char *cairn__scene_at(const cairn_scene *scene, int32_t x, int32_t y)
{
    return scene->cells + (size_t)y * scene->width + (size_t)x;
}

static inline bool cairn__scene_is_inside(const cairn_scene *scene, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < (int32_t)scene->width && y < (int32_t)scene->height;
}

static inline cairn__scene_rect cairn__scene_get_bounds(const cairn_scene *scene)
{
    return (cairn__scene_rect){0, 0, (int32_t)scene->width, (int32_t)scene->height};
}

static inline cairn__scene_rect cairn__scene_grow(cairn__scene_rect rect, int32_t by)
{
    return (cairn__scene_rect){rect.x0 - by, rect.y0 - by, rect.x1 + by, rect.y1 + by};
}

/* A scene of '.' cells. */
cairn_status cairn__scene_create(uint32_t width, uint32_t height, cairn_scene *scene);

/* Both clip at the border. */
void cairn__scene_fill_rect(cairn_scene *scene, cairn__scene_rect rect, char fill);
void cairn__scene_fill_polygon(cairn_scene *scene, const cairn__scene_point *points, uint32_t count,
                               char fill);

enum { CAIRN__SCENE_MAX_POINTS = 128 }; /* corners of a polygon */

/* ---- regions: open cells joined by cardinal moves, which are the strict components ---- */

/* Blocks every region of fewer than `least` cells but the largest region (of several largest, the
 * first in row order). Scenes under either corner rule are whole after `least` = SIZE_MAX. */
cairn_status cairn__scene_fill_pockets(cairn_scene *scene, size_t least);

/* Digs the shortest tunnels that join all regions, `brush` cells wide. 12 bytes a cell. */
cairn_status cairn__scene_join_regions(cairn_scene *scene, int32_t brush);

/* ---- tiles: natural kinds are made on a coarse scene, then enlarged, so that a fine scene has
 *      large features and few corners ---- */

/* A scene of tiles for a scene of cells: about 256 along the shorter side, or the cells. */
cairn_status cairn__scene_create_tiles(const cairn_scene *scene, cairn_scene *tiles);

/* Draws the tiles over the scene. Tile borders are moved a little, so that walls do not line up. */
cairn_status cairn__scene_enlarge(const cairn_scene *tiles, cairn__scene_random *random,
                                  cairn_scene *scene);

/* ---- splitting an area into rectangles with gaps between them ---- */

typedef struct cairn__scene_split_def {
    int32_t least;  /* shortest side of a part, where the area allows it */
    int32_t gap;    /* cells between two parts */
    int32_t avenue; /* the same where an area longer than `far` is split */
    int32_t far;
} cairn__scene_split_def;

typedef struct cairn__scene_gap {
    cairn__scene_rect rect;
    bool upright; /* runs from top to bottom */
} cairn__scene_gap;

typedef struct cairn__scene_split {
    cairn__scene_rect *parts;
    cairn__scene_gap *gaps;
    uint32_t part_count;
    uint32_t gap_count;
} cairn__scene_split;

cairn_status cairn__scene_split_create(const cairn__scene_split_def *def, cairn__scene_rect area,
                                       cairn__scene_random *random, cairn__scene_split *split);
void cairn__scene_split_destroy(cairn__scene_split *split);

/* ---- the generators: each draws on a scene of '.' cells ---- */

#define CAIRN__SCENE_DECLARE(name, number, word, description)                                      \
    cairn_status cairn__scene_draw_##word(cairn_scene *scene, cairn__scene_random *random);
CAIRN_SCENE_KIND_LIST(CAIRN__SCENE_DECLARE)
#undef CAIRN__SCENE_DECLARE

#endif
