/* test_paths.c (property): paths by every method cost what A*'s do, are legal, are the same in
 * slices of any size and are given by their waypoints: on all pairs of many small maps, and on
 * larger ones where runs cross tiles. Which method an engine takes depends on the map alone, and
 * which path comes out does not depend on the threads. */
#include "image.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* The first two are of engines of their own, on one thread and on three. */
enum { ENGINE, THREADS, JUMP, ASTAR, LABELS, PLANNERS };

typedef struct planners {
    const test_world *world;
    cairn_engine *engines[2];
    cairn_planner *planners[PLANNERS];
    test_image image;
    cairn_db *db;
    cairn_cell *path; /* room for every cell */
    cairn_cell *other;
} planners;

static cairn_planner *make_planner(const planners *all, int number)
{
    cairn_planner *made = NULL;
    cairn_planner_def def = {.size = sizeof def,
                             .method = number == ASTAR ? CAIRN_METHOD_ASTAR : CAIRN_METHOD_AUTO,
                             .engine = number < JUMP ? all->engines[number] : NULL};
    const cairn_db *db = number == LABELS ? all->db : NULL;
    assert_int_equal(cairn_planner_create(all->world->map, db, &def, &made), CAIRN_OK);
    return made;
}

static uint32_t get_method(const cairn_engine *engine)
{
    cairn_engine_info info = {.size = sizeof info};
    assert_int_equal(cairn_engine_get_info(engine, &info), CAIRN_OK);
    return info.method;
}

static void create_planners(planners *all, const test_world *world)
{
    size_t bytes = ((size_t)world->open_count + 1) * sizeof *all->path;
    test_plan plan = test_plan_make(CAIRN_DB_LABELS);
    *all = (planners){.world = world};
    all->path = malloc(bytes);
    all->other = malloc(bytes);
    assert_true(all->path != NULL && all->other != NULL);
    for (int i = 0; i < 2; i++) {
        cairn_engine_def def = {.size = sizeof def, .threads = i == ENGINE ? 0 : 3};
        assert_int_equal(cairn_engine_create(world->map, &def, &all->engines[i]), CAIRN_OK);
        assert_int_equal(get_method(all->engines[i]), CAIRN_METHOD_LABELS);
    }
    plan.map = world->map;
    test_image_build(&all->image, &plan);
    assert_int_equal(test_image_open(&all->image, &all->db), CAIRN_OK);
    for (int i = 0; i < PLANNERS; i++)
        all->planners[i] = make_planner(all, i);
}

static void destroy_planners(planners *all)
{
    for (int i = 0; i < PLANNERS; i++)
        cairn_planner_destroy(all->planners[i]);
    for (int i = 0; i < 2; i++)
        cairn_engine_destroy(all->engines[i]);
    cairn_db_close(all->db);
    test_image_destroy(&all->image);
    free(all->path);
    free(all->other);
}

/* The path in all->path is legal, leads from start to goal, and has A*'s cost. */
static void check_path(const planners *all, size_t count, const int ends[2], uint32_t optimal)
{
    const test_world *world = all->world;
    uint32_t cost = 0;
    assert_int_equal(test_world_get_id(world, all->path[0]), ends[0]);
    assert_int_equal(test_world_get_id(world, all->path[count - 1]), ends[1]);
    for (size_t i = 1; i < count; i++) {
        int move = ref_find_move(&world->ref, test_world_get_id(world, all->path[i - 1]),
                                 test_world_get_id(world, all->path[i]));
        assert_int_not_equal(move, REF_NONE);
        cost += (uint32_t)ref_get_move_cost(move);
    }
    if (cost != optimal)
        test_world_print(world, ends[0], ends[1]);
    assert_int_equal(cost, optimal);
}

static int32_t get_sign(uint32_t from, uint32_t to)
{
    return (to > from) - (to < from);
}

/* The cell after `cell` on a straight line to another one. */
static cairn_cell get_next(cairn_cell cell, cairn_cell to)
{
    int32_t x = get_sign(cairn_cell_get_x(cell), cairn_cell_get_x(to));
    int32_t y = get_sign(cairn_cell_get_y(cell), cairn_cell_get_y(to));
    return cairn_cell_at((uint32_t)((int32_t)cairn_cell_get_x(cell) + x),
                         (uint32_t)((int32_t)cairn_cell_get_y(cell) + y));
}

/* Straight lines between the waypoints are the path in all->path; none of them can be left out. */
static void check_waypoints(const planners *all, cairn_planner *planner, size_t count)
{
    size_t points, place = 0;
    cairn_cell cell = all->path[0];
    assert_int_equal(cairn_planner_get_waypoints(planner, 0, count + 1, all->other, &points),
                     CAIRN_OK);
    assert_true(points >= 1 && points <= count);
    assert_true(all->other[0] == cell && all->other[points - 1] == all->path[count - 1]);
    for (size_t i = 1; i < points; i++) {
        cairn_cell first = get_next(cell, all->other[i]);
        while (cell != all->other[i]) {
            cell = get_next(cell, all->other[i]);
            assert_true(++place < count && cell == all->path[place]);
        }
        if (i + 1 < points) { /* the direction changes */
            cairn_cell next = get_next(cell, all->other[i + 1]);
            assert_true(next - cell != first - all->other[i - 1]);
        }
    }
    assert_int_equal(place + 1, count);
}

/* The same path, for the same units, in slices. */
static void check_slices(const planners *all, cairn_planner *planner, const cairn_cell pair[2],
                         size_t count)
{
    uint64_t units = test_get_planner_stats(planner).units;
    bool by_labels = test_get_planner_stats(planner).method == CAIRN_METHOD_LABELS;
    for (uint64_t slice = CAIRN_MIN_WORK; slice < 4 * CAIRN_MIN_WORK; slice += 777) {
        uint64_t spent, sum = 0;
        uint32_t tenths;
        size_t told;
        cairn_status status = CAIRN_UNFINISHED;
        assert_int_equal(cairn_planner_ask(planner, pair[0], pair[1]), CAIRN_OK);
        while (status == CAIRN_UNFINISHED) {
            assert_int_equal(cairn_planner_get_distance(planner, &tenths), CAIRN_UNFINISHED);
            status = cairn_planner_run(planner, slice, &spent);
            assert_true(spent <= slice && (spent > 0 || status == CAIRN_OK));
            sum += spent;
        }
        assert_int_equal(status, CAIRN_OK);
        if (!by_labels) /* their room is cleared now and then */
            assert_true(sum == units);
        assert_int_equal(cairn_planner_get_path(planner, 0, count + 1, all->other, &told),
                         CAIRN_OK);
        assert_int_equal(told, count);
        assert_memory_equal(all->path, all->other, count * sizeof *all->path);
    }
}

/* The path of one planner, into all->path. */
static size_t find_path(const planners *all, int number, const cairn_cell pair[2], uint32_t optimal)
{
    cairn_planner *planner = all->planners[number];
    size_t count, room = (size_t)all->world->open_count;
    uint32_t tenths;
    assert_int_equal(test_find_path(planner, pair[0], pair[1], room, all->path, &count), CAIRN_OK);
    assert_int_equal(cairn_planner_get_distance(planner, &tenths), CAIRN_OK);
    assert_int_equal(tenths, optimal);
    if (number >= JUMP)
        check_slices(all, planner, pair, count);
    check_waypoints(all, planner, count);
    return count;
}

static void check_pair(const planners *all, int from, int to)
{
    const int ends[2] = {from, to};
    cairn_cell pair[2] = {test_world_get_cell(all->world, from),
                          test_world_get_cell(all->world, to)};
    uint32_t optimal;
    cairn_cell *kept = malloc(((size_t)all->world->open_count + 1) * sizeof *kept);
    assert_non_null(kept);
    assert_int_equal(cairn_planner_find(all->planners[ASTAR], pair[0], pair[1], &optimal),
                     CAIRN_OK);
    for (int i = 0; i < PLANNERS && all->planners[i] != NULL; i++) {
        size_t count = find_path(all, i, pair, optimal);
        check_path(all, count, ends, optimal);
        if (i == ENGINE)
            memcpy(kept, all->path, count * sizeof *kept);
        if (i == THREADS)
            assert_memory_equal(kept, all->path, count * sizeof *kept);
    }
    free(kept);
}

/* All pairs where they are few, else from every few cells. */
static void check_world(test_world *world, void *context)
{
    (void)context;
    planners all;
    int stride = world->open_count > 60 ? world->open_count / 20 : 1;
    create_planners(&all, world);
    for (int i = 0; i < world->open_count; i += stride)
        for (int j = 0; j < world->open_count; j++)
            if (test_world_is_joined(world, world->open[i], world->open[j]))
                check_pair(&all, world->open[i], world->open[j]);
    destroy_planners(&all);
}

static void costs_are_optimal_on_small_maps(void **state)
{
    (void)state;
    test_for_worlds(100, 12, 5, check_world, NULL);
}

static void check_sample(test_world *world, int pairs)
{
    test_random random = {77};
    planners all;
    create_planners(&all, world);
    for (int i = 0; i < pairs; i++) {
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        if (test_world_is_joined(world, from, to))
            check_pair(&all, from, to);
    }
    destroy_planners(&all);
}

static void costs_are_optimal_across_tiles(void **state)
{
    (void)state;
    for (int corners = 0; corners < 2; corners++)
        for (int kind = 0; kind < (int)cairn_scene_kind_get_count(); kind++) {
            test_world world;
            if (!test_looks_at_scene((uint32_t)kind, (uint32_t)corners))
                continue;
            test_world_create_scene(&world, (cairn_scene_kind)kind, 201, 150,
                                    (cairn_corners)corners);
            check_sample(&world, 40);
            test_world_destroy(&world);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_optimal_on_small_maps),
        cmocka_unit_test(costs_are_optimal_across_tiles),
    };
    return cmocka_run_group_tests_name("paths", tests, NULL, NULL);
}
