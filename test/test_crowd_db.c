/* test_crowd_db.c: a crowd under way gets another database: one that a repair has made, the same one at
 * another place, one of another map or kind, and one that is not what it says. */
#include "image.h"
#include "repair_world.h"

#include <string.h>

enum { MEMBERS = 90, SIDE = 96, LAST = 5000 };

/* ---- moves ---- */

static bool is_legal(const cairn_map *map, cairn_cell from, cairn_cell to)
{
    uint32_t x = cairn_cell_get_x(from), y = cairn_cell_get_y(from);
    uint32_t distance = cairn_cell_get_distance(from, to);
    if (distance == 0 || !cairn_map_is_open(map, to))
        return distance == 0;
    bool beside = cairn_map_is_open(map, cairn_cell_at(cairn_cell_get_x(to), y)) &&
                  cairn_map_is_open(map, cairn_cell_at(x, cairn_cell_get_y(to)));
    return distance == 10 || (distance == 14 && beside);
}

/* A frame whose moves are all legal on a map with strict corners. */
static cairn_crowd_frame step(const cairn_map *map, cairn_crowd *crowd)
{
    cairn_cell before[MEMBERS];
    const cairn_cell *cells = cairn_crowd_get_cells(crowd);
    cairn_crowd_info info = {.size = sizeof info};
    cairn_crowd_frame frame = {.size = sizeof frame};
    assert_int_equal(cairn_crowd_get_info(crowd, &info), CAIRN_OK);
    memcpy(before, cells, info.used * sizeof before[0]);
    assert_int_equal(cairn_crowd_step(crowd, &frame), CAIRN_OK);
    for (uint32_t i = 0; i < info.used; i++)
        assert_true(is_legal(map, before[i], cells[i]));
    return frame;
}

static uint64_t get_hash(const cairn_crowd *crowd)
{
    cairn_crowd_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_info(crowd, &info), CAIRN_OK);
    return info.hash;
}

/* ---- a repair ---- */

typedef struct repaired_game {
    repair_world world;
    cairn_planner *planner;
    cairn_crowd *crowd;
    cairn_member members[MEMBERS];
} repaired_game;

static void create_game(repaired_game *game, cairn_scene_kind scene)
{
    repair_world_create(&game->world, scene, SIDE, SIDE, CAIRN_CORNERS_STRICT, CAIRN_DB_LABELS);
    repair_world_create_repair(&game->world, 1, NULL);
    assert_int_equal(cairn_planner_create(game->world.map, NULL, NULL, &game->planner), CAIRN_OK);
    cairn_crowd_def def = {.size = sizeof def,
                           .capacity = MEMBERS,
                           .max_work = CAIRN_MIN_CROWD_WORK,
                           .stays = 1,
                           .planner = game->planner};
    assert_int_equal(cairn_crowd_create(game->world.map, game->world.db, &def, &game->crowd),
                     CAIRN_OK);
    for (int i = 0; i < MEMBERS; i++)
        assert_int_equal(
            cairn_crowd_add(game->crowd, repair_world_draw(&game->world), &game->members[i]),
            CAIRN_OK);
}

static void destroy_game(repaired_game *game)
{
    cairn_crowd_destroy(game->crowd);
    cairn_planner_destroy(game->planner);
    repair_world_destroy(&game->world);
}

static void order_all(repaired_game *game)
{
    for (int i = 0; i < MEMBERS; i++) {
        cairn_status status;
        do
            status = cairn_crowd_order(game->crowd, &game->members[i], 1,
                                       repair_world_draw(&game->world));
        while (status == CAIRN_NO_PATH);
        assert_int_equal(status, CAIRN_OK);
    }
}

/* Walks until all have arrived; what each one walked is the shortest way from where it stood. */
static void check_shortest(repaired_game *game)
{
    const cairn_cell *cells = cairn_crowd_get_cells(game->crowd);
    cairn_cell before[MEMBERS];
    uint32_t shortest[MEMBERS], walked[MEMBERS] = {0};
    for (int i = 0; i < MEMBERS; i++) {
        cairn_member_info info = {.size = sizeof info};
        assert_int_equal(cairn_crowd_get_member(game->crowd, game->members[i], &info), CAIRN_OK);
        shortest[i] = repair_world_measure(&game->world, info.cell, info.goal);
    }
    cairn_crowd_frame frame = {.walking = MEMBERS};
    for (int k = 0; frame.walking > 0; k++) {
        assert_true(k < LAST);
        memcpy(before, cells, sizeof before);
        frame = step(game->world.map, game->crowd);
        for (int i = 0; i < MEMBERS; i++)
            walked[i] += cairn_cell_get_distance(before[i], cells[i]);
    }
    for (int i = 0; i < MEMBERS; i++)
        assert_int_equal(walked[i], shortest[i]);
}

/* Members under way take the new database and go on; orders after that lead through what has opened. */
static void test_repaired(void **state)
{
    static const cairn_scene_kind scenes[] = {CAIRN_SCENE_ROOMS, CAIRN_SCENE_CAVES};
    (void)state;
    for (int i = 0; i < 2; i++) {
        repaired_game game;
        create_game(&game, scenes[i]);
        order_all(&game);
        for (int k = 0; k < 12; k++)
            (void)step(game.world.map, game.crowd);
        repair_world_change(&game.world, 14, true);
        repair_world_change(&game.world, 20, true);
        const cairn_db *db = repair_world_renew(&game.world, 65536);
        assert_int_equal(cairn_crowd_set_db(game.crowd, db, NULL), CAIRN_OK);
        for (int k = 0; k < 12; k++)
            (void)step(game.world.map, game.crowd);
        order_all(&game);
        check_shortest(&game);
        destroy_game(&game);
    }
}

/* ---- maps that do not change ---- */

typedef struct still_game {
    test_world world;
    test_image image;
    cairn_db *db;
    cairn_crowd *crowd;
    cairn_cell goal;
    cairn_member members[MEMBERS];
} still_game;

static void build_image(const cairn_map *map, cairn_kind kind, test_image *image)
{
    test_plan plan = test_plan_make(kind);
    plan.map = map;
    test_image_build(image, &plan);
}

/* Many members with one goal, for which the ways are found once. */
static void create_still(still_game *game, cairn_scene_kind scene)
{
    test_random random = {7};
    test_world_create_scene(&game->world, scene, SIDE, SIDE, CAIRN_CORNERS_STRICT);
    build_image(game->world.map, CAIRN_DB_LABELS, &game->image);
    assert_int_equal(test_image_open(&game->image, &game->db), CAIRN_OK);
    cairn_crowd_def def = {
        .size = sizeof def, .capacity = MEMBERS, .max_work = CAIRN_MIN_CROWD_WORK};
    assert_int_equal(cairn_crowd_create(game->world.map, game->db, &def, &game->crowd), CAIRN_OK);
    cairn_cell first = test_world_get_cell(&game->world, test_world_draw(&game->world, &random));
    game->goal = first;
    for (int i = 0; i < MEMBERS;) {
        cairn_cell cell = test_world_get_cell(&game->world, test_world_draw(&game->world, &random));
        if (cairn_map_has_path(game->world.map, cell, first))
            assert_int_equal(cairn_crowd_add(game->crowd, cell, &game->members[i++]), CAIRN_OK);
    }
}

static void destroy_still(still_game *game)
{
    cairn_crowd_destroy(game->crowd);
    cairn_db_close(game->db);
    test_image_destroy(&game->image);
    test_world_destroy(&game->world);
}

static void order_still(still_game *game)
{
    assert_int_equal(cairn_crowd_order(game->crowd, game->members, MEMBERS, game->goal), CAIRN_OK);
}

/* The old database is closed while the ways to the goal are in use. */
static void test_elsewhere(void **state)
{
    (void)state;
    for (int frames = 0; frames < 4; frames++) {
        still_game game;
        test_image copy;
        cairn_db *other;
        create_still(&game, CAIRN_SCENE_CAVES);
        order_still(&game);
        for (int k = 0; k < frames; k++)
            (void)step(game.world.map, game.crowd);
        test_image_copy(&copy, game.image.bytes, game.image.count);
        assert_int_equal(test_image_open(&copy, &other), CAIRN_OK);
        assert_int_equal(cairn_crowd_set_db(game.crowd, other, NULL), CAIRN_OK);
        cairn_db_close(game.db);
        test_image_destroy(&game.image);
        game.db = other;
        game.image = copy;
        for (int k = 0; step(game.world.map, game.crowd).walking > 0; k++)
            assert_true(k < LAST);
        for (int i = 0; i < MEMBERS; i++)
            assert_int_equal(cairn_crowd_get_cells(game.crowd)[i], game.goal);
        destroy_still(&game);
    }
}

/* A database that is refused changes nothing. */
static void test_refused(void **state)
{
    static const struct {
        cairn_scene_kind scene;
        cairn_kind kind;
        cairn_status status;
    } cases[] = {{CAIRN_SCENE_CAVES, CAIRN_DB_REGIONS, CAIRN_KIND},
                 {CAIRN_SCENE_ROOMS, CAIRN_DB_LABELS, CAIRN_MISMATCH}};
    (void)state;
    still_game game;
    create_still(&game, CAIRN_SCENE_CAVES);
    order_still(&game);
    (void)step(game.world.map, game.crowd);
    uint64_t hash = get_hash(game.crowd);
    for (int i = 0; i < 2; i++) {
        test_world world;
        test_image image;
        cairn_db *db;
        cairn_detail detail = {0};
        test_world_create_scene(&world, cases[i].scene, SIDE, SIDE, CAIRN_CORNERS_STRICT);
        build_image(world.map, cases[i].kind, &image);
        assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
        assert_int_equal(cairn_crowd_set_db(game.crowd, db, &detail), cases[i].status);
        assert_true(detail.text[0] != '\0');
        assert_int_equal(get_hash(game.crowd), hash);
        cairn_db_close(db);
        test_image_destroy(&image);
        test_world_destroy(&world);
    }
    assert_int_equal(cairn_crowd_set_db(game.crowd, NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_crowd_set_db(NULL, game.db, NULL), CAIRN_ARGUMENT);
    destroy_still(&game);
}

/* Labels of a map with many more bends that say they are this map's: no move is illegal, and nothing is
 * written beyond the room that the crowd has. */
static void test_forged(void **state)
{
    (void)state;
    still_game game;
    test_world world;
    test_image image;
    cairn_db *db;
    create_still(&game, CAIRN_SCENE_OPEN);
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, SIDE, SIDE, CAIRN_CORNERS_STRICT);
    build_image(world.map, CAIRN_DB_LABELS, &image);
    test_image_get_header(&image)->map_fingerprint =
        test_image_get_header(&game.image)->map_fingerprint;
    test_image_repair(&image);
    assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
    assert_int_equal(cairn_crowd_set_db(game.crowd, db, NULL), CAIRN_OK);
    for (int round = 0; round < 3; round++) {
        order_still(&game);
        for (int k = 0; k < 100; k++)
            (void)step(game.world.map, game.crowd);
    }
    assert_int_equal(cairn_crowd_set_db(game.crowd, game.db, NULL), CAIRN_OK);
    order_still(&game);
    for (int k = 0; step(game.world.map, game.crowd).walking > 0; k++)
        assert_true(k < LAST);
    cairn_db_close(db);
    test_image_destroy(&image);
    test_world_destroy(&world);
    destroy_still(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repaired),
        cmocka_unit_test(test_elsewhere),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_forged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
