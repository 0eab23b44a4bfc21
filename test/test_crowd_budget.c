/* test_crowd_budget.c: what orders, goals that are not there and changes cost a crowd: all of it is in the
 * units of its frames, and no frame exceeds its budget. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

/* Open land to the left of a wall; to the right of it cells that are shut in. */
enum { SIDE = 512, WALL = 192, ASKED = 24, MOST_FRAMES = 2000 };

typedef struct land {
    cairn_map *map;
    cairn_planner *planner;
    test_image image;
    cairn_db *db;
    cairn_crowd *crowd;
} land;

static void create_map(land *self, bool changing)
{
    cairn_map_def def = {.size = sizeof def, .changing = changing ? 1 : 0};
    uint8_t *cells = calloc(SIDE, SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            cells[y * SIDE + x] = x < WALL || (x > WALL && x % 2 != 0 && y % 2 != 0);
    assert_int_equal(cairn_map_create(SIDE, SIDE, cells, &def, &self->map), CAIRN_OK);
    free(cells);
    self->planner = NULL;
    if (changing)
        assert_int_equal(cairn_planner_create(self->map, NULL, NULL, &self->planner), CAIRN_OK);
}

static void create_crowd(land *self, cairn_crowd_def def)
{
    def.size = sizeof def;
    def.planner = self->planner;
    assert_int_equal(cairn_crowd_create(self->map, self->db, &def, &self->crowd), CAIRN_OK);
}

static void create_land(land *self, bool changing, cairn_crowd_def def)
{
    create_map(self, changing);
    test_plan plan = test_plan_make(CAIRN_DB_REGIONS);
    plan.map = self->map;
    test_image_build(&self->image, &plan);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    create_crowd(self, def);
}

static void destroy_land(land *self)
{
    cairn_crowd_destroy(self->crowd);
    cairn_planner_destroy(self->planner);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    cairn_map_close(self->map);
}

static cairn_crowd_frame step(const land *self)
{
    cairn_crowd_frame frame = {.size = sizeof frame};
    assert_int_equal(cairn_crowd_step(self->crowd, &frame), CAIRN_OK);
    return frame;
}

static cairn_member_info get_member(const land *self, cairn_member member)
{
    cairn_member_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_member(self->crowd, member, &info), CAIRN_OK);
    return info;
}

static cairn_member add(const land *self, uint32_t x, uint32_t y)
{
    cairn_member member = 0;
    assert_int_equal(cairn_crowd_add(self->crowd, cairn_cell_at(x, y), &member), CAIRN_OK);
    return member;
}

static void set(const land *self, uint32_t x, uint32_t y, bool open)
{
    const cairn_rect cell = {(uint16_t)x, (uint16_t)y, 1, 1};
    assert_int_equal(cairn_map_set_rect(self->map, &cell, open ? 1 : 0), CAIRN_OK);
}

static uint64_t get_hash(const land *self)
{
    cairn_crowd_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_info(self->crowd, &info), CAIRN_OK);
    return info.hash;
}

/* ---- orders ---- */

/* Members that are where they are ordered to: an order takes what the header says, and nothing besides. */
static void test_what_orders_cost(void **state)
{
    enum { MEMBERS = 50 };
    cairn_member members[MEMBERS];
    land self;
    (void)state;
    create_land(&self, false, (cairn_crowd_def){.max_work = CAIRN_MIN_CROWD_WORK});
    for (uint32_t i = 0; i < MEMBERS; i++)
        members[i] = add(&self, 7, 7);
    assert_int_equal(step(&self).units, false);
    assert_int_equal(cairn_crowd_order(self.crowd, members, MEMBERS, cairn_cell_at(7, 7)),
                     CAIRN_OK);
    assert_int_equal(step(&self).units, MEMBERS * CAIRN_ORDER_WORK);
    destroy_land(&self);
}

/* ---- goals that no path leads to ---- */

/* The cell nearest to a shut-in one, among the open land, by a look at all of it. */
static cairn_cell find_nearest(cairn_cell asked)
{
    cairn_cell nearest = cairn_cell_at(0, false);
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < WALL; x++)
            if (cairn_cell_get_distance(cairn_cell_at(x, y), asked) <
                cairn_cell_get_distance(nearest, asked))
                nearest = cairn_cell_at(x, y);
    return nearest;
}

static cairn_cell get_asked(uint32_t k)
{
    return cairn_cell_at(SIDE - 1 - 2 * (k % 2), 17 + 20 * k);
}

/* As many members as there are goals are sent to each of them. Until the goal of one is found it says what
 * was asked for, and stands. Returns the frames until all are found. */
static int find_goals(land *self, cairn_member *members, uint64_t *units)
{
    int frames = 0;
    bool all = false;
    for (uint32_t i = 0; i < ASKED * ASKED; i++) {
        members[i] = add(self, i % WALL, 5);
        assert_int_equal(cairn_crowd_order(self->crowd, &members[i], 1, get_asked(i / ASKED)),
                         CAIRN_OK);
        assert_int_equal(get_member(self, members[i]).goal, get_asked(i / ASKED));
    }
    for (*units = 0; !all && frames < MOST_FRAMES; frames++) {
        *units += step(self).units;
        all = true;
        for (uint32_t i = 0; i < ASKED * ASKED; i++) {
            cairn_member_info info = get_member(self, members[i]);
            bool asks = info.goal == get_asked(i / ASKED);
            assert_true(!asks || (info.cell == cairn_cell_at(i % WALL, 5) &&
                                  info.state == CAIRN_MEMBER_WAITING));
            all = all && !asks;
        }
    }
    return frames;
}

static void check_arrivals(const land *self, const cairn_member *members)
{
    uint32_t walking = 1;
    for (int k = 0; walking > 0 && k < MOST_FRAMES; k++) {
        cairn_crowd_frame frame = step(self);
        walking = frame.walking - frame.arrived;
        assert_true(frame.units <= CAIRN_MIN_CROWD_WORK);
    }
    for (uint32_t i = 0; i < ASKED * ASKED; i++) {
        cairn_member_info info = get_member(self, members[i]);
        assert_int_equal(info.state, CAIRN_MEMBER_ARRIVED);
        assert_int_equal(info.cell, find_nearest(get_asked(i / ASKED)));
    }
}

/* What looking for one goal takes: it passes all tiles to the right of the wall. */
enum { TILES = (SIDE - WALL) / 64 * (SIDE / 64) };

static void test_that_goals_are_found_within_the_budget(void **state)
{
    cairn_member members[ASKED * ASKED];
    (void)state;
    for (int changing = 0; changing < 2; changing++) {
        land self;
        uint64_t limited, unlimited;
        const cairn_crowd_def def = {.goal_policy = CAIRN_GOAL_NEAREST, .stays = 1};
        create_land(&self, changing != 0, def);
        assert_int_equal(find_goals(&self, members, &unlimited), 1);
        assert_true(unlimited > (uint64_t)TILES * ASKED * 8);            /* each goal is paid */
        assert_true(unlimited < (uint64_t)TILES * ASKED * (ASKED * 40)); /* once */
        cairn_crowd_destroy(self.crowd);
        create_crowd(&self, (cairn_crowd_def){.goal_policy = CAIRN_GOAL_NEAREST,
                                              .max_work = CAIRN_MIN_CROWD_WORK});
        assert_true(find_goals(&self, members, &limited) > 1);
        check_arrivals(&self, members);
        destroy_land(&self);
    }
}

/* Who asks is saved, and what is known, and how far the search has come. */
static void test_that_who_asks_is_saved(void **state)
{
    cairn_member members[ASKED];
    const cairn_crowd_def def = {.goal_policy = CAIRN_GOAL_NEAREST,
                                 .max_work = CAIRN_MIN_CROWD_WORK};
    (void)state;
    for (int changing = 0; changing < 2; changing++) {
        static unsigned char block[1 << 20];
        land self, twin;
        size_t bytes;
        create_land(&self, changing != 0, def);
        twin = self;
        if (changing != 0)
            assert_int_equal(cairn_planner_create(self.map, NULL, NULL, &twin.planner), CAIRN_OK);
        create_crowd(&twin, def);
        for (uint32_t i = 0; i < ASKED; i++) {
            members[i] = add(&self, 3 * i, 9);
            assert_int_equal(cairn_crowd_order(self.crowd, &members[i], 1, get_asked(i)), CAIRN_OK);
        }
        for (int frame = 0; frame < 40; frame++) {
            assert_int_equal(cairn_crowd_save(self.crowd, sizeof block, block, &bytes), CAIRN_OK);
            if (frame < 20)
                assert_int_equal(cairn_crowd_load(twin.crowd, block, bytes, NULL), CAIRN_OK);
            assert_int_equal(get_hash(&self), get_hash(&twin));
            assert_int_equal(step(&self).units, step(&twin).units);
        }
        cairn_crowd_destroy(twin.crowd);
        if (changing != 0)
            cairn_planner_destroy(twin.planner);
        destroy_land(&self);
    }
}

/* ---- changes ---- */

/* A cell far away changes in each frame: nobody plans anew, and everybody has had its turn. */
static void test_changes_that_concern_nobody(void **state)
{
    enum { MEMBERS = 100, FRAMES = 80 };
    uint64_t units[2] = {0};
    uint32_t moved[2] = {0};
    (void)state;
    for (int changes = 0; changes < 2; changes++) {
        land self;
        create_land(&self, true, (cairn_crowd_def){.goal_policy = CAIRN_GOAL_NEAREST});
        for (uint32_t i = 0; i < MEMBERS; i++) {
            cairn_member member = add(&self, 1, 100 + i);
            assert_int_equal(
                cairn_crowd_order(self.crowd, &member, 1, cairn_cell_at(WALL - 2, 150 + i)),
                CAIRN_OK);
        }
        for (uint32_t frame = 0; frame < FRAMES; frame++) {
            if (changes != 0)
                set(&self, 20, SIDE - 20, frame % 2 != 0);
            cairn_crowd_frame made = step(&self);
            units[changes] += made.units;
            moved[changes] += made.moved;
        }
        destroy_land(&self);
    }
    assert_int_equal(moved[0], moved[1]);
    assert_true(units[1] > units[0] + MEMBERS * FRAMES); /* turns are paid */
    assert_true(units[1] < units[0] + UINT64_C(4) * MEMBERS * FRAMES);
}

/* A door shuts, and opens, in a tile that no member sees: who is cut off says so in the same frame. */
static void test_a_door_elsewhere(void **state)
{
    enum { DOOR = 500, ROW = 300 };
    land self;
    (void)state;
    create_land(&self, true, (cairn_crowd_def){.max_work = CAIRN_MIN_CROWD_WORK});
    for (uint32_t x = 0; x < WALL; x++)
        if (x != 2)
            set(&self, x, ROW, false);
    cairn_member member = add(&self, 150, 20), other = add(&self, 140, 20);
    assert_int_equal(cairn_crowd_order(self.crowd, &member, 1, cairn_cell_at(150, DOOR)), CAIRN_OK);
    assert_int_equal(cairn_crowd_order(self.crowd, &other, 1, cairn_cell_at(20, 20)), CAIRN_OK);
    for (int k = 0; k < 10; k++)
        (void)step(&self);
    for (int open = 0; open < 2; open++) {
        set(&self, 2, ROW, open != 0);
        (void)step(&self);
        assert_int_equal(get_member(&self, member).state == CAIRN_MEMBER_CUT_OFF, open == 0);
        assert_int_equal(get_member(&self, other).state, CAIRN_MEMBER_WALKING);
    }
    for (int k = 0; k < MOST_FRAMES && step(&self).walking > 0; k++)
        continue;
    assert_int_equal(get_member(&self, member).state, CAIRN_MEMBER_ARRIVED);
    destroy_land(&self);
}

/* More members than have their turns in a frame, and a change in each. What is saved goes on in the same way on
 * another map, which has come to the same cells by one change. */
static void test_that_rounds_are_saved(void **state)
{
    enum { MEMBERS = 9000, BYTES = 1 << 21 };
    static unsigned char block[BYTES], changes[1 << 16];
    const cairn_crowd_def def = {.capacity = MEMBERS, .max_work = CAIRN_MIN_CROWD_WORK};
    land self, twin;
    size_t bytes;
    (void)state;
    create_land(&self, true, def);
    twin = self;
    create_map(&twin, true);
    create_crowd(&twin, def);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        cairn_member member = add(&self, i % WALL, i / WALL);
        if (i % 4 == 0)
            assert_int_equal(
                cairn_crowd_order(self.crowd, &member, 1, cairn_cell_at(i * 7 % WALL, 120)),
                CAIRN_OK);
    }
    for (uint32_t frame = 0; frame < 60; frame++) {
        set(&self, frame * 3, 90 + frame % 7, false);
        if (frame == 20) {
            assert_int_equal(
                cairn_map_save_changes_memory(self.map, sizeof changes, changes, &bytes), CAIRN_OK);
            assert_int_equal(cairn_map_load_changes_memory(twin.map, changes, bytes, NULL),
                             CAIRN_OK);
            assert_int_equal(cairn_crowd_save(self.crowd, sizeof block, block, &bytes), CAIRN_OK);
            assert_int_equal(cairn_crowd_load(twin.crowd, block, bytes, NULL), CAIRN_OK);
        } else if (frame > 20) {
            set(&twin, frame * 3, 90 + frame % 7, false);
        }
        cairn_crowd_frame made = step(&self);
        assert_true(made.units <= CAIRN_MIN_CROWD_WORK);
        if (frame < 20)
            continue;
        assert_int_equal(step(&twin).units, made.units);
        assert_int_equal(get_hash(&self), get_hash(&twin));
    }
    cairn_crowd_destroy(twin.crowd);
    cairn_planner_destroy(twin.planner);
    cairn_map_close(twin.map);
    destroy_land(&self);
}

/* ---- agents ---- */

/* An agent looks for its goal in its steps, each within its budget, and goes where one without a budget goes. */
static void test_an_agent_that_looks_for_its_goal(void **state)
{
    land self;
    (void)state;
    create_land(&self, false, (cairn_crowd_def){0});
    cairn_cell asked = get_asked(3), nearest = find_nearest(asked);
    uint64_t units[2] = {0};
    for (int limited = 0; limited < 2; limited++) {
        cairn_agent *agent = NULL;
        cairn_step made = {.kind = CAIRN_STEP_WAITED};
        const cairn_agent_def def = {.size = sizeof def,
                                     .goal_policy = CAIRN_GOAL_NEAREST,
                                     .max_work = limited != 0 ? CAIRN_MIN_WORK : 0};
        assert_int_equal(cairn_agent_create(self.map, self.db, &def, &agent), CAIRN_OK);
        assert_int_equal(cairn_agent_start(agent, cairn_cell_at(3, 3), asked), CAIRN_OK);
        while (made.kind == CAIRN_STEP_WAITED) {
            assert_int_equal(cairn_agent_get_goal(agent), asked);
            assert_int_equal(cairn_agent_step(agent, &made), CAIRN_OK);
            assert_true(limited == 0 || made.units <= CAIRN_MIN_WORK);
            assert_true(made.kind != CAIRN_STEP_WAITED || made.cell == cairn_cell_at(3, 3));
            units[limited] += made.units;
        }
        while (made.kind == CAIRN_STEP_MOVED)
            assert_int_equal(cairn_agent_step(agent, &made), CAIRN_OK);
        assert_int_equal(made.cell, nearest);
        cairn_agent_destroy(agent);
    }
    assert_true(units[0] > TILES * 8);
    assert_int_equal(units[0], units[1]);
    destroy_land(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_orders_cost),
        cmocka_unit_test(test_that_goals_are_found_within_the_budget),
        cmocka_unit_test(test_that_who_asks_is_saved),
        cmocka_unit_test(test_changes_that_concern_nobody),
        cmocka_unit_test(test_a_door_elsewhere),
        cmocka_unit_test(test_that_rounds_are_saved),
        cmocka_unit_test(test_an_agent_that_looks_for_its_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
