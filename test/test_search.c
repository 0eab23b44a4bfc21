/* test_search.c (property): planners by A* have Dijkstra's costs on all pairs of many small maps,
 * its paths are legal and cost what they should, and MovingAI's own optimal lengths are met. */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/meter.h"
#include "search/astar.h"

static cairn_planner *create_planner(const cairn_map *map, cairn_costs costs)
{
    cairn_planner *planner = test_make_astar(map, costs);
    assert_non_null(planner);
    return planner;
}

/* A path's length with diagonals of the square root of 2. */
static double get_length(const cairn_planner_stats *stats)
{
    return stats->cardinal + 1.4142135623730951 * stats->diagonal;
}

/* ---- all pairs ---- */

typedef struct comparison {
    const test_world *world;
    cairn_costs costs;
    cairn_planner *planner;
    cairn_cell *path; /* room for every cell */
    int *tenths;      /* from one cell to all */
    double *lengths;
} comparison;

static void check_path(const comparison *with, int from, int to, size_t count,
                       const cairn_planner_stats *stats)
{
    uint32_t diagonal = 0;
    assert_int_equal(count, stats->cardinal + stats->diagonal + 1);
    assert_int_equal(test_world_get_id(with->world, with->path[0]), from);
    assert_int_equal(test_world_get_id(with->world, with->path[count - 1]), to);
    for (size_t i = 1; i < count; i++) {
        int move =
            ref_find_move(&with->world->ref, test_world_get_id(with->world, with->path[i - 1]),
                          test_world_get_id(with->world, with->path[i]));
        assert_int_not_equal(move, REF_NONE);
        diagonal += ref_get_move_cost(move) == 14;
    }
    assert_int_equal(diagonal, stats->diagonal);
}

static bool is_optimal(const comparison *with, int to, const cairn_planner_stats *stats)
{
    if (with->costs == CAIRN_COSTS_OCTILE)
        return 10 * stats->cardinal + 14 * stats->diagonal == (uint32_t)with->tenths[to];
    double difference = get_length(stats) - with->lengths[to];
    return difference < 1e-6 && difference > -1e-6;
}

static void check_pair(const comparison *with, int from, int to)
{
    size_t count = 0;
    cairn_status status = test_find_path(with->planner, test_world_get_cell(with->world, from),
                                         test_world_get_cell(with->world, to),
                                         (size_t)with->world->open_count, with->path, &count);
    cairn_planner_stats stats = test_get_planner_stats(with->planner);
    bool joined = test_world_is_joined(with->world, from, to);
    if (!joined && status == CAIRN_NO_PATH)
        return;
    if (joined && status == CAIRN_OK && is_optimal(with, to, &stats)) {
        check_path(with, from, to, count, &stats);
        return;
    }
    test_world_print(with->world, from, to);
    fail_msg("%s: cardinal %u diagonal %u; expected cost %d, length %.6f",
             cairn_status_get_name(status), stats.cardinal, stats.diagonal, with->tenths[to],
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
        with.planner = create_planner(world->map, with.costs);
        for (int i = 0; i < world->open_count; i += 1 + world->open_count / 40) {
            ref_find_costs(&world->ref, world->open[i], with.tenths);
            ref_find_lengths(&world->ref, world->open[i], with.lengths);
            for (int j = 0; j < world->open_count; j++)
                check_pair(&with, world->open[i], world->open[j]);
        }
        cairn_planner_destroy(with.planner);
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
                       .planner = create_planner(world.map, CAIRN_COSTS_OCTILE),
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
    cairn_planner_destroy(with.planner);
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

/* ---- MovingAI's problems ---- */

/* In these files the length 0 between two cells says that no path joins them. */
static void check_problem(cairn_planner *planner, const cairn_problem *problem, const char *name)
{
    uint32_t tenths;
    bool joined = problem->length > 0 || problem->start == problem->goal;
    cairn_status status = cairn_planner_find(planner, problem->start, problem->goal, &tenths);
    cairn_planner_stats stats = test_get_planner_stats(planner);
    double length = status == CAIRN_OK ? get_length(&stats) : -1;
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
    cairn_planner *planner = create_planner(map, CAIRN_COSTS_SQRT2);
    bool small = scenario->width < 300 && scenario->height < 300;
    uint32_t last = scenario->count > 0 ? scenario->count - 1 : 0;
    int checked = 0;
    for (uint32_t i = small ? 0 : last; i < scenario->count; i += small ? 70 : 1, checked++)
        check_problem(planner, &scenario->problems[i], name);
    cairn_planner_destroy(planner);
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
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 60, 50, CAIRN_CORNERS_STRICT);
    cairn__xy ends[2] = {
        cairn__unpack(test_world_get_cell(&world, world.open[0])),
        cairn__unpack(test_world_get_cell(&world, world.open[world.open_count - 1]))};
    assert_true(test_world_is_joined(&world, world.open[0], world.open[world.open_count - 1]));
    void *memory = calloc(1, (size_t)cairn__search_get_bytes(world.map));
    cairn__search *search = cairn__search_create_in(memory, world.map, CAIRN_COSTS_OCTILE, NULL);
    uint32_t expanded = 0;
    for (int i = 0; i < 4; i++) {
        cairn__meter meter = {.left = CAIRN__NO_LIMIT};
        cairn__search_start(search, ends[0], ends[1]);
        assert_int_equal(cairn__search_run(search, &meter), CAIRN_OK);
        assert_true(i == 0 || search->result.expanded == expanded);
        expanded = search->result.expanded;
        if (i == 0)
            search->store.query = UINT32_MAX;
    }
    free(memory);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_equal_dijkstra_on_all_pairs),
        cmocka_unit_test(costs_equal_dijkstra_in_scenes),
        cmocka_unit_test(query_numbers_begin_anew),
        cmocka_unit_test(lengths_equal_movingai),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
