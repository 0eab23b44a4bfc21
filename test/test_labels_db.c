/* test_labels_db.c (golden): databases of kind labels as bytes: the same for any number of threads
 * and after an interruption, the same as the file of the past; what they are asked for, and what
 * not; every allocation may fail. CAIRN_REGENERATE=1 prints the hashes and writes
 * test/golden/good-labels*.cairn anew. */
#include "golden.h"

#include <string.h>

#include "db/kind_labels.h"

/* ---- the same bytes ---- */

static const golden_request requests[] = {
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0xd5bfa077a4965f84)},
    {{CAIRN_SCENE_MAZE, 61, 67, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0x35ef05cc61e93e6f)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0x7c661b1c5de730fc)},
    {{CAIRN_SCENE_CAVES, 300, 130, CAIRN_CORNERS_FREE}, {0}, UINT64_C(0x9269ee6fbea14609)},
    {{CAIRN_SCENE_RANDOM, 100, 100, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0x6650dfcb0d1a6459)},
    {{CAIRN_SCENE_RANDOM, 100, 100, CAIRN_CORNERS_FREE}, {0}, UINT64_C(0x1a5e6896f0a0c8a9)},
    {{CAIRN_SCENE_ROUGH, 190, 190, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0xefeb7d4b13d62528)},
    {{CAIRN_SCENE_SLANTED, 270, 260, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0x319b42a90dc95a81)},
    {{CAIRN_SCENE_OPEN, 65, 64, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0x51d686aeb4366d76)},
};

static test_plan make_plan(const cairn_map *map, const uint32_t settings[2])
{
    test_plan plan = test_plan_make(CAIRN_DB_LABELS);
    plan.map = map;
    (void)settings;
    return plan;
}

static test_plan get_def(const cairn_map *map)
{
    return make_plan(map, NULL);
}

/* ---- files of the past ---- */

static const golden_file good_files[] = {
    {GOLDEN_FOLDER "good-labels-strict.cairn", CAIRN_CORNERS_STRICT, {0}},
    {GOLDEN_FOLDER "good-labels-free.cairn", CAIRN_CORNERS_FREE, {0}},
};

static const golden_kind kind = {.make = make_plan,
                                 .requests = requests,
                                 .request_count = sizeof requests / sizeof requests[0],
                                 .seed = 1,
                                 .interrupted = 2,
                                 .most = 3,
                                 .files = good_files,
                                 .file_count = sizeof good_files / sizeof good_files[0],
                                 .settings = {0}};

/* ---- one database ---- */

static int create_fixture(void **state)
{
    static golden_fixture fix;
    return golden_create_fixture_of(&kind, &fix, state);
}

static cairn_db *open_db(const test_image *image)
{
    cairn_db *db = NULL;
    assert_int_equal(test_image_open(image, &db), CAIRN_OK);
    return db;
}

/* Landmarks are optional: without them paths are as long as those of jump point search, which the verifier asks
 * for. */
static void test_files_without_landmarks(void **state)
{
    const golden_fixture *fix = *state;
    test_image image;
    test_image_copy(&image, fix->good.bytes, fix->good.count);
    test_image_get_section(&image, "MARK")->tag[0] = 'X';
    test_image_repair(&image);
    cairn_db *db = open_db(&image);
    assert_null(cairn__db_get_labels(db)->landmarks);
    cairn_db_close(db);
    assert_int_equal(test_image_verify(&image, fix->map), CAIRN_OK);
    test_image_destroy(&image);
}

/* They are there where they pay: nodes are few, or labels long. */
static void test_which_files_have_landmarks(void **state)
{
    static const struct {
        int side;
        int blocked; /* of 100 cells */
        bool marked;
    } maps[] = {{60, 1, true}, {60, 40, false}, {90, 5, true}};
    test_random random = {5};
    (void)state;
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        test_world world;
        test_image image;
        test_plan def = test_plan_make(CAIRN_DB_LABELS);
        test_world_create_random(&world, maps[i].side, maps[i].side, maps[i].blocked,
                                 CAIRN_CORNERS_STRICT, &random);
        def.map = world.map;
        test_image_build(&image, &def);
        cairn_db *db = open_db(&image);
        assert_int_equal(cairn__db_get_labels(db)->landmarks != NULL, maps[i].marked);
        cairn_db_close(db);
        assert_int_equal(test_image_verify(&image, world.map), CAIRN_OK);
        test_image_destroy(&image);
        test_world_destroy(&world);
    }
}

/* ---- kinds ---- */

static void refuse_agent(const cairn_map *map, const cairn_db *db, cairn_algorithm algorithm,
                         const char *sentence)
{
    cairn_agent *agent = NULL;
    cairn_detail detail = {0};
    test_agent_plan plan = test_plan_agent(map, db, algorithm);
    plan.def.detail = &detail;
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_KIND);
    assert_null(agent);
    assert_string_equal(detail.text, sentence);
}

static void test_kinds(void **state)
{
    const golden_fixture *fix = *state;
    test_image records;
    test_plan build_def = test_plan_make(CAIRN_DB_KNN);
    build_def.map = fix->map;
    build_def.records = 5;
    test_image_build(&records, &build_def);
    cairn_db *knn = open_db(&records), *db = open_db(&fix->good);
    refuse_agent(
        fix->map, db, CAIRN_KNN,
        "algorithm knn needs a database of kind knn, and this one is of kind labels: build one, or "
        "leave the algorithm to the database");
    refuse_agent(
        fix->map, db, CAIRN_REGIONS,
        "algorithm regions needs a database of kind regions, and this one is of kind labels: "
        "build one, or leave the algorithm to the database");
    refuse_agent(fix->map, knn, CAIRN_LABELS,
                 "algorithm labels needs a database of kind labels, and this one is of kind knn: "
                 "build one, or "
                 "leave the algorithm to the database");
    refuse_agent(fix->map, NULL, CAIRN_LABELS,
                 "algorithm labels needs a database: build one of kind labels");
    cairn_db_close(knn);
    cairn_db_close(db);
    test_image_destroy(&records);
}

/* ---- arguments ---- */

static void test_arguments(void **state)
{
    const golden_fixture *fix = *state;
    cairn_build *build;
    size_t bytes;
    test_plan none = {0}, def = get_def(NULL);
    assert_int_equal(test_plan_create(&none, &build), CAIRN_ARGUMENT);
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def = get_def(fix->map);
    assert_int_equal(test_plan_create(&def, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_run(NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_write(NULL, "x"), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_write_memory(NULL, 0, NULL, &bytes), CAIRN_ARGUMENT);
    assert_string_equal(cairn_kind_get_name(CAIRN_DB_LABELS), "labels");
    assert_null(cairn_kind_get_name((cairn_kind)9));
    cairn_build_destroy(NULL);
}

/* What is inside, and what databases of this kind have not. */
static void test_contents(void **state)
{
    const golden_fixture *fix = *state;
    cairn_db *db = open_db(&fix->good);
    uint64_t bends = test_get_figure(db, "bends"), seed;
    cairn_cell cell;
    assert_int_equal(test_get_db_info(db).kind, CAIRN_DB_LABELS);
    assert_int_equal(test_get_db_info(db).algorithm, CAIRN_LABELS);
    assert_true(bends > 5 && test_get_figure(db, "entries") >= bends);
    assert_int_equal(test_get_figure(db, "records"), 0);
    assert_int_equal(cairn_db_find_figure(db, "seed", &seed), CAIRN_KIND);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_BEND, 0, &cell), CAIRN_OK);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_BEND, (uint32_t)bends, &cell),
                     CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_REGION, 0, &cell), CAIRN_KIND);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_BEND + 1, 0, &cell), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_place(NULL, CAIRN_PLACE_BEND, 0, &cell), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_BEND, 0, NULL), CAIRN_ARGUMENT);
    cairn_db_close(db);
}

/* As many entries as there are will do; one less is too few. */
static void test_limit(void **state)
{
    const golden_fixture *fix = *state;
    cairn_detail detail = {0};
    cairn_build *build;
    test_plan def = get_def(fix->map);
    const cairn__labels_head *head = test_image_get_content(&fix->good, "LABH");
    uint64_t entries = cairn__little64(head->entries);
    def.detail = &detail;
    def.max_entries = entries - 1;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_LIMIT);
    assert_non_null(strstr(detail.text, "bend at too many places"));
    assert_int_equal(cairn_build_write(build, "x"), CAIRN_NOT_RUN);
    cairn_build_destroy(build);
    def.max_entries = entries;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    cairn_build_destroy(build);
}

/* ---- allocations that fail ---- */

/* Opens, verifies, and makes all that needs memory. */
static cairn_status use_file(const char *path, const cairn_map *map,
                             const cairn_allocator *allocator)
{
    cairn_db *db;
    cairn_planner *planner = NULL;
    cairn_agent *agent = NULL;
    cairn_db_def db_def = {.size = sizeof db_def, .allocator = allocator};
    cairn_agent_def def = {.size = sizeof def, .allocator = allocator};
    cairn_planner_def planner_def = {.size = sizeof planner_def, .allocator = allocator};
    cairn_status status = cairn_db_open(path, &db_def, &db);
    if (status != CAIRN_OK)
        return status;
    status = cairn_db_verify(db, map, NULL);
    if (status == CAIRN_OK)
        status = cairn_planner_create(map, db, &planner_def, &planner);
    if (status == CAIRN_OK)
        status = cairn_agent_create(map, db, &def, &agent);
    cairn_agent_destroy(agent);
    cairn_planner_destroy(planner);
    cairn_db_close(db);
    return status;
}

/* On one thread and on two. */
static void test_faults(void **state)
{
    const golden_fixture *fix = *state;
    for (uint32_t threads = 1; threads <= 2; threads++) {
        test_plan plan = get_def(fix->map);
        plan.threads = threads;
        golden_check_faults(&plan, use_file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_test_hashes),
        cmocka_unit_test(golden_test_interrupts),
        cmocka_unit_test(golden_test_files),
        cmocka_unit_test(test_files_without_landmarks),
        cmocka_unit_test(test_which_files_have_landmarks),

        cmocka_unit_test(test_kinds),

        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_contents),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests_name("labels_db", tests, create_fixture, golden_destroy_fixture);
}
