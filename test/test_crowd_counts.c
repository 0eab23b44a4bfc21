/* test_crowd_counts.c: a step of a crowd allocates nothing, and a frame counts all units that it spent:
 * with shared goals, on changing maps, with and without occupancy. */
#include "crowd_kit.h"

/* ---- memory ---- */

/* Orders to more than 64 members at once: the ways to their goal are found for all. */
enum { SHARERS = 100 };

static void check_shared_goals(const kit *self, uint32_t occupancy)
{
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    cairn_member members[SHARERS];
    test_random random = {6};
    cairn_crowd *crowd = crowd_create(self, KIT_LABELS,
                                      (cairn_crowd_def){.capacity = SHARERS,
                                                        .max_work = CAIRN_MIN_CROWD_WORK,
                                                        .occupancy = occupancy,
                                                        .allocator = &allocator});
    for (int i = 0; i < SHARERS;)
        i +=
            cairn_crowd_add(crowd, crowd_draw_cell(&self->world, &random), &members[i]) == CAIRN_OK;
    for (int k = 0; k < 400; k++) {
        if (k % 80 == 0)
            assert_int_equal(
                cairn_crowd_order(crowd, members, SHARERS, crowd_draw_cell(&self->world, &random)),
                CAIRN_OK);
        (void)crowd_step(crowd);
    }
    assert_int_equal(counter.allocations, 1);
    cairn_crowd_destroy(crowd);
    assert_int_equal(counter.releases, 1);
}

static void test_that_shared_goals_allocate_nothing(void **state)
{
    kit self;
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_CITY, CAIRN_CORNERS_STRICT);
    check_shared_goals(&self, CAIRN_OCCUPANCY_OFF);
    check_shared_goals(&self, CAIRN_OCCUPANCY_CELLS);
    kit_destroy(&self);
}

/* A changing map, a planner and a crowd of one allocator that counts. */
typedef struct counted {
    test_counter counter;
    kit base; /* of the map as it was: databases, and where members are drawn */
    cairn_map *map;
    cairn_planner *planner;
    cairn_crowd *crowd;
    test_random random;
    cairn_member members[MEMBERS];
} counted;

static void create_counted(counted *self, cairn_crowd_def def)
{
    cairn_allocator allocator = test_counter_get_allocator(&self->counter);
    crowd_kit_create(&self->base, CAIRN_SCENE_ROOMS, CAIRN_CORNERS_STRICT);
    cairn_map_def map_def = {.size = sizeof map_def, .changing = 1, .allocator = &allocator};
    cairn_planner_def planner_def = {.size = sizeof planner_def, .allocator = &allocator};
    assert_int_equal(cairn_map_copy(self->base.world.map, &map_def, &self->map), CAIRN_OK);
    assert_int_equal(cairn_planner_create(self->map, NULL, &planner_def, &self->planner), CAIRN_OK);
    def.size = sizeof def;
    def.capacity = MEMBERS;
    def.planner = self->planner;
    def.allocator = &allocator;
    assert_int_equal(cairn_crowd_create(self->map, self->base.dbs[KIT_LABELS], &def, &self->crowd),
                     CAIRN_OK);
    self->random = (test_random){8};
    for (int i = 0; i < MEMBERS;)
        i += cairn_crowd_add(self->crowd, crowd_draw_cell(&self->base.world, &self->random),
                             &self->members[i]) == CAIRN_OK;
}

static void destroy_counted(counted *self)
{
    cairn_crowd_destroy(self->crowd);
    cairn_planner_destroy(self->planner);
    cairn_map_close(self->map);
    kit_destroy(&self->base);
}

/* Blocks some cells, or opens what was blocked before. */
static void change_counted(counted *self, bool open)
{
    cairn_rect rect = {(uint16_t)test_draw_below(&self->random, SIDE - 4),
                       (uint16_t)test_draw_below(&self->random, SIDE - 4), 4, 4};
    assert_int_equal(cairn_map_set_rect(self->map, &rect, open), CAIRN_OK);
}

static void check_changes(uint32_t occupancy)
{
    counted self = {0};
    create_counted(&self, (cairn_crowd_def){.occupancy = occupancy,
                                            .max_work = CAIRN_MIN_CROWD_WORK,
                                            .goal_policy = CAIRN_GOAL_NEAREST,
                                            .stranded_policy = CAIRN_STRANDED_LEAVE});
    for (int k = 0; k < 400; k++) {
        if (k % 5 == 0)
            change_counted(&self, k % 15 == 0);
        if (k % 40 == 0)
            assert_int_equal(cairn_crowd_order(self.crowd, self.members, MEMBERS,
                                               crowd_draw_cell(&self.base.world, &self.random)),
                             CAIRN_OK);
        size_t before = self.counter.allocations;
        (void)crowd_step(self.crowd);
        assert_int_equal(self.counter.allocations, before);
    }
    destroy_counted(&self);
}

static void test_that_steps_on_changing_maps_allocate_nothing(void **state)
{
    (void)state;
    check_changes(CAIRN_OCCUPANCY_OFF);
    check_changes(CAIRN_OCCUPANCY_CELLS);
}

/* ---- what a frame counts ---- */

/* Without a limit a frame counts what it would with one that it never reaches. */
static void test_that_frames_count_the_same_without_a_limit(void **state)
{
    (void)state;
    counted selves[2] = {{.counter = {0}}, {.counter = {0}}};
    uint64_t units = 0;
    create_counted(&selves[0], (cairn_crowd_def){.max_work = 0});
    create_counted(&selves[1], (cairn_crowd_def){.max_work = UINT64_C(1) << 40});
    for (int k = 0; k < 200; k++) {
        cairn_crowd_frame frames[2];
        for (int i = 0; i < 2; i++) {
            counted *self = &selves[i];
            if (k % 50 == 20)
                change_counted(self, false);
            if (k % 40 == 0)
                (void)cairn_crowd_order(self->crowd, self->members, MEMBERS,
                                        crowd_draw_cell(&self->base.world, &self->random));
            frames[i] = crowd_step(self->crowd);
        }
        assert_true(frames[0].units == frames[1].units);
        if (k % 50 == 20) /* all members have had their turn, at 2 units each */
            assert_true(frames[0].units >= UINT64_C(2) * MEMBERS);
        units += frames[0].units;
    }
    assert_true(units > 0);
    destroy_counted(&selves[0]);
    destroy_counted(&selves[1]);
}

/* The same for the ways to a shared goal, which are found before the first of its plans. */
static void test_that_shared_goals_count_without_a_limit(void **state)
{
    kit self;
    uint64_t units[2];
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_CITY, CAIRN_CORNERS_STRICT);
    for (int k = 0; k < 2; k++) {
        cairn_member members[SHARERS];
        test_random random = {6};
        cairn_crowd *crowd = crowd_create(
            &self, KIT_LABELS,
            (cairn_crowd_def){.capacity = SHARERS, .max_work = k == 0 ? 0 : UINT64_C(1) << 40});
        for (int i = 0; i < SHARERS; i++)
            assert_int_equal(
                cairn_crowd_add(crowd, crowd_draw_cell(&self.world, &random), &members[i]),
                CAIRN_OK);
        assert_int_equal(
            cairn_crowd_order(crowd, members, SHARERS, crowd_draw_cell(&self.world, &random)),
            CAIRN_OK);
        units[k] = crowd_step(crowd).units;
        cairn_crowd_destroy(crowd);
    }
    assert_true(units[0] == units[1]);
    kit_destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_shared_goals_allocate_nothing),
        cmocka_unit_test(test_that_steps_on_changing_maps_allocate_nothing),
        cmocka_unit_test(test_that_frames_count_the_same_without_a_limit),
        cmocka_unit_test(test_that_shared_goals_count_without_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
