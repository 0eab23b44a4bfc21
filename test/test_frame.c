/* test_frame.c (golden): the frame of a database with values that a header or a section table could
 * not have, checksums right: each is refused with the status the table says. Sections that this
 * version does not know are skipped if they are optional, and refused if they are required. */
#include "golden.h"

#include <stdlib.h>
#include <string.h>

#include "build/db_draft.h"

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
            sizeof(cairn__db_header) + index * sizeof(cairn__db_section) +                         \
                offsetof(cairn__db_section, field),                                                \
            sizeof((cairn__db_section *)0)->field, value, CAIRN_##opened, CAIRN_##verified         \
    }

enum { HEAD, ENDS, IDS, FIRSTS, INNER, LENGTHS };

static const bad_field bad_fields[] = {
    FIELD(magic, 0, CORRUPT, CORRUPT),
    FIELD(magic, UINT64_C(0x0a0a4e5249414389), CORRUPT, CORRUPT), /* line ends changed */
    FIELD(format_version, 0, VERSION, VERSION),
    FIELD(format_version, 1, VERSION, VERSION),
    FIELD(format_version, 3, VERSION, VERSION),
    FIELD(format_version, UINT32_MAX, VERSION, VERSION),
    FIELD(kind, 0, VERSION, VERSION),
    FIELD(kind, 9, VERSION, VERSION),
    FIELD(kind, 2, VERSION, VERSION), /* that kind does not know the sections */
    FIELD(file_bytes, 0, CORRUPT, CORRUPT),
    FIELD(file_bytes, UINT64_MAX, CORRUPT, CORRUPT),
    FIELD(header_bytes, 0, CORRUPT, CORRUPT),
    FIELD(header_bytes, 80, CORRUPT, CORRUPT),
    FIELD(header_bytes, 321, CORRUPT, CORRUPT),
    FIELD(header_bytes, UINT32_MAX, CORRUPT, CORRUPT),
    FIELD(sections, 0, CORRUPT, CORRUPT),
    FIELD(sections, 5, CORRUPT, CORRUPT),
    FIELD(sections, 7, CORRUPT, CORRUPT),
    FIELD(sections, CAIRN__MOST_SECTIONS + 1, CORRUPT, CORRUPT),
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
    FIELD(features, 1, VERSION, VERSION),
    FIELD(features, UINT32_MAX, VERSION, VERSION),
    SECTION(HEAD, tag, 0, VERSION, VERSION),
    SECTION(HEAD, version, 2, VERSION, VERSION),
    SECTION(HEAD, flags, 0, OK, OK), /* it is known all the same */
    SECTION(HEAD, flags, 3, OK, CORRUPT),
    SECTION(HEAD, zero, 1, OK, CORRUPT),
    SECTION(HEAD, bytes, 16, CORRUPT, CORRUPT),
    SECTION(ENDS, view, 1, VERSION, VERSION),
    SECTION(ENDS, offset, 0, CORRUPT, CORRUPT),
    SECTION(ENDS, offset, UINT64_MAX - 7, CORRUPT, CORRUPT),
    SECTION(ENDS, bytes, 0, CORRUPT, CORRUPT),
    SECTION(IDS, offset, 256, CORRUPT, CORRUPT),
    SECTION(IDS, bytes, UINT64_MAX, CORRUPT, CORRUPT),
    SECTION(FIRSTS, tag, UINT32_C(0x20534449), CORRUPT, CORRUPT), /* IDS, a second time */
    SECTION(INNER, offset, UINT64_C(1) << 40, CORRUPT, CORRUPT),
    SECTION(INNER, bytes, 0, CORRUPT, CORRUPT),
    SECTION(LENGTHS, flags, 0, OK, OK),
};

static void check_bad_field(const golden_fixture *fix, const bad_field *field)
{
    cairn_db *db = NULL;
    test_image image = golden_copy(fix);
    test_image_put_number(image.bytes + field->offset, field->bytes, field->value);
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
    const golden_fixture *fix = *state;
    for (size_t i = 0; i < sizeof bad_fields / sizeof bad_fields[0]; i++)
        check_bad_field(fix, &bad_fields[i]);
    for (size_t i = 0; i < sizeof(cairn__db_header){0}.reserved; i++) {
        bad_field reserved = {
            "reserved", offsetof(cairn__db_header, reserved) + i, 1, 7, CAIRN_OK, CAIRN_CORRUPT};
        check_bad_field(fix, &reserved);
    }
}

/* The counts of kind knn, in its own section. */
typedef struct bad_head {
    size_t offset;
    size_t bytes;
    uint64_t value;
    cairn_status opened;
    cairn_status verified;
} bad_head;

#define HEAD_FIELD(field, value, opened, verified)                                                 \
    {                                                                                              \
        offsetof(cairn__knn_head, field), sizeof((cairn__knn_head *)0)->field, value,              \
            CAIRN_##opened, CAIRN_##verified                                                       \
    }

static const bad_head bad_heads[] = {
    HEAD_FIELD(records, 0, CORRUPT, CORRUPT),
    HEAD_FIELD(records, 39, CORRUPT, CORRUPT),
    HEAD_FIELD(records, 41, CORRUPT, CORRUPT),
    HEAD_FIELD(records, UINT32_MAX, CORRUPT, CORRUPT),
    HEAD_FIELD(records, UINT32_C(1) << 31, CORRUPT, CORRUPT),
    HEAD_FIELD(states, 0, CORRUPT, CORRUPT),
    HEAD_FIELD(states, 79, CORRUPT, CORRUPT),
    HEAD_FIELD(states, UINT64_MAX, CORRUPT, CORRUPT),
    HEAD_FIELD(states, UINT64_C(1) << 62, CORRUPT, CORRUPT),
    HEAD_FIELD(flags, 1, OK, INVALID), /* the file has direct records */
    HEAD_FIELD(flags, 2, OK, CORRUPT),
    HEAD_FIELD(flags, UINT32_MAX, OK, CORRUPT),
};

static void test_bad_heads(void **state)
{
    const golden_fixture *fix = *state;
    size_t first = (size_t)cairn__little64(test_image_get_section(&fix->good, "KNNH")->offset);
    for (size_t i = 0; i < sizeof bad_heads / sizeof bad_heads[0]; i++) {
        const bad_head *bad = &bad_heads[i];
        bad_field field = {"head",     first + bad->offset, bad->bytes,
                           bad->value, bad->opened,         bad->verified};
        check_bad_field(fix, &field);
    }
}

/* ---- sections that this version does not know ---- */

/* The good database with one more section. */
static void add_section(const golden_fixture *fix, const cairn__db_section *entry,
                        test_image *image)
{
    static const uint32_t content[3] = {1, 2, 3};
    cairn_db *db;
    cairn__db_draft draft;
    assert_int_equal(test_image_open(&fix->good, &db), CAIRN_OK);
    cairn__draft_copy(&draft, db);
    cairn__draft_put(&draft, "????", 0, sizeof content, content);
    cairn__db_section *added = &draft.sections[draft.header.sections - 1].entry;
    *added = *entry;
    added->bytes = sizeof content;
    image->count = (size_t)cairn__draft_get_bytes(&draft);
    image->bytes = malloc(image->count);
    cairn__draft_write(&draft, image->bytes, NULL);
    cairn__image_seal(image->bytes);
    cairn_db_close(db);
}

static void test_unknown_sections(void **state)
{
    const golden_fixture *fix = *state;
    static const struct {
        cairn__db_section entry;
        cairn_status status;
    } cases[] = {
        {{.tag = {'N', 'E', 'W', 'S'}, .version = 1}, CAIRN_OK},
        {{.tag = {'N', 'E', 'W', 'S'}, .version = 1, .flags = 1}, CAIRN_VERSION},
        {{.tag = {'\033', '[', '1', 'm'}, .version = 9, .flags = 1}, CAIRN_VERSION},
        {{.tag = {'E', 'N', 'D', 'S'}, .version = 1, .view = 1}, CAIRN_OK},
        {{.tag = {'E', 'N', 'D', 'S'}, .version = 1, .view = 1, .flags = 1}, CAIRN_VERSION},
        {{.tag = {'E', 'N', 'D', 'S'}, .version = 1}, CAIRN_CORRUPT},
        {{.tag = {'E', 'N', 'D', 'S'}, .version = 2}, CAIRN_CORRUPT},
        {{.tag = {'N', 'E', 'T', 'S'}, .version = 2}, CAIRN_OK},
        {{.tag = {'N', 'E', 'T', 'S'}, .version = 1}, CAIRN_CORRUPT},
        {{.tag = {'L', 'A', 'B', 'L'}, .version = 1}, CAIRN_OK},
        {{.tag = {'O', 'P', 'T', 'S'}, .version = 1}, CAIRN_CORRUPT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_image image;
        cairn_db *db = NULL;
        cairn_detail detail = {0};
        cairn_db_def def = {.size = sizeof def};
        def.detail = &detail;
        add_section(fix, &cases[i].entry, &image);
        assert_int_equal(cairn_db_open_memory(image.bytes, image.count, &def, &db),
                         cases[i].status);
        assert_null(strchr(detail.text, '\033'));
        if (db != NULL)
            assert_int_equal(cairn_db_verify(db, fix->map, NULL), CAIRN_OK);
        cairn_db_close(db);
        test_image_destroy(&image);
    }
}

/* ---- recommended options ---- */

static void test_options(void **state)
{
    const golden_fixture *fix = *state;
    static const cairn_option options[] = {{7, 0, 70}, {2, 0, UINT64_MAX}, {5, 0, 0}};
    test_image once = golden_copy(fix), twice;
    cairn_db *db;
    test_image_recommend(&once, 0, 3, options);
    assert_int_equal(test_image_verify(&once, fix->map), CAIRN_OK);
    assert_int_equal(test_image_open(&once, &db), CAIRN_OK);
    assert_int_equal(db->algorithm, CAIRN_KNN);
    assert_int_equal(db->option_count, 3);
    assert_true(db->options[0].option == 2 && db->options[0].value == UINT64_MAX);
    assert_true(db->options[1].option == 5 && db->options[2].value == 70);
    cairn_option option;
    assert_int_equal(cairn_db_get_option(db, 2, &option), CAIRN_OK);
    assert_true(option.option == 7 && option.value == 70);
    assert_int_equal(cairn_db_get_option(db, 3, &option), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_option(db, 0, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_option(NULL, 0, &option), CAIRN_ARGUMENT);
    cairn_db_close(db);
    test_image_copy(&twice, once.bytes, once.count);
    test_image_recommend(&twice, CAIRN_REGIONS, 2, options); /* they are replaced */
    assert_int_equal(test_image_verify(&twice, fix->map), CAIRN_OK);
    assert_int_equal(test_image_open(&twice, &db), CAIRN_OK);
    assert_int_equal(test_get_db_info(db).algorithm, CAIRN_REGIONS);
    assert_int_equal(db->option_count, 2);
    cairn_db_close(db);
    test_image_destroy(&twice);
    cairn__option_head *head = test_image_get_content(&once, "OPTS");
    cairn_option *stored = (cairn_option *)(head + 1);
    stored[1].option = cairn__little32(2);
    test_image_repair(&once);
    assert_int_equal(test_image_verify(&once, NULL), CAIRN_CORRUPT);
    stored[1].option = cairn__little32(5);
    stored[1].reserved = 1;
    test_image_repair(&once);
    assert_int_equal(test_image_verify(&once, NULL), CAIRN_CORRUPT);
    head->count = UINT32_MAX;
    test_image_repair(&once);
    assert_int_equal(test_image_open(&once, &db), CAIRN_CORRUPT);
    test_image_destroy(&once);
}

/* ---- the border ---- */

static void test_definitions(void **state)
{
    const golden_fixture *fix = *state;
    const test_image *good = &fix->good;
    struct {
        cairn_db_def def;
        uint32_t later; /* a field of a later version */
    } larger = {.def = {.size = sizeof larger}};
    cairn_db_def unset = {0};
    cairn_db *db = NULL;
    assert_int_equal(cairn_db_open_memory(good->bytes, good->count, NULL, &db), CAIRN_OK);
    cairn_db_close(db);
    assert_int_equal(cairn_db_open_memory(good->bytes, good->count, &larger.def, &db), CAIRN_OK);
    cairn_db_close(db);
    larger.later = 1;
    db = NULL;
    assert_int_equal(cairn_db_open_memory(good->bytes, good->count, &larger.def, &db),
                     CAIRN_VERSION);
    assert_int_equal(cairn_db_open_memory(good->bytes, good->count, &unset, &db), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_db_open("x.cairn", &unset, &db), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_db_open(NULL, NULL, &db), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_open("x.cairn", NULL, NULL), CAIRN_ARGUMENT);
    assert_null(db);
}

static void test_info(void **state)
{
    const golden_fixture *fix = *state;
    cairn_db *db;
    assert_int_equal(test_image_open(&fix->good, &db), CAIRN_OK);
    cairn_db_info info = {0}, small = {.size = offsetof(cairn_db_info, width), .width = 7};
    assert_int_equal(cairn_db_get_info(db, &info), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_db_get_info(db, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_info(NULL, &small), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_info(db, &small), CAIRN_OK);
    assert_true(small.kind == CAIRN_DB_KNN &&
                small.width == 7); /* no more than there is room for */
    info.size = sizeof info;
    assert_int_equal(cairn_db_get_info(db, &info), CAIRN_OK);
    assert_true(info.size == sizeof info && info.bytes == fix->good.count);
    cairn_db_close(db);
}

/* Each figure is found by its name; none has the name of another. */
static void test_figures(void **state)
{
    const golden_fixture *fix = *state;
    cairn_db *db;
    cairn_figure figure;
    uint64_t value;
    uint32_t count = 0;
    assert_int_equal(test_image_open(&fix->good, &db), CAIRN_OK);
    for (; cairn_db_get_figure(db, count, &figure) == CAIRN_OK; count++) {
        assert_int_equal(cairn_db_find_figure(db, figure.name, &value), CAIRN_OK);
        assert_true(value == figure.value && figure.unit <= CAIRN_FIGURE_FLAG);
    }
    assert_true(count > 4);
    assert_int_equal(cairn_db_find_figure(db, "nonsense", &value), CAIRN_KIND);
    assert_int_equal(cairn_db_find_figure(db, NULL, &value), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_find_figure(db, "records", NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_find_figure(NULL, "records", &value), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_figure(NULL, 0, &figure), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_figure(db, 0, NULL), CAIRN_ARGUMENT);
    cairn_db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_fields),       cmocka_unit_test(test_bad_heads),
        cmocka_unit_test(test_unknown_sections), cmocka_unit_test(test_options),
        cmocka_unit_test(test_definitions),      cmocka_unit_test(test_info),
        cmocka_unit_test(test_figures),
    };
    return cmocka_run_group_tests_name("frame", tests, golden_create_fixture,
                                       golden_destroy_fixture);
}
