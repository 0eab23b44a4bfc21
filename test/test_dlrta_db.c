/* test_dlrta_db.c (golden): databases of kind dlrta as bytes: the same for any number of threads and
 * after an interruption, the same as the file of the past, refused when damaged; agents arrive with
 * whatever still opens; every allocation may fail. CAIRN_REGENERATE=1 prints the hashes and writes
 * test/golden/good-dlrta-*.cairn anew. */
#include "damaged.h"
#include "research/dlrta/dlrta_regions.h"

#include <string.h>

/* ---- the same bytes ---- */

/* Settings: the level, and the cliques. */
static const golden_request requests[] = {
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_STRICT}, {3, 0}, UINT64_C(0xc90402a733334c95)},
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_FREE}, {3, 0}, UINT64_C(0x23c88a736f055da2)},
    {{CAIRN_SCENE_MAZE, 61, 67, CAIRN_CORNERS_STRICT}, {4, 0}, UINT64_C(0x7f9383f40cad5639)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_STRICT}, {5, 0}, UINT64_C(0xfb7194e231d6fc87)},
    {{CAIRN_SCENE_RANDOM, 100, 100, CAIRN_CORNERS_STRICT}, {4, 0}, UINT64_C(0x1705f42487d91be0)},
    {{CAIRN_SCENE_CITY, 300, 200, CAIRN_CORNERS_FREE}, {9, 0}, UINT64_C(0xe62de181cb4588cc)},
    {{CAIRN_SCENE_OPEN, 65, 64, CAIRN_CORNERS_STRICT}, {1, 0}, UINT64_C(0x604f1eff7199ff3c)},
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_STRICT}, {3, 1}, UINT64_C(0x7c90911412263c87)},
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_FREE}, {3, 1}, UINT64_C(0xff19aa4e98527f86)},
    {{CAIRN_SCENE_MAZE, 61, 67, CAIRN_CORNERS_STRICT}, {4, 1}, UINT64_C(0x880836b2f2667913)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_STRICT}, {5, 1}, UINT64_C(0xcf359ef0d7e60f63)},
};

static test_plan make_plan(const cairn_map *map, const uint32_t settings[2])
{
    test_plan plan = test_plan_make(CAIRN_DB_DLRTA);
    plan.map = map;
    plan.level = settings[0];
    plan.cliques = settings[1];
    return plan;
}

static test_plan get_def(const cairn_map *map, uint32_t level)
{
    return make_plan(map, (const uint32_t[2]){level});
}

/* ---- files of the past ---- */

static const golden_file good_files[] = {
    {GOLDEN_FOLDER "good-dlrta-strict.cairn", CAIRN_CORNERS_STRICT, {3, 1}},
    {GOLDEN_FOLDER "good-dlrta-free.cairn", CAIRN_CORNERS_FREE, {4, 1}},
    {GOLDEN_FOLDER "good-dlrta-any.cairn", CAIRN_CORNERS_STRICT, {3, 0}},
};

static const golden_kind kind = {.make = make_plan,
                                 .requests = requests,
                                 .request_count = sizeof requests / sizeof requests[0],
                                 .seed = 1,
                                 .interrupted = 0,
                                 .most = 3,
                                 .files = good_files,
                                 .file_count = sizeof good_files / sizeof good_files[0],
                                 .settings = {3}};

/* ---- damage ---- */

static int create_fixture(void **state)
{
    static golden_fixture fix;
    return golden_create_fixture_of(&kind, &fix, state);
}

#define HEAD(field, value)                                                                         \
    {                                                                                              \
#field, "DLRH", offsetof(cairn__dlrta_head, field), sizeof((cairn__dlrta_head *)0)->field, \
            value, CAIRN_CORRUPT                                                                   \
    }

static const bad_value bad_values[] = {
    FIELD(kind, 1, VERSION),
    FIELD(kind, 9, VERSION),
    FIELD(sections, 4, CORRUPT),
    FIELD(header_bytes, 256, CORRUPT),
    HEAD(level, 0),
    HEAD(level, 33),
    HEAD(regions, 0),
    HEAD(regions, UINT32_MAX),
    HEAD(entries, 1),
    HEAD(entries, UINT64_MAX),
    HEAD(runs, 0),
    HEAD(runs, UINT32_MAX),
    HEAD(zero, 1),
    FIELD(height, 31, CORRUPT),
    FIELD(width, 41, MISMATCH),
    FIELD(corners, 1, MISMATCH),
    FIELD(map_fingerprint, 1, MISMATCH),
    FIELD(features, 1, VERSION),
    CONTENT("representative outside", "RGNS", 0, 4, UINT32_MAX, CORRUPT),
    CONTENT("first region", "RGNS", 4, 4, 1, CORRUPT),
    CONTENT("first entry", "RGNS", 8, 8, 7, CORRUPT),
    CONTENT("first entry far away", "RGNS", 24, 8, UINT64_MAX, CORRUPT),
    CONTENT("own entry", "ENTR", 0, 4, 0, CORRUPT),
    CONTENT("entry outside", "ENTR", 4, 4, UINT32_MAX, INVALID),
    CONTENT("entry in a wall or far", "ENTR", 4, 4, 0, INVALID),
    CONTENT("first row", "ROWS", 0, 4, 1, CORRUPT),
    CONTENT("row", "ROWS", 40, 4, UINT32_MAX, CORRUPT),
    CONTENT("run of no region", "RUNR", 0, 4, UINT32_MAX, CORRUPT),
    CONTENT("run outside", "RUNX", 0, 2, UINT16_MAX, CORRUPT),
};

static void test_bad_values(void **state)
{
    damaged_check_values(*state, bad_values, sizeof bad_values / sizeof bad_values[0]);
}

static void test_random_damage(void **state)
{
    damaged_check_random(*state);
}

/* A region cut in two, its runs still in order, is found against the map alone. */
static void test_torn_region(void **state)
{
    const golden_fixture *fix = *state;
    int found = 0;
    const cairn__dlrta_head *head = test_image_get_content(&fix->good, "DLRH");
    for (uint32_t i = 0; i < cairn__little32(head->runs); i++) {
        bad_value torn = CONTENT("torn", "RUNR", i * 4, 4, 0, INVALID);
        test_image image;
        cairn_status status = damaged_create(fix, &torn, &image);
        assert_true(status == CAIRN_OK || status == CAIRN_CORRUPT || status == CAIRN_INVALID);
        found += status == CAIRN_INVALID;
        test_image_destroy(&image);
    }
    assert_true(found > 0);
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

/* What is inside a database of one kind is not asked of another. */
static void check_contents(const cairn_db *db, const cairn_db *knn)
{
    cairn_cell cells[2] = {cairn_cell_at(1, 1), cairn_cell_at(2, 2)}, cell;
    cairn_db_def def = {.size = sizeof def};
    cairn_fragments *fragments;
    cairn_neighbour neighbour;
    uint32_t count, counts[2];
    assert_int_equal(cairn_db_find_nearest(db, cells, 0, 1, &neighbour, counts), CAIRN_KIND);
    assert_int_equal(cairn_fragments_create(db, &def, &fragments), CAIRN_KIND);
    assert_int_equal(cairn_db_find_region(knn, cells[0], &count), CAIRN_KIND);
    assert_int_equal(cairn_db_get_place(knn, CAIRN_PLACE_REGION, 0, &cell), CAIRN_KIND);
    assert_int_equal(cairn_db_get_entry(knn, 0, 1, &cell), CAIRN_KIND);
    assert_int_equal(cairn_db_find_region(db, cairn_cell_at(40, 0), &count), CAIRN_BLOCKED);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_REGION, UINT32_MAX, &cell), CAIRN_ARGUMENT);
}

static void test_kinds(void **state)
{
    const golden_fixture *fix = *state;
    cairn_db *db, *knn;
    cairn_build *build;
    test_image records;
    cairn_detail detail = {0};
    test_plan build_def = test_plan_make(CAIRN_DB_KNN);
    build_def.map = fix->map;
    build_def.records = 5;
    build_def.detail = &detail;
    test_image_build(&records, &build_def);
    assert_int_equal(test_image_open(&records, &knn), CAIRN_OK);
    assert_int_equal(test_image_open(&fix->good, &db), CAIRN_OK);
    assert_int_equal(test_get_db_info(db).algorithm, CAIRN_DLRTA);
    refuse_agent(
        fix->map, db, CAIRN_KNN,
        "algorithm knn needs a database of kind knn, and this one is of kind dlrta: build one, or "
        "leave the algorithm to the database");
    refuse_agent(fix->map, knn, CAIRN_DLRTA,
                 "algorithm dlrta needs a database of kind dlrta, and this one is of kind knn: "
                 "build one, or "
                 "leave the algorithm to the database");
    refuse_agent(fix->map, NULL, CAIRN_DLRTA,
                 "algorithm dlrta needs a database: build one of kind dlrta");
    check_contents(db, knn);
    assert_int_equal(test_plan_create(&build_def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_add_db(build, db), CAIRN_KIND);
    assert_string_equal(detail.text, "the database is of kind dlrta, not knn");
    cairn_build_destroy(build);
    cairn_db_close(knn);
    cairn_db_close(db);
    test_image_destroy(&records);
}

static void test_arguments(void **state)
{
    const golden_fixture *fix = *state;
    cairn_build *build;
    test_plan none = {0}, def = get_def(fix->map, 0);
    assert_int_equal(test_plan_create(&none, &build), CAIRN_ARGUMENT);
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def.level = CAIRN_MAX_LEVEL + 1;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def = get_def(NULL, 3);
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_run(NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_write(NULL, "x"), CAIRN_ARGUMENT);
    assert_string_equal(cairn_kind_get_name(CAIRN_DB_DLRTA), "dlrta");
    assert_null(cairn_kind_get_name((cairn_kind)9));
    cairn_build_destroy(NULL);
}

/* 40,000 regions would have 1.6 thousand million entry states. */
static void test_limit(void **state)
{
    (void)state;
    const golden_scene open = {CAIRN_SCENE_OPEN, 400, 400, CAIRN_CORNERS_STRICT};
    cairn_map *map = golden_create_map(&open, 1);
    cairn_build *build;
    cairn_detail detail = {0};
    test_plan def = get_def(map, 1);
    def.detail = &detail;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_LIMIT);
    assert_non_null(strstr(detail.text, "level 1 leaves 40000 regions"));
    assert_int_equal(cairn_build_write(build, "x"), CAIRN_NOT_RUN);
    cairn_build_destroy(build);
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_test_hashes), cmocka_unit_test(golden_test_interrupts),
        cmocka_unit_test(golden_test_files),  cmocka_unit_test(golden_test_damage),
        cmocka_unit_test(test_bad_values),    cmocka_unit_test(test_random_damage),
        cmocka_unit_test(test_torn_region),   cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_arguments),     cmocka_unit_test(test_limit),
        cmocka_unit_test(golden_test_faults),
    };
    return cmocka_run_group_tests_name("dlrta_db", tests, create_fixture, golden_destroy_fixture);
}
