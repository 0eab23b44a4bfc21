/* living_world.c: see living_world.h. */
#include "living_world.h"

#include "hard_maps.h"

#include <stdlib.h>
#include <string.h>

static const cairn_kind kinds[LIVING_KINDS] = {CAIRN_DB_KNN,    CAIRN_DB_DLRTA, CAIRN_DB_REGIONS,
                                               CAIRN_DB_LABELS, CAIRN_DB_DBA,   CAIRN_DB_HCDPS,
                                               CAIRN_DB_KNN};

/* ---- cells ---- */

static int get_id(const living_world *world, cairn_cell cell)
{
    int x = (int)cairn_cell_get_x(cell), y = (int)cairn_cell_get_y(cell);
    return x < world->width && y < world->height ? y * world->width + x : -1;
}

static bool is_open_at(const living_world *world, int x, int y)
{
    return x >= 0 && y >= 0 && x < world->width && y < world->height &&
           world->cells[y * world->width + x] != 0;
}

bool living_world_is_open(const living_world *world, cairn_cell cell)
{
    int id = get_id(world, cell);
    return id >= 0 && world->cells[id] != 0;
}

bool living_world_is_joined(const living_world *world, cairn_cell a, cairn_cell b)
{
    return living_world_is_open(world, a) && living_world_is_open(world, b) &&
           world->parts[get_id(world, a)] == world->parts[get_id(world, b)];
}

static bool is_step(const living_world *world, int x, int y, int dx, int dy)
{
    if (!is_open_at(world, x, y) || !is_open_at(world, x + dx, y + dy))
        return false;
    return dx == 0 || dy == 0 || world->corners == CAIRN_CORNERS_FREE ||
           (is_open_at(world, x + dx, y) && is_open_at(world, x, y + dy));
}

bool living_world_is_move(const living_world *world, cairn_cell from, cairn_cell to)
{
    int x = (int)cairn_cell_get_x(from), y = (int)cairn_cell_get_y(from);
    int dx = (int)cairn_cell_get_x(to) - x, dy = (int)cairn_cell_get_y(to) - y;
    bool is_one = abs(dx) <= 1 && abs(dy) <= 1 && (dx != 0 || dy != 0);
    return is_one && is_step(world, x, y, dx, dy);
}

/* Gives all cells that a cell is joined to its number. */
static void flood(living_world *world, int start, int number)
{
    int count = 0;
    world->queue[count++] = start;
    world->parts[start] = number;
    for (int i = 0; i < count; i++) {
        int x = world->queue[i] % world->width, y = world->queue[i] / world->width;
        for (int k = 0; k < 9; k++) {
            int dx = k % 3 - 1, dy = k / 3 - 1, next = (y + dy) * world->width + x + dx;
            if (!is_step(world, x, y, dx, dy) || world->parts[next] >= 0)
                continue;
            world->parts[next] = number;
            world->queue[count++] = next;
        }
    }
}

static void find_parts(living_world *world)
{
    int cells = world->width * world->height, number = 0;
    for (int i = 0; i < cells; i++)
        world->parts[i] = -1;
    for (int i = 0; i < cells; i++)
        if (world->cells[i] != 0 && world->parts[i] < 0)
            flood(world, i, number++);
}

bool living_world_find_nearest(const living_world *world, cairn_cell cell,
                               const cairn_cell *joined_to, cairn_cell *nearest)
{
    uint32_t least = UINT32_MAX;
    for (int y = 0; y < world->height; y++)
        for (int x = 0; x < world->width; x++) {
            cairn_cell other = cairn_cell_at((uint32_t)x, (uint32_t)y);
            uint32_t distance = cairn_cell_get_distance(cell, other);
            if (distance >= least || !is_open_at(world, x, y) ||
                (joined_to != NULL && !living_world_is_joined(world, *joined_to, other)))
                continue;
            least = distance;
            *nearest = other;
        }
    return least != UINT32_MAX;
}

cairn_cell living_world_draw(living_world *world)
{
    uint32_t x = (uint32_t)test_draw_below(&world->random, world->width + 1);
    uint32_t y = (uint32_t)test_draw_below(&world->random, world->height + 1);
    return cairn_cell_at(x, y);
}

/* ---- changes ---- */

static int clamp(int number, int low, int high)
{
    return number < low ? low : number > high ? high : number;
}

void living_world_set(living_world *world, int x, int y, int width, int height, bool open)
{
    int x0 = clamp(x, 0, world->width), x1 = clamp(x + width, 0, world->width);
    int y0 = clamp(y, 0, world->height), y1 = clamp(y + height, 0, world->height);
    if (x0 >= x1 || y0 >= y1)
        return;
    cairn_rect rect = {(uint16_t)x0, (uint16_t)y0, (uint16_t)(x1 - x0), (uint16_t)(y1 - y0)};
    assert_int_equal(cairn_map_set_rect(world->map, &rect, open), CAIRN_OK);
    for (int row = y0; row < y1; row++)
        memset(world->cells + row * world->width + x0, open, (size_t)(x1 - x0));
    find_parts(world);
}

void living_world_undo(living_world *world)
{
    cairn_change change = {.rect = {0, 0, (uint16_t)world->width, (uint16_t)world->height},
                           .cells = world->first};
    assert_int_equal(cairn_map_change(world->map, &change, 1), CAIRN_OK);
    memcpy(world->cells, world->first, (size_t)world->width * (size_t)world->height);
    find_parts(world);
}

/* ---- worlds ---- */

static void *allocate(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    assert_non_null(memory);
    return memory;
}

static void draw_scene(living_world *world, uint32_t number)
{
    cairn_scene_kind kind = (cairn_scene_kind)(number % cairn_scene_kind_get_count());
    cairn_scene scene;
    assert_int_equal(
        cairn_scene_generate(kind, (uint32_t)world->width, (uint32_t)world->height, number, &scene),
        CAIRN_OK);
    for (int i = 0; i < world->width * world->height; i++)
        world->cells[i] = scene.cells[i] == '.';
    cairn_scene_free(&scene);
}

static void build(living_world *world, int place)
{
    test_plan plan = test_plan_make(kinds[place]);
    plan.map = world->map;
    plan.records = 200;
    plan.level = 3;
    plan.sector = 1;
    plan.fallback = place == LIVING_FALLBACK;
    test_image_build(&world->images[place], &plan);
    assert_int_equal(test_image_open(&world->images[place], &world->dbs[place]), CAIRN_OK);
}

void living_world_create(living_world *world, uint32_t number)
{
    *world = (living_world){.random = {number + UINT64_C(77)}};
    int most = number % 16 == 15 ? 200 : number % 4 == 3 ? 70 : 30;
    world->width = 12 + test_draw_below(&world->random, most);
    world->height = 12 + test_draw_below(&world->random, most);
    world->corners = number % 2 == 0 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE;
    size_t cells = (size_t)world->width * (size_t)world->height;
    world->cells = allocate(cells, 1);
    world->first = allocate(cells, 1);
    world->parts = allocate(cells, sizeof *world->parts);
    world->queue = allocate(cells, sizeof *world->queue);
    if (number % 3 == 0)
        hard_map_draw(number, (uint32_t)world->width, (uint32_t)world->height, world->cells);
    else
        draw_scene(world, number / 3);
    memcpy(world->first, world->cells, cells);
    cairn_map_def def = {.size = sizeof def, .corners = world->corners, .changing = 1};
    assert_int_equal(cairn_map_create((uint32_t)world->width, (uint32_t)world->height, world->cells,
                                      &def, &world->map),
                     CAIRN_OK);
    assert_int_equal(cairn_planner_create(world->map, NULL, NULL, &world->planner), CAIRN_OK);
    for (int i = 0; i < LIVING_KINDS; i++)
        build(world, i);
    find_parts(world);
}

void living_world_destroy(living_world *world)
{
    for (int i = 0; i < LIVING_KINDS; i++) {
        cairn_db_close(world->dbs[i]);
        test_image_destroy(&world->images[i]);
    }
    cairn_planner_destroy(world->planner);
    cairn_map_close(world->map);
    free(world->cells);
    free(world->first);
    free(world->parts);
    free(world->queue);
}

const cairn_db *living_world_get_db(const living_world *world, cairn_algorithm algorithm,
                                    bool falls_back)
{
    if (algorithm == CAIRN_KNN)
        return world->dbs[falls_back ? LIVING_FALLBACK : 0];
    cairn_kind kind = algorithm == CAIRN_DLRTA     ? CAIRN_DB_DLRTA
                      : algorithm == CAIRN_REGIONS ? CAIRN_DB_REGIONS
                      : algorithm == CAIRN_LABELS  ? CAIRN_DB_LABELS
                      : algorithm == CAIRN_DBA     ? CAIRN_DB_DBA
                      : algorithm == CAIRN_HCDPS   ? CAIRN_DB_HCDPS
                                                   : 0;
    for (int i = 0; i < LIVING_KINDS; i++)
        if (kinds[i] == kind)
            return world->dbs[i];
    return NULL;
}
