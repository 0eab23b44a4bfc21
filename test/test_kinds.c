/* test_kinds.c (property): labels are optimal and regions complete on scenes of every kind; what
 * `make check-kinds` does with the shared maps. */
#include "support.h"

#include "kinds.h"

enum { SIDE = 160, PAIRS = 60, SMALL_PAIRS = 30 };

static void assert_right(const cairn_map *map, const char *name, uint32_t pairs)
{
    kinds_totals totals = {0};
    kinds_check_map(map, name, pairs, &totals);
    assert_int_equal(kinds_get_wrong(&totals), 0);
    assert_int_equal(totals.refused, 0);
    assert_true(totals.pairs > 0 || pairs == SMALL_PAIRS);
}

static void test_scenes(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++) {
        cairn_scene scene;
        cairn_map *map;
        const char *name = cairn_scene_kind_get_name((cairn_scene_kind)kind);
        assert_int_equal(
            cairn_scene_generate((cairn_scene_kind)kind, SIDE, SIDE * 3 / 4, 5, &scene), CAIRN_OK);
        assert_int_equal(cairn_scene_create_map(&scene, CAIRN_CORNERS_STRICT, &map), CAIRN_OK);
        assert_right(map, name, PAIRS);
        cairn_map_close(map);
        cairn_scene_free(&scene);
    }
}

static void test_small(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < cairn_scene_small_get_count(); i++) {
        const cairn_scene_small *small = cairn_scene_small_get(i);
        cairn_map *map;
        assert_int_equal(cairn_scene_small_create_map(small, CAIRN_CORNERS_STRICT, &map), CAIRN_OK);
        assert_right(map, small->name, SMALL_PAIRS);
        cairn_map_close(map);
    }
}

/* Every sort of difference counts. */
static void test_sums(void **state)
{
    kinds_totals sum = {0};
    (void)state;
    kinds_add(&sum, &(kinds_totals){.maps = 1, .pairs = 5, .walks_wrong = 1});
    kinds_add(&sum, &(kinds_totals){.maps = 1, .pairs = 7, .lengths_wrong = 2});
    kinds_add(&sum, &(kinds_totals){.maps = 1, .regions_wrong = 4, .unsound = 8});
    assert_int_equal(sum.maps, 3);
    assert_int_equal(sum.pairs, 12);
    assert_int_equal(kinds_get_wrong(&sum), 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
