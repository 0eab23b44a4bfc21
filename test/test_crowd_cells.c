/* test_crowd_cells.c (property): many members to one goal on a small map go by cells that are flooded once: the
 * shortest ways, within the budget, with another goal in place of theirs, and on a map that changes while it is
 * flooded and afterwards. */
#include "horde.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL_SIDE = 128, FEW = 100 };

/* Members that have arrived have gone as far as the reference says. */
static void check_lengths(const horde *self, uint32_t first, uint32_t count,
                          const cairn_cell *starts, cairn_cell goal)
{
    int *costs = horde_world_find_costs(self->world, goal);
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t id =
            cairn_cell_get_y(starts[i]) * (uint32_t)self->world->side + cairn_cell_get_x(starts[i]);
        assert_int_equal(cairn_crowd_get_cells(self->crowd)[i], goal);
        assert_int_equal(self->costs[i], costs[id]);
    }
    free(costs);
}

/* ---- ways ---- */

static void check_ways(horde_world *world, const cairn_crowd_def *def)
{
    horde self;
    cairn_cell starts[HORDE_MOST];
    cairn_cell goal = horde_world_draw(world);
    horde_create(&self, world, FEW, def);
    memcpy(starts, cairn_crowd_get_cells(self.crowd), FEW * sizeof *starts);
    horde_order(&self, 0, FEW, goal);
    horde_step(&self);
    if (def->max_work == 0)
        assert_int_equal(horde_get_use(&self, goal), CAIRN__FIELD_READY);
    while (horde_get_use(&self, goal) == CAIRN__FIELD_BUILT)
        horde_step(&self);
    assert_int_equal(horde_check_cells(&self), 1);
    horde_step_to_end(&self);
    check_lengths(&self, 0, FEW, starts, goal);
    horde_destroy(&self);
}

static void test_that_all_go_the_shortest_way(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++)
        for (uint32_t corners = 0; corners < 2; corners++) {
            static horde_world world;
            if (!test_looks_at_scene(kind, corners))
                continue;
            horde_world_create(&world, (cairn_scene_kind)kind, SMALL_SIDE,
                               corners == 0 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE,
                               kind % 2 == 0);
            check_ways(&world, &(cairn_crowd_def){0});
            check_ways(&world, &(cairn_crowd_def){.max_work = CAIRN_MIN_CROWD_WORK, .stays = 1});
            horde_world_destroy(&world);
        }
}

static size_t get_size(const horde_world *world, uint32_t capacity)
{
    size_t bytes = 0;
    const cairn_crowd_def def = {.size = sizeof def, .capacity = capacity};
    assert_int_equal(cairn_crowd_get_size(world->map, world->db, &def, &bytes), CAIRN_OK);
    return bytes;
}

/* A few members are planned for each, and so are many where there is room for few. */
static void test_where_cells_are_not_worth_it(void **state)
{
    static horde_world world;
    horde self;
    (void)state;
    horde_world_create(&world, CAIRN_SCENE_OPEN, SMALL_SIDE, CAIRN_CORNERS_STRICT, false);
    uint32_t least = (uint32_t)(SMALL_SIDE * SMALL_SIDE / 256);
    horde_create(&self, &world, FEW, &(cairn_crowd_def){0});
    assert_true(least == 64 && FEW > least);
    assert_true(get_size(&world, least) - get_size(&world, least - 1) >
                SMALL_SIDE * SMALL_SIDE * 2);
    assert_true(get_size(&world, FEW) - get_size(&world, least) < SMALL_SIDE * SMALL_SIDE * 2);
    horde_order(&self, 0, least - 1, cairn_cell_at(5, 5));
    horde_step(&self);
    assert_int_equal(horde_get_use(&self, cairn_cell_at(5, 5)), CAIRN__FIELD_EMPTY);
    horde_order(&self, 0, least, cairn_cell_at(7, 7));
    horde_step(&self);
    assert_int_equal(horde_get_use(&self, cairn_cell_at(7, 7)), CAIRN__FIELD_READY);
    horde_destroy(&self);
    horde_world_destroy(&world);
    horde_world_create(&world, CAIRN_SCENE_OPEN, HORDE_SIDE, CAIRN_CORNERS_STRICT, false);
    horde_create(&self, &world, FEW, &(cairn_crowd_def){0});
    horde_order(&self, 0, FEW, cairn_cell_at(7, 7));
    horde_step(&self);
    assert_int_equal(horde_get_use(&self, cairn_cell_at(7, 7)), CAIRN__FIELD_EMPTY);
    horde_destroy(&self);
    horde_world_destroy(&world);
}

/* A third goal takes the place of the one that fewest members head for; those go the shortest way all the same. */
static void test_that_a_goal_gives_way_to_another(void **state)
{
    static horde_world world;
    horde self;
    cairn_cell starts[HORDE_MOST], goals[3];
    const uint32_t firsts[4] = {0, 80, 180, 280};
    (void)state;
    horde_world_create(&world, CAIRN_SCENE_CAVES, SMALL_SIDE, CAIRN_CORNERS_STRICT, false);
    horde_create(&self, &world, firsts[3], &(cairn_crowd_def){0});
    memcpy(starts, cairn_crowd_get_cells(self.crowd), firsts[3] * sizeof *starts);
    for (int k = 0; k < 3; k++) {
        goals[k] = horde_world_draw(&world);
        horde_order(&self, firsts[k], firsts[k + 1] - firsts[k], goals[k]);
        horde_step(&self);
        assert_int_equal(horde_get_use(&self, goals[k]), CAIRN__FIELD_READY);
    }
    assert_int_equal(horde_get_use(&self, goals[0]), CAIRN__FIELD_EMPTY);
    assert_int_equal(horde_get_use(&self, goals[1]), CAIRN__FIELD_READY);
    horde_step_to_end(&self);
    for (int k = 0; k < 3; k++)
        check_lengths(&self, firsts[k], firsts[k + 1] - firsts[k], starts, goals[k]);
    horde_destroy(&self);
    horde_world_destroy(&world);
}

/* ---- the budget ---- */

/* While members wait for a flood it has all of a frame that others do not need, less two quanta at most. */
static void test_that_a_flood_takes_what_there_is(void **state)
{
    static horde_world world;
    horde self;
    int frames = 0;
    (void)state;
    horde_world_create(&world, CAIRN_SCENE_OPEN, HORDE_SIDE, CAIRN_CORNERS_STRICT, false);
    horde_create(&self, &world, HORDE_MOST, &(cairn_crowd_def){.max_work = CAIRN_MIN_CROWD_WORK});
    cairn_cell goal = cairn_cell_at(9, 200);
    horde_order(&self, 0, HORDE_MOST, goal);
    for (horde_step(&self); horde_get_use(&self, goal) == CAIRN__FIELD_BUILT; frames++) {
        assert_in_range(self.frame.units, CAIRN_MIN_CROWD_WORK - 2 * CAIRN__QUANTUM,
                        CAIRN_MIN_CROWD_WORK);
        assert_int_equal(self.frame.pending, HORDE_MOST);
        horde_step(&self);
    }
    assert_in_range(frames, 2, HORDE_SIDE * HORDE_SIDE * 2 / CAIRN_MIN_CROWD_WORK + 1);
    horde_step(&self);
    assert_int_equal(self.frame.pending, 0);
    horde_step_to_end(&self);
    horde_destroy(&self);
    horde_world_destroy(&world);
}

/* A flood is not finished if all who wait for it are sent elsewhere. */
static void test_that_a_flood_for_nobody_is_left(void **state)
{
    static horde_world world;
    horde self;
    const cairn_cell goals[2] = {cairn_cell_at(5, 5), cairn_cell_at(200, 9)};
    (void)state;
    horde_world_create(&world, CAIRN_SCENE_OPEN, HORDE_SIDE, CAIRN_CORNERS_STRICT, false);
    horde_create(&self, &world, HORDE_MOST, &(cairn_crowd_def){.max_work = CAIRN_MIN_CROWD_WORK});
    for (int k = 0; k < 2; k++) {
        horde_order(&self, 0, HORDE_MOST, goals[k]);
        horde_step(&self);
        assert_int_equal(horde_get_use(&self, goals[k]), CAIRN__FIELD_BUILT);
    }
    assert_int_equal(horde_get_use(&self, goals[0]), CAIRN__FIELD_EMPTY);
    horde_step_to_end(&self);
    horde_destroy(&self);
    horde_world_destroy(&world);
}

/* ---- maps that change ---- */

/* A change comes every `every` frames, and then none: all that is known of cells is right, and all members that
 * can arrive do. */
static void check_changes(int every, uint64_t max_work)
{
    static horde_world world;
    horde self;
    uint32_t known = 0;
    horde_world_create(&world, CAIRN_SCENE_SLANTED, HORDE_SIDE, CAIRN_CORNERS_FREE, true);
    horde_create(&self, &world, HORDE_MOST, &(cairn_crowd_def){.max_work = max_work});
    cairn_cell goal = horde_world_draw(&world);
    horde_order(&self, 0, HORDE_MOST, goal);
    for (int frame = 0; frame < 60; frame++) {
        int x = test_draw_below(&world.random, world.side);
        int y = test_draw_below(&world.random, world.side);
        if (frame % every == 0)
            horde_world_set(&world, x, y, 9, 7, frame % (2 * every) != 0);
        if (frame % every == 0 &&
            world.cells[cairn_cell_get_y(goal) * HORDE_SIDE + cairn_cell_get_x(goal)] == 0)
            horde_world_set(&world, (int)cairn_cell_get_x(goal), (int)cairn_cell_get_y(goal), 1, 1,
                            true);
        horde_step(&self);
        if (frame % 5 == 0)
            known += horde_check_cells(&self);
    }
    assert_true(known > 0 || every == 1);
    for (int i = 0; i < 200; i++)
        horde_step(&self);
    assert_int_equal(horde_get_use(&self, goal), CAIRN__FIELD_READY);
    (void)horde_check_cells(&self);
    for (int i = 0; i < HORDE_FRAMES && self.frame.walking > 0; i++)
        horde_step(&self);
    int *costs = horde_world_find_costs(&world, goal);
    for (uint32_t i = 0; i < self.count; i++) {
        cairn_cell cell = cairn_crowd_get_cells(self.crowd)[i];
        uint32_t id = cairn_cell_get_y(cell) * HORDE_SIDE + cairn_cell_get_x(cell);
        assert_true(cell == goal || costs[id] == REF_NONE);
    }
    free(costs);
    horde_destroy(&self);
    horde_world_destroy(&world);
}

static void test_that_changes_are_noticed(void **state)
{
    (void)state;
    check_changes(10, CAIRN_MIN_CROWD_WORK);
    check_changes(1, CAIRN_MIN_CROWD_WORK);
    check_changes(7, 0);
}

/* A goal that most have turned away from is not flooded again; nor is one that is blocked. */
static void test_that_goals_of_few_are_forgotten(void **state)
{
    static horde_world world;
    horde self;
    (void)state;
    horde_world_create(&world, CAIRN_SCENE_OPEN, SMALL_SIDE, CAIRN_CORNERS_STRICT, true);
    horde_create(&self, &world, FEW, &(cairn_crowd_def){0});
    for (uint32_t left = FEW; left > 0; left /= 2) {
        cairn_cell goal = cairn_cell_at(left, 9);
        horde_order(&self, 0, FEW, goal);
        horde_step(&self);
        assert_int_equal(horde_get_use(&self, goal), CAIRN__FIELD_READY);
        for (uint32_t i = left; i < FEW; i++)
            assert_int_equal(cairn_crowd_halt(self.crowd, self.members[i]), CAIRN_OK);
        horde_world_set(&world, (int)left, 40, 1, 1, false);
        horde_step(&self);
        assert_int_equal(horde_get_use(&self, goal),
                         left >= 64 ? CAIRN__FIELD_READY : CAIRN__FIELD_EMPTY);
    }
    horde_order(&self, 0, FEW, cairn_cell_at(3, 3));
    horde_step(&self);
    horde_world_set(&world, 3, 3, 1, 1, false);
    horde_step(&self);
    assert_int_equal(horde_get_use(&self, cairn_cell_at(3, 3)), CAIRN__FIELD_EMPTY);
    horde_destroy(&self);
    horde_world_destroy(&world);
}

/* On a map that never rests floods that cannot end are tried less and less often. */
static void test_that_a_restless_map_is_not_flooded_all_the_time(void **state)
{
    static horde_world world;
    horde self, twin;
    horde_block saved = {0};
    int begun = 0;
    (void)state;
    horde_world_create(&world, CAIRN_SCENE_OPEN, HORDE_SIDE, CAIRN_CORNERS_STRICT, true);
    cairn_crowd_def def = {.max_work = CAIRN_MIN_CROWD_WORK};
    horde_create(&self, &world, HORDE_MOST, &def);
    horde_create(&twin, &world, HORDE_MOST, &def);
    cairn_cell goal = cairn_cell_at(250, 250);
    horde_order(&self, 0, HORDE_MOST, goal);
    for (int frame = 0; frame < 100; frame++) {
        horde_step(&self);
        if (frame > 20)
            horde_step(&twin);
        if (frame > 20)
            assert_int_equal(horde_get_hash(&twin), horde_get_hash(&self));
        begun += self.crowd->field.cells.goals[0].quanta > 0;
        horde_world_set(&world, frame, 120, 1, 1, false);
        if (frame == 20) {
            horde_save(&self, &saved);
            horde_load(&twin, &saved);
        }
    }
    assert_in_range(begun, 3, 8);
    free(saved.bytes);
    horde_destroy(&twin);
    horde_destroy(&self);
    horde_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_all_go_the_shortest_way),
        cmocka_unit_test(test_where_cells_are_not_worth_it),
        cmocka_unit_test(test_that_a_goal_gives_way_to_another),
        cmocka_unit_test(test_that_a_flood_takes_what_there_is),
        cmocka_unit_test(test_that_a_flood_for_nobody_is_left),
        cmocka_unit_test(test_that_changes_are_noticed),
        cmocka_unit_test(test_that_goals_of_few_are_forgotten),
        cmocka_unit_test(test_that_a_restless_map_is_not_flooded_all_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
