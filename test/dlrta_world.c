/* dlrta_world.c: see dlrta_world.h. */
#include "dlrta_world.h"

#include <stdlib.h>

void dlrta_world_create(dlrta_world *made, const test_world *world, uint32_t level,
                        uint32_t cliques)
{
    test_plan def = test_plan_make(CAIRN_DB_DLRTA);
    def.map = world->map;
    def.level = level;
    def.cliques = cliques;
    test_image_build(&made->image, &def);
    assert_int_equal(test_image_open(&made->image, &made->db), CAIRN_OK);
    cairn_detail detail = {0};
    if (cairn_db_verify(made->db, world->map, &detail) != CAIRN_OK) {
        test_world_print(world, 0, 0);
        fail_msg("level %u: %s", level, detail.text);
    }
    made->count = (uint32_t)test_get_figure(made->db, "regions");
    made->regions = malloc(sizeof(int) * (size_t)ref_get_cell_count(&world->ref));
    assert_non_null(made->regions);
    for (int i = 0; i < world->open_count; i++) {
        uint32_t region;
        cairn_cell cell = test_world_get_cell(world, world->open[i]);
        assert_int_equal(cairn_db_find_region(made->db, cell, &region), CAIRN_OK);
        made->regions[world->open[i]] = (int)region;
    }
}

void dlrta_world_destroy(dlrta_world *made)
{
    cairn_db_close(made->db);
    test_image_destroy(&made->image);
    free(made->regions);
}
