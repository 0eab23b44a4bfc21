/* test_labels_damage.c (fault): databases of kind labels that are damaged are not sound, and agents
 * arrive with whatever still opens, within any budget. */
#include "golden.h"

#include <string.h>

#include "db/bend_set.h"

typedef struct fixture {
    golden_fixture base;
    cairn__bend_layout layout;
} fixture;

static int create_fixture(void **state)
{
    static fixture fix;
    cairn__bend_head head;
    fix.base.map = golden_open_map(CAIRN_CORNERS_STRICT);
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    def.map = fix.base.map;
    test_image_build(&fix.base.good, &def);
    memcpy(&head, test_image_get_content(&fix.base.good, "BEND"), sizeof head);
    fix.layout = cairn__bend_set_lay_out(&head);
    *state = &fix;
    return 0;
}

/* What agents and queries do with a database that may be damaged. */
typedef struct user {
    const cairn_map *map;
    cairn_db *db;
    cairn_planner *planner;
    cairn_agent *agent;
    cairn_agent *shared; /* walks by the planner's slot, which has no fall-back */
    uint32_t *failures;  /* of its walks */
    uint32_t budget;     /* 0: none */
} user;

/* The agent arrives, and a query has an answer. */
static void check_problem(const user *self, const cairn_cell ends[2])
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    if (cairn_agent_start(self->agent, ends[0], ends[1]) != CAIRN_OK)
        return;
    size_t first = 0, count = 1;
    cairn_status asked = cairn_planner_find(self->planner, ends[0], ends[1], NULL);
    for (cairn_cell cell; asked == CAIRN_OK && count > 0; first++)
        asked = cairn_planner_get_waypoints(self->planner, first, 1, &cell, &count);
    assert_true(asked == CAIRN_OK || asked == CAIRN_CORRUPT);
    for (int moves = 0; step.kind != CAIRN_STEP_ARRIVED; moves++) {
        assert_true(moves < 1000000);
        assert_int_equal(cairn_agent_step(self->agent, &step), CAIRN_OK);
        cairn_work work = test_agent_get_plan(self->agent).work;
        assert_int_equal(test_work_get_units(&work), step.units);
        assert_true(self->budget == 0 || step.units <= self->budget);
        assert_true(cairn_map_is_open(self->map, step.cell));
    }
    assert_true(step.cell == ends[1]);
}

/* An agent that shares the planner arrives, or says that the labels are damaged. */
static void check_shared(const user *self, const cairn_cell ends[2])
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    if (cairn_agent_start(self->shared, ends[0], ends[1]) != CAIRN_OK)
        return;
    for (int moves = 0; step.kind != CAIRN_STEP_ARRIVED; moves++) {
        assert_true(moves < 1000000);
        cairn_status status = cairn_agent_step(self->shared, &step);
        assert_true(self->budget == 0 || step.units <= self->budget);
        assert_true(cairn_map_is_open(self->map, cairn_agent_get_cell(self->shared)));
        if (status == CAIRN_OK)
            continue;
        assert_int_equal(status, CAIRN_CORRUPT);
        ++*self->failures;
        return;
    }
    assert_true(step.cell == ends[1]);
}

static void check_problems(const user *self)
{
    test_random random = {self->budget};
    cairn_map_info info = test_get_map_info(self->map);
    for (int i = 0; i < 20; i++) {
        cairn_cell ends[2];
        for (int j = 0; j < 2; j++)
            ends[j] = test_draw_cell(&random, info.width, info.height);
        check_problem(self, ends);
        check_shared(self, ends);
    }
}

/* Whatever opens, agents arrive with it, except some that share a planner. Returns how many. */
static uint32_t check_agent(const cairn_map *map, const test_image *image, uint32_t budget)
{
    uint32_t failures = 0;
    user self = {.map = map, .failures = &failures, .budget = budget};
    if (test_image_open(image, &self.db) != CAIRN_OK)
        return 0;
    test_agent_plan plan = test_plan_agent(map, self.db, CAIRN_LABELS);
    plan.def.max_work = budget;
    cairn_status status = test_agent_create(&plan, &self.agent);
    assert_true(status == CAIRN_OK || status == CAIRN_MISMATCH);
    assert_int_equal(cairn_planner_create(map, self.db, NULL, &self.planner), status);
    plan.def.planner = self.planner;
    if (status == CAIRN_OK) {
        assert_int_equal(test_agent_create(&plan, &self.shared), CAIRN_OK);
        check_problems(&self);
    }
    cairn_agent_destroy(self.shared);
    cairn_agent_destroy(self.agent);
    cairn_planner_destroy(self.planner);
    cairn_db_close(self.db);
    return failures;
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
#define MARK (SIZE_MAX - 2) /* the section of landmarks */

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
        name, offsetof(cairn__bend_layout, part), offset, bytes, value, CAIRN_CORRUPT              \
    }

#define LANDMARKS(name, offset, bytes, value, verified)                                            \
    {                                                                                              \
        name, MARK, offset, bytes, value, CAIRN_##verified                                         \
    }

static const bad_value bad_values[] = {
    FIELD(kind, 1, VERSION),
    FIELD(kind, 3, VERSION),
    FIELD(kind, 9, VERSION),
    FIELD(sections, 2, CORRUPT),
    FIELD(sections, 4, CORRUPT),
    FIELD(features, 1, VERSION),
    FIELD(reserved[0], 1, CORRUPT),
    COUNT(entries, 0),
    COUNT(entries, UINT64_MAX),
    COUNT(zero, 1),
    FIELD(width, 41, MISMATCH),
    FIELD(height, 31, MISMATCH),
    FIELD(width, 257, CORRUPT), /* another block */
    FIELD(corners, 1, MISMATCH),
    FIELD(map_fingerprint, 1, MISMATCH),
    PART("a cell outside", cells, 0, 4, UINT32_MAX),
    PART("another cell", cells, 4, 4, 0),
    PART("another hub", hubs, 0, 4, 0),
    PART("a hub outside", hubs, 4, 4, UINT32_MAX),
    PART("labels begin late", label_firsts, 0, 4, 1),
    PART("labels out of order", label_firsts, 4, 4, UINT32_MAX),
    PART("an empty label", label_firsts, 4, 4, 0),
    PART("lists begin late", list_firsts, 0, 4, 1),
    PART("lists without end", list_firsts, 4, 4, UINT32_MAX),
    PART("a list with unknown parts", lists, 0, 1, 0xff),
    PART("next nodes without end", labels, 0, 2, 0xffff),
    PART("padding", bytes, (size_t)-1, 1, 1),
    PART("padding", bytes, (size_t)-8, 1, 1),
    LANDMARKS("longer steps", 0, 4, 1, CORRUPT),
    LANDMARKS("no such steps", 0, 4, 17, CORRUPT),
    LANDMARKS("no landmarks", 4, 4, 0, CORRUPT),
    LANDMARKS("too many landmarks", 4, 4, 17, CORRUPT),
    LANDMARKS("a landmark outside", 8, 4, UINT32_MAX, CORRUPT),
    LANDMARKS("another box", 12, 4, 0x00010001, INVALID),
    LANDMARKS("a box without cells", 16, 4, 0, INVALID),
    LANDMARKS("a bearing of too many bits", 200, 2, 0x4000, CORRUPT),
    LANDMARKS("a far bearing", 200, 2, 0x3ffe, CORRUPT),
    LANDMARKS("a node that no way leads to", 232, 2, 0x3fff, CORRUPT),
};

static cairn_status damage(const fixture *fix, const bad_value *bad, test_image *image)
{
    uint64_t part = 0;
    test_image_copy(image, fix->base.good.bytes, fix->base.good.count);
    unsigned char *at = bad->part == HEADER ? image->bytes
                        : bad->part == HEAD ? test_image_get_content(image, "LABH")
                        : bad->part == MARK ? test_image_get_content(image, "MARK")
                                            : test_image_get_content(image, "BEND");
    if (bad->part < MARK)
        memcpy(&part, (const char *)&fix->layout + bad->part, sizeof part);
    memcpy(at + part + bad->offset, &bad->value, bad->bytes);
    test_image_repair(image);
    return test_image_verify(image, fix->base.map);
}

static void test_bad_values(void **state)
{
    const fixture *fix = *state;
    for (size_t i = 0; i < sizeof bad_values / sizeof bad_values[0]; i++) {
        test_image image;
        cairn_status status = damage(fix, &bad_values[i], &image);
        if (status != bad_values[i].verified)
            fail_msg("%s: %s", bad_values[i].name, cairn_status_get_name(status));
        (void)check_agent(fix->base.map, &image, 0);
        test_image_destroy(&image);
    }
}

/* Hardly a bit of labels can be another: the verifier knows what the builder writes. What is free is
 * the choice among ways of the same length; and a box of a list, as long as all of its cells see
 * the node and no path that is tried needs others. */
static void test_every_bit(void **state)
{
    const fixture *fix = *state;
    test_image image;
    size_t first = test_image_get_header(&fix->base.good)->header_bytes;
    size_t overlooked = 0, in_lists = 0, tried = 0, tried_in_lists = 0;
    size_t begin =
        (size_t)(test_image_get_section(&fix->base.good, "BEND")->offset + fix->layout.lists);
    size_t end = (size_t)(begin + fix->layout.labels - fix->layout.lists);
    test_image_copy(&image, fix->base.good.bytes, fix->base.good.count);
    for (size_t i = first; i < image.count; i += TEST_STRIDE) {
        unsigned char kept = image.bytes[i];
        bool is_in_lists = i >= begin && i < end;
        for (int bit = 0; bit < 8; bit++) {
            image.bytes[i] = (unsigned char)(kept ^ 1 << bit);
            test_image_repair(&image);
            cairn_status status = test_image_verify(&image, fix->base.map);
            assert_true(status == CAIRN_OK || status == CAIRN_CORRUPT || status == CAIRN_INVALID);
            overlooked += status == CAIRN_OK && !is_in_lists;
            in_lists += status == CAIRN_OK && is_in_lists;
            tried_in_lists += is_in_lists;
            tried++;
        }
        (void)check_agent(fix->base.map, &image, i % 2 == 0 ? CAIRN_MIN_WORK : 0);
        image.bytes[i] = kept;
    }
    assert_true(overlooked < tried / 500);
    assert_true(in_lists < tried_in_lists / 3);
    test_image_destroy(&image);
}

/* Checksums right, contents at random: the verifier's and the agent's bounds. */
static void test_random_damage(void **state)
{
    const fixture *fix = *state;
    test_random random = {6};
    size_t first = test_image_get_header(&fix->base.good)->header_bytes;
    for (int i = 0; i < 3000 / TEST_STRIDE; i++) {
        test_image image;
        test_image_copy(&image, fix->base.good.bytes, fix->base.good.count);
        for (int count = 1 + test_draw_below(&random, i % 3 == 0 ? 300 : 4); count > 0; count--) {
            size_t at = first + (size_t)test_draw_below(&random, (int)(image.count - first));
            image.bytes[at] = (unsigned char)test_draw(&random);
        }
        test_image_repair(&image);
        (void)test_image_verify(&image, fix->base.map);
        (void)check_agent(fix->base.map, &image, i % 2 == 0 ? CAIRN_MIN_WORK : 0);
        test_image_destroy(&image);
    }
}

/* Words of all parts at random: what searches are led by. */
static void test_damaged_parts(void **state)
{
    (void)state;
    const golden_scene rough = {CAIRN_SCENE_ROUGH, 200, 140, CAIRN_CORNERS_STRICT};
    cairn_map *map = golden_create_map(&rough, 1);
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    test_random random = {7};
    uint32_t failures = 0;
    test_image good;
    cairn__bend_head head;
    def.map = map;
    test_image_build(&good, &def);
    memcpy(&head, test_image_get_content(&good, "BEND"), sizeof head);
    cairn__bend_layout layout = cairn__bend_set_lay_out(&head);
    const uint64_t parts[] = {layout.cells, layout.hubs,   layout.label_firsts, layout.list_firsts,
                              layout.lists, layout.labels, layout.bytes};
    for (int i = 0; i < 120; i++) {
        test_image image;
        test_image_copy(&image, good.bytes, good.count);
        unsigned char *section = test_image_get_content(&image, "BEND");
        size_t part = (size_t)i % 6, words = (size_t)(parts[part + 1] - parts[part]) / 4;
        for (int count = 1 + test_draw_below(&random, i % 2 == 0 ? 3 : (int)words); count > 0;
             count--) {
            int shift = test_draw_below(&random, 64);
            uint32_t word = (uint32_t)(test_draw(&random) >> shift);
            size_t at = (size_t)parts[part] + 4 * (size_t)test_draw_below(&random, (int)words);
            memcpy(section + at, &word, sizeof word);
        }
        test_image_repair(&image);
        assert_int_not_equal(test_image_verify(&image, map), CAIRN_MISMATCH);
        failures += check_agent(map, &image, i % 4 < 2 ? CAIRN_MIN_WORK : 0);
        test_image_destroy(&image);
    }
    assert_true(failures > 0);
    test_image_destroy(&good);
    cairn_map_close(map);
}

/* A map that has another wall, and the same fingerprint by force. */
static void test_against_map(void **state)
{
    const fixture *fix = *state;
    int invalid = 0, tried = 0;
    for (uint16_t y = 1; y < 29; y++)
        for (uint16_t x = 1; x < 39; x++) {
            cairn_scene scene;
            cairn_map *map;
            test_image image;
            if (!test_looks_at((uint64_t)x + 2 * y))
                continue;
            assert_int_equal(cairn_scene_generate(CAIRN_SCENE_CAVES, 40, 30, 1, &scene), CAIRN_OK);
            char *cell = &scene.cells[y * 40 + x];
            *cell = *cell == '.' ? '@' : '.';
            assert_int_equal(cairn_scene_create_map(&scene, CAIRN_CORNERS_STRICT, &map), CAIRN_OK);
            test_image_copy(&image, fix->base.good.bytes, fix->base.good.count);
            assert_int_equal(test_image_verify(&image, map), CAIRN_MISMATCH);
            test_image_get_header(&image)->map_fingerprint = test_get_map_info(map).fingerprint;
            test_image_repair(&image);
            cairn_status status = test_image_verify(&image, map);
            assert_true(status == CAIRN_OK || status == CAIRN_INVALID);
            invalid += status == CAIRN_INVALID;
            tried++;
            test_image_destroy(&image);
            cairn_map_close(map);
            cairn_scene_free(&scene);
        }
    assert_true(100 * invalid > 57 * tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_values),  cmocka_unit_test(golden_test_damage),
        cmocka_unit_test(test_every_bit),   cmocka_unit_test(test_random_damage),
        cmocka_unit_test(test_against_map), cmocka_unit_test(test_damaged_parts),
    };
    return cmocka_run_group_tests_name("labels_damage", tests, create_fixture,
                                       golden_destroy_fixture);
}
