/* test_bake.c (property): the one build: what AUTO chooses within any number of bytes, targets,
 * and interruptions. */
#include "golden.h"

#include <string.h>

#include <cairn/lab.h>

static const cairn_option few_problems[] = {{.option = CAIRN_OPTION_PROBLEMS, .value = 12}};

/* Bytes in which regions and records of the map below fit, and labels do not. */
enum { TOO_FEW_FOR_LABELS = 2740 };

static cairn_build_def make_def(cairn_kind kind)
{
    return (cairn_build_def){
        .size = sizeof(cairn_build_def), .kind = kind, .option_count = 1, .options = few_problems};
}

static cairn_map *create_map(cairn_corners corners)
{
    const golden_scene scene = {CAIRN_SCENE_CAVES, 100, 80, corners};
    return golden_create_map(&scene, 3);
}

static cairn_build *create_build(const cairn_map *map, const cairn_build_def *def)
{
    cairn_build *build;
    assert_int_equal(cairn_build_create(map, def, &build), CAIRN_OK);
    return build;
}

static cairn_build_report get_report(const cairn_build *build)
{
    cairn_build_report report = {.size = sizeof report};
    assert_int_equal(cairn_build_get_report(build, &report), CAIRN_OK);
    return report;
}

/* The database of a finished build is sound, and has the bytes that the report says. */
static void check_database(cairn_build *build, const cairn_map *map)
{
    cairn_db *db;
    size_t bytes = 0;
    cairn_db_info info = {.size = sizeof info};
    cairn_build_report report = get_report(build);
    assert_int_equal(cairn_build_open_db(build, &db), CAIRN_OK);
    assert_int_equal(cairn_db_verify(db, map, NULL), CAIRN_OK);
    assert_int_equal(cairn_db_get_info(db, &info), CAIRN_OK);
    assert_int_equal(info.kind, report.kind);
    assert_int_equal(info.bytes, report.bytes);
    assert_int_equal(cairn_build_write_memory(build, 0, NULL, &bytes), CAIRN_CAPACITY);
    assert_int_equal(bytes, report.bytes);
    cairn_db_close(db);
}

/* ---- AUTO ---- */

static void test_labels_that_fit(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_STRICT);
    cairn_build *build = create_build(map, NULL);
    assert_int_equal(get_report(build).kind, 0);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    cairn_build_report report = get_report(build);
    assert_int_equal(report.kind, CAIRN_DB_LABELS);
    assert_non_null(strstr(report.reason, "optimal"));
    assert_int_equal(report.tried, 1);
    assert_int_equal(report.problems, 0);
    check_database(build, map);
    assert_int_equal(cairn_build_run(build), CAIRN_OK); /* there is nothing left to do */
    assert_int_equal(get_report(build).bytes, report.bytes);
    cairn_build_destroy(build);
    cairn_map_close(map);
}

/* What was tried is in the report, and nothing that fits walks shorter than what was chosen. */
static void check_tries(const cairn_build *build, uint64_t most)
{
    cairn_build_report report = get_report(build);
    bool chosen = false;
    for (uint32_t i = 0; i < report.tried; i++) {
        cairn_build_try one = {.size = sizeof one};
        assert_int_equal(cairn_build_get_try(build, i, &one), CAIRN_OK);
        assert_true(one.status == CAIRN_OK || one.status == CAIRN_LIMIT);
        if (one.status == CAIRN_LIMIT || one.kind == CAIRN_DB_LABELS)
            continue;
        assert_true(one.bytes <= most);
        if (one.problems > 0 && report.problems > 0) {
            assert_int_equal(one.problems, report.problems);
            assert_true(one.suboptimality >= report.suboptimality);
        }
        chosen = chosen || (one.kind == report.kind && one.bytes == report.bytes);
    }
    assert_true(chosen || report.problems == 0);
}

/* Ever fewer bytes: each kind has its turn, until nothing fits and the answer says what would. */
static void check_bytes(cairn_corners corners, uint64_t first, uint32_t expected)
{
    cairn_map *map = create_map(corners);
    uint32_t kinds = 0;
    cairn_status status = CAIRN_OK;
    cairn_detail detail = {0};
    cairn_build_def def = make_def(0);
    def.detail = &detail;
    for (def.max_bytes = first; status == CAIRN_OK; def.max_bytes = def.max_bytes * 3 / 4) {
        cairn_build *build = create_build(map, &def);
        status = cairn_build_run(build);
        if (status == CAIRN_OK) {
            cairn_build_report report = get_report(build);
            assert_true(report.bytes <= def.max_bytes);
            check_tries(build, def.max_bytes);
            check_database(build, map);
            kinds |= UINT32_C(1) << report.kind;
        }
        cairn_build_destroy(build);
    }
    assert_int_equal(status, CAIRN_LIMIT);
    assert_non_null(strstr(detail.text, "the smallest has"));
    assert_int_equal(kinds & expected, expected);
    cairn_map_close(map);
}

static void test_bytes(void **state)
{
    (void)state;
    check_bytes(CAIRN_CORNERS_STRICT, 1 << 20, 1 << CAIRN_DB_LABELS | 1 << CAIRN_DB_KNN);
    check_bytes(CAIRN_CORNERS_FREE, 1 << 16, 1 << CAIRN_DB_KNN);
}

/* Nothing at all: there is no byte for it. */
static void test_no_bytes(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_STRICT);
    cairn_build_def def = make_def(0);
    def.max_bytes = 1;
    cairn_build *build = create_build(map, &def);
    assert_int_equal(cairn_build_run(build), CAIRN_LIMIT);
    assert_int_equal(cairn_build_write_memory(build, 0, NULL, &(size_t){0}), CAIRN_NOT_RUN);
    assert_int_equal(cairn_build_write(build, "never.cairn"), CAIRN_NOT_RUN);
    assert_int_equal(cairn_build_open_db(build, &(cairn_db *){NULL}), CAIRN_NOT_RUN);
    cairn_build_destroy(build);
    cairn_map_close(map);
}

/* ---- targets ---- */

static cairn_build *run(const cairn_map *map, const cairn_build_def *def)
{
    cairn_build *build = create_build(map, def);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    check_database(build, map);
    return build;
}

/* The first that meets it ends the search. */
static void test_auto_target(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_FREE);
    cairn_build_def def = make_def(0);
    def.max_bytes = TOO_FEW_FOR_LABELS;
    def.target = 1000000; /* any walk that arrives */
    cairn_build *build = run(map, &def);
    cairn_build_report report = get_report(build);
    assert_int_equal(report.target_met, 1);
    assert_int_equal(report.kind, CAIRN_DB_REGIONS);
    assert_int_equal(report.tried, 3); /* labels twice */
    assert_non_null(strstr(report.reason, "meets the target"));
    cairn_build_destroy(build);
    def.target = CAIRN_TARGET_OPTIMAL;
    build = run(map, &def);
    report = get_report(build);
    assert_true(report.tried >= 3 && report.target_met == 0);
    cairn_build_destroy(build);
    cairn_map_close(map);
}

static void test_whole_target(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_STRICT);
    const cairn_kind kinds[] = {CAIRN_DB_LABELS, CAIRN_DB_REGIONS, CAIRN_DB_DLRTA};
    for (size_t i = 0; i < 3; i++) {
        cairn_build_def def = make_def(kinds[i]);
        def.target = CAIRN_TARGET_OPTIMAL;
        cairn_build *build = run(map, &def);
        cairn_build_report report = get_report(build);
        assert_int_equal(report.problems, 12);
        assert_int_equal(report.target_met, report.suboptimality == 0 && report.cut == 0);
        assert_true(kinds[i] != CAIRN_DB_LABELS || report.target_met);
        assert_true(report.median <= 100 * UINT64_C(1000000));
        cairn_build_destroy(build);
    }
    cairn_map_close(map);
}

/* Adds records until the target is met, or there are as many as allowed. */
static void test_record_target(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_STRICT);
    const cairn_option options[] = {few_problems[0],
                                    {.option = CAIRN_OPTION_RECORDS, .value = 2000},
                                    {.option = CAIRN_OPTION_FALLBACK, .value = 1},
                                    {.option = CAIRN_OPTION_MAX_SECONDS, .value = 3600}};
    cairn_build_def def = make_def(CAIRN_DB_KNN);
    def.options = options;
    def.option_count = 4;
    def.target = 1000000;
    cairn_build *build = run(map, &def);
    uint32_t wanted, finished;
    assert_int_equal(cairn_build_get_records(build, 0, &wanted, &finished), CAIRN_OK);
    assert_true(get_report(build).cut > 0 || (wanted == 1008 && finished == 1008));
    cairn_build_destroy(build);
    def.target = CAIRN_TARGET_OPTIMAL;
    build = run(map, &def);
    assert_int_equal(cairn_build_get_records(build, 0, &wanted, &finished), CAIRN_OK);
    assert_true(get_report(build).target_met || (wanted == 2000 && finished == 2000));
    cairn_build_destroy(build);
    cairn_map_close(map);
}

/* Time is over after a second, for the walks never become all optimal: what is finished by then is
 * a database. */
static void test_seconds(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_STRICT);
    const cairn_option options[] = {{.option = CAIRN_OPTION_PROBLEMS, .value = 300},
                                    {.option = CAIRN_OPTION_RECORDS, .value = CAIRN_MAX_RECORDS},
                                    {.option = CAIRN_OPTION_MAX_SECONDS, .value = 1}};
    cairn_build_def def = make_def(CAIRN_DB_KNN);
    def.options = options;
    def.option_count = 3;
    def.target = CAIRN_TARGET_OPTIMAL;
    cairn_build *build = run(map, &def);
    uint32_t wanted, finished;
    assert_int_equal(cairn_build_get_records(build, 0, &wanted, &finished), CAIRN_OK);
    assert_true(finished < CAIRN_MAX_RECORDS && !get_report(build).target_met);
    cairn_build_destroy(build);
    cairn_map_close(map);
}

/* Records of another database count, and those that a driver makes. */
static cairn_status drive(void *context, cairn_build *build)
{
    uint32_t wanted, *calls = context;
    cairn_status status = cairn_build_get_records(build, 0, &wanted, NULL);
    ++*calls;
    if (status == CAIRN_OK)
        status = cairn_build_run_records(build, 0, wanted);
    return status == CAIRN_OK ? cairn_build_tell_progress(build) : status;
}

static void test_driver(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_STRICT);
    uint32_t calls = 0;
    cairn_db *db;
    const cairn_option options[] = {few_problems[0],
                                    {.option = CAIRN_OPTION_RECORDS, .value = 1500}};
    cairn_build_def def = make_def(CAIRN_DB_KNN);
    def.options = options;
    def.option_count = 2;
    cairn_build *before = run(map, &def);
    assert_int_equal(cairn_build_open_db(before, &db), CAIRN_OK);
    def.target = CAIRN_TARGET_OPTIMAL;
    cairn_build *build = create_build(map, &def);
    const cairn_build_driver driver = {.size = sizeof driver, .run = drive, .context = &calls};
    assert_int_equal(cairn_build_set_driver(build, &driver), CAIRN_OK);
    assert_int_equal(cairn_build_add_db(build, db), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_true(calls >= 1);
    assert_int_equal(get_report(build).bytes, get_report(before).bytes);
    cairn_build_destroy(build);
    cairn_db_close(db);
    cairn_build_destroy(before);
    cairn_map_close(map);
}

/* ---- interruptions ---- */

typedef struct stopper {
    int calls;
    int last;
} stopper;

static int32_t stop_at(void *context, const cairn_progress *progress)
{
    stopper *self = context;
    assert_true(progress->phase >= 1 && progress->name[0] != '\0');
    return ++self->calls != self->last;
}

/* Stopped at any call, however often, another run comes to the same bytes. */
static void test_interrupts(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_FREE);
    cairn_build_def def = make_def(0);
    def.max_bytes = TOO_FEW_FOR_LABELS;
    cairn_build *whole = run(map, &def);
    cairn_build_report expected = get_report(whole);
    for (int last = 1; last <= 12; last++) {
        stopper self = {.last = last};
        def.progress = stop_at;
        def.progress_context = &self;
        cairn_build *build = create_build(map, &def);
        assert_int_equal(cairn_build_run(build), CAIRN_INTERRUPTED);
        assert_int_equal(get_report(build).bytes, 0);
        assert_int_equal(cairn_build_run(build), CAIRN_OK);
        check_database(build, map);
        assert_int_equal(get_report(build).kind, expected.kind);
        assert_int_equal(get_report(build).bytes, expected.bytes);
        assert_int_equal(get_report(build).suboptimality, expected.suboptimality);
        cairn_build_destroy(build);
    }
    cairn_build_destroy(whole);
    cairn_map_close(map);
}

/* ---- arguments ---- */

static void test_bad_definitions(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_FREE);
    cairn_build *build = NULL;
    cairn_detail detail;
    const struct {
        cairn_build_def def;
        const char *text;
    } bad[] = {
        {{.size = sizeof(cairn_build_def), .threads = UINT32_MAX}, "threads"},
        {{.size = sizeof(cairn_build_def), .kind = 99}, "kind number 99"},
        {{.size = sizeof(cairn_build_def), .kind = CAIRN_DB_KNN, .max_bytes = 1}, "max_bytes"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cairn_build_def def = bad[i].def;
        detail = (cairn_detail){0};
        def.detail = &detail;
        assert_int_equal(cairn_build_create(map, &def, &build), CAIRN_ARGUMENT);
        assert_non_null(strstr(detail.text, bad[i].text));
    }
    assert_int_equal(cairn_build_create(NULL, NULL, &build), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_create(map, NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_run(NULL), CAIRN_ARGUMENT);
    cairn_build_destroy(NULL);
    cairn_map_close(map);
}

/* Only a build of kind knn has records; a caller's struct may be shorter than ours. */
static void test_bad_calls(void **state)
{
    (void)state;
    cairn_map *map = create_map(CAIRN_CORNERS_STRICT);
    cairn_build_def def = make_def(CAIRN_DB_REGIONS);
    cairn_build *build = create_build(map, &def);
    cairn_build_report report = {.size = 4};
    cairn_build_try one = {.size = sizeof one};
    uint32_t count;
    assert_int_equal(cairn_build_get_report(build, &report), CAIRN_NOT_SIZED);
    report = (cairn_build_report){.size = 8, .bytes = 77};
    assert_int_equal(cairn_build_get_report(build, &report), CAIRN_OK);
    assert_true(report.kind == CAIRN_DB_REGIONS && report.bytes == 77);
    assert_int_equal(cairn_build_get_report(NULL, &report), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_get_try(build, 0, &one), CAIRN_ARGUMENT);
    const cairn_build_driver driver = {.size = sizeof driver, .run = drive};
    assert_int_equal(cairn_build_set_driver(build, &driver), CAIRN_KIND);
    assert_int_equal(cairn_build_set_records(build, 5), CAIRN_KIND);
    assert_int_equal(cairn_build_get_records(build, 0, &count, NULL), CAIRN_KIND);
    assert_int_equal(cairn_build_run_records(build, 0, 1), CAIRN_KIND);
    assert_int_equal(cairn_build_write_part(build, 0, 1, 0, NULL, NULL), CAIRN_KIND);
    assert_int_equal(cairn_build_add_part(build, "", 0), CAIRN_KIND);
    assert_int_equal(cairn_build_use_checkpoint(build, "never", CAIRN_CHECKPOINT_WRITE),
                     CAIRN_KIND);
    assert_int_equal(cairn_build_use_checkpoint(build, "never", CAIRN_CHECKPOINT_READ), CAIRN_KIND);
    assert_int_equal(cairn_build_use_checkpoint(build, "never", CAIRN_CHECKPOINT_REMOVE),
                     CAIRN_KIND);
    assert_int_equal(cairn_build_add_db(build, NULL), CAIRN_KIND);
    assert_int_equal(cairn_build_get_records(NULL, 0, NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_tell_progress(NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_set_records(NULL, 1), CAIRN_ARGUMENT);
    cairn_build_destroy(build);
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels_that_fit), cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_no_bytes),        cmocka_unit_test(test_auto_target),
        cmocka_unit_test(test_whole_target),    cmocka_unit_test(test_record_target),
        cmocka_unit_test(test_seconds),         cmocka_unit_test(test_driver),
        cmocka_unit_test(test_interrupts),      cmocka_unit_test(test_bad_definitions),
        cmocka_unit_test(test_bad_calls),
    };
    return cmocka_run_group_tests_name("bake", tests, NULL, NULL);
}
