/* test_regions_db.c (golden): databases of kind regions as bytes: the same for any number of
 * threads and after interruptions, files of the past, and damage that must be noticed.
 * CAIRN_REGENERATE=1 prints the table of hashes and writes test/golden/good-regions-*.cairn
 * anew. */
#include "golden.h"

#include <stdlib.h>
#include <string.h>

#include "db/db_internal.h"

/* ---- the same bytes ---- */

/* Settings: the cut-off and the regions of a table. */
static const golden_request requests[] = {
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_STRICT},
     {250, 4096},
     UINT64_C(0x1f135ce2a64abff7)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_FREE}, {30, 4096}, UINT64_C(0xc181a58764146695)},
    {{CAIRN_SCENE_MAZE, 61, 67, CAIRN_CORNERS_STRICT}, {250, 10}, UINT64_C(0xd6c9d2364ddb5cc0)},
    {{CAIRN_SCENE_RANDOM, 100, 100, CAIRN_CORNERS_FREE}, {250, 4096}, UINT64_C(0xc87479764b525a9b)},
    {{CAIRN_SCENE_CITY, 300, 200, CAIRN_CORNERS_STRICT}, {50, 4096}, UINT64_C(0x9abcc6686512c47e)},
};

static test_plan make_plan(const cairn_map *map, const uint32_t settings[2])
{
    test_plan plan = test_plan_make(CAIRN_DB_REGIONS);
    plan.map = map;
    plan.cutoff = settings[0];
    plan.table_regions = settings[1];
    plan.range_regions = settings[1] == 0 ? 0 : CAIRN_MAX_TABLE_REGIONS;
    return plan;
}

static test_plan get_def(const cairn_map *map, uint32_t cutoff, uint32_t table_regions)
{
    return make_plan(map, (const uint32_t[2]){cutoff, table_regions});
}

/* ---- files of the past ---- */

static const golden_file good_files[] = {
    {GOLDEN_FOLDER "good-regions-strict.cairn", CAIRN_CORNERS_STRICT, {250, 4096}},
    {GOLDEN_FOLDER "good-regions-free.cairn", CAIRN_CORNERS_FREE, {10, 4096}},
    {GOLDEN_FOLDER "good-regions-tree.cairn", CAIRN_CORNERS_STRICT, {250, 0}},
    {GOLDEN_FOLDER "good-regions-ranges.cairn", CAIRN_CORNERS_STRICT, {250, 1}},
};

static const golden_kind kind = {.make = make_plan,
                                 .requests = requests,
                                 .request_count = sizeof requests / sizeof requests[0],
                                 .seed = 7,
                                 .interrupted = 0,
                                 .most = 4,
                                 .files = good_files,
                                 .file_count = sizeof good_files / sizeof good_files[0],
                                 .settings = {12, 4096}};

/* ---- damage ---- */

typedef struct fixture {
    golden_fixture table;
    test_image others[2];
    const test_image *good[3]; /* with a table, with a tree, with ranges */
} fixture;

static int create_fixture(void **state)
{
    static fixture fix;
    (void)golden_create_fixture_of(&kind, &fix.table, state);
    fix.good[0] = &fix.table.good;
    for (uint32_t i = 0; i < 2; i++) {
        test_plan def = get_def(fix.table.map, 12, i);
        test_image_build(&fix.others[i], &def);
        fix.good[i + 1] = &fix.others[i];
    }
    return 0;
}

static int destroy_fixture(void **state)
{
    fixture *fix = *state;
    test_image_destroy(&fix->others[0]);
    test_image_destroy(&fix->others[1]);
    return golden_destroy_fixture(state);
}

static void test_truncated_and_flipped(void **state)
{
    const fixture *fix = *state;
    for (int i = 0; i < 3; i++)
        golden_check_damage(fix->good[i], fix->table.map, 3);
}

/* A part of a net whose first value is changed, checksums right again. */
typedef struct bad_part {
    const char *name;
    uint32_t image; /* of the fixture */
    const void *(*get)(const cairn__region_net *net);
    size_t bytes;
    uint64_t value;
    cairn_status verified;
} bad_part;

#define PART(part, field)                                                                          \
    static const void *get_##part(const cairn__region_net *net)                                    \
    {                                                                                              \
        return net->field;                                                                         \
    }
PART(seeds, seeds)
PART(firsts, firsts + 1)
PART(bases, bases + 1)
PART(routes, routes + 1)
PART(way_firsts, way_firsts + 1)
PART(subgoals, subgoals)
PART(nodes, nodes)
PART(neighbours, neighbours)
PART(members, members)
PART(run_firsts, run_firsts + 2)
PART(hops, hops)
PART(rows, rows + 1)

static const bad_part bad_parts[] = {
    {"seed outside", 0, get_seeds, 4, UINT32_MAX, CAIRN_INVALID},
    {"blocked seed", 0, get_seeds, 4, 0, CAIRN_INVALID},
    {"neighbours of a region", 0, get_firsts, 4, UINT32_MAX, CAIRN_CORRUPT},
    {"ways of a region", 0, get_bases, 4, UINT32_MAX, CAIRN_CORRUPT},
    {"routes of a region", 0, get_routes, 4, UINT32_MAX, CAIRN_CORRUPT},
    {"end of a subtree", 1, get_routes, 4, UINT32_MAX, CAIRN_CORRUPT},
    {"subtree of none", 1, get_routes, 4, 0, CAIRN_CORRUPT},
    {"subgoals of a way", 0, get_way_firsts, 4, UINT32_MAX, CAIRN_CORRUPT},
    {"subgoal outside", 0, get_subgoals, 4, UINT32_MAX, CAIRN_INVALID},
    {"split block", 0, get_nodes, 4, CAIRN__NODE_SPLIT, CAIRN_CORRUPT},
    {"empty block", 0, get_nodes, 4, 4, CAIRN_CORRUPT},
    {"block without regions", 0, get_nodes, 4, 0, CAIRN_CORRUPT},
    {"neighbour that is no region", 0, get_neighbours, 2, UINT16_MAX, CAIRN_CORRUPT},
    {"neighbour of itself", 1, get_neighbours, 2, 0, CAIRN_CORRUPT},
    {"member that is no region", 0, get_members, 2, UINT16_MAX, CAIRN_CORRUPT},
    {"run out of order", 0, get_run_firsts, 2, UINT16_MAX, CAIRN_CORRUPT},
    {"hop to no neighbour", 0, get_hops, 1, UINT8_MAX, CAIRN_CORRUPT},
    {"row of ranges", 2, get_rows, 4, UINT32_MAX, CAIRN_CORRUPT},
    {"hop to a range", 2, get_hops, 1, UINT8_MAX, CAIRN_CORRUPT},
    {"tree below ranges", 2, get_routes, 4, 0, CAIRN_CORRUPT},
};

/* Where a part lies in the file. An open database has it at the same place. */
static size_t find_part(const test_image *image, const bad_part *bad)
{
    cairn_db *db;
    assert_int_equal(test_image_open(image, &db), CAIRN_OK);
    const unsigned char *part = bad->get(&db->net);
    size_t offset = (size_t)(part - (const unsigned char *)db->image);
    cairn_db_close(db);
    return offset;
}

static void test_bad_parts(void **state)
{
    const fixture *fix = *state;
    for (size_t i = 0; i < sizeof bad_parts / sizeof bad_parts[0]; i++) {
        const bad_part *bad = &bad_parts[i];
        test_image image;
        const test_image *good = fix->good[bad->image];
        test_image_copy(&image, good->bytes, good->count);
        test_image_put_number(image.bytes + find_part(good, bad), bad->bytes, bad->value);
        test_image_repair(&image);
        cairn_status status = test_image_verify(&image, fix->table.map);
        if (status != bad->verified)
            fail_msg("%s: %s", bad->name, cairn_status_get_name(status));
        test_image_destroy(&image);
    }
}

/* Values of the two headers that do not fit the file. */
static void test_bad_frames(void **state)
{
    const fixture *fix = *state;
    for (size_t word = 0; word < 8; word++)
        for (int i = 0; i < 2; i++) {
            test_image image;
            cairn_db *db;
            test_image_copy(&image, fix->good[0]->bytes, fix->good[0]->count);
            uint32_t *field = (uint32_t *)test_image_get_content(&image, "NETS") + word;
            uint32_t value = i == 0 ? UINT32_MAX : word == 6 ? 0 : cairn__little32(*field) + 2;
            if (word == 7 && i == 1)
                value = CAIRN__NET_TREE; /* with the runs of a table */
            *field = cairn__little32(value);
            test_image_repair(&image);
            assert_int_equal(test_image_open(&image, &db), CAIRN_CORRUPT);
            test_image_destroy(&image);
        }
    test_image image;
    cairn_db *db;
    test_image_copy(&image, fix->good[0]->bytes, fix->good[0]->count);
    cairn__db_section *section = test_image_get_section(&image, "NETS");
    memcpy(section->tag, "NONE", 4);
    section->flags = 0;
    test_image_repair(&image);
    assert_int_equal(test_image_open(&image, &db), CAIRN_CORRUPT); /* it is missing */
    test_image_destroy(&image);
}

/* ---- arguments and kinds ---- */

static void test_arguments(void **state)
{
    const fixture *fix = *state;
    cairn_build *build;
    size_t bytes;
    test_plan none = {0}, def = get_def(NULL, 250, 4096);
    assert_int_equal(test_plan_create(&none, &build), CAIRN_ARGUMENT);
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def.map = fix->table.map;
    def.cutoff = 0;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def.cutoff = CAIRN_MAX_REGION_CUTOFF + 1;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def.cutoff = 250;
    def.table_regions = CAIRN_MAX_TABLE_REGIONS + 1;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def.table_regions = 4096;
    def.range_regions = CAIRN_MAX_TABLE_REGIONS + 1;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def.range_regions = CAIRN_MAX_TABLE_REGIONS;
    assert_int_equal(test_plan_create(&def, NULL), CAIRN_ARGUMENT);
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_write(build, "x"), CAIRN_NOT_RUN);
    assert_int_equal(cairn_build_run(NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_write_memory(NULL, 0, NULL, &bytes), CAIRN_ARGUMENT);
    cairn_build_destroy(build);
    cairn_build_destroy(NULL);
}

static void test_kinds(void **state)
{
    const fixture *fix = *state;
    cairn_db *db;
    cairn_cell cell;
    cairn_way way;
    uint32_t region;
    assert_int_equal(test_image_open(fix->good[0], &db), CAIRN_OK);
    uint32_t regions = (uint32_t)test_get_figure(db, "regions");
    uint64_t fallback;
    assert_int_equal(test_get_db_info(db).kind, CAIRN_DB_REGIONS);
    assert_int_equal(cairn_db_find_figure(db, "fallback", &fallback), CAIRN_KIND);
    assert_true(regions > 1);
    assert_int_equal(cairn_db_find_region(db, cairn_cell_at(1, 1), &region), CAIRN_KIND);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_REGION, regions, &cell), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_REGION, 0, &cell), CAIRN_OK);
    assert_true(cairn_map_is_open(fix->table.map, cell));
    uint64_t ways = 0, states = 0;
    for (uint32_t i = 0; i < regions; i++)
        for (uint32_t place = 0; cairn_db_get_way(db, i, place, &way) == CAIRN_OK; place++) {
            assert_true(way.to < regions && way.backward == (way.to < i));
            ways += !way.backward;
            states += way.backward ? 0 : way.count + 2;
        }
    assert_true(ways == test_get_figure(db, "records") && states == test_get_figure(db, "states"));
    assert_int_equal(cairn_db_get_way(db, regions, 0, &way), CAIRN_ARGUMENT);
    cairn_db_close(db);
}

/* Agents walk by the kind's own algorithm; those of other kinds want databases of their own. */
static void test_agents(void **state)
{
    static const struct {
        cairn_algorithm algorithm;
        cairn_status status;
        const char *sentence;
    } cases[] = {
        {CAIRN_ALGORITHM_AUTO, CAIRN_OK, ""},
        {CAIRN_REGIONS, CAIRN_OK, ""},
        {CAIRN_LRTA, CAIRN_OK, ""},
        {CAIRN_KNN, CAIRN_KIND,
         "algorithm knn needs a database of kind knn, and this one is of kind regions: build one, "
         "or "
         "leave the algorithm to the database"},
        {CAIRN_DLRTA, CAIRN_KIND,
         "algorithm dlrta needs a database of kind dlrta, and this one is of kind regions: build "
         "one, or "
         "leave the algorithm to the database"},
        {CAIRN_LABELS, CAIRN_KIND,
         "algorithm labels needs a database of kind labels, and this one is of kind regions: build "
         "one, or "
         "leave the algorithm to the database"},
    };
    const fixture *fix = *state;
    cairn_db *db;
    assert_int_equal(test_image_open(fix->good[0], &db), CAIRN_OK);
    assert_int_equal(test_get_db_info(db).algorithm, CAIRN_REGIONS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cairn_agent *agent = NULL;
        cairn_detail detail = {0};
        test_agent_plan plan = test_plan_agent(fix->table.map, db, cases[i].algorithm);
        plan.def.detail = &detail;
        assert_int_equal(test_agent_create(&plan, &agent), cases[i].status);
        assert_string_equal(detail.text, cases[i].sentence);
        assert_true((agent != NULL) == (cases[i].status == CAIRN_OK));
        cairn_agent_destroy(agent);
    }
    cairn_db_close(db);
}

/* A fall-back is for records and labels; the database in front of it stays as it is. */
static void test_fallbacks(void **state)
{
    const fixture *fix = *state;
    static const cairn_kind kinds[] = {CAIRN_DB_KNN, CAIRN_DB_LABELS};
    for (int i = 0; i < 2; i++) {
        cairn_db *db;
        test_image alone, both;
        test_plan def = test_plan_make(kinds[i]);
        def.map = fix->table.map;
        def.records = 5;
        test_image_build(&alone, &def);
        def.fallback = true;
        test_image_build(&both, &def);
        assert_true(both.count > alone.count);
        assert_int_equal(test_image_open(&both, &db), CAIRN_OK);
        assert_true(test_get_figure(db, "fallback"));
        assert_int_equal(test_get_db_info(db).kind, kinds[i]);
        assert_int_equal(cairn_db_verify(db, fix->table.map, NULL), CAIRN_OK);
        cairn_db_close(db);
        test_image_destroy(&alone);
        test_image_destroy(&both);
    }
    cairn_build *build = NULL;
    test_plan def = get_def(fix->table.map, 250, 4096);
    def.fallback = true;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    assert_null(build);
}

/* ---- allocations that fail ---- */

static void test_faults(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        cairn_map *map = golden_open_map(threads == 1 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT);
        test_plan plan = get_def(map, 12, threads == 1 ? 4096 : threads - 2);
        plan.threads = threads;
        golden_check_faults(&plan, golden_verify_file);
        cairn_map_close(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_test_hashes), cmocka_unit_test(golden_test_interrupts),
        cmocka_unit_test(golden_test_files),  cmocka_unit_test(test_truncated_and_flipped),
        cmocka_unit_test(test_bad_parts),     cmocka_unit_test(test_bad_frames),
        cmocka_unit_test(test_arguments),     cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_agents),        cmocka_unit_test(test_fallbacks),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests_name("regions_db", tests, create_fixture, destroy_fixture);
}
