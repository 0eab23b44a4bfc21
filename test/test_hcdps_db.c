/* test_hcdps_db.c (golden): databases of kind hcdps as bytes: the same for any number of threads and
 * after an interruption, the same as the file of the past, refused when damaged; agents arrive with
 * whatever still opens; every allocation may fail. CAIRN_REGENERATE=1 prints the hashes and writes
 * test/golden/good-hcdps-*.cairn anew. */
#include "damaged.h"
#include "research/hcdps/hcdps_db.h"

#include <string.h>

/* ---- the same bytes ---- */

/* Settings: the cut-off, and the neighbourhood. */
static const golden_request requests[] = {
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_STRICT}, {250, 1}, UINT64_C(0xe518a0928c18997d)},
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_FREE}, {20, 2}, UINT64_C(0x9964f444d075b2ce)},
    {{CAIRN_SCENE_MAZE, 61, 67, CAIRN_CORNERS_STRICT}, {30, 1}, UINT64_C(0x892ac3c046cfe9a5)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_STRICT}, {50, 4}, UINT64_C(0x6094cb1b100b53c8)},
    {{CAIRN_SCENE_CITY, 300, 200, CAIRN_CORNERS_FREE}, {250, 4}, UINT64_C(0x406de2fb898d2e33)},
};

static test_plan make_plan(const cairn_map *map, const uint32_t settings[2])
{
    test_plan plan = test_plan_make(CAIRN_DB_HCDPS);
    plan.map = map;
    plan.cutoff = settings[0];
    plan.neighbourhood = settings[1];
    return plan;
}

static test_plan get_def(const cairn_map *map, uint32_t cutoff)
{
    return make_plan(map, (const uint32_t[2]){cutoff, 2});
}

/* ---- files of the past ---- */

static const golden_file good_files[] = {
    {GOLDEN_FOLDER "good-hcdps-strict.cairn", CAIRN_CORNERS_STRICT, {20, 1}},
    {GOLDEN_FOLDER "good-hcdps-free.cairn", CAIRN_CORNERS_FREE, {20, 3}},
};

static const golden_kind kind = {.make = make_plan,
                                 .requests = requests,
                                 .request_count = sizeof requests / sizeof requests[0],
                                 .seed = 1,
                                 .interrupted = 0,
                                 .most = 3,
                                 .files = good_files,
                                 .file_count = sizeof good_files / sizeof good_files[0],
                                 .settings = {12, 2}};

/* ---- damage ---- */

static int create_fixture(void **state)
{
    static golden_fixture fix;
    return golden_create_fixture_of(&kind, &fix, state);
}

static const bad_value bad_values[] = {
    FIELD(kind, 1, VERSION),
    FIELD(kind, 9, VERSION),
    FIELD(sections, 4, CORRUPT),
    FIELD(header_bytes, 256, CORRUPT),
    CONTENT("neighbourhood", "HCDH", 0, 4, 0, CORRUPT),
    CONTENT("runs", "HCDH", 4, 4, UINT32_MAX, CORRUPT),
    CONTENT("regions", "NETS", 0, 4, 1, CORRUPT),
    CONTENT("neighbours", "NETS", 4, 4, UINT32_MAX, CORRUPT),
    CONTENT("nodes", "NETS", 12, 4, 1, CORRUPT),
    CONTENT("not bare", "NETS", 28, 4, 0, CORRUPT),
    CONTENT("a tree", "NETS", 28, 4, 9, CORRUPT),
    FIELD(height, 31, CORRUPT),
    FIELD(width, 39, MISMATCH),
    FIELD(corners, 1, MISMATCH),
    FIELD(map_fingerprint, 1, MISMATCH),
    FIELD(features, 1, VERSION),
    CONTENT("seed outside", "NETS", 32, 4, UINT32_MAX, INVALID),
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

/* Cells of another region do not climb to its seed, which is found against the map alone. */
static void test_wrong_region(void **state)
{
    const golden_fixture *fix = *state;
    int found = 0;
    const cairn__hcdps_head *head = test_image_get_content(&fix->good, "HCDH");
    for (uint32_t i = 0; i < cairn__little32(head->runs); i++) {
        bad_value wrong = CONTENT("wrong", "RUNR", i * 4, 4, 0, INVALID);
        test_image image;
        cairn_status status = damaged_create(fix, &wrong, &image);
        assert_true(status == CAIRN_OK || status == CAIRN_CORRUPT || status == CAIRN_INVALID);
        found += status == CAIRN_INVALID;
        test_image_destroy(&image);
    }
    assert_true(found > 0);
}

/* What is inside a database of another kind is not asked of this one. */
static void test_kinds(void **state)
{
    const golden_fixture *fix = *state;
    cairn_db *db;
    uint32_t region;
    cairn_cell cell;
    cairn_way way;
    assert_int_equal(test_image_open(&fix->good, &db), CAIRN_OK);
    assert_int_equal(test_get_db_info(db).algorithm, CAIRN_HCDPS);
    assert_int_equal(cairn_db_find_region(db, cairn_cell_at(2, 2), &region), CAIRN_KIND);
    assert_int_equal(cairn_db_get_entry(db, 0, 1, &cell), CAIRN_KIND);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_BEND, 0, &cell), CAIRN_KIND);
    assert_int_equal(cairn_db_get_way(db, 0, 0, &way), CAIRN_OK);
    const cairn_algorithm others[] = {CAIRN_KNN, CAIRN_DLRTA, CAIRN_REGIONS, CAIRN_LABELS};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cairn_agent *agent = NULL;
        test_agent_plan plan = test_plan_agent(fix->map, db, others[i]);
        assert_int_equal(test_agent_create(&plan, &agent), CAIRN_KIND);
    }
    cairn_db_close(db);
}

/* A cut-off of one move leaves a region for every few cells. */
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
    assert_non_null(strstr(detail.text, "too many for routes"));
    cairn_build_destroy(build);
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_test_hashes), cmocka_unit_test(golden_test_interrupts),
        cmocka_unit_test(golden_test_files),  cmocka_unit_test(golden_test_damage),
        cmocka_unit_test(test_bad_values),    cmocka_unit_test(test_random_damage),
        cmocka_unit_test(test_wrong_region),  cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_limit),         cmocka_unit_test(golden_test_faults),
    };
    return cmocka_run_group_tests_name("hcdps_db", tests, create_fixture, golden_destroy_fixture);
}
