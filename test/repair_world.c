/* repair_world.c: see repair_world.h. */
#include "repair_world.h"

#include <stdlib.h>

void repair_world_create(repair_world *world, cairn_scene_kind kind_of_scene, uint32_t width,
                         uint32_t height, cairn_corners corners, cairn_kind kind)
{
    cairn_scene scene;
    cairn_map_def def = {.size = sizeof def, .corners = corners, .changing = 1};
    cairn_build_def build_def = {.size = sizeof build_def, .kind = kind};
    unsigned char *cells = malloc((size_t)width * height);
    assert_non_null(cells);
    *world = (repair_world){.width = width, .height = height, .random = {width * 31 + height}};
    assert_int_equal(cairn_scene_generate(kind_of_scene, width, height, 7, &scene), CAIRN_OK);
    for (size_t i = 0; i < (size_t)width * height; i++)
        cells[i] = scene.cells[i] == '.';
    cairn_scene_free(&scene);
    assert_int_equal(cairn_map_create(width, height, cells, &def, &world->map), CAIRN_OK);
    free(cells);
    assert_int_equal(cairn_build_create(world->map, &build_def, &world->build), CAIRN_OK);
    assert_int_equal(cairn_build_run(world->build), CAIRN_OK);
    assert_int_equal(cairn_build_open_db(world->build, &world->db), CAIRN_OK);
}

void repair_world_create_repair(repair_world *world, uint32_t changes,
                                const cairn_allocator *allocator)
{
    cairn_repair_def def = {.size = sizeof def, .changes = changes, .allocator = allocator};
    assert_int_equal(cairn_repair_create(world->map, world->db, &def, &world->repair), CAIRN_OK);
}

void repair_world_destroy(repair_world *world)
{
    cairn_repair_destroy(world->repair);
    cairn_db_close(world->db);
    cairn_build_destroy(world->build);
    cairn_map_close(world->map);
}

void repair_world_change(repair_world *world, uint32_t side, bool open)
{
    int x = test_draw_below(&world->random, (int)(world->width - side));
    int y = test_draw_below(&world->random, (int)(world->height - side));
    cairn_rect rect = {(uint16_t)x, (uint16_t)y, (uint16_t)side, (uint16_t)side};
    cairn_change change = {.rect = rect, .open = open};
    assert_int_equal(cairn_map_change(world->map, &change, 1), CAIRN_OK);
}

cairn_cell repair_world_draw(repair_world *world)
{
    for (;;) {
        uint32_t x = (uint32_t)test_draw_below(&world->random, (int)world->width);
        uint32_t y = (uint32_t)test_draw_below(&world->random, (int)world->height);
        if (cairn_map_is_open(world->map, cairn_cell_at(x, y)))
            return cairn_cell_at(x, y);
    }
}

uint32_t repair_world_run(repair_world *world, uint64_t units)
{
    uint32_t calls = 0;
    uint64_t spent, total = 0;
    cairn_repair_info info = {.size = sizeof info};
    cairn_status status = CAIRN_UNFINISHED;
    assert_int_equal(cairn_repair_get_info(world->repair, &info), CAIRN_OK);
    assert_int_equal(info.phase, CAIRN_REPAIR_BUILDING);
    total = info.units;
    while (status == CAIRN_UNFINISHED) {
        status = cairn_repair_run(world->repair, units, &spent);
        assert_true(units == 0 || spent <= units);
        assert_true(spent > 0);
        total += spent;
        calls++;
    }
    assert_int_equal(status, CAIRN_OK);
    assert_int_equal(cairn_repair_get_info(world->repair, &info), CAIRN_OK);
    assert_int_equal(info.units, total);
    assert_int_equal(info.phase, CAIRN_REPAIR_READY);
    return calls;
}

const cairn_db *repair_world_renew(repair_world *world, uint64_t units)
{
    const cairn_db *db = NULL;
    assert_int_equal(cairn_repair_follow(world->repair), CAIRN_OK);
    (void)repair_world_run(world, units);
    assert_int_equal(cairn_repair_swap(world->repair, &db), CAIRN_OK);
    assert_int_equal(repair_world_get_phase(world), CAIRN_REPAIR_IDLE);
    return db;
}

uint32_t repair_world_get_phase(const repair_world *world)
{
    cairn_repair_info info = {.size = sizeof info};
    assert_int_equal(cairn_repair_get_info(world->repair, &info), CAIRN_OK);
    return info.phase;
}

uint32_t repair_world_measure(const repair_world *world, cairn_cell from, cairn_cell to)
{
    cairn_planner *planner = test_make_astar(world->map, CAIRN_COSTS_OCTILE);
    uint32_t tenths = UINT32_MAX;
    if (cairn_planner_find(planner, from, to, &tenths) != CAIRN_OK)
        tenths = UINT32_MAX;
    cairn_planner_destroy(planner);
    return tenths;
}
