/* test_nearest.c (property): the kd-tree finds the same most similar records as a scan of the
 * library and as the reference's sort, ties included, on databases full of equal ends. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

typedef struct question {
    const test_world *world;
    const test_database *database;
    int from;
    int to;
} question;

static void check_answer(const question *query, const ref_neighbour *expected, uint32_t capacity,
                         uint32_t by_scan)
{
    const test_database *database = query->database;
    uint32_t records = (uint32_t)database->ref.count, counts[2] = {UINT32_MAX, UINT32_MAX};
    uint32_t wanted = capacity < records ? capacity : records;
    cairn_neighbour *found = calloc(capacity > 0 ? capacity : 1, sizeof *found);
    assert_non_null(found);
    const cairn_cell cells[2] = {test_world_get_cell(query->world, query->from),
                                 test_world_get_cell(query->world, query->to)};
    assert_int_equal(cairn_db_find_nearest(database->db, cells, by_scan, capacity, found, counts),
                     CAIRN_OK);
    assert_int_equal(counts[0], wanted);
    assert_true(counts[1] <= records);
    for (uint32_t i = 0; i < wanted; i++) {
        cairn_record record;
        if (found[i].id != (uint32_t)expected[i].id ||
            found[i].similarity != (uint32_t)expected[i].similarity) {
            test_world_print(query->world, query->from, query->to);
            fail_msg("neighbour %u of %u (%u records) is %u at %u, expected %d at %d", i, wanted,
                     records, found[i].id, found[i].similarity, expected[i].id,
                     expected[i].similarity);
        }
        assert_int_equal(cairn_db_get_record(database->db, found[i].place, &record), CAIRN_OK);
        assert_int_equal(record.id, found[i].id);
    }
    free(found);
}

static void check_query(const question *query)
{
    uint32_t records = (uint32_t)query->database->ref.count;
    const uint32_t capacities[] = {1, 2, 10, 100, records, records + 5};
    ref_neighbour *expected = calloc(records > 0 ? records : 1, sizeof *expected);
    assert_non_null(expected);
    ref_sort_records(&query->world->ref, &query->database->ref, query->from, query->to, expected);
    for (size_t i = 0; i < sizeof capacities / sizeof *capacities; i++) {
        check_answer(query, expected, capacities[i], 0);
        check_answer(query, expected, capacities[i], 1);
    }
    free(expected);
}

/* Any two cells of the map may be asked for, blocked ones too. */
static void check_world(const test_world *world, uint32_t records, int queries, test_random *random)
{
    test_database database;
    if (!test_database_create(&database, world, records, test_draw(random)))
        return;
    assert_int_equal(database.ref.count, records);
    int cells = ref_get_cell_count(&world->ref);
    for (int i = 0; i < queries; i++) {
        int from = test_draw_below(random, cells), to = test_draw_below(random, cells);
        question query = {world, &database, from, to};
        check_query(&query);
    }
    test_database_destroy(&database);
}

static void tree_equals_scan_on_tiny_maps(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 3, 7, 8, 9, 31, 64, 65, 200};
    test_random random = {41};
    for (int i = 0; i < 60; i++) {
        test_world world;
        int width = 1 + test_draw_below(&random, 6), height = 3 + test_draw_below(&random, 4);
        test_world_create_random(&world, width, height, 10, (cairn_corners)(i % 2), &random);
        check_world(&world, sizes[i % 10], 40, &random);
        test_world_destroy(&world);
    }
}

static void tree_equals_scan_on_a_line(void **state)
{
    (void)state;
    test_random random = {42};
    for (int i = 0; i < 4; i++) {
        test_world world;
        test_world_create_random(&world, i % 2 ? 1 : 40, i % 2 ? 40 : 1, 0, CAIRN_CORNERS_STRICT,
                                 &random);
        check_world(&world, 300, 60, &random);
        test_world_destroy(&world);
    }
}

static void tree_equals_scan_in_scenes(void **state)
{
    (void)state;
    test_random random = {43};
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++) {
        test_world world;
        test_world_create_scene(&world, (cairn_scene_kind)kind, 60, 45, (cairn_corners)(kind % 2));
        check_world(&world, 600, 40, &random);
        test_world_destroy(&world);
    }
}

static void empty_database_has_no_neighbour(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 3, 1, "...", CAIRN_CORNERS_STRICT);
    test_random random = {44};
    check_world(&world, 0, 5, &random);
    test_world_destroy(&world);
}

/* The work saved is the reason for the tree: it must look at a small part of a large database. */
static void tree_compares_few_records(void **state)
{
    (void)state;
    test_world world;
    test_database database;
    test_world_create_scene(&world, CAIRN_SCENE_OPEN, 120, 120, CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&database, &world, 5000, 45));
    uint64_t total = 0;
    for (int i = 0; i < 50; i++) {
        cairn_neighbour found[10];
        uint32_t counts[2];
        cairn_record record;
        assert_int_equal(cairn_db_get_record(database.db, (uint32_t)i * 100, &record), CAIRN_OK);
        const cairn_cell cells[2] = {record.start, record.goal};
        assert_int_equal(cairn_db_find_nearest(database.db, cells, 0, 10, found, counts), CAIRN_OK);
        assert_int_equal(found[0].similarity, 0);
        total += counts[1];
    }
    assert_true(total / 50 < 2500);
    test_database_destroy(&database);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree_equals_scan_on_tiny_maps),
        cmocka_unit_test(tree_equals_scan_on_a_line),
        cmocka_unit_test(tree_equals_scan_in_scenes),
        cmocka_unit_test(empty_database_has_no_neighbour),
        cmocka_unit_test(tree_compares_few_records),
    };
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
