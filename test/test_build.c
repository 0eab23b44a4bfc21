/* test_build.c (property): builds: what they write of themselves, interrupted and continued at
 * will, and what they refuse. */
#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_same(const test_image *a, const test_image *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->bytes, b->bytes, a->count);
}

/* ---- what a record depends on ---- */

static void test_header(void **state)
{
    (void)state;
    for (int corners = 0; corners < 2; corners++) {
        test_world world, other;
        test_image image;
        cairn_db *db;
        test_world_create_scene(&world, CAIRN_SCENE_CITY, 90, 70, (cairn_corners)corners);
        test_world_create_scene(&other, CAIRN_SCENE_CITY, 90, 70, (cairn_corners)!corners);
        test_plan def = test_plan_make_knn(world.map, 30, UINT64_C(0x123456789abcdef0));
        test_image_build(&image, &def);
        assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
        cairn_db_info info = test_get_db_info(db);
        assert_int_equal(info.corners, corners);
        assert_int_equal(test_get_figure(db, "records"), 30);
        assert_true(test_get_figure(db, "seed") == def.seed);
        assert_true(info.fingerprint == test_get_map_info(world.map).fingerprint);
        assert_int_equal(info.width, 90);
        assert_int_equal(info.height, 70);
        assert_int_equal(info.bytes, image.count);
        /* Header, table and counts, gaps behind sections, and the records. */
        assert_true(image.count <= 344 + 6 * 7 + 4 * test_get_figure(db, "states") + 12 * 30);
        assert_int_equal(cairn_db_verify(db, other.map, NULL), CAIRN_MISMATCH);
        cairn_db_close(db);
        test_image_destroy(&image);
        test_world_destroy(&world);
        test_world_destroy(&other);
    }
}

/* ---- interrupts ---- */

typedef struct stopper {
    int calls_left; /* until the build is asked to stop; below 0: never */
    uint32_t last;  /* records finished, at the last call */
    uint32_t records;
    uint32_t phase; /* of the last call */
} stopper;

static int32_t count_down(void *context, const cairn_progress *progress)
{
    stopper *self = context;
    assert_true(progress->done <= progress->total);
    assert_true(progress->phase >= self->phase);
    self->phase = progress->phase;
    self->last = (uint32_t)progress->done;
    self->records = (uint32_t)progress->total;
    return self->calls_left-- != 0;
}

/* What is finished is the database of that many records. */
static void check_partial(const cairn_build *build, const test_world *world, uint64_t seed)
{
    test_image part, whole;
    test_plan def = test_plan_make_knn(world->map, test_build_get_finished(build), seed);
    test_image_write(&part, build);
    test_image_build(&whole, &def);
    check_same(&part, &whole);
    test_image_destroy(&part);
    test_image_destroy(&whole);
}

static void interrupt_at(const test_world *world, int calls, const test_image *expected)
{
    cairn_build *build;
    test_image image;
    stopper stop = {.calls_left = calls};
    test_plan def = test_plan_make_knn(world->map, 50, 8);
    def.progress = count_down;
    def.progress_context = &stop;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(test_build_get_finished(build), 0);
    assert_int_equal(cairn_build_run(build), CAIRN_INTERRUPTED);
    assert_true(test_build_get_finished(build) < 50);
    check_partial(build, world, 8);
    stop.calls_left = -1;
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(stop.last, 50);
    assert_int_equal(stop.records, 50);
    test_image_write(&image, build);
    check_same(&image, expected);
    /* A run more changes nothing. */
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    test_image_destroy(&image);
    cairn_build_destroy(build);
}

static void test_interrupt(void **state)
{
    (void)state;
    test_world world;
    test_image expected;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 60, 50, CAIRN_CORNERS_STRICT);
    test_plan def = test_plan_make_knn(world.map, 50, 8);
    test_image_build(&expected, &def);
    for (int calls = 0; calls < 49; calls++)
        interrupt_at(&world, calls, &expected);
    test_image_destroy(&expected);
    test_world_destroy(&world);
}

/* With threads the calls come by the clock; whenever it stops, it goes on to the same bytes. */
static void test_interrupt_threads(void **state)
{
    (void)state;
    test_world world;
    test_image expected, image;
    stopper stop = {0};
    cairn_build *build;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 500, 400, CAIRN_CORNERS_STRICT);
    test_plan def = test_plan_make_knn(world.map, 3000, 8);
    def.threads = 2;
    test_image_build(&expected, &def);
    def.progress = count_down;
    def.progress_context = &stop;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    cairn_status status = cairn_build_run(build);
    /* Preparing the map starts again each time, so each run gets longer than the one before. */
    for (int calls = 1; status == CAIRN_INTERRUPTED; calls++) {
        check_partial(build, &world, 8);
        stop.calls_left = calls;
        status = cairn_build_run(build);
    }
    assert_int_equal(status, CAIRN_OK);
    test_image_write(&image, build);
    check_same(&image, &expected);
    cairn_build_destroy(build);
    test_image_destroy(&image);
    test_image_destroy(&expected);
    test_world_destroy(&world);
}

/* ---- writing ---- */

static void test_write(void **state)
{
    (void)state;
    test_world world;
    test_image image;
    test_folder folder;
    cairn_build *build;
    char path[1024];
    size_t bytes = 0, count = 0;
    test_world_create_scene(&world, CAIRN_SCENE_ROOMS, 60, 50, CAIRN_CORNERS_STRICT);
    test_plan def = test_plan_make_knn(world.map, 50, 8);
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    test_image_write(&image, build);
    assert_int_equal(cairn_build_write_memory(build, image.count - 1, image.bytes, &bytes),
                     CAIRN_CAPACITY);
    assert_int_equal(bytes, image.count);
    assert_int_equal(cairn_build_write_memory(build, image.count, image.bytes + 4, &bytes),
                     CAIRN_ARGUMENT);
    test_folder_create(&folder);
    test_folder_get_path(&folder, "a.cairn", sizeof path, path);
    assert_int_equal(cairn_build_write(build, path), CAIRN_OK);
    assert_int_equal(cairn_build_write(build, path), CAIRN_OK); /* over the old one */
    char *read = test_file_read(path, &count);
    assert_int_equal(count, image.count);
    assert_memory_equal(read, image.bytes, count);
    free(read);
    test_folder_destroy(&folder);
    cairn_build_destroy(build);
    test_image_destroy(&image);
    test_world_destroy(&world);
}

static void check_refused(const cairn_map *map, const cairn_build_def *def, cairn_status expected)
{
    cairn_build *build = NULL;
    cairn_detail detail = {0};
    cairn_build_def own = *def;
    own.detail = &detail;
    assert_int_equal(cairn_build_create(map, &own, &build), expected);
    assert_null(build);
    assert_true(detail.text[0] != '\0');
}

static void test_arguments(void **state)
{
    (void)state;
    test_world world;
    cairn_build *build = NULL;
    cairn_option option = {.option = CAIRN_OPTION_RECORDS, .value = UINT32_MAX};
    const cairn_build_def good = {.size = sizeof good};
    cairn_build_def def = good;
    test_world_create_of_text(&world, 4, 1, "....", CAIRN_CORNERS_STRICT);
    assert_int_equal(cairn_build_create(NULL, &good, &build), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_create(world.map, &good, NULL), CAIRN_ARGUMENT);
    def.size = 0;
    assert_int_equal(cairn_build_create(world.map, &def, &build), CAIRN_NOT_SIZED);
    assert_null(build);
    def = good;
    def.threads = 1 << 20;
    check_refused(world.map, &def, CAIRN_ARGUMENT);
    def = good;
    def.kind = 77;
    check_refused(world.map, &def, CAIRN_ARGUMENT);
    def.kind = CAIRN_DB_LABELS;
    def.max_bytes = 1000; /* for AUTO alone */
    check_refused(world.map, &def, CAIRN_ARGUMENT);
    def = good;
    def.option_count = 1;
    def.options = &option;
    check_refused(world.map, &def, CAIRN_ARGUMENT); /* AUTO has no records */
    def.kind = CAIRN_DB_KNN;
    check_refused(world.map, &def, CAIRN_ARGUMENT); /* too many */
    option = (cairn_option){.option = CAIRN_OPTION_CANDIDATES, .value = 1};
    check_refused(world.map, &def, CAIRN_ARGUMENT); /* an agent's */
    option.option = 9999;
    check_refused(world.map, &def, CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_run(NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_write(NULL, "x"), CAIRN_ARGUMENT);
    cairn_build_destroy(NULL);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_interrupt_threads),
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_arguments),
    };
    return cmocka_run_group_tests_name("build", tests, NULL, NULL);
}
