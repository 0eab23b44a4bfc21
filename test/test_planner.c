/* test_planner.c (api): which method answers, what is refused and with which sentence, slices, paths
 * given piece by piece, and no memory after the first question. */
#include "image.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { KNN, LABELS, DATABASES };

typedef struct fixture {
    test_world world;
    test_world other; /* another map of the same size */
    test_image images[DATABASES];
    cairn_db *dbs[DATABASES];
    cairn_cell ends[2]; /* far from each other */
    cairn_cell *path;   /* room for every cell, twice */
    cairn_cell *again;
    size_t room;
    cairn_detail detail;
} fixture;

static int create_fixture(void **state)
{
    static const cairn_kind kinds[DATABASES] = {CAIRN_DB_KNN, CAIRN_DB_LABELS};
    fixture *fix = calloc(1, sizeof *fix);
    assert_non_null(fix);
    test_world_create_scene(&fix->world, CAIRN_SCENE_ROOMS, 120, 100, CAIRN_CORNERS_STRICT);
    test_world_create_scene(&fix->other, CAIRN_SCENE_CAVES, 120, 100, CAIRN_CORNERS_STRICT);
    for (int i = 0; i < DATABASES; i++) {
        test_plan plan = test_plan_make(kinds[i]);
        plan.map = fix->world.map;
        plan.records = 20;
        test_image_build(&fix->images[i], &plan);
        assert_int_equal(test_image_open(&fix->images[i], &fix->dbs[i]), CAIRN_OK);
    }
    fix->ends[0] = test_world_get_cell(&fix->world, fix->world.open[0]);
    fix->ends[1] = test_world_get_cell(&fix->world, fix->world.open[fix->world.open_count - 1]);
    assert_true(cairn_map_has_path(fix->world.map, fix->ends[0], fix->ends[1]));
    fix->room = (size_t)fix->world.open_count;
    fix->path = malloc(fix->room * sizeof *fix->path);
    fix->again = malloc(fix->room * sizeof *fix->again);
    assert_true(fix->path != NULL && fix->again != NULL);
    *state = fix;
    return 0;
}

static int destroy_fixture(void **state)
{
    fixture *fix = *state;
    for (int i = 0; i < DATABASES; i++) {
        cairn_db_close(fix->dbs[i]);
        test_image_destroy(&fix->images[i]);
    }
    test_world_destroy(&fix->world);
    test_world_destroy(&fix->other);
    free(fix->path);
    free(fix->again);
    free(fix);
    return 0;
}

/* ---- which method answers ---- */

static cairn_planner *make(const fixture *fix, const cairn_db *db, const cairn_planner_def *def)
{
    cairn_planner *planner = NULL;
    assert_int_equal(cairn_planner_create(fix->world.map, db, def, &planner), CAIRN_OK);
    return planner;
}

static void check_method(const fixture *fix, const cairn_db *db, const cairn_planner_def *def,
                         uint32_t method)
{
    cairn_planner *planner = make(fix, db, def);
    cairn_planner_stats stats = test_get_planner_stats(planner);
    assert_int_equal(stats.method, method);
    assert_true(stats.bytes > 0 && stats.units == 0 && stats.expanded == 0);
    cairn_planner_destroy(planner);
}

static void method_follows_what_there_is(void **state)
{
    const fixture *fix = *state;
    cairn_landmarks *landmarks;
    cairn_engine *engine;
    assert_int_equal(cairn_landmarks_create(fix->world.map, NULL, &landmarks), CAIRN_OK);
    assert_int_equal(cairn_engine_create(fix->world.map, NULL, &engine), CAIRN_OK);
    cairn_planner_def sqrt2 = {.size = sizeof sqrt2, .costs = CAIRN_COSTS_SQRT2};
    cairn_planner_def near = {.size = sizeof near, .landmarks = landmarks};
    cairn_planner_def astar = {.size = sizeof astar, .method = CAIRN_METHOD_ASTAR};
    cairn_planner_def jump = {.size = sizeof jump, .method = CAIRN_METHOD_JUMP};
    cairn_planner_def prepared = {.size = sizeof prepared, .engine = engine};
    check_method(fix, NULL, NULL, CAIRN_METHOD_JUMP);
    check_method(fix, fix->dbs[KNN], NULL, CAIRN_METHOD_JUMP);
    check_method(fix, fix->dbs[LABELS], NULL, CAIRN_METHOD_LABELS);
    check_method(fix, fix->dbs[LABELS], &sqrt2, CAIRN_METHOD_ASTAR);
    check_method(fix, NULL, &near, CAIRN_METHOD_ASTAR);
    check_method(fix, fix->dbs[LABELS], &astar, CAIRN_METHOD_ASTAR);
    check_method(fix, fix->dbs[LABELS], &jump, CAIRN_METHOD_JUMP);
    check_method(fix, NULL, &prepared, CAIRN_METHOD_LABELS);
    cairn_engine_destroy(engine);
    cairn_landmarks_destroy(landmarks);
}

/* ---- what is refused ---- */

static void check_refusal(fixture *fix, const cairn_map *map, const cairn_db *db,
                          cairn_planner_def def, cairn_status status, const char *sentence)
{
    cairn_planner *planner = NULL;
    def.size = sizeof def;
    def.detail = &fix->detail;
    assert_int_equal(cairn_planner_create(map, db, &def, &planner), status);
    assert_null(planner);
    assert_string_equal(fix->detail.text, sentence);
}

static void definitions_are_checked(void **state)
{
    fixture *fix = *state;
    const cairn_map *map = fix->world.map;
    cairn_planner *planner = NULL;
    cairn_planner_def unset = {0};
    assert_int_equal(cairn_planner_create(map, NULL, &unset, &planner), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_planner_create(NULL, NULL, NULL, &planner), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_create(map, NULL, NULL, NULL), CAIRN_ARGUMENT);
    check_refusal(fix, map, NULL, (cairn_planner_def){.method = 9}, CAIRN_ARGUMENT,
                  "the method or the costs are unknown");
    check_refusal(fix, map, NULL, (cairn_planner_def){.costs = 7}, CAIRN_ARGUMENT,
                  "the method or the costs are unknown");
    check_refusal(fix, map, NULL,
                  (cairn_planner_def){.method = CAIRN_METHOD_JUMP, .costs = CAIRN_COSTS_SQRT2},
                  CAIRN_ARGUMENT,
                  "landmarks and sqrt2 are for A* alone; leave out the other method");
    const char *no_labels =
        "finding paths by labels needs a database of kind labels; build one, or "
        "ask for another method";
    check_refusal(fix, map, NULL, (cairn_planner_def){.method = CAIRN_METHOD_LABELS}, CAIRN_KIND,
                  no_labels);
    check_refusal(fix, map, fix->dbs[KNN], (cairn_planner_def){.method = CAIRN_METHOD_LABELS},
                  CAIRN_KIND, no_labels);
    cairn_planner_destroy(NULL);
}

static void foreign_things_are_refused(void **state)
{
    fixture *fix = *state;
    cairn_engine *engine;
    test_world free_corners;
    cairn_engine_def jump = {.size = sizeof jump, .method = CAIRN_METHOD_JUMP};
    test_world_create_scene(&free_corners, CAIRN_SCENE_ROOMS, 120, 100, CAIRN_CORNERS_FREE);
    assert_int_equal(cairn_engine_create(fix->world.map, &jump, &engine), CAIRN_OK);
    for (int i = 0; i < DATABASES; i++) {
        check_refusal(fix, fix->other.map, fix->dbs[i], (cairn_planner_def){0}, CAIRN_MISMATCH,
                      "the database was made for another map: build one for this map");
        check_refusal(
            fix, free_corners.map, fix->dbs[i], (cairn_planner_def){0}, CAIRN_MISMATCH,
            "the database was made for strict corners: open the map with them, or build one "
            "for this map");
    }
    check_refusal(fix, fix->other.map, NULL, (cairn_planner_def){.engine = engine}, CAIRN_MISMATCH,
                  "the engine was made for another map or corner setting");
    check_refusal(fix, fix->world.map, NULL,
                  (cairn_planner_def){.engine = engine, .method = CAIRN_METHOD_ASTAR},
                  CAIRN_ARGUMENT, "the engine finds paths by another method; ask for auto");
    check_refusal(fix, fix->world.map, NULL,
                  (cairn_planner_def){.engine = engine, .costs = CAIRN_COSTS_SQRT2}, CAIRN_ARGUMENT,
                  "landmarks and sqrt2 are for A* alone; leave out the other method");
    cairn_engine_destroy(engine);
    test_world_destroy(&free_corners);
}

static int32_t end_at_once(void *context, const cairn_progress *progress)
{
    ++*(int *)context;
    assert_non_null(progress->name);
    return 0;
}

static void engines_are_checked(void **state)
{
    const fixture *fix = *state;
    int calls = 0;
    cairn_engine *engine = NULL;
    cairn_engine_info info = {0};
    cairn_engine_def def = {0};
    assert_int_equal(cairn_engine_create(fix->world.map, &def, &engine), CAIRN_NOT_SIZED);
    def.size = sizeof def;
    assert_int_equal(cairn_engine_create(NULL, &def, &engine), CAIRN_ARGUMENT);
    assert_int_equal(cairn_engine_create(fix->world.map, &def, NULL), CAIRN_ARGUMENT);
    def.method = 9;
    assert_int_equal(cairn_engine_create(fix->world.map, &def, &engine), CAIRN_ARGUMENT);
    def.method = CAIRN_METHOD_LABELS;
    def.progress = end_at_once;
    def.progress_context = &calls;
    assert_int_equal(cairn_engine_create(fix->world.map, &def, &engine), CAIRN_INTERRUPTED);
    assert_true(calls > 0);
    assert_null(engine);
    assert_int_equal(cairn_engine_create(fix->world.map, NULL, &engine), CAIRN_OK);
    assert_int_equal(cairn_engine_get_info(engine, &info), CAIRN_NOT_SIZED);
    info.size = sizeof info;
    assert_int_equal(cairn_engine_get_info(NULL, &info), CAIRN_ARGUMENT);
    assert_int_equal(cairn_engine_get_info(engine, &info), CAIRN_OK);
    assert_true(info.bends > 0 && info.edges > 0 && info.entries >= info.bends);
    cairn_engine_destroy(engine);
    cairn_engine_destroy(NULL);
}

/* ---- questions that have no answer ---- */

static void check_no_answer(cairn_planner *planner, cairn_cell from, cairn_cell to,
                            cairn_status status)
{
    uint32_t tenths;
    cairn_cell cell;
    size_t count;
    assert_int_equal(cairn_planner_find(planner, from, to, &tenths), status);
    assert_int_equal(test_find_path(planner, from, to, 1, &cell, &count), status);
    assert_int_equal(cairn_planner_ask(planner, from, to), status);
    assert_int_equal(cairn_planner_run(planner, 0, NULL), CAIRN_OK); /* nothing is left to do */
    assert_int_equal(cairn_planner_get_distance(planner, &tenths), CAIRN_NOT_STARTED);
    assert_int_equal(cairn_planner_get_path(planner, 0, 1, &cell, &count), CAIRN_NOT_STARTED);
    assert_int_equal(cairn_planner_get_waypoints(planner, 0, 1, &cell, &count), CAIRN_NOT_STARTED);
    assert_int_equal(test_get_planner_stats(planner).cardinal, 0);
}

static void cells_are_checked(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 5, 1, "..@..", CAIRN_CORNERS_STRICT);
    cairn_cell open = cairn_cell_at(0, 0), blocked = cairn_cell_at(2, 0),
               outside = cairn_cell_at(0, 1), beyond = cairn_cell_at(4, 0), path[3];
    for (uint32_t method = CAIRN_METHOD_ASTAR; method <= CAIRN_METHOD_JUMP; method++) {
        cairn_planner *planner;
        uint32_t tenths = 7;
        size_t count;
        cairn_planner_def def = {.size = sizeof def, .method = method};
        assert_int_equal(cairn_planner_create(world.map, NULL, &def, &planner), CAIRN_OK);
        check_no_answer(planner, open, blocked, CAIRN_BLOCKED);
        check_no_answer(planner, blocked, open, CAIRN_BLOCKED);
        check_no_answer(planner, open, outside, CAIRN_BLOCKED);
        check_no_answer(planner, outside, open, CAIRN_BLOCKED);
        check_no_answer(planner, open, UINT32_MAX, CAIRN_BLOCKED);
        check_no_answer(planner, open, beyond, CAIRN_NO_PATH);
        assert_int_equal(cairn_planner_find(planner, open, open, &tenths), CAIRN_OK);
        assert_int_equal(tenths, 0);
        assert_int_equal(test_find_path(planner, open, open, 3, path, &count), CAIRN_OK);
        assert_true(count == 1 && path[0] == open);
        assert_int_equal(cairn_planner_get_waypoints(planner, 0, 3, path, &count), CAIRN_OK);
        assert_true(count == 1 && path[0] == open);
        cairn_planner_destroy(planner);
    }
    test_world_destroy(&world);
}

static void arguments_are_checked(void **state)
{
    const fixture *fix = *state;
    cairn_planner *planner = make(fix, NULL, NULL);
    cairn_cell cell, from = fix->ends[0], to = fix->ends[1];
    cairn_planner_stats unset = {0};
    uint64_t spent;
    size_t count;
    uint32_t tenths;
    assert_int_equal(cairn_planner_find(NULL, from, to, &tenths), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_find(planner, from, to, NULL), CAIRN_OK);
    assert_int_equal(cairn_planner_get_path(planner, 0, 1, NULL, &count), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_get_path(planner, 0, 1, &cell, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_get_path(NULL, 0, 1, &cell, &count), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_get_waypoints(NULL, 0, 1, &cell, &count), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_ask(NULL, from, to), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_run(NULL, 0, &spent), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_ask(planner, from, to), CAIRN_OK);
    assert_int_equal(cairn_planner_run(planner, 1, &spent), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_run(planner, CAIRN_MIN_WORK - 1, &spent), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_get_path(planner, 0, 1, &cell, &count), CAIRN_UNFINISHED);
    assert_int_equal(cairn_planner_run(planner, 0, &spent), CAIRN_OK);
    assert_true(spent > 0);
    assert_int_equal(cairn_planner_run(planner, CAIRN_MIN_WORK, &spent), CAIRN_OK);
    assert_int_equal(spent, 0);
    assert_int_equal(cairn_planner_get_distance(planner, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_get_distance(NULL, &tenths), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_get_stats(planner, &unset), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_planner_get_stats(planner, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_get_stats(NULL, &unset), CAIRN_ARGUMENT);
    cairn_planner_destroy(planner);
}

/* ---- telling a path ---- */

/* A path in pieces of `piece` cells, forwards and backwards, with waypoints asked between. */
static void check_pieces(const fixture *fix, cairn_planner *planner, size_t whole, size_t piece)
{
    size_t count, points;
    for (size_t first = 0; first < whole; first += piece) {
        size_t left = whole - first;
        assert_int_equal(cairn_planner_get_path(planner, first, piece, fix->again, &count),
                         CAIRN_OK);
        assert_int_equal(count, left < piece ? left : piece);
        assert_memory_equal(fix->again, fix->path + first, count * sizeof *fix->path);
        if (first == piece)
            assert_int_equal(cairn_planner_get_waypoints(planner, 1, 1, fix->again, &points),
                             CAIRN_OK);
    }
    assert_int_equal(cairn_planner_get_path(planner, whole, piece, fix->again, &count), CAIRN_OK);
    assert_int_equal(count, 0);
    assert_int_equal(cairn_planner_get_path(planner, SIZE_MAX, piece, fix->again, &count),
                     CAIRN_OK);
    assert_int_equal(count, 0);
    for (size_t first = whole; first-- > 0; first -= first < piece ? first : piece) {
        assert_int_equal(cairn_planner_get_path(planner, first, 1, fix->again, &count), CAIRN_OK);
        assert_true(count == 1 && fix->again[0] == fix->path[first]);
    }
}

static void check_waypoint_pieces(const fixture *fix, cairn_planner *planner)
{
    size_t whole, count;
    cairn_cell one;
    assert_int_equal(cairn_planner_get_waypoints(planner, 0, fix->room, fix->again, &whole),
                     CAIRN_OK);
    for (size_t first = 0; first < whole; first++) {
        assert_int_equal(cairn_planner_get_waypoints(planner, first, 1, &one, &count), CAIRN_OK);
        assert_true(count == 1 && one == fix->again[first]);
    }
    assert_int_equal(cairn_planner_get_waypoints(planner, whole, 1, &one, &count), CAIRN_OK);
    assert_int_equal(count, 0);
}

static void paths_are_told_in_pieces(void **state)
{
    const fixture *fix = *state;
    const cairn_db *dbs[] = {NULL, fix->dbs[LABELS], NULL};
    for (int i = 0; i < 3; i++) {
        cairn_planner_def astar = {.size = sizeof astar, .method = CAIRN_METHOD_ASTAR};
        cairn_planner *planner = make(fix, dbs[i], i == 2 ? &astar : NULL);
        size_t whole;
        assert_int_equal(
            test_find_path(planner, fix->ends[0], fix->ends[1], fix->room, fix->path, &whole),
            CAIRN_OK);
        assert_true(whole > 100 && whole <= fix->room);
        for (size_t piece = 1; piece < whole; piece = piece * 3 + 1)
            check_pieces(fix, planner, whole, piece);
        check_waypoint_pieces(fix, planner);
        cairn_planner_destroy(planner);
    }
}

/* ---- memory ---- */

static void check_allocations(const fixture *fix, const cairn_db *db, uint32_t method)
{
    test_counter counter = {0};
    test_random random = {23};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    cairn_planner_def def = {.size = sizeof def, .method = method, .allocator = &allocator};
    cairn_planner *planner = make(fix, db, &def);
    assert_int_equal(cairn_planner_ask(planner, fix->ends[0], fix->ends[1]), CAIRN_OK);
    size_t allocations = counter.allocations, count;
    for (int i = 0; i < 100; i++) {
        int from = test_world_draw(&fix->world, &random),
            to = test_world_draw(&fix->world, &random);
        cairn_status status =
            test_find_path(planner, test_world_get_cell(&fix->world, from),
                           test_world_get_cell(&fix->world, to), fix->room, fix->path, &count);
        assert_int_equal(status,
                         test_world_is_joined(&fix->world, from, to) ? CAIRN_OK : CAIRN_NO_PATH);
    }
    assert_int_equal(counter.allocations, allocations);
    cairn_planner_destroy(planner);
    assert_int_equal(counter.allocations, counter.releases);
}

static void searches_allocate_nothing(void **state)
{
    const fixture *fix = *state;
    check_allocations(fix, NULL, CAIRN_METHOD_ASTAR);
    check_allocations(fix, NULL, CAIRN_METHOD_JUMP);
    check_allocations(fix, fix->dbs[LABELS], CAIRN_METHOD_LABELS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(method_follows_what_there_is),
        cmocka_unit_test(definitions_are_checked),
        cmocka_unit_test(foreign_things_are_refused),
        cmocka_unit_test(engines_are_checked),
        cmocka_unit_test(cells_are_checked),
        cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(paths_are_told_in_pieces),
        cmocka_unit_test(searches_allocate_nothing),
    };
    return cmocka_run_group_tests_name("planner", tests, create_fixture, destroy_fixture);
}
