/* test_replay_crowd.c (api): the members of a replay: the crowd is that of the same calls made by hand,
 * what is expected of them is judged, and every frame is reported. */
#include "replay_events.h"

typedef struct world {
    cairn_map *map;
    harness_events events;
    harness_replay *replay;
} world;

/* A corridor above a wall with a door, and a room below it. */
enum { WIDTH = 8, HEIGHT = 4 };

static cairn_map *make_plan(void)
{
    static const char plan[] = "........"
                               "@@@.@@@@"
                               "........"
                               "........";
    uint8_t cells[WIDTH * HEIGHT];
    cairn_map *map = NULL;
    const cairn_map_def def = {.size = sizeof def, .changing = 1};
    for (size_t i = 0; i < sizeof cells; i++)
        cells[i] = plan[i] == '.';
    assert_int_equal(cairn_map_create(WIDTH, HEIGHT, cells, &def, &map), CAIRN_OK);
    return map;
}

static void close_world(world *made)
{
    harness_replay_close(made->replay);
    harness_events_close(&made->events);
    cairn_map_close(made->map);
}

static cairn_db *build_labels(const cairn_map *map, cairn_build **build)
{
    cairn_db *db = NULL;
    const cairn_build_def def = {.size = sizeof def, .kind = CAIRN_DB_LABELS};
    assert_int_equal(cairn_build_create(map, &def, build), CAIRN_OK);
    assert_int_equal(cairn_build_run(*build), CAIRN_OK);
    assert_int_equal(cairn_build_open_db(*build, &db), CAIRN_OK);
    return db;
}

/* What frames reported, one after the other. */
typedef struct noted {
    uint32_t count;
    uint64_t in_wall;
    uint64_t units;
} noted;

static void note_frame(void *context, const harness_frame *frame)
{
    noted *told = context;
    told->count++;
    told->in_wall += frame->in_wall;
    told->units += frame->crowd.units;
    assert_int_equal(frame->crowd.frame, told->count);
    assert_int_equal(frame->illegal, 0);
    assert_int_equal(frame->overlaps, 0);
}

static const char game[] = "member 5 0 0\nmember 9 7 0\norder 5-5 0 2\norder 9 0 3\nstep 3\n"
                           "set 3 1 1 1 blocked\nset 4 0 1 1 blocked\nmember 2 6 2\norder 2 0 3\n"
                           "step 2\nhalt 5\nremove 9\nset 3 1 1 1 open\nmember 1 7 0\nstep 2\n";

static void step(cairn_crowd *crowd, int frames)
{
    for (int i = 0; i < frames; i++)
        assert_int_equal(cairn_crowd_step(crowd, NULL), CAIRN_OK);
}

static void set_cell(cairn_map *map, uint16_t x, uint16_t y, int32_t open)
{
    const cairn_rect rect = {x, y, 1, 1};
    assert_int_equal(cairn_map_set_rect(map, &rect, open), CAIRN_OK);
}

/* The same calls, made by hand. Returns the hash. */
static uint64_t play_by_hand(void)
{
    cairn_build *build = NULL;
    cairn_map *map = make_plan();
    cairn_db *db = build_labels(map, &build);
    cairn_planner *planner = NULL;
    cairn_crowd *crowd = NULL;
    cairn_member a, b, c, d;
    assert_int_equal(cairn_planner_create(map, NULL, NULL, &planner), CAIRN_OK);
    const cairn_crowd_def def = {.size = sizeof def,
                                 .capacity = 3,
                                 .occupancy = CAIRN_OCCUPANCY_CELLS,
                                 .stranded_policy = CAIRN_STRANDED_LEAVE,
                                 .planner = planner};
    assert_int_equal(cairn_crowd_create(map, db, &def, &crowd), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(crowd, cairn_cell_at(0, 0), &a), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(crowd, cairn_cell_at(7, 0), &b), CAIRN_OK);
    assert_int_equal(cairn_crowd_order(crowd, &a, 1, cairn_cell_at(0, 2)), CAIRN_OK);
    assert_int_equal(cairn_crowd_order(crowd, &b, 1, cairn_cell_at(0, 3)), CAIRN_OK);
    step(crowd, 3);
    set_cell(map, 3, 1, 0);
    set_cell(map, 4, 0, 0);
    assert_int_equal(cairn_crowd_add(crowd, cairn_cell_at(6, 2), &c), CAIRN_OK);
    assert_int_equal(cairn_crowd_order(crowd, &c, 1, cairn_cell_at(0, 3)), CAIRN_OK);
    step(crowd, 2);
    assert_int_equal(cairn_crowd_halt(crowd, a), CAIRN_OK);
    assert_int_equal(cairn_crowd_remove(crowd, b), CAIRN_OK);
    set_cell(map, 3, 1, 1);
    assert_int_equal(cairn_crowd_add(crowd, cairn_cell_at(7, 0), &d), CAIRN_OK);
    step(crowd, 2);
    cairn_crowd_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_info(crowd, &info), CAIRN_OK);
    cairn_crowd_destroy(crowd);
    cairn_planner_destroy(planner);
    cairn_db_close(db);
    cairn_build_destroy(build);
    cairn_map_close(map);
    return info.hash;
}

/* Opens a replay of members that keep clear of each other and leave walls. */
static void open_game(const char *text, noted *told, const cairn_db *db, world *made)
{
    read_events(text, made->map, &made->events);
    const harness_replay_def def = {.map = made->map,
                                    .db = db,
                                    .events = &made->events,
                                    .stranded_policy = CAIRN_STRANDED_LEAVE,
                                    .occupancy = CAIRN_OCCUPANCY_CELLS,
                                    .tell = note_frame,
                                    .tell_context = told};
    assert_int_equal(harness_replay_open(&def, &made->replay), CAIRN_OK);
}

static void members_are_a_crowd(void **state)
{
    (void)state;
    cairn_build *build = NULL;
    noted told = {0};
    world made = {.map = make_plan()};
    cairn_db *db = build_labels(made.map, &build);
    open_game(game, &told, db, &made);
    while (harness_replay_get_done(made.replay) < made.events.count)
        assert_int_equal(harness_replay_run(made.replay), CAIRN_OK);
    assert_int_equal(harness_replay_end(made.replay), CAIRN_OK);
    harness_crowd_totals totals = harness_replay_get_crowd(made.replay);
    assert_true(totals.hash == play_by_hand());
    assert_int_equal(totals.members, 3);
    assert_int_equal(totals.frames, 7);
    assert_int_equal(told.count, 7);
    assert_true(told.units > 0 && totals.max_units > 0);
    assert_int_equal(made.events.most_members, 3);
    close_world(&made);
    cairn_db_close(db);
    cairn_build_destroy(build);
}

/* The first line that is not met is reported, and the run goes on. A member that cannot come ends it. */
static void expectations_are_judged(void **state)
{
    (void)state;
    cairn_build *build = NULL;
    noted told = {0};
    world made = {.map = make_plan()};
    cairn_db *db = build_labels(made.map, &build);
    open_game(
        "member 1 0 0\nmember 2 1 0\nexpect 1-2 idle\nexpect 1 idle 0 0\nexpect 1-2 idle 0 0\n"
        "expect 2 walking\nset 0 0 1 1 blocked\nset 7 0 1 1 blocked\nmember 3 7 0\nstep 1\n",
        &told, db, &made);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(harness_replay_run(made.replay), CAIRN_OK);
        assert_int_equal(harness_replay_get_row(made.replay, i)->result,
                         i == 4 || i == 5 ? HARNESS_RESULT_DIFFERS : HARNESS_RESULT_OK);
    }
    const cairn_detail *unmet = harness_replay_get_unmet(made.replay);
    assert_int_equal(unmet->line, 5);
    assert_string_equal(unmet->text, "member 2 should be idle at 0,0, and is idle at 1,0");
    assert_int_equal(harness_replay_get_refusal(made.replay)->line, 0);
    assert_int_equal(harness_replay_run(made.replay), CAIRN_BLOCKED);
    assert_int_equal(harness_replay_get_done(made.replay), 8);
    assert_int_equal(harness_replay_get_refusal(made.replay)->line, 9);
    assert_int_equal(harness_replay_end(made.replay), CAIRN_OK);
    assert_int_equal(harness_replay_get_crowd(made.replay).in_wall, 1);
    close_world(&made);
    cairn_db_close(db);
    cairn_build_destroy(build);
}

static void members_need_a_database(void **state)
{
    (void)state;
    cairn_detail detail = {0};
    world made = {.map = make_plan()};
    read_events("member 1 0 0\n", made.map, &made.events);
    const harness_replay_def def = {.map = made.map, .events = &made.events, .detail = &detail};
    assert_int_equal(harness_replay_open(&def, &made.replay), CAIRN_KIND);
    assert_true(detail.text[0] != '\0');
    close_world(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_a_crowd),
        cmocka_unit_test(expectations_are_judged),
        cmocka_unit_test(members_need_a_database),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
