/* test_queries.c (exhaustive): has_path, the nearest cell and the cells of rectangles, held against
 * literal answers; and agents whose goal lies in a wall, behind one, or outside the map. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* ---- the literal answer ---- */

/* In row order, so that the first of equals has the lowest row, then the lowest column. */
static int find_nearest(const test_world *world, int x, int y, int component)
{
    int best = REF_NONE, least = 0;
    for (int i = 0; i < world->open_count; i++) {
        int cell = world->open[i];
        int dx = abs(cell % world->ref.width - x), dy = abs(cell / world->ref.width - y);
        int distance = dx > dy ? 10 * dx + 4 * dy : 10 * dy + 4 * dx;
        if (component != REF_NONE && world->components[cell] != component)
            continue;
        if (best == REF_NONE || distance < least) {
            best = cell;
            least = distance;
        }
    }
    return best;
}

/* `component` REF_NONE: any. */
static void check_nearest(const test_world *world, int x, int y, int component)
{
    cairn_cell found = cairn_cell_at(7, 7);
    uint32_t asked = component == REF_NONE ? CAIRN_ANY_COMPONENT : (uint32_t)component;
    cairn_status status = cairn_map_find_nearest_cell(
        world->map, cairn_cell_at((uint32_t)x, (uint32_t)y), asked, &found);
    int expected = find_nearest(world, x, y, component);
    if (expected == REF_NONE) {
        assert_int_equal(status, CAIRN_NO_PATH);
        assert_true(cairn_cell_get_x(found) == 7 && cairn_cell_get_y(found) == 7);
        return;
    }
    assert_int_equal(status, CAIRN_OK);
    if (test_world_get_id(world, found) == expected)
        return;
    test_world_print(world, expected, expected);
    fail_msg("%s: nearest to %d,%d in component %d: %u,%u, not %d,%d", world->name, x, y, component,
             cairn_cell_get_x(found), cairn_cell_get_y(found), expected % world->ref.width,
             expected / world->ref.width);
}

static int count_components(const test_world *world)
{
    return (int)test_get_map_info(world->map).components;
}

/* Every cell of the map and of a border around it, for every component and for any. */
static void check_all(test_world *world, void *context)
{
    (void)context;
    int components = count_components(world);
    for (int y = 0; y < world->ref.height + 3; y++)
        for (int x = 0; x < world->ref.width + 3; x++)
            for (int component = REF_NONE; component <= components; component++)
                check_nearest(world, x, y, component);
}

static void nearest_equals_reference(void **state)
{
    (void)state;
    test_for_worlds(60, 14, 401, check_all, NULL);
}

/* Across tiles: maps of few open cells, where answers are far, and of many components. */
static void nearest_equals_reference_across_tiles(void **state)
{
    (void)state;
    static const int sizes[][2] = {{200, 150}, {64, 64}, {65, 129}, {400, 3}, {2, 300}, {330, 330}};
    static const int blocked[] = {45, 60, 97, 100};
    test_random random = {402};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int j = 0; j < 8; j++) {
            test_world world;
            test_world_create_random(&world, sizes[i][0], sizes[i][1], blocked[j / 2],
                                     j % 2 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT, &random);
            for (int k = 0; k < 300; k++) {
                int x = test_draw_below(&random, sizes[i][0] + k % 2 * 90);
                int y = test_draw_below(&random, sizes[i][1] + k % 2 * 90);
                check_nearest(&world, x, y, REF_NONE);
                check_nearest(&world, x, y, test_draw_below(&random, count_components(&world) + 1));
            }
            test_world_destroy(&world);
        }
}

/* All four are at the distance of the asked one, and so are more; walls fill tiles between. */
static void ties_go_to_the_lowest_row_then_column(void **state)
{
    (void)state;
    enum { SIDE = 500, MIDDLE = 250, FAR = 200 };
    static const int ends[][2] = {{MIDDLE + FAR, MIDDLE},
                                  {MIDDLE, MIDDLE + FAR},
                                  {MIDDLE - FAR, MIDDLE},
                                  {MIDDLE, MIDDLE - FAR}};
    unsigned char *cells = calloc(SIDE, SIDE);
    assert_non_null(cells);
    for (int i = 0; i < 4; i++) {
        test_world world;
        cells[ends[i][1] * SIDE + ends[i][0]] = 1;
        test_world_create(&world, SIDE, SIDE, cells, CAIRN_CORNERS_STRICT);
        check_nearest(&world, MIDDLE, MIDDLE, REF_NONE);
        for (int component = 0; component <= i; component++)
            check_nearest(&world, MIDDLE, MIDDLE, component);
        test_world_destroy(&world);
    }
    free(cells);
}

/* Coordinates go to 65,535 whatever the map's size. */
static void any_cell_may_be_asked(void **state)
{
    (void)state;
    static const int far[] = {0, 63, 64, 99, 100, 16384, 65535};
    test_random random = {403};
    test_world world;
    test_world_create_random(&world, 100, 130, 50, CAIRN_CORNERS_STRICT, &random);
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
            for (int component = REF_NONE; component < count_components(&world); component += 9)
                check_nearest(&world, far[i], far[j], component);
    cairn_cell cell;
    assert_int_equal(
        cairn_map_find_nearest_cell(world.map, cairn_cell_at(0, 0), CAIRN_NO_COMPONENT, &cell),
        CAIRN_NO_PATH);
    assert_int_equal(
        cairn_map_find_nearest_cell(world.map, cairn_cell_at(0, 0), CAIRN_ANY_COMPONENT, NULL),
        CAIRN_ARGUMENT);
    assert_int_equal(
        cairn_map_find_nearest_cell(NULL, cairn_cell_at(0, 0), CAIRN_ANY_COMPONENT, &cell),
        CAIRN_ARGUMENT);
    test_world_destroy(&world);
}

/* ---- paths ---- */

static void check_paths(test_world *world, void *context)
{
    (void)context;
    int width = world->ref.width, count = ref_get_cell_count(&world->ref);
    for (int from = 0; from < count; from++) {
        cairn_cell cell = test_world_get_cell(world, from);
        for (int to = 0; to < count; to++)
            assert_int_equal(cairn_map_has_path(world->map, cell, test_world_get_cell(world, to)),
                             world->components[from] != REF_NONE &&
                                 world->components[from] == world->components[to]);
        cairn_cell outside = cairn_cell_at((uint32_t)width, cairn_cell_get_y(cell));
        assert_false(cairn_map_has_path(world->map, cell, outside));
        assert_false(cairn_map_has_path(world->map, outside, cell));
        assert_false(cairn_map_has_path(world->map, outside, outside));
    }
}

static void paths_are_those_of_the_reference(void **state)
{
    (void)state;
    test_for_worlds(40, 10, 404, check_paths, NULL);
}

/* ---- agents ---- */

static void check_walk(cairn_agent *agent, cairn_cell goal)
{
    cairn_step step = {0};
    do {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        cairn_work work = test_agent_get_plan(agent).work;
        assert_int_equal(test_work_get_units(&work), step.units);
    } while (step.kind != CAIRN_STEP_ARRIVED);
    assert_true(step.cell == goal);
    assert_true(cairn_agent_get_goal(agent) == goal);
}

/* Any goal, inside or out, from a start that may be blocked. */
static void check_goal(const test_world *world, cairn_agent *agent, int start, cairn_cell goal)
{
    cairn_status status = cairn_agent_start(agent, test_world_get_cell(world, start), goal);
    if (world->components[start] == REF_NONE) {
        assert_int_equal(status, CAIRN_BLOCKED);
        return;
    }
    assert_int_equal(status, CAIRN_OK);
    int nearest = find_nearest(world, (int)cairn_cell_get_x(goal), (int)cairn_cell_get_y(goal),
                               world->components[start]);
    cairn_cell expected = test_world_get_cell(world, nearest);
    assert_true(cairn_agent_get_goal(agent) == goal); /* until the first step has looked for it */
    check_walk(agent, expected);
}

static void check_some_goals(const test_world *world, const test_agent_plan *plan,
                             test_random *random)
{
    cairn_agent *agent;
    assert_int_equal(test_agent_create(plan, &agent), CAIRN_OK);
    for (int i = 0; i < 60; i++) {
        int start = test_draw_below(random, ref_get_cell_count(&world->ref));
        cairn_cell goal =
            test_draw_cell(random, (uint32_t)world->ref.width + 3, (uint32_t)world->ref.height + 3);
        check_goal(world, agent, start, goal);
    }
    cairn_agent_destroy(agent);
}

/* Agents without a database and, where there are records, one with them. */
static void check_goals(test_world *world, void *context)
{
    static const cairn_algorithm algorithms[] = {CAIRN_LRTA, CAIRN_ASTAR, CAIRN_TBA, CAIRN_LSS};
    test_random *random = context;
    test_database records;
    test_agent_plan plan =
        test_plan_agent(world->map, NULL, algorithms[test_draw_below(random, 4)]);
    plan.def.goal_policy = CAIRN_GOAL_NEAREST;
    check_some_goals(world, &plan, random);
    if (!test_database_create(&records, world, 5, 407))
        return;
    plan.db = records.db;
    plan.def.algorithm = CAIRN_KNN;
    check_some_goals(world, &plan, random);
    test_database_destroy(&records);
}

static void agents_go_to_the_nearest_cell(void **state)
{
    (void)state;
    test_random random = {405};
    test_for_worlds(60, 14, 406, check_goals, &random);
}

static void an_exact_goal_is_refused(void **state)
{
    (void)state;
    test_world world;
    cairn_agent *agent;
    test_world_create_of_text(&world, 4, 1, "..@.", CAIRN_CORNERS_STRICT);
    test_agent_plan plan = test_plan_agent(world.map, NULL, CAIRN_LRTA);
    assert_int_equal(plan.def.goal_policy, CAIRN_GOAL_EXACT); /* zero is the default */
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_OK);
    cairn_cell start = cairn_cell_at(0, 0);
    cairn_step step;
    assert_int_equal(cairn_agent_start(agent, start, cairn_cell_at(2, 0)), CAIRN_BLOCKED);
    assert_int_equal(cairn_agent_start(agent, start, cairn_cell_at(4, 0)), CAIRN_BLOCKED);
    assert_int_equal(cairn_agent_start(agent, start, cairn_cell_at(3, 0)), CAIRN_NO_PATH);
    assert_int_equal(cairn_agent_step(agent, &step), CAIRN_NOT_STARTED);
    assert_int_equal(cairn_agent_start(agent, start, cairn_cell_at(1, 0)), CAIRN_OK);
    check_walk(agent, cairn_cell_at(1, 0));
    cairn_agent_destroy(agent);
    test_world_destroy(&world);
}

static void other_policies_are_refused(void **state)
{
    (void)state;
    test_world world;
    cairn_agent *agent = NULL;
    cairn_detail detail = {0};
    test_world_create_of_text(&world, 2, 1, "..", CAIRN_CORNERS_STRICT);
    test_agent_plan plan = test_plan_agent(world.map, NULL, CAIRN_LRTA);
    plan.def.goal_policy = CAIRN_GOAL_NEAREST + 1;
    plan.def.detail = &detail;
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_ARGUMENT);
    assert_null(agent);
    assert_string_equal(detail.text, "busy or goal_policy is out of range");
    test_world_destroy(&world);
}

/* ---- cells ---- */

/* Rectangles of all widths about the seams of tiles, in memory with a byte before and behind. */
static void cells_are_read_in_rectangles(void **state)
{
    (void)state;
    enum { WIDTH = 150, HEIGHT = 70 };
    static uint8_t drawn[WIDTH * HEIGHT], read[WIDTH * HEIGHT + 2];
    for (size_t i = 0; i < sizeof drawn; i++)
        drawn[i] = i * i % 7 < 3 && i > WIDTH * 66; /* tiles that are all blocked, and others */
    cairn_map *map;
    assert_int_equal(cairn_map_create(WIDTH, HEIGHT, drawn, NULL, &map), CAIRN_OK);
    for (uint16_t width = 1; width <= WIDTH; width++) {
        const cairn_rect rect = {(uint16_t)(WIDTH - width), (uint16_t)(width % 67), width, 3};
        memset(read, 9, sizeof read);
        assert_int_equal(cairn_map_get_cells(map, &rect, read + 1), CAIRN_OK);
        for (size_t y = 0; y < 3; y++)
            assert_memory_equal(read + 1 + y * width, drawn + (rect.y + y) * WIDTH + rect.x, width);
        assert_true(read[0] == 9 && read[1 + 3 * width] == 9);
    }
    const cairn_rect all = {0, 0, WIDTH, HEIGHT};
    assert_int_equal(cairn_map_get_cells(map, &all, read), CAIRN_OK);
    assert_memory_equal(read, drawn, sizeof drawn);
    const cairn_rect wrong[] = {
        {1, 0, WIDTH, 1}, {0, 1, 1, HEIGHT}, {0, 0, 0, 1}, {0, 0, 1, 0}, {65535, 0, 1, 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(cairn_map_get_cells(map, &wrong[i], read), CAIRN_OUTSIDE);
    assert_int_equal(cairn_map_get_cells(NULL, &all, read), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_get_cells(map, NULL, read), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_get_cells(map, &all, NULL), CAIRN_ARGUMENT);
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_read_in_rectangles),
        cmocka_unit_test(nearest_equals_reference),
        cmocka_unit_test(nearest_equals_reference_across_tiles),
        cmocka_unit_test(ties_go_to_the_lowest_row_then_column),
        cmocka_unit_test(any_cell_may_be_asked),
        cmocka_unit_test(paths_are_those_of_the_reference),
        cmocka_unit_test(agents_go_to_the_nearest_cell),
        cmocka_unit_test(an_exact_goal_is_refused),
        cmocka_unit_test(other_policies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
