/* test_dba_db.c (golden): databases of kind dba as bytes: the same for any number of threads and
 * after an interruption, the same as the file of the past, refused when damaged; agents arrive with
 * whatever still opens; every allocation may fail. CAIRN_REGENERATE=1 prints the hashes and writes
 * test/golden/good-dba-*.cairn anew. */
#include "damaged.h"

#include <string.h>

/* ---- the same bytes ---- */

/* Settings: the option sector. */
static const golden_request requests[] = {
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0xc8a33d7edc346495)},
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_FREE}, {1}, UINT64_C(0x8a06020ac73a8542)},
    {{CAIRN_SCENE_MAZE, 61, 67, CAIRN_CORNERS_STRICT}, {1}, UINT64_C(0x2781892d2be102f0)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_STRICT}, {1}, UINT64_C(0x2ee82f5600a24069)},
    {{CAIRN_SCENE_RANDOM, 100, 100, CAIRN_CORNERS_FREE}, {2}, UINT64_C(0xcc5588caffce801c)},
    {{CAIRN_SCENE_CITY, 300, 200, CAIRN_CORNERS_FREE}, {3}, UINT64_C(0x89e4837904165246)},
};

static test_plan make_plan(const cairn_map *map, const uint32_t settings[2])
{
    test_plan plan = test_plan_make(CAIRN_DB_DBA);
    plan.map = map;
    plan.sector = settings[0];
    return plan;
}

static test_plan get_def(const cairn_map *map, uint32_t sector)
{
    return make_plan(map, (const uint32_t[2]){sector});
}

/* ---- files of the past ---- */

static const golden_file good_files[] = {
    {GOLDEN_FOLDER "good-dba-strict.cairn", CAIRN_CORNERS_STRICT, {0}},
    {GOLDEN_FOLDER "good-dba-free.cairn", CAIRN_CORNERS_FREE, {1}},
};

static const golden_kind kind = {.make = make_plan,
                                 .requests = requests,
                                 .request_count = sizeof requests / sizeof requests[0],
                                 .seed = 1,
                                 .interrupted = 0,
                                 .most = 3,
                                 .files = good_files,
                                 .file_count = sizeof good_files / sizeof good_files[0],
                                 .settings = {0}};

/* ---- damage ---- */

static int create_fixture(void **state)
{
    static golden_fixture fix;
    return golden_create_fixture_of(&kind, &fix, state);
}

static const bad_value bad_values[] = {
    FIELD(kind, 1, VERSION),
    FIELD(kind, 9, VERSION),
    FIELD(sections, 3, CORRUPT),
    FIELD(header_bytes, 256, CORRUPT),
    CONTENT("no side", "DBAH", 0, 4, 0, CORRUPT),
    CONTENT("a side of three", "DBAH", 0, 4, 12, CORRUPT),
    CONTENT("another side", "DBAH", 0, 4, 16, CORRUPT),
    CONTENT("a large side", "DBAH", 0, 4, UINT32_MAX, CORRUPT),
    CONTENT("reserved bytes", "DBAH", 4, 4, 1, CORRUPT),
    CONTENT("regions", "NETS", 0, 4, 1, CORRUPT),
    CONTENT("neighbours", "NETS", 4, 4, UINT32_MAX, CORRUPT),
    CONTENT("nodes", "NETS", 12, 4, 1, CORRUPT),
    CONTENT("not bare", "NETS", 28, 4, 0, CORRUPT),
    CONTENT("a tree", "NETS", 28, 4, 9, CORRUPT),
    FIELD(height, 31, MISMATCH),
    FIELD(height, 60, CORRUPT),
    FIELD(width, 39, MISMATCH),
    FIELD(corners, 1, MISMATCH),
    FIELD(map_fingerprint, 1, MISMATCH),
    FIELD(features, 1, VERSION),
    CONTENT("representative outside", "NETS", 32, 4, UINT32_MAX, CORRUPT),
    CONTENT("first sector", "SECF", 0, 4, 1, CORRUPT),
    CONTENT("sector", "SECF", 8, 4, UINT32_MAX, CORRUPT),
    CONTENT("no region", "SECR", 0, 4, UINT32_MAX, CORRUPT),
    CONTENT("region twice", "SECR", 4, 4, 0, CORRUPT),
};

static void test_bad_values(void **state)
{
    damaged_check_values(*state, bad_values, sizeof bad_values / sizeof bad_values[0]);
}

static void test_random_damage(void **state)
{
    damaged_check_random(*state);
}

/* A representative that is another cell of its region is found against the map alone. */
static void test_moved_representative(void **state)
{
    const golden_fixture *fix = *state;
    const char *net = test_image_get_content(&fix->good, "NETS");
    cairn__xy seed = cairn__unpack((cairn_cell)test_image_get_number(net + 32, 4));
    bad_value moved = CONTENT("moved", "NETS", 32, 4, 0, INVALID);
    int found = 0;
    for (int side = -1; side <= 1; side++) {
        cairn__xy cell = {.x = (uint16_t)(seed.x + side), .y = seed.y};
        test_image image;
        moved.value = cairn__pack(cell);
        cairn_status status = damaged_create(fix, &moved, &image);
        assert_true(side == 0 ? status == CAIRN_OK : status != CAIRN_OK);
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
    assert_int_equal(test_get_db_info(db).algorithm, CAIRN_DBA);
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

/* 22,500 regions would have 500 million routes. */
static void test_limit(void **state)
{
    (void)state;
    const golden_scene open = {CAIRN_SCENE_OPEN, 1200, 1200, CAIRN_CORNERS_STRICT};
    cairn_map *map = golden_create_map(&open, 1);
    cairn_build *build;
    cairn_detail detail = {0};
    test_plan def = get_def(map, 0);
    def.detail = &detail;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_LIMIT);
    assert_non_null(strstr(detail.text, "sectors of 8 cells leave 22500 regions"));
    cairn_build_destroy(build);
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_test_hashes),
        cmocka_unit_test(golden_test_interrupts),
        cmocka_unit_test(golden_test_files),
        cmocka_unit_test(golden_test_damage),
        cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_random_damage),
        cmocka_unit_test(test_moved_representative),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(golden_test_faults),
    };
    return cmocka_run_group_tests_name("dba_db", tests, create_fixture, golden_destroy_fixture);
}
