/* test_crowd_walls.c: members in whose cells buildings are put: they leave or say that they are stranded,
 * with an order or without; and members that others keep far from their goals. */
#include "image.h"

#include <string.h>

enum { MOST = 32, MOST_CELLS = 256 * 256 };

/* A crowd on a map drawn by hand that changes. */
typedef struct site {
    cairn_map *map;
    cairn_planner *planner;
    test_image image;
    cairn_db *db;
    cairn_crowd *crowd;
    uint32_t count;
    cairn_member members[MOST];
} site;

static site create(int width, int height, const char *text, cairn_crowd_def def)
{
    site self = {0};
    static uint8_t cells[MOST_CELLS];
    const cairn_map_def map_def = {.size = sizeof map_def, .changing = 1};
    for (int i = 0; i < width * height; i++)
        cells[i] = text[i] == '.';
    assert_int_equal(
        cairn_map_create((uint32_t)width, (uint32_t)height, cells, &map_def, &self.map), CAIRN_OK);
    test_plan plan = test_plan_make(CAIRN_DB_LABELS);
    plan.map = self.map;
    test_image_build(&self.image, &plan);
    assert_int_equal(test_image_open(&self.image, &self.db), CAIRN_OK);
    assert_int_equal(cairn_planner_create(self.map, NULL, NULL, &self.planner), CAIRN_OK);
    def.size = sizeof def;
    def.capacity = MOST;
    def.planner = self.planner;
    assert_int_equal(cairn_crowd_create(self.map, self.db, &def, &self.crowd), CAIRN_OK);
    return self;
}

static void destroy(site *self)
{
    cairn_crowd_destroy(self->crowd);
    cairn_planner_destroy(self->planner);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    cairn_map_close(self->map);
}

static cairn_member add(site *self, uint32_t x, uint32_t y)
{
    assert_int_equal(cairn_crowd_add(self->crowd, cairn_cell_at(x, y), &self->members[self->count]),
                     CAIRN_OK);
    return self->members[self->count++];
}

static void order(site *self, cairn_member member, uint32_t x, uint32_t y)
{
    assert_int_equal(cairn_crowd_order(self->crowd, &member, 1, cairn_cell_at(x, y)), CAIRN_OK);
}

static void set(site *self, uint16_t x, uint16_t y, uint16_t width, uint16_t height, int32_t open)
{
    assert_int_equal(cairn_map_set_rect(self->map, &(cairn_rect){x, y, width, height}, open),
                     CAIRN_OK);
}

static cairn_member_info get(const site *self, cairn_member member)
{
    cairn_member_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_member(self->crowd, member, &info), CAIRN_OK);
    return info;
}

static void check(const site *self, cairn_member member, uint32_t state, uint32_t x, uint32_t y)
{
    cairn_member_info info = get(self, member);
    assert_int_equal(info.state, state);
    assert_int_equal(info.cell, cairn_cell_at(x, y));
}

static bool is_open(const site *self, cairn_member member)
{
    return cairn_map_is_open(self->map, get(self, member).cell) != 0;
}

/* Frames, in each of which as many members have moved as it says. */
static void play(site *self, int frames)
{
    for (int k = 0; k < frames; k++) {
        cairn_cell before[MOST];
        const cairn_cell *cells = cairn_crowd_get_cells(self->crowd);
        cairn_crowd_frame frame = {.size = sizeof frame};
        uint32_t moved = 0;
        memcpy(before, cells, self->count * sizeof *before);
        assert_int_equal(cairn_crowd_step(self->crowd, &frame), CAIRN_OK);
        for (uint32_t i = 0; i < self->count; i++)
            moved += cells[i] != before[i];
        assert_int_equal(frame.moved, moved);
        assert_true(frame.waiting <= frame.walking && frame.arrived <= frame.walking);
    }
}

static const char field[] = "...................."
                            "...................."
                            "...................."
                            "...................."
                            "...................."
                            "...................."
                            "...................."
                            "...................."
                            "....................";

enum { WIDTH = 20, HEIGHT = 9 };

static cairn_crowd_def make_def(uint32_t stranded, uint32_t goal, uint32_t occupancy)
{
    return (cairn_crowd_def){
        .stranded_policy = stranded, .goal_policy = goal, .occupancy = occupancy};
}

/* ---- exits ---- */

/* Another building on the exit: the member looks for another one. */
static void test_that_a_blocked_exit_is_left_for_another(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        site self = create(WIDTH, HEIGHT, field, make_def(CAIRN_STRANDED_LEAVE, k / 2, k % 2));
        cairn_member member = add(&self, 6, 4);
        order(&self, member, 15, 4);
        set(&self, 4, 0, 7, 9, 0); /* the nearest cell of the goal's half is (11, 4) */
        play(&self, 1);
        check(&self, member, CAIRN_MEMBER_LEAVING, 7, 4);
        set(&self, 11, 3, 1, 3, 0);
        play(&self, 6);
        assert_true(is_open(&self, member));
        play(&self, 20);
        check(&self, member, CAIRN_MEMBER_ARRIVED, 15, 4);
        destroy(&self);
    }
}

/* A building on many at once: each looks for its exit in its turn, and turns take a quarter of the units. Stripes
 * make that look long. */
static void test_that_exits_are_looked_for_within_the_budget(void **state)
{
    enum { SIDE = 256, HALL = 5, LEAST = 512, SHARE = CAIRN_MIN_CROWD_WORK / 4 };
    static char stripes[SIDE * SIDE];
    cairn_crowd_def def = make_def(CAIRN_STRANDED_LEAVE, CAIRN_GOAL_EXACT, CAIRN_OCCUPANCY_OFF);
    uint32_t left = 0;
    (void)state;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        stripes[i] = i < SIDE || i % 2 == 0 ? '.' : '#';
    def.max_work = CAIRN_MIN_CROWD_WORK;
    site self = create(SIDE, SIDE, stripes, def);
    for (uint32_t i = 0; i < MOST; i++)
        order(&self, add(&self, SIDE / 2, SIDE / 2), 0, SIDE - 1);
    set(&self, (SIDE - HALL) / 2, (SIDE - HALL) / 2, HALL, HALL, 0);
    play(&self, 1);
    for (uint32_t i = 0; i < MOST; i++)
        left += get(&self, self.members[i]).state == CAIRN_MEMBER_LEAVING;
    assert_true(left > 0 && left * LEAST <= SHARE);
    play(&self, MOST + HALL);
    for (uint32_t i = 0; i < MOST; i++)
        assert_true(is_open(&self, self.members[i]));
    destroy(&self);
}

/* ---- members at rest ---- */

static void test_that_idle_members_leave(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        site self = create(WIDTH, HEIGHT, field, make_def(CAIRN_STRANDED_LEAVE, k / 2, k % 2));
        for (uint32_t i = 0; i < 9; i++)
            (void)add(&self, 8 + i % 3, 3 + i / 3);
        cairn_member halted = add(&self, 7, 4);
        order(&self, halted, 0, 4);
        set(&self, 6, 2, 7, 5, 0);
        assert_int_equal(cairn_crowd_halt(self.crowd, halted), CAIRN_OK);
        play(&self, 1);
        assert_int_equal(get(&self, self.members[4]).state, CAIRN_MEMBER_LEAVING);
        play(&self, 30);
        for (uint32_t i = 0; i < self.count; i++) {
            cairn_member_info info = get(&self, self.members[i]);
            assert_true(is_open(&self, self.members[i]));
            assert_int_equal(info.state, CAIRN_MEMBER_IDLE);
            assert_int_equal(info.goal, info.cell);
        }
        set(&self, 6, 2, 7, 5, 1);
        cairn_cell before[MOST];
        memcpy(before, cairn_crowd_get_cells(self.crowd), sizeof before);
        play(&self, 5);
        assert_memory_equal(before, cairn_crowd_get_cells(self.crowd), self.count * sizeof *before);
        destroy(&self);
    }
}

static void test_that_idle_members_say_that_they_are_stranded(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        site self = create(WIDTH, HEIGHT, field, make_def(CAIRN_STRANDED_STAY, k / 2, k % 2));
        cairn_member idle = add(&self, 8, 4), halted = add(&self, 9, 4), pushed = add(&self, 9, 5);
        order(&self, halted, 19, 4);
        set(&self, 7, 3, 4, 3, 0);
        assert_int_equal(cairn_crowd_halt(self.crowd, halted), CAIRN_OK);
        play(&self, 3);
        check(&self, idle, CAIRN_MEMBER_STRANDED, 8, 4);
        check(&self, halted, CAIRN_MEMBER_STRANDED, 9, 4);
        assert_int_equal(cairn_crowd_push(self.crowd, pushed, cairn_cell_at(0, 0)), CAIRN_OK);
        order(&self, halted, 0, 4);
        set(&self, 7, 3, 4, 3, 1);
        play(&self, 3);
        check(&self, idle, CAIRN_MEMBER_IDLE, 8, 4);
        check(&self, pushed, CAIRN_MEMBER_IDLE, 0, 0);
        play(&self, 20);
        check(&self, halted, CAIRN_MEMBER_ARRIVED, 0, 4);
        destroy(&self);
    }
}

/* Where no cell is open there is no way out. */
static void test_that_without_an_open_cell_all_are_stranded(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        site self = create(WIDTH, HEIGHT, field, make_def(CAIRN_STRANDED_LEAVE, k / 2, k % 2));
        cairn_member idle = add(&self, 8, 4);
        set(&self, 0, 0, WIDTH, HEIGHT, 0);
        play(&self, 3);
        check(&self, idle, CAIRN_MEMBER_STRANDED, 8, 4);
        set(&self, 5, 4, 1, 1, 1);
        play(&self, 3);
        check(&self, idle, CAIRN_MEMBER_IDLE, 5, 4);
        destroy(&self);
    }
}

/* One that has arrived leaves; with an exact goal it is cut off, and comes back when the building has gone. */
static void test_that_members_that_have_arrived_leave(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        site self = create(WIDTH, HEIGHT, field, make_def(CAIRN_STRANDED_LEAVE, k / 2, k % 2));
        cairn_member member = add(&self, 8, 4);
        order(&self, member, 10, 4);
        play(&self, 5);
        check(&self, member, CAIRN_MEMBER_ARRIVED, 10, 4);
        set(&self, 9, 2, 4, 5, 0);
        play(&self, 10);
        check(&self, member,
              k / 2 == CAIRN_GOAL_EXACT ? CAIRN_MEMBER_CUT_OFF : CAIRN_MEMBER_ARRIVED, 8, 4);
        set(&self, 9, 2, 4, 5, 1);
        play(&self, 5);
        bool stays = k / 2 == CAIRN_GOAL_NEAREST && k % 2 == CAIRN_OCCUPANCY_CELLS;
        check(&self, member, CAIRN_MEMBER_ARRIVED, stays ? 8 : 10, 4);
        destroy(&self);
    }
}

/* ---- others in the way ---- */

/* A member that is cut off stands in the only way out. */
static void test_that_members_cut_off_make_room(void **state)
{
    (void)state;
    site self = create(WIDTH, 1, field,
                       make_def(CAIRN_STRANDED_LEAVE, CAIRN_GOAL_EXACT, CAIRN_OCCUPANCY_CELLS));
    cairn_member other = add(&self, 5, 0), member = add(&self, 7, 0);
    order(&self, other, 15, 0);
    set(&self, 6, 0, 1, 1, 0);
    play(&self, 3);
    check(&self, other, CAIRN_MEMBER_CUT_OFF, 5, 0);
    set(&self, 6, 0, 1, 1, 1);
    set(&self, 6, 0, 8, 1, 0);
    order(&self, member, 0, 0);
    play(&self, 100);
    assert_true(is_open(&self, member) && is_open(&self, other));
    check(&self, member, CAIRN_MEMBER_ARRIVED, 1, 0);
    check(&self, other, CAIRN_MEMBER_CUT_OFF, 0, 0);
    destroy(&self);
}

/* The nearest cells are taken for good, others behind the wall are free. */
static void test_that_another_exit_is_found(void **state)
{
    (void)state;
    for (uint32_t goal = 0; goal < 2; goal++) {
        site self =
            create(WIDTH, 1, field, make_def(CAIRN_STRANDED_LEAVE, goal, CAIRN_OCCUPANCY_CELLS));
        cairn_member ordered = add(&self, 4, 0), idle = add(&self, 5, 0);
        (void)add(&self, 1, 0);
        (void)add(&self, 2, 0);
        order(&self, ordered, 1, 0);
        set(&self, 0, 0, 1, 1, 0);
        set(&self, 3, 0, 8, 1, 0);
        play(&self, 120);
        assert_true(is_open(&self, ordered) && is_open(&self, idle));
        assert_true(cairn_cell_get_x(get(&self, ordered).cell) > 10);
        assert_int_equal(get(&self, idle).state, CAIRN_MEMBER_IDLE);
        destroy(&self);
    }
}

/* ---- far from the goal ---- */

static const char corridor[] = "........................................";

/* Two squads that swap ends of a corridor: who is pushed back has not arrived. */
static void check_swap(uint32_t size)
{
    enum { LAST = 39 };
    uint32_t counts[CAIRN_MEMBER_SETTLED + 1] = {0};
    site self = create(LAST + 1, 1, corridor, make_def(0, CAIRN_GOAL_EXACT, CAIRN_OCCUPANCY_CELLS));
    for (uint32_t i = 0; i < 2 * size; i++)
        order(&self, add(&self, i < size ? i + 1 : LAST - 1 - (i - size), 0),
              i < size ? LAST - 1 : 1, 0);
    play(&self, 2000);
    for (uint32_t i = 0; i < self.count; i++) {
        cairn_member_info info = get(&self, self.members[i]);
        uint32_t distance = cairn_cell_get_distance(info.cell, info.goal);
        counts[info.state]++;
        assert_true(info.state != CAIRN_MEMBER_ARRIVED || distance <= 160);
        assert_true(info.state != CAIRN_MEMBER_SETTLED || distance > 160);
    }
    if (size == 1)
        assert_true(counts[CAIRN_MEMBER_ARRIVED] == 1 && counts[CAIRN_MEMBER_SETTLED] == 1);
    destroy(&self);
}

static void test_that_a_member_far_from_its_goal_has_not_arrived(void **state)
{
    (void)state;
    for (uint32_t size = 1; size <= 4; size++)
        check_swap(size);
}

/* A queue before a goal at the end of a corridor has arrived, however long it is. */
static void test_that_a_queue_has_arrived(void **state)
{
    enum { QUEUE = 20, LAST = 39 };
    (void)state;
    site self = create(LAST + 1, 1, corridor, make_def(0, CAIRN_GOAL_EXACT, CAIRN_OCCUPANCY_CELLS));
    for (uint32_t i = 0; i < QUEUE; i++)
        (void)add(&self, i, 0);
    assert_int_equal(cairn_crowd_order(self.crowd, self.members, QUEUE, cairn_cell_at(LAST, 0)),
                     CAIRN_OK);
    play(&self, 200);
    for (uint32_t i = 0; i < QUEUE; i++)
        check(&self, self.members[i], CAIRN_MEMBER_ARRIVED, LAST + 1 - QUEUE + i, 0);
    destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_a_blocked_exit_is_left_for_another),
        cmocka_unit_test(test_that_exits_are_looked_for_within_the_budget),
        cmocka_unit_test(test_that_idle_members_leave),
        cmocka_unit_test(test_that_idle_members_say_that_they_are_stranded),
        cmocka_unit_test(test_that_without_an_open_cell_all_are_stranded),
        cmocka_unit_test(test_that_members_that_have_arrived_leave),
        cmocka_unit_test(test_that_members_cut_off_make_room),
        cmocka_unit_test(test_that_another_exit_is_found),
        cmocka_unit_test(test_that_a_member_far_from_its_goal_has_not_arrived),
        cmocka_unit_test(test_that_a_queue_has_arrived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
