/* test_replay.c (property): events run one after the other: each row of a small text, and random changes
 * with problems whose costs A* finds on a map made anew. */
#include "replay_events.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct world {
    cairn_map *map;
    harness_events events;
    harness_replay *replay;
} world;

static cairn_map *make_map(uint32_t width, uint32_t height, const uint8_t *cells,
                           cairn_corners corners)
{
    cairn_map *map = NULL;
    const cairn_map_def def = {.size = sizeof def, .corners = corners, .changing = 1};
    assert_int_equal(cairn_map_create(width, height, cells, &def, &map), CAIRN_OK);
    return map;
}

/* With labels and a budget there is repair as well. */
static void run_all(world *made, const cairn_db *db, uint32_t max_work)
{
    bool repairs = db != NULL && max_work > 0 && test_get_db_info(db).kind == CAIRN_DB_LABELS;
    const harness_replay_def def = {.map = made->map,
                                    .db = db,
                                    .events = &made->events,
                                    .max_work = max_work,
                                    .repair = repairs ? CAIRN_MIN_REPAIR : 0};
    assert_int_equal(harness_replay_open(&def, &made->replay), CAIRN_OK);
    while (harness_replay_get_done(made->replay) < made->events.count)
        assert_int_equal(harness_replay_run(made->replay), CAIRN_OK);
    assert_int_equal(harness_replay_run(made->replay), CAIRN_ARGUMENT);
    assert_int_equal(harness_replay_end(made->replay), CAIRN_OK);
    assert_true(harness_replay_get_repairs(made->replay).max_units <= def.repair);
}

static void close_world(world *made)
{
    harness_replay_close(made->replay);
    harness_events_close(&made->events);
    cairn_map_close(made->map);
}

/* ---- a text whose rows are known ---- */

/* A corridor above a wall with a door, and a room below it. */
enum { WIDTH = 8, HEIGHT = 4 };
static const char plan[] = "........"
                           "@@@.@@@@"
                           "........"
                           "........";

typedef struct known_row {
    const char *text;
    uint32_t result;
    int64_t cost;
    uint64_t moves;
} known_row;

static const known_row known[] = {
    {"find 0 0 0 2 80\n", HARNESS_RESULT_OK, 80, 8},
    {"find 0 0 0 2 68\n", HARNESS_RESULT_DIFFERS, 80, 8},
    {"set 3 1 1 1 blocked\n", HARNESS_RESULT_OK, 0, 0}, /* the door shuts */
    {"find 0 0 0 2 -1\n", HARNESS_RESULT_NO_PATH, -1, 0},
    {"find 0 0 0 2\n", HARNESS_RESULT_NO_PATH, -1, 0},
    {"find 0 0 0 2 80\n", HARNESS_RESULT_DIFFERS, -1, 0},
    {"find 0 0 3 1 -1\n", HARNESS_RESULT_BLOCKED, -1, 0},
    {"find 3 1 0 0 30\n", HARNESS_RESULT_DIFFERS, -1, 0},
    {"find 0 0 0 0 0\n", HARNESS_RESULT_OK, 0, 0},
    {"find 0 0 1 0 -1\n", HARNESS_RESULT_DIFFERS, 10, 1},
    {"walk a 0 0 0 2\n", HARNESS_RESULT_NO_PATH, -1, 0},
    {"walk b 3 1 0 0\n", HARNESS_RESULT_BLOCKED, -1, 0},
    {"rows 2 1 2 1\n.@\n", HARNESS_RESULT_OK, 0, 0}, /* another one opens */
    {"set 0 3 8 1 blocked\n", HARNESS_RESULT_OK, 0, 0},
    {"find 0 0 0 2 60\n", HARNESS_RESULT_OK, 60, 6},
    {"walk c 0 0 0 2\n", HARNESS_RESULT_STRANDED, 20, 2},
    {"walk d 0 0 1 0\n", HARNESS_RESULT_OK, 10, 1},
    {"walk e 7 0 0 2\n", HARNESS_RESULT_CUT_OFF, 20, 2},
    {"walk f 7 2 0 2\n", HARNESS_RESULT_OK, 20, 2},
    {"step 2\n", HARNESS_RESULT_OK, 70, 7},
    {"set 2 0 1 2 blocked\n", HARNESS_RESULT_OK, 0, 0}, /* waits for the end; under c */
};

/* Agents under way: cut off, free again; stranded, free again. */
static const known_row followed[] = {
    {"walk a 0 0 0 2\n", HARNESS_RESULT_OK, 60, 6},
    {"walk b 7 2 7 3\n", HARNESS_RESULT_STRANDED, 0, 0},
    {"walk c 7 3 0 3\n", HARNESS_RESULT_OK, 70, 7},
    {"set 7 2 1 1 blocked\n", HARNESS_RESULT_OK, 0, 0},
    {"step 2\n", HARNESS_RESULT_OK, 40, 4},
    {"set 3 1 1 1 blocked\n", HARNESS_RESULT_OK, 0, 0}, /* a is cut off */
    {"set 5 3 1 1 blocked\n", HARNESS_RESULT_OK, 0, 0}, /* under c */
    {"step 3\n", HARNESS_RESULT_OK, 0, 0},
    {"set 2 1 1 1 open\n", HARNESS_RESULT_OK, 0, 0},
    {"set 5 3 1 1 open\n", HARNESS_RESULT_OK, 0, 0},
    {"step 100\n", HARNESS_RESULT_OK, 90, 9},
};

static void check_rows(const known_row *rows, size_t count, world *made)
{
    uint8_t cells[WIDTH * HEIGHT];
    char text[1024] = "";
    for (size_t i = 0; i < sizeof cells; i++)
        cells[i] = plan[i] == '.';
    for (size_t i = 0; i < count; i++)
        strcat(text, rows[i].text);
    made->map = make_map(WIDTH, HEIGHT, cells, CAIRN_CORNERS_STRICT);
    read_events(text, made->map, &made->events);
    run_all(made, NULL, 0);
    assert_int_equal(made->events.count, count);
    for (size_t i = 0; i < count; i++) {
        const harness_row *row = harness_replay_get_row(made->replay, i);
        bool right = row->result == rows[i].result && row->cost == rows[i].cost &&
                     row->moves == rows[i].moves && row->illegal == 0;
        if (!right)
            fail_msg("%s: %s, cost %d, %u moves, %u illegal", rows[i].text,
                     harness_result_get_word(row->result), (int)row->cost, (unsigned)row->moves,
                     (unsigned)row->illegal);
    }
}

static void rows_are_those_of_the_text(void **state)
{
    (void)state;
    world made = {0};
    check_rows(known, COUNT(known), &made);
    assert_true(harness_replay_get_row(made.replay, 16)->arrived);
    assert_false(harness_replay_get_row(made.replay, 18)->arrived);
    assert_false(cairn_map_is_open(made.map, cairn_cell_at(2, 0)));
    close_world(&made);
}

static void walks_follow_changes(void **state)
{
    (void)state;
    world made = {0};
    check_rows(followed, COUNT(followed), &made);
    assert_true(harness_replay_get_row(made.replay, 0)->arrived);
    assert_false(harness_replay_get_row(made.replay, 1)->arrived);
    assert_true(harness_replay_get_row(made.replay, 2)->arrived);
    close_world(&made);
}

/* The table has a line for each event, and the columns that the header names. */
static void rows_are_written(void **state)
{
    (void)state;
    static const uint8_t cells[] = {1, 1, 1};
    char line[128];
    world made = {.map = make_map(3, 1, cells, CAIRN_CORNERS_STRICT)};
    read_events("set 2 0 1 1 blocked\n\nfind 0 0 1 0\n", made.map, &made.events);
    run_all(&made, NULL, 0);
    FILE *stream = tmpfile();
    harness_replay_write_row(stream, made.replay, 0);
    harness_replay_write_row(stream, made.replay, 1);
    rewind(stream);
    assert_non_null(fgets(line, sizeof line, stream));
    assert_string_equal(line, "0,1,set,ok,0,0,0,0,0\n");
    assert_non_null(fgets(line, sizeof line, stream));
    assert_int_equal(strncmp(line, "1,3,find,ok,10,1,0,", 19), 0);
    assert_int_equal(fclose(stream), 0);
    close_world(&made);
}

/* ---- random texts ---- */

enum { SIDE = 24, EVENTS = 120, TEXTS = 64, TEXT_BYTES = 1 << 16 };

/* The cost that A* finds on a map made of these cells; -1: none. */
static int64_t find_cost(const uint8_t *cells, cairn_corners corners, const cairn_cell ends[2])
{
    uint32_t cost = 0;
    cairn_map *map = make_map(SIDE, SIDE, cells, corners);
    cairn_planner *planner = test_make_astar(map, CAIRN_COSTS_OCTILE);
    cairn_status status = cairn_planner_find(planner, ends[0], ends[1], &cost);
    cairn_planner_destroy(planner);
    cairn_map_close(map);
    return status == CAIRN_OK ? (int64_t)cost : -1;
}

static cairn_cell draw_cell(test_random *random)
{
    return test_draw_cell(random, SIDE, SIDE);
}

static int add_set(test_random *random, uint8_t *cells, char *text)
{
    int x = test_draw_below(random, SIDE), y = test_draw_below(random, SIDE);
    int width = 1 + test_draw_below(random, SIDE - x < 6 ? SIDE - x : 6);
    int height = 1 + test_draw_below(random, SIDE - y < 6 ? SIDE - y : 6);
    bool open = test_draw_below(random, 2) == 1;
    for (int i = 0; i < width * height; i++)
        cells[(y + i / width) * SIDE + x + i % width] = open;
    return sprintf(text, "set %d %d %d %d %s\n", x, y, width, height, open ? "open" : "blocked");
}

static int add_find(test_random *random, const uint8_t *cells, cairn_corners corners, char *text)
{
    cairn_cell from = draw_cell(random), to = draw_cell(random);
    const cairn_cell ends[2] = {from, to};
    return sprintf(text, "find %u %u %u %u %d\n", cairn_cell_get_x(ends[0]),
                   cairn_cell_get_y(ends[0]), cairn_cell_get_x(ends[1]), cairn_cell_get_y(ends[1]),
                   (int)find_cost(cells, corners, ends));
}

/* An agent sets out, or all make some steps. */
static int add_walk(test_random *random, int number, char *text)
{
    cairn_cell from = draw_cell(random), to = draw_cell(random);
    if (test_draw_below(random, 2) == 0)
        return sprintf(text, "step %d\n", 1 + test_draw_below(random, 9));
    return sprintf(text, "walk %d %u %u %u %u\n", number, cairn_cell_get_x(from),
                   cairn_cell_get_y(from), cairn_cell_get_x(to), cairn_cell_get_y(to));
}

static int add_event(test_random *random, int number, uint8_t *cells, cairn_corners corners,
                     char *text)
{
    switch (test_draw_below(random, 4)) {
    case 0:
        return add_set(random, cells, text);
    case 1:
        return add_walk(random, number, text);
    default:
        return add_find(random, cells, corners, text);
    }
}

/* A row of a random text. Only labels and jumps promise the shortest path. */
static void check_row(const harness_event *event, const harness_row *row, cairn_kind kind,
                      uint32_t max_work)
{
    bool shortest = kind == 0 || kind == CAIRN_DB_LABELS;
    assert_int_equal(row->illegal, 0);
    assert_true(max_work == 0 || row->max_step_units <= max_work);
    if (event->kind != HARNESS_EVENT_FIND)
        return;
    assert_true(!shortest || row->result != HARNESS_RESULT_DIFFERS);
    assert_true(row->cost >= event->cost && (row->cost < 0) == (event->cost < 0));
}

static void check_text(test_random *random, cairn_kind kind, cairn_corners corners,
                       uint32_t max_work)
{
    static char text[TEXT_BYTES];
    uint8_t cells[SIDE * SIDE];
    int used = 0;
    cairn_build *build = NULL;
    cairn_db *db = NULL;
    const cairn_option records = {.option = CAIRN_OPTION_RECORDS, .value = 100};
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = kind,
                                 .option_count = kind == CAIRN_DB_KNN,
                                 .options = &records};
    for (int i = 0; i < SIDE * SIDE; i++)
        cells[i] = test_draw_below(random, 4) > 0;
    world made = {.map = make_map(SIDE, SIDE, cells, corners)};
    if (kind != 0) {
        assert_int_equal(cairn_build_create(made.map, &def, &build), CAIRN_OK);
        assert_int_equal(cairn_build_run(build), CAIRN_OK);
        assert_int_equal(cairn_build_open_db(build, &db), CAIRN_OK);
    }
    for (int i = 0; i < EVENTS; i++)
        used += add_event(random, i, cells, corners, text + used);
    read_events(text, made.map, &made.events);
    run_all(&made, db, max_work);
    for (size_t i = 0; i < made.events.count; i++)
        check_row(&made.events.events[i], harness_replay_get_row(made.replay, i), kind, max_work);
    close_world(&made);
    cairn_db_close(db);
    cairn_build_destroy(build);
}

static void problems_are_solved_on_the_map_as_it_is(void **state)
{
    (void)state;
    static const cairn_kind kinds[] = {0, CAIRN_DB_LABELS, CAIRN_DB_REGIONS, CAIRN_DB_KNN};
    test_random random = {7};
    for (int i = 0; i < TEXTS; i++)
        check_text(&random, kinds[i / 4 % 4],
                   i % 2 == 0 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE,
                   i % 4 < 2 ? 0 : CAIRN_MIN_WORK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_the_text),
        cmocka_unit_test(walks_follow_changes),
        cmocka_unit_test(rows_are_written),
        cmocka_unit_test(problems_are_solved_on_the_map_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
