/* test_dlrta.c (exhaustive): the clique abstraction against a literal reading of its rules, node by
 * node; the highest level leaves one region a component. */
#include "dlrta_world.h"

#include "reference_dlrta.h"

/* ---- the abstraction ---- */

static void check_abstraction(test_world *world, void *context)
{
    const uint32_t *cliques = context;
    int regions[REF_MOST_NODES * 4];
    if (world->open_count > REF_MOST_NODES || ref_get_cell_count(&world->ref) > REF_MOST_NODES * 4)
        return;
    for (uint32_t level = 1; level <= 5; level += 1 + level / 3) {
        dlrta_world made;
        dlrta_world_create(&made, world, level, *cliques);
        int count = ref_find_regions(&world->ref, (int)level, *cliques == 1, regions);
        assert_int_equal(made.count, count);
        for (int i = 0; i < world->open_count; i++) {
            int cell = world->open[i];
            if (made.regions[cell] != regions[cell]) {
                test_world_print(world, cell, cell);
                fail_msg("level %u: region %d, not %d", level, made.regions[cell], regions[cell]);
            }
        }
        dlrta_world_destroy(&made);
    }
}

static void test_abstraction(void **state)
{
    (void)state;
    for (uint32_t cliques = 0; cliques < 2; cliques++)
        test_for_worlds(120, 14, 1, check_abstraction, &cliques);
}

/* The abstraction leaves one region a component in the end. */
static void check_top(test_world *world, void *context)
{
    const uint32_t *cliques = context;
    dlrta_world made;
    dlrta_world_create(&made, world, CAIRN_MAX_LEVEL, *cliques);
    assert_int_equal(made.count, test_get_map_info(world->map).components);
    assert_int_equal(test_get_figure(made.db, "records"), 0);
    dlrta_world_destroy(&made);
}

static void test_top(void **state)
{
    (void)state;
    for (uint32_t cliques = 0; cliques < 2; cliques++)
        test_for_worlds(60, 20, 2, check_top, &cliques);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_abstraction),
        cmocka_unit_test(test_top),
    };
    return cmocka_run_group_tests_name("dlrta", tests, NULL, NULL);
}
