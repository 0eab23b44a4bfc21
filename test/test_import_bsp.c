/* test_import_bsp.c (unit): Quake 3 levels small enough to be checked by hand, bare and in a zip
 * archive. Where nothing else is said a cell is one unit, and the player is 30 wide, 56 high and
 * steps 18. */
#include "imported.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double CORNER[2] = {0, 256};
static const double LEFT[2] = {64, 128}, RIGHT[2] = {448, 128};
static const float WORLD[6] = {0, 0, -64, 512, 256, 512};

#define START "{ \"classname\" \"info_player_deathmatch\" \"origin\" \"64 128 40\" }\n"

/* Ends the world, adds a start and imports. */
static level_bytes finish(bsp_maker *maker)
{
    bsp_maker_end_model(maker, WORLD);
    bsp_maker_add_entity(maker, "{ \"classname\" \"worldspawn\" }\n" START);
    return bsp_maker_finish(maker);
}

/* Two floors of 256 x 256 side by side, at 0 and at a height. */
static bsp_maker make_floors(float height)
{
    bsp_maker maker = {0};
    bsp_maker_add_box(&maker, (float[]){0, 0, -64, 256, 256, 0}, BSP_MAKER_SOLID);
    bsp_maker_add_box(&maker, (float[]){256, 0, -64, 512, 256, height}, BSP_MAKER_SOLID);
    return maker;
}

static bool check_joined(bsp_maker *maker, imported_def def)
{
    imported level = imported_open(finish(maker), def);
    bool joined = imported_is_joined(&level, CORNER, LEFT, RIGHT);
    imported_close(&level);
    return joined;
}

static void a_step_of_18_passes_and_19_does_not(void **state)
{
    (void)state;
    static const struct {
        float height;
        bool passes;
    } cases[] = {{0, true}, {18, true}, {19, false}, {-18, true}, {-19, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bsp_maker maker = make_floors(cases[i].height);
        assert_int_equal(check_joined(&maker, imported_get_def()), cases[i].passes);
    }
    bsp_maker maker = make_floors(19);
    imported_def def = imported_get_def();
    def.player.step_height = 19;
    assert_true(check_joined(&maker, def));
}

/* Falls are not taken unless they are asked for. */
static void a_ledge_is_fallen_down_from_on_request(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        bsp_maker maker = make_floors(-60);
        imported_def def = imported_get_def();
        def.player.fall_height = i == 0 ? 0 : 60;
        imported level = imported_open(finish(&maker), def);
        assert_int_equal(imported_is_open(&level, CORNER, RIGHT[0], RIGHT[1]), i);
        imported_close(&level);
    }
}

static void headroom_of_56_passes_and_55_does_not(void **state)
{
    (void)state;
    for (int height = 55; height <= 56; height++) {
        bsp_maker maker = make_floors(0);
        const float beam[] = {200, 0, (float)height, 300, 256, 512};
        bsp_maker_add_box(&maker, beam, BSP_MAKER_SOLID);
        assert_int_equal(check_joined(&maker, imported_get_def()), height == 56);
    }
}

static void a_gap_as_wide_as_the_player_passes(void **state)
{
    (void)state;
    for (int width = 29; width <= 30; width++) {
        for (int clip = 0; clip < 2; clip++) {
            bsp_maker maker = make_floors(0);
            enum bsp_maker_shader shader = clip ? BSP_MAKER_CLIP : BSP_MAKER_SOLID;
            const float low[] = {240, -64, 0, 272, 100, 512};
            const float high[] = {240, (float)(100 + width), 0, 272, 320, 512};
            bsp_maker_add_box(&maker, low, shader);
            bsp_maker_add_box(&maker, high, shader);
            assert_int_equal(check_joined(&maker, imported_get_def()), width == 30);
        }
    }
}

/* A wall as long as a level has it, with walls around: the middle of a player is 15 away. */
static void a_platform_is_a_block(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        bsp_maker maker = make_floors(0);
        static const float walls[4][6] = {{-16, -16, 0, 0, 272, 200},
                                          {512, -16, 0, 528, 272, 200},
                                          {-16, -16, 0, 528, 0, 200},
                                          {-16, 256, 0, 528, 272, 200}};
        const float platform[] = {200, 100, 0, 264, 164, i == 0 ? 64 : 18};
        for (int wall = 0; wall < 4; wall++)
            bsp_maker_add_box(&maker, walls[wall], BSP_MAKER_SOLID);
        bsp_maker_add_box(&maker, platform, BSP_MAKER_SOLID);
        imported level = imported_open(finish(&maker), imported_get_def());
        int blocked = i == 0 ? 93 * 93 : 0;
        assert_int_equal(level.info.open_cells, (512 - 29) * (256 - 29) - blocked);
        assert_int_equal(level.info.overlaps, 0);
        imported_close(&level);
    }
}

/* Cosine 0.7 is the limit: of these slopes one is just below it and one just above. */
static void a_slope_is_walked_up_unless_it_is_steep(void **state)
{
    (void)state;
    for (int steep = 0; steep < 2; steep++) {
        bsp_maker maker = make_floors(0);
        float cosine = steep ? 0.69F : 0.71F, sine = steep ? 0.7238F : 0.7042F;
        /* From the floor at x = 256 upwards, to a height of 128 and more. */
        const float box[] = {256, 0, 0, 512, 256, 512};
        const float plane[] = {-sine, 0, cosine, -sine * 256};
        bsp_maker_add_wedge(&maker, box, plane);
        imported level = imported_open(finish(&maker), imported_get_def());
        assert_int_equal(imported_is_open(&level, CORNER, 400, 128), !steep);
        imported_close(&level);
    }
}

static void lava_is_not_walked_in_and_water_is(void **state)
{
    (void)state;
    for (int water = 0; water < 2; water++) {
        bsp_maker maker = make_floors(0);
        const float pool[] = {240, -64, -64, 272, 320, 32};
        bsp_maker_add_box(&maker, pool, water ? BSP_MAKER_WATER : BSP_MAKER_LAVA);
        assert_int_equal(check_joined(&maker, imported_get_def()), water);
    }
}

static void a_door_is_open_unless_it_is_to_be_closed(void **state)
{
    (void)state;
    static const char *const classes[] = {"func_door", "func_static", "trigger_multiple"};
    static const bool solid[3][2] = {{false, true}, {true, true}, {false, false}};
    for (int i = 0; i < 6; i++) {
        bsp_maker maker = make_floors(0);
        char text[256];
        imported_def def = imported_get_def();
        def.player.doors_closed = i % 2 ? 1 : 0;
        bsp_maker_end_model(&maker, WORLD);
        /* The model stands at the origin and is moved to x = 256 by its entity. */
        const float leaf[] = {-16, -64, 0, 16, 320, 128};
        bsp_maker_add_box(&maker, leaf, BSP_MAKER_SOLID);
        bsp_maker_end_model(&maker, leaf);
        snprintf(text, sizeof text,
                 "{ \"classname\" \"worldspawn\" }\n" START
                 "{ \"classname\" \"%s\" \"model\" \"*1\" \"origin\" \"256 0 0\" }",
                 classes[i / 2]);
        bsp_maker_add_entity(&maker, text);
        imported level = imported_open(bsp_maker_finish(&maker), def);
        assert_int_equal(imported_is_joined(&level, CORNER, LEFT, RIGHT), !solid[i / 2][i % 2]);
        imported_close(&level);
    }
}

/* A patch from x = 256 to 512, its middle row raised by a bend. */
static bool passes_patch(float bend)
{
    bsp_maker maker = {0};
    float points[27];
    for (int i = 0; i < 9; i++) {
        points[3 * i] = (float)(256 + 128 * (i % 3));
        points[3 * i + 1] = (float)(128 * (i / 3));
        points[3 * i + 2] = i % 3 == 1 ? bend : 0;
    }
    bsp_maker_add_box(&maker, (float[]){0, 0, -64, 256, 256, 0}, BSP_MAKER_SOLID);
    bsp_maker_add_patch(&maker, points);
    return check_joined(&maker, imported_get_def());
}

/* The slope where the bend begins is 2 * bend / 256. */
static void a_curved_patch_is_a_floor(void **state)
{
    (void)state;
    assert_true(passes_patch(0));
    assert_true(passes_patch(64));
    assert_false(passes_patch(400));
}

/* A ramp leads up to a bridge over the floor: the bridge is taken, or the floor. */
static void a_bridge_is_over_a_floor(void **state)
{
    (void)state;
    for (int lowest = 0; lowest < 2; lowest++) {
        bsp_maker maker = make_floors(0);
        imported_def def = imported_get_def();
        def.player.overlap = lowest ? IMPORT_OVERLAP_LOWEST : IMPORT_OVERLAP_HIGHEST;
        /* Stairs of 16, the last one at 96; the bridge as high, from x = 224 on. */
        for (int i = 0; i < 6; i++) {
            const float stair[] = {(float)(128 + 16 * i), 180, 0,
                                   (float)(144 + 16 * i), 256, (float)(16 + 16 * i)};
            bsp_maker_add_box(&maker, stair, BSP_MAKER_SOLID);
        }
        bsp_maker_add_box(&maker, (float[]){224, 0, 88, 320, 256, 96}, BSP_MAKER_SOLID);
        imported level = imported_open(finish(&maker), def);
        assert_true(level.info.overlaps > 90 * 150);
        assert_true(imported_is_open(&level, CORNER, 272, 100));
        assert_int_equal(imported_is_joined(&level, CORNER, LEFT, RIGHT), lowest);
        imported_close(&level);
    }
}

/* ---- archives ---- */

static level_bytes make_level(void)
{
    bsp_maker maker = make_floors(18);
    return finish(&maker);
}

static void a_level_is_read_from_an_archive(void **state)
{
    (void)state;
    for (int packed = 0; packed < 2; packed++) {
        level_bytes bytes = make_level();
        level_bytes archive =
            zip_maker_make("maps/Tiny.bsp", bytes, (uint32_t)bytes.count, packed != 0);
        imported_def def = imported_get_def();
        def.level = "tiny";
        imported level = imported_open(archive, def);
        assert_int_equal(level.status, CAIRN_OK);
        assert_string_equal(level.info.level, "Tiny");
        assert_true(imported_is_joined(&level, CORNER, LEFT, RIGHT));
        imported_close(&level);
        level_bytes_free(&bytes);
    }
}

static void an_archive_that_lies_is_refused(void **state)
{
    (void)state;
    level_bytes bytes = make_level();
    uint32_t count = (uint32_t)bytes.count;
    imported level =
        imported_open(zip_maker_make("maps/a.bsp", bytes, count - 8, true), imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "cannot be unpacked");
    level = imported_open(zip_maker_make("maps/a.bsp", bytes, count + 8, true), imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "cannot be unpacked");
    level =
        imported_open(zip_maker_make("maps/a.bsp", bytes, 0xF0000000, true), imported_get_def());
    imported_check_failed(&level, CAIRN_LIMIT, "would unpack to");
    level = imported_open(zip_maker_make("maps/a.txt", bytes, count, false), imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "no level");
    level_bytes_free(&bytes);
}

/* 64 MB of zeros in some 64 kB: no level, found out without more memory than that. */
static void a_bomb_is_refused(void **state)
{
    (void)state;
    enum { BYTES = 64 << 20 };
    level_bytes zeros = {.data = calloc(BYTES, 1), .count = BYTES};
    imported level =
        imported_open(zip_maker_make("maps/a.bsp", zeros, 1000, true), imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "cannot be unpacked");
    level = imported_open(zip_maker_make("maps/a.bsp", zeros, BYTES, true), imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "not of Quake 3");
    level_bytes_free(&zeros);
}

/* ---- levels that are not right ---- */

static void a_level_without_a_start_is_refused(void **state)
{
    (void)state;
    bsp_maker maker = make_floors(0);
    bsp_maker_end_model(&maker, WORLD);
    bsp_maker_add_entity(&maker, "{ \"classname\" \"worldspawn\" }");
    imported level = imported_open(bsp_maker_finish(&maker), imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "no place where a player starts");

    maker = make_floors(0);
    bsp_maker_end_model(&maker, WORLD);
    bsp_maker_add_entity(&maker, "{ \"classname\" \"info_player_start\" \"origin\" \"0 0");
    level = imported_open(bsp_maker_finish(&maker), imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "list of entities is damaged");
}

static void another_version_is_refused(void **state)
{
    (void)state;
    level_bytes bytes = make_level();
    bytes.data[4] = 47;
    imported level = imported_open(bytes, imported_get_def());
    imported_check_failed(&level, CAIRN_SYNTAX, "version 47");
}

/* Every shorter file, and every file with one byte changed, fails with a sentence or succeeds. */
static void damage_is_survived(void **state)
{
    (void)state;
    imported_check_damage(make_level(), false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_of_18_passes_and_19_does_not),
        cmocka_unit_test(a_ledge_is_fallen_down_from_on_request),
        cmocka_unit_test(headroom_of_56_passes_and_55_does_not),
        cmocka_unit_test(a_gap_as_wide_as_the_player_passes),
        cmocka_unit_test(a_platform_is_a_block),
        cmocka_unit_test(a_slope_is_walked_up_unless_it_is_steep),
        cmocka_unit_test(lava_is_not_walked_in_and_water_is),
        cmocka_unit_test(a_door_is_open_unless_it_is_to_be_closed),
        cmocka_unit_test(a_curved_patch_is_a_floor),
        cmocka_unit_test(a_bridge_is_over_a_floor),
        cmocka_unit_test(a_level_is_read_from_an_archive),
        cmocka_unit_test(an_archive_that_lies_is_refused),
        cmocka_unit_test(a_bomb_is_refused),
        cmocka_unit_test(a_level_without_a_start_is_refused),
        cmocka_unit_test(another_version_is_refused),
        cmocka_unit_test(damage_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
