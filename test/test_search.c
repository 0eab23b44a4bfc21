/* test_search.c (property): optimal search has Dijkstra's costs on all pairs of many small maps,
 * its paths are legal and cost what they should, and MovingAI's own optimal lengths are met. */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/astar.h"

static cairn_search *create_search(const cairn_map *map, cairn_costs costs)
{
    cairn_search_def def = {.size = sizeof def};
    def.costs = costs;
    cairn_search *search;
    assert_int_equal(cairn_search_create(map, &def, &search), CAIRN_OK);
    return search;
}

/* ---- all pairs ---- */

typedef struct comparison {
    const test_world *world;
    cairn_costs costs;
    cairn_search *search;
    cairn_cell *path; /* room for every cell */
    int *tenths;      /* from one cell to all */
    double *lengths;
} comparison;

static void check_path(const comparison *with, int from, int to, const cairn_search_result *result)
{
    size_t count = (size_t)result->cardinal + result->diagonal + 1;
    uint32_t diagonal = 0;
    assert_true(count <= (size_t)with->world->open_count);
    assert_int_equal(cairn_search_get_path(with->search, count, with->path), CAIRN_OK);
    assert_int_equal(cairn_search_get_path(with->search, count - 1, with->path), CAIRN_CAPACITY);
    assert_int_equal(test_world_get_id(with->world, with->path[0]), from);
    assert_int_equal(test_world_get_id(with->world, with->path[count - 1]), to);
    for (size_t i = 1; i < count; i++) {
        int move =
            ref_find_move(&with->world->ref, test_world_get_id(with->world, with->path[i - 1]),
                          test_world_get_id(with->world, with->path[i]));
        assert_int_not_equal(move, REF_NONE);
        diagonal += ref_get_move_cost(move) == 14;
    }
    assert_int_equal(diagonal, result->diagonal);
}

static bool is_optimal(const comparison *with, int to, const cairn_search_result *result)
{
    if (with->costs == CAIRN_COSTS_OCTILE)
        return cairn_search_result_get_cost(result) == (uint32_t)with->tenths[to];
    double difference = cairn_search_result_get_length(result) - with->lengths[to];
    return difference < 1e-6 && difference > -1e-6;
}

static void check_pair(const comparison *with, int from, int to)
{
    cairn_search_result result = {0};
    cairn_status status = cairn_search_run(with->search, test_world_get_cell(with->world, from),
                                           test_world_get_cell(with->world, to), &result);
    bool joined = test_world_is_joined(with->world, from, to);
    if (!joined && status == CAIRN_NO_PATH) {
        assert_int_equal(cairn_search_get_path(with->search, 1, with->path), CAIRN_NO_PATH);
        return;
    }
    if (joined && status == CAIRN_OK && is_optimal(with, to, &result)) {
        check_path(with, from, to, &result);
        return;
    }
    test_world_print(with->world, from, to);
    fail_msg("%s: cardinal %u diagonal %u; expected cost %d, length %.6f",
             cairn_status_get_name(status), result.cardinal, result.diagonal, with->tenths[to],
             with->lengths[to]);
}

/* All pairs of a map of up to 40 open cells; of a larger one all pairs from some of its cells. */
static void check_all_pairs(test_world *world, void *context)
{
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    comparison with = {.world = world,
                       .path = calloc(cells, sizeof *with.path),
                       .tenths = calloc(cells, sizeof *with.tenths),
                       .lengths = calloc(cells, sizeof *with.lengths)};
    assert_true(with.path != NULL && with.tenths != NULL && with.lengths != NULL);
    (void)context;
    for (int costs = 0; costs < 2; costs++) {
        with.costs = (cairn_costs)costs;
        with.search = create_search(world->map, with.costs);
        for (int i = 0; i < world->open_count; i += 1 + world->open_count / 40) {
            ref_find_costs(&world->ref, world->open[i], with.tenths);
            ref_find_lengths(&world->ref, world->open[i], with.lengths);
            for (int j = 0; j < world->open_count; j++)
                check_pair(&with, world->open[i], world->open[j]);
        }
        cairn_search_destroy(with.search);
    }
    free(with.path);
    free(with.tenths);
    free(with.lengths);
}

static void costs_equal_dijkstra_on_all_pairs(void **state)
{
    (void)state;
    test_for_worlds(60, 10, 21, check_all_pairs, NULL);
}

static void check_scene(cairn_scene_kind kind, cairn_corners corners, test_random *random)
{
    test_world world;
    test_world_create_scene(&world, kind, 130, 100, corners);
    size_t cells = (size_t)ref_get_cell_count(&world.ref);
    comparison with = {.world = &world,
                       .search = create_search(world.map, CAIRN_COSTS_OCTILE),
                       .path = calloc(cells, sizeof *with.path),
                       .tenths = calloc(cells, sizeof *with.tenths),
                       .lengths = calloc(cells, sizeof *with.lengths)};
    assert_true(with.path != NULL && with.tenths != NULL && with.lengths != NULL);
    for (int i = 0; i < 3; i++) {
        int from = test_world_draw(&world, random);
        ref_find_costs(&world.ref, from, with.tenths);
        for (int j = 0; j < 20; j++)
            check_pair(&with, from, test_world_draw(&world, random));
    }
    cairn_search_destroy(with.search);
    free(with.path);
    free(with.tenths);
    free(with.lengths);
    test_world_destroy(&world);
}

static void costs_equal_dijkstra_in_scenes(void **state)
{
    (void)state;
    test_random random = {22};
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++)
        for (int corners = 0; corners < 2; corners++)
            check_scene((cairn_scene_kind)kind, (cairn_corners)corners, &random);
}

/* ---- the border ---- */

static void blocked_cells_are_refused(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 3, 1, "..@", CAIRN_CORNERS_STRICT);
    cairn_search *search = create_search(world.map, CAIRN_COSTS_OCTILE);
    cairn_search_result result;
    cairn_cell open = cairn_cell_at(0, 0), blocked = cairn_cell_at(2, 0),
               outside = cairn_cell_at(0, 1), path[1];
    assert_int_equal(cairn_search_get_path(search, 1, path), CAIRN_NO_PATH);
    assert_int_equal(cairn_search_run(search, open, blocked, &result), CAIRN_BLOCKED);
    assert_int_equal(cairn_search_run(search, blocked, open, &result), CAIRN_BLOCKED);
    assert_int_equal(cairn_search_run(search, open, outside, &result), CAIRN_BLOCKED);
    assert_int_equal(cairn_search_run(search, outside, open, &result), CAIRN_BLOCKED);
    assert_int_equal(cairn_search_run(search, open, open, &result), CAIRN_OK);
    assert_int_equal(cairn_search_result_get_cost(&result), 0);
    cairn_search_destroy(search);
    test_world_destroy(&world);
}

static void definition_is_checked(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 1, 1, ".", CAIRN_CORNERS_STRICT);
    cairn_search *search;
    cairn_search_def def = {.size = sizeof def}, empty;
    memset(&empty, 0, sizeof empty);
    assert_int_equal(cairn_search_create(world.map, &empty, &search), CAIRN_ARGUMENT);
    assert_int_equal(cairn_search_create(NULL, &def, &search), CAIRN_ARGUMENT);
    assert_int_equal(cairn_search_create(world.map, NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_search_create(world.map, NULL, &search), CAIRN_OK);
    cairn_search_destroy(search);
    def.costs = (cairn_costs)7;
    assert_int_equal(cairn_search_create(world.map, &def, &search), CAIRN_ARGUMENT);
    cairn_search_destroy(NULL);
    test_world_destroy(&world);
}

static void later_runs_allocate_nothing(void **state)
{
    (void)state;
    test_world world;
    test_world_create_scene(&world, CAIRN_SCENE_ROOMS, 90, 90, CAIRN_CORNERS_STRICT);
    test_counter counter = {0};
    test_random random = {23};
    cairn_search_def def = {.size = sizeof def};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    def.allocator = &allocator;
    cairn_search *search;
    assert_int_equal(cairn_search_create(world.map, &def, &search), CAIRN_OK);
    size_t allocations = counter.allocations;
    for (int i = 0; i < 100; i++) {
        cairn_search_result result;
        int from = test_world_draw(&world, &random), to = test_world_draw(&world, &random);
        assert_int_equal(cairn_search_run(search, test_world_get_cell(&world, from),
                                          test_world_get_cell(&world, to), &result),
                         CAIRN_OK);
    }
    assert_int_equal(counter.allocations, allocations);
    cairn_search_destroy(search);
    assert_int_equal(counter.allocations, counter.releases);
    test_world_destroy(&world);
}

/* ---- MovingAI's problems ---- */

/* In these files the length 0 between two cells says that no path joins them. */
static void check_problem(cairn_search *search, const cairn_problem *problem, const char *name)
{
    cairn_search_result result;
    bool joined = problem->length > 0 || problem->start == problem->goal;
    cairn_status status = cairn_search_run(search, problem->start, problem->goal, &result);
    double length = status == CAIRN_OK ? cairn_search_result_get_length(&result) : -1;
    double difference = length - problem->length;
    double allowed = 1e-4 * (problem->length > 1 ? problem->length : 1);
    if (!joined && status == CAIRN_NO_PATH)
        return;
    if (status != CAIRN_OK || difference > allowed || difference < -allowed)
        fail_msg("%s, line %u: %s, length %.8f, expected %.8f", name, (unsigned)problem->line,
                 cairn_status_get_name(status), length, problem->length);
}

/* Every 70th problem of a small map, the last of a big map. Returns how many. */
static int check_map(const char *shared, const char *set, const char *name)
{
    char path[4096];
    cairn_map_def def = {.size = sizeof def};
    cairn_map *map;
    cairn_scenario *scenario;
    snprintf(path, sizeof path, "%s/scenarios/%s/%s.scen", shared, set, name);
    assert_int_equal(cairn_scenario_open(path, &def, &scenario), CAIRN_OK);
    snprintf(path, sizeof path, "%s/maps/%s/%s", shared, set, name);
    assert_int_equal(cairn_map_open(path, &def, &map), CAIRN_OK);
    assert_int_equal(test_get_map_info(map).width, scenario->width);
    assert_int_equal(test_get_map_info(map).height, scenario->height);
    cairn_search *search = create_search(map, CAIRN_COSTS_SQRT2);
    bool small = scenario->width < 300 && scenario->height < 300;
    uint32_t last = scenario->count > 0 ? scenario->count - 1 : 0;
    int checked = 0;
    for (uint32_t i = small ? 0 : last; i < scenario->count; i += small ? 70 : 1, checked++)
        check_problem(search, &scenario->problems[i], name);
    cairn_search_destroy(search);
    cairn_map_close(map);
    cairn_scenario_close(scenario);
    return checked;
}

static int check_set(const char *shared, const char *set)
{
    char path[4096];
    int checked = 0;
    snprintf(path, sizeof path, "%s/scenarios/%s", shared, set);
    DIR *listing = opendir(path);
    if (listing == NULL)
        return 0;
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        char name[256];
        size_t length = strlen(entry->d_name);
        if (length <= 5 || strcmp(entry->d_name + length - 5, ".scen") != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(length - 5), entry->d_name);
        checked += check_map(shared, set, name);
    }
    closedir(listing);
    return checked;
}

static void lengths_equal_movingai(void **state)
{
    (void)state;
    static const char *const sets[] = {"dao", "sc1", "mazes", "rooms", "random"};
    char shared[2048];
    if (!test_find_shared(sizeof shared, shared)) {
        print_message("no shared scenarios: set CAIRN_SHARED to their folder\n");
        skip();
    }
    int checked = 0;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        checked += check_set(shared, sets[i]);
    assert_true(checked > 0);
    print_message("%d problems of MovingAI checked\n", checked);
}

/* Blocks have the number of the query that met them; numbers begin anew after 2^32 queries. */
static void query_numbers_begin_anew(void **state)
{
    (void)state;
    test_world world;
    cairn_search_result before, after;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 60, 50, CAIRN_CORNERS_STRICT);
    cairn_cell ends[2] = {test_world_get_cell(&world, world.open[0]),
                          test_world_get_cell(&world, world.open[world.open_count - 1])};
    cairn_search *search = create_search(world.map, CAIRN_COSTS_OCTILE);
    cairn_status status = cairn_search_run(search, ends[0], ends[1], &before);
    search->store.query = UINT32_MAX;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(cairn_search_run(search, ends[0], ends[1], &after), status);
        assert_int_equal(after.expanded, before.expanded);
        assert_int_equal(after.cardinal, before.cardinal);
    }
    cairn_search_destroy(search);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_equal_dijkstra_on_all_pairs),
        cmocka_unit_test(costs_equal_dijkstra_in_scenes),
        cmocka_unit_test(blocked_cells_are_refused),
        cmocka_unit_test(definition_is_checked),
        cmocka_unit_test(later_runs_allocate_nothing),
        cmocka_unit_test(query_numbers_begin_anew),
        cmocka_unit_test(lengths_equal_movingai),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
