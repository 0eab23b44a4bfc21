/* scene_caves.c: caves by a cellular automaton, from coarse to fine.
 *
 * Noise smoothed on a coarse grid gives the halls; each doubling roughens the walls a little and
 * smooths them again, so that they look worn at every scale. Then small pockets are filled, and
 * tunnels join the rest. */
#include "scene_canvas.h"

#include <string.h>

enum {
    ROCK_PERCENT = 49,  /* near the automaton's tipping point: halls and passages in balance */
    SMOOTHINGS = 4,     /* on the coarsest grid */
    COARSEST_SIDE = 40, /* no coarser grid has a shorter side than this */
    LEAST_TILES = 20,   /* a scene narrower than this has no room for a cave and stays open */
};

static int32_t count_rock(const cairn_scene *grid, int32_t x, int32_t y)
{
    int32_t rock = 0;
    for (int32_t v = y - 1; v <= y + 1; v++)
        for (int32_t u = x - 1; u <= x + 1; u++)
            rock += !cairn__scene_is_inside(grid, u, v) || *cairn__scene_at(grid, u, v) != '.';
    return rock;
}

/* One step of the automaton: a cell becomes what most of the nine cells around it are. */
static cairn_status smooth(cairn_scene *grid)
{
    cairn_scene next;
    cairn_status status = cairn__scene_create(grid->width, grid->height, &next);
    if (status != CAIRN_OK)
        return status;
    for (int32_t y = 0; y < (int32_t)grid->height; y++)
        for (int32_t x = 0; x < (int32_t)grid->width; x++)
            *cairn__scene_at(&next, x, y) = count_rock(grid, x, y) >= 5 ? '@' : '.';
    cairn_scene_free(grid);
    *grid = next;
    return CAIRN_OK;
}

/* Cells of the smallest cave worth a tunnel. */
static size_t count_least(const cairn_scene *grid)
{
    size_t side = (size_t)cairn__scene_get_shorter_side(grid);
    return side * side / 256;
}

/* A hall in the middle, so that no seed gives a scene of rock alone. */
static void dig_hall(cairn_scene *grid)
{
    int32_t half = cairn__scene_most(cairn__scene_get_shorter_side(grid) / 16, 3);
    int32_t x = (int32_t)grid->width / 2;
    int32_t y = (int32_t)grid->height / 2;
    cairn__scene_fill_rect(grid, (cairn__scene_rect){x - half, y - half, x + half, y + half}, '.');
}

static cairn_status make_coarse(uint32_t width, uint32_t height, cairn__scene_random *random,
                                cairn_scene *grid)
{
    cairn_status status = cairn__scene_create(width, height, grid);
    if (status != CAIRN_OK)
        return status;
    size_t count = cairn__scene_get_cell_count(grid);
    for (size_t i = 0; i < count; i++)
        if (cairn__scene_between(random, 0, 99) < ROCK_PERCENT)
            grid->cells[i] = '@';
    dig_hall(grid);
    for (int32_t i = 0; i < SMOOTHINGS && status == CAIRN_OK; i++)
        status = smooth(grid);
    if (status == CAIRN_OK)
        status = cairn__scene_fill_pockets(grid, count_least(grid));
    if (status == CAIRN_OK)
        status = cairn__scene_join_regions(grid, 2);
    return status;
}

/* Turns over some of the cells at the border of rock and cave. */
static void roughen(cairn_scene *fine, const cairn_scene *coarse, cairn__scene_random *random)
{
    for (int32_t y = 0; y < (int32_t)fine->height; y++) {
        for (int32_t x = 0; x < (int32_t)fine->width; x++) {
            int32_t rock = count_rock(coarse, x / 2, y / 2);
            if (rock > 2 && rock < 8 && cairn__scene_once_in(random, 4))
                *cairn__scene_at(fine, x, y) ^= '.' ^ '@';
        }
    }
}

/* Replaces the grid by one of the given size, which may be a cell less than twice its own. */
static cairn_status refine(cairn_scene *grid, uint32_t width, uint32_t height,
                           cairn__scene_random *random)
{
    cairn_scene fine;
    cairn_status status = cairn__scene_create(width, height, &fine);
    if (status != CAIRN_OK)
        return status;
    for (int32_t y = 0; y < (int32_t)height; y++)
        for (int32_t x = 0; x < (int32_t)width; x++)
            *cairn__scene_at(&fine, x, y) = *cairn__scene_at(grid, x / 2, y / 2);
    roughen(&fine, grid, random);
    cairn_scene_free(grid);
    *grid = fine;
    for (int32_t i = 0; i < 2 && status == CAIRN_OK; i++)
        status = smooth(grid);
    return status;
}

static cairn_status make_caves(uint32_t width, uint32_t height, cairn__scene_random *random,
                               cairn_scene *grid)
{
    uint32_t doublings = 0;
    while (((width < height ? width : height) >> (doublings + 1)) >= COARSEST_SIDE)
        doublings++;
    uint32_t round_up = (1U << doublings) - 1;
    cairn_status status = make_coarse((width + round_up) >> doublings,
                                      (height + round_up) >> doublings, random, grid);
    while (status == CAIRN_OK && doublings > 0) {
        doublings--;
        round_up = (1U << doublings) - 1;
        status =
            refine(grid, (width + round_up) >> doublings, (height + round_up) >> doublings, random);
    }
    if (status == CAIRN_OK)
        status = cairn__scene_fill_pockets(grid, count_least(grid));
    if (status == CAIRN_OK)
        status = cairn__scene_join_regions(grid, 3);
    return status;
}

cairn_status cairn__scene_draw_caves(cairn_scene *scene, cairn__scene_random *random)
{
    if (cairn__scene_get_shorter_side(scene) < LEAST_TILES)
        return CAIRN_OK;
    cairn_scene tiles;
    cairn_status status = cairn__scene_create_tiles(scene, &tiles);
    if (status != CAIRN_OK)
        return status;
    uint32_t width = tiles.width;
    uint32_t height = tiles.height;
    cairn_scene_free(&tiles);
    status = make_caves(width, height, random, &tiles);
    if (status == CAIRN_OK)
        status = cairn__scene_enlarge(&tiles, random, scene);
    cairn_scene_free(&tiles);
    return status;
}
