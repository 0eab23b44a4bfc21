/* test_crowd_cells_saved.c (property): a crowd whose goals are flooded, or are being flooded, is saved and loaded at any
 * time, on a map that changes too, and goes on in the same way; whatever a block says of floods does no harm. */
#include "horde.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "crowd/crowd_changes.h"
#include "crowd/crowd_saved.h"

enum { SMALL_SIDE = 128, FEW = 100 };

/* What happens before a frame, the same for all twins. */
static void play(horde *twins, int count, int frame, bool changing)
{
    horde_world *world = twins[0].world;
    bool orders = frame % 9 == 0;
    int32_t first = frame % 2 == 0 ? 0 : 30;
    cairn_cell goal = orders ? horde_world_draw(world) : 0;
    for (int k = 0; orders && k < count; k++)
        (void)cairn_crowd_order(twins[k].crowd, twins[k].members + first,
                                (size_t)(HORDE_MOST - first), goal);
    if (changing && frame % 7 == 4)
        horde_world_set(world, test_draw_below(&world->random, world->side),
                        test_draw_below(&world->random, world->side), 6, 4, frame % 14 == 4);
}

/* Three twins: one goes on all the time, one is another crowd in each frame, and one goes back by some frames as
 * often as the others have made them. All save, which a changing map takes note of. */
static void check_twins(bool changing, uint32_t occupancy, uint64_t max_work)
{
    static horde_world world;
    static horde twins[3];
    horde_block blocks[3] = {{0}};
    int known = 0, under_way = 0;
    horde_world_create(&world, CAIRN_SCENE_CITY, HORDE_SIDE, CAIRN_CORNERS_STRICT, changing);
    cairn_crowd_def def = {.max_work = max_work, .occupancy = occupancy};
    for (int k = 0; k < 3; k++) {
        world.random = (test_random){5};
        horde_create(&twins[k], &world, HORDE_MOST, &def);
    }
    for (int frame = 0; frame < 90; frame++) {
        play(twins, 3, frame, changing);
        for (int k = 0; k < 3; k++)
            horde_save(&twins[k], &blocks[k]);
        if (frame % 3 != 0)
            horde_load(&twins[1], &blocks[0]);
        for (int again = 0; again < 2; again++) {
            horde_load(&twins[2], &blocks[2]);
            horde_step(&twins[2]);
        }
        for (int k = 0; k < 2; k++)
            horde_step(&twins[k]);
        for (int k = 1; k < 3; k++)
            assert_int_equal(horde_get_hash(&twins[k]), horde_get_hash(&twins[0]));
        for (int k = 0; k < CAIRN__CELL_GOALS; k++) {
            cairn__field_use use = twins[0].crowd->field.cells.goals[k].use;
            known += use == CAIRN__FIELD_READY;
            under_way += use == CAIRN__FIELD_BUILT;
        }
    }
    assert_true(known > 20 && (max_work == 0 || under_way > 10));
    for (int k = 0; k < 3; k++) {
        free(blocks[k].bytes);
        horde_destroy(&twins[k]);
    }
    horde_world_destroy(&world);
}

static void test_that_a_saved_crowd_goes_on_in_the_same_way(void **state)
{
    (void)state;
    for (int way = 0; way < 6; way++)
        if (test_looks_at_scene((uint32_t)way, 0))
            check_twins(way % 2 == 1, way / 2 % 2 == 1 ? CAIRN_OCCUPANCY_CELLS : 0,
                        way < 4 ? CAIRN_MIN_CROWD_WORK : 0);
}

/* A crowd goes back to where a wall was not there yet: the cells that it knows now are no good. */
static void test_that_cells_of_another_map_are_not_taken(void **state)
{
    static horde_world world;
    horde self;
    horde_block saved = {0};
    cairn_cell goal = cairn_cell_at(64, 5);
    (void)state;
    horde_world_create(&world, CAIRN_SCENE_OPEN, SMALL_SIDE, CAIRN_CORNERS_STRICT, true);
    horde_create(&self, &world, FEW, &(cairn_crowd_def){0});
    horde_order(&self, 0, FEW, goal);
    horde_step(&self);
    horde_save(&self, &saved);
    horde_world_set(&world, 64, 40, 1, 1, false);
    horde_step(&self);
    assert_int_equal(horde_check_cells(&self), 1);
    horde_world_set(&world, 64, 40, 1, 1, true);
    horde_load(&self, &saved);
    horde_step(&self);
    assert_int_equal(horde_check_cells(&self), 1);
    horde_world_set(&world, 64, 5, 1, 1, false);
    horde_save(&self, &saved);
    uint64_t hash = horde_get_hash(&self);
    horde_load(&self, &saved);
    assert_int_equal(horde_get_hash(&self), hash);
    free(saved.bytes);
    horde_destroy(&self);
    horde_world_destroy(&world);
}

/* Two crowds flood one goal, as far as each other, and know another one each: what one has saved goes on in the
 * other. */
static void test_that_a_flood_is_that_of_its_crowd(void **state)
{
    static horde_world world;
    horde crowds[2];
    horde_block saved = {0};
    const cairn_cell goals[3] = {cairn_cell_at(5, 5), cairn_cell_at(200, 9),
                                 cairn_cell_at(250, 250)};
    (void)state;
    horde_world_create(&world, CAIRN_SCENE_OPEN, HORDE_SIDE, CAIRN_CORNERS_STRICT, false);
    cairn_crowd_def def = {.max_work = CAIRN_MIN_CROWD_WORK, .stays = 1};
    for (int k = 0; k < 2; k++) {
        world.random = (test_random){3};
        horde_create(&crowds[k], &world, HORDE_MOST, &def);
        horde_order(&crowds[k], 0, HORDE_MOST, goals[k]);
        for (int frame = 0; frame < 8; frame++)
            horde_step(&crowds[k]);
        assert_int_equal(horde_get_use(&crowds[k], goals[k]), CAIRN__FIELD_READY);
        horde_order(&crowds[k], 0, HORDE_MOST, goals[2]);
        horde_step(&crowds[k]);
        assert_int_equal(horde_get_use(&crowds[k], goals[2]), CAIRN__FIELD_BUILT);
    }
    horde_save(&crowds[0], &saved);
    horde_load(&crowds[1], &saved);
    for (int frame = 0; frame < 8; frame++)
        for (int k = 0; k < 2; k++)
            horde_step(&crowds[k]);
    assert_int_equal(horde_get_hash(&crowds[0]), horde_get_hash(&crowds[1]));
    assert_int_equal(horde_check_cells(&crowds[1]), 2);
    free(saved.bytes);
    for (int k = 0; k < 2; k++)
        horde_destroy(&crowds[k]);
    horde_world_destroy(&world);
}

enum { CHECKSUM = 96 }; /* bytes, by docs/format.md */

static void put_word(horde_block *self, size_t at, uint32_t word)
{
    test_image_put_number(self->bytes + at, 4, word);
    memset(self->bytes + CHECKSUM, 0, 8);
    test_image_put_number(self->bytes + CHECKSUM, 8, cairn__hash_bytes(self->bytes, self->count));
}

/* Whatever a block says of goals, a crowd that loads it makes no illegal move, and goes on. */
static void test_that_a_forged_goal_does_no_harm(void **state)
{
    static const uint32_t words[] = {0, 1, 2, 3, 7, 200, 0x10001, 0x640064, UINT32_MAX};
    static horde_world world;
    horde self;
    horde_block saved = {0}, forged = {0};
    (void)state;
    horde_world_create(&world, CAIRN_SCENE_CITY, SMALL_SIDE, CAIRN_CORNERS_STRICT, true);
    horde_create(&self, &world, FEW, &(cairn_crowd_def){.max_work = CAIRN_MIN_CROWD_WORK});
    for (int k = 0; k < 2; k++) {
        horde_order(&self, 0, FEW, horde_world_draw(&world));
        horde_step(&self);
    }
    horde_save(&self, &saved);
    size_t behind = 4 * (CAIRN__GOALS_WORDS + (size_t)cairn__changes_get_words(self.crowd));
    for (size_t k = 1; k <= CAIRN__CELL_GOALS * 4; k++)
        for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
            forged.count = saved.count;
            forged.bytes = realloc(forged.bytes, saved.count);
            assert_non_null(forged.bytes);
            memcpy(forged.bytes, saved.bytes, saved.count);
            put_word(&forged, saved.count - behind - 4 * k, words[w]);
            cairn_status status = cairn_crowd_load(self.crowd, forged.bytes, forged.count, NULL);
            assert_true(status == CAIRN_OK || status == CAIRN_CORRUPT);
            for (int i = 0; i < 12; i++)
                horde_step(&self);
            (void)horde_check_cells(&self);
        }
    horde_load(&self, &saved);
    horde_step_to_end(&self);
    free(saved.bytes);
    free(forged.bytes);
    horde_destroy(&self);
    horde_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_a_saved_crowd_goes_on_in_the_same_way),
        cmocka_unit_test(test_that_cells_of_another_map_are_not_taken),
        cmocka_unit_test(test_that_a_flood_is_that_of_its_crowd),
        cmocka_unit_test(test_that_a_forged_goal_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
