/* test_import_wad.c (unit): Doom levels small enough to be checked by hand. Where nothing else is
 * said a cell is one unit, and the player is 32 wide, 56 high and steps 24. */
#include "imported.h"

#include <stdlib.h>
#include <string.h>

/* Least x and most y of all the levels here. */
static const double CORNER[2] = {0, 256};
static const double LEFT[2] = {64, 128}, RIGHT[2] = {448, 128};

/* Two rooms of 256 x 256 side by side, floors and ceilings as given, a start in the left one. */
static wad_maker make_rooms(const int heights[4], int flags)
{
    wad_maker maker = {0};
    int left = wad_maker_add_sector(&maker, heights[0], heights[1], 0);
    int right = wad_maker_add_sector(&maker, heights[2], heights[3], 0);
    const int left_walls[] = {256, 0, 0, 0, 0, 256, 256, 256};
    const int right_walls[] = {256, 256, 512, 256, 512, 0, 256, 0};
    const int border[] = {256, 0, 256, 256};
    wad_maker_add_walls(&maker, left, left_walls, 4);
    wad_maker_add_walls(&maker, right, right_walls, 4);
    wad_maker_add_line(&maker, border,
                       (wad_maker_line){.right = right, .left = left, .flags = flags});
    wad_maker_add_thing(&maker, 64, 128, 1);
    return maker;
}

static imported open_rooms(const int heights[4], int flags)
{
    wad_maker maker = make_rooms(heights, flags);
    return imported_open(wad_maker_finish(&maker), imported_get_def());
}

/* Are the rooms of two heights joined? */
static bool are_joined(const int heights[4], int flags)
{
    imported level = open_rooms(heights, flags);
    bool joined = imported_is_joined(&level, CORNER, LEFT, RIGHT);
    imported_close(&level);
    return joined;
}

static void a_step_of_24_passes_and_25_does_not(void **state)
{
    (void)state;
    assert_true(are_joined((int[]){0, 128, 0, 128}, 0));
    assert_true(are_joined((int[]){0, 128, 24, 128}, 0));
    assert_false(are_joined((int[]){0, 128, 25, 128}, 0));
    assert_true(are_joined((int[]){0, 128, -24, 128}, 0));
    assert_false(are_joined((int[]){0, 128, -25, 128}, 0));
}

static void headroom_of_56_passes_and_55_does_not(void **state)
{
    (void)state;
    assert_true(are_joined((int[]){0, 128, 0, 56}, 0));
    assert_false(are_joined((int[]){0, 128, 0, 55}, 0));
    /* Each room is high enough, the way between them is not. */
    assert_true(are_joined((int[]){0, 80, 24, 128}, 0));
    assert_false(are_joined((int[]){0, 79, 24, 128}, 0));
}

static void an_impassable_line_is_a_wall(void **state)
{
    (void)state;
    assert_false(are_joined((int[]){0, 128, 0, 128}, 1));
    assert_true(are_joined((int[]){0, 128, 0, 128}, 2)); /* for monsters alone */
}

/* Down from a ledge the player falls, but never gets back: open, and not joined. */
static void a_ledge_is_fallen_down_from(void **state)
{
    (void)state;
    const int down[] = {0, 128, -25, 128}, up[] = {0, 128, 25, 128};
    imported level = open_rooms(down, 0);
    assert_true(imported_is_open(&level, CORNER, RIGHT[0], RIGHT[1]));
    assert_int_equal(level.info.components, 2);
    imported_close(&level);
    level = open_rooms(up, 0);
    assert_false(imported_is_open(&level, CORNER, RIGHT[0], RIGHT[1]));
    imported_close(&level);

    wad_maker maker = make_rooms(down, 0);
    imported_def def = imported_get_def();
    def.player.fall_height = 24;
    level = imported_open(wad_maker_finish(&maker), def);
    assert_false(imported_is_open(&level, CORNER, RIGHT[0], RIGHT[1]));
    imported_close(&level);
}

/* Two rooms and a way between them, `width` wide. */
static imported open_gap(int width, imported_def def)
{
    wad_maker maker = {0};
    int sector = wad_maker_add_sector(&maker, 0, 128, 0);
    const int walls[] = {0,   0,   0,   256, 224, 256, 224, 100 + width, 288, 100 + width,
                         288, 256, 512, 256, 512, 0,   288, 0,           288, 100,
                         224, 100, 224, 0,   0,   0};
    wad_maker_add_walls(&maker, sector, walls, 13);
    wad_maker_add_thing(&maker, 64, 128, 1);
    return imported_open(wad_maker_finish(&maker), def);
}

static void a_gap_as_wide_as_the_player_passes(void **state)
{
    (void)state;
    static const struct {
        int width;
        double radius;
        bool passes;
    } cases[] = {{32, 0, true},   {31, 0, false}, {20, 10, true},
                 {19, 10, false}, {2, 1, true},   {64, 33, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        imported_def def = imported_get_def();
        def.player.radius = cases[i].radius;
        imported level = open_gap(cases[i].width, def);
        assert_int_equal(imported_is_joined(&level, CORNER, LEFT, RIGHT), cases[i].passes);
        imported_close(&level);
    }
}

/* A room of 256 x 256 with a platform of 64 x 64 in its middle. */
static imported open_platform(int height, imported_def def)
{
    wad_maker maker = {0};
    int room = wad_maker_add_sector(&maker, 0, 256, 0);
    int platform = wad_maker_add_sector(&maker, height, 256, 0);
    const int walls[] = {0, 0, 0, 256, 256, 256, 256, 0, 0, 0};
    static const int rim[4][4] = {
        {96, 96, 96, 160}, {96, 160, 160, 160}, {160, 160, 160, 96}, {160, 96, 96, 96}};
    wad_maker_add_walls(&maker, room, walls, 5);
    for (int i = 0; i < 4; i++)
        wad_maker_add_line(&maker, rim[i], (wad_maker_line){.right = platform, .left = room});
    wad_maker_add_thing(&maker, 40, 40, 1);
    return imported_open(wad_maker_finish(&maker), def);
}

/* The middle of the player is 16 away from walls, and less than 48 away from the platform's middle
 * if it touches it: 225 places a side, less 95 a side. */
static void a_platform_is_a_block(void **state)
{
    (void)state;
    imported level = open_platform(64, imported_get_def());
    assert_int_equal(level.info.open_cells, 225 * 225 - 95 * 95);
    assert_false(imported_is_open(&level, CORNER, 128, 128));
    assert_false(imported_is_open(&level, CORNER, 81, 128));
    assert_true(imported_is_open(&level, CORNER, 80, 128));
    imported_close(&level);
    level = open_platform(24, imported_get_def());
    assert_int_equal(level.info.open_cells, 225 * 225);
    imported_close(&level);
    level =
        open_platform(-64, imported_get_def()); /* a pit: the floor around it ends a player in */
    assert_int_equal(level.info.components, 2);
    assert_true(imported_is_open(&level, CORNER, 128, 128));
    imported_close(&level);
}

/* At other resolutions nothing is open that a finer grid would not have. */
static void a_coarse_grid_is_careful(void **state)
{
    (void)state;
    static const double resolutions[] = {0.5, 1.5, 3.7, 5, 8, 13};
    for (size_t i = 0; i < sizeof resolutions / sizeof resolutions[0]; i++) {
        imported_def def = imported_get_def();
        def.resolution = resolutions[i];
        imported level = open_platform(64, def);
        double area = (double)level.info.open_cells * def.resolution * def.resolution;
        double side = 224 + def.resolution, hole = 96 - def.resolution;
        assert_true(area <= side * side - hole * hole);
        assert_true(area > 20000);
        assert_int_equal(level.info.components, 1);
        imported_close(&level);
    }
}

/* Two rooms and between them a sector of 32 x 256, with lines of this special towards them. */
static imported open_middle(const int middle[3], wad_maker_line line, bool closed)
{
    wad_maker maker = {0};
    int left = wad_maker_add_sector(&maker, 0, 128, 0);
    int right = wad_maker_add_sector(&maker, middle[2], middle[2] + 128, 0);
    int between = wad_maker_add_sector(&maker, middle[0], middle[1], 7);
    const int left_walls[] = {240, 0, 0, 0, 0, 256, 240, 256};
    const int right_walls[] = {272, 256, 512, 256, 512, 0, 272, 0};
    const int top[] = {240, 256, 272, 256}, bottom[] = {272, 0, 240, 0};
    const int borders[2][4] = {{240, 256, 240, 0}, {272, 0, 272, 256}};
    wad_maker_add_walls(&maker, left, left_walls, 4);
    wad_maker_add_walls(&maker, right, right_walls, 4);
    wad_maker_add_walls(&maker, between, top, 2);
    wad_maker_add_walls(&maker, between, bottom, 2);
    line.left = between;
    line.right = left;
    wad_maker_add_line(&maker, borders[0], line);
    line.right = right;
    wad_maker_add_line(&maker, borders[1], line);
    wad_maker_add_thing(&maker, 64, 128, 11);
    imported_def def = imported_get_def();
    def.player.doors_closed = closed;
    return imported_open(wad_maker_finish(&maker), def);
}

static bool passes_middle(const int middle[3], wad_maker_line line, bool closed)
{
    imported level = open_middle(middle, line, closed);
    bool joined = imported_is_joined(&level, CORNER, LEFT, RIGHT);
    imported_close(&level);
    return joined;
}

static void a_door_is_open_unless_it_is_to_be_closed(void **state)
{
    (void)state;
    const int shut[] = {0, 0, 0};
    /* Pushed open, opened by a switch with a tag, and a generalized one of each kind. */
    static const int specials[][2] = {{1, 0},   {117, 0},    {31, 0},    {63, 7},
                                      {103, 7}, {0x3C07, 0}, {0x3C01, 7}};
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
        wad_maker_line line = {.special = specials[i][0], .tag = specials[i][1]};
        assert_true(passes_middle(shut, line, false));
        assert_false(passes_middle(shut, line, true));
    }
    assert_false(passes_middle(shut, (wad_maker_line){.special = 0}, false));
    assert_false(passes_middle(shut, (wad_maker_line){.special = 63, .tag = 8}, false));
}

/* A lift goes from the higher room's floor down to the lower one's. */
static void a_lift_joins_two_floors(void **state)
{
    (void)state;
    const int up[] = {96, 224, 96};
    wad_maker_line line = {.special = 62, .tag = 7};
    assert_true(passes_middle(up, line, false));
    assert_false(passes_middle(up, line, true));
    assert_false(passes_middle(up, (wad_maker_line){.special = 0}, false));
}

/* ---- levels that are not right ---- */

static void a_level_without_a_start_is_refused(void **state)
{
    (void)state;
    wad_maker maker = make_rooms((int[]){0, 128, 0, 128}, 0);
    level_bytes_free(&maker.things);
    imported level = imported_open(wad_maker_finish(&maker), imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "no place where a player starts");

    maker = make_rooms((int[]){0, 128, 0, 128}, 0);
    level_bytes_free(&maker.things);
    wad_maker_add_thing(&maker, 2, 2, 1); /* in the wall */
    level = imported_open(wad_maker_finish(&maker), imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "none of the level's 1 starts");
}

static void a_level_too_large_is_refused(void **state)
{
    (void)state;
    wad_maker maker = make_rooms((int[]){0, 128, 0, 128}, 0);
    imported_def def = {0};
    def.resolution = 0.02;
    imported level = imported_open(wad_maker_finish(&maker), def);
    imported_check_failed(&level, CAIRN_LIMIT, "choose --resolution 0.035");
}

static void a_level_is_found_by_its_name(void **state)
{
    (void)state;
    wad_maker maker = make_rooms((int[]){0, 128, 0, 128}, 0);
    level_bytes bytes = wad_maker_finish(&maker);
    imported_def def = imported_get_def();
    def.level = "map01";
    imported level = imported_read(bytes.data, bytes.count, def);
    assert_string_equal(level.info.level, "MAP01");
    imported_close(&level);
    def.level = "MAP02";
    level = imported_read(bytes.data, bytes.count, def);
    imported_check_failed(&level, CAIRN_SYNTAX, "no level MAP02");

    import_file *file = NULL;
    import_level *levels = NULL;
    uint32_t count = 0;
    assert_int_equal(import_file_open_memory(bytes.data, bytes.count, NULL, &file), CAIRN_OK);
    assert_int_equal(import_file_find_levels(file, NULL, &levels, &count), CAIRN_OK);
    assert_int_equal(count, 1);
    assert_string_equal(levels[0].name, "MAP01");
    assert_true(levels[0].width == 512 && levels[0].height == 256);
    free(levels);
    import_file_close(file);
    level_bytes_free(&bytes);
}

/* Every shorter file, and every file with one byte changed, fails with a sentence or succeeds. */
static void damage_is_survived(void **state)
{
    (void)state;
    wad_maker maker = make_rooms((int[]){0, 128, 16, 128}, 0);
    imported_check_damage(wad_maker_finish(&maker), true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_of_24_passes_and_25_does_not),
        cmocka_unit_test(headroom_of_56_passes_and_55_does_not),
        cmocka_unit_test(an_impassable_line_is_a_wall),
        cmocka_unit_test(a_ledge_is_fallen_down_from),
        cmocka_unit_test(a_gap_as_wide_as_the_player_passes),
        cmocka_unit_test(a_platform_is_a_block),
        cmocka_unit_test(a_coarse_grid_is_careful),
        cmocka_unit_test(a_door_is_open_unless_it_is_to_be_closed),
        cmocka_unit_test(a_lift_joins_two_floors),
        cmocka_unit_test(a_level_without_a_start_is_refused),
        cmocka_unit_test(a_level_too_large_is_refused),
        cmocka_unit_test(a_level_is_found_by_its_name),
        cmocka_unit_test(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
