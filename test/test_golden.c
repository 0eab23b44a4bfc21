/* test_golden.c (golden): database files of the past must open and verify for good, and damaged
 * ones must be refused with the status the table says. What still opens although it is damaged may
 * lead an agent astray, but never for good (Theorem 7).
 *
 * CAIRN_REGENERATE=1 writes the files in test/golden/ anew; only a new format version is a reason. */
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

static cairn_build_def get_def(const good_file *file, const cairn_map *map)
{
    cairn_build_def def = cairn_default_build_def();
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
        cairn_build_def def = get_def(&good_files[i], map);
        test_image_build(&image, &def);
        test_file_write(good_files[i].path, image.bytes, image.count);
        test_image_destroy(&image);
        cairn_map_close(map);
    }
}

static void check_good(const good_file *file)
{
    cairn_db *db = NULL;
    cairn_detail detail = {0};
    cairn_map *map = golden_open_map(file->corners);
    cairn_db_def def = cairn_default_db_def();
    def.detail = &detail;
    if (cairn_db_open(file->path, &def, &db) != CAIRN_OK ||
        cairn_db_verify(db, map, &detail) != CAIRN_OK)
        fail_msg("%s: %s", file->path, detail.text);
    cairn_db_info info = cairn_db_get_info(db);
    assert_int_equal(info.format_version, 1);
    assert_int_equal(info.kind, CAIRN_DB_KNN);
    assert_int_equal(info.corners, file->corners);
    assert_int_equal(info.skip_direct, file->skip_direct);
    assert_int_equal(info.records, file->records);
    assert_true(info.seed == file->seed);
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
        cairn_build_def def = get_def(&good_files[i], map);
        char *bytes = test_file_read(good_files[i].path, &count);
        test_image_build(&image, &def);
        assert_int_equal(count, image.count);
        assert_memory_equal(bytes, image.bytes, count);
        free(bytes);
        test_image_destroy(&image);
        cairn_map_close(map);
    }
}

/* ---- damage ---- */

typedef struct fixture {
    cairn_map *map;
    test_image good;
} fixture;

static int create_fixture(void **state)
{
    static fixture fix;
    size_t count;
    if (getenv("CAIRN_REGENERATE") != NULL)
        regenerate();
    fix.map = golden_open_map(good_files[0].corners);
    char *bytes = test_file_read(good_files[0].path, &count);
    test_image_copy(&fix.good, bytes, count);
    free(bytes);
    *state = &fix;
    return 0;
}

static int destroy_fixture(void **state)
{
    fixture *fix = *state;
    cairn_map_close(fix->map);
    test_image_destroy(&fix->good);
    return 0;
}

static test_image copy_good(const fixture *fix)
{
    test_image image;
    test_image_copy(&image, fix->good.bytes, fix->good.count);
    return image;
}

static void test_truncated(void **state)
{
    const fixture *fix = *state;
    for (size_t count = 0; count < fix->good.count; count++) {
        test_image image;
        test_image_copy(&image, fix->good.bytes, count);
        assert_int_equal(test_image_verify(&image, fix->map), CAIRN_CORRUPT);
        test_image_destroy(&image);
    }
}

static void test_extended(void **state)
{
    const fixture *fix = *state;
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
    const fixture *fix = *state;
    test_image image = copy_good(fix);
    for (size_t i = 0; i < image.count; i++)
        for (int bit = 0; bit < 8; bit++) {
            image.bytes[i] ^= (unsigned char)(1 << bit);
            if (test_image_verify(&image, fix->map) == CAIRN_OK)
                fail_msg("bit %d of byte %zu is not missed", bit, i);
            image.bytes[i] ^= (unsigned char)(1 << bit);
        }
    test_image_destroy(&image);
}

/* ---- header fields out of range, checksums right ---- */

typedef struct bad_field {
    const char *name;
    size_t offset;
    size_t bytes;
    uint64_t value;
    cairn_status opened;   /* what opening says */
    cairn_status verified; /* what verifying says, if it opens */
} bad_field;

#define FIELD(field, value, opened, verified)                                                      \
    {                                                                                              \
#field " " #value, offsetof(cairn__db_header, field),                                      \
            sizeof((cairn__db_header *)0)->field, value, CAIRN_##opened, CAIRN_##verified          \
    }
#define SECTION(index, field, value, opened, verified)                                             \
    {                                                                                              \
#index " " #field " " #value,                                                              \
            sizeof(cairn__db_header) + CAIRN__##index * sizeof(cairn__db_section) +                \
                offsetof(cairn__db_section, field),                                                \
            sizeof((cairn__db_section *)0)->field, value, CAIRN_##opened, CAIRN_##verified         \
    }

static const bad_field bad_fields[] = {
    FIELD(magic, 0, CORRUPT, CORRUPT),
    FIELD(magic, UINT64_C(0x0a0a4e5249414389), CORRUPT, CORRUPT), /* line ends changed */
    FIELD(format_version, 0, VERSION, VERSION),
    FIELD(format_version, 2, VERSION, VERSION),
    FIELD(format_version, UINT32_MAX, VERSION, VERSION),
    FIELD(kind, 0, VERSION, VERSION),
    FIELD(kind, 9, VERSION, VERSION),
    FIELD(kind, 2, CORRUPT, CORRUPT), /* it has no level */
    FIELD(file_bytes, 0, CORRUPT, CORRUPT),
    FIELD(file_bytes, UINT64_MAX, CORRUPT, CORRUPT),
    FIELD(header_bytes, 0, CORRUPT, CORRUPT),
    FIELD(header_bytes, 128, CORRUPT, CORRUPT),
    FIELD(header_bytes, 255, CORRUPT, CORRUPT),
    FIELD(header_bytes, UINT32_MAX, CORRUPT, CORRUPT),
    FIELD(sections, 0, CORRUPT, CORRUPT),
    FIELD(sections, 3, CORRUPT, CORRUPT),
    FIELD(sections, 6, CORRUPT, CORRUPT),
    FIELD(sections, UINT32_MAX, CORRUPT, CORRUPT),
    FIELD(map_fingerprint, 1, OK, MISMATCH),
    FIELD(width, 0, CORRUPT, CORRUPT),
    FIELD(width, 41, OK, MISMATCH),
    FIELD(width, CAIRN_MAX_SIDE + 1, CORRUPT, CORRUPT),
    FIELD(width, UINT32_MAX, CORRUPT, CORRUPT),
    FIELD(height, 0, CORRUPT, CORRUPT),
    FIELD(height, 29, OK, MISMATCH),
    FIELD(height, CAIRN_MAX_SIDE + 1, CORRUPT, CORRUPT),
    FIELD(corners, 1, OK, MISMATCH),
    FIELD(corners, 2, CORRUPT, CORRUPT),
    FIELD(corners, UINT32_MAX, CORRUPT, CORRUPT),
    FIELD(flags, 1, OK, INVALID),      /* the file has direct records */
    FIELD(flags, 2, CORRUPT, CORRUPT), /* there is no fall-back */
    FIELD(flags, 4, OK, CORRUPT),
    FIELD(flags, UINT32_MAX, CORRUPT, CORRUPT),
    FIELD(records, 0, CORRUPT, CORRUPT),
    FIELD(records, 39, CORRUPT, CORRUPT),
    FIELD(records, 41, CORRUPT, CORRUPT),
    FIELD(records, UINT32_MAX, CORRUPT, CORRUPT),
    FIELD(records, UINT32_C(1) << 31, CORRUPT, CORRUPT),
    FIELD(level, 1, OK, CORRUPT),
    FIELD(runs, 1, OK, CORRUPT),
    FIELD(states, 0, CORRUPT, CORRUPT),
    FIELD(states, 79, CORRUPT, CORRUPT),
    FIELD(states, UINT64_MAX, CORRUPT, CORRUPT),
    FIELD(states, UINT64_C(1) << 62, CORRUPT, CORRUPT),
    SECTION(ENDS, tag, 0, CORRUPT, CORRUPT),
    SECTION(ENDS, zero, 1, OK, CORRUPT),
    SECTION(ENDS, offset, 0, CORRUPT, CORRUPT),
    SECTION(ENDS, offset, UINT64_MAX - 7, CORRUPT, CORRUPT),
    SECTION(ENDS, bytes, 0, CORRUPT, CORRUPT),
    SECTION(IDS, offset, 256, CORRUPT, CORRUPT),
    SECTION(IDS, bytes, UINT64_MAX, CORRUPT, CORRUPT),
    SECTION(FIRSTS, tag, 1, CORRUPT, CORRUPT),
    SECTION(FIRSTS, zero, UINT32_MAX, OK, CORRUPT),
    SECTION(INNER, offset, UINT64_C(1) << 40, CORRUPT, CORRUPT),
    SECTION(INNER, bytes, 0, CORRUPT, CORRUPT),
};

static void check_bad_field(const fixture *fix, const bad_field *field)
{
    cairn_db *db = NULL;
    test_image image = copy_good(fix);
    memcpy(image.bytes + field->offset, &field->value, field->bytes);
    test_image_repair(&image);
    cairn_status opened = test_image_open(&image, &db);
    if (opened != field->opened)
        fail_msg("%s: opening gives %s", field->name, cairn_status_get_name(opened));
    if (opened == CAIRN_OK) {
        cairn_status verified = cairn_db_verify(db, fix->map, NULL);
        if (verified != field->verified)
            fail_msg("%s: verifying gives %s", field->name, cairn_status_get_name(verified));
        cairn_db_close(db);
    }
    test_image_destroy(&image);
}

static void test_bad_fields(void **state)
{
    const fixture *fix = *state;
    for (size_t i = 0; i < sizeof bad_fields / sizeof bad_fields[0]; i++)
        check_bad_field(fix, &bad_fields[i]);
    for (size_t i = 0; i < sizeof(cairn__db_header){0}.reserved; i++) {
        bad_field reserved = {
            "reserved", offsetof(cairn__db_header, reserved) + i, 1, 7, CAIRN_OK, CAIRN_CORRUPT};
        check_bad_field(fix, &reserved);
    }
}

/* An agent is not made from a database for the other corner setting. */
static void test_agents_refuse(void **state)
{
    const fixture *fix = *state;
    cairn_map *free_map = golden_open_map(CAIRN_CORNERS_FREE);
    cairn_agent *agent = NULL;
    cairn_db *db = NULL;
    assert_int_equal(test_image_open(&fix->good, &db), CAIRN_OK);
    cairn_agent_def def = cairn_default_agent_def();
    def.db = db;
    def.map = free_map;
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_MISMATCH);
    cairn_db_close(db);
    cairn_map_close(free_map);
}

/* ---- contents that do not fit, checksums right ---- */

enum { RECORDS = 40 };

typedef struct bad_content {
    const char *name;
    void (*damage)(const fixture *fix, const test_image *image);
    cairn_status verified;
} bad_content;

static cairn_cell find_cell(const cairn_map *map, bool open)
{
    cairn_map_info info = test_get_map_info(map);
    for (uint32_t y = 0; y < info.height; y++)
        for (uint32_t x = 0; x < info.width; x++) {
            cairn_cell cell = cairn_cell_at((uint32_t)x, (uint32_t)y);
            if (cairn_map_is_open(map, cell) == open)
                return cell;
        }
    fail_msg("there is no such cell");
    return cairn_cell_at(0, 0);
}

static void put_subgoal_into_wall(const fixture *fix, const test_image *image)
{
    cairn_cell *inner = test_image_get_content(image, CAIRN__INNER);
    inner[0] = find_cell(fix->map, false);
}

static void put_subgoal_outside(const fixture *fix, const test_image *image)
{
    (void)fix;
    cairn_cell *inner = test_image_get_content(image, CAIRN__INNER);
    inner[0] = cairn_cell_at(UINT16_MAX, UINT16_MAX);
}

/* A subgoal that its record's start cannot climb to. */
static void put_subgoal_out_of_reach(const fixture *fix, const test_image *image)
{
    const cairn__ends *ends = test_image_get_content(image, CAIRN__ENDS);
    const uint32_t *firsts = test_image_get_content(image, CAIRN__FIRSTS);
    cairn_cell *inner = test_image_get_content(image, CAIRN__INNER);
    cairn_map_info info = test_get_map_info(fix->map);
    uint32_t place = 0;
    while (firsts[place] == firsts[place + 1])
        place++;
    for (uint32_t i = 0; i < info.width * info.height; i++) {
        cairn_cell cell = cairn_cell_at((uint32_t)(i % info.width), (uint32_t)(i / info.width));
        cairn_climb climb = {.reached = true};
        (void)cairn_map_find_climb(fix->map, cairn__pack(ends[place].start), cell, CAIRN_NO_CUTOFF,
                                   &climb);
        if (cairn_map_is_open(fix->map, cell) && !climb.reached) {
            inner[firsts[place]] = cell;
            return;
        }
    }
    fail_msg("all is within reach");
}

/* A record whose first subgoal is its start: a leg that leads nowhere. */
static void repeat_start(const fixture *fix, const test_image *image)
{
    (void)fix;
    const cairn__ends *ends = test_image_get_content(image, CAIRN__ENDS);
    const uint32_t *firsts = test_image_get_content(image, CAIRN__FIRSTS);
    cairn_cell *inner = test_image_get_content(image, CAIRN__INNER);
    uint32_t place = 0;
    while (firsts[place] == firsts[place + 1])
        place++;
    inner[firsts[place]] = cairn__pack(ends[place].start);
}

static void swap_ids_in_leaf(const fixture *fix, const test_image *image)
{
    (void)fix;
    uint32_t *ids = test_image_get_content(image, CAIRN__IDS);
    uint32_t kept = ids[0];
    ids[0] = ids[1];
    ids[1] = kept;
}

static void repeat_id(const fixture *fix, const test_image *image)
{
    (void)fix;
    uint32_t *ids = test_image_get_content(image, CAIRN__IDS);
    ids[RECORDS - 1] = ids[0];
}

static void put_id_out_of_range(const fixture *fix, const test_image *image)
{
    (void)fix;
    ((uint32_t *)test_image_get_content(image, CAIRN__IDS))[7] = RECORDS;
}

static void break_kd_order(const fixture *fix, const test_image *image)
{
    (void)fix;
    cairn__ends *ends = test_image_get_content(image, CAIRN__ENDS);
    cairn__ends kept = ends[0];
    ends[0] = ends[RECORDS - 1];
    ends[RECORDS - 1] = kept;
}

static void break_kd_root(const fixture *fix, const test_image *image)
{
    (void)fix;
    cairn__ends *ends = test_image_get_content(image, CAIRN__ENDS);
    ends[RECORDS / 2].start.x = 0;
}

static void decrease_firsts(const fixture *fix, const test_image *image)
{
    (void)fix;
    uint32_t *firsts = test_image_get_content(image, CAIRN__FIRSTS);
    firsts[10] = firsts[20] + 1;
}

static void begin_firsts_late(const fixture *fix, const test_image *image)
{
    (void)fix;
    ((uint32_t *)test_image_get_content(image, CAIRN__FIRSTS))[0] = 1;
}

static void put_firsts_out_of_range(const fixture *fix, const test_image *image)
{
    (void)fix;
    ((uint32_t *)test_image_get_content(image, CAIRN__FIRSTS))[RECORDS - 1] = UINT32_MAX;
}

/* Shorter than the distance between its ends, or longer than climbing its legs. */
static void shorten_length(const fixture *fix, const test_image *image)
{
    (void)fix;
    const cairn__ends *ends = test_image_get_content(image, CAIRN__ENDS);
    uint32_t *lengths = test_image_get_content(image, CAIRN__LENGTHS);
    lengths[3] = cairn__get_distance(ends[3].start, ends[3].goal) - 1;
}

static void lengthen_length(const fixture *fix, const test_image *image)
{
    (void)fix;
    ((uint32_t *)test_image_get_content(image, CAIRN__LENGTHS))[RECORDS - 1] = UINT32_MAX;
}

static const bad_content bad_contents[] = {
    {"a length that is too short", shorten_length, CAIRN_INVALID},
    {"a length that is too long", lengthen_length, CAIRN_INVALID},
    {"a subgoal in a wall", put_subgoal_into_wall, CAIRN_INVALID},
    {"a subgoal outside the map", put_subgoal_outside, CAIRN_INVALID},
    {"a subgoal out of reach", put_subgoal_out_of_reach, CAIRN_INVALID},
    {"a state twice in a row", repeat_start, CAIRN_INVALID},
    {"ids swapped", swap_ids_in_leaf, CAIRN_CORRUPT},
    {"an id twice", repeat_id, CAIRN_CORRUPT},
    {"an id out of range", put_id_out_of_range, CAIRN_CORRUPT},
    {"kd order broken", break_kd_order, CAIRN_CORRUPT},
    {"kd root broken", break_kd_root, CAIRN_CORRUPT},
    {"firsts that decrease", decrease_firsts, CAIRN_CORRUPT},
    {"firsts that begin late", begin_firsts_late, CAIRN_CORRUPT},
    {"firsts out of range", put_firsts_out_of_range, CAIRN_CORRUPT},
};

static void test_bad_contents(void **state)
{
    const fixture *fix = *state;
    for (size_t i = 0; i < sizeof bad_contents / sizeof bad_contents[0]; i++) {
        test_image image = copy_good(fix);
        bad_contents[i].damage(fix, &image);
        assert_int_equal(test_image_verify(&image, fix->map), CAIRN_CORRUPT); /* its checksum */
        test_image_repair(&image);
        cairn_status verified = test_image_verify(&image, fix->map);
        if (verified != bad_contents[i].verified)
            fail_msg("%s: verifying gives %s", bad_contents[i].name,
                     cairn_status_get_name(verified));
        test_image_destroy(&image);
    }
}

/* Ends moved into walls or onto each other, wherever the kd order still allows it. */
static void test_bad_ends(void **state)
{
    const fixture *fix = *state;
    cairn_map_info info = test_get_map_info(fix->map);
    int invalid = 0;
    test_image image = copy_good(fix);
    cairn__ends *ends = test_image_get_content(&image, CAIRN__ENDS);
    for (uint32_t place = 0; place < RECORDS; place++) {
        cairn__ends kept = ends[place];
        for (uint32_t i = 0; i < info.width * info.height; i += 7) {
            cairn_cell cell = cairn_cell_at((uint32_t)(i % info.width), (uint32_t)(i / info.width));
            if (cairn_map_is_open(fix->map, cell))
                continue;
            ends[place].start = cairn__unpack(cell);
            test_image_repair(&image);
            if (test_image_verify(&image, NULL) == CAIRN_OK) {
                assert_int_equal(test_image_verify(&image, fix->map), CAIRN_INVALID);
                invalid++;
            }
        }
        ends[place].start = kept.goal;
        test_image_repair(&image);
        assert_int_not_equal(test_image_verify(&image, fix->map), CAIRN_OK);
        ends[place] = kept;
    }
    assert_true(invalid > 20);
    test_image_destroy(&image);
}

/* ---- agents on damaged databases ---- */

static void damage_at_random(test_image *image, test_random *random)
{
    size_t first = test_image_get_header(image)->header_bytes;
    int count = 1 + test_draw_below(random, 200);
    for (int i = 0; i < count; i++) {
        size_t place = first + (size_t)test_draw_below(random, (int)(image->count - first));
        /* Small numbers are more often in range than random ones. */
        bool small = test_draw_below(random, 2) != 0;
        image->bytes[place] = (unsigned char)test_draw_below(random, small ? 40 : 256);
    }
    test_image_repair(image);
}

static void check_arrival(const cairn_agent_def *def, test_random *random)
{
    cairn_agent *agent = NULL;
    cairn_map_info info = test_get_map_info(def->map);
    assert_int_equal(cairn_agent_create(def, &agent), CAIRN_OK);
    for (int problem = 0; problem < 4;) {
        cairn_cell ends[2];
        for (int i = 0; i < 2; i++)
            ends[i] = cairn_cell_at((uint32_t)test_draw_below(random, (int)info.width),
                                    (uint32_t)test_draw_below(random, (int)info.height));
        if (cairn_agent_start(agent, ends[0], ends[1]) != CAIRN_OK)
            continue;
        cairn_step step = {.kind = CAIRN_STEP_MOVED};
        for (int moves = 0; step.kind != CAIRN_STEP_ARRIVED; moves++) {
            assert_true(moves < 100000);
            assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
            assert_true(cairn_map_is_open(def->map, step.cell));
        }
        problem++;
    }
    cairn_agent_destroy(agent);
}

static void check_damaged(const fixture *fix, test_image *image, test_random *random)
{
    cairn_db *db = NULL;
    cairn_fragments *fragments = NULL;
    cairn_db_def db_def = cairn_default_db_def();
    assert_int_equal(test_image_open(image, &db), CAIRN_OK);
    cairn_agent_def def = cairn_default_agent_def();
    def.map = fix->map;
    def.db = db;
    def.enhancements = (uint32_t)test_draw_below(random, CAIRN_ENHANCE_ALL + 1);
    check_arrival(&def, random);
    def.enhancements = CAIRN_ENHANCE_ALL;
    check_arrival(&def, random);
    cairn_status status = cairn_fragments_create(db, &db_def, &fragments);
    assert_true(status == CAIRN_OK || status == CAIRN_CORRUPT || status == CAIRN_LIMIT);
    if (status == CAIRN_OK) {
        def.fragments = fragments;
        check_arrival(&def, random);
        cairn_fragments_destroy(fragments);
    }
    cairn_db_close(db);
}

static void test_agents_arrive(void **state)
{
    const fixture *fix = *state;
    test_random random = {31};
    for (size_t i = 0; i < sizeof bad_contents / sizeof bad_contents[0]; i++) {
        test_image image = copy_good(fix);
        bad_contents[i].damage(fix, &image);
        check_damaged(fix, &image, &random);
        test_image_destroy(&image);
    }
    for (int i = 0; i < 500; i++) {
        test_image image = copy_good(fix);
        damage_at_random(&image, &random);
        check_damaged(fix, &image, &random);
        test_image_destroy(&image);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_files),    cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_truncated),     cmocka_unit_test(test_extended),
        cmocka_unit_test(test_flipped),       cmocka_unit_test(test_bad_fields),
        cmocka_unit_test(test_agents_refuse), cmocka_unit_test(test_bad_contents),
        cmocka_unit_test(test_bad_ends),      cmocka_unit_test(test_agents_arrive),
    };
    return cmocka_run_group_tests_name("golden", tests, create_fixture, destroy_fixture);
}
