/* test_living_map.c (property): after every change a map is what a map made from its cells is. */
#include "living_check.h"

#include "grid/living.h"

static void check_changes(uint32_t width, uint32_t height, int changes, uint64_t seed)
{
    static const struct {
        int blocked, grain;
    } kinds[] = {{0, 1}, {100, 1}, {40, 1}, {45, 8}};
    test_random random = {seed};
    for (int kind = 0; kind < 8; kind++) {
        test_living living;
        test_living_create_random(&living, width, height,
                                  kind % 2 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT,
                                  kinds[kind / 2].blocked, kinds[kind / 2].grain, &random);
        test_living_check(&living, &random);
        for (int i = 0; i < changes; i++) {
            test_living_change_at_random(&living, &random);
            test_living_check(&living, &random);
        }
        test_living_destroy(&living);
    }
}

/* Ten thousand changes in all. */
static void changes_of_narrow_maps_are_right(void **state)
{
    (void)state;
    check_changes(1, 1, 30, 1);
    check_changes(1, 200, 150, 2);
    check_changes(200, 1, 150, 3);
    check_changes(3, 129, 120, 4);
}

static void changes_of_small_maps_are_right(void **state)
{
    (void)state;
    check_changes(20, 17, 250, 5);
    check_changes(64, 64, 150, 6);
    check_changes(65, 63, 150, 7);
    check_changes(100, 65, 150, 8);
}

static void changes_of_larger_maps_are_right(void **state)
{
    (void)state;
    check_changes(129, 130, 80, 9);
    check_changes(192, 64, 80, 10);
    check_changes(333, 200, 15, 11);
}

/* Enough tiles for components to be found by a search from the changed ones. */
static void walls_and_doors_between_many_tiles_are_right(void **state)
{
    (void)state;
    test_random random = {12};
    for (int kind = 0; kind < 2; kind++) {
        test_living living;
        test_living_create_random(
            &living, 700, 650, kind ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT, 10, 50, &random);
        for (int i = 0; i < 24; i++) {
            bool upright = test_draw_below(&random, 2);
            uint16_t at = (uint16_t)test_draw_below(&random, 640);
            cairn_rect wall = {0, at, 700, 2},
                       door = {(uint16_t)test_draw_below(&random, 690), at, 4, 2};
            if (upright) {
                wall = (cairn_rect){at, 0, 2, 650};
                door = (cairn_rect){at, (uint16_t)test_draw_below(&random, 640), 2, 4};
            }
            cairn_change changes[] = {{.rect = wall}, {.rect = door, .open = 1}, {.rect = door}};
            for (int part = 0; part < 3; part++) {
                test_living_change(&living, &changes[part], 1);
                test_living_check(&living, &random);
            }
        }
        test_living_destroy(&living);
    }
}

/* A building of at most 9 x 9 cells, mostly where tiles meet. */
static cairn_rect draw_building(const test_living *living, test_random *random)
{
    uint32_t width = 1 + (uint32_t)test_draw_below(random, 9);
    uint32_t height = 1 + (uint32_t)test_draw_below(random, 9);
    uint32_t x = 64 * (uint32_t)test_draw_below(random, 3) + (uint32_t)test_draw_below(random, 14);
    uint32_t y = 64 * (uint32_t)test_draw_below(random, 3) + (uint32_t)test_draw_below(random, 14);
    x = x > 8 ? x - 8 : 0;
    y = y > 8 ? y - 8 : 0;
    x = x + width <= living->width ? x : living->width - width;
    y = y + height <= living->height ? y : living->height - height;
    return (cairn_rect){(uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height};
}

/* Most leave the patches of their tiles as they were, but some fill the doors between them, or take their first cell. */
static void buildings_that_come_and_go_are_right(void **state)
{
    (void)state;
    static const cairn_change walls[] = {{.rect = {64, 0, 1, 150}},
                                         {.rect = {64, 30, 1, 3}, .open = 1},
                                         {.rect = {64, 128, 1, 2}, .open = 1},
                                         {.rect = {0, 63, 64, 1}},
                                         {.rect = {58, 63, 5, 1}, .open = 1}};
    test_random random = {14};
    for (int kind = 0; kind < 4; kind++) {
        test_living living;
        cairn_rect known[8] = {{0}};
        test_living_create_random(
            &living, 150, 150, kind % 2 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT, 0, 1, &random);
        if (kind >= 2)
            test_living_change(&living, walls, sizeof walls / sizeof *walls);
        for (uint32_t i = 0; i < 400; i++) {
            cairn_rect *rect = &known[i % 8];
            cairn_change changes[2] = {{.rect = *rect, .open = 1}, {.rect = *rect}};
            if (i >= 8)
                test_living_change(&living, changes, 1);
            *rect = changes[1].rect = draw_building(&living, &random);
            test_living_change(&living, &changes[1], 1);
            test_living_check(&living, &random);
        }
        test_living_destroy(&living);
    }
}

/* ---- state ---- */

/* Changes that are undone in another order lead back to the fingerprint. */
static void undone_changes_leave_the_fingerprint(void **state)
{
    (void)state;
    test_random random = {21};
    for (int round = 0; round < 20; round++) {
        test_living living;
        test_living_create_random(&living, 150, 90, CAIRN_CORNERS_STRICT, 35, 3, &random);
        uint64_t fingerprint = test_get_map_info(living.map).fingerprint;
        assert_int_equal(test_get_map_info(living.map).state, fingerprint);
        for (int i = 0; i < 10; i++)
            test_living_change_at_random(&living, &random);
        assert_int_not_equal(test_get_map_info(living.map).state, fingerprint);
        for (uint32_t column = 0; column < living.width; column++) {
            uint32_t x = (column * 7) % living.width;
            uint8_t cells[90];
            for (uint32_t y = 0; y < living.height; y++)
                cells[y] = living.base[y * living.width + x];
            cairn_change change = {.rect = {(uint16_t)x, 0, 1, (uint16_t)living.height},
                                   .cells = cells};
            test_living_change(&living, &change, 1);
        }
        assert_int_equal(test_get_map_info(living.map).state, fingerprint);
        assert_int_equal(test_get_map_info(living.map).fingerprint, fingerprint);
        assert_int_equal(living.map->living->base_count, 0);
        test_living_check(&living, &random);
        test_living_destroy(&living);
    }
}

/* ---- searches ---- */

static cairn_planner *make_planner(const cairn_map *map, uint32_t method)
{
    cairn_planner_def def = {.size = sizeof def, .method = method};
    cairn_planner *planner = NULL;
    assert_int_equal(cairn_planner_create(map, NULL, &def, &planner), CAIRN_OK);
    return planner;
}

/* A patch that leaves another one while a third comes to it: who is left is not who comes. */
static void contacts_of_two_tiles_are_told_apart(void **state)
{
    (void)state;
    enum { SIDE = 128 };
    static uint8_t cells[SIDE * SIDE];
    for (int x = 0; x <= 70; x++)
        cells[10 * SIDE + x] = 1;
    for (int y = 11; y < 64; y++)
        cells[y * SIDE + 70] = 1;
    for (int x = 66; x <= 70; x++)
        cells[65 * SIDE + x] = 1;
    cells[64 * SIDE + 66] = 1;
    cairn_map_def def = {.size = sizeof def, .changing = 1};
    cairn_change changes[] = {{.rect = {63, 10, 1, 1}}, {.rect = {70, 64, 1, 1}, .open = 1}};
    cairn_cell left = cairn_cell_at(0, 10), middle = cairn_cell_at(70, 10);
    cairn_cell low = cairn_cell_at(66, 64);
    cairn_map *map;
    assert_int_equal(cairn_map_create(SIDE, SIDE, cells, &def, &map), CAIRN_OK);
    assert_true(cairn_map_has_path(map, left, middle));
    assert_false(cairn_map_has_path(map, middle, low));
    assert_int_equal(cairn_map_change(map, changes, 2), CAIRN_OK);
    assert_false(cairn_map_has_path(map, left, middle));
    assert_true(cairn_map_has_path(map, middle, low));
    cairn_map_close(map);
}

static void compare_methods(const test_living *living, int pairs, test_random *random)
{
    cairn_planner *jump = make_planner(living->map, CAIRN_METHOD_JUMP);
    cairn_planner *astar = make_planner(living->map, CAIRN_METHOD_ASTAR);
    for (int i = 0; i < pairs; i++) {
        cairn_rect from = test_living_draw_rect(living, 1, random);
        cairn_rect to = test_living_draw_rect(living, 1, random);
        cairn_cell ends[2] = {cairn_cell_at(from.x, from.y), cairn_cell_at(to.x, to.y)};
        uint32_t found = 0, expected = 0;
        assert_int_equal(cairn_planner_find(jump, ends[0], ends[1], &found),
                         cairn_planner_find(astar, ends[0], ends[1], &expected));
        assert_int_equal(found, expected);
    }
    cairn_planner_destroy(jump);
    cairn_planner_destroy(astar);
}

static void jump_search_is_optimal_after_changes(void **state)
{
    (void)state;
    test_random random = {31};
    for (int round = 0; round < 40; round++) {
        test_living living;
        test_living_create_random(&living, 140, 100,
                                  round % 2 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT, 25,
                                  1 + round % 5, &random);
        for (int i = 0; i < 6; i++) {
            test_living_change_at_random(&living, &random);
            compare_methods(&living, 12, &random);
        }
        test_living_destroy(&living);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_of_narrow_maps_are_right),
        cmocka_unit_test(changes_of_small_maps_are_right),
        cmocka_unit_test(changes_of_larger_maps_are_right),
        cmocka_unit_test(walls_and_doors_between_many_tiles_are_right),
        cmocka_unit_test(buildings_that_come_and_go_are_right),
        cmocka_unit_test(undone_changes_leave_the_fingerprint),
        cmocka_unit_test(contacts_of_two_tiles_are_told_apart),
        cmocka_unit_test(jump_search_is_optimal_after_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
