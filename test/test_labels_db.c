/* test_labels_db.c (golden): databases of kind labels as bytes: the same for any number of threads
 * and after an interruption, the same as the file of the past, refused when damaged; agents arrive
 * with whatever still opens; every allocation may fail. CAIRN_REGENERATE=1 prints the hashes and
 * writes test/golden/good-labels*.cairn anew. */
#include "golden.h"

#include <string.h>

#include "db/label_set.h"

/* ---- the same bytes ---- */

/* Settings: eps. */
static const golden_request requests[] = {
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0x7c5cd8ed667b24f6)},
    {{CAIRN_SCENE_MAZE, 61, 67, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0xad650d30ee6078fc)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0xae589bd4766bbad4)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_STRICT}, {500}, UINT64_C(0x4e2c00c9523aed3f)},
    {{CAIRN_SCENE_RANDOM, 100, 100, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0x7cc835e5f18b4719)},
    {{CAIRN_SCENE_RANDOM, 100, 100, CAIRN_CORNERS_STRICT}, {1000}, UINT64_C(0xd5e468c5f270dd00)},
    {{CAIRN_SCENE_ROUGH, 190, 190, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0xd21d3f3feb36e844)},
    {{CAIRN_SCENE_ROUGH, 190, 190, CAIRN_CORNERS_STRICT}, {10000}, UINT64_C(0xe5f2649fa2b6a149)},
    {{CAIRN_SCENE_OPEN, 65, 64, CAIRN_CORNERS_STRICT}, {0}, UINT64_C(0xa94f5d4d390ae132)},
};

#define REQUESTS (sizeof requests / sizeof requests[0])

static test_plan make_plan(const cairn_map *map, const uint32_t settings[2])
{
    test_plan plan = test_plan_make(CAIRN_DB_LABELS);
    plan.map = map;
    plan.eps = settings[0];
    return plan;
}

static test_plan get_def(const cairn_map *map, uint32_t eps)
{
    return make_plan(map, (const uint32_t[2]){eps});
}

static void test_hashes(void **state)
{
    (void)state;
    golden_check_hashes(make_plan, requests, REQUESTS, 1);
}

static void test_interrupts(void **state)
{
    (void)state;
    golden_check_interrupts(make_plan, &requests[2], 1, 3);
}

/* ---- files of the past ---- */

static const golden_file good_files[] = {
    {GOLDEN_FOLDER "good-labels.cairn", CAIRN_CORNERS_STRICT, {0}},
    {GOLDEN_FOLDER "good-labels-eps.cairn", CAIRN_CORNERS_STRICT, {1000}},
};

static void test_good_files(void **state)
{
    (void)state;
    golden_check_files(make_plan, good_files, sizeof good_files / sizeof good_files[0]);
}

/* ---- a reader written from docs/format.md alone ---- */

static uint32_t read_number(const unsigned char *bytes, size_t offset)
{
    return (uint32_t)bytes[offset] | (uint32_t)bytes[offset + 1] << 8 |
           (uint32_t)bytes[offset + 2] << 16 | (uint32_t)bytes[offset + 3] << 24;
}

static uint32_t read_row(const unsigned char *row, uint32_t index, uint32_t width)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < width; i++) {
        uint32_t bit = index * width + i;
        number |= (uint32_t)(row[bit / 8] >> bit % 8 & 1) << i;
    }
    return number;
}

/* Every distance in the labels is that of an optimal path. Returns how many there are. */
static uint64_t check_label(const test_world *world, const unsigned char *section, uint32_t node)
{
    static int costs[40 * 30];
    uint32_t nodes = read_number(section, 0), width = (uint32_t)world->ref.width;
    uint32_t buckets = read_number(section, 4) * read_number(section, 8);
    size_t hubs = 16 + 4 * (size_t)nodes, firsts = hubs + 4 * (size_t)nodes;
    size_t labels =
        firsts + 4 * (size_t)nodes + 4 + 4 * (size_t)buckets + 4 + 2 * ((size_t)nodes + nodes % 2);
    size_t at = labels + read_number(section, firsts + 4 * (size_t)node);
    size_t end = labels + read_number(section, firsts + 4 * (size_t)node + 4);
    uint32_t cell = read_number(section, 16 + 4 * (size_t)node);
    uint64_t entries = 0;
    int from = (int)((cell >> 16) * width + (cell & 0xffff));
    ref_find_costs(&world->ref, from, costs);
    while (at < end) {
        size_t group_end = at + (read_number(section, at) >> 22);
        at += 4;
        while (at < group_end) {
            uint32_t word = read_number(section, at), count = (word >> 28) + 1;
            uint32_t rank_width = word >> 18 & 31, excess_width = word >> 23 & 31;
            size_t ranks = at + 4, excesses = ranks + (count * rank_width + 7) / 8;
            at = excesses + (count * excess_width + 7) / 8;
            for (uint32_t i = 0; i < count; i++, entries++) {
                uint32_t rank = (word & 0x3ffff) + read_row(section + ranks, i, rank_width);
                uint32_t hub_cell = read_number(section, hubs + 4 * (size_t)rank);
                int hub = (int)((hub_cell >> 16) * width + (hub_cell & 0xffff));
                int excess = 2 * (int)read_row(section + excesses, i, excess_width);
                assert_int_equal(ref_get_distance(&world->ref, from, hub) + excess, costs[hub]);
            }
        }
    }
    assert_int_equal(at, end);
    return entries;
}

static void test_format(void **state)
{
    (void)state;
    test_world world;
    test_image image;
    uint64_t entries = 0;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 40, 30, CAIRN_CORNERS_STRICT);
    test_plan def = get_def(world.map, 0);
    test_image_build(&image, &def);
    const unsigned char *section = test_image_get_content(&image, "LABL");
    uint32_t nodes = read_number(section, 0);
    assert_true(nodes > 20);
    for (uint32_t node = 0; node < nodes; node++)
        entries += check_label(&world, section, node);
    const cairn__labels_head *head = test_image_get_content(&image, "LABH");
    assert_int_equal(entries, head->entries);
    test_image_destroy(&image);
    test_world_destroy(&world);
}

/* ---- damage ---- */

typedef struct fixture {
    cairn_map *map;
    test_image good;
    cairn__label_layout layout;
} fixture;

static int create_fixture(void **state)
{
    static fixture fix;
    cairn__label_head head;
    fix.map = golden_open_map(CAIRN_CORNERS_STRICT);
    test_plan def = get_def(fix.map, 0);
    test_image_build(&fix.good, &def);
    memcpy(&head, test_image_get_content(&fix.good, "LABL"), sizeof head);
    fix.layout = cairn__label_set_lay_out(&head);
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

static void test_truncated_and_flipped(void **state)
{
    const fixture *fix = *state;
    golden_check_damage(&fix->good, fix->map, 1);
}

/* A problem with a database that may be damaged: the agent arrives, and a query has an answer. */
static void check_problem(cairn_agent *agent, const cairn_agent_def *def, const cairn_cell ends[2])
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    uint32_t distance;
    if (cairn_agent_start(agent, ends[0], ends[1]) != CAIRN_OK)
        return;
    cairn_status asked = cairn_db_get_distance(def->db, def->map, def->desk, ends, &distance);
    assert_true(asked == CAIRN_OK || asked == CAIRN_CORRUPT);
    for (int moves = 0; step.kind != CAIRN_STEP_ARRIVED; moves++) {
        assert_true(moves < 1000000);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        assert_true(cairn_work_get_units(&step.work) <= def->max_work_per_step);
        assert_true(cairn_map_is_open(def->map, step.cell));
    }
}

/* Whatever opens, agents arrive with it. */
static void check_agent(const cairn_map *map, const test_image *image, uint32_t budget)
{
    cairn_db *db;
    cairn_agent *agent = NULL;
    cairn_desk *desk;
    test_random random = {budget};
    cairn_map_info info = test_get_map_info(map);
    cairn_db_def db_def = {.size = sizeof db_def};
    cairn_agent_def def = cairn_default_agent_def();
    if (test_image_open(image, &db) != CAIRN_OK)
        return;
    assert_int_equal(cairn_desk_create(db, &db_def, &desk), CAIRN_OK);
    def.map = map;
    def.db = db;
    def.desk = desk;
    def.algorithm = CAIRN_LABELS;
    def.max_work_per_step = budget;
    cairn_status status = cairn_agent_create(&def, &agent);
    assert_true(status == CAIRN_OK || status == CAIRN_MISMATCH);
    for (int i = 0; status == CAIRN_OK && i < 20; i++) {
        cairn_cell ends[2];
        for (int j = 0; j < 2; j++)
            ends[j] = cairn_cell_at((uint32_t)test_draw_below(&random, (int)info.width),
                                    (uint32_t)test_draw_below(&random, (int)info.height));
        check_problem(agent, &def, ends);
    }
    cairn_agent_destroy(agent);
    cairn_desk_destroy(desk);
    cairn_db_close(db);
}

typedef struct bad_value {
    const char *name;
    size_t part; /* where it begins in the layout's table of parts, or HEADER, or HEAD */
    size_t offset;
    size_t bytes;
    uint64_t value;
    cairn_status verified; /* what opening or verifying says */
} bad_value;

#define HEADER SIZE_MAX     /* of the file */
#define HEAD (SIZE_MAX - 1) /* the section of counts */

#define FIELD(field, value, verified)                                                              \
    {                                                                                              \
#field, HEADER, offsetof(cairn__db_header, field), sizeof((cairn__db_header *)0)->field,   \
            value, CAIRN_##verified                                                                \
    }
#define COUNT(field, value)                                                                        \
    {                                                                                              \
#field, HEAD, offsetof(cairn__labels_head, field), sizeof((cairn__labels_head *)0)->field, \
            value, CAIRN_CORRUPT                                                                   \
    }
#define PART(name, part, offset, bytes, value)                                                     \
    {                                                                                              \
        name, offsetof(cairn__label_layout, part), offset, bytes, value, CAIRN_CORRUPT             \
    }

/* Labels begin with the node itself: a head of 8 bytes, node 0, and a block of one entry. */
static const bad_value bad_values[] = {
    FIELD(kind, 1, VERSION),
    FIELD(kind, 3, VERSION),
    FIELD(kind, 9, VERSION),
    FIELD(sections, 1, CORRUPT),
    FIELD(sections, 3, CORRUPT),
    FIELD(features, 1, VERSION),
    FIELD(reserved[0], 1, CORRUPT),
    COUNT(entries, 0),
    COUNT(entries, UINT64_MAX),
    COUNT(eps, CAIRN_MAX_EPS + 1),
    COUNT(zero, 1),
    FIELD(width, 41, MISMATCH),
    FIELD(height, 31, MISMATCH),
    FIELD(width, 65, CORRUPT), /* another bucket */
    FIELD(corners, 1, CORRUPT),
    FIELD(map_fingerprint, 1, MISMATCH),
    PART("a cell outside", cells, 0, 4, UINT32_MAX),
    PART("cells out of order", cells, 4, 4, 0),
    PART("another hub", hubs, 0, 4, 0),
    PART("a hub outside", hubs, 4, 4, UINT32_MAX),
    PART("labels begin late", firsts, 0, 4, 1),
    PART("labels out of order", firsts, 4, 4, UINT32_MAX),
    PART("an empty label", firsts, 4, 4, 0),
    PART("buckets begin late", buckets, 0, 4, 1),
    PART("buckets without end", buckets, 4, 4, UINT32_MAX),
    PART("an item of no corner", items, 0, 2, 0),
    PART("another item", items, 0, 2, 0xffff),
    PART("an empty group", labels, 0, 4, 4u << 22),
    PART("a group that is too long", labels, 0, 4, 1023u << 22),
    PART("another next node", labels, 0, 4, 1u | 8u << 22),
    PART("a direction to itself", labels, 0, 4, 1u << 18 | 8u << 22),
    PART("a hub out of range", labels, 4, 4, 0x3ffff),
    PART("a block that is too wide", labels, 4, 4, 31u << 18),
    PART("a block that is too long", labels, 4, 4, 15u << 28 | 4u << 18),
    PART("padding", bytes, (size_t)-1, 1, 1),
    PART("padding", bytes, (size_t)-8, 1, 1),
};

static cairn_status damage(const fixture *fix, const bad_value *bad, test_image *image)
{
    uint64_t part = 0;
    test_image_copy(image, fix->good.bytes, fix->good.count);
    unsigned char *at = bad->part == HEADER ? image->bytes
                        : bad->part == HEAD ? test_image_get_content(image, "LABH")
                                            : test_image_get_content(image, "LABL");
    if (bad->part != HEADER && bad->part != HEAD)
        memcpy(&part, (const char *)&fix->layout + bad->part, sizeof part);
    memcpy(at + part + bad->offset, &bad->value, bad->bytes);
    test_image_repair(image);
    return test_image_verify(image, fix->map);
}

static void test_bad_values(void **state)
{
    const fixture *fix = *state;
    for (size_t i = 0; i < sizeof bad_values / sizeof bad_values[0]; i++) {
        test_image image;
        cairn_status status = damage(fix, &bad_values[i], &image);
        if (status != bad_values[i].verified)
            fail_msg("%s: %s", bad_values[i].name, cairn_status_get_name(status));
        check_agent(fix->map, &image, CAIRN_UNLIMITED);
        test_image_destroy(&image);
    }
}

/* Hardly a bit of the section can be another: the verifier knows what the builder writes. What is
 * free is the choice among ways of the same length, and of hubs that happen to fit. */
static void test_every_bit(void **state)
{
    const fixture *fix = *state;
    test_image image;
    size_t first = test_image_get_header(&fix->good)->header_bytes;
    size_t overlooked = 0;
    test_image_copy(&image, fix->good.bytes, fix->good.count);
    for (size_t i = first; i < image.count; i++) {
        unsigned char kept = image.bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            image.bytes[i] = (unsigned char)(kept ^ 1 << bit);
            test_image_repair(&image);
            cairn_status status = test_image_verify(&image, fix->map);
            assert_true(status == CAIRN_OK || status == CAIRN_CORRUPT || status == CAIRN_INVALID);
            overlooked += status == CAIRN_OK;
        }
        check_agent(fix->map, &image, i % 2 == 0 ? CAIRN_MIN_WORK : CAIRN_UNLIMITED);
        image.bytes[i] = kept;
    }
    assert_true(overlooked < (image.count - first) * 8 / 1000);
    test_image_destroy(&image);
}

/* Checksums right, contents at random: the verifier's and the agent's bounds. */
static void test_random_damage(void **state)
{
    const fixture *fix = *state;
    test_random random = {6};
    size_t first = test_image_get_header(&fix->good)->header_bytes;
    for (int i = 0; i < 3000; i++) {
        test_image image;
        test_image_copy(&image, fix->good.bytes, fix->good.count);
        for (int count = 1 + test_draw_below(&random, i % 3 == 0 ? 300 : 4); count > 0; count--) {
            size_t at = first + (size_t)test_draw_below(&random, (int)(image.count - first));
            image.bytes[at] = (unsigned char)test_draw(&random);
        }
        test_image_repair(&image);
        (void)test_image_verify(&image, fix->map);
        check_agent(fix->map, &image, i % 2 == 0 ? CAIRN_MIN_WORK : CAIRN_UNLIMITED);
        test_image_destroy(&image);
    }
}

/* Many buckets, and words of all parts at random: what the sweep and the labels are led by. */
static void test_damaged_buckets(void **state)
{
    (void)state;
    const golden_scene rough = {CAIRN_SCENE_ROUGH, 200, 140, CAIRN_CORNERS_STRICT};
    cairn_map *map = golden_create_map(&rough, 1);
    test_plan def = get_def(map, 0);
    test_random random = {7};
    test_image good;
    cairn__label_head head;
    test_image_build(&good, &def);
    memcpy(&head, test_image_get_content(&good, "LABL"), sizeof head);
    cairn__label_layout layout = cairn__label_set_lay_out(&head);
    const uint64_t parts[] = {layout.cells, layout.hubs,   layout.firsts, layout.buckets,
                              layout.items, layout.labels, layout.bytes};
    for (int i = 0; i < 120; i++) {
        test_image image;
        test_image_copy(&image, good.bytes, good.count);
        unsigned char *section = test_image_get_content(&image, "LABL");
        size_t part = (size_t)i % 6, words = (size_t)(parts[part + 1] - parts[part]) / 4;
        for (int count = 1 + test_draw_below(&random, i % 2 == 0 ? 3 : (int)words); count > 0;
             count--) {
            uint32_t word = (uint32_t)(test_draw(&random) >> test_draw_below(&random, 64));
            size_t at = (size_t)parts[part] + 4 * (size_t)test_draw_below(&random, (int)words);
            memcpy(section + at, &word, sizeof word);
        }
        test_image_repair(&image);
        assert_int_not_equal(test_image_verify(&image, map), CAIRN_MISMATCH);
        check_agent(map, &image, i % 4 < 2 ? CAIRN_MIN_WORK : CAIRN_UNLIMITED);
        test_image_destroy(&image);
    }
    test_image_destroy(&good);
    cairn_map_close(map);
}

/* A map that has another wall, and the same fingerprint by force. */
static void test_against_map(void **state)
{
    const fixture *fix = *state;
    int invalid = 0;
    for (uint16_t y = 1; y < 29; y++)
        for (uint16_t x = 1; x < 39; x++) {
            cairn_scene scene;
            cairn_map *map;
            test_image image;
            assert_int_equal(cairn_scene_generate(CAIRN_SCENE_CAVES, 40, 30, 1, &scene), CAIRN_OK);
            char *cell = &scene.cells[y * 40 + x];
            *cell = *cell == '.' ? '@' : '.';
            assert_int_equal(cairn_scene_create_map(&scene, CAIRN_CORNERS_STRICT, &map), CAIRN_OK);
            test_image_copy(&image, fix->good.bytes, fix->good.count);
            assert_int_equal(test_image_verify(&image, map), CAIRN_MISMATCH);
            test_image_get_header(&image)->map_fingerprint = test_get_map_info(map).fingerprint;
            test_image_repair(&image);
            cairn_status status = test_image_verify(&image, map);
            assert_true(status == CAIRN_OK || status == CAIRN_INVALID);
            invalid += status == CAIRN_INVALID;
            test_image_destroy(&image);
            cairn_map_close(map);
            cairn_scene_free(&scene);
        }
    assert_true(invalid > 300);
}

/* ---- kinds and arguments ---- */

static void test_kinds(void **state)
{
    const fixture *fix = *state;
    cairn_db *db, *knn;
    cairn_agent *agent;
    cairn_desk *desk = NULL, *other = NULL;
    test_image records, small;
    test_plan build_def = test_plan_make(CAIRN_DB_KNN);
    cairn_db_def db_def = {.size = sizeof db_def};
    cairn_cell ends[2] = {cairn_cell_at(2, 2), cairn_cell_at(37, 27)};
    uint32_t distance;
    build_def.map = fix->map;
    build_def.records = 5;
    test_image_build(&records, &build_def);
    assert_int_equal(test_image_open(&records, &knn), CAIRN_OK);
    assert_int_equal(test_image_open(&fix->good, &db), CAIRN_OK);
    cairn_agent_def def = cairn_default_agent_def();
    def.map = fix->map;
    def.db = db;
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_KIND);
    def.algorithm = CAIRN_LABELS;
    def.db = knn;
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_KIND);
    assert_int_equal(cairn_desk_create(knn, &db_def, &desk), CAIRN_KIND);
    assert_int_equal(cairn_desk_create(NULL, &db_def, &desk), CAIRN_ARGUMENT);
    assert_int_equal(cairn_desk_create(db, &db_def, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_desk_create(db, &db_def, &desk), CAIRN_OK);
    assert_int_equal(cairn_db_get_distance(knn, fix->map, desk, ends, &distance), CAIRN_KIND);
    assert_int_equal(cairn_db_get_distance(NULL, fix->map, desk, ends, &distance), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_distance(db, NULL, desk, ends, &distance), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_distance(db, fix->map, NULL, ends, &distance), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_distance(db, fix->map, desk, NULL, &distance), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_distance(db, fix->map, desk, ends, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_distance(db, fix->map, desk, ends, &distance), CAIRN_OK);
    cairn_cell blocked[2] = {cairn_cell_at(2, 2), cairn_cell_at(UINT16_MAX, 0)};
    assert_int_equal(cairn_db_get_distance(db, fix->map, desk, blocked, &distance), CAIRN_BLOCKED);
    /* A database of another map, with fewer corners: its desk is too small here. */
    const golden_scene open = {CAIRN_SCENE_OPEN, 40, 30, CAIRN_CORNERS_STRICT};
    cairn_map *map = golden_create_map(&open, 1);
    cairn_db *few;
    test_plan labels_def = get_def(map, 0);
    test_image_build(&small, &labels_def);
    assert_int_equal(test_image_open(&small, &few), CAIRN_OK);
    assert_int_equal(cairn_desk_create(few, &db_def, &other), CAIRN_OK);
    assert_int_equal(cairn_db_get_distance(db, fix->map, other, ends, &distance), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_distance(db, map, desk, ends, &distance), CAIRN_MISMATCH);
    assert_int_equal(cairn_db_get_distance(few, map, desk, ends, &distance), CAIRN_OK);
    def.db = db;
    def.desk = other;
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_ARGUMENT);
    cairn_desk_destroy(other);
    cairn_desk_destroy(desk);
    cairn_desk_destroy(NULL);
    cairn_db_close(few);
    cairn_db_close(knn);
    cairn_db_close(db);
    cairn_map_close(map);
    test_image_destroy(&small);
    test_image_destroy(&records);
}

static void test_arguments(void **state)
{
    const fixture *fix = *state;
    cairn_build *build;
    size_t bytes;
    test_plan none = {0}, def = get_def(NULL, 0);
    assert_int_equal(test_plan_create(&none, &build), CAIRN_ARGUMENT);
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def = get_def(fix->map, CAIRN_MAX_EPS + 1);
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    def = get_def(fix->map, 0);
    assert_int_equal(test_plan_create(&def, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_run(NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_write(NULL, "x"), CAIRN_ARGUMENT);
    assert_int_equal(cairn_build_write_memory(NULL, 0, NULL, &bytes), CAIRN_ARGUMENT);
    assert_string_equal(cairn_kind_get_name(CAIRN_DB_LABELS), "labels");
    assert_null(cairn_kind_get_name((cairn_kind)9));
    cairn_build_destroy(NULL);
    cairn_db *db;
    assert_int_equal(test_image_open(&fix->good, &db), CAIRN_OK);
    uint64_t corners = test_get_figure(db, "corners_count"), seed;
    cairn_cell cell;
    assert_int_equal(test_get_db_info(db).kind, CAIRN_DB_LABELS);
    assert_int_equal(test_get_db_info(db).algorithm, CAIRN_LABELS);
    assert_true(corners > 20 && test_get_figure(db, "entries") >= corners);
    assert_true(test_get_figure(db, "records") == 0 && test_get_figure(db, "eps") == 0);
    assert_int_equal(cairn_db_find_figure(db, "seed", &seed), CAIRN_KIND);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_CORNER, 0, &cell), CAIRN_OK);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_CORNER, (uint32_t)corners, &cell),
                     CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_REGION, 0, &cell), CAIRN_KIND);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_CORNER + 1, 0, &cell), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_place(NULL, CAIRN_PLACE_CORNER, 0, &cell), CAIRN_ARGUMENT);
    assert_int_equal(cairn_db_get_place(db, CAIRN_PLACE_CORNER, 0, NULL), CAIRN_ARGUMENT);
    cairn_db_close(db);
}

/* As many entries as there are will do; one less is too few. */
static void test_limit(void **state)
{
    const fixture *fix = *state;
    cairn_detail detail = {0};
    cairn_build *build;
    test_plan def = get_def(fix->map, 0);
    const cairn__labels_head *head = test_image_get_content(&fix->good, "LABH");
    uint64_t entries = head->entries;
    def.detail = &detail;
    def.max_entries = entries - 1;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_LIMIT);
    assert_non_null(strstr(detail.text, "too many corners"));
    assert_int_equal(cairn_build_write(build, "x"), CAIRN_ARGUMENT);
    cairn_build_destroy(build);
    def.max_entries = entries;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    cairn_build_destroy(build);
}

/* Blocks of one cell in a grid: no bucket we know of has more corners than these 1,764. */
static void test_full_bucket(void **state)
{
    (void)state;
    enum { SIDE = 66 };
    static unsigned char cells[SIDE * SIDE];
    cairn_map *map;
    test_image image;
    cairn_map_def map_def = {.size = sizeof map_def};
    for (int i = 0; i < SIDE * SIDE; i++)
        cells[i] = i / SIDE % 3 != 1 || i % SIDE % 3 != 1;
    assert_int_equal(cairn_map_create(SIDE, SIDE, cells, &map_def, &map), CAIRN_OK);
    test_plan def = get_def(map, 0);
    test_image_build(&image, &def);
    assert_int_equal(test_image_verify(&image, map), CAIRN_OK);
    test_image_destroy(&image);
    cairn_map_close(map);
}

/* ---- allocations that fail ---- */

static cairn_status use_file(const char *path, const cairn_map *map,
                             const cairn_allocator *allocator)
{
    cairn_db *db;
    cairn_desk *desk = NULL;
    cairn_agent *agent = NULL;
    cairn_db_def db_def = {.size = sizeof db_def};
    cairn_agent_def def = cairn_default_agent_def();
    db_def.allocator = allocator;
    cairn_status status = cairn_db_open(path, &db_def, &db);
    if (status != CAIRN_OK)
        return status;
    def.map = map;
    def.db = db;
    def.algorithm = CAIRN_LABELS;
    def.allocator = *allocator;
    status = cairn_db_verify(db, map, NULL);
    if (status == CAIRN_OK)
        status = cairn_desk_create(db, &db_def, &desk);
    if (status == CAIRN_OK)
        status = cairn_agent_create(&def, &agent);
    cairn_agent_destroy(agent);
    cairn_desk_destroy(desk);
    cairn_db_close(db);
    return status;
}

/* Exact, with eps, and on two threads. */
static void test_faults(void **state)
{
    const fixture *fix = *state;
    for (uint32_t setting = 0; setting < 3; setting++) {
        test_plan plan = get_def(fix->map, setting == 1 ? 500 : 0);
        plan.threads = setting == 2 ? 2 : 1;
        golden_check_faults(&plan, use_file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hashes),          cmocka_unit_test(test_interrupts),
        cmocka_unit_test(test_good_files),      cmocka_unit_test(test_format),
        cmocka_unit_test(test_bad_values),      cmocka_unit_test(test_truncated_and_flipped),
        cmocka_unit_test(test_every_bit),       cmocka_unit_test(test_random_damage),
        cmocka_unit_test(test_against_map),     cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_arguments),       cmocka_unit_test(test_limit),
        cmocka_unit_test(test_damaged_buckets), cmocka_unit_test(test_full_bucket),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests_name("labels_db", tests, create_fixture, destroy_fixture);
}
