/* test_repair.c (property): what a repair builds, in slices of any size, is byte for byte what a build
 * of the same map makes; no call spends more than it may; when a rebuild is begun; and what becomes of
 * one that is given up, for want of memory or because nobody wants it any more. */
#include "repair_world.h"

#include <stdlib.h>
#include <string.h>

#include "db/db_internal.h"
#include "faulty.h"

/* ---- the same bytes ---- */

/* A database has the bytes that a build for a map makes. */
static void check_bytes(const cairn_db *db, const cairn_map *map, cairn_kind kind)
{
    cairn_build_def def = {.size = sizeof def, .kind = kind, .threads = 3};
    cairn_build *build;
    size_t bytes = 0;
    assert_int_equal(cairn_build_create(map, &def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(cairn_build_write_memory(build, 0, NULL, &bytes), CAIRN_CAPACITY);
    void *image = malloc(bytes);
    assert_non_null(image);
    assert_int_equal(cairn_build_write_memory(build, bytes, image, &bytes), CAIRN_OK);
    assert_int_equal(db->header->file_bytes, bytes);
    assert_memory_equal(db->image, image, bytes);
    free(image);
    cairn_build_destroy(build);
}

typedef struct slice_case {
    cairn_scene_kind scene;
    uint32_t width;
    uint32_t height;
} slice_case;

static const slice_case cases[] = {
    {CAIRN_SCENE_ROOMS, 64, 48},  {CAIRN_SCENE_MAZE, 61, 67},  {CAIRN_SCENE_CAVES, 120, 90},
    {CAIRN_SCENE_RANDOM, 50, 40}, {CAIRN_SCENE_ROUGH, 90, 90}, {CAIRN_SCENE_SLANTED, 270, 260},
    {CAIRN_SCENE_OPEN, 65, 64},
};

/* The map goes on changing while the rebuild runs: only the copy counts. */
static void check_slices(const slice_case *one, cairn_corners corners, uint64_t units)
{
    repair_world world;
    cairn_map *copy;
    const cairn_db *db;
    repair_world_create(&world, one->scene, one->width, one->height, corners, CAIRN_DB_LABELS);
    repair_world_create_repair(&world, 1, NULL);
    repair_world_change(&world, 9, true);
    repair_world_change(&world, 5, false);
    assert_int_equal(cairn_repair_follow(world.repair), CAIRN_OK);
    assert_int_equal(cairn_map_copy(world.map, NULL, &copy), CAIRN_OK);
    assert_int_equal(cairn_repair_run(world.repair, CAIRN_MIN_REPAIR, NULL), CAIRN_UNFINISHED);
    repair_world_change(&world, 7, true);
    repair_world_change(&world, 7, false);
    (void)repair_world_run(&world, units);
    assert_int_equal(cairn_repair_swap(world.repair, &db), CAIRN_OK);
    check_bytes(db, copy, CAIRN_DB_LABELS);
    assert_int_equal(cairn_db_verify(db, copy, NULL), CAIRN_OK);
    cairn_map_close(copy);
    repair_world_destroy(&world);
}

static void test_slices_make_the_bytes_of_a_build(void **state)
{
    static const uint64_t slices[] = {CAIRN_MIN_REPAIR, 1000003, 65536, 0};
    (void)state;
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint32_t k = 0; k < 4; k++)
            if (test_looks_at_scene(i, k))
                check_slices(&cases[i], k < 2 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE,
                             slices[k]);
}

/* The same calls do the same work; a smaller slice takes more of them. */
static void test_units_are_the_same_each_time(void **state)
{
    uint32_t calls[4];
    static const uint64_t slices[] = {20000, 20000, 100000, 0};
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        repair_world world;
        repair_world_create(&world, CAIRN_SCENE_CAVES, 150, 130, CAIRN_CORNERS_STRICT,
                            CAIRN_DB_LABELS);
        repair_world_create_repair(&world, 1, NULL);
        repair_world_change(&world, 9, true);
        assert_int_equal(cairn_repair_follow(world.repair), CAIRN_OK);
        calls[i] = repair_world_run(&world, slices[i]);
        repair_world_destroy(&world);
    }
    assert_int_equal(calls[0], calls[1]);
    assert_true(calls[0] > 4 * calls[2]);
    assert_int_equal(calls[3], 1);
}

/* Other kinds are built in one go. */
static void test_other_kinds(void **state)
{
    static const cairn_kind kinds[] = {CAIRN_DB_REGIONS, CAIRN_DB_KNN};
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        repair_world world;
        const cairn_db *db;
        repair_world_create(&world, CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_STRICT, kinds[i]);
        repair_world_create_repair(&world, 1, NULL);
        repair_world_change(&world, 9, true);
        assert_int_equal(cairn_repair_follow(world.repair), CAIRN_OK);
        assert_int_equal(cairn_repair_run(world.repair, 65536, NULL), CAIRN_ARGUMENT);
        assert_int_equal(cairn_repair_run(world.repair, 0, NULL), CAIRN_OK);
        assert_int_equal(cairn_repair_swap(world.repair, &db), CAIRN_OK);
        cairn_map *copy;
        assert_int_equal(cairn_map_copy(world.map, NULL, &copy), CAIRN_OK);
        check_bytes(db, copy, kinds[i]);
        cairn_map_close(copy);
        repair_world_destroy(&world);
    }
}

/* ---- when it is begun ---- */

static void check_phase_after_following(repair_world *world, uint32_t phase)
{
    assert_int_equal(cairn_repair_follow(world->repair), CAIRN_OK);
    assert_int_equal(repair_world_get_phase(world), phase);
}

static void set(const repair_world *world, uint16_t x, bool open)
{
    cairn_change change = {.rect = {x, 10, 4, 4}, .open = open};
    assert_int_equal(cairn_map_change(world->map, &change, 1), CAIRN_OK);
}

static void test_when_a_rebuild_is_worth_it(void **state)
{
    repair_world world;
    const cairn_db *db;
    (void)state;
    repair_world_create(&world, CAIRN_SCENE_OPEN, 100, 40, CAIRN_CORNERS_STRICT, CAIRN_DB_LABELS);
    repair_world_create_repair(&world, 3, NULL);
    check_phase_after_following(&world, CAIRN_REPAIR_IDLE);
    assert_int_equal(cairn_repair_run(world.repair, 0, NULL), CAIRN_OK);
    assert_int_equal(cairn_repair_swap(world.repair, &db), CAIRN_UNFINISHED);
    set(&world, 10, false);
    set(&world, 20, false);
    check_phase_after_following(&world, CAIRN_REPAIR_IDLE);
    set(&world, 10, true); /* that was open when the database was made */
    set(&world, 20, true);
    check_phase_after_following(&world, CAIRN_REPAIR_IDLE); /* all is as it was */
    set(&world, 30, false);
    check_phase_after_following(&world, CAIRN_REPAIR_BUILDING); /* changes enough */
    (void)repair_world_run(&world, 0);
    set(&world, 40, false);
    check_phase_after_following(&world, CAIRN_REPAIR_READY);
    assert_int_equal(cairn_repair_swap(world.repair, &db), CAIRN_OK);
    check_phase_after_following(&world, CAIRN_REPAIR_IDLE); /* one change since the copy */
    set(&world, 40, true);
    check_phase_after_following(&world, CAIRN_REPAIR_IDLE); /* which was undone */
    set(&world, 30, true);
    check_phase_after_following(&world, CAIRN_REPAIR_BUILDING); /* opened, as against the copy */
    repair_world_destroy(&world);
}

/* ---- given up ---- */

static void test_destroyed_on_the_way(void **state)
{
    bool is_done = false;
    (void)state;
    for (uint32_t calls = 0; !is_done; calls += 1 + calls / 8) {
        test_faulty faulty = {.fail_from = -1};
        cairn_allocator allocator = test_faulty_get_allocator(&faulty);
        repair_world world;
        repair_world_create(&world, CAIRN_SCENE_CAVES, 90, 70, CAIRN_CORNERS_FREE, CAIRN_DB_LABELS);
        repair_world_create_repair(&world, 1, &allocator);
        repair_world_change(&world, 9, false);
        assert_int_equal(cairn_repair_follow(world.repair), CAIRN_OK);
        for (uint32_t i = 0; i < calls && !is_done; i++)
            is_done = cairn_repair_run(world.repair, CAIRN_MIN_REPAIR, NULL) == CAIRN_OK;
        cairn_repair_destroy(world.repair);
        world.repair = NULL;
        assert_int_equal(faulty.live, 0);
        repair_world_destroy(&world);
    }
}

/* Without one of its allocations a rebuild is given up, the map and the database in use are as they
 * were, and another one succeeds. True if no allocation was missed. */
static bool survive_failure(repair_world *world, long fail)
{
    test_faulty faulty = {.fail_from = fail, .fail_end = fail + 1};
    cairn_allocator allocator = test_faulty_get_allocator(&faulty);
    cairn_repair_def def = {.size = sizeof def, .changes = 1, .allocator = &allocator};
    const cairn_db *db = NULL;
    cairn_status status = cairn_repair_create(world->map, world->db, &def, &world->repair);
    if (status == CAIRN_OK)
        status = cairn_repair_follow(world->repair);
    if (status == CAIRN_OK)
        status = cairn_repair_run(world->repair, 0, NULL);
    assert_int_equal(status, faulty.failed ? CAIRN_MEMORY : CAIRN_OK);
    if (status != CAIRN_OK && world->repair != NULL) {
        assert_int_equal(repair_world_get_phase(world), CAIRN_REPAIR_IDLE);
        assert_int_equal(cairn_repair_swap(world->repair, &db), CAIRN_UNFINISHED);
        set(world, (uint16_t)(fail % 20), fail % 2 == 0);
        set(world, (uint16_t)(fail % 20), fail % 2 != 0);
        assert_int_equal(cairn_repair_follow(world->repair), CAIRN_OK);
        assert_int_equal(cairn_repair_run(world->repair, 0, NULL), CAIRN_OK);
    }
    cairn_repair_destroy(world->repair);
    world->repair = NULL;
    assert_int_equal(faulty.live, 0);
    return status == CAIRN_OK;
}

static void test_failed_allocations(void **state)
{
    repair_world world;
    bool is_done = false;
    (void)state;
    repair_world_create(&world, CAIRN_SCENE_ROOMS, 40, 30, CAIRN_CORNERS_STRICT, CAIRN_DB_LABELS);
    set(&world, 10, false);
    set(&world, 30, false);
    for (long fail = 0; !is_done; fail++)
        is_done = survive_failure(&world, fail);
    repair_world_destroy(&world);
}

/* ---- arguments ---- */

static void test_arguments(void **state)
{
    repair_world world;
    cairn_map *map;
    cairn_repair *repair = NULL;
    cairn_detail detail = {0};
    cairn_repair_def def = {.size = sizeof def, .detail = &detail};
    cairn_repair_info info = {0};
    uint8_t cell = 1;
    (void)state;
    repair_world_create(&world, CAIRN_SCENE_OPEN, 30, 20, CAIRN_CORNERS_STRICT, CAIRN_DB_LABELS);
    assert_int_equal(cairn_map_create(1, 1, &cell, NULL, &map), CAIRN_OK);
    assert_int_equal(cairn_repair_create(map, world.db, &def, &repair), CAIRN_NOT_CHANGING);
    assert_non_null(strstr(detail.text, "changing"));
    cairn_map_close(map);
    cairn_map_def changing = {.size = sizeof changing, .changing = 1};
    assert_int_equal(cairn_map_create(1, 1, &cell, &changing, &map), CAIRN_OK);
    assert_int_equal(cairn_repair_create(map, world.db, &def, &repair), CAIRN_MISMATCH);
    cairn_map_close(map);
    assert_int_equal(cairn_repair_create(NULL, world.db, &def, &repair), CAIRN_ARGUMENT);
    assert_int_equal(cairn_repair_create(world.map, NULL, &def, &repair), CAIRN_ARGUMENT);
    assert_int_equal(cairn_repair_create(world.map, world.db, NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_repair_create(world.map, world.db, NULL, &repair), CAIRN_OK);
    assert_int_equal(cairn_repair_run(repair, CAIRN_MIN_REPAIR - 1, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_repair_run(NULL, 0, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_repair_follow(NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_repair_swap(repair, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_repair_get_info(repair, &info), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_repair_get_info(NULL, &info), CAIRN_ARGUMENT);
    cairn_repair_destroy(repair);
    cairn_repair_destroy(NULL);
    repair_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slices_make_the_bytes_of_a_build),
        cmocka_unit_test(test_units_are_the_same_each_time),
        cmocka_unit_test(test_other_kinds),
        cmocka_unit_test(test_when_a_rebuild_is_worth_it),
        cmocka_unit_test(test_destroyed_on_the_way),
        cmocka_unit_test(test_failed_allocations),
        cmocka_unit_test(test_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
