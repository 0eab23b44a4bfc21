/* test_crowd_places.c: members that keep clear of each other: who goes to one goal settles around it,
 * armies pass each other, cells are kept free, and calls that fail. */
#include "image.h"

#include <stdlib.h>

/* ---- small crowds on maps drawn by hand ---- */

typedef struct squad {
    test_world world;
    test_image image;
    cairn_db *db;
    cairn_crowd *crowd;
    uint32_t count;
    cairn_member members[1024];
} squad;

static void create_squad(squad *self, uint32_t capacity)
{
    test_plan plan = test_plan_make(CAIRN_DB_LABELS);
    plan.map = self->world.map;
    test_image_build(&self->image, &plan);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    cairn_crowd_def def = {
        .size = sizeof def, .capacity = capacity, .occupancy = CAIRN_OCCUPANCY_CELLS};
    assert_int_equal(cairn_crowd_create(self->world.map, self->db, &def, &self->crowd), CAIRN_OK);
    self->count = 0;
}

static void create_text_squad(squad *self, int width, int height, const char *text,
                              uint32_t capacity)
{
    test_world_create_of_text(&self->world, width, height, text, CAIRN_CORNERS_STRICT);
    create_squad(self, capacity);
}

static void destroy_squad(squad *self)
{
    cairn_crowd_destroy(self->crowd);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    test_world_destroy(&self->world);
}

static cairn_member add(squad *self, uint32_t x, uint32_t y)
{
    assert_int_equal(cairn_crowd_add(self->crowd, cairn_cell_at(x, y), &self->members[self->count]),
                     CAIRN_OK);
    return self->members[self->count++];
}

static cairn_crowd_frame step(squad *self)
{
    cairn_crowd_frame frame = {.size = sizeof frame};
    assert_int_equal(cairn_crowd_step(self->crowd, &frame), CAIRN_OK);
    return frame;
}

static cairn_member_info get(const squad *self, cairn_member member)
{
    cairn_member_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_member(self->crowd, member, &info), CAIRN_OK);
    return info;
}

/* Frames until all of the squad have arrived, at most `most`. */
static int walk_all(squad *self, int most)
{
    for (int k = 1; k <= most; k++)
        if (step(self).walking == 0)
            return k - 1;
    fail_msg("they do not arrive in %d frames", most);
    return most;
}

/* Adds members on the free cells nearest to one, ring by ring. */
static void add_around(squad *self, int x, int y, uint32_t count)
{
    uint32_t last = self->count + count;
    for (int ring = 0; self->count < last; ring++)
        for (int dy = -ring; dy <= ring; dy++)
            for (int dx = -ring; dx <= ring && self->count < last; dx++)
                if ((abs(dx) == ring || abs(dy) == ring) && x + dx >= 0 && y + dy >= 0 &&
                    cairn_crowd_add(self->crowd,
                                    cairn_cell_at((uint32_t)(x + dx), (uint32_t)(y + dy)),
                                    &self->members[self->count]) == CAIRN_OK)
                    self->count++;
}

/* ---- settling ---- */

enum { FIELD = 64, SETTLERS = 400 };

static int get_distance(cairn_cell cell, int x, int y)
{
    int dx = abs((int)cairn_cell_get_x(cell) - x), dy = abs((int)cairn_cell_get_y(cell) - y);
    return dx > dy ? 10 * dx + 4 * dy : 10 * dy + 4 * dx;
}

static int compare_numbers(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The sum of the distances of the nearest cells of the field to a cell. */
static int find_least_sum(int x, int y, int count)
{
    static int distances[FIELD * FIELD];
    int sum = 0;
    for (int i = 0; i < FIELD * FIELD; i++)
        distances[i] = get_distance(cairn_cell_at((uint32_t)i % FIELD, (uint32_t)i / FIELD), x, y);
    qsort(distances, FIELD * FIELD, sizeof distances[0], compare_numbers);
    for (int i = 0; i < count; i++)
        sum += distances[i];
    return sum;
}

static void create_field(squad *self)
{
    test_world_create_scene(&self->world, CAIRN_SCENE_OPEN, FIELD, FIELD, CAIRN_CORNERS_STRICT);
    create_squad(self, SETTLERS);
}

/* Nobody moves any more. */
static void check_peace(squad *self)
{
    for (int k = 0; k < 100; k++)
        assert_int_equal(step(self).moved, 0);
}

static void test_that_a_crowd_settles_around_a_goal(void **state)
{
    squad self;
    int sum = 0;
    (void)state;
    create_field(&self);
    add_around(&self, 12, 50, SETTLERS);
    assert_int_equal(cairn_crowd_order(self.crowd, self.members, SETTLERS, cairn_cell_at(40, 20)),
                     CAIRN_OK);
    assert_true(walk_all(&self, 400) < 200);
    check_peace(&self);
    for (int i = 0; i < SETTLERS; i++) {
        cairn_member_info info = get(&self, self.members[i]);
        assert_int_equal(info.state, CAIRN_MEMBER_ARRIVED);
        assert_int_equal(info.goal, cairn_cell_at(40, 20));
        sum += get_distance(info.cell, 40, 20);
    }
    assert_true(cairn_crowd_find(self.crowd, cairn_cell_at(40, 20)) != 0);
    assert_true(sum >= find_least_sum(40, 20, SETTLERS));
    assert_true(sum <= find_least_sum(40, 20, SETTLERS) * 103 / 100);
    destroy_squad(&self);
}

/* From the middle of those that have settled one gets out, and they stand still again. */
static void test_that_one_gets_out_of_the_middle(void **state)
{
    squad self;
    (void)state;
    create_field(&self);
    add_around(&self, 30, 30, SETTLERS);
    cairn_member middle = cairn_crowd_find(self.crowd, cairn_cell_at(30, 30));
    assert_int_equal(cairn_crowd_order(self.crowd, self.members, SETTLERS, cairn_cell_at(30, 30)),
                     CAIRN_OK);
    (void)walk_all(&self, 400);
    assert_int_equal(cairn_crowd_order(self.crowd, &middle, 1, cairn_cell_at(2, 60)), CAIRN_OK);
    assert_true(walk_all(&self, 400) < 60);
    assert_int_equal(get(&self, middle).cell, cairn_cell_at(2, 60));
    for (int k = 0; k < 50; k++) /* those that were pushed go back */
        (void)step(&self);
    check_peace(&self);
    destroy_squad(&self);
}

/* ---- armies ---- */

enum { ARMY = 500 };

static void create_city(squad *self, uint32_t side, uint64_t seed)
{
    cairn_scene scene;
    assert_int_equal(cairn_scene_generate(CAIRN_SCENE_CITY, side, side, seed, &scene), CAIRN_OK);
    test_world_create_of_text(&self->world, (int)side, (int)side, scene.cells,
                              CAIRN_CORNERS_STRICT);
    cairn_scene_free(&scene);
    create_squad(self, 2 * ARMY);
}

/* Two armies meet in a street, twelve cells wide, and each goes to where the other was. */
static void test_that_armies_pass_in_a_street(void **state)
{
    squad self;
    (void)state;
    create_city(&self, 512, 3);
    add_around(&self, 60, 132, ARMY);
    add_around(&self, 340, 132, ARMY);
    assert_int_equal(cairn_crowd_order(self.crowd, self.members, ARMY, cairn_cell_at(340, 132)),
                     CAIRN_OK);
    assert_int_equal(
        cairn_crowd_order(self.crowd, self.members + ARMY, ARMY, cairn_cell_at(60, 132)), CAIRN_OK);
    assert_true(walk_all(&self, 2000) < 1000);
    check_peace(&self);
    for (int i = 0; i < 2 * ARMY; i++)
        assert_true(get_distance(get(&self, self.members[i]).cell, i < ARMY ? 340 : 60, 132) < 600);
    destroy_squad(&self);
}

static cairn_cell draw_cell(const test_world *world, test_random *random)
{
    return test_world_get_cell(world, test_world_draw(world, random));
}

/* In full streets some turn back, and meet others head-on. Who waits for long beside those that have
 * settled settles as well: without that, some wait for ever in these two cities. */
static void test_that_all_settle_in_a_city(void **state)
{
    static const uint64_t seeds[] = {10, 33};
    (void)state;
    for (int k = 0; k < 2; k++) {
        squad self;
        test_random random = {seeds[k]};
        create_city(&self, 192, seeds[k]);
        while (self.count < 2 * ARMY)
            self.count += cairn_crowd_add(self.crowd, draw_cell(&self.world, &random),
                                          &self.members[self.count]) == CAIRN_OK;
        assert_int_equal(cairn_crowd_order(self.crowd, self.members, self.count,
                                           draw_cell(&self.world, &random)),
                         CAIRN_OK);
        (void)walk_all(&self, 6000);
        check_peace(&self);
        destroy_squad(&self);
    }
}

/* ---- corridors ---- */

/* One that stands on another's goal, in a dead end, keeps it waiting until it is removed. */
static void test_that_removing_makes_way(void **state)
{
    squad self;
    (void)state;
    create_text_squad(&self, 8, 1, "........", 4);
    cairn_member other = add(&self, 7, 0), member = add(&self, 0, 0);
    assert_int_equal(cairn_crowd_order(self.crowd, &member, 1, cairn_cell_at(7, 0)), CAIRN_OK);
    for (int k = 0; k < 200; k++)
        (void)step(&self);
    assert_int_equal(get(&self, member).state, CAIRN_MEMBER_WALKING);
    assert_int_equal(get(&self, member).cell, cairn_cell_at(6, 0));
    assert_int_equal(cairn_crowd_remove(self.crowd, other), CAIRN_OK);
    assert_int_equal(cairn_crowd_find(self.crowd, cairn_cell_at(7, 0)), 0);
    assert_int_equal(step(&self).arrived, 1);
    assert_int_equal(get(&self, member).cell, cairn_cell_at(7, 0));
    destroy_squad(&self);
}

/* Who has been under way longer pushes the other one back, out of a corridor, and that one comes in
 * again. */
static void test_that_two_pass_through_a_corridor(void **state)
{
    squad self;
    (void)state;
    create_text_squad(&self, 13, 3,
                      "...@@@@@@@..."
                      "............."
                      "...@@@@@@@...",
                      4);
    cairn_member first = add(&self, 0, 1), second = add(&self, 12, 1);
    assert_int_equal(cairn_crowd_order(self.crowd, &first, 1, cairn_cell_at(12, 1)), CAIRN_OK);
    assert_int_equal(cairn_crowd_order(self.crowd, &second, 1, cairn_cell_at(0, 1)), CAIRN_OK);
    assert_true(walk_all(&self, 100) < 40);
    assert_int_equal(get(&self, first).cell, cairn_cell_at(12, 1));
    assert_int_equal(get(&self, second).cell, cairn_cell_at(0, 1));
    destroy_squad(&self);
}

/* One at rest goes out of the way and comes back. */
static void test_that_one_at_rest_comes_back(void **state)
{
    squad self;
    (void)state;
    create_text_squad(&self, 9, 2,
                      "........."
                      "@@@@.@@@@",
                      4);
    cairn_member idle = add(&self, 4, 0), member = add(&self, 0, 0);
    assert_int_equal(cairn_crowd_order(self.crowd, &member, 1, cairn_cell_at(8, 0)), CAIRN_OK);
    (void)walk_all(&self, 30);
    for (int k = 0; k < 10; k++)
        (void)step(&self);
    assert_int_equal(get(&self, idle).cell, cairn_cell_at(4, 0));
    assert_int_equal(get(&self, idle).state, CAIRN_MEMBER_IDLE);
    assert_int_equal(get(&self, member).state, CAIRN_MEMBER_ARRIVED);
    destroy_squad(&self);
}

/* ---- cells that are kept free ---- */

static void test_that_reservations_end(void **state)
{
    squad self;
    (void)state;
    create_text_squad(&self, 8, 1, "........", 4);
    cairn_member member = add(&self, 0, 0);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(3, 0), 5), CAIRN_OK);
    assert_int_equal(cairn_crowd_order(self.crowd, &member, 1, cairn_cell_at(7, 0)), CAIRN_OK);
    for (uint32_t k = 1; k <= 5; k++) {
        (void)step(&self);
        assert_int_equal(get(&self, member).cell, cairn_cell_at(k < 2 ? k : 2, 0));
    }
    (void)step(&self);
    assert_int_equal(get(&self, member).cell, cairn_cell_at(3, 0));
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(4, 0), 1000), CAIRN_OK);
    (void)step(&self);
    assert_int_equal(get(&self, member).cell, cairn_cell_at(3, 0));
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(4, 0), 0), CAIRN_OK);
    (void)step(&self);
    assert_int_equal(get(&self, member).cell, cairn_cell_at(4, 0));
    destroy_squad(&self);
}

/* A goal that is kept free: the member settles beside it. */
static void test_that_one_settles_beside_a_kept_goal(void **state)
{
    squad self;
    (void)state;
    create_field(&self);
    cairn_member member = add(&self, 10, 10);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(20, 10), 1000), CAIRN_OK);
    assert_int_equal(cairn_crowd_order(self.crowd, &member, 1, cairn_cell_at(20, 10)), CAIRN_OK);
    (void)walk_all(&self, 100);
    assert_int_equal(get(&self, member).state, CAIRN_MEMBER_ARRIVED);
    assert_int_equal(get_distance(get(&self, member).cell, 20, 10), 10);
    destroy_squad(&self);
}

static void test_the_room_for_reservations(void **state)
{
    squad self;
    cairn_member member;
    (void)state;
    create_text_squad(&self, 8, 1, ".......@", 3);
    for (uint32_t x = 0; x < 3; x++)
        assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(x, 0), x + 1), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(3, 0), 9), CAIRN_FULL);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(1, 0), 9), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(7, 0), 9), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(8, 0), 9), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_reserve(NULL, cairn_cell_at(0, 0), 9), CAIRN_ARGUMENT);
    assert_int_equal(cairn_crowd_add(self.crowd, cairn_cell_at(0, 0), &member), CAIRN_TAKEN);
    (void)step(&self);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(3, 0), 9), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(4, 0), 9), CAIRN_FULL);
    assert_int_equal(cairn_crowd_add(self.crowd, cairn_cell_at(0, 0), &member), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(self.crowd, cairn_cell_at(0, 0), &member), CAIRN_TAKEN);
    destroy_squad(&self);
}

/* A cell beside the goal that is kept free: members settle around it as around one of their own, and those
 * behind it do not wait for it. Free again, it is taken by the next one that comes. */
static void test_that_a_crowd_settles_around_a_kept_cell(void **state)
{
    squad self;
    (void)state;
    for (int k = 0; k < 2; k++) {
        uint32_t frames = k == 0 ? UINT32_MAX : 300;
        create_field(&self);
        add_around(&self, 60, 20, SETTLERS - 1);
        assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(31, 20), frames), CAIRN_OK);
        assert_int_equal(
            cairn_crowd_order(self.crowd, self.members, SETTLERS - 1, cairn_cell_at(30, 20)),
            CAIRN_OK);
        assert_true(walk_all(&self, 400) < 200);
        assert_int_equal(cairn_crowd_find(self.crowd, cairn_cell_at(31, 20)), 0);
        if (k == 0)
            assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(31, 20), 0), CAIRN_OK);
        for (int frame = 0; k == 1 && frame < 300; frame++)
            (void)step(&self);
        cairn_member near = cairn_crowd_find(self.crowd, cairn_cell_at(32, 20));
        assert_true(near != 0);
        assert_int_equal(cairn_crowd_order(self.crowd, &near, 1, cairn_cell_at(30, 20)), CAIRN_OK);
        (void)walk_all(&self, 100);
        assert_int_equal(get(&self, near).cell, cairn_cell_at(31, 20));
        destroy_squad(&self);
    }
}

/* ---- calls that fail ---- */

static void test_answers(void **state)
{
    squad self;
    (void)state;
    create_text_squad(&self, 8, 1, ".......@", 3);
    cairn_member first = add(&self, 0, 0), second = add(&self, 1, 0);
    assert_int_equal(cairn_crowd_order(self.crowd, &first, 1, cairn_cell_at(7, 0)), CAIRN_BLOCKED);
    assert_int_equal(get(&self, first).state, CAIRN_MEMBER_IDLE);
    assert_int_equal(cairn_crowd_push(self.crowd, first, cairn_cell_at(1, 0)), CAIRN_TAKEN);
    assert_int_equal(cairn_crowd_push(self.crowd, first, cairn_cell_at(0, 0)), CAIRN_OK);
    assert_int_equal(cairn_crowd_push(self.crowd, first, cairn_cell_at(3, 0)), CAIRN_OK);
    assert_true(cairn_crowd_find(self.crowd, cairn_cell_at(3, 0)) == first);
    assert_true(cairn_crowd_find(self.crowd, cairn_cell_at(1, 0)) == second);
    assert_true(cairn_crowd_find(self.crowd, cairn_cell_at(0, 0)) == 0);
    assert_int_equal(step(&self).moved, 0);
    destroy_squad(&self);
}

static void test_that_a_crowd_without_places_keeps_none(void **state)
{
    squad self;
    cairn_crowd *crowd;
    cairn_member first, second;
    (void)state;
    create_text_squad(&self, 8, 1, "........", 3);
    assert_int_equal(cairn_crowd_create(self.world.map, self.db, NULL, &crowd), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(crowd, cairn_cell_at(0, 0), 9), CAIRN_NO_OCCUPANCY);
    assert_int_equal(cairn_crowd_add(crowd, cairn_cell_at(0, 0), &first), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(crowd, cairn_cell_at(0, 0), &second), CAIRN_OK);
    assert_int_equal(cairn_crowd_find(crowd, cairn_cell_at(0, 0)), 0);
    cairn_crowd_destroy(crowd);
    destroy_squad(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_a_crowd_settles_around_a_goal),
        cmocka_unit_test(test_that_one_gets_out_of_the_middle),
        cmocka_unit_test(test_that_armies_pass_in_a_street),
        cmocka_unit_test(test_that_all_settle_in_a_city),
        cmocka_unit_test(test_that_removing_makes_way),
        cmocka_unit_test(test_that_two_pass_through_a_corridor),
        cmocka_unit_test(test_that_one_at_rest_comes_back),
        cmocka_unit_test(test_that_reservations_end),
        cmocka_unit_test(test_that_one_settles_beside_a_kept_goal),
        cmocka_unit_test(test_that_a_crowd_settles_around_a_kept_cell),
        cmocka_unit_test(test_the_room_for_reservations),
        cmocka_unit_test(test_answers),
        cmocka_unit_test(test_that_a_crowd_without_places_keeps_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
