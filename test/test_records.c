/* test_records.c (property): records are what the rules demand: optimal paths between uniform
 * pairs, compressed; each by its number alone. */
#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a record is ---- */

static void check_leg(const test_world *world, int from, int to)
{
    cairn_climb climb;
    assert_int_equal(cairn_map_find_climb(world->map, test_world_get_cell(world, from),
                                          test_world_get_cell(world, to), CAIRN_NO_CUTOFF, &climb),
                     CAIRN_OK);
    assert_true(climb.reached);
}

/* All states of a record lie on one optimal path, in order. */
static void check_optimal(const test_world *world, const ref_record *record)
{
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    int *from_start = malloc(cells * sizeof *from_start);
    int *to_goal = malloc(cells * sizeof *to_goal);
    int goal = record->states[record->count - 1];
    ref_find_costs(&world->ref, record->states[0], from_start);
    ref_find_costs(&world->ref, goal, to_goal);
    for (int i = 0; i < record->count; i++) {
        int state = record->states[i];
        assert_int_equal(from_start[state] + to_goal[state], from_start[goal]);
        if (i > 0)
            assert_true(from_start[state] > from_start[record->states[i - 1]]);
    }
    free(from_start);
    free(to_goal);
}

static void check_record(const test_world *world, const ref_record *record)
{
    int start = record->states[0], goal = record->states[record->count - 1];
    assert_true(record->count >= 2);
    for (int i = 0; i < record->count; i++)
        assert_true(world->cells[record->states[i]] != 0);
    assert_true(test_world_is_joined(world, start, goal));
    assert_int_not_equal(start, goal);
    assert_int_equal(ref_find_move(&world->ref, start, goal), REF_NONE);
    for (int i = 0; i + 1 < record->count; i++)
        check_leg(world, record->states[i], record->states[i + 1]);
    check_optimal(world, record);
}

static void check_world(test_world *world, void *context)
{
    int *made = context;
    test_database database;
    if (test_get_map_info(world->map).largest_component <= 4)
        return; /* perhaps no record, which takes a second to find out */
    assert_true(test_database_create(&database, world, 20, 5));
    for (int id = 0; id < database.ref.count; id++)
        check_record(world, &database.records[id]);
    assert_int_equal(cairn_db_verify(database.db, world->map, NULL), CAIRN_OK);
    test_database_destroy(&database);
    ++*made;
}

static void test_records(void **state)
{
    (void)state;
    int made = 0;
    int worlds = test_for_worlds(40, 24, 21, check_world, &made);
    assert_true(3 * made > 2 * worlds);
}

/* ---- what a record depends on ---- */

static void check_prefix(const test_world *world, uint32_t few, uint32_t many)
{
    test_database short_one, long_one;
    assert_true(test_database_create(&short_one, world, few, 9));
    assert_true(test_database_create(&long_one, world, many, 9));
    for (int id = 0; id < short_one.ref.count; id++) {
        const ref_record *a = &short_one.records[id], *b = &long_one.records[id];
        assert_int_equal(a->count, b->count);
        assert_memory_equal(a->states, b->states, (size_t)a->count * sizeof *a->states);
    }
    test_database_destroy(&short_one);
    test_database_destroy(&long_one);
}

static void test_record_by_number(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 15, 16, 17, 40, 100};
    for (int corners = 0; corners < 2; corners++) {
        test_world world;
        test_world_create_scene(&world, CAIRN_SCENE_ROOMS, 60, 50, (cairn_corners)corners);
        for (size_t i = 0; i < 5; i++)
            check_prefix(&world, counts[i], counts[i + 1]);
        test_world_destroy(&world);
    }
}

static void test_seeds_differ(void **state)
{
    (void)state;
    test_world world;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 60, 50, CAIRN_CORNERS_STRICT);
    test_database a, b;
    int same = 0;
    assert_true(test_database_create(&a, &world, 100, 1));
    assert_true(test_database_create(&b, &world, 100, 2));
    for (int id = 0; id < 100; id++)
        same += a.records[id].states[0] == b.records[id].states[0];
    assert_true(same < 5);
    test_database_destroy(&a);
    test_database_destroy(&b);
    test_world_destroy(&world);
}

static void test_skip_direct(void **state)
{
    (void)state;
    test_world world;
    test_image images[2];
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 60, 50, CAIRN_CORNERS_STRICT);
    uint32_t direct[2] = {0};
    for (int skip = 0; skip < 2; skip++) {
        cairn_db *db;
        test_plan def = test_plan_make_knn(world.map, 200, 4);
        def.skip_direct = skip != 0;
        test_image_build(&images[skip], &def);
        assert_int_equal(test_image_verify(&images[skip], world.map), CAIRN_OK);
        assert_int_equal(test_image_open(&images[skip], &db), CAIRN_OK);
        assert_int_equal(test_get_figure(db, "skip_direct"), skip);
        for (uint32_t place = 0; place < 200; place++) {
            cairn_record record;
            assert_int_equal(cairn_db_get_record(db, place, &record), CAIRN_OK);
            direct[skip] += record.states == 2;
        }
        cairn_db_close(db);
        test_image_destroy(&images[skip]);
    }
    assert_true(direct[0] > 0);
    assert_int_equal(direct[1], 0);
    test_world_destroy(&world);
}

/* ---- uniform pairs ---- */

enum { BINS = 16, SAMPLES = 4000 };

/* Chi-square of cells over equal shares of the open ones, in row order. */
static double get_chi_square(const test_world *world, const test_database *database, bool of_goals)
{
    int counts[BINS] = {0};
    int *ranks = malloc((size_t)ref_get_cell_count(&world->ref) * sizeof *ranks);
    for (int i = 0; i < world->open_count; i++)
        ranks[world->open[i]] = i;
    for (int id = 0; id < database->ref.count; id++) {
        const ref_record *record = &database->records[id];
        int cell = record->states[of_goals ? record->count - 1 : 0];
        counts[(long long)ranks[cell] * BINS / world->open_count]++;
    }
    free(ranks);
    double sum = 0, expected = (double)database->ref.count / BINS;
    for (int i = 0; i < BINS; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    return sum;
}

static void test_uniform(void **state)
{
    (void)state;
    for (int kind = CAIRN_SCENE_CAVES; kind <= CAIRN_SCENE_OPEN; kind += 5) {
        test_world world;
        test_database database;
        test_world_create_scene(&world, (cairn_scene_kind)kind, 150, 100, CAIRN_CORNERS_STRICT);
        assert_true(test_database_create(&database, &world, SAMPLES, 1));
        /* 15 degrees of freedom: above 45 once in ten thousand times. */
        assert_true(get_chi_square(&world, &database, false) < 45);
        assert_true(get_chi_square(&world, &database, true) < 45);
        test_database_destroy(&database);
        test_world_destroy(&world);
    }
}

/* ---- nothing to be made ---- */

typedef struct hopeless {
    int width;
    int height;
    const char *cells;
    cairn_corners corners;
} hopeless;

static const hopeless hopeless_maps[] = {
    {1, 1, ".", CAIRN_CORNERS_STRICT},    {1, 1, "@", CAIRN_CORNERS_STRICT},
    {3, 2, "@@@@@@", CAIRN_CORNERS_FREE}, {2, 1, "..", CAIRN_CORNERS_STRICT},
    {2, 2, "....", CAIRN_CORNERS_STRICT}, {2, 2, ".@..", CAIRN_CORNERS_FREE},
    {5, 1, "..@..", CAIRN_CORNERS_FREE},
};

static void check_hopeless(const hopeless *given)
{
    test_world world;
    cairn_build *build;
    cairn_detail detail = {0};
    test_world_create_of_text(&world, given->width, given->height, given->cells, given->corners);
    test_plan def = test_plan_make_knn(world.map, 3, 1);
    def.detail = &detail;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_NO_RECORD);
    assert_true(detail.text[0] != '\0');
    assert_int_equal(test_build_get_finished(build), 0);
    cairn_build_destroy(build);
    test_image image;
    def.records = 0;
    test_image_build(&image, &def);
    assert_int_equal(test_image_verify(&image, world.map), CAIRN_OK);
    assert_int_equal(image.count,
                     test_image_get_header(&image)->header_bytes + 24); /* its counts */
    test_image_destroy(&image);
    test_world_destroy(&world);
}

static void test_no_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hopeless_maps / sizeof hopeless_maps[0]; i++)
        check_hopeless(&hopeless_maps[i]);
}

/* Three cells round a corner have one pair far enough apart under strict corners. */
static void test_one_pair(void **state)
{
    (void)state;
    test_world world;
    test_database database;
    test_world_create_of_text(&world, 2, 2, ".@..", CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&database, &world, 5, 1));
    for (int id = 0; id < 5; id++)
        check_record(&world, &database.records[id]);
    test_database_destroy(&database);
    test_world_destroy(&world);
}

static void test_no_indirect_record(void **state)
{
    (void)state;
    test_world world;
    cairn_build *build;
    test_world_create_scene(&world, CAIRN_SCENE_OPEN, 30, 20, CAIRN_CORNERS_STRICT);
    test_plan def = test_plan_make_knn(world.map, 1, 1);
    def.skip_direct = true;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_NO_RECORD);
    cairn_build_destroy(build);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records),      cmocka_unit_test(test_record_by_number),
        cmocka_unit_test(test_seeds_differ), cmocka_unit_test(test_skip_direct),
        cmocka_unit_test(test_uniform),      cmocka_unit_test(test_no_record),
        cmocka_unit_test(test_one_pair),     cmocka_unit_test(test_no_indirect_record),
    };
    return cmocka_run_group_tests_name("records", tests, NULL, NULL);
}
