/* test_bake_faults.c (fault): each allocation of a build that measures by walks fails in turn. */
#include "golden.h"

#include <cairn/lab.h>

static cairn_status run_with(const cairn_map *map, const cairn_build_def *wanted,
                             const cairn_allocator *allocator, uint64_t *bytes)
{
    cairn_build *build = NULL;
    cairn_build_def def = *wanted;
    def.allocator = allocator;
    cairn_status status = cairn_build_create(map, &def, &build);
    if (status == CAIRN_OK)
        status = cairn_build_run(build);
    cairn_build_report report = {.size = sizeof report};
    if (status == CAIRN_OK)
        status = cairn_build_get_report(build, &report);
    *bytes = report.bytes;
    cairn_build_destroy(build);
    return status;
}

/* Each allocation fails in turn, all of the first ones and then ever fewer: MEMORY, or the engine
 * of optimal paths does without labels. */
static void check_faults(const cairn_map *map, const cairn_build_def *def)
{
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    uint64_t expected, bytes;
    assert_int_equal(run_with(map, def, &allocator, &expected), CAIRN_OK);
    size_t all = counter.allocations;
    for (size_t i = 1; i <= all; i += 1 + i / 200) {
        counter = (test_counter){.fail_at = i};
        cairn_status status = run_with(map, def, &allocator, &bytes);
        assert_true(status == CAIRN_MEMORY || (status == CAIRN_OK && bytes == expected));
        assert_int_equal(counter.allocations, counter.releases + (counter.allocations >= i));
    }
}

static void test_faults(void **state)
{
    (void)state;
    const golden_scene scene = {CAIRN_SCENE_CAVES, 30, 24, CAIRN_CORNERS_FREE};
    const cairn_option options[] = {{.option = CAIRN_OPTION_PROBLEMS, .value = 3}};
    cairn_map *map = golden_create_map(&scene, 3);
    cairn_build_def def = {.size = sizeof def, .option_count = 1, .options = options};
    def.max_bytes = 6000;
    check_faults(map, &def);
    def.max_bytes = 0;
    def.kind = CAIRN_DB_REGIONS;
    def.target = CAIRN_TARGET_OPTIMAL;
    check_faults(map, &def);
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests_name("bake_faults", tests, NULL, NULL);
}
