/* test_import_library.c (unit): the importers as a library for tools: from a level to a map of
 * libcairn without a file between, and from places of the level to cells and back. */
#include "imported.h"

#include <stdlib.h>
#include <string.h>

/* A room of 128 x 64 at 100,200 with starts of player 2, deathmatch and player 1, in this order. */
static level_bytes make_room(void)
{
    wad_maker maker = {0};
    int room = wad_maker_add_sector(&maker, 0, 128, 0);
    const int walls[] = {228, 200, 100, 200, 100, 264, 228, 264, 228, 200};
    wad_maker_add_walls(&maker, room, walls, 5);
    wad_maker_add_thing(&maker, 140, 240, 2);
    wad_maker_add_thing(&maker, 180, 220, 11);
    wad_maker_add_thing(&maker, 120, 230, 1);
    wad_maker_add_thing(&maker, 5000, 5000, 3);
    return wad_maker_finish(&maker);
}

static import_grid *import_room(import_file **file, level_bytes *bytes, double resolution)
{
    cairn_detail detail = {0};
    const import_def def = {.size = sizeof def, .resolution = resolution, .detail = &detail};
    import_grid *grid = NULL;
    *bytes = make_room();
    assert_int_equal(import_file_open_memory(bytes->data, bytes->count, &detail, file), CAIRN_OK);
    if (import_file_run(*file, &def, &grid) != CAIRN_OK)
        fail_msg("%s", detail.text);
    return grid;
}

static void check_start(const import_grid *grid, uint32_t index, double x, double y)
{
    cairn_cell start, cell;
    import_grid_get_start(grid, index, &start);
    assert_int_equal(import_grid_find_cell(grid, x, y, &cell), CAIRN_OK);
    assert_memory_equal(&start, &cell, sizeof cell);
}

static void places_are_cells_and_back(void **state)
{
    (void)state;
    static const double resolutions[] = {1, 2, 4, 8, 10};
    for (size_t i = 0; i < sizeof resolutions / sizeof resolutions[0]; i++) {
        import_file *file = NULL;
        level_bytes bytes;
        import_grid *grid = import_room(&file, &bytes, resolutions[i]);
        import_info info;
        import_grid_get_info(grid, &info);
        assert_true(info.cell_size[0] == resolutions[i] && info.cell_size[1] == -resolutions[i]);
        cairn_cell cell;
        double place[2];
        assert_int_equal(import_grid_find_cell(grid, 150, 230, &cell), CAIRN_OK);
        import_grid_find_place(grid, cell, place);
        assert_true(place[0] - 150 <= resolutions[i] / 2 && 150 - place[0] <= resolutions[i] / 2);
        assert_true(place[1] - 230 <= resolutions[i] / 2 && 230 - place[1] <= resolutions[i] / 2);
        assert_int_equal(import_grid_find_cell(grid, 0, 230, &cell), CAIRN_ARGUMENT);
        assert_int_equal(import_grid_find_cell(grid, 150, 400, &cell), CAIRN_ARGUMENT);
        import_grid_destroy(grid);
        import_file_close(file);
        level_bytes_free(&bytes);
    }
}

/* Player 1 comes first, then player 2, then deathmatch; one start is outside. */
static void starts_are_open_cells(void **state)
{
    (void)state;
    import_file *file = NULL;
    level_bytes bytes;
    import_grid *grid = import_room(&file, &bytes, 1);
    import_info info;
    import_grid_get_info(grid, &info);
    assert_int_equal(info.starts, 4);
    assert_int_equal(info.starts_used, 3);
    assert_int_equal(info.start_cells, 3);
    check_start(grid, 0, 120, 230);
    check_start(grid, 1, 140, 240);
    check_start(grid, 2, 180, 220);
    import_grid_destroy(grid);
    import_file_close(file);
    level_bytes_free(&bytes);
}

/* 97 x 33 cells are open: the room less half the player on each side. */
static void a_grid_becomes_a_map(void **state)
{
    (void)state;
    import_file *file = NULL;
    level_bytes bytes;
    import_grid *grid = import_room(&file, &bytes, 1);
    import_file_close(file);
    level_bytes_free(&bytes);
    cairn_map *map = NULL;
    cairn_cell cell;
    assert_int_equal(import_grid_create_map(grid, NULL, &map), CAIRN_OK);
    assert_int_equal(test_get_map_info(map).open_cells, 97 * 33);
    assert_int_equal(import_grid_find_cell(grid, 116, 216, &cell), CAIRN_OK);
    assert_true(cairn_map_is_open(map, cell));
    assert_int_equal(import_grid_find_cell(grid, 115, 216, &cell), CAIRN_OK);
    assert_false(cairn_map_is_open(map, cell));
    import_grid_destroy(grid);
    cairn_map_close(map);
}

static void a_wrong_definition_is_refused(void **state)
{
    (void)state;
    const import_player player = {.radius = 8}, wrong = {.radius = -2};
    const import_picture picture = {.threshold = 10};
    const import_tiles tiles = {.property = "walk"};
    cairn_detail detail = {0};
    const struct {
        import_def def;
        const char *text;
    } cases[] = {{{.size = 8, .detail = &detail}, "lacks its size"},
                 {{.size = sizeof(import_def), .detail = &detail, .player = &wrong}, "a radius"},
                 {{.size = sizeof(import_def), .detail = &detail, .picture = &picture}, "pixels"},
                 {{.size = sizeof(import_def), .detail = &detail, .tiles = &tiles}, "tiles"}};
    level_bytes bytes = make_room();
    import_file *file = NULL;
    import_grid *grid = NULL;
    assert_int_equal(import_file_open_memory(bytes.data, bytes.count, &detail, &file), CAIRN_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(import_file_run(file, &cases[i].def, &grid), CAIRN_ARGUMENT);
        assert_non_null(strstr(detail.text, cases[i].text));
    }
    import_file_close(file);
    level_bytes_free(&bytes);
    static const char text[] = "{\"layers\":[],\"orientation\":\"orthogonal\"}";
    const import_def def = {.size = sizeof def, .detail = &detail, .player = &player};
    assert_int_equal(import_file_open_memory(text, strlen(text), &detail, &file), CAIRN_OK);
    assert_int_equal(import_file_run(file, &def, &grid), CAIRN_ARGUMENT);
    assert_non_null(strstr(detail.text, "a player"));
    import_file_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_cells_and_back),
        cmocka_unit_test(starts_are_open_cells),
        cmocka_unit_test(a_grid_becomes_a_map),
        cmocka_unit_test(a_wrong_definition_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
