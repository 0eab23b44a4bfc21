/* test_fault.c (fault): the n-th allocation fails, for every n until the work gets through.
 *
 * Each failure must be reported as MEMORY, leave nothing allocated, and leave no file behind. Two ways
 * of failing: that one allocation alone, and it with all that follow. */
#include "faulty.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the operations work on ---- */

#define RECORDS 40
#define SCENARIO "version 1\n0\tm.map\t48\t40\t1\t1\t9\t9\t12.5\n1\tm.map\t48\t40\t2\t2\t7\t7\t8\n"

typedef struct fixture {
    test_world world;
    test_database database;
    test_folder folder;
    char map_path[1024];
    char scenario_path[1024];
    char db_path[1024];
    char out_path[1024];
    char *map_text;
    size_t map_bytes;
    cairn_detail detail;
    cairn_allocator allocator; /* the one that fails */
    uint32_t threads;
} fixture;

static void write_map(const fixture *fix)
{
    cairn_map_writer *writer;
    cairn_map_def def = {.size = sizeof def};
    const ref_map *ref = &fix->world.ref;
    assert_int_equal(cairn_map_writer_open(fix->map_path, (uint32_t)ref->width,
                                           (uint32_t)ref->height, &def, &writer),
                     CAIRN_OK);
    for (int y = 0; y < ref->height; y++) {
        char row[256];
        for (int x = 0; x < ref->width; x++)
            row[x] = ref_is_open(ref, x, y) ? '.' : '@';
        assert_int_equal(cairn_map_writer_write(writer, row), CAIRN_OK);
    }
    assert_int_equal(cairn_map_writer_close(writer, true), CAIRN_OK);
}

static int create_fixture(void **state)
{
    static fixture fix;
    memset(&fix, 0, sizeof fix);
    fix.threads = 1;
    test_world_create_scene(&fix.world, CAIRN_SCENE_CAVES, 48, 40, CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&fix.database, &fix.world, RECORDS, 3));
    test_folder_create(&fix.folder);
    test_folder_get_path(&fix.folder, "m.map", sizeof fix.map_path, fix.map_path);
    test_folder_get_path(&fix.folder, "m.scen", sizeof fix.scenario_path, fix.scenario_path);
    test_folder_get_path(&fix.folder, "m.cairn", sizeof fix.db_path, fix.db_path);
    test_folder_get_path(&fix.folder, "out", sizeof fix.out_path, fix.out_path);
    write_map(&fix);
    test_file_write(fix.scenario_path, SCENARIO, strlen(SCENARIO));
    test_file_write(fix.db_path, fix.database.image, fix.database.bytes);
    fix.map_text = test_file_read(fix.map_path, &fix.map_bytes);
    *state = &fix;
    return 0;
}

static int destroy_fixture(void **state)
{
    fixture *fix = *state;
    free(fix->map_text);
    test_database_destroy(&fix->database);
    test_world_destroy(&fix->world);
    test_folder_destroy(&fix->folder);
    return 0;
}

/* ---- the loop ---- */

/* Does all of its work and undoes it; the status is that of the first call that failed. */
typedef cairn_status (*operation)(fixture *fix);

/* True if nothing failed any more. */
static bool try_with_fault(fixture *fix, operation run, long number, bool alone)
{
    test_faulty self = {.fail_from = number, .fail_end = alone ? number + 1 : LONG_MAX};
    int files = test_folder_count_files(&fix->folder);
    memset(&fix->detail, 0, sizeof fix->detail);
    fix->allocator = test_faulty_get_allocator(&self);
    cairn_status status = run(fix);
    fix->allocator = (cairn_allocator){0};
    assert_int_equal(atomic_load(&self.live), 0);
    bool failed = atomic_load(&self.failed);
    assert_int_equal(status, failed ? CAIRN_MEMORY : CAIRN_OK);
    (void)remove(fix->out_path);
    assert_int_equal(test_folder_count_files(&fix->folder), files);
    return !failed;
}

static void run_with_faults(void **state, operation run)
{
    fixture *fix = *state;
    for (int alone = 0; alone < 2; alone++) {
        long number = 0;
        while (!try_with_fault(fix, run, number, alone)) {
            number++;
            assert_true(number < 10000);
        }
        assert_true(number > 0); /* it did allocate */
    }
}

/* ---- maps and scenarios ---- */

static cairn_map_def get_map_def(fixture *fix)
{
    cairn_map_def def = {.size = sizeof def};
    def.allocator = &fix->allocator;
    def.detail = &fix->detail;
    return def;
}

static cairn_status open_map(fixture *fix)
{
    cairn_map *map = NULL;
    cairn_map_def def = get_map_def(fix);
    cairn_status status = cairn_map_open(fix->map_path, &def, &map);
    if (status == CAIRN_OK)
        cairn_map_close(map);
    return status;
}

static cairn_status open_map_memory(fixture *fix)
{
    cairn_map *map = NULL;
    cairn_map_def def = get_map_def(fix);
    cairn_status status = cairn_map_open_memory(fix->map_text, fix->map_bytes, &def, &map);
    if (status == CAIRN_OK)
        cairn_map_close(map);
    return status;
}

static cairn_status create_map(fixture *fix)
{
    cairn_map *map = NULL;
    cairn_map_def def = get_map_def(fix);
    const ref_map *ref = &fix->world.ref;
    cairn_status status =
        cairn_map_create((uint32_t)ref->width, (uint32_t)ref->height, fix->world.cells, &def, &map);
    if (status == CAIRN_OK)
        cairn_map_close(map);
    return status;
}

static cairn_status read_rows(fixture *fix)
{
    cairn_map_reader *reader = NULL;
    cairn_map_def def = get_map_def(fix);
    uint32_t size[2];
    cairn_status status = cairn_map_reader_open(fix->map_path, &def, size, &reader);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t y = 0; status == CAIRN_OK && y < size[1]; y++) {
        const char *row;
        status = cairn_map_reader_find_row(reader, &row);
    }
    cairn_map_reader_close(reader);
    return status;
}

static cairn_status write_rows(fixture *fix)
{
    cairn_map_writer *writer = NULL;
    cairn_map_def def = get_map_def(fix);
    cairn_status status = cairn_map_writer_open(fix->out_path, 3, 2, &def, &writer);
    if (status != CAIRN_OK)
        return status;
    status = cairn_map_writer_write(writer, "...");
    if (status == CAIRN_OK)
        status = cairn_map_writer_write(writer, ".@.");
    cairn_status closed = cairn_map_writer_close(writer, status == CAIRN_OK);
    return status == CAIRN_OK ? closed : status;
}

static cairn_status open_scenario(fixture *fix)
{
    cairn_scenario *scenario;
    cairn_map_def def = get_map_def(fix);
    cairn_status status = cairn_scenario_open(fix->scenario_path, &def, &scenario);
    if (status == CAIRN_OK)
        cairn_scenario_close(scenario);
    return status;
}

static cairn_status open_scenario_memory(fixture *fix)
{
    cairn_scenario *scenario;
    cairn_map_def def = get_map_def(fix);
    cairn_status status = cairn_scenario_open_memory(SCENARIO, strlen(SCENARIO), &def, &scenario);
    if (status == CAIRN_OK)
        cairn_scenario_close(scenario);
    return status;
}

static cairn_status create_planner(fixture *fix, uint32_t method)
{
    cairn_planner *planner = NULL;
    cairn_planner_def def = {
        .size = sizeof def, .method = method, .allocator = &fix->allocator, .detail = &fix->detail};
    cairn_status status = cairn_planner_create(fix->world.map, NULL, &def, &planner);
    if (status == CAIRN_OK)
        cairn_planner_destroy(planner);
    return status;
}

static cairn_status create_astar(fixture *fix)
{
    return create_planner(fix, CAIRN_METHOD_ASTAR);
}

static cairn_status create_jump(fixture *fix)
{
    return create_planner(fix, CAIRN_METHOD_JUMP);
}

/* An engine, and a planner that finds a path by it. */
static cairn_status use_engine(fixture *fix)
{
    cairn_engine *engine = NULL;
    cairn_planner *planner = NULL;
    cairn_engine_def def = {.size = sizeof def, .allocator = &fix->allocator};
    cairn_cell from = test_world_get_cell(&fix->world, fix->world.open[0]);
    cairn_cell to = test_world_get_cell(&fix->world, fix->world.open[fix->world.open_count - 1]);
    uint32_t tenths;
    cairn_status status = cairn_engine_create(fix->world.map, &def, &engine);
    cairn_planner_def planner_def = {
        .size = sizeof planner_def, .engine = engine, .allocator = &fix->allocator};
    if (status == CAIRN_OK)
        status = cairn_planner_create(fix->world.map, NULL, &planner_def, &planner);
    if (status == CAIRN_OK)
        status = cairn_planner_find(planner, from, to, &tenths);
    cairn_planner_destroy(planner);
    cairn_engine_destroy(engine);
    return status;
}

/* ---- building ---- */

static cairn_status write_image(const cairn_build *build)
{
    size_t bytes = 0;
    cairn_status status = cairn_build_write_memory(build, 0, NULL, &bytes);
    if (status != CAIRN_CAPACITY)
        return status;
    void *image = malloc(bytes);
    assert_non_null(image);
    status = cairn_build_write_memory(build, bytes, image, &bytes);
    free(image);
    return status;
}

static cairn_status make_database(fixture *fix)
{
    cairn_build *build = NULL;
    test_plan def = test_plan_make(CAIRN_DB_KNN);
    def.map = fix->world.map;
    def.records = RECORDS;
    def.threads = fix->threads;
    def.allocator = fix->allocator;
    def.detail = &fix->detail;
    cairn_status status = test_plan_create(&def, &build);
    if (status != CAIRN_OK)
        return status;
    status = cairn_build_run(build);
    if (status == CAIRN_OK)
        status = cairn_build_write(build, fix->out_path);
    if (status == CAIRN_OK)
        status = write_image(build);
    cairn_build_destroy(build);
    return status;
}

static cairn_status make_labels(fixture *fix)
{
    cairn_build *build = NULL;
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    def.map = fix->world.map;
    def.threads = fix->threads;
    def.allocator = fix->allocator;
    def.detail = &fix->detail;
    cairn_status status = test_plan_create(&def, &build);
    if (status != CAIRN_OK)
        return status;
    status = cairn_build_run(build);
    if (status == CAIRN_OK)
        status = cairn_build_write(build, fix->out_path);
    cairn_build_destroy(build);
    return status;
}

/* A run that failed goes on once there is memory, and gives the same bytes. */
static void test_build_goes_on(void **state)
{
    fixture *fix = *state;
    for (long number = 2; number < 60; number += 3) {
        cairn_build *build = NULL;
        test_faulty self = {.fail_from = number, .fail_end = LONG_MAX};
        test_plan def = test_plan_make(CAIRN_DB_KNN);
        def.map = fix->world.map;
        def.records = RECORDS;
        def.seed = 3;
        def.allocator = test_faulty_get_allocator(&self);
        if (test_plan_create(&def, &build) != CAIRN_OK)
            continue;
        cairn_status status = cairn_build_run(build);
        assert_true(status == CAIRN_OK || status == CAIRN_MEMORY);
        self.fail_end = 0;
        assert_int_equal(cairn_build_run(build), CAIRN_OK);
        size_t bytes = 0;
        char *image = malloc(fix->database.bytes);
        assert_int_equal(cairn_build_write_memory(build, fix->database.bytes, image, &bytes),
                         CAIRN_OK);
        assert_int_equal(bytes, fix->database.bytes);
        assert_memory_equal(image, fix->database.image, bytes);
        free(image);
        cairn_build_destroy(build);
        assert_int_equal(atomic_load(&self.live), 0);
    }
}

static void test_build_with_threads(void **state)
{
    fixture *fix = *state;
    fix->threads = 2;
    run_with_faults(state, make_database);
    fix->threads = 1;
}

/* ---- databases ---- */

static cairn_status use_database(fixture *fix, cairn_db *db, const cairn_db_def *def)
{
    cairn_fragments *fragments = NULL;
    cairn_status status = cairn_db_verify(db, fix->world.map, &fix->detail);
    if (status == CAIRN_OK)
        status = cairn_fragments_create(db, def, &fragments);
    if (status == CAIRN_OK)
        cairn_fragments_destroy(fragments);
    cairn_db_close(db);
    return status;
}

static cairn_status open_database(fixture *fix)
{
    cairn_db *db = NULL;
    cairn_db_def def = {.size = sizeof def};
    def.allocator = &fix->allocator;
    def.detail = &fix->detail;
    cairn_status status = cairn_db_open(fix->db_path, &def, &db);
    return status == CAIRN_OK ? use_database(fix, db, &def) : status;
}

static cairn_status open_database_memory(fixture *fix)
{
    cairn_db *db = NULL;
    cairn_db_def def = {.size = sizeof def};
    def.allocator = &fix->allocator;
    cairn_status status = cairn_db_open_memory(fix->database.image, fix->database.bytes, &def, &db);
    return status == CAIRN_OK ? use_database(fix, db, &def) : status;
}

/* ---- the list ---- */

#define FAULT_TEST(run)                                                                            \
    static void test_##run(void **state)                                                           \
    {                                                                                              \
        run_with_faults(state, run);                                                               \
    }

FAULT_TEST(open_map)
FAULT_TEST(open_map_memory)
FAULT_TEST(create_map)
FAULT_TEST(read_rows)
FAULT_TEST(write_rows)
FAULT_TEST(open_scenario)
FAULT_TEST(open_scenario_memory)
FAULT_TEST(create_astar)
FAULT_TEST(create_jump)
FAULT_TEST(use_engine)
FAULT_TEST(make_database)
FAULT_TEST(make_labels)
FAULT_TEST(open_database)
FAULT_TEST(open_database_memory)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_map),
        cmocka_unit_test(test_open_map_memory),
        cmocka_unit_test(test_create_map),
        cmocka_unit_test(test_read_rows),
        cmocka_unit_test(test_write_rows),
        cmocka_unit_test(test_open_scenario),
        cmocka_unit_test(test_open_scenario_memory),
        cmocka_unit_test(test_create_astar),
        cmocka_unit_test(test_create_jump),
        cmocka_unit_test(test_use_engine),
        cmocka_unit_test(test_make_database),
        cmocka_unit_test(test_build_with_threads),
        cmocka_unit_test(test_build_goes_on),
        cmocka_unit_test(test_make_labels),
        cmocka_unit_test(test_open_database),
        cmocka_unit_test(test_open_database_memory),
    };
    return cmocka_run_group_tests_name("fault", tests, create_fixture, destroy_fixture);
}
