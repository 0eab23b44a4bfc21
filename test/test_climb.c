/* test_climb.c (exhaustive): hill-climbing (Fig. 7) equals the reference on all pairs of cells of
 * many small maps and on sampled pairs of large ones; Theorems 5 and 6. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const uint32_t cutoffs[] = {0, 1, 2, 5, 250};

static void check_climb(const test_world *world, int from, int to, uint32_t cutoff)
{
    ref_climb expected =
        ref_find_climb(&world->ref, from, to, cutoff == CAIRN_NO_CUTOFF ? REF_NONE : (int)cutoff);
    cairn_climb climb;
    memset(&climb, 0x5a, sizeof climb);
    cairn_status status = cairn_map_find_climb(world->map, test_world_get_cell(world, from),
                                               test_world_get_cell(world, to), cutoff, &climb);
    if (status == CAIRN_OK && climb.reached == expected.reached &&
        climb.moves == (uint32_t)expected.moves && climb.cost == (uint32_t)expected.cost &&
        test_world_get_id(world, climb.end) == expected.end)
        return;
    test_world_print(world, from, to);
    fail_msg("cutoff %u: %s reached %d moves %u cost %u end %d,%d; "
             "expected reached %d moves %d cost %d end %d,%d",
             cutoff, cairn_status_get_name(status), climb.reached, climb.moves, climb.cost,
             cairn_cell_get_x(climb.end), cairn_cell_get_y(climb.end), expected.reached,
             expected.moves, expected.cost, expected.end % world->ref.width,
             expected.end / world->ref.width);
}

/* All pairs, blocked targets included: to the end, and, on large maps not all of them, with one
 * of the cut-offs each. */
static void check_all_pairs(test_world *world, void *context)
{
    unsigned *turn = context;
    int cells = ref_get_cell_count(&world->ref);
    int stride = 1 + world->open_count / 60;
    for (int i = 0; i < world->open_count; i++)
        for (int to = 0; to < cells; to++) {
            check_climb(world, world->open[i], to, CAIRN_NO_CUTOFF);
            if ((i + to) % stride == 0)
                check_climb(world, world->open[i], to, cutoffs[(*turn)++ % COUNT(cutoffs)]);
        }
}

static void climb_equals_reference_on_all_pairs(void **state)
{
    (void)state;
    unsigned turn = 0;
    test_for_worlds(100, 14, 11, check_all_pairs, &turn);
}

static void climb_equals_reference_on_all_tiny_maps(void **state)
{
    (void)state;
    enum { WIDTH = 3, HEIGHT = 3 };
    unsigned turn = 0;
    for (int corners = 0; corners < 2; corners++)
        for (unsigned map = 0; map < 1u << (WIDTH * HEIGHT); map++) {
            unsigned char cells[WIDTH * HEIGHT];
            for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
                cells[i] = map >> i & 1;
            test_world world;
            test_world_create(&world, WIDTH, HEIGHT, cells, (cairn_corners)corners);
            check_all_pairs(&world, &turn);
            test_world_destroy(&world);
        }
}

static void check_sampled_pairs(const test_world *world, int count, test_random *random)
{
    int cells = ref_get_cell_count(&world->ref);
    for (int i = 0; i < count && world->open_count > 0; i++) {
        int from = test_world_draw(world, random);
        int to = i % 8 == 0 ? test_draw_below(random, cells) : test_world_draw(world, random);
        check_climb(world, from, to, CAIRN_NO_CUTOFF);
        check_climb(world, from, to, (uint32_t)test_draw_below(random, 300));
    }
}

static void climb_equals_reference_in_scenes(void **state)
{
    (void)state;
    test_random random = {12};
    test_world world;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++)
        for (int corners = 0; corners < 2; corners++) {
            test_world_create_scene(&world, (cairn_scene_kind)kind, 130, 200,
                                    (cairn_corners)corners);
            check_sampled_pairs(&world, 900, &random);
            test_world_destroy(&world);
            test_world_create_scene(&world, (cairn_scene_kind)kind, 300, 70,
                                    (cairn_corners)corners);
            check_sampled_pairs(&world, 900, &random);
            test_world_destroy(&world);
        }
}

/* Few obstacles, so that runs are long and end at all places of a tile; sizes about its borders. */
static void climb_equals_reference_across_tiles(void **state)
{
    (void)state;
    static const int sides[] = {63, 64, 65, 127, 128, 129, 192, 250};
    static const int blocked[] = {0, 1, 1, 3, 8, 20};
    test_random random = {13};
    for (int i = 0; i < 60; i++) {
        int width = sides[test_draw_below(&random, COUNT(sides))];
        int height = sides[test_draw_below(&random, COUNT(sides))];
        test_world world;
        test_world_create_random(&world, width, height, blocked[i % (int)COUNT(blocked)],
                                 (cairn_corners)(i / 6 % 2), &random);
        check_sampled_pairs(&world, 400, &random);
        test_world_destroy(&world);
    }
}

enum { SIDE = 130 };

static int draw_near_corner(test_random *random)
{
    int x = 56 + test_draw_below(random, 16);
    return (56 + test_draw_below(random, 16)) * SIDE + x;
}

/* A single wall of one cell at every place about the crossing of four tiles. */
static void climb_equals_reference_at_a_tile_corner(void **state)
{
    (void)state;
    static unsigned char cells[SIDE * SIDE];
    test_random random = {14};
    for (int wall = 0; wall < 25; wall++)
        for (int corners = 0; corners < 2; corners++) {
            memset(cells, 1, sizeof cells);
            cells[(62 + wall / 5) * SIDE + 62 + wall % 5] = 0;
            test_world world;
            test_world_create(&world, SIDE, SIDE, cells, (cairn_corners)corners);
            for (int i = 0; i < 300; i++) {
                int from = draw_near_corner(&random), to = draw_near_corner(&random);
                if (cells[from])
                    check_climb(&world, from, to, CAIRN_NO_CUTOFF);
            }
            test_world_destroy(&world);
        }
}

static void climb_checks_its_cells(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 3, 2, "..@...", CAIRN_CORNERS_STRICT);
    cairn_cell open = cairn_cell_at(0, 0), blocked = cairn_cell_at(2, 0);
    const cairn_cell outside[] = {cairn_cell_at(3, 0), cairn_cell_at(0, 2), cairn_cell_at(64, 0),
                                  cairn_cell_at(65535, 65535), cairn_cell_at(1, 40000)};
    cairn_climb climb;
    assert_int_equal(cairn_map_find_climb(world.map, blocked, open, 9, &climb), CAIRN_BLOCKED);
    assert_int_equal(cairn_map_find_climb(world.map, blocked, blocked, 9, &climb), CAIRN_BLOCKED);
    for (size_t i = 0; i < COUNT(outside); i++) {
        assert_int_equal(cairn_map_find_climb(world.map, outside[i], open, 9, &climb),
                         CAIRN_BLOCKED);
        assert_int_equal(cairn_map_find_climb(world.map, open, outside[i], CAIRN_NO_CUTOFF, &climb),
                         CAIRN_OK);
        assert_false(climb.reached);
    }
    assert_int_equal(cairn_map_find_climb(world.map, open, open, 0, &climb), CAIRN_OK);
    assert_true(climb.reached);
    assert_int_equal(climb.moves, 0);
    test_world_destroy(&world);
}

/* ---- Theorem 5: LRTA* follows a successful climb, without a re-visit ---- */

static void follow_climb(const test_world *world, cairn_agent *agent, int from, int to,
                         const ref_climb *climb)
{
    cairn_step step = {0};
    assert_int_equal(
        cairn_agent_start(agent, test_world_get_cell(world, from), test_world_get_cell(world, to)),
        CAIRN_OK);
    int cell = from;
    for (int moves = 1; moves <= climb->moves; moves++) {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        cell = ref_get_neighbour(&world->ref, cell, ref_choose_climb_move(&world->ref, cell, to));
        if (test_world_get_id(world, step.cell) == cell)
            continue;
        test_world_print(world, from, to);
        fail_msg("Theorem 5: LRTA* is at %d,%d after %d moves, the climb elsewhere",
                 cairn_cell_get_x(step.cell), cairn_cell_get_y(step.cell), moves);
    }
    assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
    assert_int_equal(step.kind, CAIRN_STEP_ARRIVED);
    assert_int_equal(test_agent_get_stats(agent).moves, climb->moves);
    assert_int_equal(test_agent_get_stats(agent).cost, climb->cost);
}

/* The reference climb never re-visits (its h falls with each move), so neither does the agent. */
static void check_theorem_5(test_world *world, void *context)
{
    (void)context;
    test_agent_plan plan = test_plan_agent(world->map, NULL, CAIRN_LRTA);
    cairn_agent *agent;
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_OK);
    for (int i = 0; i < world->open_count; i++)
        for (int j = 0; j < world->open_count; j++) {
            int from = world->open[i], to = world->open[j];
            ref_climb climb = ref_find_climb(&world->ref, from, to, REF_NONE);
            if (climb.reached)
                follow_climb(world, agent, from, to, &climb);
        }
    cairn_agent_destroy(agent);
}

static void theorem_5_holds(void **state)
{
    (void)state;
    test_for_worlds(40, 10, 15, check_theorem_5, NULL);
}

/* ---- Theorem 6: a climb may be dearer than the optimum ---- */

static void theorem_6_has_its_example(void **state)
{
    (void)state;
    static const int expected[2][2] = {
        {CAIRN_SCENE_THEOREM_6_STRICT_CLIMB, CAIRN_SCENE_THEOREM_6_STRICT_OPTIMAL},
        {CAIRN_SCENE_THEOREM_6_FREE_CLIMB, CAIRN_SCENE_THEOREM_6_FREE_OPTIMAL}};
    const cairn_scene_small *small = cairn_scene_small_find(CAIRN_SCENE_THEOREM_6);
    assert_non_null(small);
    for (int corners = 0; corners < 2; corners++) {
        test_world world;
        test_world_create_of_text(&world, (int)small->width, (int)small->height, small->cells,
                                  (cairn_corners)corners);
        cairn_climb climb;
        assert_int_equal(cairn_map_find_climb(world.map, CAIRN_SCENE_THEOREM_6_S1,
                                              CAIRN_SCENE_THEOREM_6_S2, CAIRN_NO_CUTOFF, &climb),
                         CAIRN_OK);
        int *costs = calloc((size_t)ref_get_cell_count(&world.ref), sizeof *costs);
        assert_non_null(costs);
        ref_find_costs(&world.ref, test_world_get_id(&world, CAIRN_SCENE_THEOREM_6_S1), costs);
        assert_true(climb.reached);
        assert_int_equal(climb.cost, expected[corners][0]);
        assert_int_equal(costs[test_world_get_id(&world, CAIRN_SCENE_THEOREM_6_S2)],
                         expected[corners][1]);
        free(costs);
        test_world_destroy(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(climb_equals_reference_on_all_tiny_maps),
        cmocka_unit_test(climb_equals_reference_on_all_pairs),
        cmocka_unit_test(climb_equals_reference_in_scenes),
        cmocka_unit_test(climb_equals_reference_across_tiles),
        cmocka_unit_test(climb_equals_reference_at_a_tile_corner),
        cmocka_unit_test(climb_checks_its_cells),
        cmocka_unit_test(theorem_5_holds),
        cmocka_unit_test(theorem_6_has_its_example),
    };
    return cmocka_run_group_tests_name("climb", tests, NULL, NULL);
}
