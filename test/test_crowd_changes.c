/* test_crowd_changes.c: changes of the map while plans are under way, in a house of many rooms that a long
 * wall divides: whoever can arrive does, by every kind, with and without occupancy. */
#include "image.h"

#include <string.h>

#include "base/hash.h"

enum { SIDE = 256, ROOM = 32, DOOR = 15, WALL = 120, MEMBERS = 200, LAST = 5000 };

static const cairn_kind kinds[] = {CAIRN_DB_LABELS, CAIRN_DB_REGIONS, CAIRN_DB_KNN};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

typedef struct house {
    cairn_map *map;
    cairn_planner *planner;
    test_image image;
    cairn_db *db;
    cairn_crowd *crowd;
    test_random random;
    cairn_member members[MEMBERS];
} house;

/* ---- the house ---- */

/* Rooms with a door in each wall, or one hall. */
static void create_map(house *self, bool rooms)
{
    static uint8_t cells[SIDE * SIDE];
    cairn_map_def def = {.size = sizeof def, .changing = 1};
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            bool in_wall = (x % ROOM == 0 && y % ROOM / 2 != DOOR / 2) ||
                           (y % ROOM == 0 && x % ROOM / 2 != DOOR / 2);
            cells[y * SIDE + x] = !rooms || !in_wall;
        }
    assert_int_equal(cairn_map_create(SIDE, SIDE, cells, &def, &self->map), CAIRN_OK);
}

static void create_crowd(house *self, cairn_crowd_def def)
{
    assert_int_equal(cairn_planner_create(self->map, NULL, NULL, &self->planner), CAIRN_OK);
    def.size = sizeof def;
    def.capacity = MEMBERS;
    def.planner = self->planner;
    assert_int_equal(cairn_crowd_create(self->map, self->db, &def, &self->crowd), CAIRN_OK);
}

static void create_house(house *self, bool rooms, cairn_kind kind, cairn_crowd_def def)
{
    *self = (house){.random = {7}};
    create_map(self, rooms);
    test_plan plan = test_plan_make(kind);
    plan.map = self->map;
    plan.records = 300;
    plan.fallback = kind == CAIRN_DB_KNN;
    test_image_build(&self->image, &plan);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    create_crowd(self, def);
}

static void destroy_crowd(house *self)
{
    cairn_crowd_destroy(self->crowd);
    cairn_planner_destroy(self->planner);
}

static void destroy_house(house *self)
{
    destroy_crowd(self);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    cairn_map_close(self->map);
}

static void block(house *self, uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    const cairn_rect rect = {(uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height};
    assert_int_equal(cairn_map_set_rect(self->map, &rect, 0), CAIRN_OK);
}

/* ---- members ---- */

static cairn_cell draw(house *self, uint32_t from, uint32_t width)
{
    for (;;) {
        uint32_t x = from + (uint32_t)test_draw_below(&self->random, (int)width);
        uint32_t y = (uint32_t)test_draw_below(&self->random, SIDE);
        if (cairn_map_is_open(self->map, cairn_cell_at(x, y)))
            return cairn_cell_at(x, y);
    }
}

static void add_left(house *self)
{
    for (int i = 0; i < MEMBERS; i++) {
        cairn_status status;
        do
            status = cairn_crowd_add(self->crowd, draw(self, 0, WALL - 1), &self->members[i]);
        while (status == CAIRN_TAKEN);
        assert_int_equal(status, CAIRN_OK);
    }
}

static void order_right(house *self)
{
    for (int i = 0; i < MEMBERS; i++)
        assert_int_equal(cairn_crowd_order(self->crowd, &self->members[i], 1,
                                           draw(self, WALL + 1, SIDE - WALL - 1)),
                         CAIRN_OK);
}

static uint32_t step(house *self)
{
    cairn_crowd_frame frame = {.size = sizeof frame};
    assert_int_equal(cairn_crowd_step(self->crowd, &frame), CAIRN_OK);
    return frame.walking - frame.arrived;
}

static bool is_under_way(uint8_t state)
{
    return state == CAIRN_MEMBER_WAITING || state == CAIRN_MEMBER_WALKING ||
           state == CAIRN_MEMBER_LOST;
}

/* Plays on until nobody is under way. */
static void check_end(house *self)
{
    const uint8_t *states = cairn_crowd_get_states(self->crowd);
    uint32_t left = MEMBERS;
    for (int k = 0; left > 0 && k < LAST; k++) {
        (void)step(self);
        left = 0;
        for (int i = 0; i < MEMBERS; i++)
            left += is_under_way(states[i]);
    }
    assert_int_equal(left, 0);
}

/* ---- plans under way ---- */

/* A frame; then the cells that members without a plan have just left are blocked: plans of them that are
 * under way began there. */
static void play_frame(house *self)
{
    cairn_cell before[MEMBERS];
    const cairn_cell *cells = cairn_crowd_get_cells(self->crowd);
    const uint8_t *states = cairn_crowd_get_states(self->crowd);
    memcpy(before, cells, sizeof before);
    (void)step(self);
    for (int i = 0; i < MEMBERS; i++)
        if (states[i] == CAIRN_MEMBER_WAITING && cells[i] != before[i])
            block(self, cairn_cell_get_x(before[i]), cairn_cell_get_y(before[i]), 1, 1);
}

static void test_changes_behind_members(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2 * KINDS; k++) {
        house self;
        create_house(&self, true, kinds[k / 2],
                     (cairn_crowd_def){.max_work = CAIRN_MIN_CROWD_WORK, .occupancy = k % 2});
        block(&self, WALL, 0, 1, SIDE - ROOM / 2);
        add_left(&self);
        order_right(&self);
        for (int frame = 0; frame < 60; frame++)
            play_frame(&self);
        check_end(&self);
        destroy_house(&self);
    }
}

/* ---- runs that end at once ---- */

/* A wall comes up right before a member that walks into one of the eight directions. */
static void check_wall(house *self, int x, int y)
{
    enum { FROM = SIDE / 2, FAR = 40 };
    cairn_member_info info = {.size = sizeof info};
    cairn_member *member = &self->members[0];
    assert_int_equal(cairn_crowd_add(self->crowd, cairn_cell_at(FROM, FROM), member), CAIRN_OK);
    cairn_cell goal = cairn_cell_at((uint32_t)(FROM + FAR * x), (uint32_t)(FROM + FAR * y));
    assert_int_equal(cairn_crowd_order(self->crowd, member, 1, goal), CAIRN_OK);
    for (int k = 0; k < 5; k++)
        (void)step(self);
    assert_int_equal(cairn_crowd_get_member(self->crowd, *member, &info), CAIRN_OK);
    block(self, (uint32_t)((int)cairn_cell_get_x(info.cell) + x),
          (uint32_t)((int)cairn_cell_get_y(info.cell) + y), 1, 1);
    for (int k = 0; k < LAST && step(self) > 0; k++)
        continue;
    assert_int_equal(cairn_crowd_get_member(self->crowd, *member, &info), CAIRN_OK);
    assert_int_equal(info.state, CAIRN_MEMBER_ARRIVED);
    assert_int_equal(info.cell, goal);
    assert_int_equal(cairn_crowd_remove(self->crowd, *member), CAIRN_OK);
}

static void test_a_wall_right_before_a_member(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2 * KINDS; k++) {
        house self;
        create_house(&self, false, kinds[k / 2], (cairn_crowd_def){.occupancy = k % 2});
        for (int move = 0; move < 9; move++)
            if (move != 4)
                check_wall(&self, move % 3 - 1, move / 3 - 1);
        destroy_house(&self);
    }
}

/* ---- orders right after a change ---- */

/* More members than can look at a change in one frame: all of them move in the frame of their order. */
static void test_that_all_move_after_a_change(void **state)
{
    enum { MANY = 3000 };
    static cairn_member members[MANY];
    (void)state;
    for (uint32_t k = 0; k < KINDS; k++) {
        house self;
        cairn_crowd *crowd = NULL;
        create_house(&self, true, kinds[k], (cairn_crowd_def){0});
        const cairn_crowd_def def = {.size = sizeof def,
                                     .capacity = MANY,
                                     .max_work = CAIRN_MIN_CROWD_WORK,
                                     .planner = self.planner};
        assert_int_equal(cairn_crowd_create(self.map, self.db, &def, &crowd), CAIRN_OK);
        for (int i = 0; i < MANY; i++)
            assert_int_equal(cairn_crowd_add(crowd, draw(&self, 0, WALL), &members[i]), CAIRN_OK);
        assert_int_equal(cairn_crowd_order(crowd, members, MANY, draw(&self, WALL, SIDE - WALL)),
                         CAIRN_OK);
        block(&self, 1, SIDE - 2, 1, 1);
        cairn_crowd_frame frame = {.size = sizeof frame};
        assert_int_equal(cairn_crowd_step(crowd, &frame), CAIRN_OK);
        assert_int_equal(frame.moved, MANY);
        cairn_crowd_destroy(crowd);
        destroy_house(&self);
    }
}

/* ---- saved states ---- */

enum { BLOCK = 1 << 16 };

static uint64_t get_hash(const house *self)
{
    cairn_crowd_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_info(self->crowd, &info), CAIRN_OK);
    return info.hash;
}

/* Two crowds in one house that began alike: the second one is another crowd with a planner of its own. */
static void create_twins(house *self, house *twin, uint32_t k)
{
    const cairn_crowd_def def = {.max_work = CAIRN_MIN_CROWD_WORK, .occupancy = k % 2};
    create_house(self, true, kinds[k / 2], def);
    block(self, WALL, 0, 1, SIDE - ROOM / 2);
    destroy_crowd(self);
    create_crowd(self, def);
    *twin = *self;
    create_crowd(twin, def);
}

static void destroy_twins(house *self, house *twin)
{
    destroy_crowd(twin);
    destroy_house(self);
}

static size_t save(const house *self, unsigned char *bytes)
{
    size_t count;
    assert_int_equal(cairn_crowd_save(self->crowd, BLOCK, bytes, &count), CAIRN_OK);
    return count;
}

/* Plans that search around changes go on where they were, though the crowd is saved in every frame. */
static void test_that_saving_throws_no_plan_away(void **state)
{
    static unsigned char bytes[BLOCK];
    (void)state;
    for (uint32_t k = 0; k < 2 * KINDS; k++) {
        house self, twin;
        create_twins(&self, &twin, k);
        add_left(&self);
        add_left(&twin);
        order_right(&self);
        order_right(&twin);
        for (int frame = 0; frame < 200; frame++) {
            (void)save(&self, bytes);
            (void)step(&self);
            (void)step(&twin);
            assert_int_equal(get_hash(&self), get_hash(&twin));
        }
        destroy_twins(&self, &twin);
    }
}

/* A state in which plans are under way goes on in another crowd as in its own, until the next change too. */
static void test_that_plans_under_way_are_loaded(void **state)
{
    static unsigned char bytes[BLOCK];
    (void)state;
    for (uint32_t k = 0; k < 2 * KINDS; k++) {
        house self, twin;
        create_twins(&self, &twin, k);
        add_left(&self);
        order_right(&self);
        for (int round = 0; round < 40; round++) {
            if (round % 4 == 0)
                play_frame(&self);
            assert_int_equal(cairn_crowd_load(twin.crowd, bytes, save(&self, bytes), NULL),
                             CAIRN_OK);
            for (int frame = 0; frame < 1 + round % 8; frame++) {
                assert_int_equal(get_hash(&self), get_hash(&twin));
                (void)step(&self);
                (void)step(&twin);
            }
        }
        destroy_twins(&self, &twin);
    }
}

/* ---- states that were made up ---- */

enum {
    HEAD = 104,
    CHECKSUM = 96,
    MEMBER_WORDS = 17,
    MARKS = 92, /* where the head says how many words of marks there are */
    GUIDES_FROM_MARKS = 4 * (6 + 27 + 54)
}; /* docs/format.md */

static uint32_t get_word(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> 8 * i);
}

static unsigned char *get_member(unsigned char *bytes, uint32_t i)
{
    return bytes + HEAD + (size_t)i * 4 * (MEMBER_WORDS + get_word(bytes + 44));
}

/* A word of a member is another one for a while, with the checksum of that: the state is refused. */
static void check_refused(const house *twin, unsigned char *bytes, size_t count, unsigned char *at,
                          uint32_t word)
{
    uint32_t before = get_word(at);
    put_word(at, word);
    memset(bytes + CHECKSUM, 0, 8);
    uint64_t hash = cairn__hash_bytes(bytes, count);
    put_word(bytes + CHECKSUM, (uint32_t)hash);
    put_word(bytes + CHECKSUM + 4, (uint32_t)(hash >> 32));
    assert_int_equal(cairn_crowd_load(twin->crowd, bytes, count, NULL), CAIRN_CORRUPT);
    put_word(at, before);
}

/* Plans that guides have, from or to a cell outside of the map. Returns how many there are. */
static int check_guided(const house *twin, unsigned char *bytes, size_t count)
{
    int tried = 0;
    for (int line = 0; line < 2; line++) {
        size_t marks = 4 * (size_t)get_word(bytes + MARKS);
        const unsigned char *guide = bytes + count - marks - GUIDES_FROM_MARKS + 12 * line;
        uint32_t i = get_word(guide), quanta = get_word(guide + 4);
        if (i == UINT32_MAX || quanta == 0)
            continue;
        check_refused(twin, bytes, count, get_member(bytes, i) + 8, UINT32_MAX);
        check_refused(twin, bytes, count, get_member(bytes, i) + 12, cairn_cell_at(SIDE, 0));
        tried++;
    }
    return tried;
}

/* Members that wait for more runs, with a ring that has no room for them. */
static int check_full_rings(const house *twin, unsigned char *bytes, size_t count)
{
    enum { FULL = 16 << 8, RENEWS = 1 << 25 };
    int tried = 0;
    for (uint32_t i = 0; i < MEMBERS; i++) {
        unsigned char *member = get_member(bytes, i);
        uint32_t queue = get_word(member + 4) >> 24, ring = get_word(member + 20);
        if (queue != 0 || (ring & RENEWS) != 0)
            continue;
        check_refused(twin, bytes, count, member + 20, (ring & ~UINT32_C(0xff00)) | FULL);
        tried++;
    }
    return tried;
}

static void test_plans_that_were_made_up(void **state)
{
    static unsigned char bytes[BLOCK];
    int guided = 0, full = 0;
    (void)state;
    for (uint32_t k = 0; k < 2 * KINDS; k++) {
        house self, twin;
        create_twins(&self, &twin, k);
        add_left(&self);
        order_right(&self);
        for (int frame = 0; frame < 150; frame++) {
            (void)step(&self);
            size_t count = save(&self, bytes);
            guided += check_guided(&twin, bytes, count);
            full += check_full_rings(&twin, bytes, count);
        }
        destroy_twins(&self, &twin);
    }
    assert_true(guided > 40 && full > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes_behind_members),
        cmocka_unit_test(test_a_wall_right_before_a_member),
        cmocka_unit_test(test_that_all_move_after_a_change),
        cmocka_unit_test(test_that_saving_throws_no_plan_away),
        cmocka_unit_test(test_that_plans_under_way_are_loaded),
        cmocka_unit_test(test_plans_that_were_made_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
