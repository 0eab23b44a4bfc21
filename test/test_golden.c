/* test_golden.c (golden): database files that must open and verify for good, and files that must
 * fail with the status in their name; agents walk by the good ones as they did; any change of a
 * bit, and any other length, is noticed.
 *
 * CAIRN_REGENERATE=1 writes the files in test/golden/ anew; only a new format version is a
 * reason. */
#include "golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- good files ---- */

typedef struct good_file {
    const char *path;
    cairn_corners corners;
    bool skip_direct;
    uint32_t records;
    uint64_t seed;
} good_file;

static const good_file good_files[] = {
    {GOLDEN_FOLDER "good-strict.cairn", CAIRN_CORNERS_STRICT, false, 40, 1},
    {GOLDEN_FOLDER "good-free.cairn", CAIRN_CORNERS_FREE, false, 25, 2},
    {GOLDEN_FOLDER "good-skip-direct.cairn", CAIRN_CORNERS_STRICT, true, 10, UINT64_MAX},
    {GOLDEN_FOLDER "good-empty.cairn", CAIRN_CORNERS_FREE, false, 0, 0},
};

#define GOOD_FILES (sizeof good_files / sizeof good_files[0])

static test_plan get_def(const good_file *file, const cairn_map *map)
{
    test_plan def = test_plan_make(CAIRN_DB_KNN);
    def.map = map;
    def.records = file->records;
    def.seed = file->seed;
    def.skip_direct = file->skip_direct;
    return def;
}

static void write_map(void)
{
    cairn_scene scene;
    cairn_map_writer *writer;
    cairn_map_def def = {.size = sizeof def};
    assert_int_equal(cairn_scene_generate(CAIRN_SCENE_CAVES, 40, 30, 1, &scene), CAIRN_OK);
    assert_int_equal(cairn_map_writer_open(GOLDEN_MAP, 40, 30, &def, &writer), CAIRN_OK);
    for (uint32_t y = 0; y < 30; y++)
        assert_int_equal(cairn_map_writer_write(writer, scene.cells + y * 40), CAIRN_OK);
    assert_int_equal(cairn_map_writer_close(writer, true), CAIRN_OK);
    cairn_scene_free(&scene);
}

static void regenerate(void)
{
    write_map();
    for (size_t i = 0; i < GOOD_FILES; i++) {
        test_image image;
        cairn_map *map = golden_open_map(good_files[i].corners);
        test_plan def = get_def(&good_files[i], map);
        test_image_build(&image, &def);
        test_file_write(good_files[i].path, image.bytes, image.count);
        test_image_destroy(&image);
        cairn_map_close(map);
    }
}

/* An agent needs the map and the file, and nothing else: its steps are those of a definition that
 * names the algorithm and all the defaults of then. */
static void check_walks(const cairn_db *db, const cairn_map *map)
{
    static const cairn_option then[] = {{.option = CAIRN_OPTION_CANDIDATES, .value = 10},
                                        {.option = CAIRN_OPTION_CUTOFF, .value = 250},
                                        {.option = CAIRN_OPTION_QUOTA, .value = 30},
                                        {.option = CAIRN_OPTION_G_MAX, .value = 14},
                                        {.option = CAIRN_OPTION_WITHOUT, .value = 0},
                                        {.option = CAIRN_OPTION_RANK, .value = 0},
                                        {.option = CAIRN_OPTION_SKIP, .value = 0}};
    cairn_agent_def def = {
        .size = sizeof def, .algorithm = CAIRN_KNN, .option_count = 7, .options = then};
    cairn_agent *agents[2];
    test_random random = {17};
    assert_int_equal(cairn_agent_create(map, db, NULL, &agents[0]), CAIRN_OK);
    assert_int_equal(cairn_agent_create(map, db, &def, &agents[1]), CAIRN_OK);
    for (int walks = 0; walks < 20;) {
        cairn_step steps[2] = {{0}, {0}};
        cairn_cell ends[2];
        for (int i = 0; i < 2; i++)
            ends[i] = test_draw_cell(&random, 40, 30);
        cairn_status status = cairn_agent_start(agents[0], ends[0], ends[1]);
        assert_int_equal(cairn_agent_start(agents[1], ends[0], ends[1]), status);
        walks += status == CAIRN_OK;
        while (status == CAIRN_OK && steps[0].kind != CAIRN_STEP_ARRIVED) {
            for (int i = 0; i < 2; i++)
                assert_int_equal(cairn_agent_step(agents[i], &steps[i]), CAIRN_OK);
            assert_true(steps[0].kind == steps[1].kind && steps[0].cell == steps[1].cell &&
                        steps[0].units == steps[1].units);
        }
    }
    cairn_agent_destroy(agents[0]);
    cairn_agent_destroy(agents[1]);
}

static void check_good(const good_file *file)
{
    cairn_db *db = NULL;
    cairn_detail detail = {0};
    cairn_map *map = golden_open_map(file->corners);
    cairn_db_def def = {.size = sizeof def};
    def.detail = &detail;
    if (cairn_db_open(file->path, &def, &db) != CAIRN_OK ||
        cairn_db_verify(db, map, &detail) != CAIRN_OK)
        fail_msg("%s: %s", file->path, detail.text);
    cairn_db_info info = test_get_db_info(db);
    assert_int_equal(info.format_version, 2);
    assert_int_equal(info.kind, CAIRN_DB_KNN);
    assert_int_equal(info.algorithm, CAIRN_KNN);
    assert_int_equal(info.corners, file->corners);
    assert_int_equal(test_get_figure(db, "skip_direct"), file->skip_direct);
    assert_int_equal(test_get_figure(db, "records"), file->records);
    assert_true(test_get_figure(db, "seed") == file->seed);
    check_walks(db, map);
    cairn_db_close(db);
    cairn_map_close(map);
}

static void test_good_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < GOOD_FILES; i++)
        check_good(&good_files[i]);
}

/* The builder of today makes the files of then. */
static void test_same_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < GOOD_FILES; i++) {
        test_image image;
        size_t count;
        cairn_map *map = golden_open_map(good_files[i].corners);
        test_plan def = get_def(&good_files[i], map);
        char *bytes = test_file_read(good_files[i].path, &count);
        test_image_build(&image, &def);
        assert_int_equal(count, image.count);
        assert_memory_equal(bytes, image.bytes, count);
        free(bytes);
        test_image_destroy(&image);
        cairn_map_close(map);
    }
}

/* ---- files that must fail, with the status in their name ---- */

/* What is wrong with a file; the frame's checksums are repaired after it. */
typedef struct bad_file {
    const char *path;
    cairn_status status; /* what opening it or verifying it says */
    void (*damage)(test_image *image);
} bad_file;

static void set_required(test_image *image)
{
    memcpy(test_image_get_section(image, "LENG")->tag, "NEWS", 4);
}

static void set_view(test_image *image)
{
    test_image_get_section(image, "LENG")->view = 1;
}

static void set_feature(test_image *image)
{
    test_image_get_header(image)->features = 1;
}

static void set_kind(test_image *image)
{
    test_image_get_header(image)->kind = 77;
}

static void set_records(test_image *image)
{
    cairn__knn_head *head = test_image_get_content(image, "KNNH");
    head->records++;
}

static void set_offset(test_image *image)
{
    test_image_get_section(image, "INNR")->offset += 8;
}

static void repeat_section(test_image *image)
{
    memcpy(test_image_get_section(image, "LENG")->tag, "IDS ", 4);
}

static void set_id(test_image *image)
{
    uint32_t *ids = test_image_get_content(image, "IDS ");
    ids[0] = UINT32_MAX;
}

static void set_map(test_image *image)
{
    test_image_get_header(image)->map_fingerprint++;
}

static void set_state(test_image *image)
{
    cairn__xy *inner = test_image_get_content(image, "INNR");
    inner[0] = (cairn__xy){.x = UINT16_MAX, .y = UINT16_MAX};
}

static void cut_short(test_image *image)
{
    image->count -= 8;
}

/* The first two are of libraries of long ago and are never written again. */
static const bad_file bad_files[] = {
    {GOLDEN_FOLDER "fail-VERSION-format-1.cairn", CAIRN_VERSION, NULL},
    {GOLDEN_FOLDER "fail-VERSION-lists-1.cairn", CAIRN_VERSION, NULL},
    {GOLDEN_FOLDER "fail-VERSION-required-section.cairn", CAIRN_VERSION, set_required},
    {GOLDEN_FOLDER "fail-VERSION-required-view.cairn", CAIRN_VERSION, set_view},
    {GOLDEN_FOLDER "fail-VERSION-feature.cairn", CAIRN_VERSION, set_feature},
    {GOLDEN_FOLDER "fail-VERSION-kind.cairn", CAIRN_VERSION, set_kind},
    {GOLDEN_FOLDER "fail-CORRUPT-records.cairn", CAIRN_CORRUPT, set_records},
    {GOLDEN_FOLDER "fail-CORRUPT-offset.cairn", CAIRN_CORRUPT, set_offset},
    {GOLDEN_FOLDER "fail-CORRUPT-section-twice.cairn", CAIRN_CORRUPT, repeat_section},
    {GOLDEN_FOLDER "fail-CORRUPT-id.cairn", CAIRN_CORRUPT, set_id},
    {GOLDEN_FOLDER "fail-CORRUPT-short.cairn", CAIRN_CORRUPT, cut_short},
    {GOLDEN_FOLDER "fail-MISMATCH-map.cairn", CAIRN_MISMATCH, set_map},
    {GOLDEN_FOLDER "fail-INVALID-state.cairn", CAIRN_INVALID, set_state},
};

#define BAD_FILES (sizeof bad_files / sizeof bad_files[0])

static void regenerate_bad(void)
{
    for (size_t i = 0; i < BAD_FILES; i++) {
        test_image image;
        if (bad_files[i].damage == NULL)
            continue;
        golden_read(good_files[2].path, &image);
        bad_files[i].damage(&image);
        test_image_repair(&image);
        test_file_write(bad_files[i].path, image.bytes, image.count);
        test_image_destroy(&image);
    }
}

static void test_bad_files(void **state)
{
    (void)state;
    cairn_map *map = golden_open_map(CAIRN_CORNERS_STRICT);
    for (size_t i = 0; i < BAD_FILES; i++) {
        cairn_status status = golden_verify_file(bad_files[i].path, map, NULL);
        if (status != bad_files[i].status)
            fail_msg("%s: %s", bad_files[i].path, cairn_status_get_name(status));
        assert_non_null(strstr(bad_files[i].path, cairn_status_get_name(status)));
    }
    cairn_map_close(map);
}

/* A file of an earlier format is refused with a sentence that says what to do. */
static void test_earlier_formats(void **state)
{
    (void)state;
    static const char *const sentences[] = {
        "format version 1 is of an earlier cairn; build the database again",
        "section BEND is of an earlier cairn; build the database again"};
    for (size_t i = 0; i < 2; i++) {
        cairn_db *db = NULL;
        cairn_detail detail = {0};
        cairn_db_def def = {.size = sizeof def};
        def.detail = &detail;
        assert_int_equal(cairn_db_open(bad_files[i].path, &def, &db), CAIRN_VERSION);
        assert_string_equal(detail.text, sentences[i]);
    }
}

/* ---- damage ---- */

static int create_fixture(void **state)
{
    if (getenv("CAIRN_REGENERATE") != NULL) {
        regenerate();
        regenerate_bad();
    }
    return golden_create_fixture(state);
}

static void test_truncated(void **state)
{
    const golden_fixture *fix = *state;
    for (size_t count = 0; count < fix->good.count; count++) {
        test_image image;
        test_image_copy(&image, fix->good.bytes, count);
        assert_int_equal(test_image_verify(&image, fix->map), CAIRN_CORRUPT);
        test_image_destroy(&image);
    }
}

static void test_extended(void **state)
{
    const golden_fixture *fix = *state;
    for (size_t more = 1; more <= 64; more++) {
        test_image image = {.count = fix->good.count + more};
        image.bytes = calloc(image.count, 1);
        memcpy(image.bytes, fix->good.bytes, fix->good.count);
        assert_int_equal(test_image_verify(&image, fix->map), CAIRN_CORRUPT);
        test_image_get_header(&image)->file_bytes = image.count;
        test_image_repair(&image);
        assert_int_equal(test_image_verify(&image, fix->map), CAIRN_CORRUPT);
        test_image_destroy(&image);
    }
}

static void test_flipped(void **state)
{
    const golden_fixture *fix = *state;
    test_image image = golden_copy(fix);
    for (size_t i = 0; i < image.count; i++)
        for (int bit = 0; bit < 8; bit++) {
            image.bytes[i] ^= (unsigned char)(1 << bit);
            if (test_image_verify(&image, fix->map) == CAIRN_OK)
                fail_msg("bit %d of byte %zu is not missed", bit, i);
            image.bytes[i] ^= (unsigned char)(1 << bit);
        }
    test_image_destroy(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_files), cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_bad_files),  cmocka_unit_test(test_earlier_formats),
        cmocka_unit_test(test_truncated),  cmocka_unit_test(test_extended),
        cmocka_unit_test(test_flipped),
    };
    return cmocka_run_group_tests_name("golden", tests, create_fixture, golden_destroy_fixture);
}
