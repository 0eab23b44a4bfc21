/* test_crowd_edges.c: crowds at their limits, with and without occupancy: full ones, cells that are taken,
 * orders to nowhere, members of the past, reservations. */
#include "crowd_kit.h"

/* Two rooms that no path joins. */
enum { WIDTH = 9, HEIGHT = 3 };
static const char rooms[] = "......@.."
                            "......@.."
                            "......@..";

static const cairn_cell wall = 6, other_room = 8, outside = 9;

/* A crowd in these rooms by labels, on a map that stays. */
typedef struct edge {
    test_world world;
    test_image image;
    cairn_db *db;
    cairn_crowd *crowd;
    uint32_t occupancy;
} edge;

static void create_edge(edge *self, cairn_crowd_def def)
{
    test_world_create_of_text(&self->world, WIDTH, HEIGHT, rooms, CAIRN_CORNERS_STRICT);
    test_plan plan = test_plan_make(CAIRN_DB_LABELS);
    plan.map = self->world.map;
    test_image_build(&self->image, &plan);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    def.size = sizeof def;
    self->occupancy = def.occupancy;
    assert_int_equal(cairn_crowd_create(self->world.map, self->db, &def, &self->crowd), CAIRN_OK);
}

static void destroy_edge(edge *self)
{
    cairn_crowd_destroy(self->crowd);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    test_world_destroy(&self->world);
}

static cairn_member add(const edge *self, uint32_t x, uint32_t y)
{
    cairn_member member;
    assert_int_equal(cairn_crowd_add(self->crowd, cairn_cell_at(x, y), &member), CAIRN_OK);
    return member;
}

static cairn_member_info get(const edge *self, cairn_member member)
{
    cairn_member_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_member(self->crowd, member, &info), CAIRN_OK);
    return info;
}

/* Calls a function without occupancy and with it. */
static void check_both(void (*check)(uint32_t occupancy))
{
    check(CAIRN_OCCUPANCY_OFF);
    check(CAIRN_OCCUPANCY_CELLS);
}

/* ---- a full crowd ---- */

static void check_full(uint32_t occupancy)
{
    edge self;
    cairn_member member = 77;
    create_edge(&self, (cairn_crowd_def){.capacity = 2, .occupancy = occupancy});
    cairn_member first = add(&self, 0, 0), second = add(&self, 1, 0);
    assert_int_equal(cairn_crowd_add(self.crowd, cairn_cell_at(2, 0), &member), CAIRN_FULL);
    assert_int_equal(member, 77);
    assert_int_equal(cairn_crowd_remove(self.crowd, first), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(self.crowd, cairn_cell_at(0, 0), &member), CAIRN_OK);
    assert_true(member != first && member != second);
    assert_int_equal(cairn_crowd_add(self.crowd, cairn_cell_at(2, 0), &member), CAIRN_FULL);
    cairn_crowd_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_info(self.crowd, &info), CAIRN_OK);
    assert_int_equal(info.members, 2);
    assert_int_equal(info.used, 2);
    assert_true(info.hash != 0);
    cairn_crowd_info brief = {.size = offsetof(cairn_crowd_info, hash), .hash = 7};
    assert_int_equal(cairn_crowd_get_info(self.crowd, &brief), CAIRN_OK);
    assert_true(brief.used == 2 && brief.bytes == info.bytes && brief.hash == 7);
    assert_int_equal(cairn_crowd_get_info(self.crowd, NULL), CAIRN_ARGUMENT);
    destroy_edge(&self);
}

static void test_a_full_crowd(void **state)
{
    (void)state;
    check_both(check_full);
}

/* ---- cells that are taken ---- */

static void check_taken(uint32_t occupancy)
{
    edge self;
    cairn_member member;
    bool apart = occupancy == CAIRN_OCCUPANCY_CELLS;
    create_edge(&self, (cairn_crowd_def){.capacity = 4, .occupancy = occupancy});
    cairn_member first = add(&self, 0, 0), second = add(&self, 1, 0);
    cairn_status taken = apart ? CAIRN_TAKEN : CAIRN_OK;
    assert_int_equal(cairn_crowd_add(self.crowd, cairn_cell_at(0, 0), &member), taken);
    assert_int_equal(cairn_crowd_push(self.crowd, second, cairn_cell_at(0, 0)), taken);
    assert_int_equal(get(&self, second).cell, cairn_cell_at(apart ? 1 : 0, 0));
    assert_true(cairn_crowd_find(self.crowd, cairn_cell_at(0, 0)) == (apart ? first : 0));
    assert_int_equal(cairn_crowd_add(self.crowd, wall, &member), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_add(self.crowd, outside, &member), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_add(self.crowd, cairn_cell_at(2, 0), NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_crowd_remove(self.crowd, first), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(self.crowd, cairn_cell_at(0, 0), &member), CAIRN_OK);
    destroy_edge(&self);
}

static void test_cells_that_are_taken(void **state)
{
    (void)state;
    check_both(check_taken);
}

/* ---- orders to nowhere ---- */

/* If one of many cannot be ordered there, nobody is. */
static void check_orders(uint32_t occupancy)
{
    edge self;
    create_edge(&self, (cairn_crowd_def){.capacity = 4, .occupancy = occupancy});
    cairn_member members[] = {add(&self, 0, 0), add(&self, 1, 0), add(&self, 7, 0)};
    assert_int_equal(cairn_crowd_order(self.crowd, members, 2, wall), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_order(self.crowd, members, 2, outside), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_order(self.crowd, members, 2, UINT32_MAX), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_order(self.crowd, members, 1, other_room), CAIRN_NO_PATH);
    assert_int_equal(cairn_crowd_order(self.crowd, members, 3, cairn_cell_at(5, 2)), CAIRN_NO_PATH);
    assert_int_equal(cairn_crowd_order(self.crowd, NULL, 1, cairn_cell_at(5, 2)), CAIRN_ARGUMENT);
    assert_int_equal(cairn_crowd_order(self.crowd, NULL, 0, cairn_cell_at(5, 2)), CAIRN_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(get(&self, members[i]).state, CAIRN_MEMBER_IDLE);
    cairn_crowd_frame frame = crowd_step(self.crowd);
    assert_int_equal(frame.moved + frame.walking + frame.pending, 0);
    assert_true(frame.units == 0);
    destroy_edge(&self);
}

/* With CAIRN_GOAL_NEAREST they go as near as they can, each on its side. */
static void check_nearest(uint32_t occupancy)
{
    edge self;
    create_edge(&self, (cairn_crowd_def){.capacity = 4,
                                         .occupancy = occupancy,
                                         .goal_policy = CAIRN_GOAL_NEAREST});
    cairn_member members[] = {add(&self, 0, 0), add(&self, 8, 2)};
    assert_int_equal(cairn_crowd_order(self.crowd, members, 2, wall), CAIRN_OK);
    for (int k = 0; k < 12; k++)
        (void)crowd_step(self.crowd);
    assert_int_equal(get(&self, members[0]).cell, cairn_cell_at(5, 0));
    assert_int_equal(get(&self, members[1]).cell, cairn_cell_at(7, 0));
    assert_int_equal(get(&self, members[0]).state, CAIRN_MEMBER_ARRIVED);
    assert_int_equal(get(&self, members[1]).state, CAIRN_MEMBER_ARRIVED);
    destroy_edge(&self);
}

static void test_orders_to_nowhere(void **state)
{
    (void)state;
    check_both(check_orders);
    check_both(check_nearest);
}

/* ---- members of the past ---- */

static void check_past(const edge *self, cairn_member past)
{
    cairn_cell open = cairn_cell_at(4, 2);
    cairn_member_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_remove(self->crowd, past), CAIRN_NO_MEMBER);
    assert_int_equal(cairn_crowd_halt(self->crowd, past), CAIRN_NO_MEMBER);
    assert_int_equal(cairn_crowd_push(self->crowd, past, open), CAIRN_NO_MEMBER);
    assert_int_equal(cairn_crowd_order(self->crowd, &past, 1, open), CAIRN_NO_MEMBER);
    assert_int_equal(cairn_crowd_get_member(self->crowd, past, &info), CAIRN_NO_MEMBER);
}

static void check_members_of_the_past(uint32_t occupancy)
{
    edge self;
    create_edge(&self, (cairn_crowd_def){.capacity = 1, .occupancy = occupancy});
    check_past(&self, 0);
    check_past(&self, UINT32_MAX);
    cairn_member past = add(&self, 0, 0);
    assert_int_equal(cairn_crowd_order(self.crowd, &past, 1, cairn_cell_at(5, 0)), CAIRN_OK);
    (void)crowd_step(self.crowd);
    assert_int_equal(cairn_crowd_remove(self.crowd, past), CAIRN_OK);
    check_past(&self, past);
    cairn_member member = add(&self, 3, 1);
    assert_true(cairn_member_get_index(member) == cairn_member_get_index(past));
    check_past(&self, past);
    assert_int_equal(crowd_step(self.crowd).moved, 0);
    assert_int_equal(get(&self, member).cell, cairn_cell_at(3, 1));
    destroy_edge(&self);
}

static void test_members_of_the_past(void **state)
{
    (void)state;
    check_both(check_members_of_the_past);
}

/* ---- members that are pushed ---- */

/* One that has no order is where it was pushed to, and goes nowhere. */
static void check_pushed(uint32_t occupancy)
{
    edge self;
    create_edge(&self, (cairn_crowd_def){.capacity = 1, .occupancy = occupancy});
    cairn_member member = add(&self, 0, 0);
    assert_int_equal(cairn_crowd_push(self.crowd, member, cairn_cell_at(4, 2)), CAIRN_OK);
    assert_int_equal(crowd_step(self.crowd).moved, 0);
    assert_int_equal(get(&self, member).state, CAIRN_MEMBER_IDLE);
    assert_int_equal(get(&self, member).cell, cairn_cell_at(4, 2));
    assert_int_equal(get(&self, member).goal, cairn_cell_at(4, 2));
    destroy_edge(&self);
}

static void test_pushing_one_without_an_order(void **state)
{
    (void)state;
    check_both(check_pushed);
}

/* ---- members that go while others wait ---- */

/* Whose plan is pending, under way or made: each may be removed, and those behind go on. */
static void check_removing(uint32_t occupancy)
{
    for (int frames = 0; frames < 4; frames++) {
        edge self;
        create_edge(&self, (cairn_crowd_def){.capacity = 4,
                                             .max_work = CAIRN_MIN_CROWD_WORK,
                                             .occupancy = occupancy});
        cairn_member members[] = {add(&self, 2, 1), add(&self, 1, 1), add(&self, 0, 1)};
        assert_int_equal(cairn_crowd_order(self.crowd, members, 3, cairn_cell_at(5, 1)), CAIRN_OK);
        for (int k = 0; k < frames; k++)
            (void)crowd_step(self.crowd);
        assert_int_equal(cairn_crowd_remove(self.crowd, members[0]), CAIRN_OK);
        for (int k = 0; k < 10; k++)
            (void)crowd_step(self.crowd);
        assert_int_equal(get(&self, members[1]).cell, cairn_cell_at(5, 1));
        assert_int_equal(get(&self, members[1]).state, CAIRN_MEMBER_ARRIVED);
        assert_int_equal(get(&self, members[2]).state, CAIRN_MEMBER_ARRIVED);
        assert_int_equal(crowd_step(self.crowd).walking, 0);
        destroy_edge(&self);
    }
}

static void test_removing_one_that_others_wait_for(void **state)
{
    (void)state;
    check_both(check_removing);
}

/* ---- reservations ---- */

/* As many as there is room for; the same cell again takes no more room, and one without end stays. */
static void test_reservations_at_their_limits(void **state)
{
    edge self;
    cairn_member member;
    (void)state;
    create_edge(&self, (cairn_crowd_def){.capacity = 2, .occupancy = CAIRN_OCCUPANCY_CELLS});
    cairn_cell cells[] = {cairn_cell_at(0, 0), cairn_cell_at(1, 0), cairn_cell_at(2, 0)};
    assert_int_equal(cairn_crowd_reserve(self.crowd, cells[2], 0), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cells[0], UINT32_MAX), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cells[1], 1), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cells[0], UINT32_MAX), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cells[2], 1), CAIRN_FULL);
    assert_int_equal(cairn_crowd_reserve(self.crowd, wall, 1), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_reserve(self.crowd, outside, 1), CAIRN_BLOCKED);
    (void)crowd_step(self.crowd);
    assert_int_equal(cairn_crowd_add(self.crowd, cells[0], &member), CAIRN_TAKEN);
    assert_int_equal(cairn_crowd_add(self.crowd, cells[1], &member), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cells[2], 1), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cells[0], 0), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(self.crowd, cells[0], &member), CAIRN_OK);
    destroy_edge(&self);
}

/* A state that is loaded has the room that it had: reservations whose time is over make way for others. */
static void test_that_the_room_for_reservations_is_loaded(void **state)
{
    static unsigned char block[4096];
    edge self;
    size_t bytes;
    (void)state;
    create_edge(&self, (cairn_crowd_def){.capacity = 2, .occupancy = CAIRN_OCCUPANCY_CELLS});
    for (uint32_t x = 0; x < 2; x++)
        assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(x, 0), 1), CAIRN_OK);
    (void)crowd_step(self.crowd);
    assert_int_equal(cairn_crowd_save(self.crowd, sizeof block, block, &bytes), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(2, 0), 3), CAIRN_OK);
    assert_int_equal(cairn_crowd_load(self.crowd, block, bytes, NULL), CAIRN_OK);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(2, 0), 3), CAIRN_OK);
    destroy_edge(&self);
}

/* Who stands on a reserved cell may stay, and one that is ordered there settles beside it. */
static void test_a_reservation_under_a_member(void **state)
{
    edge self;
    (void)state;
    create_edge(&self, (cairn_crowd_def){.capacity = 2, .occupancy = CAIRN_OCCUPANCY_CELLS});
    cairn_member stays = add(&self, 5, 1), comes = add(&self, 0, 1);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(5, 1), 100), CAIRN_OK);
    assert_int_equal(cairn_crowd_push(self.crowd, stays, cairn_cell_at(5, 1)), CAIRN_OK);
    assert_int_equal(cairn_crowd_order(self.crowd, &comes, 1, cairn_cell_at(5, 1)), CAIRN_OK);
    for (int k = 0; k < 20; k++)
        (void)crowd_step(self.crowd);
    assert_int_equal(get(&self, stays).cell, cairn_cell_at(5, 1));
    assert_int_equal(get(&self, comes).state, CAIRN_MEMBER_ARRIVED);
    assert_true(cairn_cell_get_distance(get(&self, comes).cell, cairn_cell_at(5, 1)) <= 14);
    destroy_edge(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_full_crowd),
        cmocka_unit_test(test_cells_that_are_taken),
        cmocka_unit_test(test_orders_to_nowhere),
        cmocka_unit_test(test_members_of_the_past),
        cmocka_unit_test(test_pushing_one_without_an_order),
        cmocka_unit_test(test_removing_one_that_others_wait_for),
        cmocka_unit_test(test_reservations_at_their_limits),
        cmocka_unit_test(test_that_the_room_for_reservations_is_loaded),
        cmocka_unit_test(test_a_reservation_under_a_member),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
