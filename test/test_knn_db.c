/* test_knn_db.c (golden): databases of kind knn whose contents are damaged although all checksums
 * are right: the verifier says what is wrong. What still opens may lead an agent astray, but never
 * for good (Theorem 7). */
#include "golden.h"

#include <stdlib.h>
#include <string.h>

/* An agent is not made from a database for the other corner setting. */
static void test_agents_refuse(void **state)
{
    const golden_fixture *fix = *state;
    cairn_map *free_map = golden_open_map(CAIRN_CORNERS_FREE);
    cairn_agent *agent = NULL;
    cairn_db *db = NULL;
    assert_int_equal(test_image_open(&fix->good, &db), CAIRN_OK);
    cairn_detail detail = {0};
    cairn_agent_def def = {.size = sizeof def, .detail = &detail};
    assert_int_equal(cairn_agent_create(free_map, db, &def, &agent), CAIRN_MISMATCH);
    assert_string_equal(detail.text,
                        "the database was made for strict corners: open the map with them, or "
                        "build one for this map");
    def.algorithm = CAIRN_LRTA; /* which does not even need it */
    assert_int_equal(cairn_agent_create(free_map, db, &def, &agent), CAIRN_MISMATCH);
    assert_null(agent);
    assert_int_equal(cairn_agent_create(fix->map, db, NULL, &agent), CAIRN_OK);
    cairn_agent_destroy(agent);
    cairn_db_close(db);
    cairn_map_close(free_map);
}

/* ---- contents that do not fit, checksums right ---- */

enum { RECORDS = 40 };

typedef struct bad_content {
    const char *name;
    void (*damage)(const golden_fixture *fix, const test_image *image);
    cairn_status verified;
} bad_content;

/* Turns the records to the order of the machine, and back. */
static void turn_records(const test_image *image)
{
    static const char *const tags[] = {"ENDS", "IDS ", "FRST", "INNR", "LENG"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        cairn__order_numbers(test_image_get_content(image, tags[i]),
                             test_image_get_bytes(image, tags[i]), "4");
}

static void damage(const bad_content *bad, const golden_fixture *fix, const test_image *image)
{
    turn_records(image);
    bad->damage(fix, image);
    turn_records(image);
}

static cairn_cell find_cell(const cairn_map *map, bool open)
{
    cairn_map_info info = test_get_map_info(map);
    for (uint32_t y = 0; y < info.height; y++)
        for (uint32_t x = 0; x < info.width; x++) {
            cairn_cell cell = cairn_cell_at(x, y);
            if (cairn_map_is_open(map, cell) == open)
                return cell;
        }
    fail_msg("there is no such cell");
    return cairn_cell_at(0, 0);
}

static void put_subgoal_into_wall(const golden_fixture *fix, const test_image *image)
{
    cairn_cell *inner = test_image_get_content(image, "INNR");
    inner[0] = find_cell(fix->map, false);
}

static void put_subgoal_outside(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    cairn_cell *inner = test_image_get_content(image, "INNR");
    inner[0] = cairn_cell_at(UINT16_MAX, UINT16_MAX);
}

/* A subgoal that its record's start cannot climb to. */
static void put_subgoal_out_of_reach(const golden_fixture *fix, const test_image *image)
{
    const cairn__ends *ends = test_image_get_content(image, "ENDS");
    const uint32_t *firsts = test_image_get_content(image, "FRST");
    cairn_cell *inner = test_image_get_content(image, "INNR");
    cairn_map_info info = test_get_map_info(fix->map);
    uint32_t place = 0;
    while (firsts[place] == firsts[place + 1])
        place++;
    for (uint32_t i = 0; i < info.width * info.height; i++) {
        cairn_cell cell = cairn_cell_at(i % info.width, i / info.width);
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
static void repeat_start(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    const cairn__ends *ends = test_image_get_content(image, "ENDS");
    const uint32_t *firsts = test_image_get_content(image, "FRST");
    cairn_cell *inner = test_image_get_content(image, "INNR");
    uint32_t place = 0;
    while (firsts[place] == firsts[place + 1])
        place++;
    inner[firsts[place]] = cairn__pack(ends[place].start);
}

static void swap_ids_in_leaf(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    uint32_t *ids = test_image_get_content(image, "IDS ");
    uint32_t kept = ids[0];
    ids[0] = ids[1];
    ids[1] = kept;
}

static void repeat_id(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    uint32_t *ids = test_image_get_content(image, "IDS ");
    ids[RECORDS - 1] = ids[0];
}

static void put_id_out_of_range(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    ((uint32_t *)test_image_get_content(image, "IDS "))[7] = RECORDS;
}

static void break_kd_order(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    cairn__ends *ends = test_image_get_content(image, "ENDS");
    cairn__ends kept = ends[0];
    ends[0] = ends[RECORDS - 1];
    ends[RECORDS - 1] = kept;
}

static void break_kd_root(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    cairn__ends *ends = test_image_get_content(image, "ENDS");
    ends[RECORDS / 2].start.x = 0;
}

static void decrease_firsts(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    uint32_t *firsts = test_image_get_content(image, "FRST");
    firsts[10] = firsts[20] + 1;
}

static void begin_firsts_late(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    ((uint32_t *)test_image_get_content(image, "FRST"))[0] = 1;
}

static void put_firsts_out_of_range(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    ((uint32_t *)test_image_get_content(image, "FRST"))[RECORDS - 1] = UINT32_MAX;
}

/* Shorter than the distance between its ends, or longer than climbing its legs. */
static void shorten_length(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    const cairn__ends *ends = test_image_get_content(image, "ENDS");
    uint32_t *lengths = test_image_get_content(image, "LENG");
    lengths[3] = cairn__get_distance(ends[3].start, ends[3].goal) - 1;
}

static void lengthen_length(const golden_fixture *fix, const test_image *image)
{
    (void)fix;
    ((uint32_t *)test_image_get_content(image, "LENG"))[RECORDS - 1] = UINT32_MAX;
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
    const golden_fixture *fix = *state;
    for (size_t i = 0; i < sizeof bad_contents / sizeof bad_contents[0]; i++) {
        test_image image = golden_copy(fix);
        damage(&bad_contents[i], fix, &image);
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
    const golden_fixture *fix = *state;
    cairn_map_info info = test_get_map_info(fix->map);
    int invalid = 0;
    test_image image = golden_copy(fix);
    cairn__ends *ends = test_image_get_content(&image, "ENDS");
    for (uint32_t place = 0; place < RECORDS; place++) {
        cairn__ends kept = ends[place];
        for (uint32_t i = 0; i < info.width * info.height; i += 7) {
            cairn_cell cell = cairn_cell_at(i % info.width, i / info.width);
            if (cairn_map_is_open(fix->map, cell))
                continue;
            test_image_put_number(&ends[place].start, sizeof ends->start, cell);
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
    size_t first = (size_t)cairn__little64(test_image_get_section(image, "ENDS")->offset);
    int count = 1 + test_draw_below(random, 200);
    for (int i = 0; i < count; i++) {
        size_t place = first + (size_t)test_draw_below(random, (int)(image->count - first));
        /* Small numbers are more often in range than random ones. */
        bool small = test_draw_below(random, 2) != 0;
        image->bytes[place] = (unsigned char)test_draw_below(random, small ? 40 : 256);
    }
    test_image_repair(image);
}

static void check_arrival(const test_agent_plan *plan, test_random *random)
{
    cairn_agent *agent = NULL;
    cairn_map_info info = test_get_map_info(plan->map);
    assert_int_equal(test_agent_create(plan, &agent), CAIRN_OK);
    for (int problem = 0; problem < 4;) {
        cairn_cell ends[2];
        for (int i = 0; i < 2; i++)
            ends[i] = test_draw_cell(random, info.width, info.height);
        if (cairn_agent_start(agent, ends[0], ends[1]) != CAIRN_OK)
            continue;
        cairn_step step = {.kind = CAIRN_STEP_MOVED};
        for (int moves = 0; step.kind != CAIRN_STEP_ARRIVED; moves++) {
            assert_true(moves < 100000);
            assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
            cairn_work work = test_agent_get_plan(agent).work;
            assert_true(test_work_get_units(&work) == step.units);
            assert_true(cairn_map_is_open(plan->map, step.cell));
        }
        problem++;
    }
    cairn_agent_destroy(agent);
}

static void check_damaged(const golden_fixture *fix, test_image *image, test_random *random)
{
    cairn_db *db = NULL;
    cairn_fragments *fragments = NULL;
    cairn_db_def db_def = {.size = sizeof db_def};
    assert_int_equal(test_image_open(image, &db), CAIRN_OK);
    test_agent_plan plan = test_plan_agent(fix->map, db, CAIRN_KNN);
    check_arrival(&plan, random);
    uint32_t without = (uint32_t)test_draw_below(random, CAIRN_ENHANCE_ALL + 1);
    test_agent_plan_set(&plan, CAIRN_OPTION_WITHOUT, without);
    test_agent_plan_set(&plan, CAIRN_OPTION_RANK, (uint64_t)test_draw_below(random, 2));
    test_agent_plan_set(&plan, CAIRN_OPTION_SKIP, (uint64_t)test_draw_below(random, 2));
    check_arrival(&plan, random);
    cairn_status status = cairn_fragments_create(db, &db_def, &fragments);
    assert_true(status == CAIRN_OK || status == CAIRN_CORRUPT || status == CAIRN_LIMIT);
    if (status == CAIRN_OK) {
        plan = test_plan_agent(fix->map, db, CAIRN_KNN);
        plan.def.fragments = fragments;
        check_arrival(&plan, random);
        cairn_fragments_destroy(fragments);
    }
    cairn_db_close(db);
}

static void test_agents_arrive(void **state)
{
    const golden_fixture *fix = *state;
    test_random random = {31};
    for (size_t i = 0; i < sizeof bad_contents / sizeof bad_contents[0]; i++) {
        test_image image = golden_copy(fix);
        damage(&bad_contents[i], fix, &image);
        check_damaged(fix, &image, &random);
        test_image_destroy(&image);
    }
    for (int i = 0; i < 500; i++) {
        test_image image = golden_copy(fix);
        damage_at_random(&image, &random);
        check_damaged(fix, &image, &random);
        test_image_destroy(&image);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_refuse),
        cmocka_unit_test(test_bad_contents),
        cmocka_unit_test(test_bad_ends),
        cmocka_unit_test(test_agents_arrive),
    };
    return cmocka_run_group_tests_name("knn_db", tests, golden_create_fixture,
                                       golden_destroy_fixture);
}
