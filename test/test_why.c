/* test_why.c (api): calls that fail say what was wrong: a status that a game can act on, and a sentence that
 * the object is asked for. */
#include "kit.h"

#include <string.h>

typedef struct fixture {
    kit kit;
    cairn_map *living;
    cairn_agent *agent;
    cairn_planner *planner;
    cairn_crowd *crowd; /* without occupancy */
    cairn_crowd *apart; /* with it, of one member */
    cairn_member member;
    cairn_build *build;
    cairn_repair *repair;
} fixture;

static cairn_crowd *create_crowd(const fixture *self, uint32_t capacity, uint32_t occupancy)
{
    const cairn_crowd_def def = {.size = sizeof def, .capacity = capacity, .occupancy = occupancy};
    cairn_crowd *crowd = NULL;
    const cairn_db *db = self->kit.dbs[KIT_LABELS];
    assert_int_equal(cairn_crowd_create(self->kit.world.map, db, &def, &crowd), CAIRN_OK);
    return crowd;
}

static void create(fixture *self)
{
    const cairn_map_def def = {.size = sizeof def, .changing = 1};
    kit_create_trap(&self->kit, 8);
    const cairn_map *map = self->kit.world.map;
    const cairn_db *db = self->kit.dbs[KIT_LABELS];
    assert_int_equal(cairn_map_copy(map, &def, &self->living), CAIRN_OK);
    assert_int_equal(cairn_agent_create(map, db, NULL, &self->agent), CAIRN_OK);
    assert_int_equal(cairn_planner_create(map, db, NULL, &self->planner), CAIRN_OK);
    assert_int_equal(cairn_build_create(map, NULL, &self->build), CAIRN_OK);
    assert_int_equal(cairn_repair_create(self->living, db, NULL, &self->repair), CAIRN_OK);
    self->crowd = create_crowd(self, 9, CAIRN_OCCUPANCY_OFF);
    self->apart = create_crowd(self, 1, CAIRN_OCCUPANCY_CELLS);
    assert_int_equal(cairn_crowd_add(self->crowd, kit_start, &self->member), CAIRN_OK);
}

static void destroy(fixture *self)
{
    cairn_crowd_destroy(self->apart);
    cairn_crowd_destroy(self->crowd);
    cairn_repair_destroy(self->repair);
    cairn_build_destroy(self->build);
    cairn_planner_destroy(self->planner);
    cairn_agent_destroy(self->agent);
    cairn_map_close(self->living);
    kit_destroy(&self->kit);
}

/* The call has failed as it should, and the object says so in a sentence with these words. */
static void check(cairn_status status, cairn_status expected, const void *object, const char *words)
{
    cairn_detail detail;
    memset(&detail, 0xff, sizeof detail);
    assert_int_equal(status, expected);
    cairn_get_detail(object, &detail);
    if (strstr(detail.text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", detail.text, words);
    assert_true(detail.line == 0 && detail.offset == 0);
}

/* ---- maps ---- */

static void check_map(const fixture *self)
{
    const cairn_rect sound = {0, 0, 2, 2}, over = {7, 5, 2, 3}, empty = {1, 1, 0, 1};
    const cairn_cell cells[] = {kit_start, cairn_cell_at(9, 0)};
    const cairn_change changes[] = {{.rect = sound}, {.rect = sound, .reserved = 1}};
    uint8_t read[4];
    size_t bytes;
    cairn_map *fixed = self->kit.world.map, *map = self->living;
    check(cairn_map_set_rect(fixed, &sound, 0), CAIRN_NOT_CHANGING, fixed, "changing");
    check(cairn_map_set_cells(map, cells, 2, 0), CAIRN_OUTSIDE, map, "cell 1, (9, 0), is not");
    check(cairn_map_set_rect(map, &over, 0), CAIRN_OUTSIDE, map, "rectangle 0, 2 x 3 at (7, 5),");
    check(cairn_map_set_rect(map, &empty, 0), CAIRN_OUTSIDE, map, "0 x 1 at (1, 1), is empty");
    check(cairn_map_change(map, changes, 2), CAIRN_ARGUMENT, map, "reserved field of rectangle 1");
    check(cairn_map_set_rect(map, NULL, 0), CAIRN_ARGUMENT, map, "null");
    assert_int_equal(cairn_map_get_cells(fixed, &over, read), CAIRN_OUTSIDE);
    assert_int_equal(cairn_map_save_changes_memory(fixed, 0, NULL, &bytes), CAIRN_NOT_CHANGING);
    assert_int_equal(test_get_map_info(map).version, 0);
}

static void calls_with_a_detail_fill_that(const fixture *self)
{
    cairn_detail detail = {0};
    assert_int_equal(cairn_map_load_changes_memory(self->kit.world.map, "x", 1, &detail),
                     CAIRN_NOT_CHANGING);
    assert_non_null(strstr(detail.text, "changing"));
    cairn_repair_def def = {.size = sizeof def, .detail = &detail};
    cairn_repair *repair = NULL;
    detail = (cairn_detail){0};
    assert_int_equal(
        cairn_repair_create(self->kit.world.map, self->kit.dbs[KIT_LABELS], &def, &repair),
        CAIRN_NOT_CHANGING);
    assert_non_null(strstr(detail.text, "changing"));
}

/* ---- agents and planners ---- */

static void check_agent(const fixture *self)
{
    cairn_agent *agent = self->agent;
    cairn_step step;
    check(cairn_agent_step(agent, &step), CAIRN_NOT_STARTED, agent, "cairn_agent_start()");
    check(cairn_agent_start(agent, cairn_cell_at(6, 1), kit_goal), CAIRN_BLOCKED, agent,
          "(6, 1) is blocked");
    check(cairn_agent_start(agent, kit_start, cairn_cell_at(9, 9)), CAIRN_BLOCKED, agent,
          "(9, 9) is blocked or outside");
    check(cairn_agent_step(agent, &step), CAIRN_NOT_STARTED, agent, "no problem");
    assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
    check(cairn_agent_step(agent, NULL), CAIRN_ARGUMENT, agent, "null");
    assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
}

static void check_planner(const fixture *self)
{
    cairn_planner *planner = self->planner;
    uint32_t tenths;
    size_t count;
    cairn_cell cell;
    check(cairn_planner_get_path(planner, 0, 1, &cell, &count), CAIRN_NOT_STARTED, planner,
          "cairn_planner_ask()");
    assert_int_equal(cairn_planner_get_distance(planner, &tenths), CAIRN_NOT_STARTED);
    check(cairn_planner_ask(planner, kit_start, cairn_cell_at(6, 2)), CAIRN_BLOCKED, planner,
          "(6, 2)");
    assert_int_equal(cairn_planner_ask(planner, kit_start, kit_goal), CAIRN_OK);
    check(cairn_planner_run(planner, 1, NULL), CAIRN_ARGUMENT, planner, "at least 1024 units");
    check(cairn_planner_get_waypoints(planner, 0, 1, &cell, &count), CAIRN_UNFINISHED, planner,
          "before the work is done");
    assert_int_equal(cairn_planner_find(planner, kit_start, kit_goal, NULL), CAIRN_OK);
    check(cairn_planner_get_path(planner, 0, 1, NULL, &count), CAIRN_ARGUMENT, planner, "null");
}

/* ---- crowds ---- */

static void check_members(const fixture *self)
{
    cairn_crowd *crowd = self->crowd;
    cairn_member gone = 0;
    cairn_member_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_add(crowd, kit_goal, &gone), CAIRN_OK);
    assert_int_equal(cairn_crowd_remove(crowd, gone), CAIRN_OK);
    const cairn_member list[] = {self->member, gone};
    check(cairn_crowd_remove(crowd, 0), CAIRN_NO_MEMBER, crowd, "no member number 0");
    check(cairn_crowd_halt(crowd, 0), CAIRN_NO_MEMBER, crowd, "no member");
    check(cairn_crowd_push(crowd, 7, kit_goal), CAIRN_NO_MEMBER, crowd, "member number 7");
    check(cairn_crowd_order(crowd, list, 2, kit_goal), CAIRN_NO_MEMBER, crowd, "not any more");
    check(cairn_crowd_order(crowd, NULL, 2, kit_goal), CAIRN_ARGUMENT, crowd, "null");
    assert_int_equal(cairn_crowd_get_member(crowd, gone, &info), CAIRN_NO_MEMBER);
    check(cairn_crowd_order(crowd, list, 1, cairn_cell_at(6, 3)), CAIRN_BLOCKED, crowd, "(6, 3)");
    check(cairn_crowd_push(crowd, self->member, cairn_cell_at(6, 4)), CAIRN_BLOCKED, crowd,
          "(6, 4)");
}

static void check_places(const fixture *self)
{
    cairn_crowd *apart = self->apart;
    cairn_member member;
    check(cairn_crowd_reserve(self->crowd, kit_goal, 2), CAIRN_NO_OCCUPANCY, self->crowd,
          "without occupancy");
    check(cairn_crowd_add(apart, cairn_cell_at(6, 1), &member), CAIRN_BLOCKED, apart, "(6, 1)");
    check(cairn_crowd_add(apart, kit_start, NULL), CAIRN_ARGUMENT, apart, "null");
    assert_int_equal(cairn_crowd_add(apart, kit_start, &member), CAIRN_OK);
    check(cairn_crowd_add(apart, kit_start, &member), CAIRN_TAKEN, apart, "(1, 4) is taken");
    check(cairn_crowd_add(apart, kit_goal, &member), CAIRN_FULL, apart, "room for 1 members");
    assert_int_equal(cairn_crowd_reserve(apart, kit_goal, 9), CAIRN_OK);
    check(cairn_crowd_reserve(apart, cairn_cell_at(0, 0), 9), CAIRN_FULL, apart, "reservations");
}

static void check_frames(const fixture *self)
{
    cairn_crowd_frame frame = {.size = 0};
    size_t bytes;
    check(cairn_crowd_step(self->crowd, &frame), CAIRN_NOT_SIZED, self->crowd, "size");
    check(cairn_crowd_save(self->crowd, 0, NULL, NULL), CAIRN_ARGUMENT, self->crowd, "null");
    check(cairn_crowd_save(self->crowd, 0, NULL, &bytes), CAIRN_CAPACITY, self->crowd, "buffer");
}

/* ---- builds and repairs ---- */

static void check_build(const fixture *self)
{
    cairn_db *db = NULL;
    const cairn_db *swapped = NULL;
    size_t bytes;
    check(cairn_build_open_db(self->build, &db), CAIRN_NOT_RUN, self->build, "run the build");
    check(cairn_build_write(self->build, NULL), CAIRN_ARGUMENT, self->build, "null");
    check(cairn_build_write(self->build, "x"), CAIRN_NOT_RUN, self->build, "run the build");
    check(cairn_build_write_memory(self->build, 0, NULL, &bytes), CAIRN_NOT_RUN, self->build,
          "run the build");
    check(cairn_repair_swap(self->repair, &swapped), CAIRN_UNFINISHED, self->repair,
          "no database waits");
    check(cairn_repair_run(self->repair, 1, NULL), CAIRN_ARGUMENT, self->repair, "16384 units");
}

/* ---- all of them ---- */

static void failures_are_told_apart(void **state)
{
    fixture self;
    (void)state;
    create(&self);
    check_map(&self);
    calls_with_a_detail_fill_that(&self);
    check_agent(&self);
    check_planner(&self);
    check_members(&self);
    check_places(&self);
    check_frames(&self);
    check_build(&self);
    destroy(&self);
}

/* A copy has failed at nothing yet. */
static void an_object_that_has_not_failed_says_nothing(void **state)
{
    fixture self;
    cairn_map *copy = NULL;
    (void)state;
    create(&self);
    const void *const objects[] = {self.living, self.agent, self.planner,
                                   self.crowd,  self.build, self.repair};
    for (size_t i = 0; i < sizeof objects / sizeof objects[0]; i++) {
        cairn_detail detail = {.line = 7, .text = "x"};
        cairn_get_detail(objects[i], &detail);
        assert_string_equal(detail.text, "");
        assert_int_equal(detail.line, 0);
        cairn_get_detail(objects[i], NULL);
    }
    assert_int_equal(cairn_map_set_rect(self.living, NULL, 0), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_copy(self.living, NULL, &copy), CAIRN_OK);
    check(CAIRN_OK, CAIRN_OK, copy, "");
    cairn_detail detail = {.text = "x"};
    cairn_get_detail(copy, &detail);
    assert_string_equal(detail.text, "");
    cairn_map_close(copy);
    destroy(&self);
}

/* A pointer to something else is no harm. */
static void what_keeps_no_sentence_says_so(void **state)
{
    fixture self;
    (void)state;
    create(&self);
    check(CAIRN_OK, CAIRN_OK, NULL, "null");
    check(CAIRN_OK, CAIRN_OK, self.kit.dbs[KIT_KNN], "keeps no sentence");
    check(CAIRN_OK, CAIRN_OK, "some text of some length", "keeps no sentence");
    destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_are_told_apart),
        cmocka_unit_test(an_object_that_has_not_failed_says_nothing),
        cmocka_unit_test(what_keeps_no_sentence_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
