/* test_harness.c: the harness of evaluation and benchmarks: agents and builds from words, walks,
 * distributions, crowds. Times themselves are not looked at: they depend on the machine. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"

/* ---- words ---- */

static uint64_t get_value(const harness_options *options, uint32_t option)
{
    for (uint32_t i = 0; i < options->count; i++)
        if (options->options[i].option == option)
            return options->options[i].value;
    fail_msg("option %u is not there", option);
    return 0;
}

static void reads_recipes(void **state)
{
    (void)state;
    harness_recipe recipe;
    assert_int_equal(harness_recipe_read("knn rank candidates=50 quota=2.5 without=1,3 fragments "
                                         "max-moves=1000 max-work=2048 busy=move goal=nearest",
                                         &recipe, NULL),
                     CAIRN_OK);
    assert_int_equal(recipe.algorithm, CAIRN_KNN);
    assert_int_equal(recipe.options.count, 4);
    assert_int_equal(get_value(&recipe.options, CAIRN_OPTION_RANK), 1);
    assert_int_equal(get_value(&recipe.options, CAIRN_OPTION_CANDIDATES), 50);
    assert_int_equal(get_value(&recipe.options, CAIRN_OPTION_QUOTA), 25);
    assert_int_equal(get_value(&recipe.options, CAIRN_OPTION_WITHOUT), 5);
    assert_true(recipe.fragments);
    assert_int_equal(recipe.max_moves, 1000);
    assert_int_equal(recipe.max_work, 2048);
    assert_int_equal(recipe.busy, CAIRN_BUSY_MOVE);
    assert_int_equal(recipe.goal_policy, CAIRN_GOAL_NEAREST);
    assert_int_equal(harness_recipe_read("astar costs=sqrt2 landmarks=8", &recipe, NULL), CAIRN_OK);
    assert_int_equal(get_value(&recipe.options, CAIRN_OPTION_COSTS), 1);
    assert_int_equal(recipe.landmarks, 8);
    assert_int_equal(recipe.max_moves, UINT64_MAX);
    assert_int_equal(harness_recipe_read("knn without=all cutoff=1 cutoff=2", &recipe, NULL),
                     CAIRN_OK);
    assert_int_equal(get_value(&recipe.options, CAIRN_OPTION_WITHOUT), 63);
    assert_int_equal(get_value(&recipe.options, CAIRN_OPTION_CUTOFF), 2);
    assert_int_equal(recipe.options.count, 2);
    assert_int_equal(harness_recipe_read("rtaa movements=unlimited", &recipe, NULL), CAIRN_OK);
    assert_int_equal(get_value(&recipe.options, CAIRN_OPTION_MOVEMENTS), CAIRN_UNLIMITED);
}

static void reads_orders(void **state)
{
    (void)state;
    harness_order order;
    assert_int_equal(harness_order_read("knn records=600 fallback", &order, NULL), CAIRN_OK);
    assert_int_equal(order.kind, CAIRN_DB_KNN);
    assert_int_equal(get_value(&order.options, CAIRN_OPTION_RECORDS), 600);
    assert_int_equal(get_value(&order.options, CAIRN_OPTION_FALLBACK), 1);
    assert_int_equal(harness_order_read("labels max-entries=500", &order, NULL), CAIRN_OK);
    assert_int_equal(order.kind, CAIRN_DB_LABELS);
    assert_int_equal(get_value(&order.options, CAIRN_OPTION_MAX_ENTRIES), 500);
    assert_int_equal(harness_order_read("auto", &order, NULL), CAIRN_OK);
    assert_int_equal(order.kind, 0);
}

static void assert_refused(cairn_status status, const cairn_detail *detail, const char *words,
                           const char *sentence)
{
    assert_int_equal(status, CAIRN_ARGUMENT);
    if (strstr(detail->text, sentence) == NULL)
        fail_msg("'%s': '%s' does not say '%s'", words, detail->text, sentence);
}

static void refuses_words(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"dijkstra", "--algorithm wants one of: knn"},
        {"knn cutoff=far", "--cutoff wants a whole number from 0 to 4294967295, not 'far'"},
        {"knn cutoff=-1", "--cutoff wants a whole number"},
        {"knn cutoff=99999999999", "--cutoff wants a whole number"},
        {"knn cutoff", "--cutoff wants a value"},
        {"knn cutoff=", "not ''"},
        {"knn rank=1", "--rank stands alone"},
        {"knn quota=1.25", "--quota wants a number from 0.0 to 1000000.0 with at most one decimal"},
        {"lrta g-max=1.3", "--g-max wants a number from 1.4 to 100.0"},
        {"knn without=0", "--without wants numbers from 1 to 6"},
        {"knn without=1,2,3,4,5,6,7", "--without wants numbers from 1 to 6"},
        {"knn without=1,", "--without wants numbers from 1 to 6"},
        {"astar costs=free", "--costs wants one of octile|sqrt2, not 'free'"},
        {"knn busy=sleep", "--busy wants one of wait|move"},
        {"knn max-work=10", "--max-work wants a whole number from 1024"},
        {"knn max-moves", "--max-moves wants a value"},
        {"knn fragments=3", "--fragments stands alone"},
        {"knn records=3", "there is no option 'records' of agents"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        harness_recipe recipe;
        cairn_detail detail = {0};
        cairn_status status = harness_recipe_read(wrong[i][0], &recipe, &detail);
        assert_refused(status, &detail, wrong[i][0], wrong[i][1]);
    }
    static const char *const builds[][2] = {
        {"trees", "there is no kind and no option 'trees' of builds"},
        {"knn cutoff=3", "there is no kind and no option 'cutoff'"},
        {"labels eps=2", "there is no kind and no option 'eps' of builds"}};
    for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++) {
        harness_order order;
        cairn_detail detail = {0};
        cairn_status status = harness_order_read(builds[i][0], &order, &detail);
        assert_refused(status, &detail, builds[i][0], builds[i][1]);
    }
}

/* ---- distributions ---- */

static int compare_times(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* A percentile is that of a sorted list, or less than 1 % below it. */
static void finds_percentiles(void **state)
{
    (void)state;
    enum { TIMES = 5000 };
    static uint64_t times[TIMES];
    harness_histogram *histogram = calloc(1, sizeof *histogram);
    test_random random = {7};
    uint64_t sum = 0;
    assert_non_null(histogram);
    assert_int_equal(harness_histogram_find(histogram, 50), 0);
    for (int i = 0; i < TIMES; i++) {
        times[i] = test_draw(&random);
        times[i] = times[i] >> test_draw_below(&random, 55) >> 9;
        sum += times[i];
        harness_histogram_add(histogram, times[i]);
    }
    qsort(times, TIMES, sizeof *times, compare_times);
    for (uint32_t percent = 1; percent <= 100; percent++) {
        uint64_t exact = times[(TIMES * percent + 99) / 100 - 1];
        uint64_t found = harness_histogram_find(histogram, percent);
        assert_true(found <= exact);
        assert_true(exact - found <= exact / 128);
        if (exact < 256)
            assert_int_equal(found, exact);
    }
    harness_spread spread = harness_histogram_get_spread(histogram);
    double mean = (double)sum / TIMES, most = (double)times[TIMES - 1]; /* rounded to doubles */
    assert_true(spread.mean == mean);
    assert_true(spread.most == most);
    free(histogram);
}

static void finds_figures(void **state)
{
    (void)state;
    double numbers[] = {4, 1, 3, 2};
    harness_figures figures = harness_figures_find(numbers, 4);
    assert_true(figures.least == 1 && figures.most == 4);
    assert_true(figures.mean == 2.5 && figures.median == 2.5);
    assert_true(figures.deviation > 1.2909 && figures.deviation < 1.2910);
    assert_true(harness_get_suboptimality(150, 100) == 50);
    assert_true(harness_get_suboptimality(0, 0) == 0);
}

/* Of equal numbers an interval has no width; of others it has the mean in it, is the same each time,
 * and of four times as many numbers it is about half as wide. */
static void finds_intervals(void **state)
{
    (void)state;
    enum { FEW = 100, MANY = 400 };
    double numbers[MANY], ends[2], again[2], narrow[2];
    for (size_t i = 0; i < MANY; i++)
        numbers[i] = 7;
    harness_interval_find(numbers, MANY, ends);
    assert_true(ends[0] == 7 && ends[1] == 7);
    for (size_t i = 0; i < MANY; i++)
        numbers[i] = (double)(i * 37 % 100);
    harness_interval_find(numbers, FEW, ends);
    harness_interval_find(numbers, FEW, again);
    harness_interval_find(numbers, MANY, narrow);
    assert_true(ends[0] == again[0] && ends[1] == again[1]);
    assert_true(ends[0] < 49.5 && ends[1] > 49.5 && narrow[0] < 49.5 && narrow[1] > 49.5);
    double width = ends[1] - ends[0]; /* 2 x 1.96 x 28.9 / 10 by the normal distribution */
    assert_true(width > 10 && width < 12.6);
    assert_true((narrow[1] - narrow[0]) / width > 0.43 && (narrow[1] - narrow[0]) / width < 0.57);
    harness_interval_find(numbers + 1, 1, ends);
    assert_true(ends[0] == 37 && ends[1] == 37);
    harness_interval_find(numbers, 0, ends);
    assert_true(ends[0] == 0 && ends[1] == 0);
}

/* ---- walks ---- */

enum { PROBLEMS = 20 };

typedef struct course {
    test_world world;
    harness_world shared;
    harness_problem problems[PROBLEMS];
} course;

static int open_course(void **state)
{
    static const uint32_t costs[2] = {200, 100000};
    course *made = calloc(1, sizeof *made);
    assert_non_null(made);
    test_world_create_scene(&made->world, CAIRN_SCENE_CAVES, 80, 60, CAIRN_CORNERS_STRICT);
    made->shared.map = made->world.map;
    assert_int_equal(harness_draw_problems(made->world.map, costs, 3, PROBLEMS, made->problems),
                     CAIRN_OK);
    *state = made;
    return 0;
}

static int close_course(void **state)
{
    course *made = *state;
    harness_world_close(&made->shared);
    test_world_destroy(&made->world);
    free(made);
    return 0;
}

static void draws_problems_in_range(void **state)
{
    const course *made = *state;
    cairn_planner *planner = test_make_astar(made->world.map, CAIRN_COSTS_OCTILE);
    assert_non_null(planner);
    for (int i = 0; i < PROBLEMS; i++) {
        const harness_problem *problem = &made->problems[i];
        uint32_t optimal;
        assert_true(problem->optimal >= 200);
        assert_int_equal(cairn_planner_find(planner, problem->ends[0], problem->ends[1], &optimal),
                         CAIRN_OK);
        assert_int_equal(optimal, problem->optimal);
    }
    cairn_planner_destroy(planner);
}

/* What a walk says of itself, counted again by its path. */
static void check_path(const harness_walker *walker, const harness_problem *problem,
                       const harness_walk *walk, const test_world *world)
{
    const harness_cells *path = &walker->path;
    uint64_t cost = 0, revisits = 0;
    assert_int_equal(path->count, walk->moves + 1);
    assert_int_equal(path->cells[0], problem->ends[0]);
    assert_int_equal(path->cells[path->count - 1], problem->ends[1]);
    for (size_t i = 1; i < path->count; i++) {
        cost += cairn_cell_get_distance(path->cells[i - 1], path->cells[i]);
        assert_true(cairn_map_is_open(world->map, path->cells[i]));
        for (size_t j = 0; j < i; j++)
            if (path->cells[j] == path->cells[i]) {
                revisits++;
                break;
            }
    }
    assert_int_equal(walk->stats.cost, cost);
    assert_int_equal(walk->revisits, revisits);
}

static bool count_step(void *context, const cairn_step *step)
{
    uint64_t *steps = context;
    (void)step;
    return ++*steps > 0;
}

static void measures_walks(void **state)
{
    const course *made = *state;
    const harness_care care = {.plain = 2, .watched = 3, .cold = 1, .keep_path = true};
    harness_walker walker;
    harness_recipe recipe;
    uint64_t revisits = 0;
    assert_int_equal(harness_recipe_read("lrta", &recipe, NULL), CAIRN_OK);
    assert_int_equal(harness_walker_open(made->world.map, &care, &walker), CAIRN_OK);
    assert_int_equal(harness_create_agent(&made->shared, &recipe, NULL, NULL, &walker.agent),
                     CAIRN_OK);
    walker.notice = count_step;
    for (int i = 0; i < PROBLEMS; i++) {
        uint64_t steps = 0;
        harness_walk walk;
        walker.notice_context = &steps;
        assert_int_equal(harness_walker_run(&walker, made->problems[i].ends, &walk), CAIRN_OK);
        assert_true(walk.solved);
        assert_string_equal(walk.ended, "arrived");
        assert_int_equal(steps, walk.moves + walk.waited);
        assert_int_equal(walker.single->count, steps);
        assert_true(walk.max_units > 0 && walk.first_units > 0);
        check_path(&walker, &made->problems[i], &walk, &made->world);
        revisits += walk.revisits;
    }
    assert_true(revisits > 0); /* LRTA* scrubs in caves: else this test would see nothing */
    cairn_agent_destroy(walker.agent);
    harness_walker_close(&walker);
}

static void cuts_and_stops_walks(void **state)
{
    const course *made = *state;
    const harness_care care = {.plain = 1, .watched = 1};
    volatile sig_atomic_t stop = 0;
    harness_walker walker;
    harness_recipe recipe;
    harness_walk walk;
    assert_int_equal(harness_recipe_read("lrta", &recipe, NULL), CAIRN_OK);
    assert_int_equal(harness_walker_open(made->world.map, &care, &walker), CAIRN_OK);
    assert_int_equal(harness_create_agent(&made->shared, &recipe, NULL, NULL, &walker.agent),
                     CAIRN_OK);
    walker.max_moves = 5;
    walker.stop = &stop;
    assert_int_equal(harness_walker_run(&walker, made->problems[0].ends, &walk), CAIRN_OK);
    assert_false(walk.solved);
    assert_int_equal(walk.moves, 5);
    assert_string_equal(walk.ended, "max_moves");
    stop = 1;
    assert_int_equal(harness_walker_run(&walker, made->problems[0].ends, &walk), CAIRN_INTERRUPTED);
    cairn_agent_destroy(walker.agent);
    harness_walker_close(&walker);
}

static void summarises_walks(void **state)
{
    const course *made = *state;
    const harness_care care = {.plain = 1, .watched = 1};
    harness_recipe recipe;
    harness_summary astar, lrta;
    assert_int_equal(harness_recipe_read("astar", &recipe, NULL), CAIRN_OK);
    assert_int_equal(
        harness_summarise(&made->shared, &recipe, &care, made->problems, PROBLEMS, &astar),
        CAIRN_OK);
    assert_int_equal(astar.problems, PROBLEMS);
    assert_int_equal(astar.unsolved + astar.longer + astar.revisited, 0);
    assert_true(astar.suboptimality.most == 0 && astar.suboptimality.least == 0);
    assert_int_equal(harness_recipe_read("lrta max-moves=100", &recipe, NULL), CAIRN_OK);
    assert_int_equal(
        harness_summarise(&made->shared, &recipe, &care, made->problems, PROBLEMS, &lrta),
        CAIRN_OK);
    assert_true(lrta.unsolved > 0 && lrta.unsolved <= lrta.longer);
    assert_true(lrta.learned > 0 && lrta.suboptimality.most > 0);
}

static void refuses_an_agent_without_its_database(void **state)
{
    const course *made = *state;
    static const char *const algorithms[] = {"knn", "dlrta", "regions", "labels", "dba", "hcdps"};
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++) {
        harness_recipe recipe;
        cairn_detail detail = {0};
        cairn_agent *agent;
        assert_int_equal(harness_recipe_read(algorithms[i], &recipe, NULL), CAIRN_OK);
        assert_int_equal(harness_create_agent(&made->shared, &recipe, NULL, &detail, &agent),
                         CAIRN_KIND);
        assert_non_null(strstr(detail.text, algorithms[i]));
    }
}

static void builds_what_agents_need(void **state)
{
    course *made = *state;
    test_folder folder;
    char path[256];
    harness_order order;
    harness_recipe recipe;
    harness_summary summary;
    cairn_build_report report;
    cairn_db *db;
    const harness_care care = {.plain = 1};
    test_folder_create(&folder);
    test_folder_get_path(&folder, "walk.cairn", sizeof path, path);
    assert_int_equal(harness_order_read("labels", &order, NULL), CAIRN_OK);
    assert_int_equal(harness_build(made->world.map, &order, path, &report, NULL), CAIRN_OK);
    assert_int_equal(report.kind, CAIRN_DB_LABELS);
    assert_int_equal(cairn_db_open(path, NULL, &db), CAIRN_OK);
    harness_world world = {.map = made->world.map, .db = db};
    assert_int_equal(harness_recipe_read("", &recipe, NULL), CAIRN_OK);
    assert_int_equal(harness_get_algorithm(&world, &recipe), CAIRN_LABELS);
    assert_int_equal(harness_summarise(&world, &recipe, &care, made->problems, PROBLEMS, &summary),
                     CAIRN_OK);
    assert_int_equal(summary.unsolved + summary.longer, 0);
    cairn_db_close(db);
    test_folder_destroy(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_recipes),
        cmocka_unit_test(reads_orders),
        cmocka_unit_test(refuses_words),
        cmocka_unit_test(finds_percentiles),
        cmocka_unit_test(finds_figures),
        cmocka_unit_test(finds_intervals),
        cmocka_unit_test_setup_teardown(draws_problems_in_range, open_course, close_course),
        cmocka_unit_test_setup_teardown(measures_walks, open_course, close_course),
        cmocka_unit_test_setup_teardown(cuts_and_stops_walks, open_course, close_course),
        cmocka_unit_test_setup_teardown(summarises_walks, open_course, close_course),
        cmocka_unit_test_setup_teardown(refuses_an_agent_without_its_database, open_course,
                                        close_course),
        cmocka_unit_test_setup_teardown(builds_what_agents_need, open_course, close_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
