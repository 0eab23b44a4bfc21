/* test_part.c (property): records that travel: as parts, as checkpoints, from an older database.
 * However they are put together, the result is the database of one plain build; and bytes that
 * are not what they should be are refused with what is wrong. */
#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build/records/part_format.h"

enum { RECORDS = 70 };

typedef struct fixture {
    test_world world;
    test_plan def;
    cairn_detail detail;
    test_image whole; /* the database of one plain build */
} fixture;

static void create_fixture(fixture *fix)
{
    test_world_create_scene(&fix->world, CAIRN_SCENE_ROOMS, 90, 70, CAIRN_CORNERS_STRICT);
    fix->def = test_plan_make(CAIRN_DB_KNN);
    fix->def.map = fix->world.map;
    fix->def.records = RECORDS;
    fix->def.detail = &fix->detail;
    test_image_build(&fix->whole, &fix->def);
}

static void destroy_fixture(fixture *fix)
{
    test_image_destroy(&fix->whole);
    test_world_destroy(&fix->world);
}

static cairn_build *create_build(const test_plan *def)
{
    cairn_build *build = NULL;
    assert_int_equal(test_plan_create(def, &build), CAIRN_OK);
    return build;
}

static void check_whole(const fixture *fix, const cairn_build *build)
{
    test_image image;
    assert_int_equal(test_build_get_finished(build), RECORDS);
    test_image_write(&image, build);
    assert_int_equal(image.count, fix->whole.count);
    assert_memory_equal(image.bytes, fix->whole.bytes, image.count);
    test_image_destroy(&image);
}

/* The first record from `first` on that is not there yet. */
static uint32_t get_finished(const cairn_build *build, uint32_t first)
{
    uint32_t finished = 0;
    assert_int_equal(cairn_build_get_records(build, first, NULL, &finished), CAIRN_OK);
    return finished;
}

/* The records first .. end - 1, made by a build of their own. */
static void make_part(const fixture *fix, uint32_t first, uint32_t end, test_image *part)
{
    cairn_build *build = create_build(&fix->def);
    size_t bytes = 0;
    assert_int_equal(cairn_build_run_records(build, first, end), CAIRN_OK);
    assert_true(get_finished(build, first) >= end);
    assert_int_equal(cairn_build_write_part(build, first, end, 0, NULL, &bytes), CAIRN_CAPACITY);
    part->bytes = malloc(bytes);
    part->count = bytes;
    assert_int_equal(cairn_build_write_part(build, first, end, bytes, part->bytes, &bytes),
                     CAIRN_OK);
    cairn_build_destroy(build);
}

/* ---- parts ---- */

static void parts_in_any_order_make_the_whole(void **state)
{
    (void)state;
    static const uint32_t ends[][2] = {{48, RECORDS}, {0, 16}, {16, 48}, {0, 16}};
    fixture fix;
    create_fixture(&fix);
    cairn_build *build = create_build(&fix.def);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        test_image part;
        make_part(&fix, ends[i][0], ends[i][1], &part);
        assert_int_equal(cairn_build_add_part(build, part.bytes, part.count), CAIRN_OK);
        test_image_destroy(&part);
    }
    check_whole(&fix, build);
    cairn_build_destroy(build);
    destroy_fixture(&fix);
}

/* What is left out is refused with a sentence. */
static void nothing_is_no_part(void **state)
{
    (void)state;
    fixture fix;
    cairn_detail detail = {0};
    create_fixture(&fix);
    fix.def.detail = &detail;
    cairn_build *build = create_build(&fix.def);
    assert_int_equal(cairn_build_add_part(build, NULL, 0), CAIRN_ARGUMENT);
    assert_int_not_equal(detail.text[0], '\0');
    detail.text[0] = '\0';
    assert_int_equal(cairn_build_add_db(build, NULL), CAIRN_ARGUMENT);
    assert_int_not_equal(detail.text[0], '\0');
    detail.text[0] = '\0';
    assert_int_equal(cairn_build_use_checkpoint(build, NULL, CAIRN_CHECKPOINT_READ),
                     CAIRN_ARGUMENT);
    assert_int_not_equal(detail.text[0], '\0');
    assert_int_equal(cairn_build_use_checkpoint(build, "never", 77), CAIRN_ARGUMENT);
    assert_non_null(strstr(detail.text, "77"));
    cairn_build_destroy(build);
    destroy_fixture(&fix);
}

static void a_run_fills_the_gaps(void **state)
{
    (void)state;
    fixture fix;
    test_image part;
    create_fixture(&fix);
    cairn_build *build = create_build(&fix.def);
    make_part(&fix, 32, 48, &part);
    assert_int_equal(cairn_build_add_part(build, part.bytes, part.count), CAIRN_OK);
    assert_int_equal(test_build_get_finished(build), 0);
    assert_int_equal(get_finished(build, 32), 48);
    assert_int_equal(get_finished(build, 40), 48);
    assert_int_equal(get_finished(build, 16), 16);
    uint32_t finished;
    assert_int_equal(cairn_build_get_records(build, RECORDS + 1, NULL, &finished), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    check_whole(&fix, build);
    cairn_build_destroy(build);
    test_image_destroy(&part);
    destroy_fixture(&fix);
}

/* Every byte of a part counts, and so does its length. */
static void damaged_parts_are_refused(void **state)
{
    (void)state;
    fixture fix;
    test_image part;
    create_fixture(&fix);
    make_part(&fix, 0, 32, &part);
    cairn_build *build = create_build(&fix.def);
    for (size_t i = 0; i < part.count; i++) {
        part.bytes[i] ^= 0x20;
        fix.detail.text[0] = '\0';
        cairn_status status = cairn_build_add_part(build, part.bytes, part.count);
        assert_true(status == CAIRN_CORRUPT || status == CAIRN_VERSION);
        assert_true(fix.detail.text[0] != '\0');
        part.bytes[i] ^= 0x20;
        if (i % 7 == 0)
            assert_int_equal(cairn_build_add_part(build, part.bytes, i), CAIRN_CORRUPT);
    }
    assert_int_equal(test_build_get_finished(build), 0);
    assert_int_equal(cairn_build_add_part(build, part.bytes, part.count), CAIRN_OK);
    assert_int_equal(test_build_get_finished(build), 32);
    cairn_build_destroy(build);
    test_image_destroy(&part);
    destroy_fixture(&fix);
}

/* Sets four bytes, repairs the checksum, and tries. */
static void try_change(const fixture *fix, const test_image *part, size_t offset, uint32_t value,
                       cairn_status expected)
{
    test_image copy;
    cairn__part_header header;
    cairn_build *build = create_build(&fix->def);
    test_image_copy(&copy, part->bytes, part->count);
    memcpy(copy.bytes + offset, &value, sizeof value);
    memcpy(&header, copy.bytes, sizeof header);
    header.checksum = cairn__part_get_checksum(&header, copy.bytes + sizeof header);
    memcpy(copy.bytes, &header, sizeof header);
    assert_int_equal(cairn_build_add_part(build, copy.bytes, copy.count), expected);
    cairn_build_destroy(build);
    test_image_destroy(&copy);
}

static void parts_of_something_else_are_refused(void **state)
{
    (void)state;
    fixture fix;
    test_image part;
    create_fixture(&fix);
    make_part(&fix, 0, 32, &part);
    size_t ranges = sizeof(cairn__part_header), counts = ranges + 2 * 8, states = counts + 32 * 8;
    try_change(&fix, &part, 8, 2, CAIRN_VERSION);                /* format */
    try_change(&fix, &part, 12, 99, CAIRN_VERSION);              /* library */
    try_change(&fix, &part, 24, 1, CAIRN_MISMATCH);              /* fingerprint */
    try_change(&fix, &part, 32, 1, CAIRN_MISMATCH);              /* width */
    try_change(&fix, &part, 40, 1, CAIRN_MISMATCH);              /* corners */
    try_change(&fix, &part, 44, 1, CAIRN_MISMATCH);              /* skip_direct */
    try_change(&fix, &part, 48, 77, CAIRN_MISMATCH);             /* seed */
    try_change(&fix, &part, 56, 1000, CAIRN_CORRUPT);            /* ranges */
    try_change(&fix, &part, ranges, 8, CAIRN_CORRUPT);           /* not where a range begins */
    try_change(&fix, &part, ranges + 4, 17, CAIRN_CORRUPT);      /* too many records in it */
    try_change(&fix, &part, ranges + 4, 15, CAIRN_CORRUPT);      /* a record of no range */
    try_change(&fix, &part, ranges + 8, 0, CAIRN_CORRUPT);       /* there twice */
    try_change(&fix, &part, counts, 1, CAIRN_CORRUPT);           /* a record of one state */
    try_change(&fix, &part, counts, UINT32_MAX, CAIRN_CORRUPT);  /* of too many */
    try_change(&fix, &part, counts + 4, 1, CAIRN_INVALID);       /* a length that is too short */
    try_change(&fix, &part, counts + 4, 1 << 30, CAIRN_INVALID); /* too long */
    try_change(&fix, &part, states, 0xffffffff, CAIRN_INVALID);  /* a start outside the map */
    try_change(&fix, &part, ranges, 0x10000000, CAIRN_CORRUPT);  /* out of order */
    try_change(&fix, &part, ranges + 8, 0x1000000, CAIRN_OK);    /* beyond what is wanted */
    test_image_destroy(&part);
    destroy_fixture(&fix);
}

static void bad_ranges_are_refused(void **state)
{
    (void)state;
    fixture fix;
    size_t bytes;
    create_fixture(&fix);
    cairn_build *build = create_build(&fix.def);
    assert_int_equal(cairn_build_run_records(build, 1, 16), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_run_records(build, 0, 15), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_run_records(build, 16, 0), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_run_records(build, 0, RECORDS + 10), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_write_part(build, 0, 15, 0, NULL, &bytes), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_set_records(build, RECORDS - 1), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_set_records(build, CAIRN_MAX_RECORDS + 1), CAIRN_LIMIT);
    cairn_build_destroy(build);
    destroy_fixture(&fix);
}

/* ---- growing ---- */

/* From every number of records, to cut ranges everywhere. */
static void a_build_can_grow(void **state)
{
    (void)state;
    fixture fix;
    create_fixture(&fix);
    for (uint32_t first = 0; first <= RECORDS; first += 5) {
        test_plan def = fix.def;
        def.records = first;
        cairn_build *build = create_build(&def);
        assert_int_equal(cairn_build_run(build), CAIRN_OK);
        assert_int_equal(test_build_get_finished(build), first);
        assert_int_equal(cairn_build_set_records(build, RECORDS), CAIRN_OK);
        assert_int_equal(test_build_get_finished(build), first);
        assert_int_equal(cairn_build_run(build), CAIRN_OK);
        check_whole(&fix, build);
        cairn_build_destroy(build);
    }
    destroy_fixture(&fix);
}

static cairn_db *open_image(const test_image *image)
{
    cairn_db_def def = {.size = sizeof def};
    cairn_db *db = NULL;
    assert_int_equal(cairn_db_open_memory(image->bytes, image->count, &def, &db), CAIRN_OK);
    return db;
}

static void a_database_can_be_extended(void **state)
{
    (void)state;
    fixture fix;
    create_fixture(&fix);
    for (uint32_t first = 0; first <= RECORDS; first += 7) {
        test_image old;
        test_plan def = fix.def;
        def.records = first;
        test_image_build(&old, &def);
        cairn_db *db = open_image(&old);
        cairn_build *build = create_build(&fix.def);
        assert_int_equal(cairn_build_add_db(build, db), CAIRN_OK);
        assert_int_equal(test_build_get_finished(build), first);
        assert_int_equal(cairn_build_run(build), CAIRN_OK);
        check_whole(&fix, build);
        cairn_build_destroy(build);
        cairn_db_close(db);
        test_image_destroy(&old);
    }
    destroy_fixture(&fix);
}

/* The old records are kept even where a build would make others. */
static void extending_keeps_the_old_records(void **state)
{
    (void)state;
    fixture fix;
    test_image image;
    create_fixture(&fix);
    cairn_engine_def engine_def = {.size = sizeof engine_def};
    engine_def.method = CAIRN_METHOD_ASTAR;
    cairn_engine *engine = NULL;
    assert_int_equal(cairn_engine_create(fix.world.map, &engine_def, &engine), CAIRN_OK);
    test_plan def = fix.def;
    def.records = 20;
    def.engine = engine;
    test_image_build(&image, &def);
    test_image plain;
    def.engine = NULL;
    test_image_build(&plain, &def);
    assert_true(image.count != plain.count || memcmp(image.bytes, plain.bytes, image.count) != 0);
    cairn_db *db = open_image(&image);
    cairn_build *build = create_build(&fix.def);
    assert_int_equal(cairn_build_add_db(build, db), CAIRN_OK);
    test_image again;
    test_image_write(&again, build);
    assert_int_equal(again.count, image.count);
    assert_memory_equal(again.bytes, image.bytes, image.count);
    cairn_build_destroy(build);
    cairn_db_close(db);
    cairn_engine_destroy(engine);
    test_image_destroy(&again);
    test_image_destroy(&plain);
    test_image_destroy(&image);
    destroy_fixture(&fix);
}

static void other_databases_are_not_extended(void **state)
{
    (void)state;
    fixture fix;
    test_image old;
    create_fixture(&fix);
    test_plan def = fix.def;
    test_image_build(&old, &def);
    cairn_db *db = open_image(&old);
    for (int i = 0; i < 3; i++) {
        test_plan other = fix.def;
        other.seed += i == 0;
        other.skip_direct = i == 1;
        other.records -= i == 2;
        cairn_build *build = create_build(&other);
        assert_int_equal(cairn_build_add_db(build, db), CAIRN_MISMATCH);
        assert_int_equal(test_build_get_finished(build), 0);
        cairn_build_destroy(build);
    }
    cairn_db_close(db);
    test_image_destroy(&old);
    destroy_fixture(&fix);
}

/* ---- checkpoints ---- */

static void a_checkpoint_is_gone_on_with(void **state)
{
    (void)state;
    fixture fix;
    test_folder folder;
    char path[512], stray[600];
    create_fixture(&fix);
    test_folder_create(&folder);
    test_folder_get_path(&folder, "kept", sizeof path, path);
    for (uint32_t end = 16; end <= 48; end += 16) {
        cairn_build *build = create_build(&fix.def);
        assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_READ), CAIRN_OK);
        assert_int_equal(test_build_get_finished(build), end - 16);
        assert_int_equal(cairn_build_run_records(build, 0, end), CAIRN_OK);
        assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_WRITE), CAIRN_OK);
        assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_WRITE), CAIRN_OK);
        cairn_build_destroy(build);
    }
    /* What is not ours is left alone; what a killed writer left is not read. */
    (void)snprintf(stray, sizeof stray, "%s/part-00000009.cairnpart.tmp-1-1", path);
    test_file_write(stray, "half", 4);
    cairn_build *build = create_build(&fix.def);
    assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_READ), CAIRN_OK);
    assert_int_equal(test_build_get_finished(build), 48);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    check_whole(&fix, build);
    assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_REMOVE), CAIRN_OK);
    assert_null(fopen(stray, "rb"));
    cairn_build_destroy(build);
    test_folder_destroy(&folder); /* it is empty: removing it would fail else */
    destroy_fixture(&fix);
}

/* A checkpoint made with fewer records wanted, its last range cut, serves a larger build. */
static void a_checkpoint_serves_a_larger_build(void **state)
{
    (void)state;
    fixture fix;
    test_folder folder;
    char path[512];
    create_fixture(&fix);
    test_folder_create(&folder);
    test_folder_get_path(&folder, "kept", sizeof path, path);
    test_plan def = fix.def;
    def.records = 37;
    cairn_build *build = create_build(&def);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_WRITE), CAIRN_OK);
    cairn_build_destroy(build);
    build = create_build(&fix.def);
    assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_READ), CAIRN_OK);
    assert_int_equal(test_build_get_finished(build), 37);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_WRITE), CAIRN_OK);
    check_whole(&fix, build);
    cairn_build_destroy(build);
    build = create_build(&fix.def);
    assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_READ), CAIRN_OK);
    check_whole(&fix, build);
    assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_REMOVE), CAIRN_OK);
    cairn_build_destroy(build);
    test_folder_destroy(&folder);
    destroy_fixture(&fix);
}

static void a_bad_checkpoint_is_told(void **state)
{
    (void)state;
    fixture fix;
    test_folder folder;
    char path[512];
    create_fixture(&fix);
    test_folder_create(&folder);
    test_folder_get_path(&folder, "part-00000001.cairnpart", sizeof path, path);
    cairn_build *build = create_build(&fix.def);
    test_file_write(path, "", 0);
    assert_int_equal(cairn_build_use_checkpoint(build, folder.path, CAIRN_CHECKPOINT_READ),
                     CAIRN_CORRUPT);
    assert_non_null(strstr(fix.detail.text, "part-00000001.cairnpart"));
    assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_READ), CAIRN_IO);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(cairn_build_use_checkpoint(build, path, CAIRN_CHECKPOINT_WRITE), CAIRN_IO);
    cairn_build_destroy(build);
    test_folder_destroy(&folder);
    destroy_fixture(&fix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_in_any_order_make_the_whole),
        cmocka_unit_test(nothing_is_no_part),
        cmocka_unit_test(a_run_fills_the_gaps),
        cmocka_unit_test(damaged_parts_are_refused),
        cmocka_unit_test(parts_of_something_else_are_refused),
        cmocka_unit_test(bad_ranges_are_refused),
        cmocka_unit_test(a_build_can_grow),
        cmocka_unit_test(a_database_can_be_extended),
        cmocka_unit_test(extending_keeps_the_old_records),
        cmocka_unit_test(other_databases_are_not_extended),
        cmocka_unit_test(a_checkpoint_is_gone_on_with),
        cmocka_unit_test(a_checkpoint_serves_a_larger_build),
        cmocka_unit_test(a_bad_checkpoint_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
